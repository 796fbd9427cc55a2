//! An Arrow IPC stream of one record batch with one row: `close`, a list of float64, and `params`, a list
//! of int64. Uncompressed. Reading it copies nothing.

use std::borrow::Cow;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{ArrowPrimitiveType, Float64Type, Int64Type};
use arrow_array::{ArrayRef, Float64Array, Int64Array, ListArray, RecordBatch};
use arrow_buffer::{Buffer, OffsetBuffer};
use arrow_ipc::reader::StreamDecoder;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{DataType, Field, Schema};

use super::arrow_check::check;
use super::{Codec, Decoded, Fault, Pieces};
use crate::request::Request;

#[derive(Default)]
pub struct Arrow {
    /// What was decoded last: the answer borrows from it.
    batch: Option<RecordBatch>,
}

/// A column of one row.
fn row(values: ArrayRef) -> ListArray {
    let item = Arc::new(Field::new("item", values.data_type().clone(), false));
    ListArray::new(item, OffsetBuffer::from_lengths([values.len()]), values, None)
}

/// The values of the first row of a column.
fn values<'a, T: ArrowPrimitiveType>(
    batch: &'a RecordBatch,
    name: &str,
) -> Result<&'a [T::Native], Fault> {
    let column = batch.column_by_name(name).ok_or_else(|| format!("arrow: no column {name}"))?;
    let list = column.as_list_opt::<i32>().ok_or_else(|| format!("arrow: {name} is no list"))?;
    let values = list
        .values()
        .as_primitive_opt::<T>()
        .ok_or_else(|| format!("arrow: {name} is no list of {}", T::DATA_TYPE))?;
    let [from, to] = *list.value_offsets() else {
        return Err(format!("arrow: got {} rows, expected 1", batch.num_rows()).into());
    };
    Ok(&values.values()[from as usize..to as usize])
}

impl Codec for Arrow {
    fn name(&self) -> &'static str {
        "arrow"
    }

    fn encode<'a>(&'a mut self, request: &'a Request) -> Result<Pieces<'a>, Fault> {
        // A service holds Vecs: putting them into Arrow's arrays is part of encoding them.
        let close = row(Arc::new(Float64Array::from(request.close.clone())));
        let params = row(Arc::new(Int64Array::from(request.params.clone())));
        let list = |name: &str, item: DataType| {
            Field::new(name, DataType::List(Arc::new(Field::new("item", item, false))), false)
        };
        let schema = Arc::new(Schema::new(vec![
            list("close", DataType::Float64),
            list("params", DataType::Int64),
        ]));
        let batch =
            RecordBatch::try_new(Arc::clone(&schema), vec![Arc::new(close), Arc::new(params)])?;
        let room = 8 * (request.close.len() + request.params.len()) + 2048;
        let mut writer = StreamWriter::try_new(Vec::with_capacity(room), &schema)?;
        writer.write(&batch)?;
        Ok(vec![Cow::Owned(writer.into_inner()?)])
    }

    fn decode<'a>(&'a mut self, bytes: &'a Buffer) -> Result<Decoded<'a>, Fault> {
        check(bytes)?;
        let mut left = bytes.clone();
        let mut decoder = StreamDecoder::new();
        let batch = decoder.decode(&mut left)?.ok_or("arrow: got no batch, expected one")?;
        let batch = self.batch.insert(batch);
        let params = values::<Int64Type>(batch, "params")?;
        if !params.len().is_multiple_of(6) {
            return Err(format!(
                "arrow: params has {} lengths, expected six a combo",
                params.len()
            )
            .into());
        }
        let close = Cow::Borrowed(values::<Float64Type>(batch, "close")?);
        Ok(Decoded { close, params: Cow::Borrowed(params) })
    }
}
