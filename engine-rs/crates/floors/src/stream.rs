//! Bytes over a pair of descriptors: what sockets and pipes have in common.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};

use crate::answerer::Answerer;
use crate::buffers;
use crate::floor::{Floor, RoundTrip};
use crate::orders::Placement;

/// The asking end.
pub struct Stream {
    to: File,
    from: File,
    buffers: String,
    /// Ends with this.
    _answerer: Answerer,
}

impl Stream {
    /// Over descriptors that lead to the answerer and from it.
    pub fn new(to: OwnedFd, from: OwnedFd, buffers: String, answerer: Answerer) -> Stream {
        Stream { to: to.into(), from: from.into(), buffers, _answerer: answerer }
    }

    /// Over a connected pair of sockets, one of them for the answerer of that floor.
    ///
    /// # Errors
    /// What the system says.
    pub fn over_sockets(
        floor: Floor,
        ours: OwnedFd,
        theirs: OwnedFd,
        bytes: usize,
        placement: &Placement,
    ) -> io::Result<Stream> {
        let theirs_too = theirs.try_clone()?;
        let answerer = Answerer::start(floor, bytes, placement, theirs.into(), theirs_too.into())?;
        let held = buffers::of_socket(&ours)?;
        Ok(Stream::new(ours.try_clone()?, ours, held, answerer))
    }
}

impl RoundTrip for Stream {
    fn round_trip(&mut self, sent: &[u8], reply: &mut [u8]) -> io::Result<()> {
        self.to.write_all(sent)?;
        self.from.read_exact(reply)
    }

    fn buffers(&self) -> String {
        self.buffers.clone()
    }
}

/// Reads `bytes` from stdin and writes them to stdout, again and again, until stdin ends.
///
/// # Errors
/// What the system says.
pub fn answer(bytes: usize) -> io::Result<()> {
    // Straight to the descriptors: what the standard library puts around them would copy.
    let mut from: File = io::stdin().as_fd().try_clone_to_owned()?.into();
    let mut to: File = io::stdout().as_fd().try_clone_to_owned()?.into();
    let mut payload = vec![0; bytes];
    loop {
        let echoed = from.read_exact(&mut payload).and_then(|()| to.write_all(&payload));
        match echoed {
            Err(error) if gone(&error) => return Ok(()),
            echoed => echoed?,
        }
    }
}

/// Whether the asker has ended, after its block or in the middle of it.
fn gone(error: &io::Error) -> bool {
    use io::ErrorKind::{BrokenPipe, ConnectionReset, UnexpectedEof};
    matches!(error.kind(), BrokenPipe | ConnectionReset | UnexpectedEof)
}
