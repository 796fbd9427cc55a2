//! The naive kernel without bounds checks, to test whether they cost anything.

use crate::room::array;
use crate::spread::{bars_between_looks, spread};
use crate::weight::{weight, weights};
use crate::{Cancelled, ComboResult, Kernel, Position, Sweep, SweepResult, Windows};

/// Direct sums without bounds checks.
pub struct Unchecked;

impl Kernel for Unchecked {
    fn name(&self) -> &'static str {
        "unchecked"
    }

    fn sweep(&self, sweep: &Sweep<'_>) -> Result<SweepResult, Cancelled> {
        spread(sweep, combo)
    }
}

fn combo(sweep: &Sweep<'_>, windows: &Windows) -> Result<ComboResult, Cancelled> {
    let close = sweep.close;
    let bars = close.len();
    let wma = |x: &[f64], n: usize| wma(x, n, sweep.cancelled);

    let half = wma(close, windows.half)?;
    let full = wma(close, windows.full)?;
    let mut raw = array(bars);
    // SAFETY: `half` and `full` have one value a bar, and i < bars.
    raw.extend((0..bars).map(|i| unsafe { 2.0 * half.get_unchecked(i) - full.get_unchecked(i) }));
    let hma = wma(&raw, windows.sqrt)?;

    let a = wma(close, windows.p3)?;
    let b = wma(close, windows.p2)?;
    let c = wma(close, windows.p)?;
    let mut raw3 = array(bars);
    // SAFETY: `a`, `b` and `c` have one value a bar, and i < bars.
    let difference =
        |i| unsafe { 3.0 * a.get_unchecked(i) - b.get_unchecked(i) - c.get_unchecked(i) };
    raw3.extend((0..bars).map(difference));
    let hma3 = wma(&raw3, windows.p)?;

    let mut position = Position::new(sweep.fee);
    for i in 0..bars {
        // SAFETY: `hma`, `hma3` and `close` have one value a bar, and i < bars.
        let (hma, hma3, close) =
            unsafe { (*hma.get_unchecked(i), *hma3.get_unchecked(i), *close.get_unchecked(i)) };
        position.bar(hma, hma3, close);
    }
    Ok(position.into())
}

/// As the naive kernel's: the result has one value for each of `x`.
fn wma(x: &[f64], n: usize, cancelled: &dyn Fn() -> bool) -> Result<Vec<f64>, Cancelled> {
    assert!(n >= 1, "a window has at least one bar");
    let mut out = array(x.len());
    out.resize(x.len(), f64::NAN);
    let divisor = weights(n);
    let mut i = n - 1;
    while i < x.len() {
        let stop = (i + bars_between_looks(n)).min(x.len());
        while i < stop {
            let mut sum = 0.0;
            for j in 0..n {
                // SAFETY: n - 1 <= i, so i + 1 - n does not wrap, and with j < n the index is at
                // most i, which is under stop <= x.len().
                sum += unsafe { *x.get_unchecked(i + 1 - n + j) } * weight(j);
            }
            // SAFETY: i < stop <= x.len() = out.len().
            unsafe { *out.get_unchecked_mut(i) = sum / divisor };
            i += 1;
        }
        if i < x.len() && cancelled() {
            return Err(Cancelled);
        }
    }
    Ok(out)
}
