//! One request on stdin, its reply on stdout.

use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd};
use std::process;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use ipc_tax_wire::{FrameBuffer, reply};

use crate::answer::{Answer, Answerer};
use crate::clock::Times;
use crate::engine::Engine;
use crate::failure::Failure;
use crate::log;
use crate::memory;
use crate::options::OnceOptions;
use crate::ready;

/// A write of this many bytes to a pipe that is ready does not block (POSIX's PIPE_BUF, at least).
const ATOMIC: usize = 512;

/// Reads one frame without waiting for the end of input, and answers it.
///
/// # Errors
/// No whole frame came in time, the reply could not be written, or it was an error reply.
pub fn once(options: &OnceOptions) -> Result<(), Failure> {
    memory::prepare();
    let engine = Arc::new(Engine::new(&options.settings));
    let mut buffer = FrameBuffer::new();
    let mut out = Vec::new();
    let mut times = Times::default();

    let stdout = io::stdout();
    let answer = match read_frame(&mut buffer, &engine)? {
        Incoming::TooLarge(error) => {
            times = Times::complete_now();
            reply::error(&mut out, &error);
            Answer::Error
        }
        Incoming::Frame(frame) => {
            times.complete = Times::complete_now().complete;
            // Whoever waits for the reply holds the other end of stdout.
            let gone = || ready::now(stdout.as_fd(), 0) & (libc::POLLERR | libc::POLLHUP) != 0;
            let answered = Answerer::new(Arc::clone(&engine)).answer(
                buffer.bytes_mut(frame.clone()),
                &mut out,
                &mut times,
                &gone,
            );
            match answered {
                None => return Err(failed("stdout: the reader of the reply went away")),
                Some(Answer::InFrame(part)) => {
                    Answer::InFrame(frame.start + part.start..frame.start + part.end)
                }
                Some(answer) => answer,
            }
        }
    };
    times.write_begins();
    let bytes = match &answer {
        Answer::InFrame(range) => &*buffer.bytes_mut(range.clone()),
        Answer::Reply | Answer::Error => &out[..],
    };
    write(stdout.as_fd(), bytes, engine.write_timeout)?;
    if options.timing {
        let [complete, parsed, computed, encoded, write_begun] = times.nanoseconds();
        log::lines(&format!("timing {complete} {parsed} {computed} {encoded} {write_begun}\n"));
    }
    match reply::read(&out) {
        Some((Err(error), _)) if answer == Answer::Error => Err(failed(&error.to_string())),
        _ => Ok(()),
    }
}

/// What came on stdin.
enum Incoming {
    Frame(std::ops::Range<usize>),
    TooLarge(ipc_tax_wire::WireError),
}

fn read_frame(buffer: &mut FrameBuffer, engine: &Engine) -> Result<Incoming, Failure> {
    let stdin = io::stdin();
    let mut deadline = None;
    loop {
        match buffer.frame(engine.limits.frame_bytes) {
            Ok(Some(frame)) => return Ok(Incoming::Frame(frame)),
            Err(error) => return Ok(Incoming::TooLarge(error)),
            Ok(None) => {}
        }
        if buffer.is_within_frame() {
            let deadline = *deadline.get_or_insert_with(|| Instant::now() + engine.frame_timeout);
            ready::wait(stdin.as_fd(), libc::POLLIN, deadline).map_err(|_| {
                let limit = engine.frame_timeout.as_millis();
                failed(&format!("stdin: the frame was not whole {limit} ms after its first byte"))
            })?;
        }
        let room = buffer.with_room().map_err(|_| failed("stdin: no memory for the frame"))?;
        match read(stdin.as_fd(), room) {
            Ok(0) if buffer.is_within_frame() => {
                return Err(failed("stdin: ended within a frame"));
            }
            Ok(0) => return Err(failed("stdin: ended before a frame came")),
            Ok(_) => {}
            Err(error) => return Err(failed(&format!("stdin: {error}"))),
        }
    }
}

/// Reads what is there into `buffer`'s spare capacity; waits for the first byte.
fn read(stdin: BorrowedFd<'_>, buffer: &mut Vec<u8>) -> io::Result<usize> {
    loop {
        let spare = buffer.spare_capacity_mut();
        // SAFETY: `spare` is writable for its length.
        let got = unsafe { libc::read(stdin.as_raw_fd(), spare.as_mut_ptr().cast(), spare.len()) };
        if let Ok(got) = usize::try_from(got) {
            // SAFETY: the kernel wrote that many bytes of the spare capacity.
            unsafe { buffer.set_len(buffer.len() + got) };
            return Ok(got);
        }
        match io::Error::last_os_error() {
            error if error.kind() == io::ErrorKind::Interrupted => {}
            // Whoever started the engine made its stdin non-blocking.
            error if error.kind() == io::ErrorKind::WouldBlock => {
                ready::poll(&mut [ready::interest(stdin.as_raw_fd(), libc::POLLIN)], None)?;
            }
            error => return Err(error),
        }
    }
}

/// Writes all of `bytes`, or gives up after `timeout`.
fn write(stdout: BorrowedFd<'_>, mut bytes: &[u8], timeout: Duration) -> Result<(), Failure> {
    let deadline = Instant::now() + timeout;
    let gave_up = format!("stdout: the reply was not taken within {} ms", timeout.as_millis());
    if bytes.len() > ATOMIC {
        // A blocking write of more than that can't be given a time limit, so the process is.
        let gave_up = gave_up.clone();
        let watch = move || {
            thread::sleep(timeout);
            log::line(&gave_up);
            process::exit(1);
        };
        // Without a thread the write has no limit but works.
        let _ = thread::Builder::new().stack_size(64 << 10).spawn(watch);
    }
    while !bytes.is_empty() {
        ready::wait(stdout, libc::POLLOUT, deadline).map_err(|_| failed(&gave_up))?;
        // SAFETY: `bytes` is readable for its length.
        let wrote = unsafe { libc::write(stdout.as_raw_fd(), bytes.as_ptr().cast(), bytes.len()) };
        match usize::try_from(wrote) {
            Ok(wrote) => bytes = &bytes[wrote..],
            Err(_) => match io::Error::last_os_error() {
                error
                    if matches!(
                        error.kind(),
                        io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock
                    ) => {}
                error => return Err(failed(&format!("stdout: {error}"))),
            },
        }
    }
    Ok(())
}

fn failed(line: &str) -> Failure {
    Failure::Failed(format!("once: {line}"))
}
