//! The six window lengths of one combo.

/// Window lengths in bars, each at least 1, in the order they have on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Windows {
    /// HMA, first average.
    pub half: usize,
    /// HMA, second average: the length itself.
    pub full: usize,
    /// HMA, the smoothing average.
    pub sqrt: usize,
    /// HMA3, first average.
    pub p3: usize,
    /// HMA3, second average.
    pub p2: usize,
    /// HMA3, third average and the smoothing average.
    pub p: usize,
}

impl Windows {
    /// The windows of an average of length `n`: n/2, n, sqrt(n) and, of p = n/2, p/3, p/2, p;
    /// each rounded half to even and at least 1. A length of 6 gives 3, 6, 2, 1, 2, 3.
    pub fn of_length(n: usize) -> Self {
        let round = |length: f64| (length.round_ties_even() as usize).max(1);
        let p = round(n as f64 / 2.0);
        Windows {
            half: p,
            full: n.max(1),
            sqrt: round((n as f64).sqrt()),
            p3: round(p as f64 / 3.0),
            p2: round(p as f64 / 2.0),
            p,
        }
    }

    /// From lengths in wire order. `None` if one of them is 0.
    pub fn from_lengths([half, full, sqrt, p3, p2, p]: [usize; 6]) -> Option<Self> {
        let windows = Windows { half, full, sqrt, p3, p2, p };
        (!windows.lengths().contains(&0)).then_some(windows)
    }

    /// The lengths in wire order: half, full, sqrt, p/3, p/2, p.
    pub fn lengths(&self) -> [usize; 6] {
        [self.half, self.full, self.sqrt, self.p3, self.p2, self.p]
    }

    /// Multiply-adds of one bar in direct sums: the windows of the seven passes together.
    pub fn work(&self) -> usize {
        self.lengths().iter().fold(self.p, |sum, &n| sum.saturating_add(n))
    }

    /// Bars before the first at which both averages are full: the bars an average of a bar reaches
    /// back.
    pub fn warm_up(&self) -> usize {
        let hma = self.half.max(self.full).saturating_add(self.sqrt - 1) - 1;
        let hma3 = self.p3.max(self.p2).max(self.p).saturating_add(self.p - 1) - 1;
        hma.max(hma3)
    }
}

#[cfg(test)]
mod tests {
    use super::Windows;

    #[test]
    fn lengths_of_the_study() {
        assert_eq!(Windows::of_length(6).lengths(), [3, 6, 2, 1, 2, 3]);
        assert_eq!(Windows::of_length(11).lengths(), [6, 11, 3, 2, 3, 6]);
        assert_eq!(Windows::of_length(13).lengths(), [6, 13, 4, 2, 3, 6]);
        assert_eq!(Windows::of_length(200).lengths(), [100, 200, 14, 33, 50, 100]);
    }

    #[test]
    fn bars_before_both_averages_are_full() {
        assert_eq!(Windows::of_length(1).warm_up(), 0);
        assert_eq!(Windows::of_length(6).warm_up(), 6);
        assert_eq!(Windows::of_length(200).warm_up(), 212);
        assert_eq!(Windows::from_lengths([1, 1, 1, 1, 1, 9]).unwrap().warm_up(), 16);
    }

    #[test]
    fn never_under_one() {
        assert_eq!(Windows::of_length(1).lengths(), [1, 1, 1, 1, 1, 1]);
        assert_eq!(Windows::from_lengths([1, 1, 0, 1, 1, 1]), None);
    }
}
