//! The engine's clock, and the times of one request.

/// Nanoseconds on the machine's monotonic clock. Its zero means nothing; other processes on the
/// machine that read the same clock see the same time.
pub fn now() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is writable; CLOCK_MONOTONIC is there on every Unix this runs on.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut time) };
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// When the engine had got how far with a request. Steps that an error left out have the time at
/// which it was found; all are zero before the first request of a connection.
#[derive(Clone, Copy, Debug, Default)]
pub struct Times {
    /// The frame was complete.
    pub complete: u64,
    /// Parsed and checked.
    pub parsed: u64,
    /// Computed.
    pub computed: u64,
    /// The reply was encoded.
    pub encoded: u64,
    /// Writing the reply began.
    pub write_begun: u64,
}

impl Times {
    /// A request whose frame is complete now.
    pub fn complete_now() -> Self {
        Times { complete: now(), ..Times::default() }
    }

    /// The reply is encoded and its writing begins. Fills in the steps left out.
    pub fn write_begins(&mut self) {
        self.encoded = now();
        if self.parsed == 0 {
            self.parsed = self.encoded;
        }
        if self.computed == 0 {
            self.computed = self.parsed;
        }
        self.write_begun = self.encoded;
    }

    /// In the order they have on the wire.
    pub fn nanoseconds(&self) -> [u64; 5] {
        [self.complete, self.parsed, self.computed, self.encoded, self.write_begun]
    }
}
