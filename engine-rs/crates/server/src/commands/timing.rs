//! Timing: how long the engine took for the request before.

use ipc_tax_wire::reply;

use crate::clock::Times;

/// Replies with the times of the request before; zeros if there was none.
pub fn timing(before: &Times, out: &mut Vec<u8>) {
    reply::timing(out, before.nanoseconds());
}
