//! The command line.

use std::ffi::{OsStr, OsString};
use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use ipc_tax_kernel::{FEE_PERCENT, KERNELS, Kernel, MOST_FEE_PERCENT, fee_percent};
use ipc_tax_wire::{LONGEST_BODY, LONGEST_QUOTE, Limits, excerpt};
use lexopt::prelude::*;

use crate::failure::Failure;
use crate::listener::{pipes, tcp, unix};

/// What `--help` prints.
pub const HELP: &str = include_str!("help.txt");

/// What to do.
pub enum Command {
    /// Answer connections until told to stop.
    Serve(ServeOptions),
    /// Answer one request from stdin on stdout.
    Once(OnceOptions),
    /// Answer requests from stdin on stdout until stdin ends.
    Pipe(Settings),
    /// Print the help.
    Help,
    /// Print the version.
    Version,
}

/// Options of `serve`.
pub struct ServeOptions {
    /// Unix sockets to listen on.
    pub unix: Vec<PathBuf>,
    /// Loopback addresses to listen on; port 0 takes a free one.
    pub tcp: Vec<SocketAddr>,
    /// Unix sockets by which clients come to share memory.
    pub shared_memory: Vec<PathBuf>,
    /// Folders to make named pipes in.
    pub pipes: Vec<PathBuf>,
    /// Bytes of a socket's buffer, each way, instead of the system's own.
    pub socket_buffer: Option<u32>,
    /// Stop when stdin closes.
    pub die_with_stdin: bool,
    /// The engine.
    pub settings: Settings,
}

/// Options of `once`.
pub struct OnceOptions {
    /// Print the times of the request on stderr.
    pub timing: bool,
    /// The engine.
    pub settings: Settings,
}

/// Options of an engine, however it is reached.
pub struct Settings {
    /// Default: the first of [`KERNELS`].
    pub kernel: &'static dyn Kernel,
    /// Threads a sweep is spread over. Default: 1.
    pub threads: usize,
    /// What a closed trade costs, in percent of its entry. Default: the study's, 0.09.
    pub fee: f64,
    /// Default: the protocol's.
    pub limits: Limits,
    /// Time for a frame to be whole after its first byte. Default: 30 s.
    pub frame_timeout: Duration,
    /// Time for a peer to take its reply after it first stalled. Default: 30 s.
    pub write_timeout: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            kernel: KERNELS[0],
            threads: 1,
            fee: FEE_PERCENT,
            limits: Limits::default(),
            frame_timeout: Duration::from_secs(30),
            write_timeout: Duration::from_secs(30),
        }
    }
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
        Some(Value(command)) if command == "once" => once(parser),
        Some(Value(command)) if command == "pipe" => pipe(parser),
        Some(Long("help") | Short('h')) => Ok(Command::Help),
        Some(Long("version") | Short('V')) => Ok(Command::Version),
        Some(Value(other)) => Err(no_command(&other, "serve, once or pipe")),
        Some(other) => Err(usage(other.unexpected())),
        None => Err(Failure::Usage("command: got none, expected serve, once or pipe".to_owned())),
    }
}

fn serve(mut parser: lexopt::Parser) -> Result<Command, Failure> {
    let mut options = ServeOptions {
        unix: Vec::new(),
        tcp: Vec::new(),
        shared_memory: Vec::new(),
        pipes: Vec::new(),
        socket_buffer: None,
        die_with_stdin: false,
        settings: Settings::default(),
    };
    while let Some(argument) = parser.next().map_err(usage)? {
        match argument {
            Long("unix") => {
                let path = PathBuf::from(parser.value().map_err(usage)?);
                unix::check_path("--unix", &path)?;
                options.unix.push(path);
            }
            Long("tcp") => {
                let address = text(&mut parser, "--tcp")?;
                options.tcp.push(tcp::parse_address(&address)?);
            }
            Long("shared-memory") => {
                let path = PathBuf::from(parser.value().map_err(usage)?);
                unix::check_path("--shared-memory", &path)?;
                options.shared_memory.push(path);
            }
            Long("pipes") => {
                let folder = PathBuf::from(parser.value().map_err(usage)?);
                pipes::check_folder(&folder)?;
                options.pipes.push(folder);
            }
            Long("socket-buffer") => {
                let bytes = number(&mut parser, "socket-buffer", 4096..=1 << 30)?;
                options.socket_buffer = Some(bytes as u32);
            }
            Long("die-with-stdin") => options.die_with_stdin = true,
            Long("help") | Short('h') => return Ok(Command::Help),
            Long(name) => {
                let name = name.to_owned();
                setting(&mut options.settings, &name, &mut parser)?;
            }
            other => return Err(usage(other.unexpected())),
        }
    }
    if options.unix.is_empty()
        && options.tcp.is_empty()
        && options.shared_memory.is_empty()
        && options.pipes.is_empty()
    {
        return Err(Failure::Usage(
            "serve: got no listener, expected --unix PATH, --tcp HOST:PORT, --shared-memory PATH \
             or --pipes FOLDER"
                .to_owned(),
        ));
    }
    Ok(Command::Serve(options))
}

fn once(mut parser: lexopt::Parser) -> Result<Command, Failure> {
    let mut options = OnceOptions { timing: false, settings: Settings::default() };
    while let Some(argument) = parser.next().map_err(usage)? {
        match argument {
            Long("timing") => options.timing = true,
            Long("help") | Short('h') => return Ok(Command::Help),
            Long(name) => {
                let name = name.to_owned();
                setting(&mut options.settings, &name, &mut parser)?;
            }
            other => return Err(usage(other.unexpected())),
        }
    }
    Ok(Command::Once(options))
}

fn pipe(mut parser: lexopt::Parser) -> Result<Command, Failure> {
    let mut settings = Settings::default();
    while let Some(argument) = parser.next().map_err(usage)? {
        match argument {
            Long("help") | Short('h') => return Ok(Command::Help),
            Long(name) => {
                let name = name.to_owned();
                setting(&mut settings, &name, &mut parser)?;
            }
            other => return Err(usage(other.unexpected())),
        }
    }
    Ok(Command::Pipe(settings))
}

/// Reads the value of the option `name` of an engine, however it is reached.
///
/// # Errors
/// [`Failure::Usage`], also for a name that is no such option.
pub fn setting(
    settings: &mut Settings,
    name: &str,
    parser: &mut lexopt::Parser,
) -> Result<(), Failure> {
    const ANY: u64 = u32::MAX as u64;
    let limits = &mut settings.limits;
    let mut number = |range| number(parser, name, range);
    match name {
        "kernel" => settings.kernel = kernel(&text(parser, "--kernel")?)?,
        "fee" => settings.fee = fee(&text(parser, "--fee")?)?,
        "threads" => settings.threads = number(1..=1024)? as usize,
        // A request's body has nine bytes at least.
        "max-frame" => limits.frame_bytes = number(9..=LONGEST_BODY.into())? as u32,
        "max-bars" => limits.bars = number(0..=ANY)? as u32,
        "max-combos" => limits.combos = number(0..=ANY)? as u32,
        // Up to here n(n+1) fits 64 bits.
        "max-window" => limits.window = number(1..=LONGEST_BODY.into())? as u32,
        "max-series" => limits.series = number(0..=ANY)? as u32,
        "max-series-bytes" => limits.series_bytes = number(0..=u64::MAX)?,
        "max-sessions" => limits.sessions = number(0..=ANY)? as u32,
        "max-connections" => limits.connections = number(1..=ANY)? as u32,
        "frame-timeout-ms" => settings.frame_timeout = Duration::from_millis(number(1..=ANY)?),
        "write-timeout-ms" => settings.write_timeout = Duration::from_millis(number(1..=ANY)?),
        _ => return Err(usage(Long(name).unexpected())),
    }
    Ok(())
}

fn kernel(name: &str) -> Result<&'static dyn Kernel, Failure> {
    ipc_tax_kernel::find(name).ok_or_else(|| {
        let names = ipc_tax_kernel::names().collect::<Vec<_>>().join(", ");
        let name = excerpt(name, LONGEST_QUOTE);
        Failure::Usage(format!("--kernel: got {name}, expected one of {names}"))
    })
}

fn fee(value: &str) -> Result<f64, Failure> {
    value.parse().ok().and_then(fee_percent).ok_or_else(|| {
        let value = excerpt(value, LONGEST_QUOTE);
        Failure::Usage(format!(
            "--fee: got {value}, expected a number from 0 to {MOST_FEE_PERCENT}, in percent of a \
             trade's entry"
        ))
    })
}

/// Reads the value of the option `--name` as a whole number in `range`.
///
/// # Errors
/// [`Failure::Usage`] when it is none.
pub fn number(
    parser: &mut lexopt::Parser,
    name: &str,
    range: RangeInclusive<u64>,
) -> Result<u64, Failure> {
    let name = format!("--{name}");
    let value = text(parser, &name)?;
    value.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
        let (low, high) = range.into_inner();
        let value = excerpt(&value, LONGEST_QUOTE);
        Failure::Usage(format!("{name}: got {value}, expected a whole number from {low} to {high}"))
    })
}

/// Reads the value of the option `name`.
///
/// # Errors
/// [`Failure::Usage`] when there is none, or it is not UTF-8.
pub fn text(parser: &mut lexopt::Parser, name: &str) -> Result<String, Failure> {
    parser.value().map_err(usage)?.into_string().map_err(|value| {
        let value = value.to_string_lossy();
        let value = excerpt(&value, LONGEST_QUOTE);
        Failure::Usage(format!("{name}: got {value}, expected UTF-8 text"))
    })
}

/// What a command that is none of those `expected` is refused with.
pub fn no_command(got: &OsStr, expected: &str) -> Failure {
    let got = got.to_string_lossy();
    Failure::Usage(format!("command: got {}, expected {expected}", excerpt(&got, LONGEST_QUOTE)))
}

/// What the command line is refused with.
pub fn usage(error: lexopt::Error) -> Failure {
    Failure::Usage(error.to_string())
}

#[cfg(test)]
mod tests {
    use ipc_tax_kernel::FEE_PERCENT;

    use super::{Command, Settings, parse};
    use crate::failure::Failure;

    fn refusal(line: &str) -> String {
        match parse(line.split_whitespace().map(Into::into)) {
            Err(failure @ Failure::Usage(_)) => failure.to_string(),
            _ => panic!("{line} should be refused as usage"),
        }
    }

    #[test]
    fn every_setting_is_read() {
        let line = "serve --unix a --unix b --tcp 127.0.0.1:0 --tcp [::1]:7 --kernel unchecked \
                    --threads 2 --max-frame 2147483647 --max-bars 3 --max-combos 4 --max-window 5 \
                    --max-series 6 --max-series-bytes 7 --max-sessions 8 --max-connections 9 \
                    --frame-timeout-ms 10 --write-timeout-ms=11 --die-with-stdin --shared-memory c \
                    --pipes d --socket-buffer 65536 --fee 0.002";
        let Ok(Command::Serve(options)) = parse(line.split_whitespace().map(Into::into)) else {
            panic!("the line is sound");
        };
        assert_eq!((options.unix.len(), options.tcp.len()), (2, 2));
        assert!(options.die_with_stdin);
        assert_eq!(options.shared_memory.len(), 1);
        assert_eq!((options.pipes.len(), options.socket_buffer), (1, Some(65536)));
        let settings = options.settings;
        assert_eq!((settings.kernel.name(), settings.threads), ("unchecked", 2));
        assert_eq!(settings.fee, 0.002);
        let limits = settings.limits;
        assert_eq!((limits.frame_bytes, limits.bars, limits.combos), ((1 << 31) - 1, 3, 4));
        assert_eq!((limits.window, limits.series, limits.series_bytes), (5, 6, 7));
        assert_eq!((limits.sessions, limits.connections), (8, 9));
        assert_eq!(settings.frame_timeout.as_millis(), 10);
        assert_eq!(settings.write_timeout.as_millis(), 11);
    }

    #[test]
    fn a_fee_is_read_to_the_bit() {
        let fee = |text: &str| match parse(["once", "--fee", text].map(Into::into)) {
            Ok(Command::Once(options)) => options.settings.fee.to_bits(),
            _ => panic!("{text} is a fee"),
        };
        for (text, bits) in [
            ("0", 0),
            ("-0", 0),
            ("0.09", FEE_PERCENT.to_bits()),
            ("0.002", 0.002f64.to_bits()),
            ("1e-9", 1e-9f64.to_bits()),
            ("0.30000000000000004", (0.1f64 + 0.2).to_bits()),
            ("5e-324", 1),
            ("100", 100f64.to_bits()),
        ] {
            assert_eq!(fee(text), bits, "{text}");
        }
        assert_eq!(Settings::default().fee, FEE_PERCENT);
    }

    #[test]
    fn refusals_name_what_came_and_what_was_expected() {
        for (line, told) in [
            ("", "command: got none, expected serve, once or pipe"),
            ("start", "command: got start"),
            (
                "serve",
                "got no listener, expected --unix PATH, --tcp HOST:PORT, --shared-memory PATH or --pipes",
            ),
            ("serve --unix a --fast", "--fast"),
            ("serve --unix", "--unix"),
            ("serve --unix a --timing", "--timing"),
            ("once --unix a", "--unix"),
            ("pipe --unix a", "--unix"),
            ("serve --unix a --socket-buffer 1", "--socket-buffer: got 1, expected a whole"),
            ("once --threads 0", "--threads: got 0, expected a whole number from 1 to 1024"),
            ("once --max-frame 2147483648", "--max-frame: got 2147483648, expected a whole"),
            ("once --fee -1", "--fee: got -1, expected a number from 0 to 100"),
            ("once --fee 100.1", "--fee: got 100.1, expected"),
            ("once --fee nan", "--fee: got nan, expected"),
            ("once --fee inf", "--fee: got inf, expected"),
            ("once --fee 0,09", "--fee: got 0,09, expected"),
            ("once --fee 9%", "--fee: got 9%, expected"),
            ("once --fee", "--fee"),
            ("once --max-frame 8", "--max-frame: got 8"),
            ("once --max-bars -1", "--max-bars: got -1"),
            ("once --max-bars many", "--max-bars: got many"),
            (
                "once --kernel fastest",
                "--kernel: got fastest, expected one of naive, unchecked, direct, tuned",
            ),
            ("serve --tcp 10.0.0.1:80", "--tcp: got 10.0.0.1:80, expected a loopback address"),
            ("serve --tcp somewhere", "--tcp: got somewhere, expected HOST:PORT"),
        ] {
            assert!(refusal(line).contains(told), "{line}: {}", refusal(line));
        }
    }

    #[test]
    fn a_refusal_repeats_no_more_than_tells_what_came() {
        let long = "a".repeat(100_000);
        for (line, told) in [
            (long.clone(), "expected serve, once or pipe"),
            (format!("once --kernel {long}"), "expected one of naive"),
            (format!("once --threads {long}"), "expected a whole number from 1 to 1024"),
            (format!("serve --tcp {long}"), "expected HOST:PORT"),
            (format!("serve --unix {long}"), "expected at most 107"),
            (format!("serve --{long}"), ""),
            ("once --kernel \u{1b}[2J".to_owned(), "got \\u{1b}[2J, expected"),
        ] {
            let refusal = refusal(&line);
            assert!(refusal.len() <= 4200 && refusal.contains(told), "{told}: {refusal}");
            assert!(!refusal.contains('\u{1b}'), "{told}: {refusal}");
        }
    }

    #[test]
    fn a_path_that_would_break_the_ready_line_is_refused() {
        let told = match parse(["serve", "--unix", "a\nlistening tcp 127.0.0.1:1"].map(Into::into))
        {
            Err(failure) => failure.to_string(),
            Ok(_) => panic!("a newline in a path"),
        };
        assert!(told.contains("without a zero byte or a newline"), "{told}");
        assert!(!told.contains('\n'), "{told}");
    }

    #[test]
    fn a_path_over_107_bytes_is_refused() {
        let path = "a".repeat(108);
        let told = refusal(&format!("serve --unix {path}"));
        assert!(told.contains("108 bytes, expected at most 107"), "{told}");
    }
}
