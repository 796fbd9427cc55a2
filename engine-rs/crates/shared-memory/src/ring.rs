//! A ring of bytes with one writer and one reader.

use std::io;
use std::mem::MaybeUninit;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::Mapping;
use crate::layout::RingLayout;

/// The writing end.
pub(crate) struct Writer {
    pub mapping: Arc<Mapping>,
    pub layout: RingLayout,
    /// Bytes ever written, modulo 2^32: the true tail. The one in the mapping is for the reader.
    tail: u32,
    /// The reader's head as it was last seen. It is looked at again only when there seems to be too little room:
    /// the reader writes it for every frame, and each look would fetch it from the other processor.
    head: u32,
}

/// The reading end.
pub(crate) struct Reader {
    pub mapping: Arc<Mapping>,
    pub layout: RingLayout,
    /// Bytes ever read, modulo 2^32: the true head.
    head: u32,
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
    pub fn new(mapping: Arc<Mapping>, layout: RingLayout) -> Self {
        Writer { mapping, layout, tail: 0, head: 0 }
    }

    /// Copies as many of `bytes` as there is room for, and publishes them; how many that were.
    ///
    /// # Errors
    /// `InvalidData`: the reader's head can't be.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut free = self.layout.capacity - used(&self.layout, self.tail, self.head)?;
        if (free as usize) < bytes.len() {
            self.head = self.mapping.word(self.layout.head).load(Ordering::Acquire);
            free = self.layout.capacity - used(&self.layout, self.tail, self.head)?;
        }
        let bytes = &bytes[..bytes.len().min(free as usize)];
        if bytes.is_empty() {
            return Ok(0);
        }
        let (at, first) = place(&self.layout, self.tail, bytes.len());
        self.mapping.write(at, &bytes[..first]);
        if first < bytes.len() {
            self.mapping.write(self.layout.bytes, &bytes[first..]);
        }
        self.tail = self.tail.wrapping_add(bytes.len() as u32);
        self.mapping.word(self.layout.tail).store(self.tail, Ordering::SeqCst);
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
        let (at, first) = place(&self.layout, self.head, bytes);
        self.mapping.read_to(at, &mut to[..first]);
        if first < bytes {
            self.mapping.read_to(self.layout.bytes, &mut to[first..bytes]);
        }
        self.head = self.head.wrapping_add(bytes as u32);
        self.mapping.word(self.layout.head).store(self.head, Ordering::SeqCst);
        Ok(bytes)
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
    use crate::layout::{mapping_bytes, request_ring};

    fn ring(begin: u32) -> (Writer, Reader) {
        let layout = request_ring(4096);
        let mapping = Arc::new(Mapping::heap(mapping_bytes(4096)));
        mapping.word(layout.tail).store(begin, Ordering::SeqCst);
        mapping.word(layout.head).store(begin, Ordering::SeqCst);
        let mut writer = Writer::new(Arc::clone(&mapping), layout);
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

    fn pattern(from: usize, bytes: usize) -> Vec<u8> {
        (from..from + bytes).map(|k| (k % 251) as u8).collect()
    }

    #[test]
    fn bytes_come_out_as_they_went_in_also_where_the_counters_wrap() {
        for begin in [0, 4095, 1 << 31, u32::MAX - 5000, u32::MAX] {
            let (mut writer, mut reader) = ring(begin);
            let mut at = 0;
            for bytes in [0, 1, 4095, 4096, 1, 2049, 3000, 4096, 17] {
                assert_eq!(writer.write(&pattern(at, bytes)).unwrap(), bytes);
                assert_eq!(read(&mut reader, 5000), pattern(at, bytes));
                at += bytes;
            }
        }
    }

    #[test]
    fn a_full_ring_takes_what_fits() {
        let (mut writer, mut reader) = ring(77);
        assert_eq!(writer.write(&pattern(0, 5000)).unwrap(), 4096);
        assert_eq!(writer.write(b"more").unwrap(), 0);
        assert_eq!(read(&mut reader, 10), pattern(0, 10));
        assert_eq!(writer.write(&pattern(4096, 100)).unwrap(), 10);
        assert_eq!(read(&mut reader, 9999), pattern(10, 4096));
        assert_eq!(read(&mut reader, 9999), []);
    }

    #[test]
    fn counters_that_can_not_be_are_refused() {
        let (mut writer, mut reader) = ring(0);
        writer.write(b"eight by").unwrap();
        let full = vec![0; 4096];
        for tail in [4097, 1 << 31, u32::MAX] {
            writer.mapping.word(writer.layout.tail).store(tail, Ordering::SeqCst);
            let error = reader.read(&mut [MaybeUninit::uninit(); 9]).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::InvalidData);
            assert!(error.to_string().contains(&format!("got tail {tail} and head 0")), "{error}");
        }
        for head in [9, 1 << 31, 8u32.wrapping_sub(4097)] {
            reader.mapping.word(reader.layout.head).store(head, Ordering::SeqCst);
            assert_eq!(writer.write(&full).unwrap_err().kind(), io::ErrorKind::InvalidData);
        }
    }

    #[test]
    fn two_threads() {
        let total = if cfg!(miri) { 20_000 } else { 3_000_000 };
        let (mut writer, mut reader) = ring(u32::MAX - 9000);
        let writing = thread::spawn(move || {
            let mut at = 0;
            while at < total {
                let piece = pattern(at, (at % 700 + 1).min(total - at));
                match writer.write(&piece).unwrap() {
                    0 => thread::yield_now(),
                    written => at += written,
                }
            }
        });
        let mut at = 0;
        while at < total {
            let bytes = read(&mut reader, at % 900 + 1);
            if bytes.is_empty() {
                thread::yield_now();
            }
            assert_eq!(bytes, pattern(at, bytes.len()));
            at += bytes.len();
        }
        writing.join().unwrap();
    }
}
