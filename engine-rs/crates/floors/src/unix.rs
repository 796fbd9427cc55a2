//! A Unix stream socket, blocking, buffers as the system gives them.

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;

use crate::answerer::Answerer;
use crate::buffers;
use crate::floor::Floor;
use crate::orders::Placement;
use crate::stream::Stream;

/// A connected pair, one end for the answerer.
///
/// # Errors
/// What the system says.
pub fn open(bytes: usize, placement: &Placement) -> io::Result<Stream> {
    let (ours, theirs) = UnixStream::pair()?;
    let theirs_too: OwnedFd = theirs.try_clone()?.into();
    let answerer = Answerer::start(
        Floor::Unix,
        bytes,
        placement,
        OwnedFd::from(theirs).into(),
        theirs_too.into(),
    )?;
    let ours_too = ours.try_clone()?;
    let held = buffers::of_socket(&ours)?;
    Ok(Stream::new(ours.into(), ours_too.into(), held, answerer))
}
