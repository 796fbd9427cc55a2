//! A Unix stream socket, blocking, buffers as the system gives them.

use std::io;
use std::os::unix::net::UnixStream;

use crate::floor::Floor;
use crate::orders::Placement;
use crate::stream::Stream;

/// A connected pair, one end for the answerer.
///
/// # Errors
/// What the system says.
pub fn open(bytes: usize, placement: &Placement) -> io::Result<Stream> {
    let (ours, theirs) = UnixStream::pair()?;
    Stream::over_sockets(Floor::Unix, ours.into(), theirs.into(), bytes, placement)
}
