//! The engine over real connections, spoken to byte by byte.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use ipc_tax_kernel::{KERNELS, Sweep, Windows};

struct Engine {
    child: Child,
    address: String,
}

impl Engine {
    fn start(more: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ipc-tax-http-engine"))
            .args(["--http", "127.0.0.1:0", "--die-with-stdin"])
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

    /// Sends a request on a connection of its own and gives the whole response.
    fn ask(&self, head: &str, body: &str) -> String {
        let mut stream = self.connect();
        let length = body.len();
        write!(
            stream,
            "{head}\r\nhost: x\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        response
    }

    fn sweep(&self, body: &str) -> String {
        self.ask("POST /sweep HTTP/1.1\r\ncontent-type: application/json", body)
    }

    #[cfg(target_os = "linux")]
    /// Whether a thread of it wants a processor, over and over for a tenth of a second.
    fn is_computing(&self) -> bool {
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

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let begin = Instant::now();
        while self.child.try_wait().unwrap().is_none() {
            if begin.elapsed() > Duration::from_secs(10) {
                self.child.kill().unwrap();
                self.child.wait().unwrap();
                panic!("the engine did not end when its stdin did");
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

#[test]
fn a_sweep_is_the_kernel_s_bit_for_bit() {
    let engine = Engine::start(&[]);
    let close: Vec<f64> =
        (0..500).map(|i| 100.0 + f64::from(i).sin() + f64::from(i) / 3e4).collect();
    let windows = [Windows::of_length(6), Windows::of_length(21)];
    let params: Vec<_> = windows.iter().map(Windows::lengths).collect();
    let response = engine.sweep(&format!(r#"{{"close": {close:?}, "params": {params:?}}}"#));
    assert!(response.starts_with("HTTP/1.1 200 OK\r\n"), "{response}");
    assert!(response.contains("content-type: application/json\r\n"), "{response}");
    let timing = response.lines().find(|line| line.starts_with("server-timing: ")).unwrap();
    for step in ["parse;dur=", "compute;dur=", "encode;dur="] {
        assert!(timing.contains(step), "{timing}");
    }
    let body = response.split("\r\n\r\n").nth(1).unwrap();
    let reply: serde_json::Value = serde_json::from_str(body).unwrap();
    let expected = KERNELS[0].sweep(&Sweep::new(&close, &windows)).unwrap();
    for k in 0..2 {
        assert_eq!(reply["pnl"][k].as_f64().unwrap().to_bits(), expected.pnl[k].to_bits());
        assert_eq!(reply["trades"][k].as_i64().unwrap(), expected.trades[k]);
    }
}

#[test]
fn faults_have_a_status_and_a_sentence() {
    let engine = Engine::start(&["--max-body", "1000"]);
    let json = "content-type: application/json";
    for (head, body, status, sentence) in [
        (format!("GET /sweep HTTP/1.1\r\n{json}"), "", 405, "method: got GET, expected POST"),
        (format!("POST / HTTP/1.1\r\n{json}"), "{}", 404, "path: got /, expected /sweep"),
        ("POST /sweep HTTP/1.1".to_owned(), "{}", 415, "content-type: got"),
        (
            format!("POST /sweep HTTP/1.1\r\n{json}"),
            "{\"close\": [",
            400,
            "body: EOF while parsing",
        ),
        (
            format!("POST /sweep HTTP/1.1\r\n{json}; charset=utf-8"),
            r#"{"close": [1], "params": [[1,1,1,1,1,0]]}"#,
            400,
            "params[0][5]: got 0, expected a window of 1 to 67108864 bars",
        ),
        (
            format!("POST /sweep HTTP/1.1\r\n{json}"),
            &" ".repeat(1001),
            413,
            "body: got more than 1000 bytes (--max-body)",
        ),
    ] {
        let response = engine.ask(&head, body);
        assert!(response.starts_with(&format!("HTTP/1.1 {status} ")), "{response}");
        assert!(response.contains(sentence), "{response}");
        assert!(response.contains("{\"error\":\""), "{response}");
    }
    // Without a length, the limit is met while the body comes.
    let mut stream = engine.connect();
    write!(
        stream,
        "POST /sweep HTTP/1.1\r\nhost: x\r\n{json}\r\ntransfer-encoding: chunked\r\n\r\n"
    )
    .unwrap();
    write!(stream, "400\r\n{}\r\n", " ".repeat(1024)).unwrap();
    let mut status = [0; 12];
    stream.read_exact(&mut status).unwrap();
    assert_eq!(&status, b"HTTP/1.1 413");
}

#[test]
fn a_connection_is_kept_for_the_next_request() {
    let engine = Engine::start(&[]);
    let mut stream = engine.connect();
    let body = r#"{"close": [], "params": []}"#;
    for _ in 0..3 {
        write!(
            stream,
            "POST /sweep HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len(),
        )
        .unwrap();
        let mut response = Vec::new();
        let mut byte = [0];
        while !response.ends_with(br#"{"pnl":[],"trades":[]}"#) {
            stream.read_exact(&mut byte).unwrap();
            response.push(byte[0]);
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_sweep_whose_sender_has_gone_ends() {
    let engine = Engine::start(&[]);
    // Hours of work, were it not given up.
    let close = vec!["1.5"; 200_000].join(",");
    let params = vec!["[100000,200000,400,30000,50000,100000]"; 50].join(",");
    let body = format!(r#"{{"close": [{close}], "params": [{params}]}}"#);
    let mut stream = engine.connect();
    write!(
        stream,
        "POST /sweep HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len(),
    )
    .unwrap();
    wait_until("the sweep runs", || engine.is_computing());
    drop(stream);
    wait_until("the sweep ends", || !engine.is_computing());
    assert!(engine.sweep(r#"{"close": [], "params": []}"#).starts_with("HTTP/1.1 200"));
}

#[cfg(target_os = "linux")]
fn wait_until(what: &str, condition: impl Fn() -> bool) {
    let begin = Instant::now();
    while !condition() {
        assert!(begin.elapsed() < Duration::from_secs(20), "waited for nothing: {what}");
    }
}

#[test]
fn usage_is_exit_code_two() {
    let output = Command::new(env!("CARGO_BIN_EXE_ipc-tax-http-engine")).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("expected --http HOST:PORT"));
}
