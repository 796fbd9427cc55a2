//! As the naive kernel has it: every read is checked, the weight is converted as a signed number.

#[inline(never)]
pub fn wma(x: &[f64], n: usize, out: &mut [f64]) {
    let divisor = super::divisor(n);
    for i in n - 1..x.len() {
        let mut sum = 0.0;
        for j in 0..n {
            sum += x[i + 1 - n + j] * (j as i64 + 1) as f64;
        }
        out[i] = sum / divisor;
    }
}
