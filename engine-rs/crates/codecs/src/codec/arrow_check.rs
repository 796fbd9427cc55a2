//! What arrow-ipc does not look at before it reads: it takes values for what their nulls are, batches
//! after the first for none, and panics where a buffer is not there.

use arrow_ipc::{Endianness, Field, Message, Precision, RecordBatch, Schema, Type};

use super::Fault;

/// Stands before the length of a message's metadata.
const CONTINUATION: u32 = u32::MAX;

/// Checks that a stream is a schema of `close`, a list of float64, and `params`, a list of int64, in any
/// order; and one batch with one row, without nulls, whose buffers lie within its body.
///
/// # Errors
/// A sentence that names what is not so.
pub fn check(bytes: &[u8]) -> Result<(), Fault> {
    let (schema, body, rest) = message(bytes)?.ok_or("arrow: got no schema, expected one")?;
    let schema = schema.header_as_schema().ok_or("arrow: got no schema, expected one")?;
    if !body.is_empty() {
        return Err("arrow: got a schema with a body, expected none".into());
    }
    let columns = columns(schema)?;
    let (batch, body, rest) = message(rest)?.ok_or("arrow: got no batch, expected one")?;
    let batch = batch.header_as_record_batch().ok_or("arrow: got no batch, expected one")?;
    if message(rest)?.is_some() {
        return Err("arrow: got more than one batch, expected one".into());
    }
    check_batch(batch, body, columns)
}

type Part<'a> = (Message<'a>, &'a [u8], &'a [u8]);

/// The first message, its body, and what is left; `None` at the end of the stream.
fn message(bytes: &[u8]) -> Result<Option<Part<'_>>, Fault> {
    if bytes.is_empty() {
        return Ok(None);
    }
    let (continuation, rest) = word(bytes)?;
    let (length, rest) = word(rest)?;
    if continuation != CONTINUATION {
        return Err("arrow: got no message, expected one that begins with ff ff ff ff".into());
    }
    if length == 0 {
        return match rest.iter().any(|&byte| byte != 0) {
            true => Err("arrow: bytes follow the end of the stream".into()),
            false => Ok(None),
        };
    }
    if !length.is_multiple_of(8) {
        return Err(
            format!("arrow: a metadata has {length} bytes, expected a multiple of 8").into()
        );
    }
    let (metadata, rest) = part(rest, length.into(), "metadata")?;
    let message = arrow_ipc::root_as_message(metadata)
        .map_err(|error| format!("arrow: its metadata can't be read: {error:?}"))?;
    let (body, rest) = part(rest, message.bodyLength(), "body")?;
    Ok(Some((message, body, rest)))
}

fn word(bytes: &[u8]) -> Result<(u32, &[u8]), Fault> {
    let (word, rest) = bytes.split_first_chunk().ok_or("arrow: a message is broken off")?;
    Ok((u32::from_le_bytes(*word), rest))
}

fn part<'a>(bytes: &'a [u8], length: i64, what: &str) -> Result<(&'a [u8], &'a [u8]), Fault> {
    let split = usize::try_from(length).ok().and_then(|length| bytes.split_at_checked(length));
    split.ok_or_else(|| {
        format!("arrow: a {what} has {length} bytes, and {} are left", bytes.len()).into()
    })
}

/// The columns' names in their order.
fn columns(schema: Schema<'_>) -> Result<[&str; 2], Fault> {
    if schema.endianness() != Endianness::Little {
        return Err("arrow: got big-endian numbers, expected little-endian".into());
    }
    let fields: Vec<_> = schema.fields().into_iter().flatten().collect();
    let names: Vec<_> = fields.iter().map(|field| field.name().unwrap_or_default()).collect();
    match names[..] {
        ["close", "params"] | ["params", "close"] => {}
        _ => return Err(format!("arrow: got columns {names:?}, expected close and params").into()),
    }
    for field in &fields {
        check_type(field)?;
    }
    Ok([names[0], names[1]])
}

fn check_type(field: &Field<'_>) -> Result<(), Fault> {
    let name = field.name().unwrap_or_default();
    let items = field.children().map(|children| children.iter().collect::<Vec<_>>());
    let expected = if name == "close" { "float64" } else { "int64" };
    let is_right = match items.as_deref() {
        Some([item]) if field.type_type() == Type::List && field.dictionary().is_none() => {
            item.dictionary().is_none()
                && if name == "close" {
                    let float = item.type_as_floating_point();
                    float.is_some_and(|float| float.precision() == Precision::DOUBLE)
                } else {
                    let int = item.type_as_int();
                    int.is_some_and(|int| int.bitWidth() == 64 && int.is_signed())
                }
        }
        _ => false,
    };
    if is_right { Ok(()) } else { Err(format!("arrow: {name} is no list of {expected}").into()) }
}

fn check_batch(batch: RecordBatch<'_>, body: &[u8], columns: [&str; 2]) -> Result<(), Fault> {
    let nodes: Vec<_> = batch.nodes().into_iter().flatten().collect();
    let buffers: Vec<_> = batch.buffers().into_iter().flatten().collect();
    if batch.length() != 1
        || nodes.len() != 4
        || buffers.len() != 8
        || batch.compression().is_some()
    {
        return Err("arrow: expected one row of two lists, uncompressed".into());
    }
    for ((name, nodes), buffers) in columns.iter().zip(nodes.chunks(2)).zip(buffers.chunks(4)) {
        let bytes = |k: usize| {
            let (at, length) = (buffers[k].offset(), buffers[k].length());
            let from = usize::try_from(at).ok().filter(|at| at.is_multiple_of(8));
            let from = from.and_then(|from| body.get(from..));
            let found = usize::try_from(length).ok().and_then(|length| from?.get(..length));
            found.ok_or_else(|| {
                let body = body.len();
                format!("arrow: {name} has {length} bytes at {at} of a body of {body}")
            })
        };
        let [list_nulls, offsets, nulls, values] = [bytes(0)?, bytes(1)?, bytes(2)?, bytes(3)?];
        if !offsets.len().is_multiple_of(4) || !values.len().is_multiple_of(8) {
            return Err(format!("arrow: {name} has a part of a value, expected whole ones").into());
        }
        let [list, items] = [nodes[0], nodes[1]];
        let offset = |k: usize| {
            let four = offsets.get(4 * k..)?.first_chunk()?;
            usize::try_from(i32::from_le_bytes(*four)).ok()
        };
        let most = usize::try_from(items.length()).unwrap_or_default().min(values.len() / 8);
        let (from, to) = match (list.length(), offset(0), offset(1)) {
            (1, Some(from), Some(to)) if from <= to && to <= most => (from, to),
            _ => return Err(format!("arrow: {name} is not one list within {most} values").into()),
        };
        if list.null_count() > 0 || items.null_count() > 0 {
            return Err(format!("arrow: {name} has nulls, expected none").into());
        }
        if is_null(list_nulls, 0) {
            return Err(format!("arrow: {name} is null, expected a list").into());
        }
        if let Some(k) = (from..to).find(|&k| is_null(nulls, k)) {
            let k = k - from;
            return Err(format!("arrow: {name}[{k}] is null, expected a value").into());
        }
    }
    Ok(())
}

/// A bit for each value, the lowest first, 0 for null; no bits at all where none is.
fn is_null(bits: &[u8], k: usize) -> bool {
    !bits.is_empty() && bits.get(k / 8).is_none_or(|byte| byte & (1 << (k % 8)) == 0)
}
