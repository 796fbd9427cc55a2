//! `ipc-tax-engine`: see `--help`.

use std::io::{self, Write};
use std::process::ExitCode;

use ipc_tax_server::options::{self, Command};
use ipc_tax_server::{once, pipe, serve};

fn main() -> ExitCode {
    let done = match options::from_command_line() {
        Ok(Command::Help) => say(options::HELP),
        Ok(Command::Version) => say(concat!("ipc-tax-engine ", env!("CARGO_PKG_VERSION"), "\n")),
        Ok(Command::Serve(options)) => serve(&options),
        Ok(Command::Once(options)) => once(&options),
        Ok(Command::Pipe(settings)) => pipe(&settings),
        Err(failure) => Err(failure),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // Nobody may be reading; the exit code still tells.
            let _ = writeln!(io::stderr(), "ipc-tax-engine: {failure}");
            ExitCode::from(failure.exit_code())
        }
    }
}

fn say(text: &str) -> Result<(), ipc_tax_server::Failure> {
    // A reader that has seen enough, such as `head`, is no failure.
    let _ = io::stdout().write_all(text.as_bytes());
    Ok(())
}
