//! Random series and combos, the same in every run.
#![allow(dead_code, reason = "each test program uses a part")]

use ipc_tax_kernel::Windows;

/// Random numbers from a seed: xorshift64*.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        (0..8).for_each(|_| _ = random.bits());
        random
    }

    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// From 0 up to, but not, 1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Of the range, both ends included.
    pub fn integer(&mut self, low: usize, high: usize) -> usize {
        low + (self.bits() % (high - low + 1) as u64) as usize
    }

    /// Of the range, small ones more often: evenly in the logarithm.
    pub fn length(&mut self, low: usize, high: usize) -> usize {
        let (low_log, high_log) = ((low as f64).ln(), (high as f64 + 1.0).ln());
        ((low_log + self.unit() * (high_log - low_log)).exp() as usize).clamp(low, high)
    }

    pub fn normal(&mut self) -> f64 {
        let radius = (-2.0 * self.unit().max(1e-300).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.unit()).cos()
    }

    pub fn one_in(&mut self, times: usize) -> bool {
        self.integer(1, times) == 1
    }
}

/// Fees a trade, in percent: none, the study's, a currency pair's, and others.
const FEES: [f64; 8] = [0.0, 0.09, 0.001, 0.002, 1.0, 1e-9, 12.5, 100.0];

/// One of those, or any.
pub fn fee(random: &mut Random) -> f64 {
    if random.one_in(4) { 100.0 * random.unit() } else { FEES[random.integer(0, FEES.len() - 1)] }
}

/// What a series can look like.
pub const KINDS: [&str; 24] = [
    "walk",
    "calm walk",
    "wild walk",
    "constant",
    "constant and noise in the last places",
    "piecewise constant",
    "ticks of a hundredth",
    "ticks of five",
    "ramp",
    "steep ramp",
    "sine",
    "alternating",
    "steps of 1e6",
    "spikes of 1e6",
    "spikes of 1e16",
    "scale 1e-8",
    "scale 1e9",
    "scale 1e-300 or 1e300",
    "around zero",
    "zeros",
    "NaN",
    "infinities",
    "subnormals",
    "any bits",
];

/// A series of that kind.
pub fn series(kind: &str, bars: usize, random: &mut Random) -> Vec<f64> {
    let walk = |volatility: f64, random: &mut Random| {
        let mut log = 0.0;
        let step = |_| {
            log += volatility * random.normal();
            100.0 * f64::exp(log)
        };
        (0..bars).map(step).collect::<Vec<f64>>()
    };
    let usual = walk(0.0008, random);
    let scaled = |scale: f64| usual.iter().map(|close| close / 100.0 * scale).collect();
    let ticks = |tick: f64| usual.iter().map(|close| (close / tick).round() * tick).collect();
    let spiked = |every: usize, spike: &dyn Fn(f64, &mut Random) -> f64, random: &mut Random| {
        let bar = |&close: &f64| if random.one_in(every) { spike(close, random) } else { close };
        usual.iter().map(bar).collect::<Vec<f64>>()
    };
    match kind {
        "walk" => usual,
        "calm walk" => walk(10f64.powi(-(random.integer(5, 15) as i32)), random),
        "wild walk" => walk(0.05, random),
        "constant" => vec![[100.0, 0.1, 1e9 / 3.0, -7.0][random.integer(0, 3)]; bars],
        "constant and noise in the last places" => {
            (0..bars).map(|_| 0.1f64.next_up_by(random.integer(0, 3))).collect()
        }
        "piecewise constant" => {
            let mut close = 100.0;
            let step = |_| {
                if random.one_in(60) {
                    close *= 1.0 + 0.01 * random.normal();
                }
                close
            };
            (0..bars).map(step).collect()
        }
        "ticks of a hundredth" => ticks(0.01),
        "ticks of five" => ticks(5.0),
        "ramp" => (0..bars).map(|bar| 100.0 + bar as f64 / 64.0).collect(),
        "steep ramp" => (0..bars).map(|bar| bar as f64 * 1e6).collect(),
        "sine" => (0..bars).map(|bar| 100.0 + (bar as f64 * 0.05).sin()).collect(),
        "alternating" => (0..bars).map(|bar| 100.0 + (bar % 2) as f64).collect(),
        "steps of 1e6" => {
            let mut level = 0.0;
            let step = |&close: &f64| {
                if random.one_in(40) {
                    level += 1e6 * (random.integer(0, 2) as f64 - 1.0);
                }
                close + level
            };
            usual.iter().map(step).collect()
        }
        "spikes of 1e6" => spiked(97, &|close, _| close * 1e6, random),
        "spikes of 1e16" => spiked(97, &|close, _| close * 1e16, random),
        "scale 1e-8" => scaled(1e-8),
        "scale 1e9" => scaled(1e9),
        "scale 1e-300 or 1e300" => scaled(if random.one_in(2) { 1e-300 } else { 1e300 }),
        "around zero" => (0..bars).map(|_| random.normal()).collect(),
        "zeros" => spiked(30, &|_, _| 0.0, random).into_iter().map(|close| close - 100.0).collect(),
        "NaN" => spiked(50, &|_, _| f64::NAN, random),
        "infinities" => spiked(
            80,
            &|_, random| if random.one_in(2) { f64::INFINITY } else { f64::NEG_INFINITY },
            random,
        ),
        "subnormals" => (0..bars).map(|_| f64::from_bits(random.bits() >> 14)).collect(),
        "any bits" => (0..bars).map(|_| f64::from_bits(random.bits())).collect(),
        other => panic!("no series of kind {other}"),
    }
}

trait NextUpBy {
    fn next_up_by(self, places: usize) -> f64;
}

impl NextUpBy for f64 {
    fn next_up_by(self, places: usize) -> f64 {
        f64::from_bits(self.to_bits() + places as u64)
    }
}

/// A combo with windows of up to `longest`: of a length, or six windows that have nothing to do
/// with each other.
pub fn combo(longest: usize, random: &mut Random) -> Windows {
    if random.one_in(2) {
        return Windows::of_length(random.length(1, longest));
    }
    let mut window = || random.length(1, longest);
    let lengths = [window(), window(), window(), window(), window(), window()];
    Windows::from_lengths(lengths).unwrap()
}

/// Equal to the bit; any NaN is like any other.
pub fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
}
