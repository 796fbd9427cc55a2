//! Safe and without a check in the loop: the window is cut once, then walked.

#[inline(never)]
pub fn wma(x: &[f64], n: usize, out: &mut [f64]) {
    let divisor = super::divisor(n);
    for (window, out) in x.windows(n).zip(&mut out[n - 1..]) {
        let mut sum = 0.0;
        for (close, weight) in window.iter().zip(1i64..) {
            sum += close * weight as f64;
        }
        *out = sum / divisor;
    }
}
