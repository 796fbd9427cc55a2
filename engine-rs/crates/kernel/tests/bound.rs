//! The bound against exact arithmetic: how far the tuned and the naive difference of a bar are from
//! the exact one, in rational numbers.

mod common;

use std::collections::BTreeMap;

use common::{KINDS, Random, combo, series};
use ipc_tax_kernel::tuned::{Compared, compare};
use ipc_tax_kernel::{Lanes, Windows};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive, Zero};

/// The value, exactly.
fn exact(value: f64) -> BigRational {
    BigRational::from_float(value).expect("a finite value")
}

/// A weighted sum's weights, exactly: the newest of `n` values weighs n, all together n(n+1)/2.
fn weights(n: usize) -> BigInt {
    BigInt::from(n * (n + 1) / 2)
}

/// HMA3 - HMA of one bar of the series, exactly.
fn exact_difference(close: &[f64], w: &Windows, bar: usize) -> BigRational {
    let from = bar - w.warm_up();
    let x: Vec<BigRational> = close[from..=bar].iter().map(|&close| exact(close)).collect();
    // Over a common denominator, a power of two, the sums are sums of integers.
    let denominator = x.iter().map(BigRational::denom).max().unwrap().clone();
    let x: Vec<BigInt> = x.iter().map(|x| x.numer() * (&denominator / x.denom())).collect();
    let sum = |x: &[BigInt], n: usize, at: usize| -> BigInt {
        x[at + 1 - n..=at].iter().enumerate().map(|(j, x)| x * (j + 1)).sum()
    };
    let last = x.len() - 1;
    let average = |n: usize, at: usize| BigRational::new(sum(&x, n, at), weights(n));
    let smooth = |n: usize, raw: &dyn Fn(usize) -> BigRational| {
        let sum: BigRational =
            (0..n).map(|j| raw(last + 1 - n + j) * BigInt::from(j + 1)).sum::<BigRational>();
        sum / weights(n)
    };
    let two = BigInt::from(2);
    let three = BigInt::from(3);
    let hma = smooth(w.sqrt, &|at| average(w.half, at) * &two - average(w.full, at));
    let hma3 = smooth(w.p, &|at| average(w.p3, at) * &three - average(w.p2, at) - average(w.p, at));
    (hma3 - hma) / denominator
}

/// How much of its bound an error takes up. An error of nothing takes up nothing, whatever the
/// bound.
fn share(of: f64, exact_value: &BigRational, bound: f64, slack: f64) -> f64 {
    let error = (exact(of) - exact_value).abs();
    if error.is_zero() {
        return 0.0;
    }
    let allowed = exact(bound) + exact(slack);
    (error / allowed).to_f64().unwrap()
}

/// The largest shares seen, of the tuned bound and of the naive one.
#[derive(Clone, Copy, Default)]
struct Largest {
    tuned: f64,
    naive: f64,
    bars: usize,
}

/// Compares random bars of random series; asserts that no error is beyond its bound.
fn largest(kind: &str, rounds: u64, longest: usize, lanes: Lanes) -> Largest {
    let mut largest = Largest::default();
    for round in 0..rounds {
        let mut random = Random::new(70_000 + round);
        let bars = 2 * longest + 900;
        let close = series(kind, bars, &mut random);
        let windows =
            if round % 2 == 0 { Windows::of_length(longest) } else { combo(longest, &mut random) };
        let compared = compare(lanes, &close, &windows, 0..bars).unwrap();
        for _ in 0..6 {
            let one: Compared = compared[random.integer(0, compared.len() - 1)];
            if one.tuned_bound.is_nan() {
                continue;
            }
            let exact = exact_difference(&close, &windows, one.bar);
            // `naive` is the averages' difference, rounded once more.
            let rounding = one.naive.abs() * f64::EPSILON;
            let tuned = share(one.tuned, &exact, one.tuned_bound, 0.0);
            let naive = share(one.naive, &exact, one.naive_bound, rounding);
            let what = || format!("{kind}, {lanes:?}, {windows:?}, round {round}, {one:?}");
            assert!(tuned <= 1.0, "tuned error {tuned} of its bound: {}", what());
            assert!(naive <= 1.0, "naive error {naive} of its bound: {}", what());
            largest.tuned = largest.tuned.max(tuned);
            largest.naive = largest.naive.max(naive);
            largest.bars += 1;
        }
    }
    largest
}

#[test]
fn no_error_is_beyond_its_bound_and_the_bound_is_not_much_too_large() {
    let mut of_all = BTreeMap::new();
    let mut see = |form: &'static str, seen: Largest| {
        let all: &mut Largest = of_all.entry(form).or_default();
        all.tuned = all.tuned.max(seen.tuned);
        all.naive = all.naive.max(seen.naive);
        all.bars += seen.bars;
    };
    for lanes in Lanes::ALL.into_iter().filter(|lanes| lanes.available()) {
        for kind in KINDS {
            see("short", largest(kind, 3, 13, lanes));
            see("sparse", largest(kind, 3, 40, lanes));
            see("sparse", largest(kind, 3, 120, lanes));
        }
        for kind in ["walk", "ticks of five", "steps of 1e6"] {
            see("sparse, long", largest(kind, 1, 500, lanes));
        }
    }
    let mut naive_of_all: f64 = 0.0;
    for (form, seen) in of_all {
        let Largest { tuned, naive, bars } = seen;
        let percent = [100.0 * tuned, 100.0 * naive];
        println!(
            "{form}: {bars} bars; the largest errors took up {:.1} % of the tuned bound, {:.1} % of the naive one",
            percent[0], percent[1],
        );
        naive_of_all = naive_of_all.max(naive);
        // So a tuned bound of a hundredth would have failed above, and so would a naive one.
        assert!(bars >= 36 && tuned > 0.01, "{form}: {bars}, {tuned}");
    }
    assert!(naive_of_all > 0.01, "{naive_of_all}");
}

/// Without the bound trades would be others: on prices in ticks many differences are 0, or nearly.
#[test]
fn where_the_bound_says_sure_the_signs_agree_and_elsewhere_they_do_not_always() {
    let mut random = Random::new(80_000);
    let close = series("ticks of five", 4_000, &mut random);
    let (mut doubtful, mut differ) = (0, 0);
    for length in [6, 13, 25, 60, 200] {
        let windows = Windows::of_length(length);
        for one in compare(Lanes::widest(), &close, &windows, 0..close.len()).unwrap() {
            let same =
                (one.tuned > 0.0) == (one.naive > 0.0) && (one.tuned < 0.0) == (one.naive < 0.0);
            if one.sure() {
                assert!(same, "{one:?}");
            } else {
                doubtful += 1;
                differ += usize::from(!same);
            }
        }
    }
    assert!(
        doubtful > 1_000 && differ > 100,
        "{doubtful} in doubt, {differ} of them of other sign"
    );
}
