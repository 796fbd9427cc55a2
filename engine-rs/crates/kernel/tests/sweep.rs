//! What holds for every kernel on any series.

use std::sync::atomic::{AtomicUsize, Ordering};

use ipc_tax_kernel::{Cancelled, KERNELS, Live, Sweep, Windows};

/// A walk with gaps, ticks and jumps in it, from a linear congruential generator.
fn rough_walk(bars: usize, seed: u64) -> Vec<f64> {
    let mut state = seed;
    let mut price = 100.0;
    (0..bars)
        .map(|bar| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let draw = (state >> 40) as f64 / (1u64 << 24) as f64;
            price *= 1.0 + (draw - 0.5) * 0.01;
            match bar % 97 {
                41 => f64::NAN,
                60..=70 => price.round(),
                80 => price * 1e6,
                _ => price,
            }
        })
        .collect()
}

fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
}

#[test]
fn live_equals_the_sweep_after_every_bar() {
    let close = rough_walk(260, 5);
    let combos = [
        Windows::of_length(6),
        Windows::of_length(25),
        Windows::from_lengths([5, 3, 7, 2, 9, 4]).unwrap(),
        Windows::from_lengths([300, 6, 2, 1, 2, 3]).unwrap(),
    ];
    let mut lives = combos.map(Live::new);
    for bar in 0..close.len() {
        let swept = KERNELS[0].sweep(&Sweep::new(&close[..=bar], &combos)).unwrap();
        for (k, live) in lives.iter_mut().enumerate() {
            let position = live.tick(close[bar]);
            assert_eq!(position.trades, swept.trades[k], "bar {bar}, {:?}", combos[k]);
            assert!(same(position.pnl, swept.pnl[k]), "bar {bar}, {:?}", combos[k]);
        }
    }
    assert!(lives[0].tick(100.0).trades > 20, "the walk should make it trade");
}

#[test]
fn windows_longer_than_the_series_never_fill() {
    let close = rough_walk(50, 1);
    for longer in 0..6 {
        let mut lengths = [3, 6, 2, 1, 2, 3];
        lengths[longer] = 1 << 26;
        let combos = [Windows::from_lengths(lengths).unwrap()];
        for kernel in KERNELS {
            let result = kernel.sweep(&Sweep::new(&close, &combos)).unwrap();
            assert_eq!((result.trades[0], result.pnl[0]), (0, 0.0), "{}", kernel.name());
        }
        let mut live = Live::new(combos[0]);
        let position = close.iter().map(|&close| live.tick(close)).last().unwrap();
        assert_eq!((position.side, position.trades, position.pnl), (0, 0, 0.0));
    }
}

#[test]
fn no_closes_and_no_combos() {
    for kernel in KERNELS {
        let combos = [Windows::of_length(6), Windows::of_length(8)];
        let result = kernel.sweep(&Sweep::new(&[], &combos)).unwrap();
        assert_eq!((result.pnl, result.trades), (vec![0.0; 2], vec![0; 2]));
        let result = kernel.sweep(&Sweep::new(&rough_walk(9, 3), &[])).unwrap();
        assert_eq!((result.pnl, result.trades), (vec![], vec![]));
    }
}

#[test]
fn threads_do_not_change_the_result() {
    let close = rough_walk(400, 11);
    let combos: Vec<Windows> = (1..30).map(Windows::of_length).collect();
    for kernel in KERNELS {
        let alone = kernel.sweep(&Sweep::new(&close, &combos)).unwrap();
        for threads in [2, 7, 100] {
            let spread = Sweep { threads, ..Sweep::new(&close, &combos) };
            let spread = kernel.sweep(&spread).unwrap();
            assert_eq!(spread.trades, alone.trades);
            assert!(spread.pnl.iter().zip(&alone.pnl).all(|(&a, &b)| same(a, b)));
        }
    }
}

#[test]
fn cancelled_on_the_way() {
    let close = rough_walk(200_000, 2);
    let combos: Vec<Windows> = (6..36).map(Windows::of_length).collect();
    for kernel in KERNELS {
        for threads in [1, 2] {
            let looks = AtomicUsize::new(0);
            let cancelled = || looks.fetch_add(1, Ordering::Relaxed) == 3;
            let sweep = Sweep { threads, cancelled: &cancelled, ..Sweep::new(&close, &combos) };
            assert_eq!(kernel.sweep(&sweep), Err(Cancelled));
            assert!(looks.into_inner() < 7);
        }
    }
}

#[test]
fn one_combo_of_much_work_is_cancelled_within() {
    let close = vec![1.0; 200_000];
    let combos = [Windows::of_length(100_000)];
    for kernel in KERNELS {
        let sweep = Sweep { cancelled: &|| true, ..Sweep::new(&close, &combos) };
        assert_eq!(kernel.sweep(&sweep), Err(Cancelled), "{}", kernel.name());
    }
}
