//! What is to be swept, checked, apart from the series.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ipc_tax_kernel::{
    Cancelled, Kernel, MOST_FEE_PERCENT, Sweep, SweepResult, Windows, fee_percent,
};
use napi::{Error, Result, Status};

/// Longest window that is taken: 2^26 bars (WIRE.md).
const MAX_WINDOW: u32 = 1 << 26;

/// Most threads of one sweep.
const MAX_THREADS: u32 = 1024;

/// One sweep that may start.
pub struct Job {
    kernel: &'static dyn Kernel,
    combos: Vec<Windows>,
    fee: f64,
    threads: usize,
    deadline: Option<Instant>,
}

impl Job {
    /// `windows` has six lengths a combo, in wire order; `fee` is in percent of a trade's entry,
    /// `timeout` in milliseconds from now.
    ///
    /// # Errors
    /// InvalidArg naming the argument. The library checks all of them first, in its own words.
    pub fn new(
        kernel: &str,
        windows: &[u32],
        fee: f64,
        threads: u32,
        timeout: Option<f64>,
    ) -> Result<Self> {
        Ok(Job {
            kernel: ipc_tax_kernel::find(kernel)
                .ok_or_else(|| invalid(format!("kernel: there is no {kernel}")))?,
            combos: combos(windows)?,
            fee: fee_percent(fee)
                .ok_or_else(|| invalid(format!("fee: {fee} is not 0 to {MOST_FEE_PERCENT}")))?,
            threads: match threads {
                1..=MAX_THREADS => threads as usize,
                _ => return Err(invalid(format!("threads: {threads} is not 1 to {MAX_THREADS}"))),
            },
            // A time that no clock reaches is no limit.
            deadline: timeout
                .and_then(|ms| Duration::try_from_secs_f64(ms / 1000.0).ok())
                .and_then(|left| Instant::now().checked_add(left)),
        })
    }

    /// Computes the rows; `None` when it was cancelled or the time was over.
    ///
    /// # Errors
    /// GenericFailure with a panic's words.
    pub fn run(&self, close: &[f64], cancelled: &AtomicBool) -> Result<Option<SweepResult>> {
        let stopped = || {
            cancelled.load(Ordering::Relaxed)
                || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
        };
        if stopped() {
            return Ok(None);
        }
        let sweep = Sweep {
            close,
            combos: &self.combos,
            fee: self.fee,
            threads: self.threads,
            cancelled: &stopped,
        };
        // Nothing that a panic leaves half done is looked at again.
        match catch_unwind(AssertUnwindSafe(|| self.kernel.sweep(&sweep))) {
            Ok(Ok(rows)) => Ok(Some(rows)),
            Ok(Err(Cancelled)) => Ok(None),
            Err(panic) => Err(Error::new(Status::GenericFailure, words(panic.as_ref()))),
        }
    }
}

fn combos(windows: &[u32]) -> Result<Vec<Windows>> {
    let combos = windows.chunks_exact(6);
    if !combos.remainder().is_empty() {
        return Err(invalid(format!("windows: {} is not six a combo", windows.len())));
    }
    let combo = |lengths: &[u32]| {
        let lengths: [u32; 6] = lengths.try_into().ok()?;
        let too_long = lengths.iter().any(|&n| n > MAX_WINDOW);
        if too_long { None } else { Windows::from_lengths(lengths.map(|n| n as usize)) }
    };
    let refused = || invalid(format!("windows: each is 1 to {MAX_WINDOW}"));
    combos.map(|lengths| combo(lengths).ok_or_else(refused)).collect()
}

fn invalid(problem: String) -> Error {
    Error::new(Status::InvalidArg, problem)
}

/// What a panic said.
fn words(panic: &(dyn Any + Send)) -> String {
    let said = panic.downcast_ref::<String>().map(String::as_str);
    let said = said.or_else(|| panic.downcast_ref::<&str>().copied());
    said.unwrap_or("a panic without words").to_owned()
}
