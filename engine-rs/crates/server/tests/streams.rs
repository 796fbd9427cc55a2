//! Streams as they really come: in pieces, several requests at once, slow, cut off.

mod common;

use std::thread;
use std::time::{Duration, Instant};

use common::{COMBO, Client, Engine, endless_sweep, eventually, id, walk};
use ipc_tax_wire::{ErrorCode, encode, reply};

fn requests() -> Vec<Vec<u8>> {
    vec![
        encode::load(&walk(30)),
        encode::sweep_loaded(1, &[COMBO]),
        encode::echo(&[1.0, f64::NAN]),
        encode::open_live(&COMBO),
        vec![1, 0, 0, 0, 77],
        encode::tick(1, &walk(9)),
        encode::sweep(&walk(20), &[COMBO; 2]),
        encode::close_live(1),
        encode::drop_series(1),
    ]
}

#[test]
fn a_byte_at_a_time() {
    let engine = Engine::start(&[]);
    for [mut whole, mut pieces] in engine.pairs() {
        for request in requests() {
            whole.send(&request);
            for byte in &request {
                pieces.send(std::slice::from_ref(byte));
            }
            assert_eq!(pieces.receive_frame(), whole.receive_frame());
        }
    }
}

#[test]
fn pipelined_requests_are_answered_in_order() {
    let engine = Engine::start(&[]);
    for [mut one_by_one, mut pipelined] in engine.pairs() {
        pipelined.send(&requests().concat());
        for request in requests() {
            one_by_one.send(&request);
            assert_eq!(pipelined.receive_frame(), one_by_one.receive_frame());
        }
    }
}

#[test]
fn many_pipelined_requests_of_odd_lengths() {
    let engine = Engine::start(&[]);
    for mut client in engine.both() {
        let frames: Vec<Vec<u8>> =
            (0..3000).map(|k| encode::echo(&vec![k as f64; k % 13])).collect();
        // Malformed ones between them shift the others off every alignment.
        let mut stream = Vec::new();
        for (k, frame) in frames.iter().enumerate() {
            stream.extend((k as u32 % 8).to_le_bytes());
            stream.extend(vec![1; k % 8]);
            stream.extend(frame);
        }
        client.send(&stream);
        for frame in &frames {
            assert_eq!(client.receive().unwrap_err().code, ErrorCode::Malformed);
            assert_eq!(client.receive().unwrap(), frame[13..]);
        }
    }
}

#[test]
fn unaligned_series_are_swept_and_loaded() {
    let engine = Engine::start(&[]);
    let close = walk(100);
    for mut client in engine.both() {
        let expected = client.call(&encode::sweep(&close, &[COMBO]));
        for shift in 0..8usize {
            let mut stream = (shift as u32).to_le_bytes().to_vec();
            stream.extend(vec![0; shift]);
            stream.extend(encode::sweep(&close, &[COMBO]));
            stream.extend(encode::load(&close));
            client.send(&stream);
            client.receive().unwrap_err();
            assert_eq!(client.receive(), expected);
            let series = id(&client.receive());
            assert_eq!(client.call(&encode::sweep_loaded(series, &[COMBO])), expected);
        }
    }
}

#[test]
fn cut_at_every_byte_then_closed() {
    let engine = Engine::start(&[]);
    let request = encode::sweep(&walk(3), &[COMBO]);
    for cut in 0..request.len() {
        for mut client in engine.both() {
            client.send(&request[..cut]);
            client.stop_sending();
            client.is_closed();
        }
    }
    engine.unix().echoes();
}

#[test]
fn a_peer_that_only_stopped_sending_is_answered() {
    let engine = Engine::start(&[]);
    for mut client in engine.both() {
        client.send(&[encode::echo(&[4.0]), encode::sweep(&walk(50), &[COMBO; 1])].concat());
        client.stop_sending();
        assert_eq!(client.receive(), Ok(4.0f64.to_le_bytes().to_vec()));
        assert_eq!(client.receive().unwrap().len(), 16);
        client.is_closed();
    }
    // Over Unix it is answered even if the sweep takes a while.
    let mut client = engine.unix();
    client.send(&encode::sweep(&walk(50), &[COMBO; 500]));
    client.stop_sending();
    assert_eq!(client.receive().unwrap().len(), 8000);
}

#[test]
fn a_frame_not_whole_in_time_closes_the_connection() {
    let engine = Engine::start(&["--frame-timeout-ms", "300"]);
    for mut idle in engine.both() {
        for sent in [1, 4, 13, 20] {
            for mut client in engine.both() {
                let begun = Instant::now();
                client.send(&encode::echo(&[1.0])[..sent]);
                client.is_closed();
                assert!(begun.elapsed() >= Duration::from_millis(300));
            }
        }
        // A connection without a frame begun may stay.
        idle.echoes();
    }
}

#[test]
fn a_frame_that_trickles_in_is_not_waited_for() {
    let engine = Engine::start(&["--frame-timeout-ms", "200"]);
    for mut client in engine.both() {
        client.send(&(1u32 << 20).to_le_bytes());
        eventually("a trickle should not hold a connection", || {
            thread::sleep(Duration::from_millis(5));
            client.try_send(&[0]).is_err()
        });
    }
}

#[test]
fn the_deadline_of_a_pipelined_frame_begins_after_the_request_before() {
    let engine = Engine::start(&["--frame-timeout-ms", "200"]);
    for mut client in engine.both() {
        let echo = encode::echo(&[1.0]);
        client.send(&[&echo[..], &echo[..7]].concat());
        client.receive().unwrap();
        thread::sleep(Duration::from_millis(50));
        client.send(&echo[7..]);
        client.receive().unwrap();
        client.echoes();
    }
}

#[test]
fn a_peer_that_does_not_read_is_given_up_on() {
    let engine = Engine::start(&["--write-timeout-ms", "200", "--max-connections", "2"]);
    for mut client in engine.both() {
        // Each reply is longer than the socket takes without a reader.
        let request = encode::echo(&vec![1.0; 1 << 20]);
        eventually("an unread reply should end the connection", || {
            client.try_send(&request).is_err()
        });
    }
    // Their places are free again.
    let _one = engine.unix();
    eventually("the places of unread connections should be free", || engine.has_room());
}

#[test]
fn stalled_connections_hold_up_nobody() {
    let engine = Engine::start(&[]);
    let large = encode::echo(&vec![1.0; 1 << 19]);
    let mut stalled = Vec::new();
    for k in 0..100 {
        let mut client = if k % 2 == 0 { engine.unix() } else { engine.tcp() };
        if k < 80 {
            client.send(&large[..1000]);
        } else {
            client.send(&large); // and its reply is never read
        }
        stalled.push(client);
    }
    let mut clients: Vec<Client> = (0..900).map(|_| engine.unix()).collect();
    for client in &mut clients {
        client.send(&encode::sweep(&walk(20), &[COMBO]));
    }
    for client in &mut clients {
        assert_eq!(client.receive().unwrap().len(), 16);
    }
    // One that stalled goes on where it was.
    stalled[0].send(&large[1000..]);
    assert_eq!(stalled[0].receive().unwrap().len(), 8 << 19);
}

#[test]
fn a_client_that_goes_away_ends_its_sweep() {
    let engine = Engine::start(&["--max-connections", "1", "--threads", "2"]);
    for connect in [Engine::unix, Engine::tcp] {
        // The client that looked for room in the round before may not be gone yet.
        let mut client = None;
        eventually("there should be room", || {
            let next = client.insert(connect(&engine));
            next.try_send(&encode::echo(&[])).is_ok()
                && next.try_receive_frame().is_some_and(|frame| frame == [0; 4])
        });
        client.take().unwrap().send(&endless_sweep());
        eventually("the sweep of a client that left should end", || engine.has_room());
    }
}

#[test]
fn a_client_that_goes_away_ends_its_ticks() {
    let engine = Engine::start(&["--max-connections", "1"]);
    let mut client = engine.unix();
    client.call(&encode::open_live(&[1 << 19; 6])).unwrap();
    client.send(&encode::tick(1, &vec![1.0; 1 << 21]));
    drop(client);
    eventually("the ticks of a client that left should end", || engine.has_room());
}

#[test]
fn a_long_sweep_holds_up_nobody() {
    let engine = Engine::start(&[]);
    let mut busy = engine.unix();
    busy.send(&endless_sweep());
    for mut client in engine.both() {
        client.echoes();
        let error = client.call(&encode::drop_series(1)).unwrap_err();
        assert_eq!(error.code, ErrorCode::UnknownId);
    }
}

#[test]
fn noise_is_answered_or_closed_and_harms_nobody() {
    let engine = Engine::start(&["--max-frame", "4096", "--frame-timeout-ms", "500"]);
    let mut state = 7u64;
    for round in 0..60 {
        let mut client = if round % 2 == 0 { engine.unix() } else { engine.tcp() };
        let noise: Vec<u8> = (0..2000)
            .map(|_| {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                // Many zeros, so that some lengths are within the limit.
                if state >> 62 == 0 { (state >> 40) as u8 } else { 0 }
            })
            .collect();
        let _ = client.try_send(&noise);
        client.stop_sending();
        while let Some(frame) = client.try_receive_frame() {
            assert!(reply::read(&frame).is_some());
        }
    }
    engine.unix().echoes();
}
