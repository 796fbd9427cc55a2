//! The naive arithmetic on many bars at once, windows of the close shared.
//!
//! Each weighted sum is the naive kernel's, product by product in ascending order, so every value
//! has the naive value's bits. Two things are different.
//!
//! The naive kernel adds one product to one sum at a time and so waits for each addition. Here the
//! sums of many bars run side by side, in the lanes of vectors and in several vectors.
//!
//! A window's sum starts at its oldest bar with weight 1. Two windows that start at the same bar
//! therefore start with the same products, and the sum of the shorter one is on the way to that of
//! the longer one. All windows of the close, of all combos, are read off one running sum for each
//! starting bar, as long as the longest window.
//!
//! Bars come in blocks, so memory does not grow with the series.

mod block;
mod first;
mod second;

pub(crate) use block::Block;

use std::cmp::Reverse;
use std::sync::Mutex;

use crate::batches::batches;
use crate::distinct::Distinct;
use crate::watch::Watch;
use crate::{Cancelled, ComboResult, Kernel, Lanes, Position, Sweep, SweepResult, Windows};

/// Direct sums on many bars at once.
#[derive(Clone, Copy, Debug)]
pub struct Direct {
    lanes: Option<Lanes>,
    shared: bool,
}

impl Direct {
    /// At the widest that the processor has.
    pub const WIDEST: Direct = Direct { lanes: None, shared: true };

    /// At that width; on a processor without it, one float64 at a time.
    pub const fn with_lanes(lanes: Lanes) -> Self {
        Direct { lanes: Some(lanes), shared: true }
    }

    /// The same with nothing shared: each window of each combo is summed for itself. It is slower,
    /// and there to measure by how much.
    pub const fn unshared(self) -> Self {
        Direct { shared: false, ..self }
    }
}

impl Kernel for Direct {
    fn name(&self) -> &'static str {
        match (self.shared, self.lanes) {
            (true, None) => "direct",
            (true, Some(Lanes::Scalar)) => "direct-scalar",
            (true, Some(Lanes::Sse2)) => "direct-sse2",
            (true, Some(Lanes::Avx2)) => "direct-avx2",
            (true, Some(Lanes::Avx512)) => "direct-avx512",
            (true, Some(Lanes::Simd128)) => "direct-simd128",
            (false, None) => "direct-unshared",
            (false, Some(Lanes::Scalar)) => "direct-unshared-scalar",
            (false, Some(Lanes::Sse2)) => "direct-unshared-sse2",
            (false, Some(Lanes::Avx2)) => "direct-unshared-avx2",
            (false, Some(Lanes::Avx512)) => "direct-unshared-avx512",
            (false, Some(Lanes::Simd128)) => "direct-unshared-simd128",
        }
    }

    fn sweep(&self, sweep: &Sweep<'_>) -> Result<SweepResult, Cancelled> {
        let lanes = self.lanes.unwrap_or_else(Lanes::widest);
        let watch = Watch::new(sweep.cancelled);
        let distinct = Distinct::new(sweep.combos, sweep.close.len());
        let mut order: Vec<usize> = (0..distinct.combos.len()).collect();
        // Longest first, and those that share an average next to each other.
        order.sort_by_key(|&k| {
            let Windows { half, full, sqrt, p3, p2, p } = distinct.combos[k];
            Reverse([p, p2, p3, full, half, sqrt])
        });
        let rows = Mutex::new(vec![ComboResult::default(); order.len()]);
        batches(order.len(), sweep.threads, &|range| {
            let places = &order[range];
            let combos: Vec<Windows> = places.iter().map(|&k| distinct.combos[k]).collect();
            let mut positions = vec![Position::new(sweep.fee); combos.len()];
            let mut block = Block::new(lanes);
            if self.shared {
                over_blocks(&mut block, sweep.close, &combos, &mut positions, &watch)?;
            } else {
                block.share_nothing();
                for (windows, position) in combos.chunks(1).zip(positions.chunks_mut(1)) {
                    over_blocks(&mut block, sweep.close, windows, position, &watch)?;
                }
            }
            let mut rows = rows.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            places.iter().zip(positions).for_each(|(&k, position)| rows[k] = position.into());
            Ok(())
        })?;
        let rows = rows.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        Ok(distinct.result(&rows))
    }
}

/// Bars of a block, where the windows do not ask for more.
const BARS: usize = 512;

/// Takes the positions of all combos through the series, block by block.
fn over_blocks(
    block: &mut Block,
    close: &[f64],
    combos: &[Windows],
    positions: &mut [Position],
    watch: &Watch<'_>,
) -> Result<(), Cancelled> {
    // A block computes anew what its smoothing windows reach back: at most a quarter more.
    let reach = combos.iter().map(|windows| windows.sqrt.max(windows.p)).max().unwrap_or(1);
    let bars = BARS.max(reach.saturating_mul(4)).next_multiple_of(64);
    // Before that bar no combo has both averages.
    let first = combos.iter().map(Windows::warm_up).min().unwrap_or(0);
    for from in (first..close.len()).step_by(bars) {
        let to = close.len().min(from.saturating_add(bars));
        block.trade(close, from..to, combos, positions, watch)?;
    }
    Ok(())
}
