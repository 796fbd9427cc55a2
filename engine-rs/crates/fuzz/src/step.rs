//! One request as a client might send it: most often nearly right.

use bolero::TypeGenerator;
use ipc_tax_wire::encode;
use ipc_tax_wire::frame::LENGTH_BYTES;

/// Closes, or the floats of an echo.
#[derive(Clone, Debug, TypeGenerator)]
pub enum Series {
    /// A walk that trades.
    Walk {
        /// How many.
        #[generator(0..300usize)]
        bars: usize,
        /// How it swings.
        swing: u8,
    },
    /// Any bits.
    Bits(Vec<u64>),
}

/// A window length.
#[derive(Clone, Debug, TypeGenerator)]
pub enum Length {
    /// One that a session of this size fills.
    Short(#[generator(1..=20i64)] i64),
    /// Around the limit.
    Limit(#[generator(62..=66i64)] i64),
    /// Anything.
    Any(i64),
}

/// Six window lengths.
#[derive(Clone, Debug, TypeGenerator)]
pub struct Combo([Length; 6]);

/// What is wrong with a frame.
#[derive(Clone, Debug, TypeGenerator)]
pub enum Twist {
    /// Nothing.
    None,
    /// Another opcode.
    Opcode(u8),
    /// Another `a`.
    A(u32),
    /// Another `b`.
    B(u32),
    /// One bit of the frame.
    Bit(u16),
    /// Bytes too many, which the length counts.
    Longer(#[generator(1..60u8)] u8),
    /// Bytes too few, which the length counts.
    Shorter(#[generator(1..60u8)] u8),
}

/// What is asked.
#[derive(Clone, Debug, TypeGenerator)]
enum Ask {
    Sweep(Series, Vec<Combo>),
    Echo(Series),
    Load(Series),
    SweepLoaded(#[generator(0..6u32)] u32, Vec<Combo>),
    Drop(#[generator(0..6u32)] u32),
    OpenLive(Combo),
    Tick(#[generator(0..6u32)] u32, Series),
    CloseLive(#[generator(0..6u32)] u32),
    Info,
    Timing,
    Noise(Vec<u8>),
}

/// A request frame, and what is wrong with it.
#[derive(Clone, Debug, TypeGenerator)]
pub struct Step {
    ask: Ask,
    twist: Twist,
}

impl Series {
    /// The floats.
    pub fn floats(&self) -> Vec<f64> {
        match self {
            Series::Walk { bars, swing } => {
                let pace = 0.1 + f64::from(*swing) / 100.0;
                (0..*bars).map(|bar| 100.0 + 10.0 * (bar as f64 * pace).sin()).collect()
            }
            Series::Bits(bits) => bits.iter().copied().map(f64::from_bits).collect(),
        }
    }
}

impl Combo {
    /// The lengths, in wire order.
    pub fn lengths(&self) -> [i64; 6] {
        self.0.clone().map(|length| match length {
            Length::Short(bars) | Length::Limit(bars) | Length::Any(bars) => bars,
        })
    }
}

fn lengths(combos: &[Combo]) -> Vec<[i64; 6]> {
    combos.iter().map(Combo::lengths).collect()
}

impl Step {
    /// The whole frame: its length tells its bytes, unless a bit of it was turned.
    pub fn frame(&self) -> Vec<u8> {
        let mut frame = match &self.ask {
            Ask::Sweep(close, combos) => encode::sweep(&close.floats(), &lengths(combos)),
            Ask::Echo(floats) => encode::echo(&floats.floats()),
            Ask::Load(close) => encode::load(&close.floats()),
            Ask::SweepLoaded(series, combos) => encode::sweep_loaded(*series, &lengths(combos)),
            Ask::Drop(series) => encode::drop_series(*series),
            Ask::OpenLive(combo) => encode::open_live(&combo.lengths()),
            Ask::Tick(session, close) => encode::tick(*session, &close.floats()),
            Ask::CloseLive(session) => encode::close_live(*session),
            Ask::Info => encode::info(),
            Ask::Timing => encode::timing(),
            Ask::Noise(bytes) => [&[0; LENGTH_BYTES], &bytes[..]].concat(),
        };
        self.twist.apply(&mut frame);
        frame
    }
}

impl Twist {
    fn apply(&self, frame: &mut Vec<u8>) {
        let mut put = |at: usize, bytes: &[u8]| {
            if let Some(place) = frame.get_mut(at..at + bytes.len()) {
                place.copy_from_slice(bytes);
            }
        };
        match *self {
            Twist::None | Twist::Bit(_) => {}
            Twist::Opcode(opcode) => put(LENGTH_BYTES, &[opcode]),
            Twist::A(a) => put(LENGTH_BYTES + 1, &a.to_le_bytes()),
            Twist::B(b) => put(LENGTH_BYTES + 5, &b.to_le_bytes()),
            Twist::Longer(bytes) => frame.resize(frame.len() + usize::from(bytes), 0),
            Twist::Shorter(bytes) => {
                frame.truncate(frame.len().saturating_sub(bytes.into()).max(LENGTH_BYTES));
            }
        }
        let body = (frame.len() - LENGTH_BYTES) as u32;
        frame[..LENGTH_BYTES].copy_from_slice(&body.to_le_bytes());
        if let Twist::Bit(bit) = *self {
            let bit = usize::from(bit) % (frame.len() * 8);
            frame[bit / 8] ^= 1 << (bit % 8);
        }
    }
}
