//! Shared memory whose sides sleep in a futex until it is their turn: two system calls a side.

use std::io;
use std::os::fd::AsFd;
use std::process::Stdio;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::answerer::{Answerer, end_with_parent};
use crate::floor::{Floor, RoundTrip};
use crate::mailbox::Mailbox;
use crate::orders::Placement;

/// The asking side.
pub struct Futex {
    mailbox: Mailbox,
    /// Ends with this.
    _answerer: Answerer,
}

/// Memory for payloads of `bytes`, and an answerer that sleeps by it.
///
/// # Errors
/// What the system says.
pub fn open(bytes: usize, placement: &Placement) -> io::Result<Futex> {
    let (mailbox, memory) = Mailbox::create(bytes)?;
    let answerer = Answerer::start(Floor::Futex, bytes, placement, memory.into(), Stdio::null())?;
    Ok(Futex { mailbox, _answerer: answerer })
}

impl RoundTrip for Futex {
    fn round_trip(&mut self, sent: &[u8], reply: &mut [u8]) -> io::Result<()> {
        let mailbox = &self.mailbox;
        mailbox.ask(sent);
        wake(mailbox.asked());
        let number = mailbox.asked().load(Ordering::Relaxed);
        loop {
            let answered = mailbox.answered().load(Ordering::Acquire);
            if answered == number {
                break;
            }
            sleep_while(mailbox.answered(), answered);
        }
        mailbox.collect(reply);
        Ok(())
    }

    fn buffers(&self) -> String {
        "shared memory for one payload each way".to_owned()
    }
}

/// Answers payloads of `bytes` in the memory that stdin is, until this process is ended.
///
/// # Errors
/// What the system says.
pub fn answer(bytes: usize) -> io::Result<()> {
    end_with_parent()?;
    let mailbox = Mailbox::map(&io::stdin().as_fd().try_clone_to_owned()?.into(), bytes)?;
    let mut last = 0;
    loop {
        let number = mailbox.asked().load(Ordering::Acquire);
        if number == last {
            sleep_while(mailbox.asked(), last);
        } else {
            mailbox.answer(number);
            last = number;
            wake(mailbox.answered());
        }
    }
}

/// Sleeps while the word is still `seen`. It may also wake for nothing.
#[cfg(target_os = "linux")]
fn sleep_while(word: &AtomicU32, seen: u32) {
    let forever = std::ptr::null::<libc::timespec>();
    // SAFETY: the word outlives the call; without a timeout nothing else is read.
    unsafe { libc::syscall(libc::SYS_futex, word.as_ptr(), libc::FUTEX_WAIT, seen, forever) };
}

/// Wakes one that sleeps by the word.
#[cfg(target_os = "linux")]
fn wake(word: &AtomicU32) {
    // SAFETY: the word outlives the call.
    unsafe { libc::syscall(libc::SYS_futex, word.as_ptr(), libc::FUTEX_WAKE, 1) };
}

/// Without futexes there is no mailbox either (`mailbox::create`).
#[cfg(not(target_os = "linux"))]
fn sleep_while(_: &AtomicU32, _: u32) {}

/// Without futexes there is no mailbox either (`mailbox::create`).
#[cfg(not(target_os = "linux"))]
fn wake(_: &AtomicU32) {}
