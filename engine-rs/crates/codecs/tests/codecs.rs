//! Every codec, both ways, bit for bit.

use std::borrow::Cow;

use arrow_buffer::{Buffer, MutableBuffer};
use ipc_tax_codecs::{Request, codecs, peer};

fn aligned(bytes: &[u8]) -> Buffer {
    let mut buffer = MutableBuffer::new(bytes.len());
    buffer.extend_from_slice(bytes);
    buffer.into()
}

fn finite() -> Request {
    let close =
        vec![100.0, 0.1, -0.0, 5e-324, f64::MAX, f64::MIN_POSITIVE, 1.0 / 3.0, 2f64.powi(63)];
    Request {
        close,
        params: vec![3, 6, 2, 1, 2, 3, i64::MAX, i64::MIN, -1, 0, 1 << 53, (1 << 53) + 1],
    }
}

#[test]
fn finite_values_come_back_bit_for_bit() {
    for request in [finite(), Request::default(), Request { params: vec![], ..finite() }] {
        for mut codec in codecs() {
            let name = codec.name();
            let bytes: Vec<u8> =
                codec.encode(&request).unwrap().iter().flat_map(Cow::as_ref).copied().collect();
            let bytes = aligned(&bytes);
            for _ in 0..2 {
                let decoded = codec.decode(&bytes).unwrap();
                request.expect_same(&decoded).unwrap_or_else(|fault| panic!("{name}: {fault}"));
            }
        }
    }
}

#[test]
fn nan_and_infinities_come_back_or_are_refused() {
    let close = vec![1.0, f64::from_bits(0x7ff8_0000_00c0_ffee), f64::INFINITY, f64::NEG_INFINITY];
    let request = Request { close, params: vec![] };
    for mut codec in codecs() {
        let name = codec.name();
        match codec.encode(&request) {
            Err(fault) => {
                assert_eq!(name, "json");
                assert_eq!(fault.to_string(), "close[1] is NaN, which JSON has no number for");
            }
            Ok(pieces) => {
                let bytes: Vec<u8> = pieces.iter().flat_map(Cow::as_ref).copied().collect();
                drop(pieces);
                let bytes = aligned(&bytes);
                request.expect_same(&codec.decode(&bytes).unwrap()).unwrap();
            }
        }
    }
}

#[test]
fn bytes_that_are_no_request_are_faults() {
    for mut codec in codecs() {
        for bytes in [&b""[..], b"{", b"\xff\xff\xff\xff\xff\xff\xff\xff", b"{\"close\": [null]}"] {
            assert!(codec.decode(&aligned(bytes)).is_err(), "{} {bytes:?}", codec.name());
        }
    }
}

#[test]
fn the_program_answers_line_by_line() {
    let folder = std::env::temp_dir().join(format!("ipc-tax-codecs-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for mut codec in codecs() {
        let bytes: Vec<u8> =
            codec.encode(&finite()).unwrap().iter().flat_map(Cow::as_ref).copied().collect();
        std::fs::write(folder.join(codec.name()), bytes).unwrap();
    }
    let lines = "names\nencode json 2\ndecode arrow 1\ncheck msgpack_array\ndecode cbor 1\nhello\n";
    let mut answers = Vec::new();
    let ended = peer::run(folder.clone(), lines.as_bytes(), &mut answers);
    std::fs::remove_dir_all(&folder).unwrap();
    ended.unwrap();
    let answers = String::from_utf8(answers).unwrap();
    let answers: Vec<_> = answers.lines().collect();
    assert!(answers[0].starts_with("ok raw_view raw_reused raw_fresh json "), "{}", answers[0]);
    for answer in &answers[1..4] {
        let number = answer.strip_prefix("ok ").unwrap();
        assert!(number.parse::<u64>().unwrap() > 0);
    }
    assert_eq!(answers[4], "error codec: got cbor, expected one of those that names tells");
    assert!(answers[5].starts_with("error got \"hello\""), "{}", answers[5]);
}
