//! The study's kernel, ported line by line: direct sums, safe indexing, a fresh array for each step.

use crate::room::array;
use crate::spread::{bars_between_looks, spread};
use crate::weight::{weight, weights};
use crate::{Cancelled, ComboResult, Kernel, Position, Sweep, SweepResult, Windows};

/// Direct sums with bounds checks.
pub struct Naive;

impl Kernel for Naive {
    fn name(&self) -> &'static str {
        "naive"
    }

    fn sweep(&self, sweep: &Sweep<'_>) -> Result<SweepResult, Cancelled> {
        spread(sweep, combo)
    }
}

fn combo(sweep: &Sweep<'_>, windows: &Windows) -> Result<ComboResult, Cancelled> {
    let close = sweep.close;
    let wma = |x: &[f64], n: usize| wma(x, n, sweep.cancelled);

    let half = wma(close, windows.half)?;
    let full = wma(close, windows.full)?;
    let mut raw = array(close.len());
    raw.extend((0..close.len()).map(|i| 2.0 * half[i] - full[i]));
    let hma = wma(&raw, windows.sqrt)?;

    let a = wma(close, windows.p3)?;
    let b = wma(close, windows.p2)?;
    let c = wma(close, windows.p)?;
    let mut raw3 = array(close.len());
    raw3.extend((0..close.len()).map(|i| 3.0 * a[i] - b[i] - c[i]));
    let hma3 = wma(&raw3, windows.p)?;

    let mut position = Position::new(sweep.fee);
    for i in 0..close.len() {
        position.bar(hma[i], hma3[i], close[i]);
    }
    Ok(position.into())
}

/// Linearly weighted moving average over `n` bars, n >= 1: the newest bar weighs n, the oldest 1.
/// NaN until the window is full.
fn wma(x: &[f64], n: usize, cancelled: &dyn Fn() -> bool) -> Result<Vec<f64>, Cancelled> {
    let mut out = array(x.len());
    out.resize(x.len(), f64::NAN);
    let divisor = weights(n);
    let mut i = n - 1;
    while i < x.len() {
        let stop = (i + bars_between_looks(n)).min(x.len());
        while i < stop {
            let mut sum = 0.0;
            for j in 0..n {
                sum += x[i + 1 - n + j] * weight(j);
            }
            out[i] = sum / divisor;
            i += 1;
        }
        if i < x.len() && cancelled() {
            return Err(Cancelled);
        }
    }
    Ok(out)
}
