//! Limits, deadlines, peers that go away, and the end.

mod common;

use std::process::Command;
use std::time::Duration;

use common::Engine;
use ipc_tax_wire::{ErrorCode, encode, reply};

#[test]
fn one_connection_too_many_is_told_so() {
    let engine = Engine::start(&["--max-connections", "2"]);
    let mut kept: Vec<_> = (0..2).map(|_| engine.connect()).collect();
    for connection in &mut kept {
        assert_eq!(connection.frame(&encode::info()).status, 200);
    }
    let mut frames = engine.connect();
    let response = frames.frame(&encode::info());
    assert_eq!((response.status, response.closes()), (503, true));
    let (error, _) = reply::read(&response.body).unwrap();
    assert_eq!(error.unwrap_err().code, ErrorCode::Busy);
    let response = engine.connect().ask("GET /info", "");
    assert_eq!((response.status, response.json()["code"].as_u64()), (503, Some(6)));
    drop(kept);
    common::wait_until("a place is free", || engine.connect().frame(&encode::info()).status == 200);
}

#[test]
fn a_request_that_is_not_whole_in_time_ends_its_connection() {
    let engine = Engine::start(&["--frame-timeout-ms", "300"]);
    let mut idle = engine.connect();
    let mut head = engine.connect();
    head.send(b"POST /frame HT");
    let mut body = engine.connect();
    body.send(
        b"POST /frame HTTP/1.1\r\nhost: x\r\ncontent-type: application/octet-stream\r\n\
          content-length: 100\r\n\r\nabc",
    );
    let mut trickled = engine.connect();
    for _ in 0..20 {
        if std::io::Write::write_all(trickled.stream.get_mut(), b"P").is_err() {
            break;
        }
        std::thread::sleep(Duration::from_millis(30));
    }
    for connection in [&mut head, &mut body] {
        assert!(connection.is_closed());
    }
    // Idle ones stay, before their first request and after it, and so does one that computes longer.
    assert_eq!(idle.frame(&encode::info()).status, 200);
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(idle.frame(&encode::info()).status, 200);
    let sweep = encode::sweep(&vec![1.5; 20_000], &[[1000, 2000, 44, 666, 1000, 2000]; 8]);
    assert_eq!(idle.frame(&sweep).status, 200);
}

#[test]
fn a_peer_that_takes_nothing_is_given_up() {
    let engine = Engine::start(&["--write-timeout-ms", "200", "--max-connections", "1"]);
    let mut stuck = engine.connect();
    let frame = encode::echo(&vec![1.0; 2_000_000]);
    stuck.send_request("POST /frame", "application/octet-stream", &frame);
    // Its place is free once it is given up.
    common::wait_until("a place is free", || engine.connect().frame(&encode::info()).status == 200);
}

#[cfg(target_os = "linux")]
#[test]
fn a_sweep_whose_sender_has_gone_ends() {
    let engine = Engine::start(&[]);
    // Hours of work, were it not given up.
    let frame =
        encode::sweep(&vec![1.5; 200_000], &[[100_000, 200_000, 400, 30_000, 50_000, 100_000]; 50]);
    let mut connection = engine.connect();
    connection.send_request("POST /frame", "application/octet-stream", &frame);
    common::wait_until("the sweep runs", || engine.is_computing());
    // Others are served meanwhile.
    assert_eq!(engine.connect().frame(&encode::info()).status, 200);
    drop(connection);
    common::wait_until("the sweep ends", || !engine.is_computing());
    assert_eq!(engine.connect().frame(&encode::info()).status, 200);
}

#[cfg(target_os = "linux")]
#[test]
fn sigterm_lets_requests_under_way_finish() {
    let mut engine = Engine::start(&[]);
    let mut idle = engine.connect();
    assert_eq!(idle.frame(&encode::info()).status, 200);
    let mut busy = engine.connect();
    // Longer than it takes to see that it runs, and far less than the drain, also where every processor is busy.
    let frame = encode::sweep(&vec![1.5; 60_000], &[[100, 200, 14, 66, 100, 200]; 8]);
    busy.send_request("POST /frame", "application/octet-stream", &frame);
    common::wait_until("the sweep runs", || engine.is_computing());
    let pid = engine.child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    assert!(idle.is_closed());
    assert_eq!(busy.receive().status, 200);
    assert_eq!(engine.child.wait().unwrap().code(), Some(0));
}

#[test]
fn usage_is_exit_code_two() {
    let output = Command::new(env!("CARGO_BIN_EXE_ipc-tax-http-engine")).arg("serve").output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("expected --http HOST:PORT"));
    let output =
        Command::new(env!("CARGO_BIN_EXE_ipc-tax-http-engine")).arg("--help").output().unwrap();
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stdout).contains("POST   /frame"));
}
