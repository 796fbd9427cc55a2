//! Where connections come in.

use std::io;
use std::net::TcpListener;
use std::os::fd::{AsFd, BorrowedFd};

use crate::peer::{Peer, Socket, Transport};

pub mod pipes;
pub mod shared_memory;
pub mod tcp;
pub mod unix;

/// A socket that listens, without blocking on accept.
pub enum Listener {
    Unix(unix::UnixSocket),
    Tcp(TcpListener),
    Pipes(pipes::PipesFolder),
    SharedMemory(shared_memory::ControlSocket),
}

impl Listener {
    /// The connection that waits, if one does: `WouldBlock` if none.
    pub fn accept(&self) -> io::Result<Peer> {
        match self {
            Listener::Unix(socket) => {
                let (stream, _) = socket.listener().accept()?;
                // Inherited from the listener on some systems.
                stream.set_nonblocking(false)?;
                Ok(Peer::Socket(Socket::new(stream.into(), Transport::Unix)))
            }
            Listener::Tcp(listener) => {
                let (stream, _) = listener.accept()?;
                stream.set_nonblocking(false)?;
                // Replies go out as they are written, not when the peer acknowledges the last.
                stream.set_nodelay(true)?;
                Ok(Peer::Socket(Socket::new(stream.into(), Transport::Tcp)))
            }
            Listener::Pipes(folder) => folder.accept(),
            Listener::SharedMemory(socket) => socket.accept(),
        }
    }

    /// What it listens on, as the log tells it: `unix PATH`, `tcp HOST:PORT`, `pipes FOLDER` or
    /// `shared-memory PATH`.
    pub fn name(&self) -> io::Result<String> {
        Ok(match self {
            Listener::Unix(socket) => format!("unix {}", socket.path().display()),
            Listener::Tcp(listener) => format!("tcp {}", listener.local_addr()?),
            Listener::Pipes(folder) => format!("pipes {}", folder.folder().display()),
            Listener::SharedMemory(socket) => format!("shared-memory {}", socket.path().display()),
        })
    }
}

impl AsFd for Listener {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            Listener::Unix(socket) => socket.listener().as_fd(),
            Listener::Tcp(listener) => listener.as_fd(),
            Listener::Pipes(folder) => folder.as_fd(),
            Listener::SharedMemory(socket) => socket.as_fd(),
        }
    }
}
