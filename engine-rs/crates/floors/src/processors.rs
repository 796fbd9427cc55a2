//! Which processors a process may run on.

use std::fmt;
use std::io;
use std::str::FromStr;

/// Processors counted from 0, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Processors(Vec<usize>);

/// More than Linux has in one set.
const MOST: usize = 1_024;

impl Processors {
    /// Moves the calling thread there, and with it what it starts from now on.
    ///
    /// # Errors
    /// What the system says; `Unsupported` where it is not Linux.
    #[cfg(target_os = "linux")]
    pub fn take(&self) -> io::Result<()> {
        // SAFETY: a set of all zeroes is an empty one.
        let mut set: libc::cpu_set_t = unsafe { std::mem::zeroed() };
        for &processor in &self.0 {
            // SAFETY: processors are below the set's size.
            unsafe { libc::CPU_SET(processor, &mut set) };
        }
        // SAFETY: the set is as long as it says.
        if unsafe { libc::sched_setaffinity(0, size_of_val(&set), &raw const set) } == 0 {
            return Ok(());
        }
        let error = io::Error::last_os_error();
        Err(io::Error::new(error.kind(), format!("can't run on processors {self}: {error}")))
    }

    /// Moves the calling thread there, and with it what it starts from now on.
    ///
    /// # Errors
    /// What the system says; `Unsupported` where it is not Linux.
    #[cfg(not(target_os = "linux"))]
    pub fn take(&self) -> io::Result<()> {
        Err(io::Error::new(io::ErrorKind::Unsupported, format!("can't run on processors {self}")))
    }
}

impl fmt::Display for Processors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.0.iter().map(usize::to_string).collect();
        f.write_str(&words.join(","))
    }
}

impl FromStr for Processors {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Result<Vec<usize>, _> = text.split(',').map(str::parse).collect();
        match numbers {
            Ok(numbers) if numbers.iter().all(|&number| number < MOST) => Ok(Processors(numbers)),
            _ => Err(format!("processors: got {text:?}, expected numbers below {MOST}, as in 0,1")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Processors;

    #[test]
    fn lists_are_read_and_written() {
        for text in ["0", "0,1", "3,1,1023"] {
            assert_eq!(text.parse::<Processors>().unwrap().to_string(), text);
        }
        for text in ["", "a", "0,", "-1", "1024", "0-3"] {
            let told = text.parse::<Processors>().unwrap_err();
            assert!(told.contains(text) && told.contains("expected numbers below"), "{told}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_processor_that_is_not_there_is_refused() {
        let error = std::thread::spawn(|| "1023".parse::<Processors>().unwrap().take())
            .join()
            .unwrap()
            .unwrap_err();
        assert!(error.to_string().contains("processors 1023"), "{error}");
    }
}
