//! Four float64, with the fused multiply-add.

use std::arch::is_x86_feature_detected;
use std::arch::x86_64::*;

use super::{Routine, lane};

pub(super) fn detected() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

/// Compiles the routine for this width.
///
/// # Safety
/// [`detected`] said yes.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
pub(super) unsafe fn run<R: Routine>(routine: R) -> R::Output {
    routine.run::<Avx2>()
}

lane!(
    Avx2,
    __m256d,
    4,
    load,
    store,
    _mm256_set1_pd,
    _mm256_add_pd,
    _mm256_sub_pd,
    _mm256_mul_pd,
    _mm256_div_pd,
    _mm256_fmadd_pd,
    abs,
    min_magnitude,
    less,
    _mm256_movemask_pd,
);

#[inline(always)]
unsafe fn load(from: *const f64) -> __m256d {
    // SAFETY: as the caller vouches.
    unsafe { _mm256_loadu_pd(from) }
}

#[inline(always)]
unsafe fn store(to: *mut f64, value: __m256d) {
    // SAFETY: as the caller vouches.
    unsafe { _mm256_storeu_pd(to, value) }
}

/// # Safety
/// [`detected`] said yes.
#[inline(always)]
unsafe fn abs(a: __m256d) -> __m256d {
    // SAFETY: as the caller vouches.
    unsafe { _mm256_andnot_pd(_mm256_set1_pd(-0.0), a) }
}

/// # Safety
/// [`detected`] said yes.
#[inline(always)]
unsafe fn min_magnitude(a: __m256d, b: __m256d) -> __m256d {
    // SAFETY: as the caller vouches.
    unsafe { _mm256_min_pd(a, abs(b)) }
}

/// # Safety
/// [`detected`] said yes.
#[inline(always)]
unsafe fn less(a: __m256d, b: __m256d) -> u32 {
    // SAFETY: as the caller vouches.
    unsafe { _mm256_movemask_pd(_mm256_cmp_pd::<_CMP_LT_OQ>(a, b)) as u32 }
}
