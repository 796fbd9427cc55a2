//! The log: lines on stderr.

use std::io::{self, Write};

/// Writes whole lines at once. A stderr that is closed is no reason to stop.
pub fn lines(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Writes one line.
pub fn line(text: &str) {
    lines(&format!("ipc-tax-engine: {text}\n"));
}
