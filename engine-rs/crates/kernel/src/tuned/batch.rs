//! A batch of combos over the series, block by block.

use std::ops::Range;

use super::difference::Signs;
use super::filter::Filter;
use super::statistics::Statistics;
use super::tables::Tables;
use crate::direct::Block;
use crate::flips::Flips;
use crate::watch::Watch;
use crate::{Cancelled, Lanes, Position, Sweep, Windows};

/// Work of a bar of a combo, in the multiply-adds that [`Watch`] counts.
const WORK: usize = 16;

/// Words of 64 bars of a combo in a block with a bar in doubt, up to which those bars are decided
/// word by word. With more, the whole block is decided naively: it shares windows with the other
/// such combos.
const FEW: usize = 3;

/// One thread's batch of combos, and its room.
pub(super) struct Batch<'a> {
    lanes: Lanes,
    close: &'a [f64],
    bars: usize,
    combos: &'a [Windows],
    filters: Vec<Filter>,
    tables: Tables,
    /// Which bars are up, which down, in words of 64.
    up: Vec<u64>,
    down: Vec<u64>,
    naive: Block,
    flips: Flips,
    positions: Vec<Position>,
    statistics: Vec<Statistics>,
}

/// How the bars of one combo in one block are to be decided.
enum Decided {
    ByTheBound,
    NotYet,
}

impl<'a> Batch<'a> {
    /// Some combos of the sweep. `bars` is the size of a block, a multiple of 64. Combos of equal
    /// sqrt should be neighbours.
    pub(super) fn new(lanes: Lanes, sweep: &Sweep<'a>, combos: &'a [Windows], bars: usize) -> Self {
        Batch {
            lanes,
            close: sweep.close,
            bars,
            combos,
            filters: combos.iter().copied().map(Filter::new).collect(),
            tables: Tables::new(lanes, combos, bars),
            up: vec![0; bars / 64],
            down: vec![0; bars / 64],
            naive: Block::new(lanes),
            flips: Flips::new(),
            positions: vec![Position::new(sweep.fee); combos.len()],
            statistics: vec![Statistics::default(); combos.len()],
        }
    }

    /// Takes every combo through the series.
    pub(super) fn run(
        mut self,
        watch: &Watch<'_>,
    ) -> Result<(Vec<Position>, Vec<Statistics>), Cancelled> {
        let mut left = Vec::new();
        for from in (0..self.close.len()).step_by(self.bars) {
            let bars = from..self.close.len().min(from + self.bars);
            let covered = self.tables.take(self.close, bars.clone());
            left.clear();
            for k in 0..self.combos.len() {
                if self.combos[k].warm_up() >= bars.end {
                    continue;
                }
                watch.spent(WORK * bars.len())?;
                if !covered {
                    left.push(k);
                } else if let Decided::NotYet = self.decide(k, bars.clone(), watch)? {
                    left.push(k);
                }
            }
            self.decide_naively(&left, bars, watch)?;
        }
        Ok((self.positions, self.statistics))
    }

    /// Decides the bars of the k-th combo by the bound, and those it leaves in doubt naively, if
    /// they are few.
    fn decide(
        &mut self,
        k: usize,
        bars: Range<usize>,
        watch: &Watch<'_>,
    ) -> Result<Decided, Cancelled> {
        let words = bars.len().div_ceil(64);
        let filter = &self.filters[k];
        let all_sure = self.lanes.run(Signs {
            form: &filter.form,
            bound: filter.bound.sign(&self.tables.sums.largest),
            source: self.tables.source(filter, words),
            up: &mut self.up[..words],
            down: &mut self.down[..words],
        });
        let warm_up = self.combos[k].warm_up();
        let live = bars.start.max(warm_up)..bars.end;
        if live.len() < 64 * words {
            for word in 0..words {
                let live = bits(&live, bars.start + 64 * word);
                self.up[word] &= live;
                self.down[word] &= live;
            }
        }
        let mut in_doubt = 0;
        if !all_sure {
            let doubt = |word: usize| {
                bits(&live, bars.start + 64 * word) & !(self.up[word] | self.down[word])
            };
            in_doubt = (0..words).map(|word| doubt(word).count_ones() as usize).sum();
            self.statistics[k].in_doubt += in_doubt as u64;
            if (0..words).filter(|&word| doubt(word) != 0).count() > FEW {
                return Ok(Decided::NotYet);
            }
            for word in 0..words {
                self.decide_few(k, word, bars.start + 64 * word, &live, watch)?;
            }
        }
        self.statistics[k].blocks_by_the_bound += 1;
        self.statistics[k].sure += (live.len() - in_doubt) as u64;
        let (up, down) = (&self.up[..words], &self.down[..words]);
        self.flips.trade(self.lanes, &mut self.positions[k], up, down, &self.close[bars]);
        Ok(Decided::ByTheBound)
    }

    /// Decides naively the bars in doubt of the word that begins with bar `from`.
    fn decide_few(
        &mut self,
        k: usize,
        word: usize,
        from: usize,
        live: &Range<usize>,
        watch: &Watch<'_>,
    ) -> Result<(), Cancelled> {
        let doubt = bits(live, from) & !(self.up[word] | self.down[word]);
        if doubt == 0 {
            return Ok(());
        }
        let (first, last) = (doubt.trailing_zeros(), 63 - doubt.leading_zeros());
        let bars = from + first as usize..from + last as usize + 1;
        self.statistics[k].naive += bars.len() as u64;
        self.naive.share(self.close, bars, &self.combos[k..=k], watch)?;
        self.naive.smooth(&self.combos[k], watch)?;
        let (up, down) = self.naive.compare();
        self.up[word] |= up[0] << first & doubt;
        self.down[word] |= down[0] << first & doubt;
        Ok(())
    }

    /// Decides all bars of those combos in the naive arithmetic.
    fn decide_naively(
        &mut self,
        which: &[usize],
        bars: Range<usize>,
        watch: &Watch<'_>,
    ) -> Result<(), Cancelled> {
        if which.is_empty() {
            return Ok(());
        }
        let combos: Vec<Windows> = which.iter().map(|&k| self.combos[k]).collect();
        let mut positions: Vec<Position> = which.iter().map(|&k| self.positions[k]).collect();
        self.naive.trade(self.close, bars.clone(), &combos, &mut positions, watch)?;
        for (&k, position) in which.iter().zip(positions) {
            self.positions[k] = position;
            let live = bars.end - bars.start.max(self.combos[k].warm_up());
            self.statistics[k].blocks_naive += 1;
            self.statistics[k].naive += live as u64;
        }
        Ok(())
    }
}

/// Which of the 64 bars from `from` on are in the range.
fn bits(range: &Range<usize>, from: usize) -> u64 {
    let before = range.start.saturating_sub(from).min(64);
    let after = (from + 64).saturating_sub(range.end).min(64);
    u64::MAX.checked_shl(before as u32).unwrap_or(0)
        & u64::MAX.checked_shr(after as u32).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::bits;

    #[test]
    fn bars_in_the_range() {
        assert_eq!(bits(&(0..512), 192), u64::MAX);
        assert_eq!(bits(&(3..512), 0), u64::MAX << 3);
        assert_eq!(bits(&(64..512), 0), 0);
        assert_eq!(bits(&(64..512), 64), u64::MAX);
        assert_eq!(bits(&(512..520), 512), 0xff);
        assert_eq!(bits(&(514..520), 512), 0xfc);
        assert_eq!(bits(&(0..65), 64), 1);
        assert_eq!(bits(&(0..64), 64), 0);
    }
}
