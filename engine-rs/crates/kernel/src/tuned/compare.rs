//! The tuned and the naive difference of single bars, and the bound between them: to look at, not
//! to trade by.

use std::ops::Range;

use super::difference::Differences;
use super::filter::Filter;
use super::tables::Tables;
use super::{LONGEST, class_of};
use crate::direct::Block;
use crate::watch::Watch;
use crate::{Lanes, Windows};

/// HMA3 - HMA of one bar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compared {
    /// The bar, counted from the start of the series.
    pub bar: usize,
    /// By the tuned filter. NaN where the bound does not cover the block: NaN or infinite closes,
    /// or beyond 1e-250 to 1e250.
    pub tuned: f64,
    /// By the naive arithmetic: the two averages, subtracted. NaN where one of them is NaN.
    pub naive: f64,
    /// The tuned difference is at most this far from the exact one. NaN as `tuned`.
    pub tuned_bound: f64,
    /// The naive difference is at most this far from the exact one, before the subtraction's own
    /// rounding, which keeps the sign. NaN as `tuned`.
    pub naive_bound: f64,
}

impl Compared {
    /// Whether the tuned difference alone tells the naive sign: it is beyond both bounds together.
    pub fn sure(&self) -> bool {
        self.tuned.abs() > self.tuned_bound + self.naive_bound
    }
}

/// Compares one combo's differences on `bars` of the series, those from the first on at which both
/// averages are full. The blocks are the sweep's. None if the combo has 4,096 warm-up bars or more:
/// the sweep computes such combos in the naive arithmetic only.
///
/// # Panics
/// If `bars` goes beyond the series.
pub fn compare(
    lanes: Lanes,
    close: &[f64],
    windows: &Windows,
    bars: Range<usize>,
) -> Option<Vec<Compared>> {
    assert!(bars.end <= close.len(), "bars {bars:?} of a series of {}", close.len());
    let warm_up = windows.warm_up();
    if warm_up >= LONGEST {
        return None;
    }
    let size = class_of(warm_up).bars;
    let filter = Filter::new(*windows);
    let mut tables = Tables::new(lanes, &[*windows], size);
    let mut naive = Block::new(lanes);
    let watch = Watch::new(&|| false);
    let mut tuned = vec![0.0; size];
    let mut compared = Vec::new();
    for from in (bars.start / size * size..bars.end).step_by(size) {
        let block = from..close.len().min(from + size);
        let live = block.start.max(bars.start).max(warm_up)..block.end.min(bars.end);
        if live.is_empty() {
            continue;
        }
        let covered = tables.take(close, block.clone());
        if covered {
            let source = tables.source(&filter, size / 64);
            let differences = &mut tuned;
            lanes.run(Differences { form: &filter.form, source, differences });
        }
        let uncancelled = naive
            .share(close, live.clone(), &[*windows], &watch)
            .and_then(|()| naive.smooth(windows, &watch));
        uncancelled.expect("nothing cancels this");
        let (hma, hma3) = naive.averages();
        let largest = &tables.sums.largest;
        let if_covered = |value: f64| if covered { value } else { f64::NAN };
        compared.extend(live.clone().zip(hma.iter().zip(hma3)).map(|(bar, (hma, hma3))| {
            Compared {
                bar,
                tuned: if_covered(tuned[bar - from]),
                naive: hma3 - hma,
                tuned_bound: if_covered(filter.bound.tuned(largest)),
                naive_bound: if_covered(filter.bound.naive(largest)),
            }
        }));
    }
    Some(compared)
}
