//! Weighted averages of the close for many lengths, over many bars.

use crate::lanes::{Lane, Routine};
use crate::weight::weights;

/// Vectors of starting bars whose sums run side by side: enough to keep the adders busy while each
/// addition waits for the one before it.
pub(super) const SUMS: usize = 8;

/// Most starting bars side by side, at the widest.
pub(super) const MOST_STARTS: usize = 8 * SUMS;

/// Averages the closes over windows of all `lengths`, for windows that start in `starts`.
///
/// Start s stands for the window, or windows, whose oldest close is `x[s]`. The average of length n
/// that starts there belongs to bar s + n - longest of the block, bars 0 to `bars` - 1 being of
/// interest; it is put there in the row of n.
pub(super) struct FirstAverages<'a> {
    /// The closes: `bars + longest - 1` of them, then [`MOST_STARTS`] of padding.
    pub(super) x: &'a [f64],
    /// Window lengths, ascending, each once.
    pub(super) lengths: &'a [usize],
    /// One row of `stride` values a length. Bar b is at `MOST_STARTS + b`; what is before and after
    /// the block's bars is overwritten at will.
    pub(super) rows: &'a mut [f64],
    pub(super) stride: usize,
    /// Bars of the block.
    pub(super) bars: usize,
    /// Starts to do, the first a multiple of [`MOST_STARTS`].
    pub(super) starts: std::ops::Range<usize>,
}

impl Routine for FirstAverages<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        let FirstAverages { x, lengths, rows, stride, bars, starts } = self;
        let Some(&longest) = lengths.last() else {
            return;
        };
        let side_by_side = SUMS * L::COUNT;
        assert!(lengths.is_sorted() && starts.end < bars + longest);
        assert!(x.len() >= bars + longest - 1 + MOST_STARTS);
        assert!(stride >= bars + 2 * MOST_STARTS && rows.len() >= lengths.len() * stride);
        for start in starts.step_by(side_by_side) {
            let mut sums = [L::splat(0.0); SUMS];
            let mut weight = L::splat(0.0);
            let mut added = 0;
            for (row, &n) in lengths.iter().enumerate() {
                // The bar of the first of these windows, counted from MOST_STARTS before the block.
                let at = (start + n + MOST_STARTS).saturating_sub(longest);
                if at >= MOST_STARTS + bars {
                    break;
                }
                for j in added..n {
                    weight = weight.add(L::splat(1.0));
                    for (k, sum) in sums.iter_mut().enumerate() {
                        // SAFETY: the bar of this window is under `bars`, so start + n - longest <
                        // bars; with j < n: start + j < bars + longest - 1, and k * COUNT + COUNT
                        // is at most MOST_STARTS, the padding.
                        let close = unsafe { L::load(x.as_ptr().add(start + j + k * L::COUNT)) };
                        *sum = sum.add(close.mul(weight));
                    }
                }
                added = n;
                // Windows that end before the row begins have no place in it.
                if start + n + MOST_STARTS < longest || at + side_by_side <= MOST_STARTS {
                    continue;
                }
                let divisor = L::splat(weights(n));
                for (k, sum) in sums.iter().enumerate() {
                    // SAFETY: at < MOST_STARTS + bars, so the last value is before at + MOST_STARTS
                    // <= stride, in the row of n, and all rows are inside `rows`.
                    unsafe {
                        let to = rows.as_mut_ptr().add(row * stride + at + k * L::COUNT);
                        sum.div(divisor).store(to);
                    }
                }
            }
        }
    }
}
