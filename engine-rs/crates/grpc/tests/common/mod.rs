//! A running engine, and a client of gRPC made of HTTP/2 and messages alone.

#![allow(dead_code)]

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use http_body_util::{BodyExt, Full};
use hyper::body::{Body, Bytes, Incoming};
use hyper::client::conn::http2::{SendRequest, handshake};
use hyper::{HeaderMap, Request, Response};
use hyper_util::rt::{TokioExecutor, TokioIo};
use prost::Message;
use tokio::net::TcpStream;
use tokio::time::timeout;

/// Nothing takes this long; what does hangs.
pub const WATCHDOG: Duration = Duration::from_secs(20);

pub struct Engine {
    pub child: Child,
    pub address: String,
}

impl Engine {
    pub fn start(more: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ipc-tax-grpc-engine"))
            .args(["serve", "--grpc", "127.0.0.1:0", "--die-with-stdin"])
            .args(more)
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("listening grpc ").unwrap().to_owned();
        Engine { child, address }
    }

    pub async fn connect<B>(&self) -> Client<B>
    where
        B: Body<Data = Bytes> + Send + Unpin + 'static,
        B::Error: std::error::Error + Send + Sync,
    {
        let stream = TcpStream::connect(&self.address).await.unwrap().into_std().unwrap();
        let socket = stream.try_clone().unwrap();
        let stream = TokioIo::new(TcpStream::from_std(stream).unwrap());
        let (sender, connection) = handshake(TokioExecutor::new(), stream).await.unwrap();
        tokio::spawn(connection);
        Client { sender, socket }
    }

    /// Whether a thread of it wants a processor, over and over for a tenth of a second.
    #[cfg(target_os = "linux")]
    pub async fn is_computing(&self) -> bool {
        let tasks = format!("/proc/{}/task", self.child.id());
        for _ in 0..10 {
            tokio::time::sleep(Duration::from_millis(10)).await;
            let running = std::fs::read_dir(&tasks).unwrap().any(|task| {
                let stat = std::fs::read_to_string(task.unwrap().path().join("stat"));
                // The state comes after the name, which ends with the last parenthesis.
                stat.is_ok_and(|stat| stat.rsplit(") ").next().unwrap().starts_with('R'))
            });
            if !running {
                return false;
            }
        }
        true
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let begin = Instant::now();
        while self.child.try_wait().unwrap().is_none() {
            if begin.elapsed() > WATCHDOG {
                self.child.kill().unwrap();
                self.child.wait().unwrap();
                panic!("the engine did not end when its stdin did");
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

pub struct Client<B> {
    sender: SendRequest<B>,
    pub socket: std::net::TcpStream,
}

/// A status that is not OK.
#[derive(Debug, PartialEq, Eq)]
pub struct Refused {
    /// gRPC's own code.
    pub status: u16,
    /// The protocol's, where there is one.
    pub code: Option<u16>,
    pub message: String,
}

/// A message as it goes over the wire: not compressed, its length, itself.
pub fn framed(message: &impl Message) -> Bytes {
    let mut bytes = vec![0];
    bytes.extend((message.encoded_len() as u32).to_be_bytes());
    message.encode(&mut bytes).unwrap();
    bytes.into()
}

impl Client<Full<Bytes>> {
    pub async fn call<R: Message + Default>(
        &mut self,
        method: &str,
        message: &impl Message,
    ) -> Result<R, Refused> {
        let response = self.open(method, Full::new(framed(message))).await;
        let head = response.headers().clone();
        let body = timeout(WATCHDOG, response.into_body().collect()).await.unwrap().unwrap();
        let trailers = body.trailers().cloned().unwrap_or(head);
        refused(&trailers)?;
        Ok(R::decode(&body.to_bytes()[5..]).unwrap())
    }
}

impl<B> Client<B>
where
    B: Body<Data = Bytes> + Send + Unpin + 'static,
    B::Error: std::error::Error + Send + Sync,
{
    /// Opens a call, and gives its response when its head is there.
    pub async fn open(&mut self, method: &str, body: B) -> Response<Incoming> {
        let request = Request::post(format!("http://x/ipc_tax.Engine/{method}"))
            .header("content-type", "application/grpc")
            .header("te", "trailers")
            .body(body)
            .unwrap();
        self.sender.ready().await.unwrap();
        timeout(WATCHDOG, self.sender.send_request(request)).await.unwrap().unwrap()
    }

    /// Sends a call whose response nobody waits for.
    pub async fn start(&mut self, method: &str, body: B) -> impl Future<Output = ()> + use<B> {
        let request = Request::post(format!("http://x/ipc_tax.Engine/{method}"))
            .header("content-type", "application/grpc")
            .body(body)
            .unwrap();
        self.sender.ready().await.unwrap();
        let response = self.sender.send_request(request);
        async move { drop(response.await) }
    }
}

pub fn refused(trailers: &HeaderMap) -> Result<(), Refused> {
    let number =
        |name: &str| trailers.get(name).and_then(|value| value.to_str().ok()?.parse().ok());
    match number("grpc-status").unwrap() {
        0 => Ok(()),
        status => Err(Refused {
            status,
            code: number("ipc-tax-code"),
            message: trailers
                .get("grpc-message")
                .map_or_else(String::new, |told| told.to_str().unwrap().replace("%20", " ")),
        }),
    }
}
