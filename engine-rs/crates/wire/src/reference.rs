//! Floats that are not in a frame: where they lie in memory that both sides share.
//!
//! Only a carrier that shares memory has these requests; over any other they are unknown opcodes.
//!
//! | op | name | a | b | payload | reply body |
//! |---|---|---|---|---|---|
//! | 128 | sweep | n_bars | n_combos | reference, params n_combos×6×i64 | as sweep |
//! | 129 | echo | n_floats | 0 | reference | the same reference |
//! | 130 | load | n_bars | 0 | reference | u32 series id |
//! | 134 | tick | session id | n | reference | as tick |
//! | 138 | share | 0 | 0 | u64 offset in the file, u64 bytes | u32 segment id |
//! | 139 | take back | segment id | 0 | none | empty |
//!
//! A reference: 0 u32 segment id, 4 u32 zero, 8 u64 offset of the first float in the segment, in bytes.
//! A segment belongs to its connection. It can be taken back while no series lies in it.

use crate::{ErrorCode, WireError};

/// Added to an opcode: the floats lie elsewhere.
pub const IN_PLACE: u8 = 128;

/// Share: a part of the file that both sides map.
pub const SHARE: u8 = 138;

/// Take back: the other side unmaps a segment.
pub const TAKE_BACK: u8 = 139;

/// Bytes of a reference.
pub const REFERENCE_BYTES: usize = 16;

/// Where floats lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The segment's id.
    pub segment: u32,
    /// Of the first float in the segment, in bytes.
    pub offset: u64,
}

impl Reference {
    /// Reads a reference.
    ///
    /// # Errors
    /// [`ErrorCode::Malformed`] where the unused word is used.
    pub fn from_bytes(bytes: [u8; REFERENCE_BYTES]) -> Result<Self, WireError> {
        let word = |at: usize| u32::from_le_bytes(std::array::from_fn(|k| bytes[at + k]));
        let unused = word(4);
        if unused != 0 {
            return Err(WireError::field(ErrorCode::Malformed, "reference unused", unused, 0));
        }
        let offset = u64::from_le_bytes(std::array::from_fn(|k| bytes[8 + k]));
        Ok(Reference { segment: word(0), offset })
    }

    /// Writes a reference.
    pub fn to_bytes(self) -> [u8; REFERENCE_BYTES] {
        let mut bytes = [0; REFERENCE_BYTES];
        bytes[..4].copy_from_slice(&self.segment.to_le_bytes());
        bytes[8..].copy_from_slice(&self.offset.to_le_bytes());
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::Reference;

    #[test]
    fn there_and_back() {
        let reference = Reference { segment: 7, offset: (1 << 40) + 8 };
        assert_eq!(Reference::from_bytes(reference.to_bytes()), Ok(reference));
        let mut bytes = reference.to_bytes();
        bytes[5] = 1;
        let error = Reference::from_bytes(bytes).unwrap_err().to_string();
        assert!(error.contains("reference unused: got 256, expected 0"), "{error}");
    }
}
