//! One connection, from its first byte to its close.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ipc_tax_wire::{FrameBuffer, LARGE, WireError, reply};

use crate::answer::{Answer, Answerer};
use crate::clock::Times;
use crate::connections::Admitted;
use crate::engine::Engine;
use crate::memory;
use crate::peer::{Opened, Peer};
use crate::segments::Segments;

/// A connection that is idle this long after a large request or reply lets go of the memory it took.
const IDLE: Duration = Duration::from_secs(1);

/// Serves a connection until it closes, breaks a deadline or a limit that closes, or the engine drains.
pub fn serve(admitted: &Admitted, engine: &Arc<Engine>) {
    let peer = &admitted.peer;
    let mut connection = Connection {
        peer,
        engine,
        admitted,
        answerer: Answerer::new(Arc::clone(engine)),
        buffer: FrameBuffer::new(),
        reply: Vec::new(),
    };
    // A peer that went away, or was given up on, has nothing left to be told.
    if let Ok(Close::Gently) = connection.serve() {
        peer.close_gently();
    }
    let much = connection.holds_much();
    drop(connection);
    if much {
        memory::give_back();
    }
}

/// How a connection ends.
enum Close {
    /// The peer closed, or is gone.
    AtOnce,
    /// The peer may still be sending, and is to read the last answer.
    Gently,
}

struct Connection<'a> {
    peer: &'a Peer,
    engine: &'a Engine,
    admitted: &'a Admitted,
    answerer: Answerer,
    buffer: FrameBuffer,
    reply: Vec<u8>,
}

impl Connection<'_> {
    fn serve(&mut self) -> io::Result<Close> {
        match self.peer.open(self.engine.frame_timeout, &|| self.admitted.is_draining()) {
            Opened::Ready(memory) => self.answerer.segments = memory.map(Segments::new),
            Opened::Refused(error) => {
                self.refuse(&error)?;
                return Ok(Close::Gently);
            }
            Opened::Closed => return Ok(Close::AtOnce),
        }
        loop {
            match self.buffer.frame(self.engine.limits.frame_bytes) {
                Err(too_large) => {
                    self.refuse(&too_large)?;
                    return Ok(Close::Gently);
                }
                Ok(None) => {
                    if !self.receive_until_frame()? {
                        return Ok(Close::AtOnce);
                    }
                }
                Ok(Some(frame)) => {
                    let mut times = Times::complete_now();
                    let bytes = self.buffer.bytes_mut(frame.clone());
                    let gone = || self.peer.is_gone();
                    let answer = self.answerer.answer(bytes, &mut self.reply, &mut times, &gone);
                    times.write_begins();
                    let reply = match answer {
                        None => return Ok(Close::AtOnce),
                        Some(Answer::InFrame(range)) => &bytes[range],
                        Some(Answer::Reply | Answer::Error) => &self.reply[..],
                    };
                    self.peer.send(reply, self.engine.write_timeout)?;
                    self.answerer.before = times;
                    self.buffer.handled(frame);
                    if self.admitted.is_draining() {
                        return Ok(Close::Gently);
                    }
                }
            }
        }
    }

    /// Receives until the next frame is whole, or known to be too large. Between frames it waits
    /// without end, within one up to the deadline. Returns false at the end of the stream, and
    /// between frames when the engine drains.
    fn receive_until_frame(&mut self) -> io::Result<bool> {
        if !self.buffer.is_within_frame() && !self.receive_first_bytes()? {
            return Ok(false);
        }
        let limit = self.engine.limits.frame_bytes;
        // A frame that came whole is not timed.
        let mut deadline = None;
        while matches!(self.buffer.frame(limit), Ok(None)) {
            let now = Instant::now();
            let deadline = *deadline.get_or_insert(now + self.engine.frame_timeout);
            // A peer that trickles bytes never makes `receive` wait, so the time is read here too.
            if now >= deadline {
                return Err(io::ErrorKind::TimedOut.into());
            }
            if self.receive(Some(deadline))? == 0 {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Waits for the first bytes of a frame. When the engine drains, takes those that are there already: they may
    /// have been sent before, to a thread that had no turn yet.
    fn receive_first_bytes(&mut self) -> io::Result<bool> {
        self.let_go_when_idle()?;
        while !self.admitted.is_draining() || self.peer.sends_within(Duration::ZERO)? {
            match self.receive(None) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                received => return Ok(received? > 0),
            }
        }
        Ok(false)
    }

    fn receive(&mut self, deadline: Option<Instant>) -> io::Result<usize> {
        let room = self.buffer.with_room().map_err(|_| io::ErrorKind::OutOfMemory)?;
        self.peer.receive(room, deadline)
    }

    /// Whether more memory is held than is worth keeping for the next request.
    fn is_large(&self) -> bool {
        let copy_bytes = self.answerer.copy.capacity() * size_of::<f64>();
        self.buffer.is_large() || self.reply.capacity() > LARGE || copy_bytes > LARGE
    }

    fn holds_much(&self) -> bool {
        self.is_large() || self.answerer.held.series_bytes_here() > LARGE as u64
    }

    /// After a large request or reply: waits a moment for the next before it lets go of the memory, so that
    /// large requests in a row don't take it anew each time.
    fn let_go_when_idle(&mut self) -> io::Result<()> {
        if self.is_large() && !self.buffer.is_within_frame() && !self.peer.sends_within(IDLE)? {
            self.buffer.let_go();
            self.reply = Vec::new();
            self.answerer.copy = Vec::new();
            memory::give_back();
        }
        Ok(())
    }

    fn refuse(&mut self, error: &WireError) -> io::Result<()> {
        reply::error(&mut self.reply, error);
        self.peer.send(&self.reply, self.engine.write_timeout)
    }
}
