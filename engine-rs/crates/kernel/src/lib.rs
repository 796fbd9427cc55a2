//! The parameter sweep of the study: many pairs of Hull moving averages over one series of closes.
//!
//! Every kernel here gives the same trades and the same PnL, bit for bit, on any series. The
//! arithmetic that makes this so: float64, no fused multiply-add, no reassociation; a weighted sum
//! starts at 0 and adds each rounded product in ascending order, then one division.
//!
//! No I/O, no dependencies.

mod aligned;
mod batches;
mod direct;
mod distinct;
mod fee;
mod flips;
mod grid;
mod lanes;
mod naive;
mod position;
mod registry;
mod ring;
mod room;
mod spread;
mod stream;
mod sweep;
pub mod tuned;
mod unchecked;
mod watch;
mod weight;
mod windows;

pub use direct::Direct;
pub use fee::{FEE_PERCENT, MOST_FEE_PERCENT, fee_percent};
pub use grid::grid;
pub use lanes::Lanes;
pub use naive::Naive;
pub use position::Position;
pub use registry::{KERNELS, find, names};
pub use stream::Live;
pub use sweep::{Cancelled, ComboResult, Kernel, Sweep, SweepResult};
pub use tuned::Tuned;
pub use unchecked::Unchecked;
pub use windows::Windows;
