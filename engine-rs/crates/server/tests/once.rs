//! One request on stdin.

mod common;

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::{COMBO, PROGRAM, ended, endless_sweep, walk};
use ipc_tax_wire::{ErrorCode, encode, reply};

fn start(options: &[&str]) -> Child {
    Command::new(PROGRAM)
        .arg("once")
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

struct Outcome {
    code: Option<i32>,
    reply: Vec<u8>,
    log: String,
}

/// Sends `request` and waits for the end with stdin left open.
fn once(options: &[&str], request: &[u8]) -> Outcome {
    let mut child = start(options);
    let mut stdin = child.stdin.take().unwrap();
    let _ = stdin.write_all(request);
    outcome(child)
}

fn outcome(mut child: Child) -> Outcome {
    let (mut reply, mut log) = (Vec::new(), String::new());
    child.stdout.take().unwrap().read_to_end(&mut reply).unwrap();
    child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    Outcome { code: ended(&mut child).code(), reply, log }
}

#[test]
fn it_answers_without_waiting_for_the_end_of_input() {
    for (request, body) in [
        (encode::echo(&[1.0, 2.0]), 16),
        (encode::echo(&walk(150_000)), 1_200_000),
        (encode::sweep(&walk(100), &[COMBO; 3]), 48),
        (encode::load(&[1.0]), 4),
        (encode::open_live(&COMBO), 4),
        (encode::timing(), 40),
    ] {
        let Outcome { code, reply, log } = once(&[], &request);
        assert_eq!((code, log.as_str()), (Some(0), ""));
        assert_eq!(reply.len(), 4 + body);
    }
    let info = once(&["--kernel", "unchecked"], &encode::info());
    assert!(String::from_utf8_lossy(&info.reply[4..]).contains(r#""kernel": "unchecked""#));
}

#[test]
fn timing_tells_the_times_on_stderr() {
    let request = encode::sweep(&walk(1000), &[COMBO]);
    let Outcome { code, reply, log } = once(&["--timing"], &request);
    assert_eq!((code, reply.len()), (Some(0), 20));
    let times: Vec<u64> = log
        .strip_prefix("timing ")
        .and_then(|line| line.strip_suffix('\n'))
        .unwrap()
        .split(' ')
        .map(|time| time.parse().unwrap())
        .collect();
    assert_eq!(times.len(), 5);
    assert!(times[0] > 0 && times.is_sorted() && times[2] > times[1], "{times:?}");
}

#[test]
fn an_error_reply_is_exit_code_1() {
    for (options, request, expected) in [
        (&[][..], vec![0, 0, 0, 0], ErrorCode::Malformed),
        (&[], encode::request(ipc_tax_wire::Opcode::Echo, 0, 1, &[]), ErrorCode::Malformed),
        (&[], [9u32.to_le_bytes().to_vec(), vec![10; 9]].concat(), ErrorCode::UnknownOpcode),
        (&["--max-frame", "9"], encode::echo(&[1.0]), ErrorCode::TooLarge),
        (&[], vec![255; 4], ErrorCode::TooLarge),
        (&[], encode::sweep(&[], &[[0; 6]]), ErrorCode::BadParameters),
        (&[], encode::drop_series(1), ErrorCode::UnknownId),
    ] {
        let Outcome { code, reply, log } = once(options, &request);
        assert_eq!(code, Some(1));
        let error = reply::read(&reply).unwrap().0.unwrap_err();
        assert_eq!(error.code, expected, "{error}");
        assert!(log.contains(&error.message), "{log}");
        assert_eq!(log.lines().count(), 1, "{log}");
    }
}

#[test]
fn input_that_ends_too_soon_is_told() {
    let request = encode::sweep(&[1.0], &[COMBO]);
    for cut in 0..request.len() {
        if cut > 16 && cut % 9 != 0 {
            continue;
        }
        let mut child = start(&[]);
        child.stdin.take().unwrap().write_all(&request[..cut]).unwrap();
        let Outcome { code, reply, log } = outcome(child);
        assert_eq!((code, reply.len()), (Some(1), 0));
        let told = if cut == 0 { "ended before a frame came" } else { "ended within a frame" };
        assert!(log.contains(told), "{cut}: {log}");
    }
}

#[test]
fn a_frame_not_whole_in_time_ends_it() {
    let mut child = start(&["--frame-timeout-ms", "200"]);
    let mut stdin = child.stdin.take().unwrap();
    let begun = Instant::now();
    stdin.write_all(&encode::echo(&[1.0])[..9]).unwrap();
    let Outcome { code, log, .. } = outcome(child);
    assert!(begun.elapsed() >= Duration::from_millis(200));
    assert_eq!(code, Some(1));
    assert!(log.contains("not whole 200 ms after its first byte"), "{log}");
}

#[test]
fn a_reply_nobody_takes_ends_it() {
    let mut child = start(&["--write-timeout-ms", "200"]);
    child.stdin.take().unwrap().write_all(&encode::echo(&walk(150_000))).unwrap();
    assert_eq!(ended(&mut child).code(), Some(1));
}

#[test]
fn a_reader_that_goes_away_ends_it() {
    let mut child = start(&[]);
    drop(child.stdout.take());
    // More than a pipe holds, so the child has read most of it before it finds nobody to answer.
    let _ = child.stdin.take().unwrap().write_all(&endless_sweep());
    assert_eq!(ended(&mut child).code(), Some(1));
}

#[test]
fn a_byte_at_a_time() {
    let mut child = start(&[]);
    let mut stdin = child.stdin.take().unwrap();
    for byte in encode::echo(&[7.5]) {
        stdin.write_all(&[byte]).unwrap();
    }
    let Outcome { code, reply, .. } = outcome(child);
    assert_eq!(code, Some(0));
    assert_eq!(reply, [&8u32.to_le_bytes()[..], &7.5f64.to_le_bytes()].concat());
}
