//! The floors by name.

use std::io;
use std::str::FromStr;

use crate::futex::Futex;
use crate::orders::Placement;
use crate::spin::Spin;
use crate::turns::{self, Turns};
use crate::{pipe, spawn, tcp, unix};

/// A way across that is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Floor {
    /// A Unix stream socket.
    Unix,
    /// TCP on loopback, small writes sent at once.
    Tcp,
    /// A pipe each way.
    Pipe,
    /// Shared memory; each side sleeps in a futex until it is its turn.
    Futex,
    /// Shared memory; each side looks at it until it is its turn.
    Spin,
    /// A process for each round trip.
    Spawn,
}

impl Floor {
    /// All of them.
    pub const ALL: [Floor; 6] =
        [Floor::Unix, Floor::Tcp, Floor::Pipe, Floor::Futex, Floor::Spin, Floor::Spawn];

    /// As orders name it, and its source file.
    pub fn name(self) -> &'static str {
        match self {
            Floor::Unix => "unix",
            Floor::Tcp => "tcp",
            Floor::Pipe => "pipe",
            Floor::Futex => "futex",
            Floor::Spin => "spin",
            Floor::Spawn => "spawn",
        }
    }

    /// Opens the way for payloads of `bytes`, its answerer running where `placement` says.
    ///
    /// # Errors
    /// What the system says.
    pub fn open(self, bytes: usize, placement: &Placement) -> io::Result<Box<dyn RoundTrip>> {
        Ok(match self {
            Floor::Unix => Box::new(unix::open(bytes, placement)?),
            Floor::Tcp => Box::new(tcp::open(bytes, placement)?),
            Floor::Pipe => Box::new(pipe::open(bytes, placement)?),
            Floor::Futex => Box::new(Turns::<Futex>::open(bytes, placement)?),
            Floor::Spin => Box::new(Turns::<Spin>::open(bytes, placement)?),
            Floor::Spawn => Box::new(spawn::open(bytes, placement)),
        })
    }

    /// Answers payloads of `bytes` on stdin and stdout: what an answerer runs.
    ///
    /// # Errors
    /// What the system says.
    pub fn answer(self, bytes: usize) -> io::Result<()> {
        match self {
            Floor::Unix | Floor::Tcp | Floor::Pipe => crate::stream::answer(bytes),
            Floor::Futex => turns::answer::<Futex>(bytes),
            Floor::Spin => turns::answer::<Spin>(bytes),
            Floor::Spawn => spawn::answer(bytes),
        }
    }
}

impl FromStr for Floor {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        Floor::ALL.into_iter().find(|floor| floor.name() == word).ok_or_else(|| {
            let names: Vec<&str> = Floor::ALL.into_iter().map(Floor::name).collect();
            format!("floor: got {word:?}, expected one of {}", names.join(", "))
        })
    }
}

/// A way to an answerer.
pub trait RoundTrip {
    /// Sends `sent` and fills `reply`, which is as long, with what comes back.
    ///
    /// # Errors
    /// What the system says; `UnexpectedEof` when the answerer went away.
    fn round_trip(&mut self, sent: &[u8], reply: &mut [u8]) -> io::Result<()>;

    /// How much the system, or the floor itself, holds on the way, for its recipe.
    fn buffers(&self) -> String;
}
