//! Every limit provoked, over Unix and TCP, and what happens to the connection then.

mod common;

use common::{COMBO, Client, Engine, eventually, id};
use ipc_tax_wire::{ErrorCode, encode, frame, reply};

#[test]
fn a_frame_too_large_is_answered_and_closes() {
    let engine = Engine::start(&["--max-frame", "100"]);
    for mut client in engine.both() {
        let most = encode::echo(&[1.0; 11]);
        assert_eq!(most.len(), 4 + 97);
        client.call(&most).unwrap();
        // More than fits any socket buffer: the engine discards it, so that the error is read.
        let mut large = 101u32.to_le_bytes().to_vec();
        large.resize(2 << 20, 1);
        let _ = client.try_send(&large);
        client.stop_sending();
        let error = client.receive().unwrap_err();
        assert_eq!(error.code, ErrorCode::TooLarge);
        assert!(error.message.contains("body_len: got 101 bytes, expected at most 100"), "{error}");
        client.is_closed();
    }
}

#[test]
fn four_bytes_are_enough_to_refuse_a_frame() {
    let engine = Engine::start(&[]);
    for length in [(256 << 20) + 1, frame::ERROR_BIT, u32::MAX] {
        for mut client in engine.both() {
            client.refused(&length.to_le_bytes(), ErrorCode::TooLarge, &length.to_string());
            client.is_closed();
        }
    }
}

#[test]
fn frames_before_one_too_large_are_answered() {
    let engine = Engine::start(&["--max-frame", "100"]);
    for mut client in engine.both() {
        let frames = [encode::echo(&[2.0]), encode::load(&[]), vec![255; 4]].concat();
        client.send(&frames);
        assert_eq!(client.receive(), Ok(2.0f64.to_le_bytes().to_vec()));
        assert_eq!(id(&client.receive()), 1);
        assert_eq!(client.receive().unwrap_err().code, ErrorCode::TooLarge);
        client.is_closed();
    }
}

#[test]
fn counts_over_their_limits_leave_the_connection() {
    let engine = Engine::start(&[
        "--max-bars=4",
        "--max-combos=2",
        "--max-window=9",
        "--max-series=2",
        "--max-sessions=1",
    ]);
    let too_large = ErrorCode::TooLarge;
    for mut client in engine.both() {
        let told = "n_bars: got 5, expected at most 4";
        client.refused(&encode::sweep(&[1.0; 5], &[]), too_large, told);
        client.refused(&encode::load(&[1.0; 5]), too_large, told);
        client.refused(&encode::sweep(&[], &[COMBO; 3]), too_large, "n_combos: got 3");

        assert_eq!(id(&client.call(&encode::load(&[1.0; 4]))), 1);
        assert_eq!(id(&client.call(&encode::load(&[1.0; 4]))), 2);
        client.refused(&encode::load(&[]), too_large, "series on this connection: got 3");
        client.refused(&encode::sweep_loaded(1, &[COMBO; 3]), too_large, "n_combos: got 3");
        client.call(&encode::drop_series(2)).unwrap();
        assert_eq!(id(&client.call(&encode::load(&[]))), 3);

        let told = "half: got 10, expected a window of 1 to 9 bars";
        let wide = [10, 1, 1, 1, 1, 1];
        for request in [
            encode::sweep(&[1.0], &[wide]),
            encode::sweep_loaded(1, &[wide]),
            encode::open_live(&wide),
        ] {
            client.refused(&request, ErrorCode::BadParameters, told);
        }

        assert_eq!(id(&client.call(&encode::open_live(&COMBO))), 1);
        client.refused(&encode::open_live(&COMBO), too_large, "sessions on this connection: got 2");
        client.call(&encode::close_live(1)).unwrap();
        assert_eq!(id(&client.call(&encode::open_live(&COMBO))), 2);
        client.echoes();
    }
}

#[test]
fn bytes_of_series_are_limited_over_all_connections() {
    let engine = Engine::start(&["--max-series-bytes", "64"]);
    let [mut one, mut other] = engine.both();
    assert_eq!(id(&one.call(&encode::load(&[1.0; 4]))), 1);
    assert_eq!(id(&other.call(&encode::load(&[1.0; 3]))), 1);
    let told = "bytes of series in all: got 72, expected at most 64";
    one.refused(&encode::load(&[1.0; 2]), ErrorCode::TooLarge, told);
    other.refused(&encode::load(&[1.0; 2]), ErrorCode::TooLarge, told);
    assert_eq!(id(&one.call(&encode::load(&[1.0]))), 2);
    one.call(&encode::drop_series(1)).unwrap();
    assert_eq!(id(&other.call(&encode::load(&[1.0; 4]))), 2);
    // What a connection held goes with it.
    drop(other);
    eventually("the bytes of a closed connection should be free", || {
        one.call(&encode::load(&[1.0; 7])).is_ok()
    });
}

#[test]
fn a_reply_too_large_leaves_the_connection() {
    let engine = Engine::start(&["--max-frame", "100"]);
    for mut client in engine.both() {
        assert_eq!(id(&client.call(&encode::open_live(&COMBO))), 1);
        assert_eq!(client.call(&encode::tick(1, &[1.0; 4])).unwrap().len(), 96);
        let told = "tick reply bytes: got 120, expected at most 100";
        client.refused(&encode::tick(1, &[1.0; 5]), ErrorCode::TooLarge, told);
        client.refused(&encode::info(), ErrorCode::TooLarge, "info reply bytes: got ");
        client.call(&encode::timing()).unwrap();
        client.echoes();
    }
}

#[test]
fn a_connection_over_the_limit_is_told_so_unasked() {
    let engine = Engine::start(&["--max-connections", "2"]);
    let [mut one, mut two] = engine.both();
    one.echoes();
    two.echoes();
    for mut over in engine.both() {
        // One that has sent a request already still reads the error.
        let _ = over.try_send(&encode::echo(&vec![1.0; 100_000]));
        let error = over.receive().unwrap_err();
        assert_eq!(error.code, ErrorCode::Busy);
        assert!(error.message.contains("expected at most 2"), "{error}");
        over.is_closed();
    }
    one.echoes();
    drop(two);
    eventually("a closed connection should make room", || engine.has_room());
}

#[test]
fn busy_connections_in_great_number_hold_up_nobody() {
    let engine = Engine::start(&["--max-connections", "1"]);
    let mut served = engine.unix();
    served.echoes();
    let mut refused: Vec<Client> = (0..200).map(|_| engine.unix()).collect();
    served.echoes();
    for client in &mut refused {
        if let Some(frame) = client.try_receive_frame() {
            let (reply, _) = reply::read(&frame).unwrap();
            assert_eq!(reply.unwrap_err().code, ErrorCode::Busy);
        }
    }
    served.echoes();
}

#[cfg(target_os = "linux")]
#[test]
fn memory_follows_what_arrives_and_goes_when_idle() {
    let engine = Engine::start(&[]);
    let mut client = engine.unix();
    client.echoes();
    let before = engine.resident();
    let near = |resident: usize| resident < before + (12 << 20);

    // Declares 256 MiB and sends a little.
    let mut declared: Vec<Client> = (0..20).map(|_| engine.unix()).collect();
    for client in &mut declared {
        client.send(&(256u32 << 20).to_le_bytes());
        client.send(&[1; 10_000]);
    }
    client.echoes();
    assert!(near(engine.resident()), "{} to {}", before, engine.resident());

    // Windows of 2^26 bars cost nothing before their bars come.
    for _ in 0..64 {
        client.call(&encode::open_live(&[1 << 26; 6])).unwrap();
    }
    assert!(near(engine.resident()), "{} to {}", before, engine.resident());

    // 32 MiB there and back, then nothing for a while.
    let large = encode::sweep(&vec![1.0; 4 << 20], &[]);
    assert_eq!(client.call(&large), Ok(vec![]));
    eventually("the memory of a large frame should be given back", || near(engine.resident()));
    client.echoes();
}

#[cfg(target_os = "linux")]
#[test]
fn memory_of_a_large_reply_to_a_small_request_goes_when_idle() {
    let engine = Engine::start(&[]);
    let mut client = engine.unix();
    let session = id(&client.call(&encode::open_live(&[1; 6])));
    let before = engine.resident();

    // 3 MiB there, which is kept, and 9 MiB back.
    let ticks = vec![1.0; (3 << 20) / 8];
    let mut clients = vec![client];
    for _ in 0..4 {
        let mut client = engine.unix();
        assert_eq!(id(&client.call(&encode::open_live(&[1; 6]))), session);
        let body = client.call(&encode::tick(session, &ticks)).unwrap();
        assert_eq!(body.len(), ticks.len() * reply::TICK_BYTES);
        clients.push(client);
    }
    let near = |resident: usize| resident < before + (20 << 20);
    eventually("the memory of large replies should be given back", || near(engine.resident()));
    clients.iter_mut().for_each(Client::echoes);
}

#[cfg(target_os = "linux")]
#[test]
fn a_request_there_is_no_memory_for_costs_nobody_else() {
    use std::os::unix::process::CommandExt;

    let limited = |command: &mut std::process::Command| {
        // A backtrace would need the memory that is not there.
        command.env("RUST_BACKTRACE", "0");
        // SAFETY: setrlimit is safe to call between fork and exec.
        unsafe {
            command.pre_exec(|| {
                let limit = libc::rlimit { rlim_cur: 128 << 20, rlim_max: 128 << 20 };
                libc::setrlimit(libc::RLIMIT_AS, &limit);
                Ok(())
            });
        }
    };
    let engine = Engine::start_command(&[], limited);
    let mut other = engine.unix();
    other.echoes();
    let before = engine.resident();
    let close = vec![1.0; 4 << 20];
    let sweep = |_: &mut Client| encode::sweep(&close, &[COMBO]);
    let sweep_loaded = |client: &mut Client| {
        let series = id(&client.call(&encode::load(&close)));
        encode::sweep_loaded(series, &[COMBO])
    };
    let tick = |client: &mut Client| {
        let session = id(&client.call(&encode::open_live(&COMBO)));
        encode::tick(session, &close)
    };
    type Request<'a> = &'a dyn Fn(&mut Client) -> Vec<u8>;
    for request in [&sweep as Request<'_>, &sweep_loaded, &tick] {
        let mut client = engine.unix();
        let request = request(&mut client);
        client.refused(&request, ErrorCode::Internal, "engine: got a panic");
        client.echoes();
        other.echoes();
        drop(client);
        // The frame alone is 32 MiB; a panic told with a backtrace reads the program's symbols in.
        let near = |resident: usize| resident < before + (28 << 20);
        eventually("a connection's memory should go with it", || near(engine.resident()));
    }
}
