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

fn encoded(name: &str, request: &Request) -> Vec<u8> {
    let mut codecs = codecs();
    let codec = codecs.iter_mut().find(|codec| codec.name() == name).unwrap();
    codec.encode(request).unwrap().iter().flat_map(Cow::as_ref).copied().collect()
}

/// What a codec says of bytes, or nothing where it takes them.
fn refusal(name: &str, bytes: &[u8]) -> Option<String> {
    let mut codecs = codecs();
    let codec = codecs.iter_mut().find(|codec| codec.name() == name).unwrap();
    codec.decode(&aligned(bytes)).err().map(|fault| fault.to_string())
}

fn bytes(hexadecimal: &str) -> Vec<u8> {
    let digits = hexadecimal.replace("CLOSE", "a5636c6f7365").replace("PARAMS", "a6706172616d73");
    let digits = digits.replace(' ', "");
    (0..digits.len())
        .step_by(2)
        .map(|k| u8::from_str_radix(&digits[k..k + 2], 16).unwrap())
        .collect()
}

#[test]
fn no_value_is_made_up_of_bytes_that_have_none() {
    let json = |values: &str| format!(r#"{{"close":[{values}],"params":[]}}"#).into_bytes();
    let texts = |close: &str, params: &str| {
        format!(r#"{{"close":"{close}","params":"{params}"}}"#).into_bytes()
    };
    for (codec, bytes, says) in [
        ("json", json("1,1e999"), "close[1] is 1e999"),
        ("json", json("1e-400"), "close[0] is 1e-400"),
        ("json", json("null"), "invalid type: null"),
        ("json", json("1],\"close\":[2"), "duplicate field"),
        (
            "json",
            br#"{"close":[],"params":[[1,1,1,1,1,9223372036854775808]]}"#.to_vec(),
            "expected i64",
        ),
        ("json_base64", texts("AAAAAAAAAAA!", ""), "Invalid"),
        ("json_base64", texts("_-_-_-_-_-8=", ""), "Invalid"),
        ("json_base64", texts("AAAAAAAAAAB=", ""), "Invalid"),
        ("json_base64", texts("AADAPw==", ""), "close: got 4 bytes, expected a multiple of 8"),
        (
            "json_base64",
            texts("", "AAAAAAAAAAA="),
            "params: got 8 bytes, expected a multiple of 48",
        ),
        (
            "msgpack_array",
            bytes("82 CLOSE 90 PARAMS 9196 cf8000000000000005 0101010101"),
            "9223372036854775813",
        ),
        (
            "msgpack_array",
            bytes("82 CLOSE 90 PARAMS 9196 cfffffffffffffffff 0101010101"),
            "18446744073709551615",
        ),
        (
            "msgpack_array",
            bytes("82 CLOSE 90 PARAMS 9196 cb3ff8000000000000 0101010101"),
            "floating point",
        ),
        (
            "msgpack_array",
            bytes("82 CLOSE 92 01 cf8000000000000005 PARAMS 90"),
            "close[1] is 9223372036854775813",
        ),
        (
            "msgpack_array",
            bytes("82 CLOSE 91 d30020000000000001 PARAMS 90"),
            "close[0] is 9007199254740993",
        ),
        (
            "msgpack_array",
            bytes("82 CLOSE 91 d38000000000000001 PARAMS 90"),
            "close[0] is -9223372036854775807",
        ),
        ("msgpack_array", bytes("82 CLOSE 91 c0 PARAMS 90"), "expected a number"),
        ("msgpack_array", bytes("82 CLOSE 91 d6ff00000001 PARAMS 90"), "FixExt4"),
        ("msgpack_array", bytes("82 CLOSE dd3fffffff"), ""),
        ("msgpack_array", bytes("83 CLOSE 90 PARAMS 90 CLOSE 90"), "duplicate field"),
        ("msgpack_array", bytes("82 CLOSE 90 PARAMS 90 c0"), "bytes follow the request"),
        ("msgpack_binary", bytes("82 CLOSE c400 PARAMS c400 c0"), "bytes follow the request"),
        ("msgpack_binary", bytes("82 CLOSE c404 3ff80000 PARAMS c400"), "multiple of 8"),
        ("msgpack_binary", bytes("82 CLOSE c400 PARAMS c408 0000000000000000"), "multiple of 48"),
    ] {
        let told = refusal(codec, &bytes).unwrap_or_else(|| panic!("{codec} takes {bytes:?}"));
        assert!(told.contains(says), "{codec} {bytes:?}: {told}");
    }
    for bytes in [
        bytes("82 CLOSE 93 01 cf8000000000000000 ca3fc00000 PARAMS 90"),
        bytes("82 CLOSE 91 d08f PARAMS 9196 cf7fffffffffffffff 0101010101"),
    ] {
        assert_eq!(refusal("msgpack_array", &bytes), None);
    }
}

#[test]
fn lengths_that_are_no_combos_are_refused() {
    let request = Request { close: vec![1.0], params: vec![3, 6] };
    for mut codec in codecs() {
        let name = codec.name();
        let Ok(pieces) = codec.encode(&request) else { continue };
        let bytes: Vec<u8> = pieces.iter().flat_map(Cow::as_ref).copied().collect();
        assert!(refusal(name, &bytes).is_some(), "{name}");
    }
}

/// Where `pattern` begins last, at a multiple of 8.
fn last(bytes: &[u8], pattern: &[u8]) -> usize {
    8 * bytes
        .chunks_exact(8)
        .enumerate()
        .rposition(|(k, _)| bytes[8 * k..].starts_with(pattern))
        .unwrap()
}

/// The bytes with `new` in place of the last `pattern`.
fn patched(bytes: &[u8], pattern: &[i64], new: &[i64]) -> Vec<u8> {
    let [pattern, new] =
        [pattern, new].map(|words| bytemuck::cast_slice::<i64, u8>(words).to_vec());
    let at = last(bytes, &pattern);
    let mut copy = bytes.to_vec();
    copy[at..at + new.len()].copy_from_slice(&new);
    copy
}

#[test]
fn arrow_reads_no_nulls_and_nothing_that_is_not_there() {
    let request = Request { close: (0..57).map(f64::from).collect(), params: vec![3; 6] };
    let good = encoded("arrow", &request);
    assert_eq!(refusal("arrow", &good), None);
    for (bytes, says) in [
        (patched(&good, &[57, 0], &[57, 3]), "close has nulls"),
        (patched(&good, &[57, 0], &[56, 0]), "close is not one list within 56 values"),
        (patched(&good, &[57 << 32], &[58 << 32]), "close is not one list within 57 values"),
        (patched(&good, &[57 << 32], &[0xffff_ffff | 57 << 32]), "close is not one list"),
        (patched(&good, &[57 << 32], &[57]), "close is not one list"),
        ([&good[..], &good[..]].concat(), "bytes follow"),
        (good[..good.len() / 2].to_vec(), "are left"),
    ] {
        let told = refusal("arrow", &bytes).unwrap_or_default();
        assert!(told.contains(says), "{told}, expected {says}");
    }
    // A bitmap where the metadata says that there are no nulls: the offsets, as they are not all ones.
    let at = last(&good, &(57 * 8i64).to_le_bytes());
    let mut marked = good.clone();
    marked[at - 16..at - 8].copy_from_slice(&8i64.to_le_bytes());
    let told = refusal("arrow", &marked).unwrap_or_default();
    assert!(told.contains("is null, expected a value"), "{told}");
}

#[test]
fn any_bit_flipped_is_a_fault_or_values_and_no_panic() {
    let request = Request { close: vec![100.5, -2.25, 1e-9], params: vec![3, 6, 2, 1, 2, 3] };
    for mut codec in codecs() {
        let name = codec.name();
        let good = encoded(name, &request);
        for bit in 0..8 * good.len() {
            let mut bytes = good.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            let bytes = aligned(&bytes);
            if let Ok(decoded) = codec.decode(&bytes) {
                assert_eq!(decoded.params.len() % 6, 0, "{name}, bit {bit}");
                assert!(decoded.close.len() <= good.len(), "{name}, bit {bit}");
            }
        }
        for length in 0..good.len() {
            let bytes = aligned(&good[..length]);
            if let Ok(decoded) = codec.decode(&bytes) {
                request.expect_same(&decoded).unwrap_or_else(|fault| panic!("{name}: {fault}"));
            }
        }
    }
}
