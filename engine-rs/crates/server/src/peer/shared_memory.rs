//! A peer at the other end of two rings in shared memory.

use std::io;
use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::time::{Duration, Instant};

use ipc_tax_shared_memory::{Control, Ends, Error, offer, receive_hello};
use ipc_tax_wire::{ErrorCode, WireError};

use super::{LINGER, Opened};

/// A connected control socket, and the memory once both have it.
pub struct SharedMemory {
    control: Arc<Control>,
    ends: OnceLock<Box<Mutex<Ends>>>,
}

impl SharedMemory {
    pub fn new(socket: OwnedFd) -> Self {
        SharedMemory { control: Arc::new(Control::new(socket)), ends: OnceLock::new() }
    }

    /// Waits for the client's hello, makes the memory it asks for and hands it over.
    pub fn open(&self, patience: Duration, draining: &dyn Fn() -> bool) -> Opened {
        let deadline = Instant::now() + patience;
        if !self.hello_comes(deadline, draining) {
            return Opened::Closed;
        }
        let ends = receive_hello(&self.control, deadline)
            .and_then(|hello| offer(&self.control, hello, deadline));
        let opened = ends.and_then(|ends| Ok((ends.memory().try_clone()?, ends)));
        match opened {
            Ok((memory, ends)) => {
                self.ends.get_or_init(|| Box::new(Mutex::new(ends)));
                Opened::Ready(Some(memory))
            }
            Err(Error::TimedOut) => Opened::Closed,
            Err(error) => {
                let code = match error {
                    Error::Protocol(_) => ErrorCode::Malformed,
                    _ => ErrorCode::Internal,
                };
                Opened::Refused(WireError::new(code, error.to_string()))
            }
        }
    }

    fn hello_comes(&self, deadline: Instant, draining: &dyn Fn() -> bool) -> bool {
        while !draining() {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.control.is_readable_within(left) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                readable => return readable.unwrap_or(false),
            }
        }
        false
    }

    pub fn receive(&self, buffer: &mut Vec<u8>, deadline: Option<Instant>) -> io::Result<usize> {
        let mut ends = self.ends().ok_or(io::ErrorKind::NotConnected)?;
        let received = ends.receive(buffer.spare_capacity_mut(), deadline)?;
        // SAFETY: so many bytes of the spare capacity were written.
        unsafe { buffer.set_len(buffer.len() + received) };
        Ok(received)
    }

    pub fn sends_within(&self, patience: Duration) -> bool {
        self.ends().is_none_or(|mut ends| ends.is_ready_within(patience))
    }

    /// Sends by the ring; before there is one, as an error frame on the control socket.
    pub fn send(&self, bytes: &[u8], timeout: Duration) -> io::Result<()> {
        match self.ends() {
            Some(mut ends) => ends.send(bytes, timeout),
            None => self.control.send(bytes, Instant::now() + timeout),
        }
    }

    pub fn is_gone(&self) -> bool {
        self.control.is_gone()
    }

    pub fn close_gently(&self) {
        self.control.stop_sending();
        let deadline = Instant::now() + LINGER;
        let mut discarded: Vec<u8> = Vec::with_capacity(64 << 10);
        while Instant::now() < deadline && !self.is_gone() {
            match self.ends() {
                Some(mut ends) => {
                    let discard = discarded.spare_capacity_mut();
                    if !matches!(ends.receive(discard, Some(deadline)), Ok(1..)) {
                        return;
                    }
                }
                None => {
                    let left = deadline.saturating_duration_since(Instant::now());
                    let _ = self.control.is_readable_within(left);
                    if self.control.has_ended() {
                        return;
                    }
                }
            }
        }
    }

    /// Only the connection's own thread takes it; others look at the control socket.
    fn ends(&self) -> Option<MutexGuard<'_, Ends>> {
        let ends = self.ends.get()?;
        Some(ends.lock().unwrap_or_else(|poisoned| poisoned.into_inner()))
    }
}
