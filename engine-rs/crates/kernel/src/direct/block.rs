//! A block of bars: both averages of many combos, in the naive arithmetic.

use std::ops::Range;

use super::first::{FirstAverages, MOST_STARTS};
use super::second::{Compare, Raw, Raw3, Smooth};
use crate::aligned::Aligned;
use crate::flips::Flips;
use crate::watch::Watch;
use crate::{Cancelled, Lanes, Position, Windows};

/// Most values that the shared windows of a block may take: 4 MiB. Combos that need more share
/// less.
const MOST_SHARED: usize = 1 << 19;

/// Room for the averages of a block, used again from block to block.
pub(crate) struct Block {
    lanes: Lanes,
    shared: bool,
    /// The closes the block's windows cover, NaN where the series has none.
    x: Aligned,
    /// The window lengths of the close, ascending.
    lengths: Vec<usize>,
    /// A row of `stride` averages a length. The block's first bar is at `MOST_STARTS + reach`.
    rows: Aligned,
    stride: usize,
    /// Bars before the block's first that the smoothing windows reach back.
    reach: usize,
    bars: usize,
    raw: Aligned,
    hma: Aligned,
    hma3: Aligned,
    /// The windows that `hma` and `hma3` now hold the average of.
    hma_of: Option<[usize; 3]>,
    hma3_of: Option<[usize; 3]>,
    up: Vec<u64>,
    down: Vec<u64>,
    flips: Flips,
}

impl Block {
    pub(crate) fn new(lanes: Lanes) -> Self {
        Block {
            lanes,
            shared: true,
            x: Aligned::default(),
            lengths: Vec::new(),
            rows: Aligned::default(),
            stride: 0,
            reach: 0,
            bars: 0,
            raw: Aligned::default(),
            hma: Aligned::default(),
            hma3: Aligned::default(),
            hma_of: None,
            hma3_of: None,
            up: Vec::new(),
            down: Vec::new(),
            flips: Flips::new(),
        }
    }

    /// From now on each window is summed for itself.
    pub(super) fn share_nothing(&mut self) {
        self.shared = false;
    }

    /// Takes the positions of all combos through `bars` of the series.
    pub(crate) fn trade(
        &mut self,
        close: &[f64],
        bars: Range<usize>,
        combos: &[Windows],
        positions: &mut [Position],
        watch: &Watch<'_>,
    ) -> Result<(), Cancelled> {
        let mut rest = combos.iter().zip(positions);
        let mut left = combos;
        while !left.is_empty() {
            let (now, later) = left.split_at(self.fitting(left, bars.len()));
            self.share(close, bars.clone(), now, watch)?;
            for (windows, position) in rest.by_ref().take(now.len()) {
                self.smooth(windows, watch)?;
                self.compare();
                let close = &close[bars.clone()];
                self.flips.trade(self.lanes, position, &self.up, &self.down, close);
            }
            left = later;
        }
        Ok(())
    }

    /// How many of the combos, one at least, can share windows in the memory there is for it.
    fn fitting(&self, combos: &[Windows], bars: usize) -> usize {
        let mut longest = 0;
        let fits = |&(before, windows): &(usize, &Windows)| {
            longest = longest.max(windows.sqrt).max(windows.p);
            let stride = bars.saturating_add(longest).saturating_add(2 * MOST_STARTS);
            before == 0 || (before + 1).saturating_mul(5).saturating_mul(stride) <= MOST_SHARED
        };
        combos.iter().enumerate().take_while(fits).count()
    }

    /// Computes the windows of the close that the combos need in `bars` of the series.
    pub(crate) fn share(
        &mut self,
        close: &[f64],
        bars: Range<usize>,
        combos: &[Windows],
        watch: &Watch<'_>,
    ) -> Result<(), Cancelled> {
        (self.hma_of, self.hma3_of) = (None, None);
        self.lengths.clear();
        self.lengths.extend(combos.iter().flat_map(|w| [w.half, w.full, w.p3, w.p2, w.p]));
        self.lengths.sort_unstable();
        self.lengths.dedup();
        self.bars = bars.len();
        self.reach = combos.iter().map(|w| w.sqrt.max(w.p) - 1).max().unwrap_or(0);
        let longest = self.lengths.last().copied().unwrap_or(1);
        let averages = self.reach + self.bars;
        self.stride = averages + 2 * MOST_STARTS;
        self.rows.resize(self.lengths.len() * self.stride);

        // An average over a window that is not full is NaN, and so is one over a window with a NaN
        // in it.
        let closes = averages + longest - 1;
        self.x.resize(closes + MOST_STARTS);
        let before = (closes - self.bars).saturating_sub(bars.start);
        let first = (bars.start + self.bars + before) - closes;
        self.x[..before].fill(f64::NAN);
        self.x[before..closes].copy_from_slice(&close[first..bars.end]);
        self.x[closes..].fill(f64::NAN);

        if self.shared {
            return self.average(0..self.lengths.len(), watch);
        }
        combos.iter().flat_map(|w| [w.half, w.full, w.p3, w.p2, w.p]).try_for_each(|n| {
            let row = self.row_of(n);
            self.average(row..row + 1, watch)
        })
    }

    /// Averages the closes into those rows.
    fn average(&mut self, rows: Range<usize>, watch: &Watch<'_>) -> Result<(), Cancelled> {
        let lengths = &self.lengths[rows.clone()];
        let (Some(&longest), Some(&of_all)) = (lengths.last(), self.lengths.last()) else {
            return Ok(());
        };
        let bars = self.reach + self.bars;
        let starts = bars + longest - 1;
        let at_once = at_once(longest);
        for start in (0..starts).step_by(at_once) {
            let end = starts.min(start + at_once);
            self.lanes.run(FirstAverages {
                x: &self.x[of_all - longest..],
                lengths,
                rows: &mut self.rows[rows.start * self.stride..],
                stride: self.stride,
                bars,
                starts: start..end,
            });
            watch.spent((end - start).saturating_mul(longest))?;
        }
        Ok(())
    }

    /// Computes both averages of a combo whose windows are shared.
    pub(crate) fn smooth(&mut self, windows: &Windows, watch: &Watch<'_>) -> Result<(), Cancelled> {
        let &Windows { half, full, sqrt, p3, p2, p } = windows;
        if self.hma_of != Some([half, full, sqrt]) {
            self.hma_of = Some([half, full, sqrt]);
            let [half, full] = [half, full].map(|n| self.rows_from(n, sqrt));
            let averages = self.bars + sqrt - 1;
            self.raw.resize(averages + MOST_STARTS);
            self.lanes.run(Raw {
                half: &self.rows[half..half + averages],
                full: &self.rows[full..full + averages],
                raw: &mut self.raw,
            });
            smooth(self.lanes, &self.raw, sqrt, &mut self.hma, self.bars, watch)?;
        }
        if self.hma3_of != Some([p3, p2, p]) {
            self.hma3_of = Some([p3, p2, p]);
            let [a, b, c] = [p3, p2, p].map(|n| self.rows_from(n, p));
            let averages = self.bars + p - 1;
            self.raw.resize(averages + MOST_STARTS);
            self.lanes.run(Raw3 {
                a: &self.rows[a..a + averages],
                b: &self.rows[b..b + averages],
                c: &self.rows[c..c + averages],
                raw: &mut self.raw,
            });
            smooth(self.lanes, &self.raw, p, &mut self.hma3, self.bars, watch)?;
        }
        Ok(())
    }

    /// Both averages of the combo last smoothed, HMA and HMA3, one value a bar of the block.
    pub(crate) fn averages(&self) -> (&[f64], &[f64]) {
        (&self.hma[..self.bars], &self.hma3[..self.bars])
    }

    /// Which bars, in words of 64, the combo last smoothed has HMA3 above HMA on, and on which
    /// below.
    pub(crate) fn compare(&mut self) -> (&[u64], &[u64]) {
        let words = self.bars.div_ceil(64);
        self.up.resize(words, 0);
        self.down.resize(words, 0);
        let (up, down) = (&mut self.up, &mut self.down);
        self.lanes.run(Compare { hma: &self.hma, hma3: &self.hma3, up, down });
        let there = u64::MAX >> (64 * words - self.bars);
        for word in [&mut self.up, &mut self.down].into_iter().filter_map(|words| words.last_mut())
        {
            *word &= there;
        }
        (&self.up, &self.down)
    }

    /// Where in `rows` the averages of length `n` begin that a smoothing window of `smoothing`
    /// needs.
    fn rows_from(&self, n: usize, smoothing: usize) -> usize {
        self.row_of(n) * self.stride + MOST_STARTS + self.reach + 1 - smoothing
    }

    fn row_of(&self, n: usize) -> usize {
        self.lengths.binary_search(&n).expect("the windows of every combo of the block are shared")
    }
}

/// Windows of that length to sum between two looks at the watch: whole turns of the loops, one at
/// least.
fn at_once(length: usize) -> usize {
    (Watch::WORK / length).max(1).next_multiple_of(MOST_STARTS)
}

/// Averages `raw` over windows of `n` for `bars` bars.
fn smooth(
    lanes: Lanes,
    raw: &[f64],
    n: usize,
    averages: &mut Aligned,
    bars: usize,
    watch: &Watch<'_>,
) -> Result<(), Cancelled> {
    averages.resize(bars + MOST_STARTS);
    let at_once = at_once(n);
    for from in (0..bars).step_by(at_once) {
        let to = bars.min(from + at_once);
        lanes.run(Smooth { x: raw, n, averages, from, to });
        watch.spent((to - from).saturating_mul(n))?;
    }
    Ok(())
}
