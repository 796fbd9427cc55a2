//! Listening, and ending.

use std::convert::Infallible;
use std::io::{self, Read};
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::{Semaphore, oneshot};

use crate::answer::answer;
use crate::options::Options;

/// Connections at once; the next one waits to be accepted.
const CONNECTIONS: usize = 1024;

/// The head of a request must be whole this long after its first byte.
const HEAD_TIMEOUT: Duration = Duration::from_secs(30);

/// What requests under way have when the engine is told to stop.
const DRAIN: Duration = Duration::from_secs(2);

/// Serves until SIGTERM, SIGINT or, when asked, the end of stdin; then lets requests under way finish
/// for at most 2 s.
///
/// # Errors
/// The address can't be listened on.
pub fn serve(options: Options) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(listen(Arc::new(options)));
    // A sweep that goes on after the time to drain is not waited for.
    runtime.shutdown_background();
    served
}

async fn listen(options: Arc<Options>) -> io::Result<()> {
    let listener = TcpListener::bind(options.http).await?;
    let mut stop = Stop::new(options.die_with_stdin)?;
    eprintln!("listening http {}", listener.local_addr()?);
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let graceful = GracefulShutdown::new();
    loop {
        let accepted = async {
            let place = Arc::clone(&places).acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, stream) = tokio::select! {
            (place, stream) = accepted => (place, stream),
            () = stop.due() => break,
        };
        let stream = match stream {
            Ok((stream, _)) => stream,
            Err(error) => {
                // Out of descriptors, mostly: some may be free in a moment.
                eprintln!("cannot accept: {error}");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        // Replies are small: none of them is to wait for the one before to be acknowledged.
        stream.set_nodelay(true)?;
        let options = Arc::clone(&options);
        let service = service_fn(move |request| {
            let options = Arc::clone(&options);
            async move { Ok::<_, Infallible>(answer(request, options).await) }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD_TIMEOUT)
            .serve_connection(TokioIo::new(stream), service);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // A peer that goes away costs nothing but its own connection.
            let _ = connection.await;
            drop(place);
        });
    }
    drop(listener);
    let _ = tokio::time::timeout(DRAIN, graceful.shutdown()).await;
    Ok(())
}

/// What tells the engine to stop.
struct Stop {
    terminate: tokio::signal::unix::Signal,
    interrupt: tokio::signal::unix::Signal,
    stdin_ended: oneshot::Receiver<()>,
    with_stdin: bool,
}

impl Stop {
    fn new(with_stdin: bool) -> io::Result<Self> {
        let (ended, stdin_ended) = oneshot::channel();
        if with_stdin {
            std::thread::spawn(move || {
                let mut discarded = [0; 4096];
                while matches!(io::stdin().lock().read(&mut discarded), Ok(1..)) {}
                let _ = ended.send(());
            });
        }
        Ok(Stop {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
            stdin_ended,
            with_stdin,
        })
    }

    async fn due(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
            _ = &mut self.stdin_ended, if self.with_stdin => {}
        }
    }
}
