//! Two float64, on every x86-64.

use std::arch::x86_64::*;

use super::lane;

lane!(
    Sse2,
    __m128d,
    2,
    load,
    store,
    _mm_set1_pd,
    _mm_add_pd,
    _mm_sub_pd,
    _mm_mul_pd,
    _mm_div_pd,
    mul_add,
    abs,
    min_magnitude,
    less,
    _mm_movemask_pd,
);

#[inline(always)]
unsafe fn load(from: *const f64) -> __m128d {
    // SAFETY: as the caller vouches.
    unsafe { _mm_loadu_pd(from) }
}

#[inline(always)]
unsafe fn store(to: *mut f64, value: __m128d) {
    // SAFETY: as the caller vouches.
    unsafe { _mm_storeu_pd(to, value) }
}

/// SSE2 has no fused form.
#[inline(always)]
fn mul_add(a: __m128d, b: __m128d, c: __m128d) -> __m128d {
    // SAFETY: every x86-64 has SSE2. So below.
    unsafe { _mm_add_pd(_mm_mul_pd(a, b), c) }
}

#[inline(always)]
fn abs(a: __m128d) -> __m128d {
    // SAFETY: see `mul_add`.
    unsafe { _mm_andnot_pd(_mm_set1_pd(-0.0), a) }
}

#[inline(always)]
fn min_magnitude(a: __m128d, b: __m128d) -> __m128d {
    // SAFETY: see `mul_add`.
    unsafe { _mm_min_pd(a, abs(b)) }
}

#[inline(always)]
fn less(a: __m128d, b: __m128d) -> i32 {
    // SAFETY: see `mul_add`.
    unsafe { _mm_movemask_pd(_mm_cmplt_pd(a, b)) }
}
