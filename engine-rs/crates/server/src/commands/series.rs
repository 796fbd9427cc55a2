//! Load and drop: series kept on a connection.

use ipc_tax_wire::{Floats, WireError, reply};

use crate::clock::{self, Times};
use crate::holdings::{Holdings, Series};

/// A copy of closes that came in a frame.
pub fn copied(close: Floats<'_>) -> Series {
    let mut copy = Vec::new();
    copy.try_reserve_exact(close.len()).expect("memory for the series");
    copy.extend(close.iter());
    Series::Own(copy)
}

/// Keeps the closes and replies with their id.
pub fn load(
    held: &mut Holdings,
    close: Series,
    times: &mut Times,
    out: &mut Vec<u8>,
) -> Result<(), WireError> {
    let id = held.load(close)?;
    times.computed = clock::now();
    reply::id(out, id);
    Ok(())
}

/// Lets the series go.
pub fn drop(held: &mut Holdings, series: u32, times: &mut Times, out: &mut Vec<u8>) {
    held.drop_series(series);
    times.computed = clock::now();
    reply::empty(out);
}
