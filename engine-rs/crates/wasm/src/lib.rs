//! The kernels as a WebAssembly module, for hosts that load no native code.
//!
//! A crate beside the Node addon and not a part of it: the module needs nothing but the kernels, so
//! it is built without any package, and is small and the same byte for byte wherever it is built.
//! Elsewhere than on WebAssembly the crate is [`Sweeper`] alone.
//!
//! A module's memory is one block that the host can write to. The host asks for a place for the
//! closes and the windows, fills them, asks for the sweep and reads the rows; the places stay for
//! the next sweep. Any call may move the memory, so the host takes a view of it anew after each.

#[cfg(target_arch = "wasm32")]
mod exports;
mod sweeper;

pub use sweeper::Sweeper;
