//! The engine over shared memory.

mod common;

use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use common::{COMBO, Engine, Folder, WATCHDOG, endless_sweep, eventually, walk};
use ipc_tax_shared_memory::layout::request_ring;
use ipc_tax_shared_memory::{Ends, Error, Hello, Mapping, WaitMode, connect};
use ipc_tax_wire::reference::{Reference, SHARE};
use ipc_tax_wire::{ErrorCode, Opcode, WireError, encode, reply};

struct Served {
    engine: Engine,
    path: PathBuf,
    _folder: Folder,
}

fn serve(options: &[&str]) -> Served {
    let folder = Folder::new();
    let path = folder.join("memory.sock");
    let all = [&["--shared-memory", path.to_str().unwrap()], options].concat();
    let engine = Engine::start(&all);
    eventually("it listens", || path.exists());
    Served { engine, path, _folder: folder }
}

impl Served {
    fn connect(&self) -> Client {
        self.connect_as(WaitMode::SpinThenFutex)
    }

    fn connect_as(&self, mode: WaitMode) -> Client {
        Client(self.try_connect(mode).unwrap())
    }

    fn try_connect(&self, mode: WaitMode) -> Result<Ends, Error> {
        connect(&self.path, Hello { ring_bytes: 65_536, mode }, WATCHDOG)
    }
}

struct Client(Ends);

impl Client {
    fn send(&mut self, frame: &[u8]) {
        self.0.send(frame, WATCHDOG).unwrap();
    }

    /// The next reply; `None` at the end.
    fn receive(&mut self) -> Option<Result<Vec<u8>, WireError>> {
        let deadline = Some(Instant::now() + WATCHDOG);
        let mut frame = vec![0; 4];
        match self.0.receive_exact(&mut frame, deadline) {
            Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => return None,
            received => received.unwrap(),
        }
        let length = u32::from_le_bytes(frame[..4].try_into().unwrap()) & 0x7fff_ffff;
        frame.resize(4 + length as usize, 0);
        self.0.receive_exact(&mut frame[4..], deadline).unwrap();
        let (reply, _) = reply::read(&frame).unwrap();
        Some(reply.map(<[u8]>::to_vec))
    }

    fn call(&mut self, frame: &[u8]) -> Result<Vec<u8>, WireError> {
        self.send(frame);
        self.receive().expect("a reply")
    }

    #[track_caller]
    fn refused(&mut self, frame: &[u8], code: ErrorCode, told: &str) {
        let error = self.call(frame).expect_err("an error");
        assert_eq!(error.code, code, "{error}");
        assert!(error.message.contains(told), "{error}");
    }

    /// Shares pages that hold so many floats.
    fn share(&mut self, floats: &[f64]) -> (u32, Mapping) {
        let bytes = size_of_val(floats).next_multiple_of(65_536) as u64;
        let offset = self.0.memory().len().unwrap().next_multiple_of(65_536);
        self.0.memory().reserve(offset, bytes).unwrap();
        let mapping = self.0.memory().map(offset, bytes as usize).unwrap();
        let all: Vec<u8> = floats.iter().flat_map(|float| float.to_le_bytes()).collect();
        mapping.write(0, &all);
        let id = self.call(&encode::share(offset, bytes)).unwrap();
        (u32::from_le_bytes(id.try_into().unwrap()), mapping)
    }
}

#[test]
fn frames_are_answered_as_over_a_socket() {
    let served = serve(&[]);
    for mode in WaitMode::ALL {
        let (mut client, mut other) = (served.connect_as(mode), served.engine.unix());
        for frame in [
            encode::echo(&[1.5, f64::NAN, -0.0]),
            encode::echo(&[]),
            encode::sweep(&walk(300), &[COMBO, COMBO]),
            encode::load(&walk(100)),
            encode::sweep_loaded(1, &[COMBO]),
            encode::open_live(&COMBO),
            encode::tick(1, &walk(50)),
            encode::drop_series(7),
            vec![9, 0, 0, 0, 77, 0, 0, 0, 0, 0, 0, 0, 0],
            encode::info(),
        ] {
            assert_eq!(client.call(&frame), other.call(&frame), "{mode:?}");
        }
    }
}

#[test]
fn frames_of_many_rings_and_many_frames_at_once() {
    let served = serve(&[]);
    let mut client = served.connect();
    let floats: Vec<f64> = (0..2_000_000).map(f64::from).collect();
    let echoed = client.call(&encode::echo(&floats)).unwrap();
    assert!(echoed == encode::echo(&floats)[13..]);
    let frames: Vec<_> =
        (0..1000).map(|k| encode::echo(&vec![f64::from(k); k as usize % 5])).collect();
    client.send(&frames.concat());
    for frame in frames {
        assert_eq!(client.receive().unwrap().unwrap(), frame[13..]);
    }
}

#[test]
fn a_series_is_swept_where_it_lies() {
    let served = serve(&[]);
    let mut client = served.connect();
    let close = walk(5000);
    let bars = close.len() as u32;
    let (segment, mapping) = client.share(&close);
    let at = |offset| Reference { segment, offset };

    let reference = at(0).to_bytes();
    let echo = encode::in_place(Opcode::Echo, bars, 0, at(0), &[]);
    assert_eq!(client.call(&echo).unwrap(), reference);

    let expected = client.call(&encode::sweep(&close, &[COMBO])).unwrap();
    let sweep = encode::in_place(Opcode::Sweep, bars, 1, at(0), &[COMBO]);
    assert_eq!(client.call(&sweep).unwrap(), expected);
    let load = encode::in_place(Opcode::Load, bars, 0, at(0), &[]);
    assert_eq!(client.call(&load).unwrap(), 1u32.to_le_bytes());
    assert_eq!(client.call(&encode::sweep_loaded(1, &[COMBO])).unwrap(), expected);
    // It is the client's memory still: what is put there is what is swept.
    mapping.write(0, &[0; 40_000]);
    assert_eq!(client.call(&encode::sweep_loaded(1, &[COMBO])).unwrap(), [0; 16]);

    client.refused(&encode::take_back(segment), ErrorCode::UnknownId, "in which a series lies");
    client.call(&encode::drop_series(1)).unwrap();
    client.call(&encode::open_live(&COMBO)).unwrap();
    let ticks = client.call(&encode::in_place(Opcode::Tick, 1, 3, at(8), &[])).unwrap();
    assert_eq!(ticks.len(), 72);
    assert_eq!(client.call(&encode::take_back(segment)).unwrap(), []);
    client.refused(&echo, ErrorCode::UnknownId, "segment id: got 1");
}

#[test]
fn what_can_not_be_shared_is_refused_by_name() {
    let served = serve(&["--max-series-bytes", "262144"]);
    let mut client = served.connect();
    let (segment, _mapping) = client.share(&walk(100));
    let outside = Reference { segment, offset: 65_536 };
    for (frame, code, told) in [
        (encode::share(65_536, 1 << 20), ErrorCode::TooLarge, "share bytes of segments"),
        (encode::share(1 << 40, 65_536), ErrorCode::Malformed, "expected them in a file of"),
        (encode::share(12, 65_536), ErrorCode::Malformed, "share offset: got 12"),
        (encode::take_back(9), ErrorCode::UnknownId, "segment id: got 9"),
        (
            encode::in_place(Opcode::Load, 1, 0, outside, &[]),
            ErrorCode::Malformed,
            "reference: got 8",
        ),
        (encode::in_place(Opcode::Load, 1, 1, outside, &[]), ErrorCode::Malformed, "load b: got 1"),
        (
            encode::in_place(Opcode::Sweep, 1, 2, outside, &[COMBO]),
            ErrorCode::Malformed,
            "expected 112",
        ),
        (encode::in_place(Opcode::Drop, 1, 0, outside, &[]), ErrorCode::UnknownOpcode, "got 132"),
    ] {
        client.refused(&frame, code, told);
    }
    let mut short = encode::take_back(1);
    short[4] = SHARE;
    client.refused(&short, ErrorCode::Malformed, "share body: got 9 bytes, expected 25");
    // Over a socket there is no memory to share, and no such opcode.
    served.engine.unix().refused(
        &encode::take_back(1),
        ErrorCode::UnknownOpcode,
        "opcode: got 139",
    );
}

#[test]
fn a_connection_over_the_limit_is_told_so() {
    let served = serve(&["--max-connections", "1"]);
    let first = served.connect();
    match served.try_connect(WaitMode::Futex) {
        Err(Error::Refused { code: 6, message }) => {
            assert!(message.contains("expected at most 1"), "{message}");
        }
        other => panic!("{:?}", other.err()),
    }
    drop(first);
    eventually("its place is free again", || served.try_connect(WaitMode::Futex).is_ok());
}

#[test]
fn a_client_that_goes_away_ends_its_sweep() {
    let served = serve(&["--max-connections", "1"]);
    for mode in WaitMode::ALL {
        let mut client = None;
        eventually("a place is free", || {
            client = served.try_connect(mode).ok();
            client.is_some()
        });
        let mut client = Client(client.unwrap());
        client.send(&endless_sweep());
        thread::sleep(Duration::from_millis(20));
    }
    eventually("the last place is free", || served.try_connect(WaitMode::Futex).is_ok());
}

#[test]
fn a_client_that_says_no_hello_is_given_up_on() {
    let served = serve(&["--max-connections", "1", "--frame-timeout-ms", "50"]);
    let silent = std::os::unix::net::UnixStream::connect(&served.path).unwrap();
    eventually("its place is free", || served.try_connect(WaitMode::Futex).is_ok());
    drop(silent);
}

#[test]
fn a_client_that_writes_nonsense_ends_its_own_connection() {
    let served = serve(&[]);
    let mut client = served.connect();
    let word = client.0.mapping().word(request_ring(65_536).tail);
    word.store(1 << 30, Ordering::SeqCst);
    assert!(client.receive().is_none());
    served.engine.unix().echoes();

    let mut client = served.connect();
    client.refused(&[255; 4], ErrorCode::TooLarge, "frame body_len: got 4294967295");
    assert!(client.receive().is_none());
}

#[cfg(target_os = "linux")]
#[test]
fn a_client_that_cuts_the_file_spoils_its_own_memory_alone() {
    use std::os::fd::{AsFd, AsRawFd};
    let served = serve(&[]);
    let mut client = served.connect();
    let (segment, mapping) = client.share(&walk(30_000));
    drop(mapping);
    let at = Reference { segment, offset: 0 };
    client.call(&encode::in_place(Opcode::Load, 30_000, 0, at, &[])).unwrap();
    let whole = client.call(&encode::sweep_loaded(1, &[COMBO])).unwrap();
    let rings = ipc_tax_shared_memory::layout::mapping_bytes(65_536) as libc::off_t;
    // SAFETY: takes no pointers.
    assert_eq!(unsafe { libc::ftruncate(client.0.memory().as_fd().as_raw_fd(), rings) }, 0);
    assert_ne!(client.call(&encode::sweep_loaded(1, &[COMBO])).unwrap(), whole);
    assert_eq!(client.call(&encode::sweep_loaded(1, &[COMBO])).unwrap(), [0; 16]);
    served.engine.unix().echoes();

    // The rings too: its connection ends, or hangs, for itself.
    // SAFETY: takes no pointers.
    assert_eq!(unsafe { libc::ftruncate(client.0.memory().as_fd().as_raw_fd(), 0) }, 0);
    client.0.control().ring();
    served.connect().call(&encode::echo(&[1.0])).unwrap();
    served.engine.unix().echoes();
}

#[test]
fn a_client_that_stalls_is_given_up_on() {
    let served = serve(&["--frame-timeout-ms", "60", "--write-timeout-ms", "60"]);
    let mut within = served.connect();
    within.send(&[9, 0]);
    assert!(within.receive().is_none());
    // A reply of more than a ring that nobody reads.
    let mut deaf = served.connect();
    deaf.send(&encode::echo(&[0.5; 20_000]));
    eventually("it is given up on", || deaf.0.control().is_gone());
}

#[test]
fn the_engine_drains() {
    let mut served = serve(&[]);
    let mut idle: Vec<_> = WaitMode::ALL.map(|mode| served.connect_as(mode)).into();
    for client in &mut idle {
        client.call(&encode::info()).unwrap();
    }
    served.engine.signal(libc::SIGTERM);
    assert!(served.engine.ended().success());
    for client in &mut idle {
        assert!(client.receive().is_none());
    }
    assert!(!served.path.exists());
}

#[test]
fn a_killed_engine_is_noticed() {
    for mode in WaitMode::ALL {
        let mut served = serve(&[]);
        let mut client = served.connect_as(mode);
        client.send(&endless_sweep());
        served.engine.child.kill().unwrap();
        assert!(client.receive().is_none(), "{mode:?}");
    }
}
