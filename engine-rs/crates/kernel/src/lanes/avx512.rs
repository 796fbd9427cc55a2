//! Eight float64, with the fused multiply-add.

// Compiled only where the compiler knows these instructions: see build.rs.
#![allow(clippy::incompatible_msrv)]

use std::arch::is_x86_feature_detected;
use std::arch::x86_64::*;

use super::{Routine, lane};

pub(super) fn detected() -> bool {
    super::avx2::detected()
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
}

/// Compiles the routine for this width.
///
/// # Safety
/// [`detected`] said yes.
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
pub(super) unsafe fn run<R: Routine>(routine: R) -> R::Output {
    routine.run::<Avx512>()
}

lane!(
    Avx512,
    __m512d,
    8,
    load,
    store,
    _mm512_set1_pd,
    _mm512_add_pd,
    _mm512_sub_pd,
    _mm512_mul_pd,
    _mm512_div_pd,
    _mm512_fmadd_pd,
    _mm512_abs_pd,
    min_magnitude,
    less,
    signs,
    ; one_before = one_before
);

#[inline(always)]
unsafe fn load(from: *const f64) -> __m512d {
    // SAFETY: as the caller vouches.
    unsafe { _mm512_loadu_pd(from) }
}

/// A load of eight from one place before a cache line's start touches two lines; a shift does not.
///
/// # Safety
/// [`detected`] said yes.
#[inline(always)]
unsafe fn one_before(here: __m512d, before: __m512d) -> __m512d {
    // SAFETY: as the caller vouches.
    unsafe {
        let (here, before) = (_mm512_castpd_si512(here), _mm512_castpd_si512(before));
        _mm512_castsi512_pd(_mm512_alignr_epi64::<7>(here, before))
    }
}

#[inline(always)]
unsafe fn store(to: *mut f64, value: __m512d) {
    // SAFETY: as the caller vouches.
    unsafe { _mm512_storeu_pd(to, value) }
}

/// # Safety
/// [`detected`] said yes.
#[inline(always)]
unsafe fn min_magnitude(a: __m512d, b: __m512d) -> __m512d {
    /// The smaller magnitude, with its sign cleared.
    const SMALLER_WITHOUT_SIGN: i32 = 0b10_10;
    // SAFETY: as the caller vouches.
    unsafe { _mm512_range_pd::<SMALLER_WITHOUT_SIGN>(a, b) }
}

/// # Safety
/// [`detected`] said yes.
#[inline(always)]
unsafe fn less(a: __m512d, b: __m512d) -> u8 {
    // SAFETY: as the caller vouches.
    unsafe { _mm512_cmp_pd_mask::<_CMP_LT_OQ>(a, b) }
}

/// # Safety
/// [`detected`] said yes.
#[inline(always)]
unsafe fn signs(a: __m512d) -> u8 {
    // SAFETY: as the caller vouches.
    unsafe { _mm512_movepi64_mask(_mm512_castpd_si512(a)) }
}
