//! What is sent: random bits, so that a reply that was rounded, reordered or cut shows.

/// The bytes of `floats` float64, every bit pattern possible, NaN and its payloads included.
/// SplitMix64 (Steele, Lea and Flood, 2014).
pub fn random_floats(floats: usize) -> Vec<u8> {
    let mut state = floats as u64;
    let mut bytes = Vec::with_capacity(floats * 8);
    for _ in 0..floats {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bytes.extend((z ^ (z >> 31)).to_le_bytes());
    }
    bytes
}

/// Marks the first and the last float with the call's number: an answer to an earlier call differs.
pub fn mark(payload: &mut [u8], call: u64) {
    let end = payload.len();
    payload[..8].copy_from_slice(&call.to_le_bytes());
    payload[end - 8..].copy_from_slice(&call.to_le_bytes());
}

#[cfg(test)]
mod tests {
    use super::{mark, random_floats};

    #[test]
    fn bits_are_spread_and_marked_at_both_ends() {
        let mut bytes = random_floats(1_000);
        assert_eq!(bytes.len(), 8_000);
        let ones: u32 = bytes.iter().map(|byte| byte.count_ones()).sum();
        assert!((31_000..33_000).contains(&ones), "{ones}");
        mark(&mut bytes, 7);
        assert_eq!((bytes[0], bytes[7_992]), (7, 7));
        let mut one = random_floats(1);
        mark(&mut one, 9);
        assert_eq!(one, 9u64.to_le_bytes());
    }
}
