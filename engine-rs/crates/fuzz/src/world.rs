//! What an engine must answer, told without the engine: the protocol's parser, maps, and the live kernel
//! in place of every other.

use std::collections::HashMap;

use ipc_tax_kernel::{FEE_PERCENT, Live, Windows};
use ipc_tax_wire::frame::{LENGTH_BYTES, body_length};
use ipc_tax_wire::reply::{TICK_BYTES, TIMING_BYTES};
use ipc_tax_wire::{ErrorCode, Floats, Held, Limits, Request, parse, reply};

/// Limits low enough for a fuzzer to reach each of them.
pub fn limits() -> Limits {
    Limits {
        frame_bytes: 4096,
        bars: 250,
        combos: 12,
        window: 64,
        series: 3,
        series_bytes: 4000,
        sessions: 3,
        connections: 2,
    }
}

/// What comes back for a request.
#[derive(Debug)]
pub enum Expected {
    /// These bytes, but for the bits of NaN in the floats from `floats` to the end or to `to`.
    Reply(Vec<u8>),
    /// A body of so many bytes.
    Bytes(usize),
    /// UTF-8 that begins an object.
    Json,
    /// An error of this code.
    Error(ErrorCode),
}

/// Everything that one connection holds.
#[derive(Default)]
struct Holdings {
    series: HashMap<u32, Vec<f64>>,
    sessions: HashMap<u32, Live>,
    last_series: u32,
    last_session: u32,
}

/// All connections of an engine.
pub struct World {
    limits: Limits,
    fee: f64,
    connections: Vec<Holdings>,
}

/// One connection's view of it.
struct View<'a>(&'a World, usize);

impl Held for View<'_> {
    fn has_series(&self, id: u32) -> bool {
        self.0.connections[self.1].series.contains_key(&id)
    }
    fn has_session(&self, id: u32) -> bool {
        self.0.connections[self.1].sessions.contains_key(&id)
    }
    fn series(&self) -> u32 {
        self.0.connections[self.1].series.len() as u32
    }
    fn series_bytes(&self) -> u64 {
        self.0.series_bytes()
    }
    fn sessions(&self) -> u32 {
        self.0.connections[self.1].sessions.len() as u32
    }
}

impl World {
    /// An engine of these limits, at the study's fee, with so many connections.
    pub fn new(limits: Limits, connections: usize) -> Self {
        let connections = std::iter::repeat_with(Holdings::default).take(connections).collect();
        World { limits, fee: FEE_PERCENT, connections }
    }

    /// The same at that fee a trade.
    pub fn with_fee(self, fee: f64) -> Self {
        World { fee, ..self }
    }

    /// Bytes of series that all connections hold.
    pub fn series_bytes(&self) -> u64 {
        let all = self.connections.iter().flat_map(|held| held.series.values());
        all.map(|series| size_of_val(&series[..]) as u64).sum()
    }

    /// The connection closed.
    pub fn forget(&mut self, connection: usize) {
        self.connections[connection] = Holdings::default();
    }

    /// What a whole frame on a connection must be answered with.
    pub fn answer(&mut self, connection: usize, frame: &[u8]) -> Expected {
        if let Err(refusal) = body_length(frame, self.limits.frame_bytes) {
            return Expected::Error(refusal.code);
        }
        let request = match parse(&frame[LENGTH_BYTES..], &self.limits, &View(self, connection)) {
            Ok(request) => request,
            Err(refusal) => return Expected::Error(refusal.code),
        };
        let held = &mut self.connections[connection];
        let mut out = Vec::new();
        match request {
            Request::Sweep { close, combos } => {
                sweep(&mut out, &close.iter().collect::<Vec<_>>(), combos.iter(), self.fee);
            }
            Request::SweepLoaded { series, combos } => {
                sweep(&mut out, &held.series[&series], combos.iter(), self.fee);
            }
            Request::Echo { floats } => out = framed(floats.bytes()),
            Request::Load { close } => {
                held.last_series += 1;
                held.series.insert(held.last_series, close.iter().collect());
                reply::id(&mut out, held.last_series);
            }
            Request::Drop { series } => {
                held.series.remove(&series);
                reply::empty(&mut out);
            }
            Request::OpenLive { combo } => {
                held.last_session += 1;
                let live = Live::with_fee(windows(combo), self.fee);
                held.sessions.insert(held.last_session, live);
                reply::id(&mut out, held.last_session);
            }
            Request::Tick { session, close } => {
                let live = held.sessions.get_mut(&session).expect("a session that was checked");
                tick(&mut out, live, close);
            }
            Request::CloseLive { session } => {
                held.sessions.remove(&session);
                reply::empty(&mut out);
            }
            Request::Info => return Expected::Json,
            Request::Timing => return Expected::Bytes(TIMING_BYTES),
        }
        Expected::Reply(out)
    }
}

impl Expected {
    /// Compares a reply frame.
    ///
    /// # Panics
    /// It is another.
    #[track_caller]
    pub fn check(&self, frame: &[u8]) {
        let (reply, length) = reply::read(frame).expect("a whole reply");
        assert_eq!(length, frame.len(), "bytes after the reply");
        match (self, reply) {
            (Expected::Error(code), Err(error)) => {
                assert_eq!(error.code, *code, "{error}");
                assert!(error.message.contains("expected "), "{error}");
            }
            (Expected::Bytes(bytes), Ok(body)) => assert_eq!(body.len(), *bytes),
            (Expected::Json, Ok(body)) => assert_eq!(body.first(), Some(&b'{')),
            (Expected::Reply(whole), Ok(_)) => assert!(same(whole, frame), "{whole:?}\n{frame:?}"),
            (expected, got) => panic!("expected {expected:?}, got {got:?}"),
        }
    }
}

/// Bit for bit, but that NaN is NaN: its bits may differ between kernels. Echoes are compared bit for
/// bit all the same, as both sides come from the same bytes.
fn same(expected: &[u8], got: &[u8]) -> bool {
    let word = |bytes: &[u8]| f64::from_le_bytes(bytes.try_into().expect("eight bytes"));
    let words = expected[LENGTH_BYTES..].chunks_exact(8).zip(got[LENGTH_BYTES..].chunks_exact(8));
    expected == got
        || (expected.len() == got.len()
            && expected[..LENGTH_BYTES] == got[..LENGTH_BYTES]
            && (expected.len() - LENGTH_BYTES).is_multiple_of(8)
            && words
                .into_iter()
                .all(|(one, other)| one == other || (word(one).is_nan() && word(other).is_nan())))
}

fn framed(body: &[u8]) -> Vec<u8> {
    [&(body.len() as u32).to_le_bytes(), body].concat()
}

fn windows(lengths: [i64; 6]) -> Windows {
    Windows::from_lengths(lengths.map(|length| length as usize)).expect("lengths that were checked")
}

/// The rows of a sweep: a live session over all closes is the definition of one.
fn sweep(out: &mut Vec<u8>, close: &[f64], combos: impl Iterator<Item = [i64; 6]>, fee: f64) {
    let (mut pnl, mut trades) = (Vec::new(), Vec::new());
    for lengths in combos {
        let mut live = Live::with_fee(windows(lengths), fee);
        let last = close.iter().map(|&close| live.tick(close)).last().unwrap_or_default();
        pnl.push(last.pnl);
        trades.push(last.trades);
    }
    reply::sweep(out, &pnl, &trades);
}

fn tick(out: &mut Vec<u8>, live: &mut Live, close: Floats<'_>) {
    reply::ticks(out, close.len());
    for close in close.iter() {
        let position = live.tick(close);
        reply::tick(out, position.side, position.trades, position.pnl);
    }
    debug_assert_eq!(out.len(), LENGTH_BYTES + close.len() * TICK_BYTES);
}
