//! `{"close": [101.5, ...], "params": [[3, 6, 2, 1, 2, 3], ...]}`, with serde_json.

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

#[derive(Deserialize)]
struct Read {
    close: Vec<f64>,
    params: Vec<[i64; 6]>,
}

pub struct Json;

impl Codec for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn encode<'a>(&'a mut self, request: &'a Request) -> Result<Pieces<'a>, Fault> {
        // serde_json would write null.
        if let Some(i) = request.close.iter().position(|close| !close.is_finite()) {
            let close = request.close[i];
            return Err(format!("close[{i}] is {close}, which JSON has no number for").into());
        }
        let written = Written { close: &request.close, params: request.rows()? };
        Ok(vec![Cow::Owned(serde_json::to_vec(&written)?)])
    }

    fn decode<'a>(&'a mut self, bytes: &'a Buffer) -> Result<Decoded<'a>, Fault> {
        let Read { close, params } = ipc_tax_json::read(bytes)?;
        Ok(Decoded { close: Cow::Owned(close), params: Cow::Owned(flat(params)) })
    }
}
