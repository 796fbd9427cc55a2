//! What the filters of a batch are applied to, in the current block of bars.

use std::ops::Range;

use super::difference::{Smoothing, Source};
use super::filter::{Filter, Form};
use super::sums::{PADDING, Sums};
use crate::aligned::Aligned;
use crate::{Lanes, Windows};

/// The sums of a block, and the two smoothings of it that were asked for last.
pub(super) struct Tables {
    lanes: Lanes,
    pub(super) sums: Sums,
    on_sqrt: Smoothed,
    on_p: Smoothed,
}

impl Tables {
    /// For blocks of up to `bars` bars, a multiple of 64, and those combos.
    pub(super) fn new(lanes: Lanes, combos: &[Windows], bars: usize) -> Self {
        // Whole vectors, so that the block's first bar is where a vector begins.
        let reach = combos.iter().map(Filter::reach).max().unwrap_or(0).next_multiple_of(8) + 8;
        let smoothed = || {
            let mut values = Aligned::default();
            values.resize(reach + bars + PADDING);
            Smoothed { values, held: None }
        };
        let (on_sqrt, on_p) = (smoothed(), smoothed());
        Tables { lanes, sums: Sums::new(reach, bars), on_sqrt, on_p }
    }

    /// Takes up a block. False if the bound does not cover its closes.
    pub(super) fn take(&mut self, close: &[f64], bars: Range<usize>) -> bool {
        (self.on_sqrt.held, self.on_p.held) = (None, None);
        self.sums.take(close, bars)
    }

    /// What the filter is applied to, for the first `words` words of the block.
    pub(super) fn source(&mut self, filter: &Filter, words: usize) -> Source<'_> {
        let start = self.sums.start();
        if let Form::Sparse(_) = filter.form {
            let Windows { half, full, sqrt, p3, p2, p } = filter.windows;
            let to = start + 64 * words;
            let p4 = &self.sums.p4;
            self.on_sqrt.hold(self.lanes, p4, sqrt, start - half.max(full) - 1..to);
            self.on_p.hold(self.lanes, p4, p, start - p3.max(p2).max(p) - 1..to);
        }
        Source { x: &self.sums.x, on_sqrt: &self.on_sqrt.values, on_p: &self.on_p.values, start }
    }
}

/// T of one length over the block.
struct Smoothed {
    values: Aligned,
    /// Its length and the values that are there.
    held: Option<(usize, Range<usize>)>,
}

impl Smoothed {
    /// Computes T of length n for `values`, unless it is there.
    fn hold(&mut self, lanes: Lanes, p4: &[f64], n: usize, values: Range<usize>) {
        if let Some((length, held)) = &self.held
            && *length == n
            && held.start <= values.start
            && held.end >= values.end
        {
            return;
        }
        // Down to a whole vector, for aligned stores.
        let from = values.start / 8 * 8;
        let smoothing = Smoothing { p4, n, from, to: values.end, smoothed: &mut self.values };
        lanes.run(smoothing);
        self.held = Some((n, from..values.end));
    }
}
