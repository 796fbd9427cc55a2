//! Equal combos are computed once.

use std::collections::HashMap;

use crate::{ComboResult, SweepResult, Windows};

/// The combos of a sweep that have to be computed, and which asked-for combo is which of them.
pub(crate) struct Distinct {
    /// Each once; those that can trade at all.
    pub(crate) combos: Vec<Windows>,
    /// One entry a combo asked for: its place in `combos`, `None` if its averages never fill.
    places: Vec<Option<usize>>,
}

impl Distinct {
    /// Of the combos over a series of `bars` closes.
    pub(crate) fn new(asked: &[Windows], bars: usize) -> Self {
        let mut combos = Vec::new();
        let mut known = HashMap::new();
        let places = asked.iter().map(|&windows| {
            (windows.warm_up() < bars).then(|| {
                *known.entry(windows).or_insert_with(|| {
                    combos.push(windows);
                    combos.len() - 1
                })
            })
        });
        let places = places.collect();
        Distinct { combos, places }
    }

    /// From one row a distinct combo to one a combo asked for.
    pub(crate) fn result(&self, rows: &[ComboResult]) -> SweepResult {
        self.places.iter().map(|place| place.map_or(ComboResult::default(), |k| rows[k])).collect()
    }

    /// As [`Self::result`], for anything else that is known of a combo.
    pub(crate) fn spread<T: Copy + Default>(&self, rows: &[T]) -> Vec<T> {
        self.places.iter().map(|place| place.map_or(T::default(), |k| rows[k])).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Distinct;
    use crate::{ComboResult, Windows};

    #[test]
    fn equal_combos_share_a_row_and_those_that_never_fill_have_none() {
        let asked = [6, 8, 6, 400, 8].map(Windows::of_length);
        let distinct = Distinct::new(&asked, 300);
        assert_eq!(distinct.combos, [asked[0], asked[1]]);
        let rows = [1, 2].map(|trades| ComboResult { pnl: 0.5, trades });
        assert_eq!(distinct.result(&rows).trades, [1, 2, 1, 0, 2]);
        assert_eq!(distinct.result(&rows).pnl, [0.5, 0.5, 0.5, 0.0, 0.5]);
    }
}
