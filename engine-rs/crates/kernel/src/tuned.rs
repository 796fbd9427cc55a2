//! HMA3 - HMA as one sparse filter, with a bound on its error.

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
                let batch = Batch::new(lanes, sweep.close, &combos, class.bars);
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

/// Combos of about the same length go together, in blocks of a size that suits them: long enough for
/// what the filters reach back to, short enough for the sums to stay small and in the cache.
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
