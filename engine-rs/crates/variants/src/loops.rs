//! The loops, a file each. All but `additions` compute the same linearly weighted average, bit for bit.

// Indexed as the study's own lines are: that is what is compared.
#![allow(clippy::needless_range_loop)]

mod additions;
mod checked;
mod checked_unsigned;
mod counted;
mod iterator;
mod unchecked;
mod unchecked_unsigned;

/// Averages over `n` bars, n >= 1, from bar n - 1 on; `out` is as long as `x`.
pub type Wma = fn(x: &[f64], n: usize, out: &mut [f64]);

/// Every loop by name, the naive kernel's own first.
pub const LOOPS: &[(&str, Wma)] = &[
    ("checked", checked::wma),
    ("unchecked", unchecked::wma),
    ("checked-unsigned", checked_unsigned::wma),
    ("unchecked-unsigned", unchecked_unsigned::wma),
    ("iterator", iterator::wma),
    ("counted", counted::wma),
    (FLOOR, additions::wma),
];

/// The one that computes something else: a floor.
pub const FLOOR: &str = "additions";

fn divisor(n: usize) -> f64 {
    n as f64 * (n as f64 + 1.0) / 2.0
}

#[cfg(test)]
mod tests {
    use super::{FLOOR, LOOPS};
    use crate::series::series;

    #[test]
    fn all_averages_are_the_same_to_the_bit() {
        let x = series(3_000);
        for n in [1, 2, 7, 120, 3_000] {
            let of = |wma: super::Wma| {
                let mut out = vec![0.0; x.len()];
                wma(&x, n, &mut out);
                out.iter().map(|value| value.to_bits()).collect::<Vec<_>>()
            };
            let first = of(LOOPS[0].1);
            for (name, wma) in LOOPS.iter().filter(|(name, _)| *name != FLOOR) {
                assert_eq!(of(*wma), first, "{name}, n = {n}");
            }
        }
    }
}
