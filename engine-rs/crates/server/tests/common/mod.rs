//! An engine process of its own for each test, and plain clients of it.
#![allow(dead_code)] // each test file uses its part

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use ipc_tax_wire::{ErrorCode, WireError, encode, reply};

/// n = 6.
pub const COMBO: [i64; 6] = [3, 6, 2, 1, 2, 3];

/// Nothing takes this long: a test that waits for it has hung.
pub const WATCHDOG: Duration = Duration::from_secs(30);

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_ipc-tax-engine");

/// A folder of a test's own, removed with it.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Self {
        static LAST: AtomicU32 = AtomicU32::new(0);
        let number = LAST.fetch_add(1, Ordering::Relaxed);
        let name = format!("ipc-tax-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir(&folder).unwrap();
        Folder(folder)
    }

    pub fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A serving engine; killed, if it has not ended, with the test.
pub struct Engine {
    pub child: Child,
    pub unix: PathBuf,
    pub tcp: String,
    folder: Folder,
}

impl Engine {
    /// On a Unix socket and a free TCP port, with more options.
    pub fn start(options: &[&str]) -> Self {
        Self::start_command(options, |_| {})
    }

    pub fn start_command(options: &[&str], prepare: impl FnOnce(&mut Command)) -> Self {
        let folder = Folder::new();
        let unix = folder.join("engine.sock");
        let mut command = serve(&["--unix", unix.to_str().unwrap(), "--tcp", "127.0.0.1:0"]);
        command.args(options).stdin(Stdio::piped());
        prepare(&mut command);
        let mut child = command.spawn().unwrap();
        let mut log = BufReader::new(child.stderr.take().unwrap());
        let mut engine = Engine { child, unix, tcp: String::new(), folder };
        assert_eq!(line(&mut log), format!("listening unix {}", engine.unix.display()));
        while engine.tcp.is_empty() {
            let ready = line(&mut log);
            match ready.strip_prefix("listening tcp ") {
                Some(address) => engine.tcp = address.to_owned(),
                None => assert!(ready.starts_with("listening unix "), "{ready:?}"),
            }
        }
        // What it says later goes with the test's own output, and its pipe never fills.
        thread::spawn(move || io::copy(&mut log, &mut io::stderr()));
        engine
    }

    pub fn unix(&self) -> Client {
        Client::unix(&self.unix)
    }

    pub fn tcp(&self) -> Client {
        Client::tcp(&self.tcp)
    }

    /// A client of each transport.
    pub fn both(&self) -> [Client; 2] {
        [self.unix(), self.tcp()]
    }

    /// Two clients of each transport.
    pub fn pairs(&self) -> [[Client; 2]; 2] {
        [[self.unix(), self.unix()], [self.tcp(), self.tcp()]]
    }

    /// Whether a new connection is served, and not told that there are too many.
    pub fn has_room(&self) -> bool {
        let mut client = self.unix();
        client.try_send(&encode::echo(&[])).is_ok()
            && client.try_receive_frame().is_some_and(|frame| frame == [0; 4])
    }

    pub fn signal(&self, signal: i32) {
        // SAFETY: takes no pointers; the child is not waited for yet, so the number is its own.
        unsafe { libc::kill(self.child.id() as i32, signal) };
    }

    pub fn ended(&mut self) -> ExitStatus {
        ended(&mut self.child)
    }

    /// Resident memory in bytes.
    #[cfg(target_os = "linux")]
    pub fn resident(&self) -> usize {
        let statm = std::fs::read_to_string(format!("/proc/{}/statm", self.child.id())).unwrap();
        statm.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// `serve` with those arguments, not started; its log is piped.
pub fn serve(arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.arg("serve").args(arguments).stdin(Stdio::null()).stderr(Stdio::piped());
    // Signals to the test's terminal are not the engine's.
    command.process_group(0);
    command
}

/// Runs to its end; its exit code and what it said on stderr.
pub fn run(mut command: Command) -> (Option<i32>, String) {
    let mut child = command.spawn().unwrap();
    let mut told = String::new();
    child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    (ended(&mut child).code(), told)
}

pub fn ended(child: &mut Child) -> ExitStatus {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if begun.elapsed() > WATCHDOG {
            child.kill().unwrap();
            panic!("the engine did not end");
        }
        thread::sleep(Duration::from_millis(2));
    }
}

fn line(log: &mut impl BufRead) -> String {
    let mut line = String::new();
    log.read_line(&mut line).unwrap();
    line.trim_end().to_owned()
}

/// Waits until `done`.
#[track_caller]
pub fn eventually(what: &str, mut done: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !done() {
        assert!(begun.elapsed() < WATCHDOG, "{what}");
        thread::sleep(Duration::from_millis(5));
    }
}

trait Stream: Read + Write + Send {
    fn stop_sending(&self);
}

impl Stream for UnixStream {
    fn stop_sending(&self) {
        self.shutdown(Shutdown::Write).unwrap();
    }
}

impl Stream for TcpStream {
    fn stop_sending(&self) {
        self.shutdown(Shutdown::Write).unwrap();
    }
}

/// A client that sends bytes as they are.
pub struct Client {
    stream: Box<dyn Stream>,
    received: Vec<u8>,
}

pub type Reply = Result<Vec<u8>, WireError>;

impl Client {
    pub fn unix(path: &Path) -> Self {
        let stream = UnixStream::connect(path).unwrap();
        stream.set_read_timeout(Some(WATCHDOG)).unwrap();
        stream.set_write_timeout(Some(WATCHDOG)).unwrap();
        Client { stream: Box::new(stream), received: Vec::new() }
    }

    pub fn tcp(address: &str) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(WATCHDOG)).unwrap();
        stream.set_write_timeout(Some(WATCHDOG)).unwrap();
        Client { stream: Box::new(stream), received: Vec::new() }
    }

    pub fn send(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).unwrap();
    }

    /// Sends what the engine may no longer be there to take.
    pub fn try_send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.write_all(bytes)
    }

    pub fn stop_sending(&self) {
        self.stream.stop_sending();
    }

    /// The next reply's whole frame.
    pub fn receive_frame(&mut self) -> Vec<u8> {
        self.try_receive_frame().expect("a reply, not the end of the stream")
    }

    /// The next reply's whole frame, or `None` at the end of the stream between replies.
    pub fn try_receive_frame(&mut self) -> Option<Vec<u8>> {
        loop {
            if let Some((_, length)) = reply::read(&self.received) {
                return Some(self.received.drain(..length).collect());
            }
            let mut bytes = [0; 65536];
            match self.stream.read(&mut bytes) {
                Ok(0) => {
                    assert!(self.received.is_empty(), "the stream ended within a reply");
                    return None;
                }
                Ok(n) => self.received.extend(&bytes[..n]),
                Err(error) if error.kind() == io::ErrorKind::ConnectionReset => return None,
                Err(error) => panic!("receiving: {error}"),
            }
        }
    }

    pub fn receive(&mut self) -> Reply {
        let frame = self.receive_frame();
        let (reply, _) = reply::read(&frame).unwrap();
        reply.map(<[u8]>::to_vec)
    }

    pub fn call(&mut self, request: &[u8]) -> Reply {
        self.send(request);
        self.receive()
    }

    #[track_caller]
    pub fn refused(&mut self, request: &[u8], code: ErrorCode, told: &str) {
        let error = self.call(request).expect_err("an error");
        assert_eq!(error.code, code, "{error}");
        assert!(error.message.contains(told), "{error}");
    }

    /// The connection works.
    #[track_caller]
    pub fn echoes(&mut self) {
        let floats = [1.5, f64::NAN, -0.0];
        let echoed = self.call(&encode::echo(&floats)).unwrap();
        assert_eq!(echoed, encode::echo(&floats)[13..]);
    }

    /// The engine has closed the connection, and said nothing more.
    #[track_caller]
    pub fn is_closed(&mut self) {
        assert_eq!(self.try_receive_frame(), None);
    }
}

pub fn id(reply: &Reply) -> u32 {
    u32::from_le_bytes(reply.as_ref().unwrap()[..].try_into().unwrap())
}

pub fn u64s(body: &[u8]) -> Vec<u64> {
    body.chunks_exact(8).map(|bytes| u64::from_le_bytes(bytes.try_into().unwrap())).collect()
}

/// A gentle walk that trades.
pub fn walk(bars: usize) -> Vec<f64> {
    (0..bars).map(|bar| 100.0 + 10.0 * (bar as f64 * 0.37).sin() + 0.01 * bar as f64).collect()
}

/// A request that takes the engine far longer than any test: 2^22 bars, windows of 2^21.
pub fn endless_sweep() -> Vec<u8> {
    encode::sweep(&vec![1.0; 1 << 22], &[[1 << 21; 6]])
}
