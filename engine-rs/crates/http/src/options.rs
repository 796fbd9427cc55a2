//! The command line.

use std::ffi::OsString;
use std::net::SocketAddr;

use ipc_tax_server::options::{Settings, no_command, setting, text, usage};
use ipc_tax_server::{Failure, parse_loopback_address};
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
    pub address: SocketAddr,
    /// Stop when stdin closes.
    pub die_with_stdin: bool,
    /// The engine.
    pub settings: Settings,
}

/// Reads the process's own command line.
///
/// # Errors
/// [`Failure::Usage`] naming the option, what came and what was expected.
pub fn from_command_line() -> Result<Command, Failure> {
    parse("http", std::env::args_os().skip(1))
}

/// Reads a command line whose listener is given as `--LISTENER HOST:PORT`.
///
/// # Errors
/// As [`from_command_line`].
pub fn parse(
    listener: &str,
    arguments: impl IntoIterator<Item = OsString>,
) -> Result<Command, Failure> {
    let mut parser = lexopt::Parser::from_args(arguments);
    match parser.next().map_err(usage)? {
        Some(Value(command)) if command == "serve" => serve(listener, parser),
        Some(Long("help") | Short('h')) => Ok(Command::Help),
        Some(Long("version") | Short('V')) => Ok(Command::Version),
        Some(Value(other)) => Err(no_command(&other, "serve")),
        Some(other) => Err(usage(other.unexpected())),
        None => Err(Failure::Usage("command: got none, expected serve".to_owned())),
    }
}

fn serve(listener: &str, mut parser: lexopt::Parser) -> Result<Command, Failure> {
    let option = format!("--{listener}");
    let mut address = None;
    let mut die_with_stdin = false;
    let mut settings = Settings::default();
    while let Some(argument) = parser.next().map_err(usage)? {
        match argument {
            Long(name) if name == listener => {
                address = Some(loopback(&option, &text(&mut parser, &option)?)?);
            }
            Long("die-with-stdin") => die_with_stdin = true,
            Long("help") | Short('h') => return Ok(Command::Help),
            Long(name) => {
                let name = name.to_owned();
                setting(&mut settings, &name, &mut parser)?;
            }
            other => return Err(usage(other.unexpected())),
        }
    }
    let address = address.ok_or_else(|| {
        Failure::Usage(format!("serve: got no listener, expected {option} HOST:PORT"))
    })?;
    Ok(Command::Serve(Options { address, die_with_stdin, settings }))
}

/// The address, or what is wrong with it as the value of `option` instead of the engine's own `--tcp`.
fn loopback(option: &str, address: &str) -> Result<SocketAddr, Failure> {
    parse_loopback_address(address).map_err(|failure| match failure {
        Failure::Usage(line) => Failure::Usage(line.replacen("--tcp", option, 1)),
        other => other,
    })
}

#[cfg(test)]
mod tests {
    use ipc_tax_server::Failure;

    use super::Command;

    fn parse(line: &str) -> Result<Command, Failure> {
        super::parse("http", line.split_whitespace().map(Into::into))
    }

    #[test]
    fn the_engine_s_options_and_a_listener() {
        let Ok(Command::Serve(options)) =
            parse("serve --http localhost:0 --die-with-stdin --kernel unchecked --max-frame 99")
        else {
            panic!("refused");
        };
        assert_eq!(options.address.to_string(), "127.0.0.1:0");
        assert!(options.die_with_stdin);
        assert_eq!(options.settings.kernel.name(), "unchecked");
        assert_eq!(options.settings.limits.frame_bytes, 99);
    }

    #[test]
    fn faults_are_named() {
        for (line, told) in [
            ("", "command: got none, expected serve"),
            ("--http 127.0.0.1:0", "--http"),
            ("start", "command: got start, expected serve"),
            ("serve", "serve: got no listener, expected --http HOST:PORT"),
            ("serve --http 0.0.0.0:0", "--http: got 0.0.0.0:0, expected a loopback address"),
            ("serve --http here", "--http: got here, expected HOST:PORT"),
            (
                "serve --http 127.0.0.1:0 --kernel fast",
                "--kernel: got fast, expected one of naive,",
            ),
            ("serve --http 127.0.0.1:0 --max-frame 8", "--max-frame: got 8"),
            ("serve --http 127.0.0.1:0 --port 1", "--port"),
        ] {
            let Err(failure) = parse(line) else { panic!("{line} was taken") };
            assert!(matches!(failure, Failure::Usage(_)));
            assert!(failure.to_string().contains(told), "{line}: {failure}");
        }
    }
}
