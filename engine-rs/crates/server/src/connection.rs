//! One connection, from its first byte to its close.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use ipc_tax_wire::{WireError, reply};

use crate::answer::{Answer, Answerer};
use crate::buffer::FrameBuffer;
use crate::clock::Times;
use crate::engine::Engine;
use crate::peer::Peer;

/// A reply buffer larger than this is let go once its reply is written.
const REPLY_KEPT: usize = 1 << 20;

/// Serves `peer` until it closes, breaks a deadline or a limit that closes, or the engine drains.
pub fn serve(peer: &Peer, engine: &Engine, draining: &AtomicBool) {
    let mut connection = Connection { peer, engine, buffer: FrameBuffer::new(), reply: Vec::new() };
    // A peer that went away, or was given up on, has nothing left to be told.
    if let Ok(Close::Gently) = connection.serve(draining) {
        peer.close_gently();
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
    buffer: FrameBuffer,
    reply: Vec<u8>,
}

impl Connection<'_> {
    fn serve(&mut self, draining: &AtomicBool) -> io::Result<Close> {
        let mut answerer = Answerer::new(self.engine);
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
                    let answer = answerer.answer(bytes, &mut self.reply, &mut times, &gone);
                    times.write_begins();
                    let reply = match answer {
                        None => return Ok(Close::AtOnce),
                        Some(Answer::InFrame(range)) => &bytes[range],
                        Some(Answer::Reply | Answer::Error) => &self.reply[..],
                    };
                    self.peer.send(reply, self.engine.write_timeout)?;
                    answerer.before = times;
                    self.buffer.handled(frame);
                    if self.reply.capacity() > REPLY_KEPT {
                        self.reply = Vec::new();
                    }
                    if draining.load(Ordering::Relaxed) {
                        return Ok(Close::Gently);
                    }
                }
            }
        }
    }

    /// Receives until the next frame is whole, or known to be too large. Between frames it waits
    /// without end, within one up to the deadline. Returns false at the end of the stream.
    fn receive_until_frame(&mut self) -> io::Result<bool> {
        let limit = self.engine.limits.frame_bytes;
        let mut deadline =
            self.buffer.is_within_frame().then(|| Instant::now() + self.engine.frame_timeout);
        loop {
            let room = self.buffer.with_room().map_err(|_| io::ErrorKind::OutOfMemory)?;
            if self.peer.receive(room, deadline)? == 0 {
                return Ok(false);
            }
            if !matches!(self.buffer.frame(limit), Ok(None)) {
                return Ok(true);
            }
            // A peer that trickles bytes never makes `receive` wait, so the time is read here too.
            let now = Instant::now();
            if now >= *deadline.get_or_insert_with(|| now + self.engine.frame_timeout) {
                return Err(io::ErrorKind::TimedOut.into());
            }
        }
    }

    fn refuse(&mut self, error: &WireError) -> io::Result<()> {
        reply::error(&mut self.reply, error);
        self.peer.send(&self.reply, self.engine.write_timeout)
    }
}
