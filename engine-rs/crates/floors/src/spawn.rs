//! A process for each round trip: started, given the payload on stdin, waited for.

use std::io::{self, Read, Write};
use std::process::Stdio;

use crate::answerer::Answerer;
use crate::floor::{Floor, RoundTrip};
use crate::orders::Placement;

/// What the processes are started with.
pub struct Spawn {
    bytes: usize,
    placement: Placement,
}

/// Nothing is started before a payload is there.
pub fn open(bytes: usize, placement: &Placement) -> Spawn {
    Spawn { bytes, placement: placement.clone() }
}

impl RoundTrip for Spawn {
    fn round_trip(&mut self, sent: &[u8], reply: &mut [u8]) -> io::Result<()> {
        let Spawn { bytes, placement } = self;
        let mut answerer =
            Answerer::start(Floor::Spawn, *bytes, placement, Stdio::piped(), Stdio::piped())?;
        let ends = (answerer.0.stdin.take(), answerer.0.stdout.take());
        let (Some(mut to), Some(mut from)) = ends else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        to.write_all(sent)?;
        from.read_exact(reply)?;
        answerer.0.wait().map(drop)
    }

    fn buffers(&self) -> String {
        "a pipe each way, as for pipe".to_owned()
    }
}

/// Sends back `bytes` from stdin, once.
///
/// # Errors
/// What the system says.
pub fn answer(bytes: usize) -> io::Result<()> {
    let mut payload = vec![0; bytes];
    io::stdin().read_exact(&mut payload)?;
    let mut out = io::stdout();
    out.write_all(&payload)?;
    out.flush()
}
