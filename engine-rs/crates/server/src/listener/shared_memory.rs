//! A Unix socket by which clients come to share memory with the engine.

use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::path::Path;

use super::unix::{self, UnixSocket};
use crate::failure::Failure;
use crate::peer::{Peer, SharedMemory};

/// The control socket, in a file of mode 0600 as any of the engine's.
pub struct ControlSocket(UnixSocket);

/// Listens on `path`. The memory itself is made for each client, when it says how much.
///
/// # Errors
/// As for a Unix socket.
pub fn listen(path: &Path) -> Result<ControlSocket, Failure> {
    unix::socket("shared-memory", path).map(ControlSocket)
}

impl ControlSocket {
    pub fn accept(&self) -> io::Result<Peer> {
        let (stream, _) = self.0.listener().accept()?;
        Ok(Peer::SharedMemory(SharedMemory::new(stream.into())))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

impl AsFd for ControlSocket {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.listener().as_fd()
    }
}
