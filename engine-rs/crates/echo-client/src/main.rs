//! `ipc-tax-echo-client`: see `--help`.

use std::ffi::OsString;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use ipc_tax_echo_client::block;
use ipc_tax_echo_client::connection::{self, Socket};
use ipc_tax_echo_client::orders::{Order, Transport};
use lexopt::prelude::*;

const HELP: &str = "\
Times echoes against an engine, a block for each line on stdin, until stdin ends.

usage: ipc-tax-echo-client [--unix PATH] [--tcp HOST:PORT]

A line is TRANSPORT FLOATS WARM LEAST MOST BUDGET: `unix` or `tcp`; floats of each echo; calls before
the timed ones; timed calls at least and at most; microseconds after which the timed ones end.
The answer is one line of nanoseconds: the first call of the block, then each timed one.
A fault is one line on stderr and exit code 1; a wrong command line, exit code 2.
";

/// What the command line gave.
struct Addresses {
    unix: Option<OsString>,
    tcp: Option<String>,
}

fn main() -> ExitCode {
    let addresses = match addresses() {
        Ok(Some(addresses)) => addresses,
        Ok(None) => {
            // A reader that has seen enough is no failure.
            let _ = io::stdout().write_all(HELP.as_bytes());
            return ExitCode::SUCCESS;
        }
        Err(error) => return failed(&error, 2),
    };
    match serve(&addresses) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(&error, 1),
    }
}

fn failed(error: &dyn std::fmt::Display, code: u8) -> ExitCode {
    // Nobody may be reading; the exit code still tells.
    let _ = writeln!(io::stderr(), "ipc-tax-echo-client: {error}");
    ExitCode::from(code)
}

fn addresses() -> Result<Option<Addresses>, lexopt::Error> {
    let mut found = Addresses { unix: None, tcp: None };
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("unix") => found.unix = Some(parser.value()?),
            Long("tcp") => found.tcp = Some(parser.value()?.string()?),
            Long("help") | Short('h') => return Ok(None),
            _ => return Err(argument.unexpected()),
        }
    }
    if found.unix.is_none() && found.tcp.is_none() {
        return Err("got no address, expected --unix PATH or --tcp HOST:PORT (see --help)".into());
    }
    Ok(Some(found))
}

fn serve(addresses: &Addresses) -> io::Result<()> {
    let mut unix =
        addresses.unix.as_ref().map(|path| connection::unix(path.as_ref())).transpose()?;
    let mut tcp = addresses.tcp.as_deref().map(connection::tcp).transpose()?;
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let order: Order = line?.parse().map_err(io::Error::other)?;
        let socket = chosen(order.transport, &mut unix, &mut tcp)?;
        let times = block::run(&order, |floats, reply| connection::echo(socket, floats, reply))?;
        let words: Vec<String> = times.iter().map(u64::to_string).collect();
        writeln!(out, "{}", words.join(" "))?;
        out.flush()?;
    }
    Ok(())
}

fn chosen<'a>(
    transport: Transport,
    unix: &'a mut Option<Box<dyn Socket>>,
    tcp: &'a mut Option<Box<dyn Socket>>,
) -> io::Result<&'a mut dyn Socket> {
    let (socket, option) = match transport {
        Transport::Unix => (unix, "--unix"),
        Transport::Tcp => (tcp, "--tcp"),
    };
    match socket {
        Some(socket) => Ok(socket.as_mut()),
        None => Err(io::Error::other(format!("order: its transport needs {option}"))),
    }
}
