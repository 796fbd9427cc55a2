//! A pipe each way, blocking, as large as the system makes it.

use std::io;
use std::os::fd::OwnedFd;
use std::process::Stdio;

use crate::answerer::Answerer;
use crate::buffers;
use crate::floor::Floor;
use crate::orders::Placement;
use crate::stream::Stream;

/// Pipes to the answerer's stdin and from its stdout.
///
/// # Errors
/// What the system says.
pub fn open(bytes: usize, placement: &Placement) -> io::Result<Stream> {
    let mut answerer =
        Answerer::start(Floor::Pipe, bytes, placement, Stdio::piped(), Stdio::piped())?;
    let ends = (answerer.0.stdin.take(), answerer.0.stdout.take());
    let (Some(to), Some(from)) = ends else { return Err(io::ErrorKind::BrokenPipe.into()) };
    let (to, from): (OwnedFd, OwnedFd) = (to.into(), from.into());
    let held = buffers::of_pipe(&to);
    Ok(Stream::new(to, from, held, answerer))
}
