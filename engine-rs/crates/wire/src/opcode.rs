//! The opcodes.

use std::fmt;

/// What a request asks for. Sweep and echo are the study's, byte for byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Opcode {
    Sweep = 0,
    Echo = 1,
    Load = 2,
    SweepLoaded = 3,
    Drop = 4,
    OpenLive = 5,
    Tick = 6,
    CloseLive = 7,
    Info = 8,
    Timing = 9,
}

impl Opcode {
    /// Every opcode, in the order of their bytes.
    pub const ALL: [Opcode; 10] = [
        Opcode::Sweep,
        Opcode::Echo,
        Opcode::Load,
        Opcode::SweepLoaded,
        Opcode::Drop,
        Opcode::OpenLive,
        Opcode::Tick,
        Opcode::CloseLive,
        Opcode::Info,
        Opcode::Timing,
    ];

    /// The opcode of that byte.
    pub fn from_byte(byte: u8) -> Option<Self> {
        Opcode::ALL.get(usize::from(byte)).copied()
    }

    /// Whether its requests have floats.
    pub fn takes_floats(self) -> bool {
        matches!(self, Opcode::Sweep | Opcode::Echo | Opcode::Load | Opcode::Tick)
    }

    /// Its name in words, as error messages have it.
    pub fn name(self) -> &'static str {
        match self {
            Opcode::Sweep => "sweep",
            Opcode::Echo => "echo",
            Opcode::Load => "load",
            Opcode::SweepLoaded => "sweep loaded",
            Opcode::Drop => "drop",
            Opcode::OpenLive => "open live",
            Opcode::Tick => "tick",
            Opcode::CloseLive => "close live",
            Opcode::Info => "info",
            Opcode::Timing => "timing",
        }
    }
}

impl fmt::Display for Opcode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::Opcode;

    #[test]
    fn bytes_are_positions() {
        for (byte, &opcode) in Opcode::ALL.iter().enumerate() {
            assert_eq!(opcode as usize, byte);
            assert_eq!(Opcode::from_byte(byte as u8), Some(opcode));
        }
        assert_eq!(Opcode::from_byte(10), None);
        assert_eq!(Opcode::from_byte(255), None);
    }
}
