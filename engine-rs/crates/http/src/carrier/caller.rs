//! One connection's session, asked from an event loop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use ipc_tax_server::Session;
use ipc_tax_wire::frame::LENGTH_BYTES;
use ipc_tax_wire::{COMBO_BYTES, Combos, HEADER_BYTES, Limits, Opcode};
use tokio::sync::Mutex;

/// Bytes that are parsed, copied and written where they come in. Above, the threads that serve the
/// sockets would be held up for long enough that others notice.
const MOST_BYTES: usize = 64 << 10;

/// Products that a tick computes where it comes in: about a tenth of a millisecond.
const MOST_WORK: u64 = 1 << 17;

/// What is known of a request before it is parsed.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    /// What it asks for, where the protocol has it.
    pub opcode: Option<Opcode>,
    /// Bytes of its message.
    pub bytes: usize,
    /// Floats in it, at most.
    pub floats: usize,
}

impl Work {
    /// Of a request frame.
    pub fn of_frame(frame: &[u8]) -> Self {
        let opcode = frame.get(LENGTH_BYTES).and_then(|&byte| Opcode::from_byte(byte));
        Work { opcode, bytes: frame.len(), floats: frame.len() / size_of::<f64>() }
    }
}

/// A connection's session. Its clones are the same session.
#[derive(Clone)]
pub struct Caller {
    session: Arc<Mutex<Session>>,
    /// Products a bar of the most laborious live session that was opened.
    products_a_bar: Arc<AtomicU64>,
    /// The engine's limits.
    pub limits: Limits,
}

impl Caller {
    /// Asks `session` from now on.
    pub fn new(session: Session, limits: Limits) -> Self {
        let products_a_bar = Arc::default();
        Caller { session: Arc::new(Mutex::new(session)), products_a_bar, limits }
    }

    /// Carries out `ask` with the session and a test whether its sender went away: at once what takes
    /// no time, and on a thread of its own what takes long. In the order of the calls. When the returned
    /// future is dropped, as the carrier does when the sender goes away, the test is true.
    ///
    /// `None` when `ask` panicked.
    pub async fn ask<T: Send + 'static>(
        &self,
        work: Work,
        ask: impl FnOnce(&mut Session, &(dyn Fn() -> bool + Sync)) -> T + Send + 'static,
    ) -> Option<T> {
        let mut session = Arc::clone(&self.session).lock_owned().await;
        if self.is_quick(work) {
            return Some(ask(&mut session, &|| false));
        }
        let gone = GoneOnDrop(Arc::default());
        let is_gone = Arc::clone(&gone.0);
        let done = tokio::task::spawn_blocking(move || {
            ask(&mut session, &|| is_gone.load(Ordering::Relaxed))
        });
        done.await.ok()
    }

    /// Notes what a frame's request means for the ones to come.
    pub fn note(&self, frame: &[u8]) {
        let Some((header, payload)) = frame.split_at_checked(LENGTH_BYTES + HEADER_BYTES) else {
            return;
        };
        if header[LENGTH_BYTES] == Opcode::OpenLive as u8 && payload.len() == COMBO_BYTES {
            let lengths = Combos::new(payload).iter().flatten();
            let sum = lengths.fold(0u64, |sum, n| sum.saturating_add(n.unsigned_abs()));
            self.products_a_bar.fetch_max(sum, Ordering::Relaxed);
        }
    }

    fn is_quick(&self, Work { opcode, bytes, floats }: Work) -> bool {
        let products = match opcode {
            Some(Opcode::Sweep | Opcode::SweepLoaded) => u64::MAX,
            Some(Opcode::Tick) => {
                let products_a_bar = self.products_a_bar.load(Ordering::Relaxed);
                products_a_bar.saturating_mul(floats as u64)
            }
            _ => 0,
        };
        bytes <= MOST_BYTES && products <= MOST_WORK
    }
}

/// Says that the sender of a request is gone when the request is given up.
struct GoneOnDrop(Arc<AtomicBool>);

impl Drop for GoneOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use ipc_tax_server::Sessions;
    use ipc_tax_server::options::Settings;
    use ipc_tax_wire::{Limits, encode};

    use super::{Caller, Work};

    #[test]
    fn sweeps_and_laborious_ticks_go_elsewhere() {
        let session = Sessions::new(&Settings::default()).open().ok().unwrap();
        let caller = Caller::new(session, Limits::default());
        let quick = |frame: &[u8]| {
            caller.note(frame);
            caller.is_quick(Work::of_frame(frame))
        };
        assert!(quick(&encode::echo(&[0.0; 1000])));
        assert!(!quick(&encode::echo(&[0.0; 10_000])));
        assert!(!quick(&encode::sweep(&[], &[])));
        assert!(!quick(&encode::sweep_loaded(1, &[])));
        assert!(quick(&encode::open_live(&[100, 200, 14, 67, 100, 200])));
        assert!(quick(&encode::tick(1, &[1.0; 100])));
        assert!(!quick(&encode::tick(1, &[1.0; 1000])));
        assert!(quick(&encode::open_live(&[100, 200, 14, 67, 100, 1 << 26])));
        assert!(!quick(&encode::tick(1, &[1.0])));
        assert!(quick(&[]));
    }
}
