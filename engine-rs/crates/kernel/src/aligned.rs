//! Arrays that begin where a cache line does.

use std::ops::{Deref, DerefMut};

/// One cache line, and the widest vector.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line([f64; 8]);

/// Values of which every eighth begins a cache line. A vector of them that is loaded from such a
/// place touches one line instead of two.
#[derive(Default)]
pub(crate) struct Aligned {
    lines: Vec<Line>,
    count: usize,
}

impl Aligned {
    /// Makes the values as many as asked; new ones are 0.
    ///
    /// # Panics
    /// When there is no memory for them.
    pub(crate) fn resize(&mut self, count: usize) {
        let lines = count.div_ceil(8);
        if self.lines.try_reserve(lines.saturating_sub(self.lines.len())).is_err() {
            panic!("no memory for {count} values");
        }
        self.lines.resize(lines, Line([0.0; 8]));
        self.count = count;
    }
}

impl Deref for Aligned {
    type Target = [f64];

    fn deref(&self) -> &[f64] {
        // SAFETY: `lines` holds at least `count` float64 side by side, all of them set.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr().cast(), self.count) }
    }
}

impl DerefMut for Aligned {
    fn deref_mut(&mut self) -> &mut [f64] {
        // SAFETY: as above.
        unsafe { std::slice::from_raw_parts_mut(self.lines.as_mut_ptr().cast(), self.count) }
    }
}

#[cfg(test)]
mod tests {
    use super::Aligned;

    #[test]
    fn holds_what_was_put_there() {
        let mut values = Aligned::default();
        assert!(values.is_empty());
        values.resize(13);
        assert_eq!(values.as_ptr() as usize % 64, 0);
        values.copy_from_slice(&[1.5; 13]);
        values.resize(40);
        assert_eq!(values[..13], [1.5; 13]);
        assert_eq!(values[16..], [0.0; 24]);
        values.resize(2);
        assert_eq!(values[..], [1.5; 2]);
    }
}
