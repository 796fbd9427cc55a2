//! What a closed trade costs.

/// The study's fee of a closed trade, in percent of its entry.
pub const FEE_PERCENT: f64 = 0.09;

/// The highest fee that is taken: all of the entry.
pub const MOST_FEE_PERCENT: f64 = 100.0;

/// A fee that a trade can have, from 0 to [`MOST_FEE_PERCENT`], -0 being 0; `None` for anything
/// else.
pub fn fee_percent(fee: f64) -> Option<f64> {
    (0.0..=MOST_FEE_PERCENT).contains(&fee).then_some(fee.abs())
}

#[cfg(test)]
mod tests {
    use super::fee_percent;

    #[test]
    fn a_fee_is_a_percentage() {
        for fee in [0.0, 0.09, 0.002, 1e-9, 5e-324, 12.5, 100.0] {
            assert_eq!(fee_percent(fee), Some(fee));
        }
        assert!(fee_percent(-0.0).is_some_and(|fee| fee.is_sign_positive()));
        for fee in [-5e-324, -0.09, 100.00000000000001, f64::INFINITY, -f64::INFINITY, f64::NAN] {
            assert_eq!(fee_percent(fee), None, "{fee}");
        }
    }
}
