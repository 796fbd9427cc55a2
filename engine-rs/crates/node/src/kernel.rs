//! The kernels in the caller's own process: at once on its thread, or on a thread beside the event loop.

mod answer;
mod job;
mod running;
mod series;

use std::sync::atomic::AtomicBool;

use napi::bindgen_prelude::{JsObjectValue, Object, Result, Uint32ArraySlice, Unknown};
use napi::{Env, JsValue};
use napi_derive::napi;

use answer::Answer;
use job::Job;
use series::Series;

/// The kernels there are, by name.
#[napi(catch_unwind)]
pub fn kernel_names() -> Vec<&'static str> {
    ipc_tax_kernel::names().collect()
}

/// Sweeps on the calling thread, which does nothing else meanwhile, over the array's own memory.
///
/// `close` is a Float64Array, `windows` has six lengths a combo in wire order. `fee` is in percent
/// of a trade's entry, `timeout` in milliseconds. Gives `{pnl, trades}`, or null when the time was over first.
#[napi(catch_unwind)]
pub fn sweep_sync(
    kernel: String,
    close: Unknown<'_>,
    windows: Uint32ArraySlice<'_>,
    fee: f64,
    threads: u32,
    timeout: Option<f64>,
) -> Result<Answer> {
    let job = Job::new(&kernel, &windows, fee, threads, timeout)?;
    let series = Series::of(&close)?;
    // SAFETY: no JavaScript runs on this thread before the sweep is done, and only its thread can
    // take a series' memory away; see `Series` for memory that threads share.
    let close = unsafe { series.values() };
    job.run(close, &AtomicBool::new(false)).map(Answer)
}

/// Sweeps on a thread of its own. Gives `{id, rows}`, where `rows` is a promise of what `sweepSync`
/// gives, null too when the sweep was cancelled; it settles when the sweep has ended.
///
/// A series in a SharedArrayBuffer is read where it is; any other is copied before this returns.
#[napi(catch_unwind)]
pub fn start_sweep<'env>(
    env: &'env Env,
    kernel: String,
    close: Unknown<'env>,
    windows: Uint32ArraySlice<'env>,
    fee: f64,
    threads: u32,
    timeout: Option<f64>,
) -> Result<Object<'env>> {
    let job = Job::new(&kernel, &windows, fee, threads, timeout)?;
    let (id, rows) = running::start(env, job, Series::of(&close)?)?;
    let mut started = Object::new(env)?;
    started.set_named_property("id", id)?;
    started.set_named_property("rows", rows.to_unknown())?;
    Ok(started)
}

/// Tells a sweep of this thread that `startSweep` started to end. One that has ended is let be.
#[napi(catch_unwind)]
pub fn cancel_sweep(id: u32) {
    running::cancel(id);
}
