//! `unchecked`, with the weight counted up as a float64: no conversion is left. Whole numbers below 2^53 are
//! exact, so the products are the same.

#[inline(never)]
pub fn wma(x: &[f64], n: usize, out: &mut [f64]) {
    let divisor = super::divisor(n);
    for i in n - 1..x.len() {
        let mut sum = 0.0;
        let mut weight = 0.0;
        for j in 0..n {
            weight += 1.0;
            // SAFETY: j < n, so the index is at most i, which is below the length.
            sum += unsafe { *x.get_unchecked(i + 1 - n + j) } * weight;
        }
        out[i] = sum / divisor;
    }
}
