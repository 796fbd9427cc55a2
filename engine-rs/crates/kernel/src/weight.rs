//! How much a bar counts in a weighted average.

/// The weight of the j-th oldest bar of a window: j + 1.
///
/// Converted as a signed number, as numba converts its counter. The processors of x86-64 have no
/// instruction from unsigned 64 bits to float64 before AVX-512; the several that stand in for it
/// would cost the unchecked kernel half as much again, and that would be taken for a cost of the
/// language.
#[inline(always)]
pub(crate) fn weight(j: usize) -> f64 {
    (j as i64 + 1) as f64
}

/// Sum of the weights of a window of `n` bars: n(n+1)/2. Multiplied as float64, which rounds the
/// same as the whole product would be and cannot overflow where `usize` has 32 bits.
#[inline(always)]
pub(crate) fn weights(n: usize) -> f64 {
    n as f64 * (n as f64 + 1.0) / 2.0
}

#[cfg(test)]
mod tests {
    use super::weights;

    #[test]
    fn as_the_whole_product_rounds() {
        for n in (1..10_000).chain([(1 << 26) - 1, 1 << 26, 94_906_265, 94_906_266, 3_000_000_019])
        {
            assert_eq!(weights(n), (n as u128 * (n as u128 + 1)) as f64 / 2.0, "{n}");
        }
    }
}
