//! Two float64 in WebAssembly built with simd128.

use std::arch::wasm32::*;

use super::lane;

lane!(
    Simd128,
    v128,
    2,
    load,
    store,
    f64x2_splat,
    f64x2_add,
    f64x2_sub,
    f64x2_mul,
    f64x2_div,
    mul_add,
    f64x2_abs,
    min_magnitude,
    less,
    i64x2_bitmask,
);

#[inline(always)]
unsafe fn load(from: *const f64) -> v128 {
    // SAFETY: as the caller vouches.
    unsafe { v128_load(from.cast()) }
}

#[inline(always)]
unsafe fn store(to: *mut f64, value: v128) {
    // SAFETY: as the caller vouches.
    unsafe { v128_store(to.cast(), value) }
}

/// simd128 has no fused form.
#[inline(always)]
fn mul_add(a: v128, b: v128, c: v128) -> v128 {
    f64x2_add(f64x2_mul(a, b), c)
}

#[inline(always)]
fn min_magnitude(a: v128, b: v128) -> v128 {
    f64x2_pmin(a, f64x2_abs(b))
}

#[inline(always)]
fn less(a: v128, b: v128) -> u8 {
    i64x2_bitmask(f64x2_lt(a, b))
}
