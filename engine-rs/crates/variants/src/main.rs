//! `ipc-tax-variants`: see `--help`.

mod loops;
mod series;

use std::hint::black_box;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::time::Instant;

use lexopt::prelude::*;
use loops::LOOPS;

const HELP: &str = "\
Times the loops of a weighted average, one for each line on stdin, until stdin ends.

usage: ipc-tax-variants

A line is LOOP BARS LENGTH CALLS: the loop's name; bars of the series; bars of the window; timed calls.
The answer is one line of nanoseconds: a first call, then each timed one.
A fault is one line on stderr and exit code 1; a wrong command line, exit code 2.
";

fn main() -> ExitCode {
    match lexopt::Parser::from_env().next() {
        Ok(None) => {}
        Ok(Some(Long("help") | Short('h'))) => {
            // A reader that has seen enough is no failure.
            let _ = io::stdout().write_all(HELP.as_bytes());
            return ExitCode::SUCCESS;
        }
        Ok(Some(argument)) => return failed(&argument.unexpected(), 2),
        Err(error) => return failed(&error, 2),
    }
    match serve() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(&error, 1),
    }
}

fn failed(error: &dyn std::fmt::Display, code: u8) -> ExitCode {
    // Nobody may be reading; the exit code still tells.
    let _ = writeln!(io::stderr(), "ipc-tax-variants: {error}");
    ExitCode::from(code)
}

fn serve() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let times = answer(&line?).map_err(io::Error::other)?;
        let words: Vec<String> = times.iter().map(u128::to_string).collect();
        writeln!(out, "{}", words.join(" "))?;
        out.flush()?;
    }
    Ok(())
}

/// Nanoseconds of each call that the line orders.
fn answer(line: &str) -> Result<Vec<u128>, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [name, bars, length, calls] = words[..] else {
        return Err(format!("order: got {line:?}, expected LOOP BARS LENGTH CALLS"));
    };
    let number = |what: &str, word: &str| match word.parse::<usize>() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err(format!("{what}: got {word:?}, expected a whole number, at least 1")),
    };
    let (bars, length, calls) =
        (number("bars", bars)?, number("length", length)?, number("calls", calls)?);
    if length > bars {
        return Err(format!("length: got {length}, expected at most the {bars} bars"));
    }
    let Some((_, wma)) = LOOPS.iter().find(|(known, _)| *known == name) else {
        let known: Vec<&str> = LOOPS.iter().map(|(known, _)| *known).collect();
        return Err(format!("loop: got {name:?}, expected one of {}", known.join(", ")));
    };
    let x = series::series(bars);
    let mut out = vec![0.0; bars];
    let timed = |_| {
        let begin = Instant::now();
        wma(black_box(&x), black_box(length), black_box(&mut out));
        begin.elapsed().as_nanos()
    };
    Ok((0..=calls).map(timed).collect())
}

#[cfg(test)]
mod tests {
    use super::answer;

    #[test]
    fn an_order_is_carried_out() {
        assert_eq!(answer("counted 100 10 3").map(|times| times.len()), Ok(4));
    }

    #[test]
    fn faults_name_what_is_wrong() {
        for (line, expected) in [
            ("", "order: got \"\", expected LOOP BARS LENGTH CALLS"),
            ("checked 10 0 1", "length: got \"0\", expected a whole number, at least 1"),
            ("checked 10 11 1", "length: got 11, expected at most the 10 bars"),
            ("fast 10 2 1", "loop: got \"fast\", expected one of checked, "),
        ] {
            let error = answer(line).unwrap_err();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
