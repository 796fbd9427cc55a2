//! The engine for carriers that bring whole frames instead of a stream of bytes: a message queue, a
//! request's body.

use std::ops::{Deref, Range};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ipc_tax_wire::frame::{LENGTH_BYTES, body_length};
use ipc_tax_wire::{ErrorCode, Limits, WireError, reply};

use crate::answer::{Answer, Answerer};
use crate::clock::Times;
use crate::engine::Engine;
use crate::options::Settings;

/// An engine and the sessions that are open with it.
pub struct Sessions {
    engine: Arc<Engine>,
    open: Arc<AtomicUsize>,
}

/// One peer's side of the protocol: what a connection is to the engine's own listeners. Series and
/// live sessions belong to it and go with it.
pub struct Session {
    answerer: Answerer,
    open: Arc<AtomicUsize>,
}

/// A reply frame, length and body.
pub struct Reply {
    bytes: Vec<u8>,
    frame: Range<usize>,
    /// Whether the protocol wants the connection closed after it.
    pub closes: bool,
}

impl Sessions {
    /// An engine without a session.
    pub fn new(settings: &Settings) -> Self {
        Sessions { engine: Arc::new(Engine::new(settings)), open: Arc::default() }
    }

    /// The engine's limits. A carrier refuses a message over `frame_bytes` + 4 before it has it whole,
    /// with what [`Reply::too_large`] gives.
    pub fn limits(&self) -> &Limits {
        &self.engine.limits
    }

    /// A session, if there is room for one more. Its place is free again when it is dropped.
    ///
    /// # Errors
    /// The reply to whatever the peer asks, busy: there are as many as the limit of connections.
    pub fn open(&self) -> Result<Session, Reply> {
        let limit = self.engine.limits.connections;
        let one_more = |open: usize| (open < limit as usize).then_some(open + 1);
        if self.open.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more).is_err() {
            return Err(Reply::refusal(&WireError::new(
                ErrorCode::Busy,
                format!(
                    "connection: got one more than the {limit} there are, expected at most {limit}"
                ),
            )));
        }
        Ok(Session {
            answerer: Answerer::new(Arc::clone(&self.engine)),
            open: Arc::clone(&self.open),
        })
    }

    pub(crate) fn engine(&self) -> &Arc<Engine> {
        &self.engine
    }

    /// How many are open.
    pub fn count(&self) -> usize {
        self.open.load(Ordering::Relaxed)
    }
}

impl Session {
    /// Answers a whole request frame, length and body. `gone` is asked now and then, also by the
    /// threads of a sweep, whether the peer went away; `None` is returned if it did.
    ///
    /// The bytes of an echo become its reply where they are. Work that takes long is done in the
    /// calling thread: a carrier with an event loop calls it elsewhere.
    pub fn answer(&mut self, frame: Vec<u8>, gone: &(dyn Fn() -> bool + Sync)) -> Option<Reply> {
        self.answer_complete(Times::complete_now(), frame, gone)
    }

    /// As [`Session::answer`], for a carrier with messages of its own: `frame` is what became of one
    /// that was complete at `complete`, by [`now`](crate::now), so its translation counts as parsing.
    /// [`Session::translated`] is called once the reply is translated back.
    pub fn answer_since(
        &mut self,
        complete: u64,
        frame: Vec<u8>,
        gone: &(dyn Fn() -> bool + Sync),
    ) -> Option<Reply> {
        self.answer_complete(Times { complete, ..Times::default() }, frame, gone)
    }

    /// The reply is what the carrier sends: its encoding ends now. Gives the times of its request,
    /// which are the ones that `timing` tells next: complete, parsed, computed, encoded, write begun.
    pub fn translated(&mut self) -> [u64; 5] {
        self.answerer.before.write_begins();
        self.answerer.before.nanoseconds()
    }

    fn answer_complete(
        &mut self,
        mut times: Times,
        mut frame: Vec<u8>,
        gone: &(dyn Fn() -> bool + Sync),
    ) -> Option<Reply> {
        if let Err(refusal) = check_length(&frame, self.answerer.engine.limits.frame_bytes) {
            return Some(Reply::refusal(&refusal));
        }
        let mut out = Vec::new();
        let answer = self.answerer.answer(&mut frame, &mut out, &mut times, gone)?;
        times.write_begins();
        self.answerer.before = times;
        Some(match answer {
            Answer::InFrame(range) => Reply { bytes: frame, frame: range, closes: false },
            Answer::Reply | Answer::Error => {
                Reply { frame: 0..out.len(), bytes: out, closes: false }
            }
        })
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.open.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Reply {
    /// The refusal of a frame whose body is longer than `limit`.
    pub fn too_large(body_bytes: u64, limit: u32) -> Self {
        Reply::refusal(&WireError::new(
            ErrorCode::TooLarge,
            format!("frame body_len: got {body_bytes} bytes, expected at most {limit}"),
        ))
    }

    /// The memory of the reply, and where in it the frame is: to be handed on without a copy.
    pub fn into_parts(self) -> (Vec<u8>, Range<usize>) {
        (self.bytes, self.frame)
    }

    /// An error that closes, unless only the request was malformed.
    fn refusal(error: &WireError) -> Self {
        let mut bytes = Vec::new();
        reply::error(&mut bytes, error);
        Reply { frame: 0..bytes.len(), bytes, closes: error.code != ErrorCode::Malformed }
    }
}

impl Deref for Reply {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[self.frame.clone()]
    }
}

/// Whether a message is one frame: its length within the limit, and all of it there.
fn check_length(frame: &[u8], limit: u32) -> Result<(), WireError> {
    match body_length(frame, limit)? {
        Some(body) if frame.len() == LENGTH_BYTES + body => Ok(()),
        Some(body) => Err(WireError::new(
            ErrorCode::Malformed,
            format!(
                "frame: got {} bytes after body_len, expected the {body} it tells",
                frame.len() - LENGTH_BYTES
            ),
        )),
        None => Err(WireError::new(
            ErrorCode::Malformed,
            format!("frame: got {} bytes, expected at least {LENGTH_BYTES}", frame.len()),
        )),
    }
}

#[cfg(test)]
mod tests {
    use ipc_tax_wire::{ErrorCode, Limits, WireError, encode, reply};

    use super::{Reply, Session, Sessions};
    use crate::options::Settings;

    fn sessions(limits: Limits) -> Sessions {
        Sessions::new(&Settings { limits, ..Settings::default() })
    }

    fn answer(session: &mut Session, frame: Vec<u8>) -> Reply {
        session.answer(frame, &|| false).unwrap()
    }

    fn error(reply: &Reply) -> WireError {
        reply::read(reply).unwrap().0.unwrap_err()
    }

    #[test]
    fn a_frame_is_answered_with_a_frame() {
        let sessions = sessions(Limits::default());
        let mut session = sessions.open().ok().unwrap();
        let echoed = answer(&mut session, encode::echo(&[1.5, -0.0]));
        let (body, length) = reply::read(&echoed).unwrap();
        assert_eq!(body.unwrap(), [1.5f64.to_le_bytes(), (-0.0f64).to_le_bytes()].concat());
        assert_eq!(length, echoed.len());
        let loaded = answer(&mut session, encode::load(&[1.0]));
        assert_eq!(reply::read(&loaded).unwrap().0.unwrap(), 1u32.to_le_bytes());
        // Series belong to the session.
        let mut other = sessions.open().ok().unwrap();
        let dropped = answer(&mut other, encode::drop_series(1));
        assert_eq!(error(&dropped).code, ErrorCode::UnknownId);
    }

    #[test]
    fn what_a_carrier_translates_counts_in_the_times() {
        let sessions = sessions(Limits::default());
        let mut session = sessions.open().ok().unwrap();
        let complete = crate::now();
        let later = crate::now();
        session.answer_since(complete, encode::load(&[1.0]), &|| false).unwrap();
        let answered = crate::now();
        let times = session.translated();
        assert_eq!(times[0], complete);
        assert!(times[1] >= later && times[2] >= times[1] && times[2] <= answered);
        assert!(times[3] >= answered && times[4] >= times[3]);
        let timing = answer(&mut session, encode::timing());
        let told = times.map(u64::to_le_bytes).concat();
        assert_eq!(reply::read(&timing).unwrap().0.unwrap(), told);
    }

    #[test]
    fn a_message_that_is_no_frame_is_refused() {
        let sessions = sessions(Limits { frame_bytes: 100, ..Limits::default() });
        let mut session = sessions.open().ok().unwrap();
        for (message, told) in [
            (vec![], "frame: got 0 bytes, expected at least 4"),
            (vec![9, 0, 0], "frame: got 3 bytes, expected at least 4"),
            (vec![9, 0, 0, 0, 1], "frame: got 1 bytes after body_len, expected the 9 it tells"),
            ([encode::info(), vec![0]].concat(), "frame: got 10 bytes after body_len"),
        ] {
            let reply = answer(&mut session, message);
            assert!(!reply.closes);
            assert_eq!(error(&reply).code, ErrorCode::Malformed);
            assert!(error(&reply).message.contains(told), "{}", error(&reply));
        }
        let reply = answer(&mut session, encode::echo(&[0.0; 12]));
        assert!(reply.closes);
        assert_eq!(error(&reply).code, ErrorCode::TooLarge);
        assert_eq!(error(&reply).message, error(&Reply::too_large(105, 100)).message);
    }

    #[test]
    fn there_are_as_many_as_the_limit() {
        let sessions = sessions(Limits { connections: 2, ..Limits::default() });
        let first = sessions.open().ok().unwrap();
        let _second = sessions.open().ok().unwrap();
        let busy = sessions.open().err().unwrap();
        assert!(busy.closes);
        assert_eq!(error(&busy).code, ErrorCode::Busy);
        drop(first);
        assert!(sessions.open().is_ok());
        assert_eq!(sessions.count(), 1);
    }
}
