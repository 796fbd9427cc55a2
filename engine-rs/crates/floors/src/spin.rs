//! Shared memory that both sides look at until it is their turn: no system call at all.

use std::hint;
use std::io;
use std::os::fd::AsFd;
use std::process::Stdio;
use std::sync::atomic::Ordering;

use crate::answerer::{Answerer, end_with_parent};
use crate::floor::{Floor, RoundTrip};
use crate::mailbox::Mailbox;
use crate::orders::Placement;

/// The asking side.
pub struct Spin {
    mailbox: Mailbox,
    /// Ends with this.
    _answerer: Answerer,
}

/// Memory for payloads of `bytes`, and an answerer that looks at it.
///
/// # Errors
/// What the system says.
pub fn open(bytes: usize, placement: &Placement) -> io::Result<Spin> {
    let (mailbox, memory) = Mailbox::create(bytes)?;
    let answerer = Answerer::start(Floor::Spin, bytes, placement, memory.into(), Stdio::null())?;
    Ok(Spin { mailbox, _answerer: answerer })
}

impl RoundTrip for Spin {
    fn round_trip(&mut self, sent: &[u8], reply: &mut [u8]) -> io::Result<()> {
        let mailbox = &self.mailbox;
        mailbox.ask(sent);
        let number = mailbox.asked().load(Ordering::Relaxed);
        while mailbox.answered().load(Ordering::Acquire) != number {
            hint::spin_loop();
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
            hint::spin_loop();
        } else {
            mailbox.answer(number);
            last = number;
        }
    }
}
