//! Shared memory that both sides look at until it is their turn: no system call at all.

use std::hint;
use std::sync::atomic::AtomicU32;

use crate::floor::Floor;
use crate::turns::Turn;

/// Looks again and again.
pub struct Spin;

impl Turn for Spin {
    const FLOOR: Floor = Floor::Spin;

    fn wait_while(_: &AtomicU32, _: u32) {
        hint::spin_loop();
    }

    /// Whoever looks sees it.
    fn wake(_: &AtomicU32) {}
}
