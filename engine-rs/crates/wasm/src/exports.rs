//! What the host calls, and what it is asked.
//!
//! Addresses are offsets into the module's memory; 0 means that there was no memory.

use std::cell::RefCell;
use std::panic;

use ipc_tax_kernel::KERNELS;

use crate::Sweeper;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Whether the sweep is to end: not 0.
    safe fn cancelled() -> u32;
    /// Takes a panic's words, UTF-8, before the module stops for good.
    safe fn panicked(words: *const u8, length: usize);
}

thread_local! {
    static SWEEPER: RefCell<Sweeper> = RefCell::default();
}

/// To be called once, first.
#[unsafe(no_mangle)]
pub extern "C" fn start() {
    panic::set_hook(Box::new(|panic| {
        let words = panic.to_string();
        panicked(words.as_ptr(), words.len());
    }));
}

/// How many kernels there are.
#[unsafe(no_mangle)]
pub extern "C" fn kernels() -> usize {
    KERNELS.len()
}

/// Where a kernel's name is.
#[unsafe(no_mangle)]
pub extern "C" fn kernel_name(kernel: usize) -> *const u8 {
    KERNELS[kernel].name().as_ptr()
}

/// Bytes of a kernel's name.
#[unsafe(no_mangle)]
pub extern "C" fn kernel_name_length(kernel: usize) -> usize {
    KERNELS[kernel].name().len()
}

/// Where to write that many closes, float64.
#[unsafe(no_mangle)]
pub extern "C" fn closes(bars: usize) -> *mut f64 {
    SWEEPER.with_borrow_mut(|sweeper| address(sweeper.closes(bars)))
}

/// Where to write six window lengths a combo, uint32, in wire order.
#[unsafe(no_mangle)]
pub extern "C" fn windows(combos: usize) -> *mut u32 {
    SWEEPER.with_borrow_mut(|sweeper| address(sweeper.windows(combos)))
}

/// Sweeps the closes with a kernel of that number, `fee` being what a closed trade costs, in percent
/// of its entry, 0 to 100; 1 when the rows are there, 0 when it was cancelled.
#[unsafe(no_mangle)]
pub extern "C" fn sweep(kernel: usize, fee: f64) -> u32 {
    let asked = || cancelled() != 0;
    SWEEPER.with_borrow_mut(|sweeper| sweeper.sweep(KERNELS[kernel], fee, &asked).is_some().into())
}

/// Where the PnL of the last sweep is, float64, one a combo.
#[unsafe(no_mangle)]
pub extern "C" fn pnl() -> *const f64 {
    SWEEPER.with_borrow(|sweeper| sweeper.rows().pnl.as_ptr())
}

/// Where the trades of the last sweep are, int64, one a combo.
#[unsafe(no_mangle)]
pub extern "C" fn trades() -> *const i64 {
    SWEEPER.with_borrow(|sweeper| sweeper.rows().trades.as_ptr())
}

fn address<T>(place: Option<&mut [T]>) -> *mut T {
    place.map_or(std::ptr::null_mut(), |place| place.as_mut_ptr())
}
