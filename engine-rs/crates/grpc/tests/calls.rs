//! Calls, one a request.

mod common;

use common::{Client, Engine};
use http_body_util::Full;
use hyper::body::Bytes;
use ipc_tax_grpc::proto::*;
use ipc_tax_kernel::{KERNELS, Live, Sweep, Windows};

type Calls = Client<Full<Bytes>>;

fn closes(bars: u32) -> Vec<f64> {
    (0..bars).map(|i| 100.0 + f64::from(i).sin()).collect()
}

fn params(windows: &[Windows]) -> Vec<i64> {
    windows.iter().flat_map(|windows| windows.lengths()).map(|length| length as i64).collect()
}

#[tokio::test]
async fn every_bit_of_a_float_comes_back() {
    let engine = Engine::start(&[]);
    let mut calls: Calls = engine.connect().await;
    let hard = [0x7ff4_0000_dead_beef, 1 << 63, 0xfff0_0000_0000_0000, 1];
    for count in [0, 1, 4, 8193, 600_000] {
        let floats: Vec<_> = (0..count).map(|k| f64::from_bits(hard[k % 4])).collect();
        let request = EchoRequest { floats: floats.clone() };
        let reply: EchoReply = calls.call("Echo", &request).await.unwrap();
        assert!(reply.floats.iter().map(|x| x.to_bits()).eq(floats.iter().map(|x| x.to_bits())));
    }
}

#[tokio::test]
async fn a_connection_is_a_session() {
    let engine = Engine::start(&["--threads", "2"]);
    let mut calls: Calls = engine.connect().await;
    let close = closes(300);
    let windows = [Windows::of_length(6), Windows::of_length(21)];
    let expected = KERNELS[0].sweep(&Sweep::new(&close, &windows)).unwrap();
    let expected = SweepReply { pnl: expected.pnl, trades: expected.trades };
    let sweep = SweepRequest { close: close.clone(), params: params(&windows) };
    assert_eq!(calls.call::<SweepReply>("Sweep", &sweep).await.unwrap(), expected);

    let load = LoadRequest { close: close.clone() };
    assert_eq!(calls.call::<LoadReply>("Load", &load).await.unwrap().series, 1);
    let loaded = SweepLoadedRequest { series: 1, params: params(&windows) };
    assert_eq!(calls.call::<SweepReply>("SweepLoaded", &loaded).await.unwrap(), expected);

    let open = OpenLiveRequest { params: params(&windows[..1]) };
    assert_eq!(calls.call::<OpenLiveReply>("OpenLive", &open).await.unwrap().session, 1);
    let mut live = Live::new(windows[0]);
    for bars in close.chunks(50) {
        let tick = TickRequest { session: 1, close: bars.to_vec() };
        let ticked: TickReply = calls.call("Tick", &tick).await.unwrap();
        for (k, &bar) in bars.iter().enumerate() {
            let position = live.tick(bar);
            assert_eq!(ticked.side[k], position.side);
            assert_eq!(ticked.trades[k], position.trades);
            assert_eq!(ticked.pnl[k], position.pnl);
        }
    }
    let mut other: Calls = engine.connect().await;
    let refused = other.call::<SweepReply>("SweepLoaded", &loaded).await.unwrap_err();
    assert_eq!((refused.status, refused.code), (5, Some(5)));

    let info: InfoReply = calls.call("Info", &InfoRequest {}).await.unwrap();
    assert!(info.json.contains(r#""threads": 2"#), "{}", info.json);
    let timing: TimingReply = calls.call("Timing", &TimingRequest {}).await.unwrap();
    assert!(timing.complete <= timing.parsed && timing.encoded <= timing.write_begun);
    let _: DropReply = calls.call("Drop", &DropRequest { series: 1 }).await.unwrap();
    let _: CloseLiveReply =
        calls.call("CloseLive", &CloseLiveRequest { session: 1 }).await.unwrap();
}

#[tokio::test]
async fn refusals_have_a_status_and_the_protocol_s_code() {
    let engine = Engine::start(&["--max-frame", "1000"]);
    let mut calls: Calls = engine.connect().await;
    let mut sweep = async |close: usize, params: &[i64]| {
        let request = SweepRequest { close: vec![1.0; close], params: params.to_vec() };
        let refused = calls.call::<SweepReply>("Sweep", &request).await.unwrap_err();
        (refused.status, refused.code, refused.message)
    };
    let (status, code, message) = sweep(1, &[1, 1, 1, 1, 1, 0]).await;
    assert_eq!((status, code), (3, Some(4)));
    assert_eq!(message, "sweep combo 0 p: got 0, expected a window of 1 to 67108864 bars");
    let (status, code, message) = sweep(1, &[1; 5]).await;
    assert_eq!((status, code), (3, Some(1)));
    assert!(message.contains("got 5 numbers, expected six a combo"), "{message}");
    let (status, code, message) = sweep(124, &[]).await;
    assert_eq!((status, code), (8, Some(3)));
    assert!(message.contains("got 1001 bytes, expected at most 1000"), "{message}");
    // So far over the limit that none of it is kept.
    let (status, code, message) = sweep(1000, &[]).await;
    assert_eq!((status, code), (11, None));
    assert!(message.contains("found 8003 bytes, the limit is: 1256 bytes"), "{message}");
    let unknown = calls.call::<SweepReply>("Nothing", &InfoRequest {}).await.unwrap_err();
    assert_eq!(unknown.status, 12);
}
