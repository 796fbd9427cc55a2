//! Something to average.

/// Prices around 100, the same ones every time. No loop's time depends on them.
pub fn series(bars: usize) -> Vec<f64> {
    let mut state = 42u64;
    let mut close = 100.0;
    (0..bars)
        .map(|_| {
            // Knuth's MMIX generator; its high bits as a number from -0.5 to 0.5.
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            close += (state >> 11) as f64 / (1u64 << 53) as f64 - 0.5;
            close
        })
        .collect()
}
