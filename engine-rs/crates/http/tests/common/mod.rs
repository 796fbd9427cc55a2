//! A running engine, and connections to it that speak HTTP byte by byte.

#![allow(dead_code)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Nothing takes this long; what does hangs.
pub const WATCHDOG: Duration = Duration::from_secs(20);

pub struct Engine {
    pub child: Child,
    address: String,
}

impl Engine {
    pub fn start(more: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ipc-tax-http-engine"))
            .args(["serve", "--http", "127.0.0.1:0", "--die-with-stdin"])
            .args(more)
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("listening http ").unwrap().to_owned();
        Engine { child, address }
    }

    pub fn connect(&self) -> Connection {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(WATCHDOG)).unwrap();
        Connection { stream: BufReader::new(stream) }
    }

    /// Whether a thread of it wants a processor, over and over for a tenth of a second.
    #[cfg(target_os = "linux")]
    pub fn is_computing(&self) -> bool {
        let tasks = format!("/proc/{}/task", self.child.id());
        (0..10).all(|_| {
            std::thread::sleep(Duration::from_millis(10));
            std::fs::read_dir(&tasks).unwrap().any(|task| {
                let stat = std::fs::read_to_string(task.unwrap().path().join("stat"));
                // The state comes after the name, which ends with the last parenthesis.
                stat.is_ok_and(|stat| stat.rsplit(") ").next().unwrap().starts_with('R'))
            })
        })
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let begin = Instant::now();
        while self.child.try_wait().unwrap().is_none() {
            if begin.elapsed() > WATCHDOG {
                self.child.kill().unwrap();
                self.child.wait().unwrap();
                panic!("the engine did not end when its stdin did");
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// A response, its body whole.
pub struct Response {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Response {
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub fn closes(&self) -> bool {
        self.head.contains("connection: close")
    }
}

/// A kept connection.
pub struct Connection {
    pub stream: BufReader<TcpStream>,
}

impl Connection {
    pub fn send(&mut self, bytes: &[u8]) {
        self.stream.get_mut().write_all(bytes).unwrap();
    }

    pub fn send_request(&mut self, line: &str, kind: &str, body: &[u8]) {
        let head = format!(
            "{line} HTTP/1.1\r\nhost: x\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        self.send(&[head.as_bytes(), body].concat());
    }

    pub fn receive(&mut self) -> Response {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert!(self.stream.read_line(&mut head).unwrap() > 0, "it closed after {head:?}");
        }
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        let mut body = vec![0; length.unwrap().parse().unwrap()];
        self.stream.read_exact(&mut body).unwrap();
        Response { status, head, body }
    }

    pub fn ask(&mut self, line: &str, body: &str) -> Response {
        self.send_request(line, "application/json", body.as_bytes());
        self.receive()
    }

    pub fn frame(&mut self, frame: &[u8]) -> Response {
        self.send_request("POST /frame", "application/octet-stream", frame);
        self.receive()
    }

    /// Whether the engine closes it, with nothing more said.
    pub fn is_closed(&mut self) -> bool {
        matches!(self.stream.read(&mut [0; 64]), Ok(0))
    }
}

pub fn wait_until(what: &str, condition: impl Fn() -> bool) {
    let begin = Instant::now();
    while !condition() {
        assert!(begin.elapsed() < WATCHDOG, "waited for nothing: {what}");
    }
}
