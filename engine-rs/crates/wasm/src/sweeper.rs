//! One sweep after another in the same memory.

use ipc_tax_kernel::{Cancelled, Kernel, Sweep, SweepResult, Windows};

/// Places for what a sweep reads, kept from sweep to sweep, and the last sweep's rows.
#[derive(Default)]
pub struct Sweeper {
    closes: Vec<f64>,
    bars: usize,
    windows: Vec<u32>,
    rows: SweepResult,
}

impl Sweeper {
    /// A place for `bars` closes. It holds those of the last sweep if it was as long or longer.
    /// `None` when there is no memory.
    pub fn closes(&mut self, bars: usize) -> Option<&mut [f64]> {
        self.bars = 0;
        place(&mut self.closes, bars)?;
        self.bars = bars;
        self.closes.get_mut(..bars)
    }

    /// A place for six window lengths a combo, in wire order. `None` when there is no memory.
    pub fn windows(&mut self, combos: usize) -> Option<&mut [u32]> {
        self.windows.clear();
        place(&mut self.windows, combos.checked_mul(6)?)?;
        self.windows.truncate(combos * 6);
        Some(&mut self.windows)
    }

    /// Sweeps what is in the places, at a fee a trade in percent of its entry. `None` when it was cancelled, or a window has length 0.
    pub fn sweep(
        &mut self,
        kernel: &dyn Kernel,
        fee: f64,
        cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Option<&SweepResult> {
        let combo = |lengths: &[u32]| {
            let lengths: [u32; 6] = lengths.try_into().ok()?;
            Windows::from_lengths(lengths.map(|n| n as usize))
        };
        let combos: Option<Vec<Windows>> = self.windows.chunks_exact(6).map(combo).collect();
        let close = &self.closes[..self.bars];
        match kernel.sweep(&Sweep { close, combos: &combos?, fee, threads: 1, cancelled }) {
            Ok(rows) => {
                self.rows = rows;
                Some(&self.rows)
            }
            Err(Cancelled) => None,
        }
    }

    /// The rows of the last sweep that had any.
    pub fn rows(&self) -> &SweepResult {
        &self.rows
    }
}

/// Makes the place at least `length` long.
fn place<T: Copy + Default>(values: &mut Vec<T>, length: usize) -> Option<()> {
    if values.len() < length {
        // What is in it goes first: there may be no memory for both.
        *values = Vec::new();
        values.try_reserve_exact(length).ok()?;
        values.resize(length, T::default());
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use ipc_tax_kernel::{FEE_PERCENT, KERNELS, Sweep, Windows};

    use super::Sweeper;

    #[test]
    fn sweeps_of_any_length_one_after_another() {
        let walk: Vec<f64> = (0..500).map(|i| 100.0 + (i * i % 83) as f64).collect();
        let mut sweeper = Sweeper::default();
        for (bars, lengths) in [(300, vec![6, 20]), (500, vec![9]), (0, vec![6]), (80, vec![])] {
            let combos: Vec<Windows> = lengths.into_iter().map(Windows::of_length).collect();
            sweeper.closes(bars).unwrap().copy_from_slice(&walk[..bars]);
            let packed: Vec<u32> =
                combos.iter().flat_map(|combo| combo.lengths()).map(|n| n as u32).collect();
            sweeper.windows(combos.len()).unwrap().copy_from_slice(&packed);
            for kernel in KERNELS {
                for fee in [FEE_PERCENT, 0.0, 12.5] {
                    let sweep = Sweep { fee, ..Sweep::new(&walk[..bars], &combos) };
                    let expected = kernel.sweep(&sweep).unwrap();
                    assert_eq!(sweeper.sweep(*kernel, fee, &|| false), Some(&expected));
                }
            }
        }
    }

    #[test]
    fn no_memory_is_told_and_leaves_no_series() {
        let mut sweeper = Sweeper::default();
        assert!(sweeper.closes(7).is_some());
        assert!(sweeper.closes(usize::MAX / 8).is_none());
        assert!(sweeper.windows(usize::MAX / 2).is_none());
        sweeper.windows(1).unwrap().fill(1);
        let rows = sweeper.sweep(KERNELS[0], FEE_PERCENT, &|| false).unwrap();
        assert_eq!((rows.pnl.as_slice(), rows.trades.as_slice()), (&[0.0][..], &[0][..]));
    }

    #[test]
    fn a_window_of_nothing_and_a_cancelled_sweep_have_no_rows() {
        let mut sweeper = Sweeper::default();
        sweeper.closes(5).unwrap().fill(1.0);
        sweeper.windows(1).unwrap();
        assert!(sweeper.sweep(KERNELS[0], FEE_PERCENT, &|| false).is_none());
        sweeper.windows(9).unwrap().fill(3);
        assert!(sweeper.sweep(KERNELS[0], FEE_PERCENT, &|| true).is_none());
    }
}
