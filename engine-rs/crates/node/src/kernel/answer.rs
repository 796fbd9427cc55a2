//! A sweep's rows as JavaScript has them.

use std::ffi::c_void;
use std::ptr;

use ipc_tax_kernel::SweepResult;
use napi::bindgen_prelude::{JsObjectValue, Null, Object, Result, ToNapiValue, TypeName, Unknown};
use napi::{Env, ValueType, check_status, sys};

/// `{pnl: Float64Array, trades: Int32Array}`, in memory of V8's own, so that it outlives the addon
/// wherever it is sent; null when the sweep was stopped.
pub struct Answer(pub Option<SweepResult>);

impl TypeName for Answer {
    fn type_name() -> &'static str {
        "Answer"
    }

    fn value_type() -> ValueType {
        ValueType::Object
    }
}

impl ToNapiValue for Answer {
    unsafe fn to_napi_value(env: sys::napi_env, answer: Self) -> Result<sys::napi_value> {
        let Some(SweepResult { pnl, trades }) = answer.0 else {
            // SAFETY: the caller's environment is live.
            return unsafe { Null::to_napi_value(env, Null) };
        };
        // A combo has at most one trade a bar, and a series of 2^31 bars is refused.
        let trades: Vec<i32> = trades.into_iter().map(|count| count as i32).collect();
        // SAFETY: the caller's environment is live.
        unsafe {
            let mut rows = Object::new(&Env::from_raw(env))?;
            let pnl = typed_array(env, sys::TypedarrayType::float64_array, &pnl)?;
            rows.set_named_property("pnl", Unknown::from_raw_unchecked(env, pnl))?;
            let trades = typed_array(env, sys::TypedarrayType::int32_array, &trades)?;
            rows.set_named_property("trades", Unknown::from_raw_unchecked(env, trades))?;
            Object::to_napi_value(env, rows)
        }
    }
}

/// A typed array with a copy of the values.
///
/// # Safety
/// The environment is live, on this thread, and `kind` is the array type for T.
unsafe fn typed_array<T: Copy>(
    env: sys::napi_env,
    kind: i32,
    values: &[T],
) -> Result<sys::napi_value> {
    let (mut memory, mut buffer): (*mut c_void, _) = (ptr::null_mut(), ptr::null_mut());
    let bytes = size_of_val(values);
    // SAFETY: the caller's; what is written to lives until the call returns.
    check_status!(unsafe { sys::napi_create_arraybuffer(env, bytes, &mut memory, &mut buffer) })?;
    if !values.is_empty() {
        // SAFETY: V8 made the memory as long as the values, just now.
        unsafe { ptr::copy_nonoverlapping(values.as_ptr().cast(), memory.cast::<u8>(), bytes) };
    }
    let mut array = ptr::null_mut();
    // SAFETY: as above.
    check_status!(unsafe {
        sys::napi_create_typedarray(env, kind, values.len(), buffer, 0, &mut array)
    })?;
    Ok(array)
}
