//! `ipc-tax-grpc-engine`: see `--help`.

use std::process::ExitCode;

use ipc_tax_http::options::{self, Command};

fn main() -> ExitCode {
    let done = match options::parse("grpc", std::env::args_os().skip(1)) {
        Ok(Command::Help) => {
            print!("{}", ipc_tax_grpc::HELP);
            Ok(())
        }
        Ok(Command::Version) => {
            println!("ipc-tax-grpc-engine {}", env!("CARGO_PKG_VERSION"));
            Ok(())
        }
        Ok(Command::Serve(options)) => ipc_tax_grpc::serve(&options),
        Err(failure) => Err(failure),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("ipc-tax-grpc-engine: {failure}");
            ExitCode::from(failure.exit_code())
        }
    }
}
