//! Why the engine ends with a code other than 0.

use std::fmt;

use ipc_tax_wire::{LONGEST_MESSAGE, excerpt};

/// One line for the user, and the exit code it comes with.
#[derive(Debug)]
pub enum Failure {
    /// The command line makes no sense: exit code 2.
    Usage(String),
    /// It made sense and did not work: exit code 1.
    Failed(String),
}

impl Failure {
    /// 2 for usage, 1 for the rest.
    pub fn exit_code(&self) -> u8 {
        match self {
            Failure::Usage(_) => 2,
            Failure::Failed(_) => 1,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Usage(line) => write!(f, "{} (see --help)", excerpt(line, LONGEST_MESSAGE)),
            Failure::Failed(line) => f.write_str(&excerpt(line, LONGEST_MESSAGE)),
        }
    }
}
