//! Direct and tuned against naive, bit for bit, at every width and on several threads, over random
//! series and combos.

mod common;

use common::{KINDS, Random, combo, fee, same, series};
use ipc_tax_kernel::{Direct, Kernel, Lanes, Naive, Sweep, SweepResult, Tuned, Windows};

/// Both kernels at every width that this processor has.
fn kernels() -> Vec<Box<dyn Kernel>> {
    let widths = || Lanes::ALL.into_iter().filter(|lanes| lanes.available());
    let tuned = widths().map(|lanes| Box::new(Tuned::with_lanes(lanes)) as Box<dyn Kernel>);
    let direct = widths().map(|lanes| Box::new(Direct::with_lanes(lanes)) as Box<dyn Kernel>);
    let unshared = Box::new(Direct::WIDEST.unshared()) as Box<dyn Kernel>;
    tuned.chain(direct).chain([unshared]).collect()
}

#[track_caller]
fn assert_same(what: &str, combos: &[Windows], result: &SweepResult, naive: &SweepResult) {
    for (k, windows) in combos.iter().enumerate() {
        assert!(
            result.trades[k] == naive.trades[k] && same(result.pnl[k], naive.pnl[k]),
            "{what}, {windows:?}: {} trades, PnL {:?}; naive {} trades, PnL {:?}",
            result.trades[k],
            result.pnl[k],
            naive.trades[k],
            naive.pnl[k],
        );
    }
}

/// Sweeps one random series by every kernel, at some fee. Returns the rows compared.
fn compare(seed: u64, kind: &str, bars: usize, count: usize, longest: usize) -> usize {
    let mut random = Random::new(seed);
    let close = series(kind, bars, &mut random);
    let mut combos: Vec<Windows> = (0..count).map(|_| combo(longest, &mut random)).collect();
    // Some are there twice.
    for _ in 0..count / 10 {
        combos.push(combos[random.integer(0, count - 1)]);
    }
    let fee = fee(&mut random);
    let sweep = Sweep { fee, ..Sweep::new(&close, &combos) };
    let naive = Naive.sweep(&sweep).unwrap();
    let kernels = kernels();
    for kernel in &kernels {
        let threads = random.integer(1, 4);
        let result = kernel.sweep(&Sweep { threads, ..sweep }).unwrap();
        let what = format!(
            "{} on {threads} threads, {kind}, {bars} bars, fee {fee}, seed {seed}",
            kernel.name()
        );
        assert_same(&what, &combos, &result, &naive);
    }
    combos.len() * kernels.len()
}

/// Most of the combos: short series, windows up to several times as long.
#[test]
fn short_series_and_many_combos() {
    let mut combos = 0;
    for seed in 0..2_472 {
        let mut random = Random::new(seed + 1_000_000);
        let kind = KINDS[seed as usize % KINDS.len()];
        let bars = random.length(1, 700);
        combos += compare(seed, kind, bars, 38, 3 * bars.min(600) + 8) / kernels().len();
    }
    assert!(combos >= 100_000, "{combos}");
}

/// Each kind over several blocks, windows up to 2,000.
#[test]
fn several_blocks_and_windows_of_every_class() {
    let mut combos = 0;
    for (kind, name) in KINDS.iter().enumerate() {
        for round in 0..4 {
            let seed = 10_000 + 4 * kind as u64 + round;
            let bars = 1 + 500 * (round as usize + 1) + kind;
            combos += compare(seed, name, bars, 24, [60, 200, 800, 2_000][round as usize])
                / kernels().len();
        }
    }
    assert!(combos >= 2_400, "{combos}");
}

/// The sizes at which a word of 64 bars, a block or a warm-up begins or ends.
#[test]
fn sizes_around_words_and_blocks() {
    let edges = [0, 64, 128, 192, 256, 448, 512, 576, 1_024, 1_536, 4_096];
    for bars in edges.into_iter().flat_map(|edge: usize| edge.saturating_sub(1)..=edge + 1) {
        compare(20_000 + bars as u64, "walk", bars, 12, bars.clamp(1, 300));
        compare(30_000 + bars as u64, "ticks of five", bars, 12, bars.clamp(1, 300));
    }
}

#[test]
fn long_series() {
    for (seed, kind) in
        ["walk", "ticks of a hundredth", "piecewise constant", "NaN"].iter().enumerate()
    {
        compare(40_000 + seed as u64, kind, 50_000, 4, 120);
    }
    compare(50_000, "walk", 200_000, 3, 60);
}

/// More combos than are taken at a time, and than can share windows of the close.
#[test]
fn hundreds_of_combos() {
    compare(61_000, "walk", 900, 300, 800);
    compare(62_000, "ticks of five", 900, 300, 400);
}

/// Each window in turn so long that one turn of the loops is more than a kernel does between two
/// looks at `cancelled`.
#[test]
fn windows_of_millions() {
    let long = (1 << 22) + 5;
    let mut random = Random::new(63_000);
    let close = series("around zero", long + 70, &mut random);
    let combos: Vec<Windows> = (0..5)
        .map(|longer| {
            let mut lengths = [3, 6, 2, 1, 2, 3];
            lengths[longer] = long;
            Windows::from_lengths(lengths).unwrap()
        })
        .collect();
    let naive = Naive.sweep(&Sweep::new(&close, &combos)).unwrap();
    assert!(naive.trades.iter().sum::<i64>() > 0);
    for kernel in [&Direct::WIDEST as &dyn Kernel, &Direct::WIDEST.unshared(), &Tuned::WIDEST] {
        let result = kernel.sweep(&Sweep::new(&close, &combos)).unwrap();
        assert_same(kernel.name(), &combos, &result, &naive);
    }
}

/// Longer than what tuned filters: it hands them to direct.
#[test]
fn windows_of_thousands() {
    let mut random = Random::new(60_000);
    let close = series("walk", 9_000, &mut random);
    let lengths = [2_045, 2_732, 4_000, 4_095, 5_000, 8_000, 8_999, 9_001, 12];
    let combos: Vec<Windows> = lengths.into_iter().map(Windows::of_length).collect();
    let naive = Naive.sweep(&Sweep::new(&close, &combos)).unwrap();
    for kernel in kernels() {
        let result = kernel.sweep(&Sweep { threads: 2, ..Sweep::new(&close, &combos) }).unwrap();
        assert_same(kernel.name(), &combos, &result, &naive);
    }
}
