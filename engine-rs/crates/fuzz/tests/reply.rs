//! Any bytes as a reply, as a client reads it: nothing until it is whole, and then the same whatever follows.

use bolero::check;
use ipc_tax_fuzz::CASES;
use ipc_tax_wire::frame::{ERROR_BIT, LENGTH_BYTES};
use ipc_tax_wire::reply;

#[test]
fn bytes() {
    check!(name = "reply/bytes")
        .with_iterations(CASES)
        .with_type::<Vec<u8>>()
        .for_each(|bytes| read(bytes));
}

#[test]
fn nearly_right() {
    check!(name = "reply/nearly_right")
        .with_iterations(CASES)
        .with_type::<(bool, i8, Vec<u8>)>()
        .for_each(|(is_error, off, body)| {
            let length = (body.len() as u32).saturating_add_signed((*off).into());
            let length = length | if *is_error { ERROR_BIT } else { 0 };
            read(&[&length.to_le_bytes(), &body[..]].concat());
        });
}

fn read(bytes: &[u8]) {
    let Some((whole, length)) = reply::read(bytes) else {
        // Incomplete: so is all that it begins with.
        assert!((0..bytes.len()).all(|cut| reply::read(&bytes[..cut]).is_none()));
        return;
    };
    assert!((LENGTH_BYTES..=bytes.len()).contains(&length));
    assert_eq!(reply::read(&bytes[..length]), Some((whole.clone(), length)));
    assert_eq!(reply::read(&bytes[..length - 1]), None);
    match whole {
        Ok(body) => assert_eq!(body, &bytes[LENGTH_BYTES..length]),
        // Written anew it says the same: a code the protocol lacks, or bytes that are no text, settle at once.
        Err(error) if error.message.len() < 4000 => {
            let mut frame = Vec::new();
            reply::error(&mut frame, &error);
            assert_eq!(reply::read(&frame).unwrap().0, Err(error));
        }
        Err(_) => {}
    }
}
