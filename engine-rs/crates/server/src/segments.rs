//! Memory that a client shares beside its rings, and the series that lie in it.

use std::collections::BTreeMap;
use std::sync::Arc;

use ipc_tax_shared_memory::{Error, Mapping, MemoryFile};
use ipc_tax_wire::reference::Reference;
use ipc_tax_wire::{ErrorCode, Limits, WireError};

/// The segments of one connection. Ids start at 1 and are not used again.
pub struct Segments {
    memory: MemoryFile,
    by_id: BTreeMap<u32, Arc<Mapping>>,
    last: u32,
}

/// Floats in a segment, which stays mapped as long as they are held.
#[derive(Clone)]
pub struct MappedFloats {
    segment: Arc<Mapping>,
    offset: usize,
    count: usize,
}

impl Segments {
    pub fn new(memory: MemoryFile) -> Self {
        Segments { memory, by_id: BTreeMap::new(), last: 0 }
    }

    /// Maps a part of the file: whole pages, as many segments and bytes as series may be. Its pages are
    /// made sure of first, so that reading them can't fail.
    pub fn share(&mut self, offset: u64, bytes: u64, limits: &Limits) -> Result<u32, WireError> {
        let over = |what: &str, got: u64, limit: u64| {
            let told = format!("share {what}: got {got}, expected at most {limit}");
            Err(WireError::new(ErrorCode::TooLarge, told))
        };
        let count = self.by_id.len() as u64 + 1;
        if count > limits.series.into() {
            return over("segments on this connection", count, limits.series.into());
        }
        let held: u64 = self.by_id.values().map(|segment| segment.len() as u64).sum();
        let all = held.saturating_add(bytes);
        if all > limits.series_bytes {
            return over("bytes of segments on this connection", all, limits.series_bytes);
        }
        let page = page_bytes();
        for (what, got) in [("offset", offset), ("bytes", bytes)] {
            if got == 0 || got % page != 0 {
                return Err(WireError::new(
                    ErrorCode::Malformed,
                    format!("share {what}: got {got}, expected a multiple of {page} over 0"),
                ));
            }
        }
        let segment = self.map(offset, bytes)?;
        self.last += 1;
        self.by_id.insert(self.last, Arc::new(segment));
        Ok(self.last)
    }

    fn map(&self, offset: u64, bytes: u64) -> Result<Mapping, WireError> {
        let length = usize::try_from(bytes).unwrap_or(usize::MAX);
        // Mapped first: that refuses what is not in the file, which reserving would make.
        let mapped = self.memory.map(offset, length);
        let reserved = mapped.and_then(|segment| {
            self.memory.reserve(offset, bytes)?;
            Ok(segment)
        });
        reserved.map_err(|error| {
            let code = match error {
                Error::Protocol(_) => ErrorCode::Malformed,
                _ => ErrorCode::Internal,
            };
            WireError::new(code, format!("share: {error}"))
        })
    }

    /// Unmaps a segment, unless a series lies in it.
    pub fn take_back(&mut self, id: u32) -> Result<(), WireError> {
        let segment = self.by_id.get(&id).ok_or_else(|| unknown(id))?;
        if Arc::strong_count(segment) > 1 {
            return Err(WireError::new(
                ErrorCode::UnknownId,
                format!("segment {id}: got one in which a series lies, expected it to be dropped"),
            ));
        }
        self.by_id.remove(&id);
        Ok(())
    }

    /// The `bytes` bytes of floats at a reference.
    pub fn find(&self, reference: Reference, bytes: u64) -> Result<MappedFloats, WireError> {
        let Reference { segment: id, offset } = reference;
        let segment = self.by_id.get(&id).ok_or_else(|| unknown(id))?;
        let inside = offset.checked_add(bytes).is_some_and(|end| end <= segment.len() as u64);
        if !inside || offset % 8 != 0 {
            return Err(WireError::new(
                ErrorCode::Malformed,
                format!(
                    "reference: got {bytes} bytes at {offset} of segment {id}, \
                     expected them inside its {}, on a multiple of 8",
                    segment.len()
                ),
            ));
        }
        Ok(MappedFloats {
            segment: Arc::clone(segment),
            offset: offset as usize,
            count: bytes as usize / 8,
        })
    }
}

fn unknown(id: u32) -> WireError {
    WireError::new(
        ErrorCode::UnknownId,
        format!("segment id: got {id}, expected the id of a segment of this connection"),
    )
}

fn page_bytes() -> u64 {
    // SAFETY: takes no pointers. A refusal, -1, is no size and becomes the usual one.
    u64::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(4096)
}

impl MappedFloats {
    /// The floats where they lie. The client, whose memory it is too, has promised not to change them
    /// meanwhile; one that does gets a result of whatever was there when each was read, for itself.
    pub fn as_slice(&self) -> &[f64] {
        // SAFETY: inside the segment and aligned, as `find` checked; mapped as long as `self` is. Every
        // eight bytes are a float64. No index or length is ever taken from what is in there.
        unsafe {
            let first = self.segment.as_ptr().add(self.offset).cast::<f64>();
            std::slice::from_raw_parts(first, self.count)
        }
    }

    /// The same as bytes.
    pub fn bytes(&self) -> &[u8] {
        let floats = self.as_slice();
        // SAFETY: every float64 is eight bytes.
        unsafe { std::slice::from_raw_parts(floats.as_ptr().cast(), size_of_val(floats)) }
    }
}

#[cfg(test)]
mod tests {
    use ipc_tax_shared_memory::MemoryFile;
    use ipc_tax_wire::reference::Reference;
    use ipc_tax_wire::{ErrorCode, Limits};

    use super::{Segments, page_bytes};

    fn segments(pages: u64) -> (Segments, u64) {
        let memory = MemoryFile::create().unwrap();
        let page = page_bytes();
        memory.reserve(0, page * pages).unwrap();
        (Segments::new(memory), page)
    }

    #[test]
    fn floats_are_found_where_they_are() {
        let (mut segments, page) = segments(3);
        let id = segments.share(page, 2 * page, &Limits::default()).unwrap();
        let again = segments.memory.map(page, 4096).unwrap();
        again.write(16, &2.5f64.to_le_bytes());
        let found = segments.find(Reference { segment: id, offset: 8 }, 16).unwrap();
        assert_eq!(found.as_slice(), [0.0, 2.5]);
        assert_eq!(found.bytes()[8..], 2.5f64.to_le_bytes());
        // A series that lies in it keeps it.
        assert_eq!(segments.take_back(id).unwrap_err().code, ErrorCode::UnknownId);
        drop(found);
        segments.take_back(id).unwrap();
        assert_eq!(segments.take_back(id).unwrap_err().code, ErrorCode::UnknownId);
    }

    #[test]
    fn what_can_not_be_is_refused_by_name() {
        let (mut segments, page) = segments(3);
        let limits = Limits { series: 1, series_bytes: 2 * page, ..Limits::default() };
        for (offset, bytes, code, told) in [
            (page, 3 * page, ErrorCode::TooLarge, "share bytes of segments on this connection"),
            (page + 8, page, ErrorCode::Malformed, "share offset: got"),
            (0, page, ErrorCode::Malformed, "share offset: got 0"),
            (page, 0, ErrorCode::Malformed, "share bytes: got 0"),
            (2 * page, 2 * page, ErrorCode::Malformed, "expected them in a file of"),
            (u64::MAX - page + 1, page, ErrorCode::Malformed, "expected them in a file of"),
        ] {
            let error = segments.share(offset, bytes, &limits).unwrap_err();
            assert_eq!(error.code, code, "{error}");
            assert!(error.message.contains(told), "{error}");
        }
        let id = segments.share(page, 2 * page, &limits).unwrap();
        let error = segments.share(page, page, &limits).unwrap_err();
        assert!(error.message.contains("segments on this connection: got 2"), "{error}");
        for (segment, offset, bytes) in
            [(id, 2 * page, 8), (id, 4, 8), (id, u64::MAX - 7, 8), (id, 0, 2 * page + 8)]
        {
            let error = segments.find(Reference { segment, offset }, bytes).err().unwrap();
            assert_eq!(error.code, ErrorCode::Malformed, "{error}");
        }
        let error = segments.find(Reference { segment: id + 1, offset: 0 }, 8).err().unwrap();
        assert_eq!(error.code, ErrorCode::UnknownId);
    }
}
