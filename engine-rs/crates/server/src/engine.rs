//! What all connections share.

use std::sync::Arc;
use std::time::Duration;

use ipc_tax_kernel::Kernel;
use ipc_tax_wire::{Limits, PROTOCOL};

use crate::holdings::SeriesBytes;
use crate::options::Settings;

/// The engine: a kernel, limits, and the count of what is held in all.
pub struct Engine {
    pub kernel: &'static dyn Kernel,
    pub threads: usize,
    /// What a closed trade costs, in percent of its entry.
    pub fee: f64,
    pub limits: Limits,
    /// A frame must be whole this long after its first byte.
    pub frame_timeout: Duration,
    /// A peer that has not taken its whole reply this long after it first stalled is given up on.
    pub write_timeout: Duration,
    pub series_bytes: Arc<SeriesBytes>,
    /// What `info` tells: JSON.
    pub info: String,
}

impl Engine {
    pub fn new(settings: &Settings) -> Self {
        Engine {
            kernel: settings.kernel,
            threads: settings.threads,
            fee: settings.fee,
            limits: settings.limits,
            frame_timeout: settings.frame_timeout,
            write_timeout: settings.write_timeout,
            series_bytes: SeriesBytes::new(settings.limits.series_bytes).into(),
            info: info(settings),
        }
    }
}

/// Names and numbers alone, so nothing in it needs escaping.
fn info(settings: &Settings) -> String {
    let Settings { kernel, threads, fee, limits, frame_timeout, write_timeout } = settings;
    let limits = [
        ("frame_bytes", u64::from(limits.frame_bytes)),
        ("bars", limits.bars.into()),
        ("combos", limits.combos.into()),
        ("window", limits.window.into()),
        ("series", limits.series.into()),
        ("series_bytes", limits.series_bytes),
        ("sessions", limits.sessions.into()),
        ("connections", limits.connections.into()),
        ("frame_timeout_ms", frame_timeout.as_millis() as u64),
        ("write_timeout_ms", write_timeout.as_millis() as u64),
    ]
    .map(|(name, value)| format!(r#""{name}": {value}"#))
    .join(", ");
    format!(
        r#"{{"engine": "{}", "protocol": {PROTOCOL}, "kernel": "{}", "threads": {threads}, "fee": {fee}, "limits": {{{limits}}}}}"#,
        env!("CARGO_PKG_VERSION"),
        kernel.name(),
    )
}
