//! Between messages and frames.

use ipc_tax_http::carrier::Work;
use ipc_tax_wire::{COMBO_BYTES, ErrorCode, FLOAT_BYTES, Floats, HEADER_BYTES, Limits, Opcode};
use ipc_tax_wire::{WireError, encode, reply};
use prost::Message;

use crate::proto::reply::Answer;
use crate::proto::request::Ask;
use crate::proto::{
    CloseLiveReply, DropReply, EchoReply, InfoReply, LoadReply, OpenLiveReply, SweepReply,
    TickReply, TimingReply,
};

/// Window lengths of a combo.
const LENGTHS: usize = 6;

impl Ask {
    /// The operation it asks for.
    pub fn opcode(&self) -> Opcode {
        match self {
            Ask::Sweep(_) => Opcode::Sweep,
            Ask::Echo(_) => Opcode::Echo,
            Ask::Load(_) => Opcode::Load,
            Ask::SweepLoaded(_) => Opcode::SweepLoaded,
            Ask::Drop(_) => Opcode::Drop,
            Ask::OpenLive(_) => Opcode::OpenLive,
            Ask::Tick(_) => Opcode::Tick,
            Ask::CloseLive(_) => Opcode::CloseLive,
            Ask::Info(_) => Opcode::Info,
            Ask::Timing(_) => Opcode::Timing,
        }
    }

    /// How much work it is to carry out.
    pub fn work(&self) -> Work {
        let bytes = match self {
            Ask::Echo(echo) => echo.encoded_len(),
            Ask::Load(load) => load.encoded_len(),
            Ask::Tick(tick) => tick.encoded_len(),
            _ => 0,
        };
        Work { opcode: Some(self.opcode()), bytes, floats: bytes / FLOAT_BYTES }
    }

    /// The request frame it stands for.
    ///
    /// # Errors
    /// Window lengths that are no combos, and a frame over the limit, before it is made.
    pub fn frame(&self, limits: &Limits) -> Result<Vec<u8>, WireError> {
        let checked = |close: &[f64], params: &[i64]| {
            let bytes = HEADER_BYTES + size_of_val(close) + params.len() / LENGTHS * COMBO_BYTES;
            check_bytes("frame body_len", bytes, limits)?;
            combos(self.opcode(), params)
        };
        Ok(match self {
            Ask::Sweep(ask) => encode::sweep(&ask.close, &checked(&ask.close, &ask.params)?),
            Ask::Echo(ask) => {
                checked(&ask.floats, &[])?;
                encode::echo(&ask.floats)
            }
            Ask::Load(ask) => {
                checked(&ask.close, &[])?;
                encode::load(&ask.close)
            }
            Ask::SweepLoaded(ask) => encode::sweep_loaded(ask.series, &checked(&[], &ask.params)?),
            Ask::Drop(ask) => encode::drop_series(ask.series),
            Ask::OpenLive(ask) => match checked(&[], &ask.params)?[..] {
                [combo] => encode::open_live(&combo),
                ref combos => {
                    let told = format!("open live params: got {} combos, expected 1", combos.len());
                    return Err(WireError::new(ErrorCode::Malformed, told));
                }
            },
            Ask::Tick(ask) => {
                checked(&ask.close, &[])?;
                encode::tick(ask.session, &ask.close)
            }
            Ask::CloseLive(ask) => encode::close_live(ask.session),
            Ask::Info(_) => encode::info(),
            Ask::Timing(_) => encode::timing(),
        })
    }
}

fn combos(opcode: Opcode, params: &[i64]) -> Result<Vec<[i64; LENGTHS]>, WireError> {
    let rows = params.chunks_exact(LENGTHS);
    if !rows.remainder().is_empty() {
        let told = format!("{opcode} params: got {} numbers, expected six a combo", params.len());
        return Err(WireError::new(ErrorCode::Malformed, told));
    }
    Ok(rows.map(|row| std::array::from_fn(|k| row[k])).collect())
}

fn check_bytes(what: &str, bytes: usize, limits: &Limits) -> Result<(), WireError> {
    let limit = limits.frame_bytes;
    if bytes as u64 <= limit.into() {
        return Ok(());
    }
    let told = format!("{what}: got {bytes} bytes, expected at most {limit}");
    Err(WireError::new(ErrorCode::TooLarge, told))
}

/// The message of the reply frame to a request of that opcode.
///
/// # Errors
/// The error that the frame is.
pub fn answer(opcode: Opcode, frame: &[u8]) -> Result<Answer, WireError> {
    let (body, _) = reply::read(frame).ok_or_else(|| {
        WireError::new(ErrorCode::Internal, "reply: got half a frame, expected a whole one")
    })?;
    let body = body?;
    Ok(match opcode {
        Opcode::Sweep | Opcode::SweepLoaded => {
            let (pnl, trades) = body.split_at(body.len() / 2);
            Answer::Sweep(SweepReply { pnl: floats(pnl), trades: integers(trades) })
        }
        Opcode::Echo => Answer::Echo(EchoReply { floats: floats(body) }),
        Opcode::Load => Answer::Load(LoadReply { series: id(body) }),
        Opcode::Drop => Answer::Drop(DropReply {}),
        Opcode::OpenLive => Answer::OpenLive(OpenLiveReply { session: id(body) }),
        Opcode::Tick => Answer::Tick(ticks(body)),
        Opcode::CloseLive => Answer::CloseLive(CloseLiveReply {}),
        Opcode::Info => {
            Answer::Info(InfoReply { json: String::from_utf8_lossy(body).into_owned() })
        }
        Opcode::Timing => Answer::Timing(timing(body)),
    })
}

fn ticks(body: &[u8]) -> TickReply {
    let rows = body.chunks_exact(reply::TICK_BYTES);
    let mut ticks = TickReply::default();
    for row in rows {
        ticks.side.extend(integers(&row[..8]));
        ticks.trades.extend(integers(&row[8..16]));
        ticks.pnl.extend(floats(&row[16..]));
    }
    ticks
}

fn timing(body: &[u8]) -> TimingReply {
    let times = integers(body);
    let time = |k: usize| times.get(k).map_or(0, |&time| time as u64);
    TimingReply {
        complete: time(0),
        parsed: time(1),
        computed: time(2),
        encoded: time(3),
        write_begun: time(4),
    }
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

#[cfg(test)]
mod tests {
    use ipc_tax_wire::{ErrorCode, Limits, Opcode, encode, reply};
    use prost::Message;

    use super::answer;
    use crate::proto::reply::Answer;
    use crate::proto::request::Ask;
    use crate::proto::{
        EchoRequest, OpenLiveRequest, SweepLoadedRequest, SweepRequest, TickReply, TickRequest,
    };

    #[test]
    fn every_bit_of_a_float_crosses() {
        let bits = [0x7ff4_0000_dead_beef, 0xfff8_0000_0000_0001, 1 << 63, 1];
        let floats: Vec<_> = bits.map(f64::from_bits).into();
        let bytes = EchoRequest { floats: floats.clone() }.encode_to_vec();
        let back = EchoRequest::decode(&bytes[..]).unwrap();
        let frame = Ask::Echo(back).frame(&Limits::default()).unwrap();
        assert_eq!(frame, encode::echo(&floats));
    }

    #[test]
    fn requests_become_frames() {
        let combo = [3, 6, 2, 1, i64::MIN, i64::MAX];
        for (ask, expected) in [
            (
                Ask::Sweep(SweepRequest { close: vec![1.0], params: [combo, combo].concat() }),
                encode::sweep(&[1.0], &[combo, combo]),
            ),
            (
                Ask::SweepLoaded(SweepLoadedRequest { series: 4, params: combo.into() }),
                encode::sweep_loaded(4, &[combo]),
            ),
            (Ask::OpenLive(OpenLiveRequest { params: combo.into() }), encode::open_live(&combo)),
            (Ask::Tick(TickRequest { session: 7, close: vec![] }), encode::tick(7, &[])),
        ] {
            assert_eq!(ask.frame(&Limits::default()).unwrap(), expected);
        }
    }

    #[test]
    fn faults_are_named() {
        let limits = Limits { frame_bytes: 100, ..Limits::default() };
        for (ask, code, told) in [
            (
                Ask::Echo(EchoRequest { floats: vec![0.0; 12] }),
                ErrorCode::TooLarge,
                "frame body_len: got 105 bytes, expected at most 100",
            ),
            (
                Ask::Sweep(SweepRequest { close: vec![], params: vec![1; 7] }),
                ErrorCode::Malformed,
                "sweep params: got 7 numbers, expected six a combo",
            ),
            (
                Ask::OpenLive(OpenLiveRequest { params: vec![] }),
                ErrorCode::Malformed,
                "open live params: got 0 combos, expected 1",
            ),
        ] {
            let error = ask.frame(&limits).unwrap_err();
            assert_eq!((error.code, &*error.message), (code, told));
        }
    }

    #[test]
    fn ticks_as_columns() {
        let mut frame = Vec::new();
        reply::ticks(&mut frame, 2);
        reply::tick(&mut frame, 0, 0, -0.0);
        reply::tick(&mut frame, -1, 2, 0.5);
        let expected = TickReply { side: vec![0, -1], trades: vec![0, 2], pnl: vec![-0.0, 0.5] };
        assert_eq!(answer(Opcode::Tick, &frame), Ok(Answer::Tick(expected)));
    }
}
