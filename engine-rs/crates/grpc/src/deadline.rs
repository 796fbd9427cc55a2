//! The deadline of a message.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use http_body::{Body, Frame, SizeHint};
use tokio::time::Sleep;
use tonic::Status;
use tonic::codegen::Bytes;

/// Bytes before a message of gRPC: whether it is compressed, and its length.
const PREFIX: usize = 5;

/// A request's body that fails when a message in it is not whole in time after its first byte. Between
/// messages it may take as long as it likes.
pub struct MessageDeadlines<B> {
    body: B,
    timeout: Duration,
    place: Place,
    deadline: Option<Pin<Box<Sleep>>>,
}

impl<B> MessageDeadlines<B> {
    pub fn new(body: B, timeout: Duration) -> Self {
        MessageDeadlines { body, timeout, place: Place::default(), deadline: None }
    }
}

/// Where in a stream of messages it is.
#[derive(Default)]
struct Place {
    prefix: [u8; PREFIX],
    /// Bytes of the prefix that have come.
    have: usize,
    /// Bytes of the message that are still to come.
    left: usize,
}

impl Place {
    fn is_inside(&self) -> bool {
        self.have > 0
    }

    /// Takes bytes in.
    fn pass(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let missing = PREFIX - self.have;
            if missing > 0 {
                let (prefix, rest) = bytes.split_at(missing.min(bytes.len()));
                self.prefix[self.have..self.have + prefix.len()].copy_from_slice(prefix);
                self.have += prefix.len();
                bytes = rest;
                if self.have < PREFIX {
                    return;
                }
                let [_, length @ ..] = self.prefix;
                self.left = u32::from_be_bytes(length) as usize;
            }
            let message = self.left.min(bytes.len());
            bytes = &bytes[message..];
            self.left -= message;
            if self.left == 0 {
                self.have = 0;
            }
        }
    }
}

impl<B> Body for MessageDeadlines<B>
where
    B: Body<Data = Bytes> + Unpin,
    B::Error: std::error::Error + Send + Sync + 'static,
{
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let this = &mut *self;
        let polled = Pin::new(&mut this.body).poll_frame(cx);
        if let Poll::Ready(Some(Ok(frame))) = &polled
            && let Some(data) = frame.data_ref()
        {
            this.place.pass(data);
        }
        if !this.place.is_inside() {
            this.deadline = None;
        } else {
            let timeout = this.timeout;
            let deadline =
                this.deadline.get_or_insert_with(|| Box::pin(tokio::time::sleep(timeout)));
            if deadline.as_mut().poll(cx).is_ready() {
                let told = format!("got a part of it, expected all of it in {timeout:?}");
                return Poll::Ready(Some(Err(Status::deadline_exceeded(told))));
            }
        }
        polled.map_err(|error| Status::from_error(Box::new(error)))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::Place;

    #[test]
    fn inside_a_message_and_between_two() {
        let messages = [0, 0, 0, 0, 3, 7, 7, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 7];
        let ends = [0, 8, 13, 19];
        for at in 0..=messages.len() {
            let mut whole = Place::default();
            whole.pass(&messages[..at]);
            let mut bytewise = Place::default();
            messages[..at].iter().for_each(|&byte| bytewise.pass(&[byte]));
            assert_eq!(whole.is_inside(), !ends.contains(&at), "{at}");
            assert_eq!(bytewise.is_inside(), whole.is_inside(), "{at}");
        }
    }
}
