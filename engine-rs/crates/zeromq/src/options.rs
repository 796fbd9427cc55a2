//! The command line.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use ipc_tax_server::options::{Settings, no_command, number, setting, text, usage};
use ipc_tax_server::{Failure, check_path, parse_loopback_address};
use lexopt::prelude::*;

/// What `--help` prints.
pub const HELP: &str = include_str!("help.txt");

/// What to do.
pub enum Command {
    /// Answer peers until told to stop.
    Serve(Options),
    /// Print the help.
    Help,
    /// Print the version.
    Version,
}

/// How to serve.
pub struct Options {
    /// Unix sockets to listen on.
    pub ipc: Vec<PathBuf>,
    /// Loopback addresses to listen on; port 0 takes a free one.
    pub tcp: Vec<SocketAddr>,
    /// Stop when stdin closes.
    pub die_with_stdin: bool,
    /// Messages that may wait for one peer to take them, and from one peer to be taken.
    pub high_water_mark: u32,
    /// A peer that is silent this long is asked for a sign of life.
    pub heartbeat: Duration,
    /// The engine.
    pub settings: Settings,
}

/// Reads the process's own command line.
///
/// # Errors
/// [`Failure::Usage`] naming the option, what came and what was expected.
pub fn from_command_line() -> Result<Command, Failure> {
    parse(std::env::args_os().skip(1))
}

fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Command, Failure> {
    let mut parser = lexopt::Parser::from_args(arguments);
    match parser.next().map_err(usage)? {
        Some(Value(command)) if command == "serve" => serve(parser),
        Some(Long("help") | Short('h')) => Ok(Command::Help),
        Some(Long("version") | Short('V')) => Ok(Command::Version),
        Some(Value(other)) => Err(no_command(&other, "serve")),
        Some(other) => Err(usage(other.unexpected())),
        None => Err(Failure::Usage("command: got none, expected serve".to_owned())),
    }
}

fn serve(mut parser: lexopt::Parser) -> Result<Command, Failure> {
    let mut options = Options {
        ipc: Vec::new(),
        tcp: Vec::new(),
        die_with_stdin: false,
        high_water_mark: 1000,
        heartbeat: Duration::from_secs(10),
        settings: Settings::default(),
    };
    while let Some(argument) = parser.next().map_err(usage)? {
        match argument {
            Long("ipc") => {
                let path = PathBuf::from(text(&mut parser, "--ipc")?);
                check_path("--ipc", &path)?;
                options.ipc.push(path);
            }
            Long("tcp") => {
                let address = text(&mut parser, "--tcp")?;
                options.tcp.push(parse_loopback_address(&address)?);
            }
            Long("die-with-stdin") => options.die_with_stdin = true,
            Long("high-water-mark") => {
                let messages = number(&mut parser, "high-water-mark", 1..=1_000_000)?;
                options.high_water_mark = messages as u32;
            }
            Long("heartbeat-ms") => {
                let milliseconds = number(&mut parser, "heartbeat-ms", 1..=3_600_000)?;
                options.heartbeat = Duration::from_millis(milliseconds);
            }
            Long("help") | Short('h') => return Ok(Command::Help),
            Long(name) => {
                let name = name.to_owned();
                setting(&mut options.settings, &name, &mut parser)?;
            }
            other => return Err(usage(other.unexpected())),
        }
    }
    if options.ipc.is_empty() && options.tcp.is_empty() {
        return Err(Failure::Usage(
            "serve: got no listener, expected --ipc PATH or --tcp HOST:PORT".to_owned(),
        ));
    }
    Ok(Command::Serve(options))
}

#[cfg(test)]
mod tests {
    use super::{Command, parse};

    fn parsed(line: &str) -> Result<Command, String> {
        parse(line.split_whitespace().map(Into::into)).map_err(|failure| failure.to_string())
    }

    #[test]
    fn every_option_is_read() {
        let line = "serve --ipc a --tcp 127.0.0.1:0 --die-with-stdin --high-water-mark 7 \
                    --heartbeat-ms 20 --kernel unchecked --max-frame 100";
        let Ok(Command::Serve(options)) = parsed(line) else { panic!("the line is sound") };
        assert_eq!((options.ipc.len(), options.tcp.len()), (1, 1));
        assert!(options.die_with_stdin);
        assert_eq!((options.high_water_mark, options.heartbeat.as_millis()), (7, 20));
        assert_eq!(options.settings.kernel.name(), "unchecked");
        assert_eq!(options.settings.limits.frame_bytes, 100);
    }

    #[test]
    fn refusals_name_what_came_and_what_was_expected() {
        for (line, told) in [
            ("", "command: got none, expected serve"),
            ("once", "command: got once, expected serve"),
            ("serve", "serve: got no listener, expected --ipc PATH or --tcp HOST:PORT"),
            ("serve --tcp 10.0.0.1:80", "--tcp: got 10.0.0.1:80, expected a loopback address"),
            ("serve --ipc a --high-water-mark 0", "--high-water-mark: got 0, expected a whole"),
            ("serve --ipc a --heartbeat-ms x", "--heartbeat-ms: got x, expected a whole number"),
            ("serve --ipc a --kernel fastest", "--kernel: got fastest"),
        ] {
            let refusal = parsed(line).err().unwrap();
            assert!(refusal.contains(told), "{line}: {refusal}");
        }
        let path = "a".repeat(108);
        assert!(parsed(&format!("serve --ipc {path}")).err().unwrap().contains("at most 107"));
    }
}
