//! The program as it is used: orders in, times out, and nothing left behind.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn run(arguments: &[&str], orders: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ipc-tax-floors"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It may end before it has read all.
    let _ = child.stdin.take().unwrap().write_all(orders.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn every_floor_brings_every_size_back() {
    for floor in ["unix", "tcp", "pipe", "futex", "spin", "spawn"] {
        let orders =
            format!("{floor} 1 2 5 5 0\n{floor} 1000 1 3 20 60000000\n{floor} 150000 1 2 1000 0\n");
        let output = run(&[], &orders);
        assert_eq!(text(&output.stderr), "", "{floor}");
        assert!(output.status.success(), "{floor}");
        let counts: Vec<usize> =
            text(&output.stdout).lines().map(|line| line.split(' ').count()).collect();
        assert_eq!(counts, [6, 21, 3], "{floor}");
        let times = text(&output.stdout);
        assert!(times.split_whitespace().all(|word| word.parse::<u64>().unwrap() > 0), "{floor}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn both_processes_run_where_they_are_told() {
    for floor in ["unix", "futex"] {
        let output = run(&[], &format!("{floor} 1 2 5 5 0 0 0\n"));
        assert_eq!(text(&output.stderr), "");
        assert_eq!(text(&output.stdout).split(' ').count(), 6);
    }
    let output = run(&[], "unix 1 2 5 5 0 1023 0\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("can't run on processors 1023"));
}

#[test]
fn a_wrong_order_or_command_line_is_told() {
    let output = run(&[], "unix 1\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("order: got \"unix 1\", expected FLOOR FLOATS"));
    let output = run(&["--answer", "telepathy"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("expected one of unix, tcp, pipe, futex, spin, spawn"));
    assert_eq!(run(&["--what"], "").status.code(), Some(2));
}

#[test]
fn each_floor_tells_its_recipe() {
    let output = run(&["--recipe"], "");
    let lines = text(&output.stdout);
    assert_eq!(lines.lines().count(), 6);
    for line in lines.lines() {
        let [name, source, build, buffers] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let file = format!("{}/../../../{source}", env!("CARGO_MANIFEST_DIR"));
        assert!(std::path::Path::new(&file).is_file() && source.ends_with(&format!("{name}.rs")));
        assert!(build.contains("rustc") && !buffers.is_empty(), "{line}");
    }
}

/// Kills the asker in the middle of a block; its answerer, which only looks at memory, must end too.
#[cfg(target_os = "linux")]
#[test]
fn an_answerer_ends_with_its_asker() {
    use std::time::{Duration, Instant};
    for floor in ["spin", "futex", "unix"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ipc-tax-floors"))
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let order = format!("{floor} 1 1 1 4000000000 30000000\n");
        child.stdin.as_mut().unwrap().write_all(order.as_bytes()).unwrap();
        let children = format!("/proc/{0}/task/{0}/children", child.id());
        let deadline = Instant::now() + Duration::from_secs(20);
        let wait = |what: &str| {
            assert!(Instant::now() < deadline, "{floor}: {what}");
            std::thread::sleep(Duration::from_millis(5));
        };
        let answerer = loop {
            let found = std::fs::read_to_string(&children).unwrap();
            let line = found.trim().to_owned();
            // Between fork and exec it is still a copy of the asker.
            let command = std::fs::read(format!("/proc/{line}/cmdline")).unwrap_or_default();
            if !line.is_empty() && text(&command).contains("--answer") {
                break line;
            }
            wait("no answerer");
        };
        std::thread::sleep(Duration::from_millis(20));
        child.kill().unwrap();
        child.wait().unwrap();
        let gone = || match std::fs::read_to_string(format!("/proc/{answerer}/stat")) {
            // A zombie waits for whoever inherited it.
            Ok(stat) => stat.rsplit(')').next().unwrap().trim_start().starts_with('Z'),
            Err(_) => true,
        };
        while !gone() {
            wait("the answerer goes on");
        }
    }
}
