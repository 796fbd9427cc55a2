//! What the caller asks for, a line each: `TRANSPORT FLOATS WARM LEAST MOST BUDGET`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Most floats of an echo: what a frame holds by default.
pub const MOST_FLOATS: usize = (1 << 28) / 8 - 2;

/// How the engine is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Transport {
    Unix,
    Tcp,
}

impl FromStr for Transport {
    type Err = ();

    fn from_str(word: &str) -> Result<Self, ()> {
        match word {
            "unix" => Ok(Transport::Unix),
            "tcp" => Ok(Transport::Tcp),
            _ => Err(()),
        }
    }
}

/// One block of echoes, over a `T`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order<T = Transport> {
    /// What they go over.
    pub transport: T,
    /// Floats of each echo, at least 1.
    pub floats: usize,
    /// Calls before the timed ones, at least 1.
    pub warm: u32,
    /// Timed calls at least, however long they take.
    pub least: u32,
    /// Timed calls at most.
    pub most: u32,
    /// Between `least` and `most`, timed calls end when this has passed. Microseconds in the line.
    pub budget: Duration,
}

/// A line that is no order.
#[derive(Debug)]
pub struct BadOrder(String);

impl fmt::Display for BadOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "order: got {:?}, expected TRANSPORT FLOATS WARM LEAST MOST BUDGET", self.0)
    }
}

impl std::error::Error for BadOrder {}

impl<T: FromStr> FromStr for Order<T> {
    type Err = BadOrder;

    fn from_str(line: &str) -> Result<Self, BadOrder> {
        parse(line).ok_or_else(|| BadOrder(line.to_owned()))
    }
}

fn parse<T: FromStr>(line: &str) -> Option<Order<T>> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [transport, floats, warm, least, most, budget] = words[..] else { return None };
    let order = Order {
        transport: transport.parse().ok()?,
        floats: floats.parse().ok()?,
        warm: warm.parse().ok()?,
        least: least.parse().ok()?,
        most: most.parse().ok()?,
        budget: Duration::from_micros(budget.parse().ok()?),
    };
    let sound = (1..=MOST_FLOATS).contains(&order.floats)
        && order.warm >= 1
        && (1..=order.most).contains(&order.least);
    sound.then_some(order)
}

#[cfg(test)]
mod tests {
    use super::{Order, Transport};

    #[test]
    fn a_sound_line() {
        let order: Order = "tcp 1000 2 3 200 25000".parse().unwrap();
        assert_eq!((order.transport, order.floats, order.warm), (Transport::Tcp, 1_000, 2));
        assert_eq!((order.least, order.most, order.budget.as_millis()), (3, 200, 25));
    }

    #[test]
    fn lines_that_are_refused() {
        for line in [
            "",
            "unix",
            "pipe 1 1 1 1 1",
            "unix 0 1 1 1 1",
            "unix 33554431 1 1 1 1",
            "unix 1 0 1 1 1",
            "unix 1 1 0 1 1",
            "unix 1 1 2 1 1",
            "unix 1 1 1 1 -1",
            "unix 1 1 1 1 1 1",
        ] {
            let told = line.parse::<Order>().unwrap_err().to_string();
            assert!(told.contains(line) && told.contains("expected TRANSPORT FLOATS"), "{told}");
        }
    }
}
