//! No wake-up is lost: every order in which the steps of a sleeper and of a waker can happen, one atomic
//! access a step, as sequentially consistent accesses are seen by all. The steps are those of the waits in
//! `wait.rs` and of its `wake`.

use std::collections::HashSet;

/// Messages that are written, and read one by one.
const MESSAGES: u8 = 3;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct State {
    /// Messages written: the word that is waited for.
    tail: u8,
    /// Messages read.
    read: u8,
    /// Whether the sleeper says that it sleeps.
    sleeps: bool,
    /// Whether the doorbell was rung and not heard yet.
    bell: bool,
    sleeper: Sleeper,
    waker: Waker,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Sleeper {
    Looks,
    SaysSo,
    LooksAgain,
    FallsAsleep,
    Sleeps,
    IsAwake,
    Done,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Waker {
    Writes,
    Looks,
    Takes,
    Wakes,
    Done,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum By {
    Futex,
    Doorbell,
}

/// The sleeper's next step; none where it sleeps or is done.
fn sleeper(mut state: State, by: By) -> Option<State> {
    let moved = state.tail != state.read;
    state.sleeper = match state.sleeper {
        Sleeper::Looks if moved => {
            state.read += 1;
            if state.read == MESSAGES { Sleeper::Done } else { Sleeper::Looks }
        }
        Sleeper::Looks => Sleeper::SaysSo,
        Sleeper::SaysSo => {
            state.sleeps = true;
            Sleeper::LooksAgain
        }
        Sleeper::LooksAgain if moved => Sleeper::IsAwake,
        Sleeper::LooksAgain => Sleeper::FallsAsleep,
        // The system compares the word and begins the sleep in one step.
        Sleeper::FallsAsleep if by == By::Futex && moved => Sleeper::IsAwake,
        Sleeper::FallsAsleep => Sleeper::Sleeps,
        Sleeper::Sleeps if by == By::Doorbell && state.bell => {
            state.bell = false;
            Sleeper::IsAwake
        }
        Sleeper::Sleeps | Sleeper::Done => return None,
        Sleeper::IsAwake => {
            state.sleeps = false;
            Sleeper::Looks
        }
    };
    Some(state)
}

/// The waker's next step; none where it is done.
fn waker(mut state: State, by: By) -> Option<State> {
    state.waker = match state.waker {
        Waker::Writes if state.tail == MESSAGES => Waker::Done,
        Waker::Writes => {
            state.tail += 1;
            Waker::Looks
        }
        // Only for the doorbell it takes away what the sleeper said.
        Waker::Looks if state.sleeps && by == By::Futex => Waker::Wakes,
        Waker::Looks if state.sleeps => Waker::Takes,
        Waker::Looks => Waker::Writes,
        Waker::Takes => {
            let slept = std::mem::take(&mut state.sleeps);
            if slept { Waker::Wakes } else { Waker::Writes }
        }
        Waker::Wakes => {
            match by {
                // Wakes who sleeps now, and is not remembered.
                By::Futex if state.sleeper == Sleeper::Sleeps => state.sleeper = Sleeper::IsAwake,
                By::Futex => {}
                By::Doorbell => state.bell = true,
            }
            Waker::Writes
        }
        Waker::Done => return None,
    };
    Some(state)
}

#[test]
fn every_order_ends_with_all_messages_read() {
    for by in [By::Futex, By::Doorbell] {
        let begin = State {
            tail: 0,
            read: 0,
            sleeps: false,
            bell: false,
            sleeper: Sleeper::Looks,
            waker: Waker::Writes,
        };
        let mut seen = HashSet::from([begin]);
        let mut left = vec![begin];
        while let Some(state) = left.pop() {
            let next: Vec<_> =
                [sleeper(state, by), waker(state, by)].into_iter().flatten().collect();
            let done = state.sleeper == Sleeper::Done && state.waker == Waker::Done;
            assert!(done || !next.is_empty(), "{by:?}: nobody goes on from {state:?}");
            left.extend(next.into_iter().filter(|&state| seen.insert(state)));
        }
        assert!(seen.len() > 100, "{} states", seen.len());
    }
}
