//! A whole connection: requests, right and nearly right, cut anywhere, over a real socket. Every whole frame is
//! answered in order, nothing else is said, and nothing is left.

use std::io::{Read, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::thread;
use std::time::Duration;

use bolero::check;
use ipc_tax_fuzz::{CASES, Expected, Pieces, Step, World, limits};
use ipc_tax_server::Sessions;
use ipc_tax_server::options::Settings;
use ipc_tax_wire::frame::{LENGTH_BYTES, body_length};
use ipc_tax_wire::reply;

/// Nothing takes this long: an engine that keeps a client waiting for it hangs.
const WATCHDOG: Duration = Duration::from_secs(20);

#[test]
fn stream() {
    check!(name = "connection/stream")
        .with_iterations(CASES)
        .with_type::<(Vec<Step>, Option<u16>, Pieces)>()
        .for_each(|(steps, end, pieces)| {
            let mut stream = steps.iter().flat_map(Step::frame).collect::<Vec<u8>>();
            if let Some(end) = end {
                stream.truncate(usize::from(*end));
            }
            converse(&stream, pieces);
        });
}

#[test]
fn noise() {
    check!(name = "connection/noise")
        .with_iterations(CASES)
        .with_type::<(Vec<u8>, Pieces)>()
        .for_each(|(stream, pieces)| converse(stream, pieces));
}

fn converse(stream: &[u8], pieces: &Pieces) {
    let sessions = Sessions::new(&Settings { limits: limits(), ..Settings::default() });
    let (engine, client) = UnixStream::pair().unwrap();
    client.set_read_timeout(Some(WATCHDOG)).unwrap();
    let mut replies = Vec::new();
    thread::scope(|scope| {
        scope.spawn(|| sessions.serve_stream(engine.into()));
        scope.spawn(|| {
            // An engine that has refused a frame may have closed.
            let _ = pieces.of(stream).try_for_each(|piece| (&client).write_all(piece));
            let _ = client.shutdown(Shutdown::Write);
        });
        (&client).read_to_end(&mut replies).expect("replies, then the end of the stream");
    });
    compare(stream, &replies);
    assert_eq!(sessions.series_bytes(), 0);
}

/// Compares the replies with what the world says of each frame of the stream.
fn compare(mut stream: &[u8], mut replies: &[u8]) {
    let mut world = World::new(limits(), 1);
    let mut next_reply = |expected: Expected| {
        let (_, length) = reply::read(replies).unwrap_or_else(|| panic!("no reply: {expected:?}"));
        let (reply, rest) = replies.split_at(length);
        expected.check(reply);
        replies = rest;
    };
    loop {
        match body_length(stream, limits().frame_bytes) {
            Err(refusal) => {
                next_reply(Expected::Error(refusal.code));
                break;
            }
            Ok(Some(body)) if LENGTH_BYTES + body <= stream.len() => {
                let (frame, rest) = stream.split_at(LENGTH_BYTES + body);
                next_reply(world.answer(0, frame));
                stream = rest;
            }
            // The rest is no whole frame: nothing is said of it.
            Ok(_) => break,
        }
    }
    assert_eq!(replies, [0; 0], "replies too many");
}
