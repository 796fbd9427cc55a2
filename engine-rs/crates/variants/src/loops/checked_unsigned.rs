//! The line-by-line port as it is first written: `checked`, with the weight converted as it stands, from `usize`.

#[inline(never)]
pub fn wma(x: &[f64], n: usize, out: &mut [f64]) {
    let divisor = super::divisor(n);
    for i in n - 1..x.len() {
        let mut sum = 0.0;
        for j in 0..n {
            sum += x[i + 1 - n + j] * (j + 1) as f64;
        }
        out[i] = sum / divisor;
    }
}
