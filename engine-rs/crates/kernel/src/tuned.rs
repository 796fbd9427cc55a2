//! HMA3 - HMA as one sparse filter, with a bound on its error.
//!
//! A trade needs the sign of D = HMA3 - HMA on each bar, not its value. This kernel computes D
//! another way than the study does, in about a twentieth of the operations, and knows how far its D
//! and the naive kernel's can be from the exact one. Where |D| is larger than both distances
//! together, both have the sign of the exact D, so it is the naive sign. Where it is not, the bar
//! is computed again in the naive arithmetic ([`crate::Direct`]'s, which has the naive bits). So
//! the trades, and the PnL, which is computed from the closes at the flips alone, are the naive
//! kernel's to the bit, on any series.
//!
//! # The filter
//!
//! Write z for "one bar ago", so that z y at bar i is `y[i-1]`, and C = 1/(1-z) for the cumulative
//! sum, for which C y at bar i is y at bar i plus C y at the bar before. With d(n) = n(n+1)/2, a
//! weighted average is
//!
//! ```text
//! WMA(y, n) = W(n) y / d(n)        W(n) = n + (n-1) z + (n-2) z^2 + ... + 1 z^(n-1)
//! ```
//!
//! The weights fall by one from bar to bar, so multiplying W(n) by 1-z leaves n at the newest bar
//! and -1 at each of the next n, and multiplying by 1-z again leaves three taps:
//!
//! ```text
//! (1-z) W(n)   = n - z - z^2 - ... - z^n
//! (1-z)^2 W(n) = n - (n+1) z + z^(n+1)
//! ```
//!
//! Hence W(n) y is three taps on the twofold sum C^2 y. Both averages are an average of averages of
//! the close, so with x the close and P4 = C^4 x its fourfold sum, and
//!
//! ```text
//! T(m) = W(m) C^2 x = m P4 - (m+1) z P4 + z^(m+1) P4    (1)
//! ```
//!
//! the rest of each is a few more taps, those of the inner averages (h = half, f = full, s = sqrt,
//! and a, b, p for p/3, p/2, p):
//!
//! ```text
//! HMA  = 1/d(s) [2/d(h) (h - (h+1) z + z^(h+1)) - 1/d(f) (f - (f+1) z + z^(f+1))] T(s)
//!      = 1/d(s) [(4/(h+1) - 2/(f+1)) - (4/h - 2/f) z + 2/d(h) z^(h+1) - 1/d(f) z^(f+1)] T(s)
//!
//! HMA3 = 1/d(p) [(6/(a+1) - 2/(b+1) - 2/(p+1)) - (6/a - 2/b - 2/p) z
//!                + 3/d(a) z^(a+1) - 1/d(b) z^(b+1) - 1/d(p) z^(p+1)] T(p)
//!
//! D    = HMA3 - HMA    (2)
//! ```
//!
//! where n/d(n) = 2/(n+1) and (n+1)/d(n) = 2/n. Seen as a filter on the close itself, D has taps g
//! that are piecewise a cubic polynomial of the bars ago, s + max(h, f) or p + max(a, b, p) of
//! them; (2) is how few are left after four differences. Whatever the windows, a bar costs nine
//! taps, and three for its T(p); T(s) is shared by the combos of equal s, P4 by all. No bar waits
//! for the one before, so bars are computed side by side in vectors.
//!
//! The weights of HMA sum to 2 - 1 = 1, those of HMA3 to 3 - 1 - 1 = 1, so the taps of D sum to 0:
//! D does not change when a constant is taken off all closes. The series comes in blocks, each with
//! as many bars before it as the filters reach back, and the sums of each start anew after its
//! first close is taken off all. That keeps the sums small, and what is small has small rounding
//! errors. For a combo of few bars, a block's taps g are applied to those centred closes one by one
//! (`SHORT`): no more work than (1) and (2), and no sums.
//!
//! # The bound
//!
//! u = 2^-53. A sum, product, quotient or fused multiply-add has the exact result times 1 + e, |e|
//! <= u (underflow: see below). Terms of order u^2 are left out here; `SLACK`, one percent, is
//! thousands of times what they come to, for filters of up to 4,096 bars. |v| is the sum of the
//! magnitudes of v's taps, or the largest magnitude of a sequence; M1 to M4 are the largest
//! magnitudes of the four *computed* sums in the block and what it reaches back to, Mx that of the
//! centred closes, X that of the closes.
//!
//! **Centring.** The computed x is the exact one times 1 + e, so off by at most u Mx, and D by at
//! most
//!
//! ```text
//! u |g| Mx    (3)
//! ```
//!
//! **The sums.** The k-th sum adds its newest value with an error e_k of at most u M_k, that of the
//! sum's own value. The errors go through the same sums as the values do:
//!
//! ```text
//! P4 = C^4 (x + e_1) + C^3 e_2 + C^2 e_3 + C e_4
//! ```
//!
//! Exact taps on P4, (1-z)^4 C^4 = 1 being part of what takes P4 to D = g x, give g x and the
//! errors g e_1, (1-z) g e_2, (1-z)^2 g e_3 and (1-z)^3 g e_4. So D is off by at most
//!
//! ```text
//! u (|g| M1 + |(1-z) g| M2 + |(1-z)^2 g| M3 + |(1-z)^3 g| M4)    (4)
//! ```
//!
//! **T.** In (1) not fused, (m+1) z P4 errs by u (m+1) M4, its sum with z^(m+1) P4 by u (m+2) M4, m
//! P4 by u m M4 and the last sum by u (2m+2) M4: together u (5m+5) M4. Fused, two of the four are
//! not there. With A the sum of the magnitudes of what the taps in the brackets for HMA are added
//! up from, 4/(h+1) + 2/(f+1) + 4/h + 2/f + 2/d(h) + 1/d(f), and B the same for HMA3, D is off by
//! at most
//!
//! ```text
//! u (A (5s+5)/d(s) + B (5p+5)/d(p)) M4    (5)
//! ```
//!
//! **The nine taps.** On its way into D each of the quotients that A is the sum of is rounded when
//! divided, when subtracted, when divided by d(s), when multiplied by T(s), in up to three sums
//! within HMA's part and in the last one: 8 times; each of B's, with one more difference and one
//! more sum, 10 times. |T(m)| / d(m) is at most M2, a weighted average of the twofold sum. So D is
//! off by at most
//!
//! ```text
//! 10 u (A + B) M2    (6)
//! ```
//!
//! (3) to (6) together bound the tuned D of the sparse form.
//!
//! **Few taps.** For a combo whose n taps g are applied one by one, (3) holds; each product goes
//! through n roundings at most, u n |g| Mx; and the taps are themselves computed. A window's weight
//! is a quotient (1), multiplied by 2, 3 or -1 (1) and added to at most two more (2), multiplied by
//! a weight (1) that is a quotient (1), added to less than n others (n-1) and subtracted (1): n + 6
//! roundings, say n + 8, of products whose magnitudes sum up to (2+1) + (3+1+1) = 8:
//!
//! ```text
//! u (|g| (1 + n) + 8 (n + 8)) Mx    (7)
//! ```
//!
//! **The naive D.** Count the roundings a close meets on its way into the naive averages. In an
//! average of n it is a product, goes into n sums at most, of which the first adds to 0 and is
//! exact, and is divided: n + 1. Then half's is doubled (exact) and subtracted from (1), full's is
//! subtracted (1); p/3's is tripled (1) and goes into two differences (2), p/2's into two (2), p's
//! into one (1). The smoothing average adds s + 1 or p + 1. The shares of the closes in each
//! average sum up to 1, so HMA and HMA3 together are off by at most
//!
//! ```text
//! u [2 (h+s+3) + (f+s+3) + 3 (a+p+5) + (b+p+4) + (2p+3)] X    (8)
//! ```
//!
//! The naive kernel compares the two averages; it does not subtract them. So where |D|, the exact
//! one, is larger than (8), their order is the exact one. And where the computed tuned |D| is
//! larger than (3) to (6), or (7), plus (8), the exact D has its sign and is larger than (8). That
//! is the test; the sum is the bound E.
//!
//! **Underflow and overflow.** Blocks whose X is not between 1e-250 and 1e250, or in which
//! something is NaN or infinite, are computed naively. In the others nothing overflows: P4 is below
//! 1e250 times the fourth power of 8,192. A product or quotient that underflows is off by up to
//! 2^-1075 more, and all of them together by less than 1e-300; (8) is at least 1e-265, and the
//! slack a hundredth of that.
//!
//! **The bound's own arithmetic** rounds some twenty times, and its norms |(1-z)^k g| are of taps
//! computed with running sums: both are within the slack by orders of magnitude.
//!
//! # What is decided again
//!
//! On the series of the study one bar in 100,000 is in doubt. Where a combo has doubtful bars in
//! more than a few words of 64 bars of a block, the whole block is computed naively for it,
//! together with the other combos in that case, which then share the windows of the close. A flat
//! series, where all bars are in doubt, so costs little more than the direct kernel takes.

mod batch;
mod bound;
mod compare;
mod difference;
mod filter;
mod statistics;
mod sums;
mod tables;

pub use compare::{Compared, compare};
pub use statistics::Statistics;

use std::sync::Mutex;

use batch::Batch;

use crate::batches::batches;
use crate::distinct::Distinct;
use crate::watch::Watch;
use crate::{Cancelled, ComboResult, Direct, Kernel, Lanes, Sweep, SweepResult, Windows};

/// The certified sparse filter.
#[derive(Clone, Copy, Debug)]
pub struct Tuned {
    lanes: Option<Lanes>,
}

impl Tuned {
    /// At the widest that the processor has.
    pub const WIDEST: Tuned = Tuned { lanes: None };

    /// At that width; on a processor without it, one float64 at a time.
    pub const fn with_lanes(lanes: Lanes) -> Self {
        Tuned { lanes: Some(lanes) }
    }

    /// A sweep, and how the bars of each combo were decided.
    ///
    /// # Errors
    /// As [`Kernel::sweep`].
    pub fn sweep_with_statistics(
        &self,
        sweep: &Sweep<'_>,
    ) -> Result<(SweepResult, Vec<Statistics>), Cancelled> {
        let lanes = self.lanes.unwrap_or_else(Lanes::widest);
        let distinct = Distinct::new(sweep.combos, sweep.close.len());
        let watch = Watch::new(sweep.cancelled);
        let rows = Mutex::new(vec![Default::default(); distinct.combos.len()]);
        for class in &CLASSES {
            let order = class.members(&distinct.combos);
            batches(order.len(), sweep.threads, &|range| {
                let places = &order[range];
                let combos: Vec<Windows> = places.iter().map(|&k| distinct.combos[k]).collect();
                let batch = Batch::new(lanes, sweep, &combos, class.bars);
                let (positions, statistics) = batch.run(&watch)?;
                let mut rows = rows.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                for (&k, row) in places.iter().zip(positions.into_iter().zip(statistics)) {
                    rows[k] = row;
                }
                Ok(())
            })?;
        }
        let rows = rows.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        let (positions, statistics): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
        let mut rows: Vec<ComboResult> = positions.into_iter().map(Into::into).collect();

        let longer = |windows: &Windows| windows.warm_up() >= LONGEST;
        let long: Vec<usize> = (0..rows.len()).filter(|&k| longer(&distinct.combos[k])).collect();
        if !long.is_empty() {
            let combos: Vec<Windows> = long.iter().map(|&k| distinct.combos[k]).collect();
            let direct = Direct::with_lanes(lanes);
            let result = direct.sweep(&Sweep { combos: &combos, ..*sweep })?;
            for (place, &k) in long.iter().enumerate() {
                rows[k] = ComboResult { pnl: result.pnl[place], trades: result.trades[place] };
            }
        }
        Ok((distinct.result(&rows), distinct.spread(&statistics)))
    }
}

impl Kernel for Tuned {
    fn name(&self) -> &'static str {
        match self.lanes {
            None => "tuned",
            Some(Lanes::Scalar) => "tuned-scalar",
            Some(Lanes::Sse2) => "tuned-sse2",
            Some(Lanes::Avx2) => "tuned-avx2",
            Some(Lanes::Avx512) => "tuned-avx512",
            Some(Lanes::Simd128) => "tuned-simd128",
        }
    }

    fn sweep(&self, sweep: &Sweep<'_>) -> Result<SweepResult, Cancelled> {
        Ok(self.sweep_with_statistics(sweep)?.0)
    }
}

/// Combos of about the same length go together, in blocks of a size that suits them: long enough
/// for what the filters reach back to, short enough for the sums to stay small and in the cache.
struct Class {
    /// Warm-up bars of its combos.
    warm_up: std::ops::Range<usize>,
    /// Bars of a block.
    bars: usize,
}

/// Combos with this many warm-up bars, or more, are left to the direct kernel.
const LONGEST: usize = 4096;

static CLASSES: [Class; 3] = [
    Class { warm_up: 0..448, bars: 512 },
    Class { warm_up: 448..1024, bars: 1024 },
    Class { warm_up: 1024..LONGEST, bars: 4096 },
];

/// The class of combos with that many warm-up bars, fewer than [`LONGEST`].
fn class_of(warm_up: usize) -> &'static Class {
    CLASSES.iter().find(|class| warm_up < class.warm_up.end).expect("fewer than the longest")
}

impl Class {
    /// Places of its combos, those that share a smoothing next to each other.
    fn members(&self, combos: &[Windows]) -> Vec<usize> {
        let mut members: Vec<usize> =
            (0..combos.len()).filter(|&k| self.warm_up.contains(&combos[k].warm_up())).collect();
        members.sort_by_key(|&k| (combos[k].sqrt, combos[k].p));
        members
    }
}
