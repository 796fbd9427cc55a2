//! The connections that are open: how many there may be, and how they all end.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use crate::peer::Peer;

/// Every open connection.
pub struct Connections {
    open: Mutex<Open>,
    emptied: Condvar,
    limit: usize,
    /// Set once: connections end after the request they are at.
    pub draining: AtomicBool,
}

#[derive(Default)]
struct Open {
    peers: HashMap<u64, Arc<Peer>>,
    last: u64,
}

/// A connection's place among the open ones; dropping it makes room.
pub struct Admitted {
    connections: Arc<Connections>,
    number: u64,
    pub peer: Arc<Peer>,
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
        if open.peers.len() >= self.limit {
            return Err(peer);
        }
        open.last += 1;
        let number = open.last;
        let peer = Arc::new(peer);
        open.peers.insert(number, Arc::clone(&peer));
        Ok(Admitted { connections: Arc::clone(self), number, peer })
    }

    /// Lets idle connections go now and the others after the request they are at, or whose frame is
    /// coming in. Returns when all are gone, or after `patience`.
    pub fn drain(&self, patience: Duration) {
        // A connection says it is idle and then looks whether the engine drains; here it is the
        // other way round, so one of the two notices.
        self.draining.store(true, Ordering::SeqCst);
        let mut open = self.open();
        for peer in open.peers.values().filter(|peer| peer.idle.load(Ordering::SeqCst)) {
            peer.stop_receiving();
        }
        let deadline = Instant::now() + patience;
        while !open.peers.is_empty() {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            open = match self.emptied.wait_timeout(open, left) {
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
        open.peers.remove(&self.number);
        if open.peers.is_empty() {
            self.connections.emptied.notify_all();
        }
    }
}
