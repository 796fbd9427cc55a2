//! The trading rule: what one bar does to the position.

/// Fee of a closed trade, in percent of its entry.
pub const FEE_PERCENT: f64 = 0.09;

/// A position and what it has earned so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Position {
    /// +1 long, -1 short, 0 before the first position.
    pub side: i64,
    /// Close at which the open position was entered.
    pub entry: f64,
    /// Closed trades.
    pub trades: i64,
    /// Sum over the closed trades, net of fees, in percent.
    pub pnl: f64,
}

impl Position {
    /// One bar: long while `hma3 > hma`, short while `hma3 < hma`. Equal averages, and averages of
    /// which one is NaN, keep the position. A flip closes and enters at this bar's close.
    #[inline(always)]
    pub fn bar(&mut self, hma: f64, hma3: f64, close: f64) {
        let side = if hma3 > hma {
            1
        } else if hma3 < hma {
            -1
        } else {
            self.side
        };
        if side != self.side {
            if self.side != 0 {
                let gain = self.side as f64 * (close - self.entry) / self.entry * 100.0;
                self.pnl += gain - FEE_PERCENT;
                self.trades += 1;
            }
            self.side = side;
            self.entry = close;
        }
    }

    /// Up to 64 bars at once, their closes in `close`: bit k of `up` says that bar k has
    /// `hma3 > hma`, of `down` that it has `hma3 < hma`. As [`Position::bar`] on each in turn.
    #[inline]
    pub(crate) fn bars(&mut self, up: u64, down: u64, close: &[f64]) {
        let told = up | down;
        if self.side == 0 {
            let first = told.trailing_zeros() as usize;
            let Some(&entry) = close.get(first) else {
                return;
            };
            self.side = if up >> first & 1 == 1 { 1 } else { -1 };
            self.entry = entry;
        }
        // The side after each bar: that of the last bar that told one. It moves up from bit to bit
        // as a carry does in an addition: made where a bar is up, passed on where it tells nothing.
        let was_long = u64::from(self.side > 0);
        let passed = up | !told;
        let carried = passed.wrapping_add(up).wrapping_add(was_long) ^ passed ^ up;
        let long = up | (!told & carried);
        let mut flips = long ^ (long << 1 | was_long);
        self.trades += i64::from(flips.count_ones());
        while flips != 0 {
            let close = close[flips.trailing_zeros() as usize];
            flips &= flips - 1;
            let gain = self.side as f64 * (close - self.entry) / self.entry * 100.0;
            self.pnl += gain - FEE_PERCENT;
            self.side = -self.side;
            self.entry = close;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Position;

    #[test]
    fn a_flip_closes_and_enters_at_the_same_close() {
        let mut position = Position::default();
        position.bar(1.0, 2.0, 100.0);
        assert_eq!((position.side, position.trades, position.pnl), (1, 0, 0.0));
        position.bar(2.0, 1.0, 110.0);
        assert_eq!((position.side, position.trades, position.entry), (-1, 1, 110.0));
        assert_eq!(position.pnl, (110.0 - 100.0) / 100.0 * 100.0 - 0.09);
    }

    #[test]
    fn sixty_four_bars_at_once_are_as_one_by_one() {
        let mut state = 7u64;
        let mut random = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            state ^ state >> 29
        };
        for bars in (1..=64).cycle().take(2_000) {
            let close: Vec<f64> = (0..bars).map(|_| 1.0 + (random() >> 40) as f64).collect();
            let (mut one, mut many) = (Position::default(), Position::default());
            for _ in 0..3 {
                // Few bars tell a side in the first, all in the third.
                let told = [random() & random() & random(), random(), u64::MAX];
                for told in told {
                    let told = told & u64::MAX >> (64 - bars);
                    let up = random() & told;
                    let down = told & !up;
                    many.bars(up, down, &close);
                    for (k, &close) in close.iter().enumerate() {
                        one.bar((down >> k & 1) as f64, (up >> k & 1) as f64, close);
                    }
                    assert_eq!(many, one);
                }
            }
        }
    }

    #[test]
    fn equal_and_missing_averages_keep_the_position() {
        let mut position = Position::default();
        position.bar(f64::NAN, 1.0, 100.0);
        position.bar(1.0, 1.0, 100.0);
        assert_eq!(position, Position::default());
        position.bar(2.0, 1.0, 100.0);
        let short = position;
        position.bar(1.0, f64::NAN, 50.0);
        position.bar(1.0, 1.0, 50.0);
        assert_eq!(position, short);
    }
}
