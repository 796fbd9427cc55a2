//! The memory of a Float64Array, and how long it stays where it is.

use std::ffi::c_void;
use std::ptr;
use std::slice;

use napi::bindgen_prelude::{JsValue, Unknown};
use napi::{Error, Result, Status, check_status, sys};

/// The closes of a Float64Array, read in place.
///
/// Two kinds of memory differ in who can take them away. A SharedArrayBuffer never gives its memory
/// back or moves it while the object lives, whatever any thread does; it can only grow. An
/// ArrayBuffer can be transferred to another owner, who may free it, or be shrunk; JavaScript on
/// the array's own thread does that, and Node-API has no way to forbid it or to hold the memory.
///
/// Other threads may write to a SharedArrayBuffer during a sweep. Kernels take every value for a
/// value only, never for an index or a length, so such a sweep gives rows that mean nothing and
/// does no harm.
pub struct Series<'a> {
    array: Unknown<'a>,
    values: *const f64,
    bars: usize,
    shared: bool,
}

impl<'a> Series<'a> {
    /// # Errors
    /// InvalidArg for anything but a Float64Array.
    pub fn of(array: &Unknown<'a>) -> Result<Self> {
        let value = array.value();
        let mut is_typed_array = false;
        // SAFETY: `value` is a live handle of this call, as are all below; what is written to
        // lives until the call returns.
        check_status!(unsafe {
            sys::napi_is_typedarray(value.env, value.value, &mut is_typed_array)
        })?;
        if !is_typed_array {
            return Err(no_floats());
        }
        let (mut kind, mut bars) = (0, 0);
        let mut values: *mut c_void = ptr::null_mut();
        let mut buffer: sys::napi_value = ptr::null_mut();
        let mut offset = 0;
        // SAFETY: as above.
        check_status!(unsafe {
            sys::napi_get_typedarray_info(
                value.env,
                value.value,
                &mut kind,
                &mut bars,
                &mut values,
                &mut buffer,
                &mut offset,
            )
        })?;
        if kind != sys::TypedarrayType::float64_array {
            return Err(no_floats());
        }
        let mut owned = false;
        // SAFETY: as above. Node-API calls a SharedArrayBuffer no ArrayBuffer.
        check_status!(unsafe { sys::napi_is_arraybuffer(value.env, buffer, &mut owned) })?;
        Ok(Series { array: *array, values: values.cast(), bars, shared: !owned })
    }

    /// The array itself.
    pub fn array(&self) -> &Unknown<'a> {
        &self.array
    }

    /// Whether the memory stays while the array's object lives.
    pub fn is_shared(&self) -> bool {
        self.shared
    }

    /// The closes where they are.
    ///
    /// # Safety
    /// Until the slice is dropped the array's object lives, and either the memory is shared or
    /// no JavaScript runs on the array's thread.
    pub unsafe fn values<'any>(&self) -> &'any [f64] {
        if self.bars == 0 {
            return &[];
        }
        // SAFETY: V8 gave pointer and length of a Float64Array, which is 8-aligned; the caller sees
        // to it that they hold.
        unsafe { slice::from_raw_parts(self.values, self.bars) }
    }
}

fn no_floats() -> Error {
    Error::new(Status::InvalidArg, "close: expected a Float64Array".to_owned())
}
