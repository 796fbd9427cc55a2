//! `{"close": "...", "params": "..."}`: JSON around the raw bytes in base64.

use std::borrow::Cow;

use arrow_buffer::Buffer;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use super::{Codec, Decoded, Fault, Pieces, numbers};
use crate::request::Request;

#[derive(Serialize, Deserialize)]
struct Texts<'a> {
    #[serde(borrow)]
    close: Cow<'a, str>,
    #[serde(borrow)]
    params: Cow<'a, str>,
}

pub struct JsonBase64;

impl Codec for JsonBase64 {
    fn name(&self) -> &'static str {
        "json_base64"
    }

    fn encode<'a>(&'a mut self, request: &'a Request) -> Result<Pieces<'a>, Fault> {
        let text = |bytes: &[u8]| Cow::Owned(STANDARD.encode(bytes));
        let texts = Texts {
            close: text(bytemuck::cast_slice(&request.close)),
            params: text(bytemuck::cast_slice(&request.params)),
        };
        Ok(vec![Cow::Owned(serde_json::to_vec(&texts)?)])
    }

    fn decode<'a>(&'a mut self, bytes: &'a Buffer) -> Result<Decoded<'a>, Fault> {
        let texts: Texts = serde_json::from_slice(bytes)?;
        let close = numbers("close", &STANDARD.decode(&*texts.close)?, 1)?;
        let params = numbers("params", &STANDARD.decode(&*texts.params)?, 6)?;
        Ok(Decoded { close: Cow::Owned(close), params: Cow::Owned(params) })
    }
}
