//! What a connection holds: its series and its live sessions. They go with it.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ipc_tax_kernel::Live;
use ipc_tax_wire::{ErrorCode, Held, WireError};

use crate::segments::MappedFloats;

/// Bytes of series that all connections hold, with their limit.
pub struct SeriesBytes {
    held: AtomicU64,
    limit: u64,
}

impl SeriesBytes {
    pub fn new(limit: u64) -> Self {
        SeriesBytes { held: AtomicU64::new(0), limit }
    }

    /// Bytes that are held now.
    pub fn held(&self) -> u64 {
        self.held.load(Ordering::Relaxed)
    }

    /// Counts `bytes` in, unless they would pass the limit. Checked again here, since another
    /// connection may have loaded since the request was parsed.
    fn take(&self, bytes: u64) -> Result<(), WireError> {
        let limit = self.limit;
        let within = |held: u64| held.checked_add(bytes).filter(|&sum| sum <= limit);
        match self.held.fetch_update(Ordering::Relaxed, Ordering::Relaxed, within) {
            Ok(_) => Ok(()),
            Err(held) => Err(WireError::new(
                ErrorCode::TooLarge,
                format!(
                    "load bytes of series in all: got {bytes} on top of {held}, \
                     expected at most {limit}"
                ),
            )),
        }
    }

    fn give_back(&self, bytes: u64) {
        self.held.fetch_sub(bytes, Ordering::Relaxed);
    }
}

/// Series and sessions of one connection. Ids start at 1 and are not used again.
pub struct Holdings {
    series: HashMap<u32, Series>,
    sessions: HashMap<u32, Live>,
    last_series: u32,
    last_session: u32,
    series_bytes: Arc<SeriesBytes>,
}

/// The closes of a series.
pub enum Series {
    /// Copied out of the frame they came in.
    Own(Vec<f64>),
    /// Where the client put them.
    Mapped(MappedFloats),
}

impl Series {
    fn as_slice(&self) -> &[f64] {
        match self {
            Series::Own(close) => close,
            Series::Mapped(close) => close.as_slice(),
        }
    }
}

fn bytes_of(series: &Series) -> u64 {
    size_of_val(series.as_slice()) as u64
}

/// The id after `last`.
fn next_id(last: &mut u32, what: &str) -> Result<u32, WireError> {
    *last = last.checked_add(1).ok_or_else(|| {
        WireError::new(
            ErrorCode::TooLarge,
            format!("{what}: got one more than the ids of a connection, expected at most {last}"),
        )
    })?;
    Ok(*last)
}

impl Holdings {
    pub fn new(series_bytes: Arc<SeriesBytes>) -> Self {
        Holdings {
            series: HashMap::new(),
            sessions: HashMap::new(),
            last_series: 0,
            last_session: 0,
            series_bytes,
        }
    }

    /// Keeps a series.
    pub fn load(&mut self, close: Series) -> Result<u32, WireError> {
        let bytes = bytes_of(&close);
        self.series_bytes.take(bytes)?;
        let id = next_id(&mut self.last_series, "series").inspect_err(|_| {
            self.series_bytes.give_back(bytes);
        })?;
        self.series.insert(id, close);
        Ok(id)
    }

    pub fn series(&self, id: u32) -> Option<&[f64]> {
        self.series.get(&id).map(Series::as_slice)
    }

    pub fn drop_series(&mut self, id: u32) {
        if let Some(series) = self.series.remove(&id) {
            self.series_bytes.give_back(bytes_of(&series));
        }
    }

    /// Bytes of this connection's series.
    pub fn series_bytes_here(&self) -> u64 {
        self.series.values().map(bytes_of).sum()
    }

    pub fn open(&mut self, live: Live) -> Result<u32, WireError> {
        let id = next_id(&mut self.last_session, "sessions")?;
        self.sessions.insert(id, live);
        Ok(id)
    }

    /// Takes the session out, to be put back after its ticks. One that is not put back, because
    /// the work on it failed halfway, is closed.
    pub fn take_session(&mut self, id: u32) -> Option<Live> {
        self.sessions.remove(&id)
    }

    pub fn put_back_session(&mut self, id: u32, live: Live) {
        self.sessions.insert(id, live);
    }

    pub fn close(&mut self, id: u32) {
        self.sessions.remove(&id);
    }
}

impl Held for Holdings {
    fn has_series(&self, id: u32) -> bool {
        self.series.contains_key(&id)
    }
    fn has_session(&self, id: u32) -> bool {
        self.sessions.contains_key(&id)
    }
    fn series(&self) -> u32 {
        self.series.len() as u32
    }
    fn series_bytes(&self) -> u64 {
        self.series_bytes.held()
    }
    fn sessions(&self) -> u32 {
        self.sessions.len() as u32
    }
}

impl Drop for Holdings {
    fn drop(&mut self) {
        self.series_bytes.give_back(self.series_bytes_here());
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Holdings, Series, SeriesBytes};
    use ipc_tax_kernel::{Live, Windows};
    use ipc_tax_wire::{ErrorCode, Held};

    #[test]
    fn ids_are_never_used_again() {
        let mut held = Holdings::new(SeriesBytes::new(1 << 20).into());
        assert_eq!(held.load(Series::Own(vec![1.0])), Ok(1));
        held.drop_series(1);
        assert_eq!(held.load(Series::Own(vec![2.0])), Ok(2));
        assert!(!held.has_series(1));
        assert_eq!(held.open(Live::new(Windows::of_length(6))), Ok(1));
        held.close(1);
        assert_eq!(held.open(Live::new(Windows::of_length(6))), Ok(2));

        held.last_series = u32::MAX;
        let error = held.load(Series::Own(vec![0.0])).unwrap_err();
        assert_eq!(error.code, ErrorCode::TooLarge);
        assert_eq!(held.series_bytes(), 8);
    }

    #[test]
    fn bytes_are_counted_over_all_connections() {
        let bytes = Arc::new(SeriesBytes::new(24));
        let mut one = Holdings::new(Arc::clone(&bytes));
        let mut other = Holdings::new(bytes);
        one.load(Series::Own(vec![0.0; 2])).unwrap();
        other.load(Series::Own(vec![0.0; 1])).unwrap();
        assert_eq!(one.series_bytes(), 24);
        assert_eq!(other.load(Series::Own(vec![0.0])).unwrap_err().code, ErrorCode::TooLarge);
        one.drop_series(1);
        other.load(Series::Own(vec![0.0; 1])).unwrap();
        drop(other);
        assert_eq!(one.series_bytes(), 0);
    }
}
