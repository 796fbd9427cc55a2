//! A connection's bytes, with the protocol's deadlines.

use std::future::Future;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use ipc_tax_server::options::Settings;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep};

/// How long a peer may keep sending after the engine has closed its side.
const LINGER: Duration = Duration::from_secs(1);

/// A TCP stream that fails with `TimedOut` when a request that began is not whole in time, or a reply is
/// not taken in time, and that closes so that the peer can read what was sent.
pub struct DeadlineStream {
    stream: TcpStream,
    clock: Clock,
    request_timeout: Duration,
    write_timeout: Duration,
    /// When the request that began must be whole.
    reading: Option<Pin<Box<Sleep>>>,
    /// When the peer must have taken something again.
    writing: Option<Pin<Box<Sleep>>>,
    /// Closed to sending: what still comes is discarded until this.
    lingering: Option<Pin<Box<Sleep>>>,
}

/// Tells a stream what its bytes belong to, which it can't see itself.
#[derive(Clone, Default)]
pub struct Clock(Arc<State>);

#[derive(Default)]
struct State {
    /// No request is incomplete: what was read last belongs to whole ones, or to none yet.
    whole: AtomicBool,
    /// A request is at work, or the carrier looks after its deadlines itself.
    busy: AtomicBool,
}

impl Clock {
    /// The request that began is whole, and at work.
    pub fn request_whole(&self) {
        self.0.busy.store(true, Ordering::Relaxed);
        self.0.whole.store(true, Ordering::Relaxed);
    }

    /// It is answered: the next bytes begin the next one.
    pub fn answered(&self) {
        self.0.busy.store(false, Ordering::Relaxed);
    }

    /// From now on the carrier looks after the deadlines of requests itself: several come at once.
    pub fn never_mind(&self) {
        self.request_whole();
    }
}

impl DeadlineStream {
    /// A stream with the settings' two timeouts.
    pub fn new(stream: TcpStream, settings: &Settings) -> Self {
        DeadlineStream {
            stream,
            clock: Clock::default(),
            request_timeout: settings.frame_timeout,
            write_timeout: settings.write_timeout,
            reading: None,
            writing: None,
            lingering: None,
        }
    }

    /// The clock that tells it what its bytes belong to.
    pub fn clock(&self) -> Clock {
        self.clock.clone()
    }

    fn poll_written<T>(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.writing = None;
            return written;
        }
        let timeout = self.write_timeout;
        let deadline = self.writing.get_or_insert_with(|| Box::pin(tokio::time::sleep(timeout)));
        ready!(deadline.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for DeadlineStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buffer);
        let state = &self.clock.0;
        let busy = state.busy.load(Ordering::Relaxed);
        if state.whole.swap(false, Ordering::Relaxed) || busy {
            self.reading = None;
        }
        let came = buffer.filled().len() > before;
        if came && !busy && self.reading.is_none() {
            self.reading = Some(Box::pin(tokio::time::sleep(self.request_timeout)));
        }
        if read.is_ready() && !came {
            return read;
        }
        // A peer that trickles bytes never makes it wait, so the time is looked at here too.
        let deadline = self.reading.as_mut();
        if deadline.is_some_and(|deadline| deadline.as_mut().poll(cx).is_ready()) {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        read
    }
}

impl AsyncWrite for DeadlineStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.poll_written(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, pieces);
        self.poll_written(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    /// Shuts down sending, then discards what still comes until the peer closes or [`LINGER`] has
    /// passed: to close with bytes unread would reset the connection under the answer.
    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if this.lingering.is_none() {
            ready!(Pin::new(&mut this.stream).poll_shutdown(cx))?;
        }
        let over = this
            .lingering
            .get_or_insert_with(|| Box::pin(tokio::time::sleep_until(Instant::now() + LINGER)));
        if over.as_mut().poll(cx).is_ready() {
            return Poll::Ready(Ok(()));
        }
        let mut discarded = [0; 16 << 10];
        loop {
            let mut buffer = ReadBuf::new(&mut discarded);
            match ready!(Pin::new(&mut this.stream).poll_read(cx, &mut buffer)) {
                Ok(()) if !buffer.filled().is_empty() => {}
                _ => return Poll::Ready(Ok(())),
            }
        }
    }
}
