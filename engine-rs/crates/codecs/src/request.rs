//! What is encoded: a sweep's request.

use std::borrow::Cow;

use crate::codec::{Decoded, Fault};

/// A series and the window lengths of some combos, six each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Request {
    /// Closing prices, one a bar.
    pub close: Vec<f64>,
    /// Half, full, sqrt, p/3, p/2, p of each combo.
    pub params: Vec<i64>,
}

impl Request {
    /// Window lengths, a row a combo.
    ///
    /// # Errors
    /// Some are left over.
    pub fn rows(&self) -> Result<&[[i64; 6]], Fault> {
        match self.params.as_chunks() {
            (rows, []) => Ok(rows),
            _ => {
                Err(format!("params: got {} lengths, expected six a combo", self.params.len())
                    .into())
            }
        }
    }

    /// From what a codec gave: copied where it was borrowed.
    pub fn from_decoded(decoded: Decoded<'_>) -> Self {
        Request { close: Cow::into_owned(decoded.close), params: Cow::into_owned(decoded.params) }
    }

    /// Where `decoded` differs from this, bit for bit.
    ///
    /// # Errors
    /// A sentence that names the first difference.
    pub fn expect_same(&self, decoded: &Decoded<'_>) -> Result<(), Fault> {
        let lengths = |close: &[f64], params: &[i64]| (close.len(), params.len());
        let (expected, got) =
            (lengths(&self.close, &self.params), lengths(&decoded.close, &decoded.params));
        if expected != got {
            return Err(format!("lengths: got {got:?}, expected {expected:?}").into());
        }
        let pairs = self.close.iter().zip(decoded.close.iter());
        for (i, (expected, got)) in pairs.enumerate() {
            if expected.to_bits() != got.to_bits() {
                return Err(format!("close[{i}]: got {got:?}, expected {expected:?}").into());
            }
        }
        let pairs = self.params.iter().zip(decoded.params.iter());
        for (i, (expected, got)) in pairs.enumerate() {
            if expected != got {
                return Err(format!("params[{i}]: got {got}, expected {expected}").into());
            }
        }
        Ok(())
    }
}
