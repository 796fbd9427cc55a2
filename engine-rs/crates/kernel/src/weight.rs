//! How much a bar counts in a weighted average.

/// The weight of the j-th oldest bar of a window: j + 1.
///
/// Converted as a signed number, as numba converts its counter. The processors of x86-64 have no
/// instruction from unsigned 64 bits to float64 before AVX-512; the several that stand in for it would
/// cost the unchecked kernel half as much again, and that would be taken for a cost of the language.
#[inline(always)]
pub(crate) fn weight(j: usize) -> f64 {
    (j as i64 + 1) as f64
}
