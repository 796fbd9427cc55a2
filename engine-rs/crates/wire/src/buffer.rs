//! Where a stream's bytes become frames: they come in at the end, frames go out at the front.

use std::collections::TryReserveError;
use std::ops::Range;

use crate::frame::{LENGTH_BYTES, body_length};
use crate::{HEADER_BYTES, WireError};

/// A frame at this offset has its payload, 13 bytes in, on a multiple of 8: floats are computed on
/// where they arrived.
const FRONT: usize = 16 - LENGTH_BYTES - HEADER_BYTES;

/// Room in the beginning, and after a large frame.
const SMALL: usize = 64 << 10;

/// Over this many bytes memory is let go when the connection is idle. Up to it, it is kept, so that
/// requests of the usual size find their pages touched already.
pub const LARGE: usize = 4 << 20;

/// Received bytes not yet handled. One frame may be handled where it lies.
pub struct FrameBuffer {
    /// `FRONT` bytes of padding, then handled frames, then what is to be handled.
    bytes: Vec<u8>,
    /// Where the next frame begins.
    next: usize,
}

impl Default for FrameBuffer {
    fn default() -> Self {
        FrameBuffer::new()
    }
}

impl FrameBuffer {
    /// A buffer in which nothing waits; it takes no memory yet.
    pub fn new() -> Self {
        FrameBuffer { bytes: Vec::new(), next: FRONT }
    }

    /// Where the next frame lies, length and body, or `None` while it is incomplete.
    ///
    /// # Errors
    /// As [`body_length`]: it is too large.
    pub fn frame(&self, limit: u32) -> Result<Option<Range<usize>>, WireError> {
        let waiting = self.waiting();
        Ok(match body_length(waiting, limit)? {
            Some(body) if waiting.len() >= LENGTH_BYTES + body => {
                Some(self.next..self.next + LENGTH_BYTES + body)
            }
            _ => None,
        })
    }

    /// Whether bytes of an incomplete frame are waiting.
    pub fn is_within_frame(&self) -> bool {
        !self.waiting().is_empty()
    }

    /// The bytes of a frame that [`FrameBuffer::frame`] found.
    pub fn bytes_mut(&mut self, frame: Range<usize>) -> &mut [u8] {
        &mut self.bytes[frame]
    }

    /// Lets go of the frame.
    pub fn handled(&mut self, frame: Range<usize>) {
        self.next = frame.end;
        if self.waiting().is_empty() {
            self.next = FRONT;
            self.bytes.clear();
        }
    }

    /// Whether the buffer is too large to keep.
    pub fn is_large(&self) -> bool {
        self.bytes.capacity() > LARGE
    }

    /// Lets go of the memory of a buffer in which nothing waits.
    pub fn let_go(&mut self) {
        debug_assert!(!self.is_within_frame());
        *self = FrameBuffer::new();
    }

    /// The bytes it has memory for.
    pub fn capacity(&self) -> usize {
        self.bytes.capacity()
    }

    /// The buffer with spare capacity to receive into: what is left of it, or, when it is full,
    /// at most as much again as has arrived and never more than the next frame needs.
    ///
    /// # Errors
    /// There is no memory for it.
    pub fn with_room(&mut self) -> Result<&mut Vec<u8>, TryReserveError> {
        if self.bytes.is_empty() {
            self.bytes.try_reserve(SMALL)?;
            self.bytes.resize(FRONT, 0);
        }
        self.move_to_front();
        if self.bytes.len() == self.bytes.capacity() {
            let arrived = self.waiting().len();
            let needed = match body_length(self.waiting(), u32::MAX) {
                Ok(Some(body)) => (LENGTH_BYTES + body).saturating_sub(arrived),
                _ => SMALL,
            };
            self.bytes.try_reserve_exact(needed.min(arrived.max(SMALL)).max(1))?;
        }
        Ok(&mut self.bytes)
    }

    /// Moves an incomplete frame over the handled ones. Each byte is moved at most once, since
    /// every complete frame has been handled by then.
    fn move_to_front(&mut self) {
        if self.next > FRONT {
            let waiting = self.bytes.len() - self.next;
            self.bytes.copy_within(self.next.., FRONT);
            self.bytes.truncate(FRONT + waiting);
            self.next = FRONT;
        }
    }

    fn waiting(&self) -> &[u8] {
        self.bytes.get(self.next..).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::{FRONT, FrameBuffer, SMALL};
    use crate::{LONGEST_BODY, encode};

    fn receive(buffer: &mut FrameBuffer, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let room = buffer.with_room().unwrap();
            let spare = room.capacity() - room.len();
            assert!(spare > 0);
            let (now, later) = bytes.split_at(spare.min(bytes.len()));
            room.extend(now);
            bytes = later;
        }
    }

    fn take(buffer: &mut FrameBuffer) -> Option<Vec<u8>> {
        let frame = buffer.frame(LONGEST_BODY).unwrap()?;
        let bytes = buffer.bytes_mut(frame.clone()).to_vec();
        buffer.handled(frame);
        Some(bytes)
    }

    #[test]
    fn one_byte_at_a_time() {
        let frames = [encode::info(), encode::echo(&[1.0, 2.0]), encode::tick(3, &[])];
        let mut buffer = FrameBuffer::new();
        let mut taken = Vec::new();
        for byte in frames.concat() {
            receive(&mut buffer, &[byte]);
            taken.extend(take(&mut buffer));
        }
        assert_eq!(taken, frames);
        assert!(!buffer.is_within_frame());
    }

    #[test]
    fn many_frames_at_once() {
        let frames: Vec<_> = (0..5000).map(|k| encode::echo(&vec![k as f64; k % 50])).collect();
        let mut buffer = FrameBuffer::new();
        let mut taken = Vec::new();
        for piece in frames.concat().chunks(30_011) {
            receive(&mut buffer, piece);
            taken.extend(std::iter::from_fn(|| take(&mut buffer)));
        }
        assert_eq!(taken, frames);
    }

    #[test]
    fn a_declared_length_takes_no_memory() {
        let mut buffer = FrameBuffer::new();
        receive(&mut buffer, &LONGEST_BODY.to_le_bytes());
        assert!(buffer.with_room().unwrap().capacity() <= 2 * SMALL);
        receive(&mut buffer, &[0; 200_000]);
        assert!(buffer.with_room().unwrap().capacity() <= 3 * 200_000);
    }

    #[test]
    fn a_large_buffer_can_be_let_go() {
        let mut buffer = FrameBuffer::new();
        for (floats, large) in [(150_000, false), (1 << 20, true)] {
            receive(&mut buffer, &encode::echo(&vec![0.5; floats]));
            assert!(buffer.bytes.capacity() >= floats * 8);
            take(&mut buffer).unwrap();
            assert_eq!(buffer.is_large(), large);
        }
        buffer.let_go();
        assert_eq!(buffer.bytes.capacity(), 0);
        receive(&mut buffer, &encode::info());
        assert_eq!(take(&mut buffer), Some(encode::info()));
    }

    #[test]
    fn floats_are_aligned() {
        let mut buffer = FrameBuffer::new();
        receive(&mut buffer, &encode::echo(&[1.0]));
        let frame = buffer.frame(LONGEST_BODY).unwrap().unwrap();
        assert_eq!(frame.start, FRONT);
        assert_eq!(buffer.bytes_mut(frame)[13..].as_ptr().align_offset(8), 0);
    }
}
