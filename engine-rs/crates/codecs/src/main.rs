//! `ipc-tax-codecs FOLDER`: see `peer`.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let [folder] = &arguments[..] else {
        eprintln!("usage: ipc-tax-codecs FOLDER, with what the client encoded in it");
        return ExitCode::from(2);
    };
    match ipc_tax_codecs::peer::run(PathBuf::from(folder), io::stdin().lock(), io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("ipc-tax-codecs: {fault}");
            ExitCode::FAILURE
        }
    }
}
