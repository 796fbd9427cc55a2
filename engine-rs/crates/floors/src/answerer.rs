//! The other process: the same program, started for one block and ended after it.

use std::env;
use std::io;
use std::process::{Child, Command, Stdio};

use crate::floor::Floor;
use crate::orders::Placement;

/// A running answerer. It is killed, and waited for, when it is dropped; it ends too when the process
/// that started it does.
pub struct Answerer(pub(crate) Child);

impl Answerer {
    /// Starts one whose stdin and stdout are the way to it.
    ///
    /// # Errors
    /// What the system says.
    pub fn start(
        floor: Floor,
        bytes: usize,
        placement: &Placement,
        stdin: Stdio,
        stdout: Stdio,
    ) -> io::Result<Answerer> {
        let mut command = Command::new(env::current_exe()?);
        command.args(["--answer", floor.name(), "--bytes", &bytes.to_string()]);
        if let Some(processors) = &placement.answerer {
            command.args(["--processors", &processors.to_string()]);
        }
        command.stdin(stdin).stdout(stdout).spawn().map(Answerer)
    }
}

impl Drop for Answerer {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Ends this process when the one that started it ends: one that only looks at memory would not notice.
///
/// # Errors
/// What the system says; `NotConnected` when the other has ended already.
pub fn end_with_parent() -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        // SAFETY: takes numbers only.
        if unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) } != 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: cannot fail.
        if unsafe { libc::getppid() } == 1 {
            return Err(io::ErrorKind::NotConnected.into());
        }
    }
    Ok(())
}
