//! What a codec is, and which there are.

use std::borrow::Cow;

use arrow_buffer::Buffer;
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::request::Request;

mod arrow;
mod arrow_check;
mod json;
mod json_base64;
mod msgpack_array;
mod msgpack_binary;
mod raw;

/// Why something can't be encoded or decoded, in a sentence.
pub type Fault = Box<dyn std::error::Error>;

/// Encoded bytes: the pieces to write one after another. Borrowed ones were not copied.
pub type Pieces<'a> = Vec<Cow<'a, [u8]>>;

/// A decoded request. What is borrowed was not copied.
pub struct Decoded<'a> {
    /// Closing prices.
    pub close: Cow<'a, [f64]>,
    /// Six window lengths a combo.
    pub params: Cow<'a, [i64]>,
}

/// A way to write a request as bytes, and to read it again.
pub trait Codec {
    /// As the TypeScript codec that it understands.
    fn name(&self) -> &'static str;

    /// Writes a request.
    ///
    /// # Errors
    /// A value that would be lost is named.
    fn encode<'a>(&'a mut self, request: &'a Request) -> Result<Pieces<'a>, Fault>;

    /// Reads a request. `bytes` begin on a multiple of 64, as a server's receive buffer would.
    ///
    /// # Errors
    /// Bytes that are no request.
    fn decode<'a>(&'a mut self, bytes: &'a Buffer) -> Result<Decoded<'a>, Fault>;
}

/// Every codec. A new one is a file and a line here.
pub fn codecs() -> Vec<Box<dyn Codec>> {
    vec![
        Box::new(raw::View),
        Box::new(raw::Reused::default()),
        Box::new(raw::Fresh),
        Box::new(json::Json),
        Box::new(json_base64::JsonBase64),
        Box::new(msgpack_array::MsgpackArray),
        Box::new(msgpack_binary::MsgpackBinary),
        Box::new(arrow::Arrow::default()),
    ]
}

/// Rows of six, flat.
fn flat(rows: Vec<[i64; 6]>) -> Vec<i64> {
    rows.into_flattened()
}

/// Copies numbers of eight bytes, in groups, out of little-endian bytes that may lie anywhere.
fn numbers<T: bytemuck::Pod>(name: &str, bytes: &[u8], group: usize) -> Result<Vec<T>, Fault> {
    let unit = group * size_of::<T>();
    if !bytes.len().is_multiple_of(unit) {
        return Err(
            format!("{name}: got {} bytes, expected a multiple of {unit}", bytes.len()).into()
        );
    }
    Ok(bytes.chunks_exact(size_of::<T>()).map(bytemuck::pod_read_unaligned).collect())
}

/// Reads MessagePack to its end.
fn msgpack<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, Fault> {
    let mut reader = rmp_serde::Deserializer::from_read_ref(bytes);
    let value = T::deserialize(&mut reader)?;
    // Another value can't even begin at the end.
    match IgnoredAny::deserialize(&mut reader) {
        Err(rmp_serde::decode::Error::InvalidMarkerRead(_)) => Ok(value),
        _ => Err("bytes follow the request, expected its end".into()),
    }
}
