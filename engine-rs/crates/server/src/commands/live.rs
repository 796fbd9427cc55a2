//! Open live, tick, close live: one combo fed bar by bar.

use ipc_tax_kernel::{Live, Windows};
use ipc_tax_wire::{Floats, WireError, reply};

use super::sweep::windows;
use crate::answer::Stop;
use crate::clock::{self, Times};
use crate::engine::Engine;
use crate::holdings::Holdings;

/// Multiply-adds of ticks between two looks at whether the peer is gone: tens of milliseconds.
const WORK_BETWEEN_LOOKS: usize = 1 << 26;

/// Opens a session and replies with its id.
pub fn open(
    engine: &Engine,
    held: &mut Holdings,
    combo: &[i64; 6],
    times: &mut Times,
    out: &mut Vec<u8>,
) -> Result<(), WireError> {
    let windows: Windows = windows(combo)?;
    let id = held.open(Live::with_fee(windows, engine.fee))?;
    times.computed = clock::now();
    reply::id(out, id);
    Ok(())
}

/// Gives the session its next closes and replies with the position after each.
pub fn tick(
    held: &mut Holdings,
    session: u32,
    close: Floats<'_>,
    gone: &(dyn Fn() -> bool + Sync),
    times: &mut Times,
    out: &mut Vec<u8>,
) -> Result<(), Stop> {
    reply::ticks(out, close.len());
    // The request was checked against what is held, so the session is there.
    if let Some(mut live) = held.take_session(session) {
        let ticks_between_looks = (WORK_BETWEEN_LOOKS / live.work()).max(1);
        for (k, close) in close.iter().enumerate() {
            if k > 0 && k % ticks_between_looks == 0 && gone() {
                return Err(Stop::PeerGone);
            }
            let position = live.tick(close);
            reply::tick(out, position.side, position.trades, position.pnl);
        }
        held.put_back_session(session, live);
    }
    times.computed = clock::now();
    Ok(())
}

/// Closes the session.
pub fn close(held: &mut Holdings, session: u32, times: &mut Times, out: &mut Vec<u8>) {
    held.close(session);
    times.computed = clock::now();
    reply::empty(out);
}
