//! What many bars at once do to the position.

use crate::lanes::{Lane, Routine};
use crate::{Lanes, Position};

/// Flips that are kept before their gains are computed.
const MOST: usize = 512;

/// Room for the closes and the gains of flips.
pub(crate) struct Flips {
    /// The close at which the open position was entered, then the closes of the flips since.
    closes: Box<[f64; 1 + MOST + 64 + 8]>,
    gains: Box<[f64; MOST + 64 + 8]>,
}

impl Flips {
    pub(crate) fn new() -> Self {
        Flips { closes: Box::new([0.0; 1 + MOST + 64 + 8]), gains: Box::new([0.0; MOST + 64 + 8]) }
    }

    /// Takes the position through bars with these closes: bit k of `up[w]` says that bar 64w + k
    /// has `hma3 > hma`, of `down[w]` that it has `hma3 < hma`. As [`Position::bar`] on each in
    /// turn.
    pub(crate) fn trade(
        &mut self,
        lanes: Lanes,
        position: &mut Position,
        up: &[u64],
        down: &[u64],
        close: &[f64],
    ) {
        lanes.run(Trade { room: self, position, up, down, close });
    }
}

struct Trade<'a> {
    room: &'a mut Flips,
    position: &'a mut Position,
    up: &'a [u64],
    down: &'a [u64],
    close: &'a [f64],
}

impl Routine for Trade<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        let Trade { room, position, up, down, close } = self;
        let mut flips = 0;
        let mut long = u64::from(position.side > 0);
        for ((&up, &down), close) in up.iter().zip(down).zip(close.chunks(64)) {
            let told = up | down;
            if position.side == 0 {
                let first = told.trailing_zeros();
                let Some(&entry) = close.get(first as usize) else {
                    continue;
                };
                long = up >> first & 1;
                position.side = if long == 1 { 1 } else { -1 };
                position.entry = entry;
            }
            // The side after each bar: that of the last bar that told one. It moves up from bit to
            // bit as a carry does in an addition: made where a bar is up, passed on where it tells
            // nothing.
            let passed = up | !told;
            let carried = passed.wrapping_add(up).wrapping_add(long) ^ passed ^ up;
            let longs = up | (!told & carried);
            let mut left = longs ^ (longs << 1 | long);
            long = longs >> 63;
            let mut at = 1 + flips;
            flips += left.count_ones() as usize;
            if let Ok(close) = <&[f64; 64]>::try_from(close) {
                // Four at a time, whether there are as many or not, so that most words have no
                // branch to mispredict. What is too much is overwritten.
                loop {
                    for kept in &mut room.closes[at..at + 4] {
                        *kept = close[left.trailing_zeros() as usize % 64];
                        left &= left.wrapping_sub(1);
                    }
                    if left == 0 {
                        break;
                    }
                    at += 4;
                }
            } else {
                while left != 0 {
                    room.closes[at] = close[left.trailing_zeros() as usize];
                    left &= left - 1;
                    at += 1;
                }
            }
            if flips >= MOST {
                close_trades::<L>(room, position, flips);
                flips = 0;
            }
        }
        close_trades::<L>(room, position, flips);
    }
}

/// Closes the position at each of that many closes, and enters the other side there.
#[inline(always)]
fn close_trades<L: Lane>(room: &mut Flips, position: &mut Position, flips: usize) {
    room.closes[0] = position.entry;
    let side = position.side as f64;
    let mut sides = [side; 8];
    sides.iter_mut().skip(1).step_by(2).for_each(|side| *side = -*side);
    let (percent, fee) = (L::splat(100.0), L::splat(position.fee));
    for k in (0..flips).step_by(L::COUNT) {
        let (entries, exits) = (&room.closes[k..k + 8], &room.closes[k + 1..k + 9]);
        let sides = &sides[k % 2..];
        let gains = &mut room.gains[k..k + 8];
        // SAFETY: the slices have as many values as a vector, or more: for k % 2 = 1 it has one
        // lane.
        unsafe {
            let entry = L::load(entries.as_ptr());
            let moved = L::load(exits.as_ptr()).sub(entry);
            let gain = L::load(sides.as_ptr()).mul(moved).div(entry).mul(percent);
            gain.sub(fee).store(gains.as_mut_ptr());
        }
    }
    // One by one: the order of these additions is the study's.
    position.pnl = room.gains[..flips].iter().fold(position.pnl, |pnl, gain| pnl + gain);
    position.trades += flips as i64;
    position.entry = room.closes[flips];
    if flips % 2 == 1 {
        position.side = -position.side;
    }
}

#[cfg(test)]
mod tests {
    use super::Flips;
    use crate::{Lanes, Position};

    #[test]
    fn many_bars_at_once_are_as_one_by_one() {
        let mut state = 7u64;
        let mut random = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            state ^ state >> 29
        };
        for lanes in Lanes::ALL {
            let mut flips = Flips::new();
            for bars in (0..=200).chain([640, 1_000, 4_096]) {
                let close: Vec<f64> = (0..bars).map(|_| 1.0 + (random() >> 40) as f64).collect();
                let fee = [0.0, 0.09, 12.5][bars % 3];
                let (mut one, mut many) = (Position::new(fee), Position::new(fee));
                // Few bars tell a side in the first, all in the third.
                for told in 0..3 {
                    let (mut ups, mut downs) = (Vec::new(), Vec::new());
                    for close in close.chunks(64) {
                        let told = [random() & random() & random(), random(), u64::MAX][told];
                        let told = told & u64::MAX >> (64 - close.len());
                        let up = random() & told;
                        ups.push(up);
                        downs.push(told & !up);
                    }
                    flips.trade(lanes, &mut many, &ups, &downs, &close);
                    for (bar, &close) in close.iter().enumerate() {
                        let bit = |words: &[u64]| (words[bar / 64] >> (bar % 64) & 1) as f64;
                        one.bar(bit(&downs), bit(&ups), close);
                    }
                    assert_eq!(many, one, "{lanes:?}, {bars} bars");
                }
            }
        }
    }
}
