//! Every opcode, over Unix and TCP.

mod common;

use std::fs;
use std::path::Path;

use common::{COMBO, Client, Engine, id, u64s, walk};
use ipc_tax_kernel::{FEE_PERCENT, KERNELS, Live, Sweep, Windows};
use ipc_tax_wire::{ErrorCode, encode, reply};
use serde_json::Value;

fn sweep_reply(close: &[f64], combos: &[[i64; 6]]) -> Vec<u8> {
    sweep_reply_at(FEE_PERCENT, close, combos)
}

/// At a fee a trade, in percent of its entry.
fn sweep_reply_at(fee: f64, close: &[f64], combos: &[[i64; 6]]) -> Vec<u8> {
    let windows: Vec<Windows> = combos
        .iter()
        .map(|lengths| Windows::from_lengths(lengths.map(|length| length as usize)).unwrap())
        .collect();
    let result = KERNELS[0].sweep(&Sweep { fee, ..Sweep::new(close, &windows) }).unwrap();
    let mut out = Vec::new();
    reply::sweep(&mut out, &result.pnl, &result.trades);
    out[4..].to_vec()
}

/// A series sent, and one loaded, are swept to this reply.
#[track_caller]
fn assert_sweeps(client: &mut Client, close: &[f64], combos: &[[i64; 6]], expected: &[u8]) {
    assert_eq!(client.call(&encode::sweep(close, combos)).as_deref(), Ok(expected));
    let series = id(&client.call(&encode::load(close)));
    assert_eq!(client.call(&encode::sweep_loaded(series, combos)).as_deref(), Ok(expected));
}

#[test]
fn golden_conversations_byte_for_byte() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../lib/test/golden/frames");
    let golden: Value =
        serde_json::from_slice(&fs::read(folder.join("frames.json")).unwrap()).unwrap();
    let refused = |name: &str| {
        golden["refused"].as_array().unwrap().iter().find(|request| request["name"] == name)
    };
    let file =
        |name: &str, kind: &str| fs::read(folder.join(format!("{name}.{kind}.bin"))).unwrap();
    let engine = Engine::start(&[]);
    for conversation in golden["conversations"].as_array().unwrap() {
        for mut client in engine.both() {
            for step in conversation["steps"].as_array().unwrap() {
                let name = step.as_str().unwrap();
                client.send(&file(name, "request"));
                match refused(name) {
                    None => assert_eq!(client.receive_frame(), file(name, "reply"), "{name}"),
                    Some(fields) => {
                        let error = client.receive().unwrap_err();
                        assert_eq!(error.code as u64, fields["code"].as_u64().unwrap(), "{name}");
                        if fields["closes"] == true {
                            client.is_closed();
                        }
                    }
                }
            }
        }
    }
    for fields in golden["refused"].as_array().unwrap() {
        let name = fields["name"].as_str().unwrap();
        for mut client in engine.both() {
            client.send(&file(name, "request"));
            let error = client.receive().unwrap_err();
            assert_eq!(error.code as u64, fields["code"].as_u64().unwrap(), "{name}: {error}");
            match fields["closes"].as_bool().unwrap() {
                true => client.is_closed(),
                false => client.echoes(),
            }
        }
    }
}

#[test]
fn every_kernel_and_thread_count_gives_the_same_rows() {
    let close = walk(700);
    let combos = [COMBO, [4, 8, 3, 1, 2, 4], [100, 200, 14, 33, 50, 100], [800; 6]];
    let expected = sweep_reply(&close, &combos);
    for kernel in ipc_tax_kernel::names() {
        for threads in ["1", "2"] {
            let engine = Engine::start(&["--kernel", kernel, "--threads", threads]);
            for mut client in engine.both() {
                assert_sweeps(&mut client, &close, &combos, &expected);
            }
        }
    }
}

#[test]
fn an_engine_books_the_fee_it_was_started_with() {
    let close = walk(700);
    let combos = [COMBO, [4, 8, 3, 1, 2, 4]];
    for (text, fee) in [("0", 0.0), ("0.002", 0.002), ("1e-9", 1e-9), ("12.5", 12.5)] {
        let expected = sweep_reply_at(fee, &close, &combos);
        assert_ne!(expected, sweep_reply(&close, &combos));
        for kernel in ipc_tax_kernel::names() {
            let engine = Engine::start(&["--kernel", kernel, "--fee", text]);
            for mut client in engine.both() {
                assert_sweeps(&mut client, &close, &combos, &expected);
                let session = id(&client.call(&encode::open_live(&COMBO)));
                let ticks = client.call(&encode::tick(session, &close)).unwrap();
                // Its last PnL is the first row's.
                assert!(ticks.ends_with(&expected[..8]), "{kernel} at {text}");
                let info = String::from_utf8(client.call(&encode::info()).unwrap()).unwrap();
                assert!(info.contains(&format!(r#""fee": {fee}, "#)), "{info}");
            }
        }
    }
}

#[test]
fn the_study_s_size_goes_through() {
    let engine = Engine::start(&[]);
    for mut client in engine.both() {
        let close = walk(150_000);
        let frame = encode::echo(&close);
        for _ in 0..3 {
            client.send(&frame);
            assert_eq!(client.receive().unwrap(), frame[13..]);
        }
        assert_eq!(
            client.call(&encode::sweep(&close, &[COMBO])),
            Ok(sweep_reply(&close, &[COMBO]))
        );
    }
}

#[test]
fn live_equals_the_kernel_after_every_bar() {
    let engine = Engine::start(&[]);
    let mut close = walk(200);
    close[70] = f64::NAN;
    for mut client in engine.both() {
        let session = id(&client.call(&encode::open_live(&COMBO)));
        let other = id(&client.call(&encode::open_live(&[2, 5, 2, 1, 2, 4])));
        assert_eq!((session, other), (1, 2));
        let mut live = Live::new(Windows::of_length(6));
        for batch in close.chunks(7) {
            let mut expected = Vec::new();
            for &bar in batch {
                let position = live.tick(bar);
                reply::tick(&mut expected, position.side, position.trades, position.pnl);
            }
            assert_eq!(client.call(&encode::tick(session, batch)), Ok(expected));
            client.call(&encode::tick(other, &batch[..1])).unwrap();
        }
        assert_eq!(client.call(&encode::tick(session, &[])), Ok(vec![]));
        assert_eq!(client.call(&encode::close_live(session)), Ok(vec![]));
        client.refused(&encode::tick(session, &[1.0]), ErrorCode::UnknownId, "session id: got 1");
        client.refused(&encode::close_live(session), ErrorCode::UnknownId, "session id: got 1");
    }
}

#[test]
fn ids_belong_to_their_connection() {
    let engine = Engine::start(&[]);
    let [mut one, mut other] = engine.both();
    assert_eq!(id(&one.call(&encode::load(&[1.0]))), 1);
    assert_eq!(id(&one.call(&encode::load(&[]))), 2);
    other.refused(&encode::sweep_loaded(1, &[COMBO]), ErrorCode::UnknownId, "series id: got 1");
    other.refused(&encode::drop_series(2), ErrorCode::UnknownId, "series id: got 2");
    assert_eq!(one.call(&encode::drop_series(2)), Ok(vec![]));
    one.refused(&encode::drop_series(2), ErrorCode::UnknownId, "series id: got 2");
    assert_eq!(id(&one.call(&encode::load(&[3.0]))), 3);
    assert_eq!(one.call(&encode::sweep_loaded(3, &[])), Ok(vec![]));
}

#[test]
fn info_tells_what_the_engine_is() {
    let options = ["--kernel", "unchecked", "--threads", "3", "--max-bars", "77"];
    let engine = Engine::start(&options);
    for mut client in engine.both() {
        let info: Value = serde_json::from_slice(&client.call(&encode::info()).unwrap()).unwrap();
        assert_eq!(info["engine"], env!("CARGO_PKG_VERSION"));
        assert_eq!(info["protocol"], 1);
        assert_eq!(info["kernel"], "unchecked");
        assert_eq!(info["threads"], 3);
        let limits = &info["limits"];
        assert_eq!(limits["bars"], 77);
        assert_eq!(limits["frame_bytes"], 256 << 20);
        assert_eq!(limits["combos"], 65_536);
        assert_eq!(limits["window"], 1 << 26);
        assert_eq!(limits["series"], 64);
        assert_eq!(limits["series_bytes"], 1 << 30);
        assert_eq!(limits["sessions"], 64);
        assert_eq!(limits["connections"], 1024);
        assert_eq!(limits["frame_timeout_ms"], 30_000);
        assert_eq!(limits["write_timeout_ms"], 30_000);
    }
}

#[test]
fn timing_is_of_the_request_before_on_the_same_connection() {
    let engine = Engine::start(&[]);
    let timing = |client: &mut Client| u64s(&client.call(&encode::timing()).unwrap());
    for mut client in engine.both() {
        assert_eq!(timing(&mut client), [0; 5]);
        client.call(&encode::sweep(&walk(2000), &[COMBO; 5])).unwrap();
        let sweep = timing(&mut client);
        assert!(sweep[0] > 0 && sweep.is_sorted(), "{sweep:?}");
        assert!(sweep[2] - sweep[1] > 1000, "2000 bars take more than 1 µs: {sweep:?}");
        let of_timing = timing(&mut client);
        assert!(of_timing[0] >= sweep[4] && of_timing.is_sorted());
        client.call(&[0, 0, 0, 0]).unwrap_err();
        let of_error = timing(&mut client);
        assert!(of_error[0] >= of_timing[4] && of_error.is_sorted());
        assert_eq!(timing(&mut engine.unix()), [0; 5]);
    }
}
