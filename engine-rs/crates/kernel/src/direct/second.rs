//! The two smoothing averages of a combo, and which of them is above.

use super::first::{MOST_STARTS, SUMS};
use crate::lanes::{Lane, Routine};
use crate::weight::weights;

/// 2*half - full, bar by bar.
pub(super) struct Raw<'a> {
    pub(super) half: &'a [f64],
    pub(super) full: &'a [f64],
    pub(super) raw: &'a mut [f64],
}

impl Routine for Raw<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        for ((raw, half), full) in self.raw.iter_mut().zip(self.half).zip(self.full) {
            *raw = 2.0 * half - full;
        }
    }
}

/// (3*a - b) - c, bar by bar.
pub(super) struct Raw3<'a> {
    pub(super) a: &'a [f64],
    pub(super) b: &'a [f64],
    pub(super) c: &'a [f64],
    pub(super) raw: &'a mut [f64],
}

impl Routine for Raw3<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        for (((raw, a), b), c) in self.raw.iter_mut().zip(self.a).zip(self.b).zip(self.c) {
            *raw = 3.0 * a - b - c;
        }
    }
}

/// Weighted average of `x` over windows of `n`: that of `x[k..k + n]` goes to `averages[k]`, for k
/// from `from` to `to`. What is after `to`, up to [`MOST_STARTS`] values, is overwritten at will.
pub(super) struct Smooth<'a> {
    pub(super) x: &'a [f64],
    pub(super) n: usize,
    pub(super) averages: &'a mut [f64],
    pub(super) from: usize,
    pub(super) to: usize,
}

impl Routine for Smooth<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        let Smooth { x, n, averages, from, to } = self;
        assert!(n >= 1 && x.len() >= to + n - 1 + MOST_STARTS);
        assert!(averages.len() >= to + MOST_STARTS);
        let divisor = L::splat(weights(n));
        for start in (from..to).step_by(SUMS * L::COUNT) {
            let mut sums = [L::splat(0.0); SUMS];
            let mut weight = L::splat(0.0);
            for j in 0..n {
                weight = weight.add(L::splat(1.0));
                for (k, sum) in sums.iter_mut().enumerate() {
                    // SAFETY: start < to and j < n, so start + j <= to + n - 2, and k * COUNT +
                    // COUNT is at most MOST_STARTS: inside `x`.
                    let value = unsafe { L::load(x.as_ptr().add(start + j + k * L::COUNT)) };
                    *sum = sum.add(value.mul(weight));
                }
            }
            for (k, sum) in sums.iter().enumerate() {
                // SAFETY: start < to and `averages` has MOST_STARTS more.
                unsafe { sum.div(divisor).store(averages.as_mut_ptr().add(start + k * L::COUNT)) };
            }
        }
    }
}

/// Compares the averages, in words of 64 bars: bit k of `up[w]` is set where that of bar 64w + k
/// has `hma3 > hma`, of `down[w]` where it has `hma3 < hma`.
pub(super) struct Compare<'a> {
    pub(super) hma: &'a [f64],
    pub(super) hma3: &'a [f64],
    pub(super) up: &'a mut [u64],
    pub(super) down: &'a mut [u64],
}

impl Routine for Compare<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        let words = self.up.iter_mut().zip(self.down);
        let averages = self.hma.chunks_exact(64).zip(self.hma3.chunks_exact(64));
        for ((up, down), (hma, hma3)) in words.zip(averages) {
            (*up, *down) = (0, 0);
            for k in (0..64).step_by(L::COUNT) {
                // SAFETY: both have 64 values, which COUNT divides.
                let (hma, hma3) =
                    unsafe { (L::load(hma.as_ptr().add(k)), L::load(hma3.as_ptr().add(k))) };
                *up |= hma.less(hma3) << k;
                *down |= hma3.less(hma) << k;
            }
        }
    }
}
