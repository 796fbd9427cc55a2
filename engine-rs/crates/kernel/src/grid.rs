//! The grid of average lengths.

/// `count` lengths from `low` to `high`, evenly spaced and rounded, halves to even: numpy's
/// `round(linspace(low, high, count))`. The study's grid is `grid(6, 200, 80)`. One length is `low`.
pub fn grid(low: usize, high: usize, count: usize) -> Vec<usize> {
    let step = match count {
        0 | 1 => 0.0,
        _ => (high as f64 - low as f64) / (count - 1) as f64,
    };
    let mut lengths: Vec<usize> =
        (0..count).map(|k| (k as f64 * step + low as f64).round_ties_even() as usize).collect();
    // linspace sets its end point instead of computing it.
    if let (true, Some(last)) = (count > 1, lengths.last_mut()) {
        *last = high;
    }
    lengths
}

#[cfg(test)]
mod tests {
    use super::grid;

    #[test]
    fn the_study_s_grid() {
        let lengths = grid(6, 200, 80);
        assert_eq!(lengths.len(), 80);
        assert_eq!(lengths[..10], [6, 8, 11, 13, 16, 18, 21, 23, 26, 28]);
        assert_eq!(lengths[79], 200);
    }

    #[test]
    fn halves_go_to_even() {
        assert_eq!(grid(0, 5, 3), [0, 2, 5]);
        assert_eq!(grid(1, 8, 3), [1, 4, 8]);
    }

    #[test]
    fn degenerate_grids() {
        assert!(grid(6, 200, 0).is_empty());
        assert_eq!(grid(6, 200, 1), [6]);
        assert_eq!(grid(7, 7, 2), [7, 7]);
    }
}
