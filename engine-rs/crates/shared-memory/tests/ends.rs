//! Two ends of a connection in one process.
#![cfg(not(miri))] // sockets and maps of files

use std::io;
use std::mem::MaybeUninit;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use ipc_tax_shared_memory::layout::{reply_ring, request_ring};
use ipc_tax_shared_memory::{Control, Ends, Error, Hello, WaitMode, offer, pair, receive_hello};

/// Nothing takes this long: a test that waits for it has hung.
const WATCHDOG: Duration = Duration::from_secs(30);

fn hello(mode: WaitMode) -> Hello {
    Hello { ring_bytes: 4096, mode }
}

fn soon() -> Option<Instant> {
    Some(Instant::now() + WATCHDOG)
}

fn pattern(bytes: usize) -> Vec<u8> {
    (0..bytes).map(|k| (k * k % 253) as u8).collect()
}

/// Sends back what comes, until the end.
fn echo(mut ends: Ends) {
    let mut bytes = [MaybeUninit::uninit(); 3000];
    loop {
        let received = ends.receive(&mut bytes, soon()).unwrap();
        if received == 0 {
            return;
        }
        // SAFETY: so many were received.
        let bytes = bytes[..received].iter().map(|byte| unsafe { byte.assume_init() });
        ends.send(&bytes.collect::<Vec<_>>(), WATCHDOG).unwrap();
    }
}

#[test]
fn round_trips_in_every_mode() {
    for mode in WaitMode::ALL {
        let (mut client, listener) = pair(hello(mode)).unwrap();
        let echoing = thread::spawn(move || echo(listener));
        for bytes in [1, 4095, 4096, 4097, 8, 2] {
            let sent = pattern(bytes.min(4096));
            client.send(&sent, WATCHDOG).unwrap();
            let mut back = vec![0; sent.len()];
            client.receive_exact(&mut back, soon()).unwrap();
            assert_eq!(back, sent, "{mode:?}");
        }
        drop(client);
        echoing.join().unwrap();
    }
}

#[test]
fn more_than_a_ring_goes_through_it() {
    for mode in WaitMode::ALL {
        let (mut client, mut listener) = pair(hello(mode)).unwrap();
        let answering = thread::spawn(move || {
            let mut bytes = vec![0; 1 << 20];
            listener.receive_exact(&mut bytes, soon()).unwrap();
            listener.send(&bytes, WATCHDOG).unwrap();
        });
        let sent = pattern(1 << 20);
        client.send(&sent, WATCHDOG).unwrap();
        let mut back = vec![0; 1 << 20];
        client.receive_exact(&mut back, soon()).unwrap();
        assert!(back == sent, "{mode:?}");
        answering.join().unwrap();
    }
}

#[test]
fn a_sleeper_of_any_depth_is_woken() {
    // 1.2 s: past the futex, at the doorbell.
    for (mode, pause) in [
        (WaitMode::SpinThenFutex, 0),
        (WaitMode::SpinThenFutex, 20),
        (WaitMode::SpinThenFutex, 1200),
        (WaitMode::Spin, 50),
        (WaitMode::Doorbell, 20),
    ] {
        let (mut client, mut listener) = pair(hello(mode)).unwrap();
        let waiting = thread::spawn(move || {
            let mut byte = [0];
            listener.receive_exact(&mut byte, soon()).unwrap();
            byte
        });
        thread::sleep(Duration::from_millis(pause));
        client.send(b"!", WATCHDOG).unwrap();
        assert_eq!(waiting.join().unwrap(), *b"!");
    }
}

#[test]
fn the_end_is_noticed_and_what_came_before_it_counts() {
    for mode in WaitMode::ALL {
        let (mut client, mut listener) = pair(hello(mode)).unwrap();
        client.send(b"last words", WATCHDOG).unwrap();
        let waiting = thread::spawn(move || {
            let mut bytes = [0; 10];
            listener.receive_exact(&mut bytes, soon()).unwrap();
            assert_eq!(&bytes, b"last words");
            let end = listener.receive(&mut [MaybeUninit::uninit()], soon()).unwrap();
            (end, listener.control().is_gone())
        });
        thread::sleep(Duration::from_millis(20));
        drop(client);
        assert_eq!(waiting.join().unwrap(), (0, true), "{mode:?}");
    }
}

#[test]
fn a_reader_that_does_not_read_is_given_up_on() {
    for mode in WaitMode::ALL {
        let (mut client, listener) = pair(hello(mode)).unwrap();
        let error = client.send(&pattern(5000), Duration::from_millis(30)).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut, "{mode:?}");
        drop(listener);
        let error = client.send(&pattern(5000), WATCHDOG).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe, "{mode:?}");
    }
}

#[test]
fn a_writer_that_does_not_write_is_given_up_on() {
    let (_client, mut listener) = pair(hello(WaitMode::SpinThenFutex)).unwrap();
    assert!(!listener.is_ready_within(Duration::from_millis(5)));
    let deadline = Some(Instant::now() + Duration::from_millis(30));
    let error = listener.receive(&mut [MaybeUninit::uninit()], deadline).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::TimedOut);
}

#[test]
fn words_that_can_not_be_end_the_connection() {
    let (client, mut listener) = pair(hello(WaitMode::Futex)).unwrap();
    let tail = client.mapping().word(request_ring(4096).tail);
    tail.store(5000, Ordering::SeqCst);
    let error = listener.receive(&mut [MaybeUninit::uninit()], soon()).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    client.mapping().word(reply_ring(4096).head).store(1, Ordering::SeqCst);
    let error = listener.send(&pattern(5000), WATCHDOG).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    // How a side sleeps is only a hint: nonsense there wakes nobody and breaks nothing.
    let (mut client, mut listener) = pair(hello(WaitMode::Futex)).unwrap();
    listener.mapping().word(request_ring(4096).reader_sleeps).store(77, Ordering::SeqCst);
    client.send(b"x", WATCHDOG).unwrap();
    listener.receive_exact(&mut [0], soon()).unwrap();
}

#[test]
fn a_hello_that_can_not_be_is_refused_by_name() {
    for (at, word, told) in [
        (0, 7u32, "magic: got 7"),
        (4, 9, "version: got 9, expected 2"),
        (8, 5000, "ring bytes: got 5000, expected a power of two from 4096 to 67108864"),
        (8, 1 << 27, "ring bytes: got 134217728"),
        (12, 4, "wait mode: got 4, expected 0 to 3"),
    ] {
        let (client, listener) = std::os::unix::net::UnixStream::pair().unwrap();
        let (client, listener) = (Control::new(client.into()), Control::new(listener.into()));
        let mut bytes = *b"IPTC\x02\0\0\0\0\x10\0\0\0\0\0\0";
        bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
        client.send(&bytes, Instant::now() + WATCHDOG).unwrap();
        let error = receive_hello(&listener, Instant::now() + WATCHDOG).unwrap_err().to_string();
        assert!(error.contains(told), "{error}");
    }
}

#[test]
fn a_client_that_does_not_say_hello_is_given_up_on() {
    let (client, listener) = std::os::unix::net::UnixStream::pair().unwrap();
    let listener = Control::new(listener.into());
    let deadline = Instant::now() + Duration::from_millis(20);
    assert!(matches!(receive_hello(&listener, deadline), Err(Error::TimedOut)));
    drop(client);
    let end = receive_hello(&listener, Instant::now() + WATCHDOG);
    assert!(matches!(end, Err(Error::Io(error)) if error.kind() == io::ErrorKind::UnexpectedEof));
}

#[test]
fn segments_are_seen_by_both() {
    let (client, listener) = pair(hello(WaitMode::Futex)).unwrap();
    let end = client.memory().len().unwrap();
    client.memory().reserve(end, 1 << 16).unwrap();
    let here = client.memory().map(end, 1 << 16).unwrap();
    let there = listener.memory().map(end, 1 << 16).unwrap();
    here.write(12_345, b"seen");
    let mut bytes = [0; 4];
    there.read(12_345, &mut bytes);
    assert_eq!(&bytes, b"seen");
}

#[test]
fn nothing_of_it_has_a_name() {
    let name_of = |ends: &Ends| {
        use std::os::fd::{AsFd, AsRawFd};
        let fd = ends.memory().as_fd().as_raw_fd();
        std::fs::read_link(format!("/proc/self/fd/{fd}"))
    };
    let (client, listener) = pair(hello(WaitMode::Futex)).unwrap();
    for ends in [&client, &listener] {
        // Only where there is /proc.
        if let Ok(name) = name_of(ends) {
            assert!(name.to_string_lossy().ends_with("(deleted)"), "{name:?}");
        }
    }
}

#[test]
fn offering_to_nobody_fails() {
    let (client, listener) = std::os::unix::net::UnixStream::pair().unwrap();
    drop(client);
    let listener = Arc::new(Control::new(listener.into()));
    let deadline = Instant::now() + WATCHDOG;
    assert!(offer(&listener, hello(WaitMode::Futex), deadline).is_err());
}
