//! A request's body, whole.

use http_body_util::BodyExt;
use hyper::body::{Body, Incoming};

/// Bytes taken at once for a body that is longer than what has come of it.
const LEAST_ROOM: usize = 64 << 10;

/// Why there is no body.
pub enum NoBody {
    /// It has more bytes than the limit: as many as declared, or as have come.
    TooLarge(u64),
    /// It broke off.
    Broken(hyper::Error),
}

/// Receives a body of at most `limit` bytes. Memory grows with what arrives, whatever was declared.
pub async fn whole(mut body: Incoming, limit: u64) -> Result<Vec<u8>, NoBody> {
    let declared = body.size_hint().lower();
    if declared > limit {
        return Err(NoBody::TooLarge(declared));
    }
    let mut bytes = Vec::new();
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(NoBody::Broken)?.into_data() else { continue };
        let came = bytes.len() + data.len();
        if came as u64 > limit {
            return Err(NoBody::TooLarge(came as u64));
        }
        if bytes.capacity() < came {
            let most = usize::try_from(declared).unwrap_or(usize::MAX).max(came);
            bytes.reserve_exact(most.min(came.saturating_mul(2).max(LEAST_ROOM)) - bytes.len());
        }
        bytes.extend_from_slice(&data);
    }
    Ok(bytes)
}
