//! The checks of a request, one by one, in their order, and at every cut.

use ipc_tax_wire::{
    ErrorCode, Held, LONGEST_ERROR_BODY, Limits, NothingHeld, Opcode, Request, WireError, encode,
    frame, parse, reply,
};

const COMBO: [i64; 6] = [3, 6, 2, 1, 2, 3];

struct Holds {
    series: u32,
    series_bytes: u64,
    sessions: u32,
}

impl Held for Holds {
    fn has_series(&self, id: u32) -> bool {
        (1..=self.series).contains(&id)
    }
    fn has_session(&self, id: u32) -> bool {
        (1..=self.sessions).contains(&id)
    }
    fn series(&self) -> u32 {
        self.series
    }
    fn series_bytes(&self) -> u64 {
        self.series_bytes
    }
    fn sessions(&self) -> u32 {
        self.sessions
    }
}

const ONE_OF_EACH: Holds = Holds { series: 1, series_bytes: 16, sessions: 1 };

fn refusal(frame: &[u8], limits: &Limits, held: &dyn Held) -> WireError {
    parse(&frame[4..], limits, held).expect_err("the request should be refused")
}

#[track_caller]
fn refused(frame: &[u8], limits: &Limits, held: &dyn Held, code: ErrorCode, told: &str) {
    let error = refusal(frame, limits, held);
    assert_eq!(error.code, code, "{error}");
    assert!(error.message.contains(told), "{error}");
}

fn requests() -> Vec<Vec<u8>> {
    vec![
        encode::sweep(&[1.0, 2.0], &[COMBO, COMBO]),
        encode::echo(&[1.0, f64::NAN]),
        encode::load(&[1.0, 2.0]),
        encode::sweep_loaded(1, &[COMBO]),
        encode::drop_series(1),
        encode::open_live(&COMBO),
        encode::tick(1, &[1.0, 2.0, 3.0]),
        encode::close_live(1),
        encode::info(),
        encode::timing(),
    ]
}

#[test]
fn every_request_is_sound() {
    for (byte, frame) in requests().iter().enumerate() {
        assert_eq!(usize::from(frame[4]), byte);
        assert!(parse(&frame[4..], &Limits::default(), &ONE_OF_EACH).is_ok());
    }
}

#[test]
fn a_stream_cut_anywhere_waits_for_the_rest() {
    let limit = Limits::default().frame_bytes;
    let stream = requests().concat();
    for cut in 0..stream.len() {
        let mut rest = &stream[..cut];
        let mut whole = 0;
        while let Some(body) = frame::body_length(rest, limit).unwrap() {
            let Some(next) = rest.get(4 + body..) else { break };
            assert!(parse(&rest[4..4 + body], &Limits::default(), &ONE_OF_EACH).is_ok());
            rest = next;
            whole += 1;
        }
        let expected = requests()
            .iter()
            .scan(0, |end, frame| {
                *end += frame.len();
                Some(*end)
            })
            .filter(|&end| end <= cut)
            .count();
        assert_eq!(whole, expected);
    }
}

#[test]
fn a_body_cut_anywhere_is_malformed() {
    for frame in requests() {
        for cut in 4..frame.len() {
            let error = refusal(&frame[..cut], &Limits::default(), &ONE_OF_EACH);
            assert_eq!(error.code, ErrorCode::Malformed, "{error}");
        }
        for trailing in 1..9 {
            let longer = [&frame[..], &vec![0; trailing]].concat();
            let error = refusal(&longer, &Limits::default(), &ONE_OF_EACH);
            assert_eq!(error.code, ErrorCode::Malformed, "{error}");
        }
    }
}

#[test]
fn replies_cut_anywhere_are_incomplete() {
    let mut out = Vec::new();
    reply::sweep(&mut out, &[1.5], &[2]);
    let sweep = out.clone();
    reply::error(&mut out, &WireError::new(ErrorCode::Busy, "é"));
    for whole in [sweep, out] {
        for cut in 0..whole.len() {
            assert_eq!(reply::read(&whole[..cut]), None);
        }
        let longer = [&whole[..], &[1, 2, 3]].concat();
        assert_eq!(reply::read(&longer).unwrap().1, whole.len());
    }
}

#[test]
fn unused_fields() {
    let limits = Limits::default();
    for (opcode, a, b, told) in [
        (Opcode::Echo, 0, 1, "echo b: got 1, expected 0"),
        (Opcode::Load, 0, 1, "load b: got 1, expected 0"),
        (Opcode::Drop, 1, 9, "drop b: got 9, expected 0"),
        (Opcode::CloseLive, 1, 2, "close live b: got 2, expected 0"),
        (Opcode::OpenLive, 1, 1, "open live a: got 1, expected 0"),
        (Opcode::OpenLive, 0, 2, "open live b: got 2, expected 1"),
        (Opcode::Info, 1, 0, "info a: got 1, expected 0"),
        (Opcode::Timing, 0, 1, "timing b: got 1, expected 0"),
    ] {
        let frame = encode::request(opcode, a, b, &[]);
        refused(&frame, &limits, &ONE_OF_EACH, ErrorCode::Malformed, told);
    }
}

#[test]
fn counts_at_and_over_their_limits() {
    let limits = Limits {
        bars: 2,
        combos: 2,
        series: 2,
        series_bytes: 40,
        sessions: 2,
        ..Limits::default()
    };
    let held = |series, series_bytes, sessions| Holds { series, series_bytes, sessions };
    let none = held(0, 0, 0);
    let accepted = |frame: &[u8], held: &Holds| parse(&frame[4..], &limits, held).is_ok();
    let too_large = |frame: &[u8], held: &Holds, told| {
        refused(frame, &limits, held, ErrorCode::TooLarge, told);
    };

    assert!(accepted(&encode::sweep(&[0.0; 2], &[COMBO; 2]), &none));
    too_large(
        &encode::sweep(&[0.0; 3], &[COMBO; 2]),
        &none,
        "sweep n_bars: got 3, expected at most 2",
    );
    too_large(&encode::sweep(&[0.0; 2], &[COMBO; 3]), &none, "sweep n_combos: got 3");
    too_large(
        &encode::sweep_loaded(1, &[COMBO; 3]),
        &held(1, 8, 0),
        "sweep loaded n_combos: got 3",
    );

    assert!(accepted(&encode::load(&[0.0; 2]), &held(1, 24, 0)));
    too_large(&encode::load(&[0.0; 3]), &none, "load n_bars: got 3");
    too_large(&encode::load(&[0.0]), &held(2, 0, 0), "load series on this connection: got 3");
    too_large(&encode::load(&[0.0; 2]), &held(1, 25, 0), "load bytes of series in all: got 41");

    assert!(accepted(&encode::open_live(&COMBO), &held(0, 0, 1)));
    too_large(
        &encode::open_live(&COMBO),
        &held(0, 0, 2),
        "open live sessions on this connection: got 3",
    );

    // What bounds an echo and a tick is the frame.
    assert!(accepted(&encode::echo(&[0.0; 3]), &none));
    assert!(accepted(&encode::tick(1, &[0.0; 3]), &held(0, 0, 1)));
}

#[test]
fn windows_at_and_over_their_limit() {
    let limits = Limits { window: 9, ..Limits::default() };
    for field in 0..6 {
        for (length, good) in [(i64::MIN, false), (0, false), (1, true), (9, true), (10, false)] {
            let mut combo = COMBO;
            combo[field] = length;
            for frame in [
                encode::sweep(&[], &[COMBO, combo]),
                encode::sweep_loaded(1, &[COMBO, combo]),
                encode::open_live(&combo),
            ] {
                match parse(&frame[4..], &limits, &ONE_OF_EACH) {
                    Ok(_) => assert!(good),
                    Err(error) => {
                        assert!(!good, "{error}");
                        assert_eq!(error.code, ErrorCode::BadParameters);
                        let told = format!("got {length}, expected a window of 1 to 9 bars");
                        assert!(error.message.contains(&told), "{error}");
                    }
                }
            }
        }
    }
}

#[test]
fn replies_over_the_frame_limit() {
    let frame_bytes = |frame_bytes| Limits { frame_bytes, ..Limits::default() };
    let tick = encode::tick(1, &[0.0; 10]);
    assert!(parse(&tick[4..], &frame_bytes(240), &ONE_OF_EACH).is_ok());
    let told = "tick reply bytes: got 240, expected at most 239";
    refused(&tick, &frame_bytes(239), &ONE_OF_EACH, ErrorCode::TooLarge, told);
    refused(&encode::timing(), &frame_bytes(39), &NothingHeld, ErrorCode::TooLarge, "timing reply");
    let mut out = vec![7];
    let error = reply::info(&mut out, "0123456789", &frame_bytes(9)).unwrap_err();
    assert_eq!((error.code, out), (ErrorCode::TooLarge, vec![7]));
}

/// A request with every fault at once, put right one check at a time.
#[test]
fn checks_come_in_the_protocol_s_order() {
    let limits = Limits { frame_bytes: 99, bars: 1, combos: 1, window: 5, ..Limits::default() };
    let code = |body: &[u8]| parse(body, &limits, &NothingHeld).unwrap_err().code;
    let sweep_loaded = |combos: u32, payload: &[u8]| {
        encode::request(Opcode::SweepLoaded, 9, combos, payload)[4..].to_vec()
    };

    let mut body = vec![77; 100];
    assert_eq!(code(&body), ErrorCode::TooLarge); // the frame
    body.truncate(8);
    assert_eq!(code(&body), ErrorCode::Malformed); // under nine bytes
    body.push(77);
    assert_eq!(code(&body), ErrorCode::UnknownOpcode);

    let load = |b| encode::request(Opcode::Load, 2, b, &[1])[4..].to_vec();
    assert_eq!(code(&load(1)), ErrorCode::Malformed); // b is not 0, though n_bars is over the limit
    assert_eq!(code(&load(0)), ErrorCode::TooLarge); // n_bars, though the length is wrong
    assert_eq!(code(&sweep_loaded(2, &[1])), ErrorCode::TooLarge);
    assert_eq!(code(&sweep_loaded(1, &[1])), ErrorCode::Malformed); // lengths, though no such series
    assert_eq!(code(&sweep_loaded(1, &[0; 48])), ErrorCode::UnknownId); // though the windows are 0

    let held = Holds { series: 9, series_bytes: 0, sessions: 9 };
    let small = Limits { frame_bytes: 15, ..limits };
    let zeros = sweep_loaded(1, &[0; 48]);
    let error = parse(&zeros, &limits, &held).unwrap_err();
    assert_eq!(error.code, ErrorCode::BadParameters);
    // A sweep's reply is shorter than its request, so only a tick's can be too large by itself.
    let tick = &encode::tick(9, &[0.0; 5])[4..];
    assert_eq!(parse(tick, &limits, &held).unwrap_err().code, ErrorCode::TooLarge);
    assert_eq!(parse(tick, &small, &held).unwrap_err().code, ErrorCode::TooLarge);
    assert_eq!(parse(tick, &limits, &NothingHeld).unwrap_err().code, ErrorCode::UnknownId);
}

#[test]
fn lengths_do_not_wrap() {
    // 2^29 floats are 2^32 bytes, 2^32 / 48 combos nearly so: in 32 bits they would be few.
    let limits = Limits { bars: u32::MAX, combos: u32::MAX, ..Limits::default() };
    let eight = [0; 8];
    for frame in [
        encode::request(Opcode::Echo, 1 << 29, 0, &[]),
        encode::request(Opcode::Echo, (1 << 29) + 1, 0, &eight),
        encode::request(Opcode::Sweep, u32::MAX, u32::MAX, &eight),
        encode::request(Opcode::Tick, 1, u32::MAX, &[]),
    ] {
        refused(&frame, &limits, &ONE_OF_EACH, ErrorCode::Malformed, "payload: got ");
    }
}

#[test]
fn messages_are_cut_between_characters_and_tell_how_long_they_were() {
    let mut out = Vec::new();
    for filler in 0..3 {
        let message = "x".repeat(filler) + &"€".repeat(3000);
        let tail = format!("€... ({} bytes)", message.len());
        reply::error(&mut out, &WireError::new(ErrorCode::Internal, message));
        let (read, length) = reply::read(&out).unwrap();
        let body = length - 4;
        assert!(body <= LONGEST_ERROR_BODY && body > LONGEST_ERROR_BODY - 3, "{body}");
        assert!(read.unwrap_err().message.ends_with(&tail));
    }
}

#[test]
fn arrays_are_read_where_they_lie() {
    let frame = encode::sweep(&[1.0, -2.5], &[COMBO]);
    let Ok(Request::Sweep { close, combos }) = parse(&frame[4..], &Limits::default(), &NothingHeld)
    else {
        panic!("the sweep is sound");
    };
    assert_eq!(close.bytes().as_ptr(), frame[13..].as_ptr());
    assert_eq!(close.iter().collect::<Vec<_>>(), [1.0, -2.5]);
    assert_eq!(combos.iter().collect::<Vec<_>>(), [COMBO]);
}

/// Random bodies never make it panic.
#[test]
fn any_bytes_are_parsed_or_refused() {
    let mut state = 1u64;
    let mut byte = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 56) as u8
    };
    for _ in 0..20_000 {
        let length = usize::from(byte());
        let mut body: Vec<u8> = (0..length).map(|_| byte()).collect();
        if let Some(opcode) = body.first_mut() {
            *opcode %= 12;
        }
        for (k, field) in body.iter_mut().enumerate().take(9).skip(1) {
            // Small counts, so that some of them add up.
            *field = if k == 1 || k == 5 { *field % 4 } else { 0 };
        }
        let _ = parse(&body, &Limits::default(), &ONE_OF_EACH);
        let _ = reply::read(&body);
    }
}
