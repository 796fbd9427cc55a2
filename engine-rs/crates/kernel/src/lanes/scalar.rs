//! One float64.

use super::Lane;

impl Lane for f64 {
    const COUNT: usize = 1;

    #[inline(always)]
    fn splat(value: f64) -> Self {
        value
    }
    #[inline(always)]
    unsafe fn load(from: *const f64) -> Self {
        // SAFETY: as the caller vouches.
        unsafe { from.read() }
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut f64) {
        // SAFETY: as the caller vouches.
        unsafe { to.write(self) }
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self + other
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self - other
    }
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self * other
    }
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        self / other
    }
    #[inline(always)]
    fn mul_add(self, factor: Self, term: Self) -> Self {
        self * factor + term
    }
    #[inline(always)]
    fn abs(self) -> Self {
        f64::abs(self)
    }
    #[inline(always)]
    fn min_magnitude(self, other: Self) -> Self {
        if self < f64::abs(other) { self } else { f64::abs(other) }
    }
    #[inline(always)]
    fn less(self, other: Self) -> u64 {
        (self < other) as u64
    }
    #[inline(always)]
    fn signs(self) -> u64 {
        self.to_bits() >> 63
    }
}
