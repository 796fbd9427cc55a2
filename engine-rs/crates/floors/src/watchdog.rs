//! Ends the process when a block never does: reads without a timeout cost nothing extra, and neither
//! side of shared memory would notice that the other is gone.

use std::io::{self, Write};
use std::process;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// Dropped in time, it does nothing.
pub struct Watchdog {
    _disarmed: Sender<()>,
}

/// Watches from now on: after `patience`, tells that `what` hangs and ends the process with code 1.
pub fn watch(what: String, patience: Duration) -> Watchdog {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        if receiver.recv_timeout(patience) == Err(RecvTimeoutError::Timeout) {
            // Nobody may be reading; the exit code still tells.
            let _ = writeln!(io::stderr(), "ipc-tax-floors: {what}: no end after {patience:?}");
            process::exit(1);
        }
    });
    Watchdog { _disarmed: sender }
}
