//! Memory for messages on their way, and how long a peer may take to free it.

use std::ops::Range;
use std::sync::Arc;

use bytes::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Bytes of replies to one peer that may wait to be taken. A longer reply waits until none does.
const WAITING_REPLIES: usize = 64 << 20;

/// The replies on their way to one peer. The high-water mark counts messages, however long; this
/// counts bytes.
pub struct Outgoing(Arc<Semaphore>);

/// A reply's memory; its share of the budget is free again when ZeroMQ has let go of it.
struct OnItsWay {
    bytes: Vec<u8>,
    _share: OwnedSemaphorePermit,
}

impl AsRef<[u8]> for OnItsWay {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Outgoing {
    pub fn new() -> Self {
        Outgoing(Arc::new(Semaphore::new(WAITING_REPLIES)))
    }

    /// The message of a reply, once there is room for it.
    pub async fn message(&self, (bytes, frame): (Vec<u8>, Range<usize>)) -> Bytes {
        let share = bytes.len().clamp(1, WAITING_REPLIES) as u32;
        match Arc::clone(&self.0).acquire_many_owned(share).await {
            Ok(share) => Bytes::from_owner(OnItsWay { bytes, _share: share }).slice(frame),
            // The semaphore is never closed.
            Err(_) => Bytes::new(),
        }
    }
}
