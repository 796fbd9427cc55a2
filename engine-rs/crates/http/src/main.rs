//! `ipc-tax-http-engine`: see `--help`.

use std::process::ExitCode;

use ipc_tax_http::options::{self, Command};

fn main() -> ExitCode {
    match options::from_command_line() {
        Ok(Command::Help) => {
            print!("{}", options::HELP);
            ExitCode::SUCCESS
        }
        Ok(Command::Version) => {
            println!("ipc-tax-http-engine {}", env!("CARGO_PKG_VERSION"));
            ExitCode::SUCCESS
        }
        Ok(Command::Serve(options)) => {
            let http = options.http;
            match ipc_tax_http::serve(options) {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => {
                    eprintln!("ipc-tax-http-engine: http {http}: {error}");
                    ExitCode::FAILURE
                }
            }
        }
        Err(fault) => {
            eprintln!("ipc-tax-http-engine: {fault}");
            ExitCode::from(2)
        }
    }
}
