//! The fee of a trade: whichever it is, every kernel books it, and nothing else changes.

mod common;

use common::{Random, combo, fee, same, series};
use ipc_tax_kernel::{FEE_PERCENT, KERNELS, Live, Sweep, Windows};

/// Trades and PnL by the sides that a session tells, booked here.
fn booked(close: &[f64], windows: Windows, fee: f64) -> (i64, f64) {
    let mut live = Live::new(windows);
    let (mut side, mut entry, mut trades, mut pnl) = (0, 0.0, 0, 0.0);
    for &price in close {
        let wanted = live.tick(price).side;
        if wanted == side {
            continue;
        }
        if side != 0 {
            pnl += ((side as f64 * (price - entry)) / entry) * 100.0 - fee;
            trades += 1;
        }
        (side, entry) = (wanted, price);
    }
    (trades, pnl)
}

#[test]
fn every_kernel_and_a_session_book_the_fee_they_are_told() {
    let mut random = Random::new(7);
    for kind in ["walk", "wild walk", "ticks of five", "NaN", "around zero"] {
        let close = series(kind, 1_500, &mut random);
        let combos: Vec<Windows> = (0..12).map(|_| combo(60, &mut random)).collect();
        for _ in 0..12 {
            let fee = fee(&mut random);
            let rows: Vec<_> = combos.iter().map(|&windows| booked(&close, windows, fee)).collect();
            assert!(rows.iter().any(|&(trades, _)| trades > 5), "{kind} should make some trade");
            for kernel in KERNELS {
                for threads in [1, 3] {
                    let sweep = Sweep { fee, threads, ..Sweep::new(&close, &combos) };
                    let result = kernel.sweep(&sweep).unwrap();
                    for (k, &(trades, pnl)) in rows.iter().enumerate() {
                        let got = (result.trades[k], result.pnl[k]);
                        assert!(
                            got.0 == trades && same(got.1, pnl),
                            "{} at fee {fee}, {kind}, {:?}: {got:?}, expected {:?}",
                            kernel.name(),
                            combos[k],
                            rows[k]
                        );
                    }
                }
            }
            for (&windows, &(trades, pnl)) in combos.iter().zip(&rows) {
                let mut live = Live::with_fee(windows, fee);
                let last = close.iter().map(|&close| live.tick(close)).last().unwrap();
                assert!(last.trades == trades && same(last.pnl, pnl), "live at fee {fee}, {kind}");
            }
        }
    }
}

#[test]
fn the_study_s_fee_is_the_one_not_told() {
    assert_eq!(FEE_PERCENT.to_bits(), 0.09f64.to_bits());
    let mut random = Random::new(8);
    let close = series("walk", 800, &mut random);
    let combos = [Windows::of_length(6), Windows::of_length(20)];
    for kernel in KERNELS {
        let told = Sweep { fee: FEE_PERCENT, ..Sweep::new(&close, &combos) };
        assert_eq!(kernel.sweep(&told), kernel.sweep(&Sweep::new(&close, &combos)));
    }
}
