//! Spreads the combos of a sweep over threads in batches, for kernels that share work between
//! combos.

use std::ops::{Range, RangeInclusive};
use std::sync::Mutex;
use std::thread;

use crate::Cancelled;

/// Most combos at a time: what is kept for a combo takes about a kilobyte.
const MOST: usize = 256;

/// Batches a thread, about, if it were not for the sizes that follow.
const TURNS: usize = 5;

/// Fewest combos at a time, of many and of few: what a batch shares costs as much as some combos do.
const FEWEST: RangeInclusive<usize> = 2..=8;

/// Calls `batch` with ranges that together are `0..count`, on up to `threads` threads.
///
/// Each thread takes half of its even share of what is left: large batches first, which share much,
/// and small ones at the end, so that no thread is left with much work.
///
/// # Errors
/// The first that a batch returned; the other threads return when their batch does.
pub(crate) fn batches(
    count: usize,
    threads: usize,
    batch: &(dyn Fn(Range<usize>) -> Result<(), Cancelled> + Sync),
) -> Result<(), Cancelled> {
    let threads = threads.min(count.div_ceil(*FEWEST.start()));
    if threads <= 1 {
        return (0..count).step_by(MOST).try_for_each(|from| batch(from..count.min(from + MOST)));
    }
    let fewest = (count / (TURNS * threads)).clamp(*FEWEST.start(), *FEWEST.end());
    let next = Mutex::new(0);
    let take = || {
        let mut next = next.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let share = (count - *next).div_ceil(2 * threads);
        let range = *next..count.min(*next + share.clamp(fewest, MOST));
        *next = range.end;
        range
    };
    let outcome = Mutex::new(Ok(()));
    let work = || {
        loop {
            let range = take();
            if range.is_empty() {
                return;
            }
            if let Err(cancelled) = batch(range) {
                *outcome.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Err(cancelled);
                return;
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            // Without another thread the ones there are do all the work.
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    outcome.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner())
}

#[cfg(test)]
mod tests {
    use std::ops::Range;
    use std::sync::Mutex;

    use super::{MOST, batches};
    use crate::Cancelled;

    #[test]
    fn every_combo_once_whatever_the_threads() {
        for threads in 1..6 {
            for count in [0, 1, 3, 4, 5, 80, 1_000] {
                let seen = Mutex::new(vec![0; count]);
                let mark = |range: Range<usize>| {
                    assert!(range.len() <= MOST);
                    seen.lock().unwrap()[range].iter_mut().for_each(|times| *times += 1);
                    Ok(())
                };
                batches(count, threads, &mark).unwrap();
                assert!(seen.into_inner().unwrap().into_iter().all(|times| times == 1));
            }
        }
    }

    #[test]
    fn a_cancelled_batch_is_the_outcome() {
        for threads in [1, 3] {
            let cancel =
                |range: Range<usize>| if range.contains(&50) { Err(Cancelled) } else { Ok(()) };
            assert_eq!(batches(80, threads, &cancel), Err(Cancelled));
        }
    }
}
