//! MessagePack with each number as a number: a map of `close`, an array, and `params`, an array of arrays.

use std::borrow::Cow;
use std::fmt;

use arrow_buffer::Buffer;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::{Codec, Decoded, Fault, Pieces, flat, msgpack};
use crate::request::Request;

#[derive(Serialize)]
struct Written<'a> {
    close: &'a [f64],
    params: &'a [[i64; 6]],
}

#[derive(Deserialize)]
struct Read {
    close: Prices,
    params: Vec<[i64; 6]>,
}

/// Floats. One may come as an integer, since some writers, msgpackr among them, write 100.0 that way; but
/// not as one that no float is.
struct Prices(Vec<f64>);

/// A float, or an integer that none is.
struct Number(Result<f64, i128>);

pub struct MsgpackArray;

impl Codec for MsgpackArray {
    fn name(&self) -> &'static str {
        "msgpack_array"
    }

    fn encode<'a>(&'a mut self, request: &'a Request) -> Result<Pieces<'a>, Fault> {
        let written = Written { close: &request.close, params: request.rows()? };
        Ok(vec![Cow::Owned(rmp_serde::to_vec_named(&written)?)])
    }

    fn decode<'a>(&'a mut self, bytes: &'a Buffer) -> Result<Decoded<'a>, Fault> {
        let Read { close: Prices(close), params } = msgpack(bytes)?;
        Ok(Decoded { close: Cow::Owned(close), params: Cow::Owned(flat(params)) })
    }
}

impl<'de> Deserialize<'de> for Prices {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(PricesVisitor)
    }
}

struct PricesVisitor;

impl<'de> Visitor<'de> for PricesVisitor {
    type Value = Prices;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of prices")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Prices, A::Error> {
        // What is told of the length need not be so.
        let mut prices = Vec::with_capacity(list.size_hint().unwrap_or(0).min(1 << 17));
        while let Some(Number(price)) = list.next_element()? {
            let price = price.map_err(|integer| {
                let place = format!("close[{}]", prices.len());
                A::Error::custom(format!(
                    "{place} is {integer}, expected a number that float64 has"
                ))
            })?;
            prices.push(price);
        }
        Ok(Prices(prices))
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_f64(NumberVisitor)
    }
}

struct NumberVisitor;

impl Visitor<'_> for NumberVisitor {
    type Value = Number;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number")
    }

    fn visit_f64<E>(self, value: f64) -> Result<Number, E> {
        Ok(Number(Ok(value)))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Number, E> {
        Ok(Number(exact(value.into())))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Number, E> {
        Ok(Number(exact(value.into())))
    }
}

fn exact(integer: i128) -> Result<f64, i128> {
    let float = integer as f64;
    if float as i128 == integer { Ok(float) } else { Err(integer) }
}
