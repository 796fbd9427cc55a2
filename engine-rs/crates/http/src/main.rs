//! `ipc-tax-http-engine`: see `--help`.

use std::process::ExitCode;

use ipc_tax_http::options::{self, Command};

fn main() -> ExitCode {
    let done = match options::from_command_line() {
        Ok(Command::Help) => {
            print!("{}", options::HELP);
            Ok(())
        }
        Ok(Command::Version) => {
            println!("ipc-tax-http-engine {}", env!("CARGO_PKG_VERSION"));
            Ok(())
        }
        Ok(Command::Serve(options)) => ipc_tax_http::serve(&options),
        Err(failure) => Err(failure),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("ipc-tax-http-engine: {failure}");
            ExitCode::from(failure.exit_code())
        }
    }
}
