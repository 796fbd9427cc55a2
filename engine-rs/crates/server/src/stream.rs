//! The engine for whoever has a connected stream already: the listeners' connections without listeners.

use std::os::fd::OwnedFd;

use crate::connection;
use crate::connections::Connections;
use crate::peer::{Peer, Socket, Transport};
use crate::session::Sessions;

impl Sessions {
    /// Serves a connected Unix stream socket, in blocking mode, in the calling thread until it closes:
    /// to its peer there is no difference to a socket that was listened on.
    pub fn serve_stream(&self, socket: OwnedFd) {
        let connections = Connections::new(1);
        // The one place there is is free.
        let peer = Peer::Socket(Socket::new(socket, Transport::Unix));
        if let Ok(admitted) = connections.admit(peer) {
            admitted.begin();
            connection::serve(&admitted, self.engine());
        }
    }

    /// Bytes of series that all sessions and streams hold.
    pub fn series_bytes(&self) -> u64 {
        self.engine().series_bytes.held()
    }
}
