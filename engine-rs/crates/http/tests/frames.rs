//! Frames as bodies.

mod common;

use common::Engine;
use ipc_tax_kernel::{KERNELS, Live, Sweep, Windows};
use ipc_tax_wire::{ErrorCode, WireError, encode, reply};

fn body(frame: &[u8]) -> Result<Vec<u8>, WireError> {
    let (body, length) = reply::read(frame).unwrap();
    assert_eq!(length, frame.len());
    body.map(<[u8]>::to_vec)
}

#[test]
fn every_float_comes_back_with_its_bits() {
    let engine = Engine::start(&[]);
    let mut connection = engine.connect();
    let hard = [0x7ff4_0000_dead_beef, 0x8000_0000_0000_0000, 0x7ff0_0000_0000_0000, 1];
    for count in [0, 1, 4, 8191, 8192, 8193, 131_072] {
        let floats: Vec<_> = (0..count).map(|k| f64::from_bits(hard[k % 4])).collect();
        let response = connection.frame(&encode::echo(&floats));
        assert_eq!(response.status, 200);
        assert!(response.head.contains("content-type: application/octet-stream\r\n"));
        let bytes: Vec<u8> = floats.iter().flat_map(|float| float.to_le_bytes()).collect();
        assert_eq!(body(&response.body).unwrap(), bytes);
    }
}

#[test]
fn a_connection_is_a_session() {
    let engine = Engine::start(&[]);
    let mut connection = engine.connect();
    let close: Vec<f64> = (0..300).map(|i| 100.0 + f64::from(i).sin()).collect();
    let windows = Windows::of_length(21);
    let combo = windows.lengths().map(|length| length as i64);
    assert_eq!(body(&connection.frame(&encode::load(&close)).body).unwrap(), [1, 0, 0, 0]);
    let swept = body(&connection.frame(&encode::sweep_loaded(1, &[combo])).body).unwrap();
    let expected = KERNELS[0].sweep(&Sweep::new(&close, &[windows])).unwrap();
    assert_eq!(swept[..8], expected.pnl[0].to_le_bytes());
    assert_eq!(swept[8..], expected.trades[0].to_le_bytes());

    assert_eq!(body(&connection.frame(&encode::open_live(&combo)).body).unwrap(), [1, 0, 0, 0]);
    let mut live = Live::new(windows);
    for &bar in &close {
        let ticked = body(&connection.frame(&encode::tick(1, &[bar])).body).unwrap();
        let position = live.tick(bar);
        assert_eq!(ticked[..8], position.side.to_le_bytes());
        assert_eq!(ticked[16..], position.pnl.to_le_bytes());
    }
    let mut other = engine.connect();
    let response = other.frame(&encode::sweep_loaded(1, &[combo]));
    assert_eq!(response.status, 404);
    assert_eq!(body(&response.body).unwrap_err().code, ErrorCode::UnknownId);
}

#[test]
fn errors_are_frames_with_a_status() {
    let engine = Engine::start(&["--max-frame", "1000"]);
    let mut connection = engine.connect();
    for (frame, status, code) in [
        (&b""[..], 400, ErrorCode::Malformed),
        (&[9, 0, 0, 0, 8], 400, ErrorCode::Malformed),
        (&encode::echo(&[1.0])[..20], 400, ErrorCode::Malformed),
        (&[9, 0, 0, 0, 77, 0, 0, 0, 0, 0, 0, 0, 0], 404, ErrorCode::UnknownOpcode),
        (&encode::sweep(&[], &[[0; 6]]), 422, ErrorCode::BadParameters),
        (&encode::drop_series(5), 404, ErrorCode::UnknownId),
    ] {
        let response = connection.frame(frame);
        assert_eq!(response.status, status);
        assert!(!response.closes());
        assert_eq!(body(&response.body).unwrap_err().code, code);
    }
    for (line, kind, status) in
        [("GET /frame", "application/octet-stream", 405), ("POST /frame", "application/json", 415)]
    {
        let mut connection = engine.connect();
        connection.send_request(line, kind, &[]);
        let response = connection.receive();
        assert_eq!(response.status, status);
        assert_eq!(body(&response.body).unwrap_err().code, ErrorCode::Malformed);
    }
}

#[test]
fn a_frame_over_the_limit_closes_after_its_error() {
    let engine = Engine::start(&["--max-frame", "1001"]);
    let limit = [0.0; 124];
    assert_eq!(engine.connect().frame(&encode::echo(&limit)).status, 200);

    let mut declared = engine.connect();
    let response = declared.frame(&encode::echo(&[0.0; 125]));
    assert_eq!(response.status, 413);
    assert!(response.closes());
    let error = body(&response.body).unwrap_err();
    assert_eq!(error.code, ErrorCode::TooLarge);
    assert!(error.message.contains("got 1009 bytes, expected at most 1001"), "{error}");
    assert!(declared.is_closed());

    // Without a length the limit is met while the body comes; the answer is read although bytes
    // of it are still coming.
    let mut chunked = engine.connect();
    chunked.send(
        b"POST /frame HTTP/1.1\r\nhost: x\r\ncontent-type: application/octet-stream\r\n\
          transfer-encoding: chunked\r\n\r\n",
    );
    chunked.send(format!("10000\r\n{}\r\n", "x".repeat(65536)).as_bytes());
    assert_eq!(chunked.receive().status, 413);
    assert!(chunked.is_closed());

    // Within it, pieces are as good as one.
    let mut chunked = engine.connect();
    chunked.send(
        b"POST /frame HTTP/1.1\r\nhost: x\r\ncontent-type: application/octet-stream\r\n\
          transfer-encoding: chunked\r\n\r\n",
    );
    for byte in encode::echo(&[1.5]) {
        chunked.send(b"1\r\n");
        chunked.send(&[byte]);
        chunked.send(b"\r\n");
    }
    chunked.send(b"0\r\n\r\n");
    assert_eq!(body(&chunked.receive().body).unwrap(), 1.5f64.to_le_bytes());

    // A declared length that is never sent takes no memory and holds up nobody.
    let mut declared = engine.connect();
    declared.send(
        b"POST /frame HTTP/1.1\r\nhost: x\r\ncontent-type: application/octet-stream\r\n\
          content-length: 1099511627776\r\n\r\n",
    );
    assert_eq!(declared.receive().status, 413);
}

#[test]
fn pipelined_requests_are_answered_in_order() {
    let engine = Engine::start(&[]);
    let mut connection = engine.connect();
    connection.frame(&encode::open_live(&[3, 6, 2, 1, 2, 3]));
    for k in 0..200 {
        let frame = if k % 50 == 0 {
            encode::sweep(&[1.0; 500], &[[3, 6, 2, 1, 2, 3]; 3])
        } else {
            encode::echo(&[f64::from(k)])
        };
        connection.send_request("POST /frame", "application/octet-stream", &frame);
    }
    for k in 0..200 {
        let replied = body(&connection.receive().body).unwrap();
        if k % 50 != 0 {
            assert_eq!(replied, f64::from(k).to_le_bytes());
        }
    }
}
