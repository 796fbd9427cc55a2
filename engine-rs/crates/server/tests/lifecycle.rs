//! Start, listeners, shutdown.

mod common;

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{COMBO, Client, Engine, Folder, PROGRAM, endless_sweep, eventually, run, serve, walk};
use ipc_tax_wire::encode;

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Starting with these arguments fails with that code, and one line that tells why.
#[track_caller]
fn refused(arguments: &[&str], code: i32, told: &str) {
    let (got, log) = run(serve(arguments));
    assert_eq!(got, Some(code), "{log}");
    assert_eq!(log.lines().count(), 1, "{log}");
    assert!(log.starts_with("ipc-tax-engine: ") && log.contains(told), "{log}");
}

#[test]
fn the_socket_is_the_user_s_alone_whatever_the_umask() {
    for umask in [0o000, 0o022, 0o777] {
        let engine = Engine::start_command(&[], |command| {
            // SAFETY: umask is safe to call between fork and exec.
            unsafe {
                command.pre_exec(move || {
                    libc::umask(umask);
                    Ok(())
                })
            };
        });
        let mode = fs::metadata(&engine.unix).unwrap().permissions().mode();
        assert_eq!(mode & 0o7777, 0o600);
        engine.unix().echoes();
    }
}

#[test]
fn a_stale_socket_is_replaced() {
    let folder = Folder::new();
    let path = folder.join("stale.sock");
    drop(UnixListener::bind(&path).unwrap());
    let mut engine = Engine::start(&["--unix", text(&path)]);
    Client::unix(&path).echoes();
    engine.signal(libc::SIGTERM);
    assert_eq!(engine.ended().code(), Some(0));
    assert!(!path.exists());
}

#[test]
fn a_live_socket_and_other_files_are_refused_and_left_alone() {
    let folder = Folder::new();
    let engine = Engine::start(&[]);
    refused(&["--unix", text(&engine.unix)], 1, "another process listens there");
    engine.unix().echoes();

    let file = folder.join("notes.txt");
    fs::write(&file, "notes").unwrap();
    refused(&["--unix", text(&file)], 1, "a file that is not a socket is there");
    assert_eq!(fs::read_to_string(&file).unwrap(), "notes");

    let link = folder.join("link");
    symlink(&engine.unix, &link).unwrap();
    refused(&["--unix", text(&link)], 1, "a file that is not a socket is there");
    refused(&["--unix", text(&folder.join("no/such/folder.sock"))], 1, "cannot listen");

    // One with a full backlog is live too.
    let full = folder.join("full.sock");
    let _listener = UnixListener::bind(&full).unwrap();
    refused(&["--unix", text(&full)], 1, "another process listens there");
}

#[test]
fn listeners_that_cannot_be_had_are_told_in_one_line() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    refused(&["--tcp", &address], 1, "the port is in use");
    refused(&["--tcp", "0.0.0.0:0"], 2, "expected a loopback address");
    refused(&["--unix", &"p".repeat(108)], 2, "expected at most 107");
    refused(&[], 2, "expected --unix PATH, --tcp HOST:PORT, --shared-memory");

    // The listener that could be had leaves no file.
    let folder = Folder::new();
    let path = folder.join("first.sock");
    refused(&["--unix", text(&path), "--tcp", &address], 1, "the port is in use");
    assert!(!path.exists());
}

#[test]
fn a_path_of_107_bytes_is_served() {
    let folder = Folder::new();
    let short = folder.join("");
    let name = "s".repeat(107 - text(&short).len());
    let path = folder.join(&name);
    assert_eq!(text(&path).len(), 107);
    let engine = Engine::start(&["--unix", text(&path)]);
    Client::unix(&path).echoes();
    assert!(fs::metadata(&path).unwrap().file_type().is_socket());
    drop(engine);
}

#[test]
fn signals_end_it_and_leave_no_socket() {
    for signal in [libc::SIGTERM, libc::SIGINT] {
        let mut engine = Engine::start(&[]);
        let mut idle = engine.both();
        idle.iter_mut().for_each(Client::echoes);
        engine.signal(signal);
        assert_eq!(engine.ended().code(), Some(0));
        idle.iter_mut().for_each(Client::is_closed);
        assert!(!engine.unix.exists());
    }
}

#[test]
fn requests_under_way_finish() {
    let mut engine = Engine::start(&[]);
    let mut clients = engine.both();
    let mut timing = engine.unix();
    for client in &mut clients {
        client.echoes();
        // Some time of work, and a request behind it that is not begun.
        client.send(&encode::sweep(&walk(20_000), &[[100, 200, 14, 33, 50, 100]; 4]));
        client.send(&encode::echo(&[1.0]));
    }
    timing.echoes();
    engine.signal(libc::SIGTERM);
    eventually("it should stop listening first", || !engine.unix.exists());
    for client in &mut clients {
        assert_eq!(client.receive().unwrap().len(), 64);
        client.is_closed();
    }
    assert_eq!(engine.ended().code(), Some(0));
}

#[test]
fn a_frame_under_way_may_become_whole() {
    let mut engine = Engine::start(&[]);
    let request = encode::echo(&[3.0]);
    let mut clients = engine.both();
    for client in &mut clients {
        client.send(&request[..7]);
    }
    // Accepted after the ones above, so those bytes have a thread waiting for the rest.
    engine.both().iter_mut().for_each(Client::echoes);
    engine.signal(libc::SIGTERM);
    eventually("it should stop listening first", || !engine.unix.exists());
    for client in &mut clients {
        client.send(&request[7..]);
        assert_eq!(client.receive().unwrap(), request[13..]);
        client.is_closed();
    }
    assert_eq!(engine.ended().code(), Some(0));
}

#[test]
fn a_request_without_end_is_cut_off() {
    let mut engine = Engine::start(&[]);
    let mut client = engine.unix();
    client.send(&endless_sweep());
    engine.unix().echoes();
    let begun = Instant::now();
    engine.signal(libc::SIGTERM);
    assert_eq!(engine.ended().code(), Some(0));
    assert!(begun.elapsed() >= Duration::from_millis(1900), "it drains for 2 s");
    client.is_closed();
    assert!(!engine.unix.exists());
}

#[test]
fn it_ends_with_its_stdin_when_asked() {
    let mut engine = Engine::start(&["--die-with-stdin"]);
    engine.unix().echoes();
    use std::io::Write;
    engine.child.stdin.as_mut().unwrap().write_all(b"ignored").unwrap();
    engine.tcp().echoes();
    drop(engine.child.stdin.take());
    assert_eq!(engine.ended().code(), Some(0));
    assert!(!engine.unix.exists());

    let mut engine = Engine::start(&[]);
    drop(engine.child.stdin.take());
    engine.unix().echoes();
}

#[test]
fn it_removes_no_socket_but_its_own() {
    let mut engine = Engine::start(&[]);
    fs::remove_file(&engine.unix).unwrap();
    let other = UnixListener::bind(&engine.unix).unwrap();
    engine.signal(libc::SIGTERM);
    assert_eq!(engine.ended().code(), Some(0));
    assert!(engine.unix.exists());
    drop(other);
}

#[test]
fn of_engines_that_start_at_once_on_a_stale_socket_one_serves() {
    let folder = Folder::new();
    let path = folder.join("contested.sock");
    drop(UnixListener::bind(&path).unwrap());
    let mut engines: Vec<_> = (0..6)
        .map(|_| serve(&["--unix", text(&path)]).stderr(Stdio::null()).spawn().unwrap())
        .collect();
    let mut ended = 0;
    eventually("all but one should give up", || {
        ended = engines.iter_mut().filter_map(|child| child.try_wait().unwrap()).count();
        ended == 5
    });
    Client::unix(&path).echoes();
    for child in &mut engines {
        let _ = child.kill();
        let _ = child.wait();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn it_survives_running_out_of_descriptors() {
    let engine = Engine::start_command(&[], |command| {
        // SAFETY: setrlimit is safe to call between fork and exec.
        unsafe {
            command.pre_exec(|| {
                let limit = libc::rlimit { rlim_cur: 20, rlim_max: 20 };
                libc::setrlimit(libc::RLIMIT_NOFILE, &limit);
                Ok(())
            })
        };
    });
    let mut first = engine.unix();
    first.echoes();
    let many: Vec<Client> = (0..40).map(|_| engine.unix()).collect();
    first.echoes();
    drop(many);
    engine.unix().echoes();
    engine.tcp().echoes();
}

#[test]
fn help_and_version() {
    for (argument, told) in [
        ("--help", "ipc-tax-engine serve [--unix PATH]"),
        ("--version", concat!("ipc-tax-engine ", env!("CARGO_PKG_VERSION"))),
    ] {
        let output = Command::new(PROGRAM).arg(argument).output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert!(String::from_utf8_lossy(&output.stdout).contains(told));
    }
}

#[test]
fn closed_standard_streams_are_no_reason_to_stop() {
    let folder = Folder::new();
    let path = folder.join("quiet.sock");
    let mut command = serve(&["--unix", text(&path)]);
    // SAFETY: close is safe to call between fork and exec.
    unsafe {
        command.stderr(Stdio::null()).pre_exec(|| {
            for fd in 0..3 {
                libc::close(fd);
            }
            Ok(())
        })
    };
    let mut child = command.spawn().unwrap();
    eventually("it should serve", || path.exists());
    let mut client = Client::unix(&path);
    client.echoes();
    assert_eq!(client.call(&encode::sweep(&walk(9), &[COMBO])).unwrap().len(), 16);
    child.kill().unwrap();
    child.wait().unwrap();
}
