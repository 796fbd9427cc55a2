//! The command line.

use std::ffi::OsString;
use std::net::{Ipv4Addr, SocketAddr};

use ipc_tax_kernel::{KERNELS, Kernel};
use ipc_tax_wire::Limits;
use lexopt::prelude::*;

/// What `--help` prints.
pub const HELP: &str = include_str!("help.txt");

/// What to do.
pub enum Command {
    /// Answer requests until told to stop.
    Serve(Options),
    /// Print the help.
    Help,
    /// Print the version.
    Version,
}

/// How to serve.
pub struct Options {
    /// Where to listen: a loopback address; port 0 takes a free one.
    pub http: SocketAddr,
    /// Default: the first of [`KERNELS`].
    pub kernel: &'static dyn Kernel,
    /// Longest request body in bytes. Default 256 MiB, as the frames of the wire protocol: the usual
    /// frameworks' 1 or 2 MB would refuse this study's request.
    pub max_body: usize,
    /// Stop when stdin closes.
    pub die_with_stdin: bool,
    /// Of bars, combos and windows: the wire protocol's.
    pub limits: Limits,
}

/// Reads the process's own command line; the error names the option, what came and what was expected.
pub fn from_command_line() -> Result<Command, String> {
    parse(std::env::args_os().skip(1))
}

fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Command, String> {
    let limits = Limits::default();
    let mut http = None;
    let mut kernel = KERNELS[0];
    let mut max_body = limits.frame_bytes as usize;
    let mut die_with_stdin = false;
    let mut parser = lexopt::Parser::from_args(arguments);
    while let Some(argument) = parser.next().map_err(|error| error.to_string())? {
        match argument {
            Long("http") => http = Some(address(&text(&mut parser, "--http")?)?),
            Long("kernel") => kernel = kernel_named(&text(&mut parser, "--kernel")?)?,
            Long("max-body") => max_body = bytes(&text(&mut parser, "--max-body")?)?,
            Long("die-with-stdin") => die_with_stdin = true,
            Long("help") | Short('h') => return Ok(Command::Help),
            Long("version") | Short('V') => return Ok(Command::Version),
            other => return Err(other.unexpected().to_string()),
        }
    }
    let http = http.ok_or("got no listener, expected --http HOST:PORT")?;
    Ok(Command::Serve(Options { http, kernel, max_body, die_with_stdin, limits }))
}

fn text(parser: &mut lexopt::Parser, option: &str) -> Result<String, String> {
    let value = parser.value().map_err(|error| error.to_string())?;
    value.into_string().map_err(|value| format!("{option}: got {value:?}, expected UTF-8"))
}

/// Names are not looked up, and nothing beyond loopback is taken: there is no authentication.
fn address(text: &str) -> Result<SocketAddr, String> {
    let local = text.strip_prefix("localhost:").and_then(|port| port.parse().ok());
    local
        .map(|port: u16| SocketAddr::from((Ipv4Addr::LOCALHOST, port)))
        .or_else(|| text.parse().ok())
        .filter(|address: &SocketAddr| address.ip().is_loopback())
        .ok_or_else(|| {
            format!(
                "--http: got {text}, expected HOST:PORT with a loopback address, such as 127.0.0.1:0"
            )
        })
}

fn kernel_named(name: &str) -> Result<&'static dyn Kernel, String> {
    ipc_tax_kernel::find(name).ok_or_else(|| {
        let names: Vec<_> = ipc_tax_kernel::names().collect();
        format!("--kernel: got {name}, expected one of {}", names.join(", "))
    })
}

fn bytes(text: &str) -> Result<usize, String> {
    const MOST: usize = (1 << 31) - 1;
    text.parse()
        .ok()
        .filter(|bytes| (1..=MOST).contains(bytes))
        .ok_or_else(|| format!("--max-body: got {text}, expected 1 to {MOST} bytes"))
}

#[cfg(test)]
mod tests {
    use super::{Command, parse};

    fn error(words: &[&str]) -> String {
        match parse(words.iter().map(Into::into)) {
            Ok(_) => panic!("{words:?} was taken"),
            Err(error) => error,
        }
    }

    #[test]
    fn defaults() {
        let Ok(Command::Serve(options)) = parse(["--http", "localhost:0"].map(Into::into)) else {
            panic!("refused");
        };
        assert_eq!(options.http.to_string(), "127.0.0.1:0");
        assert_eq!((options.kernel.name(), options.max_body), ("naive", 256 << 20));
    }

    #[test]
    fn faults_are_named() {
        for (words, expected) in [
            (&[][..], "got no listener, expected --http HOST:PORT"),
            (&["--http", "0.0.0.0:0"], "--http: got 0.0.0.0:0, expected HOST:PORT with a loopback"),
            (&["--kernel", "fast"], "--kernel: got fast, expected one of naive, unchecked"),
            (&["--max-body", "0"], "--max-body: got 0, expected 1 to 2147483647 bytes"),
            (&["--port", "1"], "invalid option '--port'"),
        ] {
            assert!(error(words).starts_with(expected), "{}", error(words));
        }
    }
}
