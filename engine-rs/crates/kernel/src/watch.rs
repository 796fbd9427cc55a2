//! Looks at `cancelled`, for kernels that work on many combos at once.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::Cancelled;

/// What all threads of one sweep look at, as often as the work that they do together asks for.
pub(crate) struct Watch<'a> {
    cancelled: &'a (dyn Fn() -> bool + Sync),
    /// A sweep once cancelled stays so, whatever `cancelled` says to the next thread.
    seen: AtomicBool,
    work: AtomicUsize,
}

impl<'a> Watch<'a> {
    /// Multiply-adds between two looks: about a millisecond. Also the most to do without asking.
    pub(crate) const WORK: usize = 1 << 22;

    pub(crate) fn new(cancelled: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Watch { cancelled, seen: AtomicBool::new(false), work: AtomicUsize::new(0) }
    }

    /// Some thread has done `work` multiply-adds.
    pub(crate) fn spent(&self, work: usize) -> Result<(), Cancelled> {
        let before = self.work.fetch_add(work, Ordering::Relaxed);
        // Very much work may take the count, where `usize` has 32 bits, once around.
        let due =
            work >= Self::WORK || before / Self::WORK != before.wrapping_add(work) / Self::WORK;
        if due && (self.cancelled)() {
            self.seen.store(true, Ordering::Relaxed);
        }
        if self.seen.load(Ordering::Relaxed) { Err(Cancelled) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::Watch;
    use crate::Cancelled;

    #[test]
    fn looks_when_it_is_due_and_stays_cancelled() {
        let looks = AtomicUsize::new(0);
        let cancelled = || looks.fetch_add(1, Ordering::Relaxed) == 1;
        let watch = Watch::new(&cancelled);
        for _ in 0..7 {
            assert_eq!(watch.spent(Watch::WORK / 4), Ok(()));
        }
        assert_eq!(looks.load(Ordering::Relaxed), 1);
        assert_eq!(watch.spent(Watch::WORK / 4), Err(Cancelled));
        assert_eq!(watch.spent(1), Err(Cancelled));
        assert_eq!(watch.spent(Watch::WORK), Err(Cancelled));
    }

    #[test]
    fn any_amount_of_work_is_looked_at() {
        for work in [Watch::WORK, Watch::WORK + 1, usize::MAX - 1, usize::MAX] {
            let watch = Watch::new(&|| true);
            assert_eq!(watch.spent(1), Ok(()));
            assert_eq!(watch.spent(work), Err(Cancelled), "{work}");
        }
    }
}
