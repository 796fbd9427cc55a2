//! Requests on stdin until it ends.

mod common;

use std::io::{Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;
use std::{fs, thread};

use common::{PROGRAM, ended, endless_sweep, run, serve, walk};
use ipc_tax_wire::{ErrorCode, encode, reply};

struct Piped {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
}

impl Piped {
    fn start(options: &[&str]) -> Self {
        let mut child = Command::new(PROGRAM)
            .arg("pipe")
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take();
        let stdout = child.stdout.take().unwrap();
        Piped { child, stdin, stdout }
    }

    fn send(&mut self, bytes: &[u8]) {
        self.stdin.as_mut().unwrap().write_all(bytes).unwrap();
    }

    fn receive(&mut self) -> Vec<u8> {
        let mut frame = vec![0; 4];
        self.stdout.read_exact(&mut frame).unwrap();
        let length = u32::from_le_bytes(frame[..4].try_into().unwrap()) & !(1 << 31);
        frame.resize(4 + length as usize, 0);
        self.stdout.read_exact(&mut frame[4..]).unwrap();
        frame
    }

    fn code(mut self) -> Option<i32> {
        ended(&mut self.child).code()
    }
}

#[test]
fn it_answers_until_its_stdin_ends() {
    let mut engine = Piped::start(&[]);
    for floats in [0, 1, 150_000] {
        engine.send(&encode::echo(&walk(floats)));
        assert_eq!(engine.receive().len(), 4 + 8 * floats);
    }
    engine.send(&encode::load(&[1.0]));
    engine.send(&encode::load(&[2.0]));
    assert_eq!([engine.receive()[4], engine.receive()[4]], [1, 2]);
    engine.stdin = None;
    assert_eq!(engine.code(), Some(0));
}

#[test]
fn a_frame_over_the_limit_is_told_and_ends_it() {
    let mut engine = Piped::start(&["--max-frame", "100"]);
    engine.send(&encode::echo(&walk(20)));
    let error = engine.receive();
    assert_eq!(reply::read(&error).unwrap().0.unwrap_err().code, ErrorCode::TooLarge);
    engine.stdin = None;
    assert_eq!(engine.code(), Some(0));
}

#[test]
fn a_reader_that_goes_away_ends_it() {
    let mut engine = Piped::start(&[]);
    engine.send(&endless_sweep());
    thread::sleep(Duration::from_millis(50));
    let Piped { mut child, stdin, stdout } = engine;
    drop(stdout);
    assert_eq!(ended(&mut child).code(), Some(0));
    drop(stdin);
}

#[test]
fn a_signal_ends_it() {
    let mut engine = Piped::start(&[]);
    engine.send(&encode::info());
    engine.receive();
    let pid = engine.child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    assert_eq!(engine.code(), Some(0));
}

#[test]
fn socket_buffers_are_told_where_they_are_asked_for() {
    let mut engine =
        serve(&["--tcp", "127.0.0.1:0", "--socket-buffer", "65536", "--die-with-stdin"]);
    let child = engine.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let log = child.wait_with_output().unwrap().stderr;
    let log = String::from_utf8_lossy(&log);
    assert!(log.contains("socket buffers of tcp 127.0.0.1:"), "{log}");
    assert!(log.contains(" to send, ") && log.contains(" to receive"), "{log}");
}

#[test]
fn a_folder_of_pipes_is_not_made_over_something_else() {
    let file = std::env::temp_dir().join(format!("ipc-tax-pipe-{}", std::process::id()));
    fs::write(&file, "").unwrap();
    let (code, log) = run(serve(&["--pipes", file.to_str().unwrap()]));
    fs::remove_file(&file).unwrap();
    assert_eq!(code, Some(1));
    assert!(log.contains("it is left alone"), "{log}");
}
