//! What a sweep is, and what a kernel is.

use crate::{FEE_PERCENT, Position, Windows};

/// One sweep: every combo over the same closes.
#[derive(Clone, Copy)]
pub struct Sweep<'a> {
    /// Closing prices, one a bar. Any float64, NaN and infinities too.
    pub close: &'a [f64],
    /// One set of windows a combo.
    pub combos: &'a [Windows],
    /// What a closed trade costs, in percent of its entry: any that [`crate::fee_percent`] gives.
    pub fee: f64,
    /// Threads to spread the combos over, at least 1. The result does not depend on it.
    pub threads: usize,
    /// Asked between combos or, by kernels that take the bars in blocks, every millisecond or so;
    /// and inside a combo of very much work. True ends the sweep.
    pub cancelled: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> Sweep<'a> {
    /// A sweep at the study's fee, on one thread, that nothing cancels.
    pub fn new(close: &'a [f64], combos: &'a [Windows]) -> Self {
        Sweep { close, combos, fee: FEE_PERCENT, threads: 1, cancelled: &|| false }
    }
}

/// The sweep was cancelled; there is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancelled;

/// What one combo came to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ComboResult {
    /// Sum over the closed trades, net of fees, in percent.
    pub pnl: f64,
    /// Closed trades.
    pub trades: i64,
}

impl From<Position> for ComboResult {
    fn from(position: Position) -> Self {
        ComboResult { pnl: position.pnl, trades: position.trades }
    }
}

/// The results of a sweep, one entry a combo in the order asked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SweepResult {
    /// PnL a combo, in percent.
    pub pnl: Vec<f64>,
    /// Closed trades a combo.
    pub trades: Vec<i64>,
}

impl FromIterator<ComboResult> for SweepResult {
    fn from_iter<I: IntoIterator<Item = ComboResult>>(rows: I) -> Self {
        let (pnl, trades) = rows.into_iter().map(|row| (row.pnl, row.trades)).unzip();
        SweepResult { pnl, trades }
    }
}

/// A way to compute a sweep. All give the same result to the bit.
pub trait Kernel: Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// Computes every combo. Windows longer than the series never fill: no trades, PnL 0.
    ///
    /// # Errors
    /// [`Cancelled`] when `sweep.cancelled` said so.
    fn sweep(&self, sweep: &Sweep<'_>) -> Result<SweepResult, Cancelled>;
}
