//! MessagePack with the raw bytes as they are: a map of `close` and `params`, both of type bin.

use std::borrow::Cow;

use arrow_buffer::Buffer;
use serde::{Deserialize, Serialize};

use super::{Codec, Decoded, Fault, Pieces, msgpack, numbers};
use crate::request::Request;

#[derive(Serialize, Deserialize)]
struct Bytes<'a> {
    #[serde(with = "serde_bytes", borrow)]
    close: &'a [u8],
    #[serde(with = "serde_bytes", borrow)]
    params: &'a [u8],
}

pub struct MsgpackBinary;

impl Codec for MsgpackBinary {
    fn name(&self) -> &'static str {
        "msgpack_binary"
    }

    fn encode<'a>(&'a mut self, request: &'a Request) -> Result<Pieces<'a>, Fault> {
        let bytes = Bytes {
            close: bytemuck::cast_slice(&request.close),
            params: bytemuck::cast_slice(&request.params),
        };
        Ok(vec![Cow::Owned(rmp_serde::to_vec_named(&bytes)?)])
    }

    fn decode<'a>(&'a mut self, bytes: &'a Buffer) -> Result<Decoded<'a>, Fault> {
        let Bytes { close, params } = msgpack(bytes)?;
        let (close, params) = (numbers("close", close, 1)?, numbers("params", params, 6)?);
        Ok(Decoded { close: Cow::Owned(close), params: Cow::Owned(params) })
    }
}
