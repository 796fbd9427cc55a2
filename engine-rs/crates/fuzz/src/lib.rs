//! Fuzz targets of the engine, one a file in `tests`.
//!
//! `cargo test -p ipc-tax-fuzz` replays the corpus in `tests/__fuzz__` and adds some random cases.
//! `fuzz.sh` searches for more, led by coverage: libFuzzer, on a stable toolchain.
//! The bytes that the fuzzer makes up become requests that are nearly right ([`Step`]), so that it gets
//! past the first check, and a [`World`] says what an engine must answer to them.

mod pieces;
mod step;
mod world;

pub use pieces::Pieces;
pub use step::{Combo, Length, Series, Step, Twist};
pub use world::{Expected, World, limits};

/// Random cases of a target in `cargo test`, after its corpus.
pub const CASES: usize = 300;
