//! The numbers as they lie in memory, named by what is done with the bytes.
//!
//! 0 u32 bars, 4 u32 combos, 8 bars x f64 close, then combos x 6 x i64. Little-endian.

use std::borrow::Cow;

use arrow_buffer::Buffer;

use super::{Codec, Decoded, Fault, Pieces, numbers};
use crate::request::Request;

const HEADER: usize = 8;

fn header(request: &Request) -> Result<[u8; HEADER], Fault> {
    let mut header = [0; HEADER];
    header[..4].copy_from_slice(&(request.close.len() as u32).to_le_bytes());
    header[4..].copy_from_slice(&(request.rows()?.len() as u32).to_le_bytes());
    Ok(header)
}

fn write(request: &Request, into: &mut Vec<u8>) -> Result<(), Fault> {
    into.extend_from_slice(&header(request)?);
    into.extend_from_slice(bytemuck::cast_slice(&request.close));
    into.extend_from_slice(bytemuck::cast_slice(&request.params));
    Ok(())
}

fn size(request: &Request) -> usize {
    HEADER + 8 * (request.close.len() + request.params.len())
}

/// The bytes of close and params.
fn parts(bytes: &[u8]) -> Result<(&[u8], &[u8]), Fault> {
    let counts = bytes.first_chunk::<HEADER>().ok_or("raw: shorter than its header")?;
    let [bars, combos] = [&counts[..4], &counts[4..]]
        .map(|count| u64::from(u32::from_le_bytes([count[0], count[1], count[2], count[3]])));
    let payload = &bytes[HEADER..];
    let expected = 8 * bars + 48 * combos;
    if payload.len() as u64 != expected {
        return Err(format!("raw: got {} bytes, expected {expected}", payload.len()).into());
    }
    Ok(payload.split_at(8 * bars as usize))
}

/// Nothing is copied, either way.
pub struct View;

impl Codec for View {
    fn name(&self) -> &'static str {
        "raw_view"
    }

    fn encode<'a>(&'a mut self, request: &'a Request) -> Result<Pieces<'a>, Fault> {
        Ok(vec![
            Cow::Owned(header(request)?.to_vec()),
            Cow::Borrowed(bytemuck::cast_slice(&request.close)),
            Cow::Borrowed(bytemuck::cast_slice(&request.params)),
        ])
    }

    fn decode<'a>(&'a mut self, bytes: &'a Buffer) -> Result<Decoded<'a>, Fault> {
        let (close, params) = parts(bytes)?;
        let view = |error: bytemuck::PodCastError| format!("raw: {error}");
        Ok(Decoded {
            close: Cow::Borrowed(bytemuck::try_cast_slice(close).map_err(view)?),
            params: Cow::Borrowed(bytemuck::try_cast_slice(params).map_err(view)?),
        })
    }
}

/// Copied into memory that is kept.
#[derive(Default)]
pub struct Reused {
    bytes: Vec<u8>,
    request: Request,
}

impl Codec for Reused {
    fn name(&self) -> &'static str {
        "raw_reused"
    }

    fn encode<'a>(&'a mut self, request: &'a Request) -> Result<Pieces<'a>, Fault> {
        self.bytes.clear();
        write(request, &mut self.bytes)?;
        Ok(vec![Cow::Borrowed(&self.bytes)])
    }

    fn decode<'a>(&'a mut self, bytes: &'a Buffer) -> Result<Decoded<'a>, Fault> {
        let (close, params) = parts(bytes)?;
        let Request { close: to, params: params_to } = &mut self.request;
        to.resize(close.len() / 8, 0.0);
        params_to.resize(params.len() / 8, 0);
        bytemuck::cast_slice_mut(to).copy_from_slice(close);
        bytemuck::cast_slice_mut(params_to).copy_from_slice(params);
        Ok(Decoded { close: Cow::Borrowed(to), params: Cow::Borrowed(params_to) })
    }
}

/// Copied into memory of its own.
pub struct Fresh;

impl Codec for Fresh {
    fn name(&self) -> &'static str {
        "raw_fresh"
    }

    fn encode<'a>(&'a mut self, request: &'a Request) -> Result<Pieces<'a>, Fault> {
        let mut bytes = Vec::with_capacity(size(request));
        write(request, &mut bytes)?;
        Ok(vec![Cow::Owned(bytes)])
    }

    fn decode<'a>(&'a mut self, bytes: &'a Buffer) -> Result<Decoded<'a>, Fault> {
        let (close, params) = parts(bytes)?;
        let (close, params) = (numbers("close", close, 1)?, numbers("params", params, 6)?);
        Ok(Decoded { close: Cow::Owned(close), params: Cow::Owned(params) })
    }
}
