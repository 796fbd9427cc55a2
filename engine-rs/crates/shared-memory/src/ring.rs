//! A ring of bytes with one writer and one reader.

use std::io;
use std::mem::MaybeUninit;
use std::sync::Arc;
use std::sync::atomic::{Ordering, fence};

use crate::Mapping;
use crate::layout::{INLINE_BYTES, RingLayout};

/// The writing end.
pub(crate) struct Writer {
    pub mapping: Arc<Mapping>,
    pub layout: RingLayout,
    /// Bytes ever written, modulo 2^32: the true tail. The one in the mapping is for the reader.
    tail: u32,
    /// The reader's head as it was last seen. It is looked at again only when there seems to be too little room:
    /// the reader writes it for every frame, and each look would fetch it from the other processor.
    head: u32,
    /// Where the reader tells its head along with what it writes itself.
    told_head: usize,
    /// One past the last byte that went inline, while the words in the mapping still tell of it.
    inline_to: Option<u32>,
}

/// The reading end.
pub(crate) struct Reader {
    pub mapping: Arc<Mapping>,
    pub layout: RingLayout,
    /// Bytes ever read, modulo 2^32: the true head.
    pub head: u32,
}

/// The bytes in a ring whose counters are these.
fn used(layout: &RingLayout, tail: u32, head: u32) -> io::Result<u32> {
    let used = tail.wrapping_sub(head);
    if used > layout.capacity {
        return Err(io::Error::new(
            io::ErrorKind::InvalidData,
            format!(
                "shared memory, ring: got tail {tail} and head {head}, \
                 expected 0 to {} bytes between them",
                layout.capacity
            ),
        ));
    }
    Ok(used)
}

/// Where in a ring of `capacity` the byte of that number lies, and how many follow before its end.
fn place(layout: &RingLayout, counter: u32, bytes: usize) -> (usize, usize) {
    let at = (counter & (layout.capacity - 1)) as usize;
    (layout.bytes + at, bytes.min(layout.capacity as usize - at))
}

impl Writer {
    /// Of an empty ring; its reader writes the `other` one.
    pub fn new(mapping: Arc<Mapping>, layout: RingLayout, other: RingLayout) -> Self {
        Writer { mapping, layout, tail: 0, head: 0, told_head: other.other_head(), inline_to: None }
    }

    /// Copies as many of `bytes` as there is room for, and publishes them; how many that were. The other
    /// ring's reader, which this side is too, is at `other_head`.
    ///
    /// # Errors
    /// `InvalidData`: the reader's head can't be.
    pub fn write(&mut self, bytes: &[u8], other_head: u32) -> io::Result<usize> {
        let written = if bytes.len() <= INLINE_BYTES as usize && self.has_been_read() {
            self.write_inline(bytes);
            bytes.len()
        } else {
            self.write_to_ring(bytes)?
        };
        if written == 0 {
            return Ok(0);
        }
        let RingLayout { tail, .. } = self.layout;
        self.tail = self.tail.wrapping_add(written as u32);
        // Release, as the tail: whoever takes the head from here writes over what was read.
        self.mapping.word(self.layout.other_head()).store(other_head, Ordering::Release);
        self.mapping.word(tail).store(self.tail, Ordering::Release);
        // Before it is looked at how the reader sleeps. Not with the store: the line would be waited for alone.
        fence(Ordering::SeqCst);
        Ok(written)
    }

    /// Whether the reader told that it has read all there was.
    fn has_been_read(&mut self) -> bool {
        let told = self.mapping.word(self.told_head).load(Ordering::Acquire);
        let all = told == self.tail;
        if all {
            self.head = told;
        }
        all
    }

    fn write_inline(&mut self, bytes: &[u8]) {
        let to = self.tail.wrapping_add(bytes.len() as u32);
        self.mapping.word(self.layout.inline_from()).store(self.tail, Ordering::Relaxed);
        self.mapping.word(self.layout.inline_to()).store(to, Ordering::Relaxed);
        self.mapping.write(self.layout.inline_bytes(), bytes);
        self.inline_to = Some(to);
    }

    /// Tells no more of inline bytes that the reader left behind long ago: their numbers come again.
    fn forget_inline(&mut self) {
        if self.inline_to.is_some_and(|to| self.tail.wrapping_sub(to) >= self.layout.capacity) {
            self.inline_to = None;
            // One word alone: two could be seen half changed.
            let from = self.mapping.word(self.layout.inline_from()).load(Ordering::Relaxed);
            self.mapping.word(self.layout.inline_to()).store(from, Ordering::Relaxed);
        }
    }

    fn write_to_ring(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.forget_inline();
        let mut free = self.layout.capacity - used(&self.layout, self.tail, self.head)?;
        if (free as usize) < bytes.len() {
            self.head = self.mapping.word(self.layout.head).load(Ordering::Acquire);
            free = self.layout.capacity - used(&self.layout, self.tail, self.head)?;
        }
        let bytes = &bytes[..bytes.len().min(free as usize)];
        let (at, first) = place(&self.layout, self.tail, bytes.len());
        self.mapping.write(at, &bytes[..first]);
        if first < bytes.len() {
            self.mapping.write(self.layout.bytes, &bytes[first..]);
        }
        Ok(bytes.len())
    }

    /// The head of a reader that has read nothing since the ring was full.
    pub fn full_head(&self) -> u32 {
        self.tail.wrapping_sub(self.layout.capacity)
    }
}

impl Reader {
    pub fn new(mapping: Arc<Mapping>, layout: RingLayout) -> Self {
        Reader { mapping, layout, head: 0 }
    }

    /// Copies what is there to `to`, as much as fits, and makes room; how many bytes that were.
    ///
    /// # Errors
    /// `InvalidData`: the writer's tail can't be.
    pub fn read(&mut self, to: &mut [MaybeUninit<u8>]) -> io::Result<usize> {
        let tail = self.mapping.word(self.layout.tail).load(Ordering::Acquire);
        let there = used(&self.layout, tail, self.head)? as usize;
        let bytes = there.min(to.len());
        if bytes == 0 {
            return Ok(0);
        }
        let bytes = match self.inline() {
            Some((at, inline)) => {
                let bytes = bytes.min(inline);
                self.mapping.read_to(at, &mut to[..bytes]);
                bytes
            }
            None => {
                let (at, first) = place(&self.layout, self.head, bytes);
                self.mapping.read_to(at, &mut to[..first]);
                if first < bytes {
                    self.mapping.read_to(self.layout.bytes, &mut to[first..bytes]);
                }
                bytes
            }
        };
        self.head = self.head.wrapping_add(bytes as u32);
        self.mapping.word(self.layout.head).store(self.head, Ordering::SeqCst);
        Ok(bytes)
    }

    /// Where the next byte lies and how many more with it, if it lies inline.
    fn inline(&self) -> Option<(usize, usize)> {
        let load = |word| self.mapping.word(word).load(Ordering::Relaxed);
        let (from, to) = (load(self.layout.inline_from()), load(self.layout.inline_to()));
        let (all, read) = (to.wrapping_sub(from), self.head.wrapping_sub(from));
        (all <= INLINE_BYTES && read < all)
            .then(|| (self.layout.inline_bytes() + read as usize, (all - read) as usize))
    }

    /// The tail of a writer that has written nothing since the ring was empty.
    pub fn empty_tail(&self) -> u32 {
        self.head
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::mem::MaybeUninit;
    use std::sync::Arc;
    use std::sync::atomic::Ordering;
    use std::thread;

    use super::{Reader, Writer};
    use crate::Mapping;
    use crate::layout::{mapping_bytes, reply_ring, request_ring};

    fn ring(begin: u32) -> (Writer, Reader) {
        let (layout, other) = (request_ring(4096), reply_ring(4096));
        let mapping = Arc::new(Mapping::heap(mapping_bytes(4096)));
        mapping.word(other.other_head()).store(begin, Ordering::SeqCst);
        mapping.word(layout.tail).store(begin, Ordering::SeqCst);
        mapping.word(layout.head).store(begin, Ordering::SeqCst);
        let mut writer = Writer::new(Arc::clone(&mapping), layout, other);
        let mut reader = Reader::new(mapping, layout);
        writer.tail = begin;
        writer.head = begin;
        reader.head = begin;
        (writer, reader)
    }

    fn read(reader: &mut Reader, most: usize) -> Vec<u8> {
        let mut bytes = vec![MaybeUninit::uninit(); most];
        let there = reader.read(&mut bytes).unwrap();
        // SAFETY: so many were initialized.
        bytes[..there].iter().map(|byte| unsafe { byte.assume_init() }).collect()
    }

    /// What the reader does when it writes to the other ring.
    fn tell_head(reader: &Reader) {
        reader.mapping.word(reply_ring(4096).other_head()).store(reader.head, Ordering::Release);
    }

    /// The bytes of the ring itself.
    fn in_ring(writer: &Writer) -> Vec<u8> {
        let mut bytes = vec![0; 4096];
        writer.mapping.read(writer.layout.bytes, &mut bytes);
        bytes
    }

    fn pattern(from: usize, bytes: usize) -> Vec<u8> {
        (from..from + bytes).map(|k| (k % 251) as u8).collect()
    }

    #[test]
    fn bytes_come_out_as_they_went_in_also_where_the_counters_wrap() {
        for begin in [0, 4095, 1 << 31, u32::MAX - 5000, u32::MAX] {
            let (mut writer, mut reader) = ring(begin);
            let mut at = 0;
            for bytes in [0, 1, 4095, 4096, 1, 2049, 3000, 4096, 17] {
                assert_eq!(writer.write(&pattern(at, bytes), 0).unwrap(), bytes);
                assert_eq!(read(&mut reader, 5000), pattern(at, bytes));
                at += bytes;
            }
        }
    }

    #[test]
    fn few_bytes_go_inline_where_all_before_was_read() {
        for begin in [0, 4090, u32::MAX - 5, u32::MAX] {
            let (mut writer, mut reader) = ring(begin);
            let mut at = 0;
            for bytes in [1, 20, 48, 3] {
                assert_eq!(writer.write(&pattern(at, bytes), 0).unwrap(), bytes);
                // In two pieces: the second begins within what is inline.
                let mut came = read(&mut reader, bytes.div_ceil(2));
                came.extend(read(&mut reader, 4096));
                assert_eq!(came, pattern(at, bytes));
                assert_eq!(read(&mut reader, 1), []);
                tell_head(&reader);
                at += bytes;
            }
            assert_eq!(in_ring(&writer), [0; 4096]);
            // 49 do not, and what is written before those were read does not.
            for bytes in [49, 7, 7] {
                assert_eq!(writer.write(&pattern(at, bytes), 0).unwrap(), bytes);
                at += bytes;
            }
            assert_eq!(in_ring(&writer).iter().filter(|&&byte| byte != 0).count(), 63);
            assert_eq!(read(&mut reader, 4096), pattern(at - 63, 63));
        }
    }

    #[test]
    fn inline_bytes_stay_while_more_goes_to_the_ring() {
        let (mut writer, mut reader) = ring(9);
        for k in 0..10 {
            assert_eq!(writer.write(&pattern(20 * k, 20), 0).unwrap(), 20);
        }
        assert_eq!(read(&mut reader, 5), pattern(0, 5));
        // A head that is told while not all was read changes nothing.
        tell_head(&reader);
        assert_eq!(writer.write(&pattern(200, 20), 0).unwrap(), 20);
        let mut came = read(&mut reader, 4096);
        assert_eq!(came.len(), 15);
        came.extend(read(&mut reader, 4096));
        assert_eq!(came, pattern(5, 215));
    }

    #[test]
    fn inline_bytes_are_not_taken_for_those_of_their_number_when_the_counters_come_round() {
        let (mut writer, mut reader) = ring(0);
        writer.write(&pattern(0, 20), 0).unwrap();
        assert_eq!(read(&mut reader, 4096), pattern(0, 20));
        let mut at = 20u64;
        // As if 2^32 bytes had gone through the ring: the words tell of nothing long before.
        while at < 3 * 4096 {
            assert_eq!(writer.write(&pattern(at as usize, 1000), 0).unwrap(), 1000);
            assert_eq!(read(&mut reader, 4096), pattern(at as usize, 1000));
            at += 1000;
        }
        (writer.tail, writer.head, reader.head) = (0, 0, 0);
        writer.mapping.word(writer.layout.head).store(0, Ordering::SeqCst);
        tell_head(&Reader { head: 7, mapping: Arc::clone(&writer.mapping), layout: writer.layout });
        assert_eq!(writer.write(&pattern(99, 20), 0).unwrap(), 20);
        assert_eq!(read(&mut reader, 4096), pattern(99, 20));
    }

    #[test]
    fn words_about_inline_bytes_that_can_not_be_are_the_ring_s() {
        let (mut writer, mut reader) = ring(100);
        writer.write(&pattern(0, 60), 0).unwrap();
        for (from, to) in [(100, 149), (100, 99), (99, 100), (101, 120), (0, u32::MAX)] {
            writer.mapping.word(writer.layout.inline_from()).store(from, Ordering::SeqCst);
            writer.mapping.word(writer.layout.inline_to()).store(to, Ordering::SeqCst);
            assert_eq!(read(&mut reader, 60), pattern(0, 60));
            reader.head = 100;
        }
    }

    #[test]
    fn a_full_ring_takes_what_fits() {
        let (mut writer, mut reader) = ring(77);
        assert_eq!(writer.write(&pattern(0, 5000), 0).unwrap(), 4096);
        assert_eq!(writer.write(b"more", 0).unwrap(), 0);
        assert_eq!(read(&mut reader, 10), pattern(0, 10));
        assert_eq!(writer.write(&pattern(4096, 100), 0).unwrap(), 10);
        assert_eq!(read(&mut reader, 9999), pattern(10, 4096));
        assert_eq!(read(&mut reader, 9999), []);
    }

    #[test]
    fn counters_that_can_not_be_are_refused() {
        let (mut writer, mut reader) = ring(0);
        writer.write(b"eight by", 0).unwrap();
        let full = vec![0; 4096];
        for tail in [4097, 1 << 31, u32::MAX] {
            writer.mapping.word(writer.layout.tail).store(tail, Ordering::SeqCst);
            let error = reader.read(&mut [MaybeUninit::uninit(); 9]).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::InvalidData);
            assert!(error.to_string().contains(&format!("got tail {tail} and head 0")), "{error}");
        }
        for head in [9, 1 << 31, 8u32.wrapping_sub(4097)] {
            reader.mapping.word(reader.layout.head).store(head, Ordering::SeqCst);
            assert_eq!(writer.write(&full, 0).unwrap_err().kind(), io::ErrorKind::InvalidData);
        }
    }

    #[test]
    fn inline_bytes_are_forgotten_by_one_word_so_that_no_reader_sees_half_of_it() {
        let begin = u32::MAX - 9;
        let (mut writer, mut reader) = ring(begin);
        writer.write(&pattern(0, 20), 0).unwrap();
        assert_eq!(read(&mut reader, 4096), pattern(0, 20));
        for _ in 0..8 {
            assert_eq!(writer.write(&pattern(0, 1000), 0).unwrap(), 1000);
            assert_eq!(read(&mut reader, 4096).len(), 1000);
        }
        let word = |at| writer.mapping.word(at).load(Ordering::SeqCst);
        assert_eq!(word(writer.layout.inline_from()), begin);
        assert_eq!(word(writer.layout.inline_to()), begin);
    }

    /// One side of two rings.
    struct Side {
        writer: Writer,
        reader: Reader,
    }

    impl Side {
        fn write(&mut self, bytes: &[u8]) -> usize {
            self.writer.write(bytes, self.reader.head).unwrap()
        }
    }

    #[test]
    fn two_threads_that_echo_what_is_pipelined() {
        let total = if cfg!(miri) { 5_000 } else { 2_000_000 };
        let mapping = Arc::new(Mapping::heap(mapping_bytes(4096)));
        let side = |out, back| Side {
            writer: Writer::new(Arc::clone(&mapping), out, back),
            reader: Reader::new(Arc::clone(&mapping), back),
        };
        let (requests, replies) = (request_ring(4096), reply_ring(4096));
        let (mut client, mut listener) = (side(requests, replies), side(replies, requests));
        let echoing = thread::spawn(move || {
            let mut echoed = 0;
            while echoed < total {
                let bytes = read(&mut listener.reader, 100);
                if bytes.is_empty() {
                    thread::yield_now();
                }
                let mut left = &bytes[..];
                while !left.is_empty() {
                    left = &left[listener.write(left)..];
                }
                echoed += bytes.len();
            }
        });
        let (mut sent, mut received) = (0, 0);
        while received < total {
            // At most a few frames on the way, so that rings run empty as well.
            if sent < total && sent - received < 150 {
                let piece = pattern(sent, (sent % 60 + 1).min(total - sent));
                sent += client.write(&piece);
            }
            let bytes = read(&mut client.reader, 77);
            if bytes.is_empty() {
                thread::yield_now();
            }
            assert_eq!(bytes, pattern(received, bytes.len()));
            received += bytes.len();
        }
        echoing.join().unwrap();
    }

    #[test]
    fn two_threads() {
        let total = if cfg!(miri) { 20_000 } else { 3_000_000 };
        let (mut writer, mut reader) = ring(u32::MAX - 9000);
        let writing = thread::spawn(move || {
            let mut at = 0;
            while at < total {
                let piece = pattern(at, (at % 700 + 1).min(total - at));
                match writer.write(&piece, 0).unwrap() {
                    0 => thread::yield_now(),
                    written => at += written,
                }
            }
        });
        let mut at = 0;
        while at < total {
            let bytes = read(&mut reader, at % 900 + 1);
            if bytes.is_empty() {
                tell_head(&reader);
                thread::yield_now();
            }
            assert_eq!(bytes, pattern(at, bytes.len()));
            at += bytes.len();
        }
        writing.join().unwrap();
    }
}
