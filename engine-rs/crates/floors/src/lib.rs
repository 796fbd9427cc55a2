//! Native ping-pong floors: the least any boundary of that kind costs.
//!
//! Two processes of the same program. One sends bytes and waits until it has them back; the other, the
//! answerer, waits for all of them and sends them back. No frame, no protocol, no runtime: what the
//! kernel, or the processor, asks for the crossing itself. Every payload that comes back is compared
//! with what was sent, after the clock has stopped.
//!
//! Each floor is a file: [`unix`], [`tcp`], [`pipe`], [`futex`], [`spin`], [`spawn`].

pub mod answerer;
pub mod buffers;
pub mod floor;
pub mod futex;
pub mod mailbox;
pub mod orders;
pub mod pipe;
pub mod processors;
pub mod recipe;
pub mod spawn;
pub mod spin;
pub mod stream;
pub mod tcp;
pub mod turns;
pub mod unix;
pub mod watchdog;
