//! The golden frames, which every language builds from their fields and compares byte for byte.
//! `frames.json` tells in its `readme` what its fields are.

use std::fs;
use std::path::PathBuf;

use ipc_tax_wire::{
    ErrorCode, Held, Limits, NothingHeld, Opcode, Request, WireError, encode, frame, parse, reply,
};
use serde_json::Value;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../lib/test/golden/frames")
}

fn file(name: &str) -> Vec<u8> {
    let path = folder().join(name);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn frames() -> Value {
    serde_json::from_slice(&file("frames.json")).unwrap()
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().unwrap_or_else(|| panic!("no list {key} in {value}"))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("not text: {value}"))
}

fn count(value: &Value) -> u32 {
    value.as_u64().and_then(|count| count.try_into().ok()).unwrap_or_else(|| panic!("{value}"))
}

fn float(value: &Value) -> f64 {
    f64::from_bits(u64::from_str_radix(text(value), 16).unwrap())
}

fn integer(value: &Value) -> i64 {
    text(value).parse().unwrap()
}

fn bits(values: impl IntoIterator<Item = f64>) -> Vec<u64> {
    values.into_iter().map(f64::to_bits).collect()
}

fn opcode(value: &Value) -> Opcode {
    Opcode::from_byte(count(value) as u8).unwrap()
}

/// Holds any id.
struct EverythingHeld;

impl Held for EverythingHeld {
    fn has_series(&self, _: u32) -> bool {
        true
    }
    fn has_session(&self, _: u32) -> bool {
        true
    }
    fn series(&self) -> u32 {
        0
    }
    fn series_bytes(&self) -> u64 {
        0
    }
    fn sessions(&self) -> u32 {
        0
    }
}

/// The request of the fields, by the function of its opcode.
fn build_request(fields: &Value) -> Vec<u8> {
    let a = count(&fields["a"]);
    let floats: Vec<f64> = list(fields, "floats").iter().map(float).collect();
    let combos: Vec<[i64; 6]> = list(fields, "combos")
        .iter()
        .map(|combo| std::array::from_fn(|k| integer(&combo[k])))
        .collect();
    match opcode(&fields["opcode"]) {
        Opcode::Sweep => encode::sweep(&floats, &combos),
        Opcode::Echo => encode::echo(&floats),
        Opcode::Load => encode::load(&floats),
        Opcode::SweepLoaded => encode::sweep_loaded(a, &combos),
        Opcode::Drop => encode::drop_series(a),
        Opcode::OpenLive => encode::open_live(&combos[0]),
        Opcode::Tick => encode::tick(a, &floats),
        Opcode::CloseLive => encode::close_live(a),
        Opcode::Info => encode::info(),
        Opcode::Timing => encode::timing(),
    }
}

/// The reply of the fields, by the function the server answers that opcode with.
fn build_reply(fields: &Value, request: &[u8]) -> Vec<u8> {
    let answer = &fields["reply"];
    let mut out = Vec::new();
    match opcode(&fields["opcode"]) {
        Opcode::Sweep | Opcode::SweepLoaded => {
            let pnl: Vec<f64> = list(answer, "pnl").iter().map(float).collect();
            let trades: Vec<i64> = list(answer, "trades").iter().map(integer).collect();
            reply::sweep(&mut out, &pnl, &trades);
        }
        Opcode::Echo => {
            let mut frame = request.to_vec();
            reply::echo_in_place(&mut frame);
            out.extend(&frame[reply::ECHO_OFFSET..]);
        }
        Opcode::Load | Opcode::OpenLive => reply::id(&mut out, count(&answer["id"])),
        Opcode::Drop | Opcode::CloseLive => reply::empty(&mut out),
        Opcode::Tick => {
            let ticks = list(answer, "ticks");
            reply::ticks(&mut out, ticks.len());
            for tick in ticks {
                let (side, trades) = (integer(&tick["side"]), integer(&tick["trades"]));
                reply::tick(&mut out, side, trades, float(&tick["pnl"]));
            }
        }
        Opcode::Info => {
            reply::info(&mut out, text(&answer["info"]), &Limits::default()).unwrap();
        }
        Opcode::Timing => {
            let times = list(answer, "times");
            reply::timing(&mut out, std::array::from_fn(|k| text(&times[k]).parse().unwrap()));
        }
    }
    out
}

#[test]
fn requests_are_built_byte_for_byte() {
    let golden = frames();
    assert!(list(&golden, "frames").len() > 15);
    for fields in list(&golden, "frames") {
        let name = text(&fields["name"]);
        assert_eq!(build_request(fields), file(&format!("{name}.request.bin")), "{name}");
    }
}

#[test]
fn replies_are_built_byte_for_byte() {
    for fields in list(&frames(), "frames").iter().filter(|fields| !fields["reply"].is_null()) {
        let name = text(&fields["name"]);
        let request = file(&format!("{name}.request.bin"));
        let golden = file(&format!("{name}.reply.bin"));
        assert_eq!(build_reply(fields, &request), golden, "{name}");
        assert_eq!(reply::read(&golden), Some((Ok(&golden[4..]), golden.len())), "{name}");
    }
}

#[test]
fn requests_are_parsed_into_their_fields() {
    for fields in list(&frames(), "frames") {
        let name = text(&fields["name"]);
        let bytes = file(&format!("{name}.request.bin"));
        let length = frame::body_length(&bytes, Limits::default().frame_bytes).unwrap();
        assert_eq!(length, Some(bytes.len() - 4), "{name}");
        let parsed = parse(&bytes[4..], &Limits::default(), &EverythingHeld);
        if name == "sweep-wide-integers" {
            // Good to test how integers are written; no engine takes its windows.
            assert_eq!(parsed.unwrap_err().code, ErrorCode::BadParameters);
            continue;
        }
        let (a, floats, combos) = match parsed.unwrap() {
            Request::Sweep { close, combos } => (close.len() as u32, Some(close), Some(combos)),
            Request::Echo { floats } => (floats.len() as u32, Some(floats), None),
            Request::Load { close } => (close.len() as u32, Some(close), None),
            Request::SweepLoaded { series, combos } => (series, None, Some(combos)),
            Request::Drop { series } => (series, None, None),
            Request::OpenLive { combo } => {
                let expected: [i64; 6] =
                    std::array::from_fn(|k| integer(&list(fields, "combos")[0][k]));
                assert_eq!(combo, expected);
                continue;
            }
            Request::Tick { session, close } => (session, Some(close), None),
            Request::CloseLive { session } => (session, None, None),
            Request::Info | Request::Timing => (0, None, None),
        };
        assert_eq!(a, count(&fields["a"]), "{name}");
        let floats = floats.map(|floats| bits(floats.iter())).unwrap_or_default();
        assert_eq!(floats, bits(list(fields, "floats").iter().map(float)), "{name}");
        let combos: Vec<_> = combos.into_iter().flat_map(|combos| combos.iter()).collect();
        let expected: Vec<[i64; 6]> = list(fields, "combos")
            .iter()
            .map(|combo| std::array::from_fn(|k| integer(&combo[k])))
            .collect();
        assert_eq!(combos, expected, "{name}");
    }
}

#[test]
fn errors_are_built_byte_for_byte() {
    let golden = frames();
    let mut codes = Vec::new();
    for fields in list(&golden, "errors") {
        let name = text(&fields["name"]);
        let code = ErrorCode::from_u16(count(&fields["code"]) as u16).unwrap();
        let error = WireError::new(code, text(&fields["message"]));
        let mut out = Vec::new();
        reply::error(&mut out, &error);
        let bytes = file(&format!("{name}.reply.bin"));
        assert_eq!(out, bytes, "{name}");
        assert_eq!(reply::read(&bytes), Some((Err(error), bytes.len())), "{name}");
        codes.push(code);
    }
    assert!(ErrorCode::ALL.iter().all(|code| codes.contains(code)));
}

#[test]
fn refused_requests_are_refused_with_their_code() {
    for fields in list(&frames(), "refused") {
        let name = text(&fields["name"]);
        let bytes = file(&format!("{name}.request.bin"));
        let limits = Limits::default();
        let too_large = frame::body_length(&bytes, limits.frame_bytes).err();
        assert_eq!(too_large.is_some(), fields["closes"].as_bool().unwrap(), "{name}");
        let error =
            too_large.unwrap_or_else(|| parse(&bytes[4..], &limits, &NothingHeld).unwrap_err());
        assert_eq!(error.code as u32, count(&fields["code"]), "{name}: {error}");
        assert!(error.message.contains("got ") && error.message.contains("expected "), "{error}");
    }
}
