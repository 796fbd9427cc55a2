//! The floor of them all: the additions alone, each waiting for the one before, as the order of a naive sum demands.

#[inline(never)]
pub fn wma(x: &[f64], n: usize, out: &mut [f64]) {
    for (close, out) in x.iter().zip(out).skip(n - 1) {
        let mut sum = 0.0;
        for _ in 0..n {
            sum += close;
        }
        *out = sum;
    }
}
