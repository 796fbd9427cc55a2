//! One block of timed echoes.

use std::io;
use std::time::Instant;

use crate::orders::Order;
use crate::payload::{mark, random_floats};

/// Times echoes of one size. The first time given is the block's first call, cold; calls to warm up
/// follow that nobody is told of; then the timed ones. In nanoseconds, from before the request's
/// first byte to after the reply's last. Every reply is compared with what was sent, after the clock
/// has stopped.
///
/// `echo` sends its first argument and fills the second, as long, with the answer.
///
/// # Errors
/// `InvalidData` when a reply differs; else what the echo says.
pub fn run<T>(
    order: &Order<T>,
    mut echo: impl FnMut(&[u8], &mut [u8]) -> io::Result<()>,
) -> io::Result<Vec<u64>> {
    let mut payload = random_floats(order.floats);
    let mut reply = vec![0; payload.len()];
    let mut calls = 0;
    let mut timed = || -> io::Result<u64> {
        calls += 1;
        mark(&mut payload, calls);
        let begin = Instant::now();
        echo(&payload, &mut reply)?;
        let nanoseconds = begin.elapsed().as_nanos() as u64;
        if reply != payload {
            let at = reply.iter().zip(&payload).position(|(got, sent)| got != sent).unwrap_or(0);
            let message = format!("echo {calls} of {} floats differs at byte {at}", order.floats);
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        Ok(nanoseconds)
    };

    let mut times = vec![timed()?];
    for _ in 1..order.warm {
        timed()?;
    }
    let begin = Instant::now();
    for n in 0..order.most {
        if n >= order.least && begin.elapsed() >= order.budget {
            break;
        }
        times.push(timed()?);
    }
    Ok(times)
}
