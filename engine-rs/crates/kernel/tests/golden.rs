//! Every kernel, and the streaming form, against rows made with numpy, apart from this project.
//!
//! A fixture is NAME.f64le, closes as little-endian float64, and NAME.rows, one line a combo: six
//! windows in wire order, trades, the PnL's bits in hexadecimal (or `nan`), the PnL.

use std::fs;
use std::path::{Path, PathBuf};

use ipc_tax_kernel::{ComboResult, KERNELS, Live, Sweep, SweepResult, Windows};

struct Fixture {
    name: &'static str,
    close: Vec<f64>,
    combos: Vec<Windows>,
    rows: Vec<ComboResult>,
}

fn path(name: &str, extension: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name).with_extension(extension)
}

fn fixture(name: &'static str) -> Fixture {
    let bytes = fs::read(path(name, "f64le")).unwrap();
    let close = bytes.chunks_exact(8).map(|b| f64::from_le_bytes(b.try_into().unwrap())).collect();
    let text = fs::read_to_string(path(name, "rows")).unwrap();
    let (mut combos, mut rows) = (Vec::new(), Vec::new());
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(' ').collect();
        let lengths: Vec<usize> = fields[..6].iter().map(|n| n.parse().unwrap()).collect();
        combos.push(Windows::from_lengths(lengths.try_into().unwrap()).unwrap());
        rows.push(ComboResult {
            trades: fields[6].parse().unwrap(),
            pnl: match fields[7] {
                "nan" => f64::NAN,
                bits => f64::from_bits(u64::from_str_radix(bits, 16).unwrap()),
            },
        });
    }
    Fixture { name, close, combos, rows }
}

fn fixtures() -> [Fixture; 3] {
    ["first-2000-bars", "gaps-jumps-infinities", "ticks-and-zeros"].map(fixture)
}

fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
}

#[track_caller]
fn assert_rows(what: &str, fixture: &Fixture, result: &SweepResult) {
    assert_eq!(result.pnl.len(), fixture.rows.len());
    for (k, row) in fixture.rows.iter().enumerate() {
        let (pnl, trades) = (result.pnl[k], result.trades[k]);
        assert!(
            trades == row.trades && same(pnl, row.pnl),
            "{what}, {}, {:?}: {trades} trades, PnL {pnl:?}; expected {row:?}",
            fixture.name,
            fixture.combos[k],
        );
    }
}

#[test]
fn every_kernel_gives_numpy_s_rows() {
    for fixture in fixtures() {
        for kernel in KERNELS {
            for threads in [1, 3] {
                let sweep = Sweep { threads, ..Sweep::new(&fixture.close, &fixture.combos) };
                let result = kernel.sweep(&sweep).unwrap();
                assert_rows(kernel.name(), &fixture, &result);
            }
        }
    }
}

#[test]
fn live_reaches_numpy_s_rows() {
    for fixture in fixtures() {
        let rows = fixture.combos.iter().map(|&windows| {
            let mut live = Live::new(windows);
            fixture.close.iter().map(|&close| live.tick(close)).last().unwrap().into()
        });
        assert_rows("live", &fixture, &rows.collect());
    }
}
