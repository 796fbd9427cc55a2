//! Waiting until the other side has moved: by spinning, by futex, by doorbell.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use crate::Mapping;
use crate::control::{Control, Heard};
use crate::futex::{self, Woken};

/// How a side waits. Each falls back to the next where it would burn a processor for nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum WaitMode {
    /// Spins up to 10 ms, letting others run every [`SPIN`], then sleeps on the futex.
    Spin = 0,
    /// Spins up to [`SPIN`], mostly less where that brought nothing before, then sleeps on the futex.
    SpinThenFutex = 1,
    /// Sleeps on the futex at once.
    Futex = 2,
    /// Sleeps at the doorbell at once.
    Doorbell = 3,
}

impl WaitMode {
    /// Every mode, in the order of their numbers.
    pub const ALL: [WaitMode; 4] =
        [WaitMode::Spin, WaitMode::SpinThenFutex, WaitMode::Futex, WaitMode::Doorbell];

    /// The mode of that number.
    pub fn from_u32(number: u32) -> Option<Self> {
        WaitMode::ALL.get(number as usize).copied()
    }
}

/// The longest that is spun at a stretch. Under load a spinner holds the processor that the other side
/// needs, so a longer one makes a round trip last whole time slices.
pub const SPIN: Duration = Duration::from_micros(50);

/// The shortest spin worth trying: a wake-up through the system takes longer.
const SHORTEST_SPIN: Duration = Duration::from_micros(2);

/// The most waits in a row that a full spin is not tried again: it costs a hundredth of them then.
const LONGEST_PAUSE: u32 = 256;

/// How long a side that was told to spin does so, letting others run in between.
const LONG_SPIN: Duration = Duration::from_millis(10);

/// The longest sleep on a futex between two looks at whether the other side is still there.
pub const SLICE: Duration = Duration::from_millis(100);

/// After so long on the futex a side goes to the doorbell, where it sleeps without a look in between.
const ON_FUTEX: Duration = Duration::from_secs(1);

/// Words in `reader_sleeps` and `writer_sleeps`.
pub(crate) const AWAKE: u32 = 0;
pub(crate) const ON_THE_FUTEX: u32 = 1;
pub(crate) const AT_THE_DOORBELL: u32 = 2;

/// Loads between two looks at the clock.
const LOADS: u32 = 64;

/// What ended a wait for a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waited {
    /// The word is another.
    Moved,
    /// The other side sends no more, and has not moved.
    Ended,
    /// The time is over.
    TimedOut,
}

/// Waits until the word at `word` of the mapping is another than `seen`, telling the other side by the
/// word at `sleeps` how to wake. For whoever keeps the counters of a ring itself. A signal does not end it.
///
/// # Panics
/// When the mapping has no such words.
pub fn wait_until_moved(
    (mapping, control): (&Mapping, &Control),
    (word, seen): (usize, u32),
    sleeps: usize,
    mode: WaitMode,
    timeout: Option<Duration>,
) -> Waited {
    let awaited = Awaited {
        word: mapping.word(word),
        seen,
        sleeps: mapping.word(sleeps),
        control,
        deadline: timeout.map(|timeout| Instant::now() + timeout),
    };
    let mut waiter = Waiter::new(mode);
    loop {
        match waiter.wait(&awaited) {
            Outcome::Moved => return Waited::Moved,
            Outcome::Ended => return Waited::Ended,
            Outcome::TimedOut => return Waited::TimedOut,
            Outcome::Interrupted => {}
        }
    }
}

/// What ended a wait, or interrupted it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Moved,
    /// The other side sends no more, and has not moved.
    Ended,
    TimedOut,
    Interrupted,
}

/// One side's waiting for one word.
pub(crate) struct Waiter {
    mode: WaitMode,
    /// Waits for which a short spin has to do.
    short_spins: u32,
    /// How many that were the last time.
    pause: u32,
}

/// What is waited for: `word` being another than `seen`. `sleeps` tells the other side how.
pub(crate) struct Awaited<'a> {
    pub word: &'a AtomicU32,
    pub seen: u32,
    pub sleeps: &'a AtomicU32,
    pub control: &'a Control,
    pub deadline: Option<Instant>,
}

impl Awaited<'_> {
    fn moved(&self) -> bool {
        self.word.load(Ordering::Acquire) != self.seen
    }

    /// `most`, or less where the deadline is nearer; none when it has passed.
    fn left(&self, most: Duration) -> Option<Duration> {
        let Some(deadline) = self.deadline else { return Some(most) };
        let left = deadline.saturating_duration_since(Instant::now());
        (!left.is_zero()).then(|| left.min(most))
    }

    /// Says how it sleeps, sleeps unless the word has moved, and says that it is awake.
    fn asleep<T>(&self, how: u32, sleep: impl FnOnce() -> T) -> Option<T> {
        self.sleeps.store(how, Ordering::SeqCst);
        // The other side stores the word and then looks at `sleeps`: one of the two sees the other.
        let slept = (self.word.load(Ordering::SeqCst) == self.seen).then(sleep);
        self.sleeps.store(AWAKE, Ordering::SeqCst);
        slept
    }

    fn ended(&self) -> Outcome {
        // What it wrote before it went counts.
        if self.moved() { Outcome::Moved } else { Outcome::Ended }
    }
}

impl Waiter {
    pub fn new(mode: WaitMode) -> Self {
        Waiter { mode, short_spins: 0, pause: 0 }
    }

    pub fn wait(&mut self, awaited: &Awaited<'_>) -> Outcome {
        if awaited.moved() {
            return Outcome::Moved;
        }
        match self.mode {
            WaitMode::SpinThenFutex => self.spin_then_sleep(awaited),
            WaitMode::Spin if spin_long(awaited) => Outcome::Moved,
            WaitMode::Spin | WaitMode::Futex => on_futex(awaited),
            WaitMode::Doorbell => at_doorbell(awaited),
        }
    }

    /// Spins for [`SPIN`] as long as that brings something. Where it does not, the other side may need this
    /// very processor: then a short spin has to do for a while, longer each time it happens again.
    fn spin_then_sleep(&mut self, awaited: &Awaited<'_>) -> Outcome {
        let is_full = self.short_spins == 0;
        if spin(awaited, if is_full { SPIN } else { SHORTEST_SPIN }) {
            (self.short_spins, self.pause) = (0, 0);
            return Outcome::Moved;
        }
        if is_full {
            self.pause = (self.pause * 2).clamp(1, LONGEST_PAUSE);
            self.short_spins = self.pause;
        } else {
            self.short_spins -= 1;
        }
        on_futex(awaited)
    }
}

/// Spins for [`LONG_SPIN`], letting others run now and then; whether the word moved.
fn spin_long(awaited: &Awaited<'_>) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < LONG_SPIN {
        if spin(awaited, SPIN) {
            return true;
        }
        std::thread::yield_now();
    }
    false
}

fn spin(awaited: &Awaited<'_>, patience: Duration) -> bool {
    // Most often it is over before a look at the clock is worth its time.
    let mut begun = None;
    loop {
        for _ in 0..LOADS {
            if awaited.moved() {
                return true;
            }
            std::hint::spin_loop();
        }
        if begun.get_or_insert_with(Instant::now).elapsed() >= patience {
            return false;
        }
    }
}

/// Sleeps on the futex, looking after the other side now and then; after [`ON_FUTEX`] at the doorbell.
fn on_futex(awaited: &Awaited<'_>) -> Outcome {
    let begun = Instant::now();
    while begun.elapsed() < ON_FUTEX {
        let Some(left) = awaited.left(SLICE) else { return Outcome::TimedOut };
        let sleep = || futex::wait(awaited.word, awaited.seen, left);
        let woken = awaited.asleep(ON_THE_FUTEX, sleep);
        if awaited.moved() {
            return Outcome::Moved;
        }
        match woken {
            Some(Woken::Interrupted) => return Outcome::Interrupted,
            Some(Woken::TimedOut) if awaited.control.has_ended() => return awaited.ended(),
            _ => {}
        }
    }
    at_doorbell(awaited)
}

/// Sleeps until the doorbell rings or the other side ends.
fn at_doorbell(awaited: &Awaited<'_>) -> Outcome {
    loop {
        let Some(left) = awaited.left(Duration::MAX) else { return Outcome::TimedOut };
        let heard = awaited.asleep(AT_THE_DOORBELL, || awaited.control.wait_bell(left));
        if awaited.moved() {
            return Outcome::Moved;
        }
        match heard {
            Some(Heard::End) => return awaited.ended(),
            Some(Heard::Interrupted) => return Outcome::Interrupted,
            _ => {}
        }
    }
}

/// Wakes whoever waits for `word`, after it was stored.
pub(crate) fn wake(word: &AtomicU32, sleeps: &AtomicU32, control: &Control) {
    match sleeps.load(Ordering::SeqCst) {
        AWAKE => {}
        // Once for each sleep: a bell that was rung is heard, sooner or later.
        AT_THE_DOORBELL => {
            let (from, to, order) = (AT_THE_DOORBELL, AWAKE, Ordering::SeqCst);
            if sleeps.compare_exchange(from, to, order, order).is_ok() {
                control.ring();
            }
        }
        // The word stays for the sleeper to take back: a wake-up that comes before the sleep is lost, and
        // the next one must be made.
        _ => futex::wake(word),
    }
}
