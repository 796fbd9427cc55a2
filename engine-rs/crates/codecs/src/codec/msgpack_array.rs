//! MessagePack with each number as a number: a map of `close`, an array, and `params`, an array of arrays.

use std::borrow::Cow;

use arrow_buffer::Buffer;
use serde::{Deserialize, Serialize};

use super::{Codec, Decoded, Fault, Pieces, flat};
use crate::request::Request;

#[derive(Serialize)]
struct Written<'a> {
    close: &'a [f64],
    params: &'a [[i64; 6]],
}

/// A float may come as an integer: some writers, msgpackr among them, write 100.0 that way.
#[derive(Deserialize)]
struct Read {
    close: Vec<f64>,
    params: Vec<[i64; 6]>,
}

pub struct MsgpackArray;

impl Codec for MsgpackArray {
    fn name(&self) -> &'static str {
        "msgpack_array"
    }

    fn encode<'a>(&'a mut self, request: &'a Request) -> Result<Pieces<'a>, Fault> {
        let written = Written { close: &request.close, params: request.rows() };
        Ok(vec![Cow::Owned(rmp_serde::to_vec_named(&written)?)])
    }

    fn decode<'a>(&'a mut self, bytes: &'a Buffer) -> Result<Decoded<'a>, Fault> {
        let Read { close, params } = rmp_serde::from_slice(bytes)?;
        Ok(Decoded { close: Cow::Owned(close), params: Cow::Owned(flat(params)) })
    }
}
