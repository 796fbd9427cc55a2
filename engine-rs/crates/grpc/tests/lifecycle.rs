//! Streams, limits, deadlines, callers that go away, and the end.

mod common;

use std::convert::Infallible;
use std::pin::Pin;
use std::process::Command;
use std::time::Duration;

use common::{Client, Engine, WATCHDOG, framed};
use futures_util::stream::{Stream, StreamExt};
use http_body_util::{BodyExt, Full, StreamBody};
use hyper::body::{Bytes, Frame};
use ipc_tax_grpc::proto::reply::Answer;
use ipc_tax_grpc::proto::request::Ask;
use ipc_tax_grpc::proto::*;
use prost::Message;
use tokio::time::timeout;

type Calls = Client<Full<Bytes>>;
type Piece = Result<Frame<Bytes>, Infallible>;
type Pieces = StreamBody<Pin<Box<dyn Stream<Item = Piece> + Send>>>;

/// A body of these pieces, which does not end.
fn endless(pieces: Vec<Bytes>) -> Pieces {
    let pieces = futures_util::stream::iter(pieces).map(|bytes| Ok(Frame::data(bytes)));
    StreamBody::new(Box::pin(pieces.chain(futures_util::stream::pending())))
}

fn asked(ask: Ask) -> Bytes {
    framed(&Request { ask: Some(ask) })
}

fn hours_of_work() -> SweepRequest {
    let params = [100_000, 200_000, 400, 30_000, 50_000, 100_000].repeat(50);
    SweepRequest { close: vec![1.5; 200_000], params }
}

#[tokio::test]
async fn a_stream_is_answered_in_order_errors_among_the_answers() {
    let engine = Engine::start(&[]);
    let mut client: Client<Pieces> = engine.connect().await;
    let mut asks = Vec::new();
    for k in 0..50 {
        asks.push(asked(Ask::Echo(EchoRequest { floats: vec![f64::from(k)] })));
        asks.push(asked(Ask::Drop(DropRequest { series: 9 })));
    }
    // Pieces that have nothing to do with where messages begin.
    let all: Vec<u8> = asks.concat();
    let pieces = all.chunks(7).map(Bytes::copy_from_slice).collect();
    let mut body = client.open("Converse", endless(pieces)).await.into_body();
    let mut came = Vec::new();
    let mut answers = Vec::new();
    while answers.len() < 100 {
        let frame = timeout(WATCHDOG, body.frame()).await.unwrap().unwrap().unwrap();
        came.extend_from_slice(&frame.into_data().unwrap());
        while came.len() >= 5 {
            let length = u32::from_be_bytes(came[1..5].try_into().unwrap()) as usize;
            if came.len() < 5 + length {
                break;
            }
            answers.push(Reply::decode(&came[5..5 + length]).unwrap().answer.unwrap());
            came.drain(..5 + length);
        }
    }
    for (k, pair) in answers.chunks(2).enumerate() {
        assert_eq!(pair[0], Answer::Echo(EchoReply { floats: vec![k as f64] }));
        let Answer::Error(Error { code, message }) = &pair[1] else { panic!("{:?}", pair[1]) };
        assert_eq!(*code, 5);
        assert!(message.contains("drop series id: got 9"), "{message}");
    }
}

#[tokio::test]
async fn one_connection_too_many_is_told_so() {
    let engine = Engine::start(&["--max-connections", "1"]);
    let mut first: Calls = engine.connect().await;
    first.call::<InfoReply>("Info", &InfoRequest {}).await.unwrap();
    let mut second: Calls = engine.connect().await;
    let refused = second.call::<InfoReply>("Info", &InfoRequest {}).await.unwrap_err();
    assert_eq!((refused.status, refused.code), (14, Some(6)));
    assert!(refused.message.contains("got one more than the 1 there are"), "{}", refused.message);
    first.call::<InfoReply>("Info", &InfoRequest {}).await.unwrap();
}

#[tokio::test]
async fn a_message_that_is_not_whole_in_time_is_given_up() {
    let engine = Engine::start(&["--frame-timeout-ms", "200"]);
    let mut client: Client<Pieces> = engine.connect().await;
    let half = asked(Ask::Echo(EchoRequest { floats: vec![1.0; 10] })).slice(..20);
    let body = client.open("Converse", endless(vec![half])).await.into_body();
    let bytes = timeout(WATCHDOG, body.collect()).await.unwrap().unwrap().to_bytes();
    let Some(Answer::Error(error)) = Reply::decode(&bytes[5..]).unwrap().answer else {
        panic!("no error");
    };
    assert!(error.message.contains("expected all of it in 200ms"), "{}", error.message);
    // Between messages a stream may wait.
    let whole = asked(Ask::Info(InfoRequest {}));
    let mut body = client.open("Converse", endless(vec![whole])).await.into_body();
    timeout(WATCHDOG, body.frame()).await.unwrap().unwrap().unwrap();
    assert!(timeout(Duration::from_millis(500), body.frame()).await.is_err());
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_sweep_that_is_cancelled_or_whose_caller_has_gone_ends() {
    let engine = Engine::start(&[]);
    let mut calls: Calls = engine.connect().await;
    for gone in [false, true] {
        let call = calls.start("Sweep", Full::new(framed(&hours_of_work()))).await;
        let call = tokio::spawn(call);
        timeout(WATCHDOG, async { while !engine.is_computing().await {} }).await.unwrap();
        let mut others: Calls = engine.connect().await;
        others.call::<InfoReply>("Info", &InfoRequest {}).await.unwrap();
        if gone {
            calls.socket.shutdown(std::net::Shutdown::Both).unwrap();
        } else {
            call.abort();
        }
        let ends = async { while engine.is_computing().await {} };
        assert!(timeout(WATCHDOG, ends).await.is_ok(), "it goes on, gone: {gone}");
        if !gone {
            calls.call::<InfoReply>("Info", &InfoRequest {}).await.unwrap();
        }
    }
}

#[tokio::test]
async fn sigterm_ends_it_with_streams_open() {
    let mut engine = Engine::start(&[]);
    let mut client: Client<Pieces> = engine.connect().await;
    let whole = asked(Ask::Info(InfoRequest {}));
    let mut body = client.open("Converse", endless(vec![whole])).await.into_body();
    timeout(WATCHDOG, body.frame()).await.unwrap().unwrap().unwrap();
    let pid = engine.child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    timeout(WATCHDOG, body.collect()).await.unwrap().unwrap();
    drop(client);
    assert_eq!(engine.child.wait().unwrap().code(), Some(0));
}

#[test]
fn usage_is_exit_code_two() {
    let engine = || Command::new(env!("CARGO_BIN_EXE_ipc-tax-grpc-engine"));
    let output = engine().args(["serve", "--grpc", "0.0.0.0:1"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("--grpc: got 0.0.0.0:1, expected a loopback address"), "{told}");
    assert!(engine().arg("--help").output().unwrap().status.success());
}
