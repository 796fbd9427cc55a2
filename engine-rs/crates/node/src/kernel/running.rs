//! Sweeps on threads of their own.
//!
//! Each sweep has its thread: the pool that Node's files and names are served by has four, and four
//! long sweeps would stop them all. The list of them belongs to the JavaScript thread that started
//! them. It holds what a sweep reads from, and waits for the thread before it lets go: when the
//! sweep has ended, and when the JavaScript thread itself is ending, since the memory and this
//! library may be gone right after.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use napi::bindgen_prelude::{JsValue, Object, Result};
use napi::{Env, Error, Status, check_status, sys};

use super::answer::Answer;
use super::job::Job;
use super::series::Series;

thread_local! {
    static RUNNING: RefCell<HashMap<u32, Running>> = RefCell::default();
    static NEXT_ID: Cell<u32> = const { Cell::new(0) };
    static ENDS_WITH_THREAD: Cell<bool> = const { Cell::new(false) };
}

/// A sweep under way, as the thread that started it sees it.
struct Running {
    cancelled: Arc<AtomicBool>,
    thread: JoinHandle<()>,
    /// Keeps the array that is read in place.
    held: Option<sys::napi_ref>,
}

/// Closes that stay where they are until the sweep has ended.
enum Closes {
    Copied(Vec<f64>),
    Held(&'static [f64]),
}

impl Closes {
    fn values(&self) -> &[f64] {
        match self {
            Closes::Copied(values) => values,
            Closes::Held(values) => values,
        }
    }
}

/// Starts the sweep; its number, and the promise of its rows.
///
/// # Errors
/// GenericFailure when there is no memory for a copy of the series.
pub fn start<'env>(env: &'env Env, job: Job, series: Series<'env>) -> Result<(u32, Object<'env>)> {
    end_with_thread(env)?;
    let closes = closes(&series)?;
    let id = NEXT_ID.with(|next| next.replace(next.get().wrapping_add(1)));
    let cancelled = Arc::new(AtomicBool::new(false));
    let held = if series.is_shared() { Some(hold(env, &series)?) } else { None };
    // Nothing may fail between these two and the thread: an unsettled promise keeps Node running.
    let (deferred, promise) = env.create_deferred()?;
    let unstarted = deferred.clone();
    let asked = Arc::clone(&cancelled);
    let spawned = thread::Builder::new().name("ipc-tax-sweep".into()).spawn(move || {
        let rows = job.run(closes.values(), &asked);
        drop(closes);
        deferred.resolve(move |env| {
            finish(&env, id);
            rows.map(Answer)
        });
    });
    match spawned {
        Ok(thread) => {
            let running = Running { cancelled, thread, held };
            RUNNING.with_borrow_mut(|all| all.insert(id, running));
        }
        Err(error) => {
            release(env, held);
            let problem = format!("no thread for the sweep: {error}");
            unstarted.reject(Error::new(Status::GenericFailure, problem));
        }
    }
    Ok((id, promise))
}

/// Tells the sweep of that number to end.
pub fn cancel(id: u32) {
    RUNNING.with_borrow(|all| {
        if let Some(running) = all.get(&id) {
            running.cancelled.store(true, Ordering::Relaxed);
        }
    });
}

/// On the thread that started it, when a sweep has told its rows.
fn finish(env: &Env, id: u32) {
    if let Some(running) = RUNNING.with_borrow_mut(|all| all.remove(&id)) {
        // It has nothing left to do; it can't have panicked.
        let _ = running.thread.join();
        release(env, running.held);
    }
}

fn closes(series: &Series<'_>) -> Result<Closes> {
    // SAFETY: a shared series is held until `finish` or the end of the thread has waited for the
    // sweep. Any other is copied before JavaScript runs again.
    let values = unsafe { series.values() };
    if series.is_shared() {
        return Ok(Closes::Held(values));
    }
    let mut copied = Vec::new();
    copied.try_reserve_exact(values.len()).map_err(|_| {
        let problem = format!("no memory for a copy of {} closes", values.len());
        Error::new(Status::GenericFailure, problem)
    })?;
    copied.extend_from_slice(values);
    Ok(Closes::Copied(copied))
}

fn hold(env: &Env, series: &Series<'_>) -> Result<sys::napi_ref> {
    let mut held = ptr::null_mut();
    // SAFETY: the array is a live handle of this call.
    check_status!(unsafe {
        sys::napi_create_reference(env.raw(), series.array().raw(), 1, &mut held)
    })?;
    Ok(held)
}

fn release(env: &Env, held: Option<sys::napi_ref>) {
    if let Some(held) = held {
        // SAFETY: made by `hold` in this environment, and let go once.
        unsafe { sys::napi_delete_reference(env.raw(), held) };
    }
}

/// Sees to it, once a thread, that its sweeps end before it does.
fn end_with_thread(env: &Env) -> Result<()> {
    if !ENDS_WITH_THREAD.replace(true) {
        env.add_env_cleanup_hook((), |()| end_all())?;
    }
    Ok(())
}

fn end_all() {
    let all = RUNNING.take();
    for running in all.values() {
        running.cancelled.store(true, Ordering::Relaxed);
    }
    for running in all.into_values() {
        // Its promise is told to a thread that no longer listens. What it held goes with the heap.
        let _ = running.thread.join();
    }
}
