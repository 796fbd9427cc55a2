//! The arrays in a body, read where they lie.

/// Bytes of a float64.
pub const FLOAT_BYTES: usize = 8;

/// Bytes of a combo's parameters: six i64.
pub const COMBO_BYTES: usize = 48;

/// Little-endian float64 in a body, at any address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Floats<'a>(&'a [u8]);

impl<'a> Floats<'a> {
    /// `bytes` is a multiple of [`FLOAT_BYTES`] long.
    pub fn new(bytes: &'a [u8]) -> Self {
        debug_assert_eq!(bytes.len() % FLOAT_BYTES, 0);
        Floats(bytes)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len() / FLOAT_BYTES
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The bytes as they came.
    pub fn bytes(&self) -> &'a [u8] {
        self.0
    }

    /// One by one.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = f64> + use<'a> {
        self.0.chunks_exact(FLOAT_BYTES).map(|bytes| f64::from_le_bytes(eight(bytes, 0)))
    }

    /// As a slice: the bytes themselves where they are aligned for it, else copied into `copy`.
    ///
    /// # Panics
    /// When there is no memory for the copy.
    pub fn slice<'s>(&self, copy: &'s mut Vec<f64>) -> &'s [f64]
    where
        'a: 's,
    {
        if let Some(floats) = self.in_place() {
            return floats;
        }
        copy.clear();
        copy.try_reserve(self.len()).expect("memory for floats that came unaligned");
        copy.extend(self.iter());
        copy
    }

    /// The bytes as float64, if they lie on a multiple of 8 and this machine is little-endian.
    fn in_place(&self) -> Option<&'a [f64]> {
        // SAFETY: every eight bytes are a float64; align_to takes care of the alignment.
        let (before, floats, after) = unsafe { self.0.align_to::<f64>() };
        (cfg!(target_endian = "little") && before.is_empty() && after.is_empty()).then_some(floats)
    }
}

/// Parameters of combos in a body, six i64 each: half, full, sqrt, p/3, p/2, p.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Combos<'a>(&'a [u8]);

impl<'a> Combos<'a> {
    /// `bytes` is a multiple of [`COMBO_BYTES`] long.
    pub fn new(bytes: &'a [u8]) -> Self {
        debug_assert_eq!(bytes.len() % COMBO_BYTES, 0);
        Combos(bytes)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len() / COMBO_BYTES
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// One by one.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = [i64; 6]> + use<'a> {
        self.0
            .chunks_exact(COMBO_BYTES)
            .map(|bytes| std::array::from_fn(|k| i64::from_le_bytes(eight(bytes, k))))
    }
}

/// The `k`th eight bytes.
fn eight(bytes: &[u8], k: usize) -> [u8; 8] {
    std::array::from_fn(|byte| bytes[8 * k + byte])
}

#[cfg(test)]
mod tests {
    use super::{Combos, Floats};

    #[test]
    fn floats_at_every_offset() {
        let values = [1.5, -0.0, f64::INFINITY, 1e-310];
        let mut bytes = vec![0u8; 8];
        bytes.extend(values.iter().flat_map(|value: &f64| value.to_le_bytes()));
        for offset in 0..8 {
            let mut shifted = vec![0u8; offset];
            shifted.extend(&bytes);
            let floats = Floats::new(&shifted[offset + 8..]);
            let mut copy = Vec::new();
            assert_eq!(floats.slice(&mut copy), values);
            assert_eq!(floats.iter().collect::<Vec<_>>(), values);
            assert_eq!(floats.len(), 4);
        }
    }

    #[test]
    fn a_nan_keeps_its_bits() {
        let bits = 0x7ff4_0000_dead_beefu64;
        let bytes = bits.to_le_bytes();
        assert_eq!(Floats::new(&bytes).slice(&mut Vec::new())[0].to_bits(), bits);
    }

    #[test]
    fn combos_in_wire_order() {
        let bytes: Vec<u8> = (-1..11i64).flat_map(i64::to_le_bytes).collect();
        let combos = Combos::new(&bytes);
        assert_eq!(combos.len(), 2);
        let rows: Vec<_> = combos.iter().collect();
        assert_eq!(rows, [[-1, 0, 1, 2, 3, 4], [5, 6, 7, 8, 9, 10]]);
    }
}
