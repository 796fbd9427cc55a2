//! Between JSON and frames, and what JSON can't carry.

use hyper::StatusCode;
use ipc_tax_wire::{COMBO_BYTES, ErrorCode, FLOAT_BYTES, Floats, HEADER_BYTES, Limits, Opcode};
use ipc_tax_wire::{WireError, encode, reply};
use serde::{Deserialize, Serialize};

use crate::answer::Fault;
use crate::api::Route;

/// `{"floats": [...]}`, both ways.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Echo {
    floats: Vec<f64>,
}

/// `{"close": [101.5, ...], "params": [[3, 6, 2, 1, 2, 3], ...]}`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sweep {
    close: Vec<f64>,
    /// Six window lengths a combo: half, full, sqrt, p/3, p/2, p.
    params: Vec<[i64; 6]>,
}

/// Of load and tick: `{"close": [...]}`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Close {
    close: Vec<f64>,
}

/// Of the sweep of a loaded series: `{"params": [[...], ...]}`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Params {
    params: Vec<[i64; 6]>,
}

/// Of open live: `{"params": [3, 6, 2, 1, 2, 3]}`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Combo {
    params: [i64; 6],
}

/// The request frame that `body` asks for on `route`.
///
/// # Errors
/// JSON that is none, or not of the route's form; and a frame over the limit, before it is made.
pub fn frame(route: Route, body: &[u8], limits: &Limits) -> Result<Vec<u8>, Fault> {
    let id = route.id;
    let fits = |floats: usize, combos: usize| check_frame(floats, combos, limits);
    Ok(match route.opcode {
        Opcode::Sweep => {
            let Sweep { close, params } = parse(body)?;
            fits(close.len(), params.len())?;
            encode::sweep(&close, &params)
        }
        Opcode::Echo => {
            let Echo { floats } = parse(body)?;
            fits(floats.len(), 0)?;
            encode::echo(&floats)
        }
        Opcode::Load => {
            let Close { close } = parse(body)?;
            fits(close.len(), 0)?;
            encode::load(&close)
        }
        Opcode::SweepLoaded => {
            let Params { params } = parse(body)?;
            fits(0, params.len())?;
            encode::sweep_loaded(id, &params)
        }
        Opcode::OpenLive => encode::open_live(&parse::<Combo>(body)?.params),
        Opcode::Tick => {
            let Close { close } = parse(body)?;
            fits(close.len(), 0)?;
            encode::tick(id, &close)
        }
        Opcode::Drop => encode::drop_series(id),
        Opcode::CloseLive => encode::close_live(id),
        Opcode::Info => encode::info(),
        Opcode::Timing => encode::timing(),
    })
}

fn parse<'a, T: Deserialize<'a>>(body: &'a [u8]) -> Result<T, Fault> {
    ipc_tax_json::read(body)
        .map_err(|told| Fault::new(WireError::new(ErrorCode::Malformed, format!("body: {told}"))))
}

fn check_frame(floats: usize, combos: usize, limits: &Limits) -> Result<(), Fault> {
    let bytes = HEADER_BYTES + floats * FLOAT_BYTES + combos * COMBO_BYTES;
    let limit = limits.frame_bytes;
    if bytes as u64 <= limit.into() {
        return Ok(());
    }
    let told = format!("frame body_len: got {bytes} bytes, expected at most {limit}");
    Err(Fault { closes: true, ..Fault::new(WireError::new(ErrorCode::TooLarge, told)) })
}

#[derive(Serialize)]
struct EchoReply<'a> {
    floats: &'a [f64],
}

#[derive(Serialize)]
struct SweepReply<'a> {
    pnl: &'a [f64],
    trades: &'a [i64],
}

#[derive(Serialize)]
struct TickReply<'a> {
    side: &'a [i64],
    trades: &'a [i64],
    pnl: &'a [f64],
}

#[derive(Serialize)]
struct SeriesReply {
    series: u32,
}

#[derive(Serialize)]
struct SessionReply {
    session: u32,
}

/// Nanoseconds as strings, as JSON has 64-bit integers where nothing may be lost.
#[derive(Serialize)]
struct TimingReply {
    complete: String,
    parsed: String,
    computed: String,
    encoded: String,
    write_begun: String,
}

/// The JSON of a reply frame that is no error.
///
/// # Errors
/// A result that JSON has no number for, by its place: serde_json would write null.
pub fn reply(route: Route, frame: &[u8]) -> Result<Vec<u8>, Fault> {
    let body = frame.get(4..).unwrap_or_default();
    match route.opcode {
        Opcode::Echo => {
            let floats = floats(body);
            check("floats", &floats)?;
            write(&EchoReply { floats: &floats })
        }
        Opcode::Sweep | Opcode::SweepLoaded => {
            let (pnl, trades) = body.split_at(body.len() / 2);
            let (pnl, trades) = (floats(pnl), integers(trades));
            check("pnl", &pnl)?;
            write(&SweepReply { pnl: &pnl, trades: &trades })
        }
        Opcode::Tick => {
            let column = |at: usize| {
                let rows = body.chunks_exact(reply::TICK_BYTES);
                rows.flat_map(|row| &row[at..at + 8]).copied().collect::<Vec<u8>>()
            };
            let pnl = floats(&column(16));
            check("pnl", &pnl)?;
            let (side, trades) = (integers(&column(0)), integers(&column(8)));
            write(&TickReply { side: &side, trades: &trades, pnl: &pnl })
        }
        Opcode::Load => write(&SeriesReply { series: id(body) }),
        Opcode::OpenLive => write(&SessionReply { session: id(body) }),
        Opcode::Drop | Opcode::CloseLive => Ok(b"{}".to_vec()),
        Opcode::Info => Ok(body.to_vec()),
        Opcode::Timing => {
            let times = integers(body);
            let time = |k: usize| times.get(k).map_or_else(String::new, i64::to_string);
            write(&TimingReply {
                complete: time(0),
                parsed: time(1),
                computed: time(2),
                encoded: time(3),
                write_begun: time(4),
            })
        }
    }
}

fn write(reply: &impl Serialize) -> Result<Vec<u8>, Fault> {
    serde_json::to_vec(reply)
        .map_err(|error| Fault::new(WireError::new(ErrorCode::Internal, format!("reply: {error}"))))
}

fn floats(bytes: &[u8]) -> Vec<f64> {
    Floats::new(bytes).iter().collect()
}

fn integers(bytes: &[u8]) -> Vec<i64> {
    let eights = bytes.chunks_exact(8);
    eights.map(|eight| eight.try_into().map_or(0, i64::from_le_bytes)).collect()
}

fn id(body: &[u8]) -> u32 {
    body.try_into().map_or(0, u32::from_le_bytes)
}

fn check(name: &str, values: &[f64]) -> Result<(), Fault> {
    let Some(k) = values.iter().position(|value| !value.is_finite()) else { return Ok(()) };
    let place = format!("{name}[{k}]");
    let told = format!("{place} is {}, which JSON has no number for", values[k]);
    let fault = Fault::http(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::Internal, told);
    Err(Fault { lost: Some((place, values[k])), ..fault })
}

/// `{"error": "field: got this, expected that", "code": 1}`
#[derive(Serialize)]
struct ErrorReply<'a> {
    error: &'a str,
    code: u16,
    /// Where in the reply a value is that JSON has no number for.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<&'a str>,
    /// That value: NaN, inf or -inf.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
}

/// The JSON of a fault.
pub fn error(fault: &Fault) -> Vec<u8> {
    let reply = ErrorReply {
        error: &fault.error.message,
        code: fault.error.code as u16,
        place: fault.lost.as_ref().map(|(place, _)| place.as_str()),
        value: fault.lost.as_ref().map(|(_, value)| value.to_string()),
    };
    serde_json::to_vec(&reply).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use ipc_tax_wire::{Limits, Opcode, encode, reply};

    use super::{error, frame};
    use crate::api::Route;

    fn made(opcode: Opcode, body: &str) -> Vec<u8> {
        frame(Route { opcode, id: 3 }, body.as_bytes(), &Limits::default()).ok().unwrap()
    }

    #[test]
    fn seventeen_digits_come_back_bit_for_bit() {
        // The last of these is one that serde_json's quick parser misreads.
        for close in [100.0, 0.1, 5e-324, f64::MAX, -0.0, 100.040_278_103_209_29] {
            let made = made(Opcode::Echo, &format!(r#"{{"floats": [{close:?}]}}"#));
            assert_eq!(made, encode::echo(&[close]), "{close:?}");
        }
    }

    #[test]
    fn every_route_s_frame() {
        let combo = [3, 6, 2, 1, 2, i64::MAX];
        let params = format!("{combo:?}");
        for (opcode, body, expected) in [
            (
                Opcode::Sweep,
                &*format!(r#"{{"close": [1], "params": [{params}]}}"#),
                encode::sweep(&[1.0], &[combo]),
            ),
            (Opcode::Load, r#"{"close": [1e2]}"#, encode::load(&[100.0])),
            (
                Opcode::SweepLoaded,
                &*format!(r#"{{"params": [{params}]}}"#),
                encode::sweep_loaded(3, &[combo]),
            ),
            (Opcode::Drop, "", encode::drop_series(3)),
            (Opcode::OpenLive, &*format!(r#"{{"params": {params}}}"#), encode::open_live(&combo)),
            (Opcode::Tick, r#"{"close": []}"#, encode::tick(3, &[])),
            (Opcode::CloseLive, "", encode::close_live(3)),
            (Opcode::Info, "", encode::info()),
            (Opcode::Timing, "", encode::timing()),
        ] {
            assert_eq!(made(opcode, body), expected, "{opcode}");
        }
    }

    #[test]
    fn faults_are_named() {
        let limits = Limits { frame_bytes: 100, ..Limits::default() };
        for (body, expected) in [
            (
                r#"{"close": [1,2,3,4,5,6], "params": [[1,1,1,1,1,1]]}"#,
                "frame body_len: got 105 bytes, expected at most 100",
            ),
            (r#"{"close": [null], "params": []}"#, "body: invalid type: null, expected f64"),
            (
                r#"{"close": [1e999], "params": []}"#,
                "body: number out of range: close[0] is 1e999,",
            ),
            (
                r#"{"close": [0, 1e-400], "params": []}"#,
                "body: number out of range: close[1] is 1e-400,",
            ),
            (
                r#"{"close": [1], "params": [[1,1,1,1,1,9223372036854775808]]}"#,
                "body: invalid value: integer `9223372036854775808`, expected i64",
            ),
            (
                r#"{"close": [1], "params": [[1,1,1,1,1,18446744073709551616]]}"#,
                "body: invalid type: floating point",
            ),
            (
                r#"{"close": [1], "params": [[1,1,1,1,1,3.0]]}"#,
                "body: invalid type: floating point",
            ),
            (r#"{"close": [1], "close": [2], "params": []}"#, "body: duplicate field `close`"),
            (r#"{"close": []}"#, "body: missing field `params`"),
            (r#"{"close": [], "params": [], "fee": 1}"#, "body: unknown field `fee`"),
            (r#"{"close": [], "params": [[1,1,1,1,1]]}"#, "body: invalid length 5"),
        ] {
            let route = Route { opcode: Opcode::Sweep, id: 0 };
            let fault = frame(route, body.as_bytes(), &limits).unwrap_err();
            assert!(fault.error.message.starts_with(expected), "{}", fault.error);
        }
    }

    #[test]
    fn a_pnl_that_json_can_not_carry_is_refused() {
        let mut swept = Vec::new();
        reply::sweep(&mut swept, &[1.0, f64::NEG_INFINITY], &[1, 1]);
        let route = Route { opcode: Opcode::Sweep, id: 0 };
        let fault = super::reply(route, &swept).unwrap_err();
        assert_eq!(fault.error.message, "pnl[1] is -inf, which JSON has no number for");
        assert_eq!(
            error(&fault),
            br#"{"error":"pnl[1] is -inf, which JSON has no number for","code":7,"place":"pnl[1]","value":"-inf"}"#
        );
    }

    #[test]
    fn ticks_as_columns() {
        let mut ticked = Vec::new();
        reply::ticks(&mut ticked, 2);
        reply::tick(&mut ticked, 0, 0, -0.0);
        reply::tick(&mut ticked, -1, 2, 0.1);
        let text = super::reply(Route { opcode: Opcode::Tick, id: 1 }, &ticked).ok().unwrap();
        assert_eq!(text, br#"{"side":[0,-1],"trades":[0,2],"pnl":[-0.0,0.1]}"#);
    }
}
