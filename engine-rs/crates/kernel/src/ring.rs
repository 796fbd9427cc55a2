//! The last values of a stream, and weighted averages over them.

use crate::room::reserve;
use crate::weight::{weight, weights};

/// Keeps the last `capacity` values. Memory grows with the values that come, up to the capacity.
pub(crate) struct Ring {
    values: Vec<f64>,
    capacity: usize,
    /// Where the next value goes once the ring is full: the oldest value's place.
    next: usize,
}

impl Ring {
    /// `capacity` is at least 1.
    pub(crate) fn new(capacity: usize) -> Self {
        assert!(capacity >= 1, "a ring keeps at least one value");
        Ring { values: Vec::new(), capacity, next: 0 }
    }

    pub(crate) fn push(&mut self, value: f64) {
        if self.values.len() < self.capacity {
            reserve(&mut self.values, 1);
            self.values.push(value);
            return;
        }
        self.values[self.next] = value;
        self.next += 1;
        if self.next == self.capacity {
            self.next = 0;
        }
    }

    /// Linearly weighted average of the last `n` values, n at most the capacity: summed from the
    /// oldest to the newest, as the naive kernel does. NaN until there are `n`.
    pub(crate) fn wma(&self, n: usize) -> f64 {
        debug_assert!(n <= self.capacity);
        let held = self.values.len();
        if held < n {
            return f64::NAN;
        }
        // In order of age: values[next..], then values[..next]. While the ring fills, next is 0.
        let (newer, older) = self.values.split_at(self.next);
        let skipped = held - n;
        let (first, second) = match older.get(skipped..) {
            Some(first) => (first, newer),
            None => (&[][..], &newer[skipped - older.len()..]),
        };
        let mut sum = 0.0;
        for (j, value) in first.iter().chain(second).enumerate() {
            sum += value * weight(j);
        }
        sum / weights(n)
    }
}

#[cfg(test)]
mod tests {
    use super::Ring;

    #[test]
    fn averages_the_last_values_at_every_fill_and_turn() {
        let mut ring = Ring::new(5);
        let mut pushed = Vec::new();
        for k in 0..23 {
            let value = (k * k % 17) as f64 + 0.1;
            ring.push(value);
            pushed.push(value);
            for n in 1..=5 {
                if pushed.len() < n {
                    assert!(ring.wma(n).is_nan());
                    continue;
                }
                let last = &pushed[pushed.len() - n..];
                let mut sum = 0.0;
                for (j, value) in last.iter().enumerate() {
                    sum += value * (j + 1) as f64;
                }
                assert_eq!(ring.wma(n), sum / (n * (n + 1) / 2) as f64);
            }
        }
    }

    #[test]
    fn a_large_ring_costs_nothing_before_values_come() {
        let mut ring = Ring::new(1 << 40);
        assert_eq!(ring.values.capacity(), 0);
        ring.push(1.0);
        assert!(ring.values.capacity() < 64);
    }
}
