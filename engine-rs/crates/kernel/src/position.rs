//! The trading rule: what one bar does to the position.

use crate::FEE_PERCENT;

/// A position and what it has earned so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Position {
    /// +1 long, -1 short, 0 before the first position.
    pub side: i64,
    /// Close at which the open position was entered.
    pub entry: f64,
    /// Closed trades.
    pub trades: i64,
    /// Sum over the closed trades, net of fees, in percent.
    pub pnl: f64,
    /// What a closed trade costs, in percent of its entry.
    pub(crate) fee: f64,
}

impl Default for Position {
    /// None yet, at the study's fee.
    fn default() -> Self {
        Position::new(FEE_PERCENT)
    }
}

impl Position {
    /// None yet, at that fee a trade, in percent of the entry.
    pub fn new(fee: f64) -> Self {
        Position { side: 0, entry: 0.0, trades: 0, pnl: 0.0, fee }
    }

    /// One bar: long while `hma3 > hma`, short while `hma3 < hma`. Equal averages, and averages of
    /// which one is NaN, keep the position. A flip closes and enters at this bar's close.
    #[inline(always)]
    pub fn bar(&mut self, hma: f64, hma3: f64, close: f64) {
        let side = if hma3 > hma {
            1
        } else if hma3 < hma {
            -1
        } else {
            self.side
        };
        if side != self.side {
            if self.side != 0 {
                let gain = self.side as f64 * (close - self.entry) / self.entry * 100.0;
                self.pnl += gain - self.fee;
                self.trades += 1;
            }
            self.side = side;
            self.entry = close;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Position;

    #[test]
    fn a_flip_closes_and_enters_at_the_same_close() {
        let mut position = Position::default();
        position.bar(1.0, 2.0, 100.0);
        assert_eq!((position.side, position.trades, position.pnl), (1, 0, 0.0));
        position.bar(2.0, 1.0, 110.0);
        assert_eq!((position.side, position.trades, position.entry), (-1, 1, 110.0));
        assert_eq!(position.pnl, (110.0 - 100.0) / 100.0 * 100.0 - 0.09);
    }

    #[test]
    fn a_trade_pays_the_fee_it_is_told() {
        for fee in [0.0, 1e-9, 0.002, 12.5] {
            let mut position = Position::new(fee);
            position.bar(1.0, 2.0, 100.0);
            position.bar(2.0, 1.0, 110.0);
            assert_eq!(position.pnl, (110.0 - 100.0) / 100.0 * 100.0 - fee);
        }
    }

    #[test]
    fn equal_and_missing_averages_keep_the_position() {
        let mut position = Position::default();
        position.bar(f64::NAN, 1.0, 100.0);
        position.bar(1.0, 1.0, 100.0);
        assert_eq!(position, Position::default());
        position.bar(2.0, 1.0, 100.0);
        let short = position;
        position.bar(1.0, f64::NAN, 50.0);
        position.bar(1.0, 1.0, 50.0);
        assert_eq!(position, short);
    }
}
