//! The Node addon: the kernels in-process, blocking sockets, shared memory.

use napi_derive::napi;

/// The kernels there are, by name.
#[napi]
pub fn kernel_names() -> Vec<&'static str> {
    ipc_tax_kernel::names().collect()
}
