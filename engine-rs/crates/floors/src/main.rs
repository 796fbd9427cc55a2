//! `ipc-tax-floors`: see `--help`.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::time::Duration;

use ipc_tax_echo_client::block;
use ipc_tax_floors::floor::Floor;
use ipc_tax_floors::orders::FloorOrder;
use ipc_tax_floors::processors::Processors;
use ipc_tax_floors::{recipe, watchdog};
use lexopt::prelude::*;

const HELP: &str = "\
Times round trips between two processes without any protocol, a block for each line on stdin, until
stdin ends.

usage: ipc-tax-floors [--recipe]

A line is FLOOR FLOATS WARM LEAST MOST BUDGET [CLIENT ANSWERER]: one of unix, tcp, pipe, futex, spin,
spawn; float64 of each payload; round trips before the timed ones; timed ones at least and at most;
microseconds after which the timed ones end; the processors of both processes, as in `0 1` or `0,1 0,1`.
The answer is one line of nanoseconds: the first round trip of the block, then each timed one.
Every block has a fresh process that answers. What comes back is compared with what was sent.
  --recipe  a line for each floor: name, source, build, buffers, with tabs between
A fault is one line on stderr and exit code 1; a wrong command line, exit code 2.

    echo 'unix 1 1000 10000 10000 0 0 1' | ipc-tax-floors
";

/// Longest block, beyond what it was told to take.
const PATIENCE: Duration = Duration::from_secs(60);

/// What the command line asks for.
enum Task {
    Help,
    Recipe,
    Serve,
    /// To be the other process of a block.
    Answer {
        floor: Floor,
        bytes: usize,
        processors: Option<Processors>,
    },
}

fn main() -> ExitCode {
    let done = match task() {
        // A reader that has seen enough is no failure.
        Ok(Task::Help) => {
            let _ = io::stdout().write_all(HELP.as_bytes());
            Ok(())
        }
        Ok(Task::Recipe) => recipe::print(&mut io::stdout().lock()),
        Ok(Task::Serve) => serve(),
        Ok(Task::Answer { floor, bytes, processors }) => answer(floor, bytes, processors),
        Err(error) => return failed(&error, 2),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(&error, 1),
    }
}

fn failed(error: &dyn std::fmt::Display, code: u8) -> ExitCode {
    // Nobody may be reading; the exit code still tells.
    let _ = writeln!(io::stderr(), "ipc-tax-floors: {error}");
    ExitCode::from(code)
}

fn task() -> Result<Task, lexopt::Error> {
    let (mut floor, mut bytes, mut processors) = (None, 0, None);
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("answer") => floor = Some(parser.value()?.parse()?),
            Long("bytes") => bytes = parser.value()?.parse()?,
            Long("processors") => processors = Some(parser.value()?.parse()?),
            Long("recipe") => return Ok(Task::Recipe),
            Long("help") | Short('h') => return Ok(Task::Help),
            _ => return Err(argument.unexpected()),
        }
    }
    Ok(match floor {
        Some(floor) => Task::Answer { floor, bytes, processors },
        None => Task::Serve,
    })
}

fn answer(floor: Floor, bytes: usize, processors: Option<Processors>) -> io::Result<()> {
    if let Some(processors) = processors {
        processors.take()?;
    }
    floor.answer(bytes)
}

fn serve() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let FloorOrder { order, placement } = line.parse().map_err(io::Error::other)?;
        let _watchdog = watchdog::watch(line, order.budget + PATIENCE);
        if let Some(processors) = &placement.client {
            processors.take()?;
        }
        let mut way = order.transport.open(order.floats * 8, &placement)?;
        let times = block::run(&order, |sent, reply| way.round_trip(sent, reply))?;
        let words: Vec<String> = times.iter().map(u64::to_string).collect();
        writeln!(out, "{}", words.join(" "))?;
        out.flush()?;
    }
    Ok(())
}
