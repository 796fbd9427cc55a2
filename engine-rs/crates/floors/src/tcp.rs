//! TCP on loopback, blocking, TCP_NODELAY at both ends, buffers as the system gives them.

use std::io;
use std::net::{TcpListener, TcpStream};

use crate::floor::Floor;
use crate::orders::Placement;
use crate::stream::Stream;

/// A connected pair, one end for the answerer. Both ends are made here, so nobody else can connect.
///
/// # Errors
/// What the system says.
pub fn open(bytes: usize, placement: &Placement) -> io::Result<Stream> {
    let (ours, theirs) = pair()?;
    Stream::over_sockets(Floor::Tcp, ours.into(), theirs.into(), bytes, placement)
}

fn pair() -> io::Result<(TcpStream, TcpStream)> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let ours = TcpStream::connect(listener.local_addr()?)?;
    loop {
        let (theirs, from) = listener.accept()?;
        // A stranger may have been quicker.
        if from == ours.local_addr()? {
            ours.set_nodelay(true)?;
            theirs.set_nodelay(true)?;
            return Ok((ours, theirs));
        }
    }
}
