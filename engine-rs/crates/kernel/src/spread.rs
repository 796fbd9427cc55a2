//! Spreads the combos of a sweep over threads, for kernels that compute each combo alone.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use crate::{Cancelled, ComboResult, Sweep, SweepResult, Windows};

/// Computes one combo over the sweep's closes.
type Combo = fn(&Sweep<'_>, &Windows) -> Result<ComboResult, Cancelled>;

/// Multiply-adds of one pass between two looks at `cancelled`: a few milliseconds.
const WORK_BETWEEN_LOOKS: usize = 1 << 22;

/// Bars of a pass with window `n` between two looks at `cancelled`.
pub(crate) fn bars_between_looks(n: usize) -> usize {
    (WORK_BETWEEN_LOOKS / n).max(1)
}

/// Every combo of the sweep by `combo`, with a look at `cancelled` between combos.
pub(crate) fn spread(sweep: &Sweep<'_>, combo: Combo) -> Result<SweepResult, Cancelled> {
    if sweep.threads.min(sweep.combos.len()) > 1 {
        return over_threads(sweep, combo);
    }
    let mut rows = Vec::with_capacity(sweep.combos.len());
    for (k, windows) in sweep.combos.iter().enumerate() {
        if k > 0 && (sweep.cancelled)() {
            return Err(Cancelled);
        }
        rows.push(combo(sweep, windows)?);
    }
    Ok(rows.into_iter().collect())
}

/// Threads take the combos one by one, longest windows first, so that none is left with much work
/// at the end.
fn over_threads(sweep: &Sweep<'_>, combo: Combo) -> Result<SweepResult, Cancelled> {
    let mut order: Vec<usize> = (0..sweep.combos.len()).collect();
    order.sort_by_key(|&k| std::cmp::Reverse(sweep.combos[k].work()));
    let rows = Mutex::new(vec![ComboResult::default(); order.len()]);
    let next = AtomicUsize::new(0);
    let cancelled = AtomicBool::new(false);

    let take_combos = || {
        for turn in 0.. {
            let Some(&k) = order.get(next.fetch_add(1, Ordering::Relaxed)) else {
                return;
            };
            if cancelled.load(Ordering::Relaxed) || (turn > 0 && (sweep.cancelled)()) {
                cancelled.store(true, Ordering::Relaxed);
                return;
            }
            match combo(sweep, &sweep.combos[k]) {
                Ok(row) => rows.lock().unwrap_or_else(|poisoned| poisoned.into_inner())[k] = row,
                Err(Cancelled) => cancelled.store(true, Ordering::Relaxed),
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..sweep.threads.min(order.len()) {
            // Without another thread the ones there are do all the work.
            if thread::Builder::new().spawn_scoped(scope, take_combos).is_err() {
                break;
            }
        }
        take_combos();
    });

    if cancelled.into_inner() {
        return Err(Cancelled);
    }
    let rows = rows.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    Ok(rows.into_iter().collect())
}
