//! `unchecked`, with the weight converted from `usize`.

#[inline(never)]
pub fn wma(x: &[f64], n: usize, out: &mut [f64]) {
    let divisor = super::divisor(n);
    for i in n - 1..x.len() {
        let mut sum = 0.0;
        for j in 0..n {
            // SAFETY: j < n, so the index is at most i, which is below the length.
            let close = unsafe { *x.get_unchecked(i + 1 - n + j) };
            sum += close * (j + 1) as f64;
        }
        out[i] = sum / divisor;
    }
}
