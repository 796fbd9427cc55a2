//! The connections that are open: how many there may be, and how they all end.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use crate::interrupt::Interruptible;
use crate::peer::Peer;

/// Every open connection.
pub struct Connections {
    open: Mutex<Open>,
    emptied: Condvar,
    limit: usize,
    /// Set once: connections end after the request they are at.
    draining: AtomicBool,
}

#[derive(Default)]
struct Open {
    /// By number, with the thread that serves it once that has begun.
    served_by: HashMap<u64, Option<Interruptible>>,
    last: u64,
}

/// How often connections that wait for their peer are told of the drain. One may be told just
/// before it begins to wait, so once is not enough.
const TELL_AGAIN: Duration = Duration::from_millis(10);

/// A connection's place among the open ones; dropping it makes room.
pub struct Admitted {
    connections: Arc<Connections>,
    number: u64,
    pub peer: Peer,
}

impl Admitted {
    /// Called by the thread that serves the connection, before all else.
    pub fn begin(&self) {
        self.connections.open().served_by.insert(self.number, Some(Interruptible::this_thread()));
    }

    /// Whether the connection is to end after the request it is at.
    pub fn is_draining(&self) -> bool {
        self.connections.draining.load(Ordering::SeqCst)
    }
}

impl Connections {
    pub fn new(limit: usize) -> Arc<Self> {
        Arc::new(Connections {
            open: Mutex::default(),
            emptied: Condvar::new(),
            limit,
            draining: AtomicBool::new(false),
        })
    }

    /// A place for `peer`, or the peer back when there is none.
    pub fn admit(self: &Arc<Self>, peer: Peer) -> Result<Admitted, Peer> {
        let mut open = self.open();
        if open.served_by.len() >= self.limit {
            return Err(peer);
        }
        open.last += 1;
        let number = open.last;
        open.served_by.insert(number, None);
        Ok(Admitted { connections: Arc::clone(self), number, peer })
    }

    /// Lets idle connections go now and the others after the request they are at, or whose frame is
    /// coming in. Returns when all are gone, or after `patience`.
    pub fn drain(&self, patience: Duration) {
        self.draining.store(true, Ordering::SeqCst);
        let deadline = Instant::now() + patience;
        let mut open = self.open();
        while !open.served_by.is_empty() && Instant::now() < deadline {
            // A thread takes itself off the list before it ends, so these are alive.
            open.served_by.values().flatten().for_each(Interruptible::interrupt);
            open = match self.emptied.wait_timeout(open, TELL_AGAIN) {
                Ok((open, _)) => open,
                Err(poisoned) => poisoned.into_inner().0,
            };
        }
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        let mut open = self.connections.open();
        open.served_by.remove(&self.number);
        if open.served_by.is_empty() {
            self.connections.emptied.notify_all();
        }
    }
}
