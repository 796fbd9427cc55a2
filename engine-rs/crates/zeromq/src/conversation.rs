//! One peer, from its first message to its last.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use bytes::Bytes;
use ipc_tax_server::{Reply, Session};
use omq_tokio::{Identity, IdentitySocket, Message};
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::patience::Outgoing;

/// Where a frame's opcode is.
const OPCODE: usize = 4;

/// Requests that take no time worth a change of thread, by opcode: echo, drop, open and close live,
/// info, timing.
const QUICK: [u8; 6] = [1, 4, 5, 7, 8, 9];

/// Up to this many bytes load and tick are quick too.
const SHORT: usize = 4 << 10;

/// Load and tick.
const QUICK_IF_SHORT: [u8; 2] = [2, 6];

/// A peer's requests that wait may have this many bytes more than one frame may. ZeroMQ has no flow
/// control from end to end: who sends more without waiting for a reply is dropped.
const WAITING_REQUESTS: usize = 128 << 20;

/// The receiving side of a conversation.
pub struct Conversation {
    requests: UnboundedSender<Bytes>,
    state: Arc<State>,
}

/// What both sides of a conversation know.
#[derive(Default)]
struct State {
    /// Bytes of the requests that wait.
    waiting: AtomicUsize,
    gone: AtomicBool,
}

/// Where a conversation's replies go.
pub struct Outlet {
    pub socket: IdentitySocket,
    pub peer: Identity,
    /// For a peer to take its replies, once it has stopped to.
    pub patience: Duration,
}

impl Conversation {
    /// A conversation, and what answers it until its peer is gone or it is dropped.
    pub fn begin(session: Session, outlet: Outlet) -> (Self, impl Future<Output = Ended>) {
        let (requests, inbox) = mpsc::unbounded_channel();
        let state = Arc::new(State::default());
        let answers = Answers {
            session: Some(session),
            outlet,
            state: Arc::clone(&state),
            outgoing: Outgoing::new(),
        };
        (Conversation { requests, state }, answers.until_ended(inbox))
    }

    /// Takes in a request.
    ///
    /// # Errors
    /// The bytes that wait then, when they are too many.
    pub fn request(&self, frame: Bytes, longest_body: u32) -> Result<(), usize> {
        let waiting = self.state.waiting.fetch_add(frame.len(), Ordering::Relaxed) + frame.len();
        if waiting > longest_body as usize + WAITING_REQUESTS {
            return Err(waiting);
        }
        // It fails when the conversation has ended; whoever waits for that hears of it.
        let _ = self.requests.send(frame);
        Ok(())
    }

    /// The peer is gone: nobody waits for what is being computed.
    pub fn peer_is_gone(&self) {
        self.state.gone.store(true, Ordering::Relaxed);
    }
}

impl Conversation {
    /// Takes in no more requests. What is returned gives up on the ones under way.
    pub fn last(self) -> impl Fn() {
        let state = self.state;
        move || state.gone.store(true, Ordering::Relaxed)
    }
}

/// How a conversation ended.
#[derive(Debug, PartialEq, Eq)]
pub enum Ended {
    /// The peer went away, or said that it is done, or the engine drains.
    ByPeer,
    /// The engine is done with the peer, which is to be told and disconnected.
    ByEngine,
}

struct Answers {
    /// Elsewhere while it computes.
    session: Option<Session>,
    outlet: Outlet,
    state: Arc<State>,
    outgoing: Outgoing,
}

impl Answers {
    async fn until_ended(mut self, mut inbox: UnboundedReceiver<Bytes>) -> Ended {
        while let Some(frame) = inbox.recv().await {
            let length = frame.len();
            let Some(reply) = self.answer(frame).await else { return Ended::ByPeer };
            self.state.waiting.fetch_sub(length, Ordering::Relaxed);
            let closes = reply.closes;
            if !self.outlet.send(&self.outgoing, reply).await || closes {
                return Ended::ByEngine;
            }
        }
        Ended::ByPeer
    }

    /// The reply, or `None` when nobody waits for it.
    async fn answer(&mut self, frame: Bytes) -> Option<Reply> {
        let quick = is_quick(&frame);
        let frame = Vec::from(frame);
        let state = Arc::clone(&self.state);
        let gone = move || state.gone.load(Ordering::Relaxed);
        if quick {
            return self.session.as_mut()?.answer(frame, &gone);
        }
        let mut session = self.session.take()?;
        let computed = spawn_blocking(move || {
            let reply = session.answer(frame, &gone);
            (session, reply)
        });
        let (session, reply) = computed.await.ok()?;
        self.session = Some(session);
        reply
    }
}

impl Outlet {
    /// Whether the peer takes the reply, or room for it was found, in time.
    pub async fn send(&self, outgoing: &Outgoing, reply: Reply) -> bool {
        let send = async {
            let message = Message::single(outgoing.message(reply.into_parts()).await);
            self.socket.send_to(&self.peer, message).await
        };
        matches!(timeout(self.patience, send).await, Ok(Ok(())))
    }
}

fn is_quick(frame: &[u8]) -> bool {
    frame.get(OPCODE).is_none_or(|opcode| {
        QUICK.contains(opcode) || (QUICK_IF_SHORT.contains(opcode) && frame.len() <= SHORT)
    })
}

#[cfg(test)]
mod tests {
    use super::is_quick;
    use ipc_tax_wire::encode;

    #[test]
    fn what_computes_leaves_the_event_loop() {
        for quick in [encode::info(), encode::echo(&[0.0; 1000]), encode::tick(1, &[1.0]), vec![0]]
        {
            assert!(is_quick(&quick));
        }
        let sweep = encode::sweep(&[1.0], &[[1; 6]]);
        for slow in [sweep, encode::tick(1, &[0.0; 1000]), encode::load(&[0.0; 1000])] {
            assert!(!is_quick(&slow));
        }
    }
}
