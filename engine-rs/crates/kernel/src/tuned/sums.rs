//! A block of closes, centred, and its fourfold cumulative sum.

use std::ops::Range;

use super::bound::Magnitudes;
use crate::aligned::Aligned;

/// Values after the last bar that a vector may read or write.
pub(super) const PADDING: usize = 72;

/// Magnitudes of the closes for which no step of the naive or of the tuned arithmetic overflows,
/// and underflow is far below the bound.
const CERTIFIABLE: Range<f64> = 1e-250..1e250;

/// One block and what its filters reach back to, centred on the block's first close.
pub(super) struct Sums {
    /// Bars before the block.
    reach: usize,
    /// The centred closes; zero before the series and after the block.
    pub(super) x: Aligned,
    /// Their fourfold cumulative sum.
    pub(super) p4: Aligned,
    pub(super) largest: Magnitudes,
}

impl Sums {
    /// For blocks of up to `bars` bars and `reach` bars before them.
    pub(super) fn new(reach: usize, bars: usize) -> Self {
        let (mut x, mut p4) = (Aligned::default(), Aligned::default());
        x.resize(reach + bars + PADDING);
        p4.resize(reach + bars + PADDING);
        Sums { reach, x, p4, largest: Magnitudes::default() }
    }

    /// Where the block's first bar is in `x` and `p4`.
    pub(super) fn start(&self) -> usize {
        self.reach
    }

    /// Takes up a block. False if its closes are beyond what the bound covers: NaN, infinite, or
    /// very large or small. What is in the sums is then of no use.
    pub(super) fn take(&mut self, close: &[f64], bars: Range<usize>) -> bool {
        let from = self.reach.saturating_sub(bars.start);
        let to = self.reach + bars.len();
        let centre = close[bars.start];
        self.x[..from].fill(0.0);
        self.p4[..from].fill(0.0);
        let close = &close[bars.start + from - self.reach..bars.end];
        let mut largest = [0.0; 5];
        let mut sums = [0.0; 4];
        for ((x, p4), close) in self.x[from..to].iter_mut().zip(&mut self.p4[from..to]).zip(close) {
            *x = close - centre;
            sums[0] += *x;
            sums[1] += sums[0];
            sums[2] += sums[1];
            sums[3] += sums[2];
            *p4 = sums[3];
            largest[0] = larger(largest[0], *x);
            for (largest, sum) in largest[1..].iter_mut().zip(sums) {
                *largest = larger(*largest, sum);
            }
        }
        self.x[to..].fill(0.0);
        self.p4[to..].fill(0.0);
        let [x, sums_largest @ ..] = largest;
        self.largest = Magnitudes { close: centre.abs() + x, x, sums: sums_largest };
        // A NaN or an infinity anywhere is in the last sum too.
        sums[3].is_finite() && CERTIFIABLE.contains(&self.largest.close)
    }
}

/// The larger magnitude. A NaN is passed over.
#[inline(always)]
fn larger(largest: f64, value: f64) -> f64 {
    if value.abs() > largest { value.abs() } else { largest }
}
