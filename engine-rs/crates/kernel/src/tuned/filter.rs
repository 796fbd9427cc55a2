//! What is known of a combo before the first close: its filter, and the bound's factors.

use super::bound::Bound;
use crate::Windows;
use crate::weight::weights;

/// Filters of this many taps or fewer are applied tap by tap: that is no slower than the sparse
/// form, and has the smaller error.
const SHORT: usize = 20;

/// HMA3 - HMA of one combo, as a filter.
pub(super) struct Filter {
    pub(super) windows: Windows,
    pub(super) form: Form,
    pub(super) bound: Bound,
}

/// The two ways to apply it.
pub(super) enum Form {
    /// The filter's taps on the centred close, the newest bar's first.
    Short(Vec<f64>),
    /// Nine taps on two smoothings of the fourfold sum.
    Sparse(Sparse),
}

/// A factor for the value so many bars ago.
#[derive(Clone, Copy)]
pub(super) struct Tap {
    pub(super) ago: usize,
    pub(super) factor: f64,
}

/// The sparse form: taps on T of sqrt, and on T of p.
pub(super) struct Sparse {
    pub(super) on_sqrt: [Tap; 4],
    pub(super) on_p: [Tap; 5],
}

impl Filter {
    pub(super) fn new(windows: Windows) -> Self {
        let form = if windows.warm_up() < SHORT {
            Form::Short(taps(&windows))
        } else {
            Form::Sparse(Sparse::new(&windows))
        };
        let bound = Bound::new(&windows, &form);
        Filter { windows, form, bound }
    }

    /// Bars before a block that its sums must cover: as far as the taps reach.
    pub(super) fn reach(windows: &Windows) -> usize {
        // The filter's last tap on P4 is four bars before its last tap on the close.
        windows.warm_up() + 4
    }
}

impl Sparse {
    fn new(windows: &Windows) -> Self {
        let [half, full, _, p3, p2, p] = windows.lengths();
        let [h, f, a, b, c] = [half, full, p3, p2, p].map(|n| n as f64);
        let ([dh, df, ds], [da, db, dc]) =
            ([half, full, windows.sqrt].map(weights), [p3, p2, p].map(weights));
        let on_sqrt = [
            (0, -(4.0 / (h + 1.0) - 2.0 / (f + 1.0))),
            (1, 4.0 / h - 2.0 / f),
            (half + 1, -(2.0 / dh)),
            (full + 1, 1.0 / df),
        ];
        let on_p = [
            (0, 6.0 / (a + 1.0) - 2.0 / (b + 1.0) - 2.0 / (c + 1.0)),
            (1, -(6.0 / a - 2.0 / b - 2.0 / c)),
            (p3 + 1, 3.0 / da),
            (p2 + 1, -1.0 / db),
            (p + 1, -1.0 / dc),
        ];
        Sparse {
            on_sqrt: on_sqrt.map(|(ago, factor)| Tap { ago, factor: factor / ds }),
            on_p: on_p.map(|(ago, factor)| Tap { ago, factor: factor / dc }),
        }
    }
}

/// The filter's taps, the newest bar's first, each window's weights multiplied out.
fn taps(windows: &Windows) -> Vec<f64> {
    let convolve = |x: &[f64], n: usize| {
        let mut out = vec![0.0; x.len() + n - 1];
        for (i, x) in x.iter().enumerate() {
            for k in 0..n {
                out[i + k] += x * ((n - k) as f64 / weights(n));
            }
        }
        out
    };
    subtract(convolve(&raw3(windows), windows.p), &convolve(&raw(windows), windows.sqrt))
}

/// As `taps`, with running sums: their rounding errors add up, and the time does not grow with the
/// product of the lengths. For the bound's norms.
pub(super) fn taps_roughly(windows: &Windows) -> Vec<f64> {
    let convolve = |x: &[f64], n: usize| {
        let at = |i: usize| x.get(i).copied().unwrap_or(0.0);
        let (mut numerator, mut sum) = (0.0, 0.0);
        let out = (0..x.len() + n - 1).map(|i| {
            numerator += n as f64 * at(i) - sum;
            sum += at(i) - if i >= n { at(i - n) } else { 0.0 };
            numerator / weights(n)
        });
        out.collect::<Vec<f64>>()
    };
    subtract(convolve(&raw3(windows), windows.p), &convolve(&raw(windows), windows.sqrt))
}

/// Taps of 2*WMA(half) - WMA(full).
fn raw(windows: &Windows) -> Vec<f64> {
    let mut taps = vec![0.0; windows.half.max(windows.full)];
    add_average(&mut taps, 2.0, windows.half);
    add_average(&mut taps, -1.0, windows.full);
    taps
}

/// Taps of 3*WMA(p/3) - WMA(p/2) - WMA(p).
fn raw3(windows: &Windows) -> Vec<f64> {
    let mut taps = vec![0.0; windows.p3.max(windows.p2).max(windows.p)];
    add_average(&mut taps, 3.0, windows.p3);
    add_average(&mut taps, -1.0, windows.p2);
    add_average(&mut taps, -1.0, windows.p);
    taps
}

fn add_average(taps: &mut [f64], times: f64, n: usize) {
    for (k, tap) in taps[..n].iter_mut().enumerate() {
        *tap += times * ((n - k) as f64 / weights(n));
    }
}

fn subtract(mut from: Vec<f64>, what: &[f64]) -> Vec<f64> {
    from.resize(from.len().max(what.len()), 0.0);
    from.iter_mut().zip(what).for_each(|(tap, other)| *tap -= other);
    from
}
