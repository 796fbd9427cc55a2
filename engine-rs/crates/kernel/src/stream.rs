//! The naive kernel bar by bar, for a live loop.

use crate::ring::Ring;
use crate::{FEE_PERCENT, Position, Windows};

/// One combo, fed one close at a time. After any number of closes its position is the one the
/// naive sweep reaches over the same closes, bit for bit.
///
/// A close costs as many multiply-adds as a bar of the naive sweep. Memory grows with the closes,
/// up to three values a bar of the longest window.
pub struct Live {
    windows: Windows,
    close: Ring,
    raw: Ring,
    raw3: Ring,
    position: Position,
}

impl Live {
    /// A combo that has seen no close yet, at the study's fee.
    pub fn new(windows: Windows) -> Self {
        Live::with_fee(windows, FEE_PERCENT)
    }

    /// The same at that fee a trade, in percent of the entry.
    pub fn with_fee(windows: Windows, fee: f64) -> Self {
        let Windows { half, full, sqrt, p3, p2, p } = windows;
        let longest = half.max(full).max(p3).max(p2).max(p);
        Live {
            windows,
            close: Ring::new(longest),
            raw: Ring::new(sqrt),
            raw3: Ring::new(p),
            position: Position::new(fee),
        }
    }

    /// Multiply-adds of one close.
    pub fn work(&self) -> usize {
        self.windows.work()
    }

    /// Takes the next close and returns the position after it.
    pub fn tick(&mut self, close: f64) -> Position {
        let w = self.windows;
        self.close.push(close);

        self.raw.push(2.0 * self.close.wma(w.half) - self.close.wma(w.full));
        let hma = self.raw.wma(w.sqrt);

        let (a, b, c) = (self.close.wma(w.p3), self.close.wma(w.p2), self.close.wma(w.p));
        self.raw3.push(3.0 * a - b - c);
        let hma3 = self.raw3.wma(w.p);

        self.position.bar(hma, hma3, close);
        self.position
    }
}
