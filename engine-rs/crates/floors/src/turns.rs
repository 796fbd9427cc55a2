//! Round trips through a mailbox: what the floors in shared memory have in common. They differ in how a
//! side waits for its turn.

use std::io;
use std::marker::PhantomData;
use std::os::fd::AsFd;
use std::process::Stdio;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::answerer::{Answerer, end_with_parent};
use crate::floor::{Floor, RoundTrip};
use crate::mailbox::Mailbox;
use crate::orders::Placement;

/// A way to wait until a word is another.
pub trait Turn {
    /// The floor whose answerer waits the same way.
    const FLOOR: Floor;

    /// Waits while the word is still `seen`, and may end before.
    fn wait_while(word: &AtomicU32, seen: u32);

    /// Wakes whoever waits for the word.
    fn wake(word: &AtomicU32);
}

/// The asking side.
pub struct Turns<T> {
    mailbox: Mailbox,
    /// Ends with this.
    _answerer: Answerer,
    turn: PhantomData<T>,
}

impl<T: Turn> Turns<T> {
    /// Memory for payloads of `bytes`, and an answerer beside it.
    ///
    /// # Errors
    /// What the system says.
    pub fn open(bytes: usize, placement: &Placement) -> io::Result<Self> {
        let (mailbox, memory) = Mailbox::create(bytes)?;
        let answerer = Answerer::start(T::FLOOR, bytes, placement, memory.into(), Stdio::null())?;
        Ok(Turns { mailbox, _answerer: answerer, turn: PhantomData })
    }
}

impl<T: Turn> RoundTrip for Turns<T> {
    fn round_trip(&mut self, sent: &[u8], reply: &mut [u8]) -> io::Result<()> {
        let mailbox = &self.mailbox;
        mailbox.ask(sent);
        T::wake(mailbox.asked());
        let number = mailbox.asked().load(Ordering::Relaxed);
        loop {
            let answered = mailbox.answered().load(Ordering::Acquire);
            if answered == number {
                break;
            }
            T::wait_while(mailbox.answered(), answered);
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
pub fn answer<T: Turn>(bytes: usize) -> io::Result<()> {
    end_with_parent()?;
    let mailbox = Mailbox::map(&io::stdin().as_fd().try_clone_to_owned()?.into(), bytes)?;
    let mut last = 0;
    loop {
        let number = mailbox.asked().load(Ordering::Acquire);
        if number == last {
            T::wait_while(mailbox.asked(), last);
        } else {
            mailbox.answer(number);
            last = number;
            T::wake(mailbox.answered());
        }
    }
}
