//! How far the tuned difference of the averages can be from the naive one's sign.
//!
//! Each constant below is derived, line by line, in the documentation of [`crate::tuned`].

use super::filter::{Form, taps_roughly};
use crate::Windows;
use crate::weight::weights;

/// Half the distance from 1 to the next float64: the most by which one rounding errs, relatively.
const U: f64 = f64::EPSILON / 2.0;

/// For the terms of order u^2, for underflow, and for the roundings of the bound itself.
const SLACK: f64 = 1.01;

/// Factors of the bound of one combo.
#[derive(Clone, Copy)]
pub(super) struct Bound {
    /// For the largest centred close.
    x: f64,
    /// For the largest of each of the four sums.
    sums: [f64; 4],
    /// For the largest close: the naive kernel's own error.
    naive: f64,
}

/// The largest magnitudes in a block and its history.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Magnitudes {
    /// Of the closes, or more.
    pub(super) close: f64,
    /// Of the centred closes.
    pub(super) x: f64,
    /// Of the onefold to the fourfold sum.
    pub(super) sums: [f64; 4],
}

impl Bound {
    pub(super) fn new(windows: &Windows, form: &Form) -> Self {
        let scale = U * SLACK;
        let naive = scale * naive_roundings(windows);
        let (x, sums) = match form {
            Form::Short(taps) => (scale * short(taps), [0.0; 4]),
            Form::Sparse(_) => {
                let sparse = sparse(windows);
                (scale * sparse.0, sparse.1.map(|factor| scale * factor))
            }
        };
        Bound { x, sums, naive }
    }

    /// The tuned difference's distance from the exact one is at most this.
    pub(super) fn tuned(&self, largest: &Magnitudes) -> f64 {
        let sums = self.sums.iter().zip(&largest.sums).map(|(factor, sum)| factor * sum);
        self.x * largest.x + sums.sum::<f64>()
    }

    /// The naive difference's distance from the exact one is at most this.
    pub(super) fn naive(&self, largest: &Magnitudes) -> f64 {
        self.naive * largest.close
    }

    /// Beyond this, the tuned difference has the naive one's sign.
    pub(super) fn sign(&self, largest: &Magnitudes) -> f64 {
        self.tuned(largest) + self.naive(largest)
    }
}

/// Roundings on the way of each close through the naive averages, times its share in them.
fn naive_roundings(windows: &Windows) -> f64 {
    let [h, f, s, a, b, p] = windows.lengths().map(|n| n as f64);
    let hma = 2.0 * (h + s + 3.0) + (f + s + 3.0);
    let hma3 = 3.0 * (a + p + 5.0) + (b + p + 4.0) + (2.0 * p + 3.0);
    hma + hma3
}

/// The short form: centring, the products and their sum, and the taps' own errors.
fn short(taps: &[f64]) -> f64 {
    let n = taps.len() as f64;
    norm(taps) * (1.0 + n) + 8.0 * (n + 8.0)
}

/// The sparse form: factors of the centred close and of the four sums.
fn sparse(windows: &Windows) -> (f64, [f64; 4]) {
    let [h, f, s, a, b, c] = windows.lengths().map(|n| n as f64);
    let [dh, df, ds, da, db, dc] = windows.lengths().map(weights);
    // What the taps are added up from, each by its magnitude.
    let on_sqrt = [4.0 / (h + 1.0), 2.0 / (f + 1.0), 4.0 / h, 2.0 / f, 2.0 / dh, 1.0 / df];
    let on_p = [
        [6.0 / (a + 1.0), 2.0 / (b + 1.0), 2.0 / (c + 1.0)],
        [6.0 / a, 2.0 / b, 2.0 / c],
        [3.0 / da, 1.0 / db, 1.0 / dc],
    ];
    let on_sqrt: f64 = on_sqrt.iter().sum();
    let on_p: f64 = on_p.as_flattened().iter().sum();

    let g = taps_roughly(windows);
    let g1 = difference(&g);
    let g2 = difference(&g1);
    let g3 = difference(&g2);
    let smoothing = on_sqrt * (5.0 * s + 5.0) / ds + on_p * (5.0 * c + 5.0) / dc;
    let taps = 10.0 * (on_sqrt + on_p);
    (norm(&g), [norm(&g), norm(&g1) + taps, norm(&g2), norm(&g3) + smoothing])
}

/// The filter followed by the difference of neighbours.
fn difference(taps: &[f64]) -> Vec<f64> {
    let before = [0.0].iter().chain(taps);
    taps.iter().chain(&[0.0]).zip(before).map(|(tap, before)| tap - before).collect()
}

/// Sum of the magnitudes.
fn norm(taps: &[f64]) -> f64 {
    taps.iter().map(|tap| tap.abs()).sum()
}
