//! Info: what this engine is.

use ipc_tax_wire::{WireError, reply};

use crate::engine::Engine;

/// Replies with the engine's description.
pub fn info(engine: &Engine, out: &mut Vec<u8>) -> Result<(), WireError> {
    reply::info(out, &engine.info, &engine.limits)
}
