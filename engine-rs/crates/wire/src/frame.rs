//! Where a frame ends.

use crate::{ErrorCode, LONGEST_BODY, WireError};

/// Bytes of a frame's length.
pub const LENGTH_BYTES: usize = 4;

/// The top bit of a reply's length: its body is an error.
pub const ERROR_BIT: u32 = 1 << 31;

/// Length of the body of the request frame that `bytes` begins with: 0 u32 body_len, 4 the body.
/// `None` while the length itself is incomplete. Looks at nothing after the length.
///
/// # Errors
/// [`ErrorCode::TooLarge`] over `limit`, and at 2^31 and above whatever the limit. The frame can't
/// be skipped, so the connection closes after the error.
pub fn body_length(bytes: &[u8], limit: u32) -> Result<Option<usize>, WireError> {
    let Some(&length) = bytes.first_chunk::<LENGTH_BYTES>() else {
        return Ok(None);
    };
    let length = u32::from_le_bytes(length);
    let limit = limit.min(LONGEST_BODY);
    if length > limit {
        return Err(WireError::field(
            ErrorCode::TooLarge,
            "frame body_len",
            format_args!("{length} bytes"),
            format_args!("at most {limit}"),
        ));
    }
    Ok(Some(length as usize))
}

#[cfg(test)]
mod tests {
    use super::body_length;
    use crate::{ErrorCode, LONGEST_BODY};

    #[test]
    fn incomplete_until_four_bytes() {
        let bytes = 9u32.to_le_bytes();
        for cut in 0..4 {
            assert_eq!(body_length(&bytes[..cut], 100), Ok(None));
        }
        assert_eq!(body_length(&bytes, 100), Ok(Some(9)));
        assert_eq!(body_length(&[9, 0, 0, 0, 255, 255], 9), Ok(Some(9)));
    }

    #[test]
    fn over_the_limit() {
        for (length, limit) in [(10, 9), (1 << 31, LONGEST_BODY), (u32::MAX, u32::MAX)] {
            let error = body_length(&u32::to_le_bytes(length), limit).unwrap_err();
            assert_eq!(error.code, ErrorCode::TooLarge);
            assert!(error.message.contains(&length.to_string()), "{error}");
        }
        assert_eq!(
            body_length(&LONGEST_BODY.to_le_bytes(), LONGEST_BODY),
            Ok(Some(LONGEST_BODY as usize))
        );
    }
}
