//! Sweep and sweep loaded: every combo over a series.

use ipc_tax_kernel::{Sweep, Windows};
use ipc_tax_wire::{Combos, ErrorCode, WireError, reply};

use crate::answer::Stop;
use crate::clock::{self, Times};
use crate::engine::Engine;

/// Sweeps `close` and replies with a row a combo. Ends early when the peer is `gone`.
pub fn sweep(
    engine: &Engine,
    close: &[f64],
    combos: Combos<'_>,
    gone: &(dyn Fn() -> bool + Sync),
    times: &mut Times,
    out: &mut Vec<u8>,
) -> Result<(), Stop> {
    let combos: Vec<Windows> =
        combos.iter().map(|lengths| windows(&lengths)).collect::<Result<_, _>>()?;
    let (fee, threads) = (engine.fee, engine.threads);
    let sweep = Sweep { close, combos: &combos, fee, threads, cancelled: gone };
    let result = engine.kernel.sweep(&sweep)?;
    times.computed = clock::now();
    reply::sweep(out, &result.pnl, &result.trades);
    Ok(())
}

/// Windows from parameters that were checked to be within 1 and the limit.
pub fn windows(lengths: &[i64; 6]) -> Result<Windows, WireError> {
    Windows::from_lengths(lengths.map(|length| usize::try_from(length).unwrap_or(0))).ok_or_else(
        || {
            WireError::new(
                ErrorCode::BadParameters,
                format!("combo: got windows {lengths:?}, expected 1 bar or more each"),
            )
        },
    )
}
