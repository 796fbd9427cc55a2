//! The operations as paths, with JSON.

mod common;

use common::Engine;
use ipc_tax_kernel::{KERNELS, Live, Sweep, Windows};

fn closes(bars: u32) -> Vec<f64> {
    (0..bars).map(|i| 100.0 + f64::from(i).sin() + f64::from(i) / 3e4).collect()
}

#[test]
fn a_sweep_is_the_kernel_s_bit_for_bit() {
    let engine = Engine::start(&[]);
    let mut connection = engine.connect();
    let close = closes(500);
    let windows = [Windows::of_length(6), Windows::of_length(21)];
    let params: Vec<_> = windows.iter().map(Windows::lengths).collect();
    let expected = KERNELS[0].sweep(&Sweep::new(&close, &windows)).unwrap();
    let loaded = connection.ask("POST /series", &format!(r#"{{"close": {close:?}}}"#));
    assert_eq!(loaded.json()["series"], 1);
    for (line, body) in [
        ("POST /sweep", format!(r#"{{"close": {close:?}, "params": {params:?}}}"#)),
        ("POST /series/1/sweep", format!(r#"{{"params": {params:?}}}"#)),
    ] {
        let response = connection.ask(line, &body);
        assert_eq!(response.status, 200, "{}", response.text());
        assert!(response.head.contains("content-type: application/json\r\n"));
        for step in ["server-timing: parse;dur=", "compute;dur=", "encode;dur="] {
            assert!(response.head.contains(step), "{}", response.head);
        }
        let reply = response.json();
        for k in 0..2 {
            assert_eq!(reply["pnl"][k].as_f64().unwrap().to_bits(), expected.pnl[k].to_bits());
            assert_eq!(reply["trades"][k].as_i64().unwrap(), expected.trades[k]);
        }
    }
    assert_eq!(connection.ask("DELETE /series/1", "").text(), "{}");
    let gone = connection.ask("POST /series/1/sweep", r#"{"params": []}"#);
    assert_eq!((gone.status, gone.json()["code"].as_u64()), (404, Some(5)));
}

#[test]
fn echo_live_info_and_timing() {
    let engine = Engine::start(&["--threads", "2"]);
    let mut connection = engine.connect();
    let floats = r#"{"floats":[0.1,-0.0,5e-324,1.7976931348623157e+308]}"#;
    assert_eq!(connection.ask("POST /echo", floats).text(), floats);

    let windows = Windows::of_length(12);
    let params = format!(r#"{{"params": {:?}}}"#, windows.lengths());
    assert_eq!(connection.ask("POST /live", &params).json()["session"], 1);
    let mut live = Live::new(windows);
    let close = closes(200);
    for bars in close.chunks(50) {
        let ticks =
            connection.ask("POST /live/1/tick", &format!(r#"{{"close": {bars:?}}}"#)).json();
        for (k, &bar) in bars.iter().enumerate() {
            let position = live.tick(bar);
            assert_eq!(ticks["side"][k], position.side);
            assert_eq!(ticks["trades"][k], position.trades);
            assert_eq!(ticks["pnl"][k].as_f64().unwrap(), position.pnl);
        }
    }
    assert_eq!(connection.ask("DELETE /live/1", "").status, 200);
    assert_eq!(connection.ask("POST /live/1/tick", r#"{"close": []}"#).status, 404);

    let info = connection.ask("GET /info", "").json();
    assert_eq!((info["protocol"].as_u64(), info["threads"].as_u64()), (Some(1), Some(2)));
    let timing = connection.ask("GET /timing", "").json();
    let time = |step: &str| timing[step].as_str().unwrap().parse::<u64>().unwrap();
    assert!(time("complete") <= time("parsed") && time("encoded") <= time("write_begun"));
}

#[test]
fn faults_have_a_status_and_a_sentence() {
    let engine = Engine::start(&["--max-frame", "100"]);
    let close = vec!["1"; 20].join(",");
    for (line, kind, body, status, code, sentence) in [
        ("GET /sweep", "application/json", "", 405, 2, "method: got GET, expected POST"),
        ("POST /", "application/json", "{}", 404, 2, "path: got /, expected /frame, /echo"),
        ("POST /sweep", "text/plain", "{}", 415, 1, "content-type: got \"text/plain\""),
        ("POST /sweep", "application/json", "{\"close\": [", 400, 1, "body: EOF while parsing"),
        (
            "POST /sweep",
            "application/json; charset=utf-8",
            r#"{"close": [1], "params": [[1,1,1,1,1,0]]}"#,
            422,
            4,
            "combo 0 p: got 0, expected a window of 1 to 67108864 bars",
        ),
        ("POST /echo", "application/json", &*" ".repeat(1500), 413, 3, "body: got 1500 bytes"),
        (
            "POST /series",
            "application/json",
            &*format!(r#"{{"close": [{close}]}}"#),
            413,
            3,
            "frame body_len: got 169 bytes, expected at most 100",
        ),
        ("DELETE /live/x", "application/json", "", 400, 1, "close live id: got x"),
    ] {
        let mut connection = engine.connect();
        connection.send_request(line, kind, body.as_bytes());
        let response = connection.receive();
        assert_eq!(response.status, status, "{}", response.text());
        assert_eq!(response.json()["code"], code, "{}", response.text());
        let told = response.json()["error"].as_str().unwrap().to_owned();
        assert!(told.starts_with(sentence) || told.contains(sentence), "{told}");
        assert_eq!(response.closes(), status == 413, "{line}");
    }
}

#[test]
fn what_json_has_no_number_for_is_named() {
    let engine = Engine::start(&[]);
    let mut connection = engine.connect();
    // A position entered at a price of zero gains infinitely much.
    let close: Vec<f64> = (0..70).map(|k| if k % 14 < 7 { 0.0 } else { 100.0 }).collect();
    let body = format!(r#"{{"close": {close:?}, "params": [[2,4,2,1,2,3]]}}"#);
    let response = connection.ask("POST /sweep", &body);
    assert_eq!(response.status, 422, "{}", response.text());
    assert_eq!(response.json()["place"], "pnl[0]");
    let value = response.json()["value"].as_str().unwrap().to_owned();
    assert!(["NaN", "inf", "-inf"].contains(&&*value), "{value}");
}

#[test]
fn an_error_repeats_no_8_mb_of_what_was_sent() {
    let engine = Engine::start(&[]);
    let long = "k".repeat(8 << 20);
    let escapes = "\\u001b".repeat(1 << 20);
    let path = format!("/{}", "p".repeat(50_000));
    let id = "9".repeat(50_000);
    let kind = format!("text/{}", "t".repeat(50_000));
    for (line, kind, body, says) in [
        (
            "POST /sweep",
            "application/json",
            format!(r#"{{"{long}": 1}}"#),
            "body: unknown field `kkk",
        ),
        (
            "POST /echo",
            "application/json",
            format!(r#"{{"floats": "{long}"}}"#),
            "body: invalid type: string",
        ),
        (
            "POST /live",
            "application/json",
            format!(r#"{{"params": [1, "{long}"]}}"#),
            "body: invalid",
        ),
        (
            "POST /echo",
            "application/json",
            format!(r#"{{"{escapes}": 1}}"#),
            "body: unknown field `\\u{1b}",
        ),
        (
            "POST /echo",
            "application/json",
            format!(r#"{{"floats": [1{}e999]}}"#, "0".repeat(1 << 20)),
            "1000",
        ),
        (&format!("POST {path}"), "application/json", String::new(), "path: got /ppp"),
        (&format!("DELETE /series/{id}"), "application/json", String::new(), "drop id: got 999"),
        ("POST /echo", &kind, "{}".to_owned(), "content-type: got \"text/ttt"),
        ("POST /frame", &kind, String::new(), "content-type: got \"text/ttt"),
    ] {
        let mut connection = engine.connect();
        connection.send_request(line, kind, body.as_bytes());
        let response = connection.receive();
        // Of `/frame` it is a frame: four bytes of length and two of code.
        let told = match line.contains("frame") {
            true => String::from_utf8_lossy(&response.body[6..]).into_owned(),
            false => response.json()["error"].as_str().unwrap().to_owned(),
        };
        let shown: String = told.chars().take(200).collect();
        assert!(told.len() < 3000, "{} bytes: {shown}", told.len());
        assert!(told.contains("expected "), "{told}");
        assert!(told.contains(says) && told.contains(" bytes)"), "{says}: {shown}");
        assert!(!told.contains('\u{1b}'), "{shown}");
    }
}
