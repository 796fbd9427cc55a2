//! What the caller asks for, a line each: the echo client's order, and where both processes run.

use std::str::FromStr;

use ipc_tax_echo_client::orders::Order;

use crate::floor::Floor;
use crate::processors::Processors;

/// Most floats of a payload: shared memory is made for it, twice.
pub const MOST_FLOATS: usize = 1 << 24;

/// Words of the echo client's order.
const WORDS: usize = 6;

/// Where the two processes run; `None` is where they may already.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Placement {
    /// The asking process.
    pub client: Option<Processors>,
    /// The other.
    pub answerer: Option<Processors>,
}

/// One block of round trips.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FloorOrder {
    /// How many, and of what size.
    pub order: Order<Floor>,
    /// Where.
    pub placement: Placement,
}

impl FromStr for FloorOrder {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let wrong = || {
            format!(
                "order: got {line:?}, expected FLOOR FLOATS WARM LEAST MOST BUDGET [CLIENT ANSWERER]"
            )
        };
        let order: Order<Floor> =
            words[..words.len().min(WORDS)].join(" ").parse().map_err(|_| wrong())?;
        if order.floats > MOST_FLOATS {
            return Err(format!("floats: got {}, expected at most {MOST_FLOATS}", order.floats));
        }
        let placement = match words[WORDS..] {
            [] => Placement::default(),
            [client, answerer] => {
                Placement { client: Some(client.parse()?), answerer: Some(answerer.parse()?) }
            }
            _ => return Err(wrong()),
        };
        Ok(FloorOrder { order, placement })
    }
}

#[cfg(test)]
mod tests {
    use super::{FloorOrder, MOST_FLOATS};
    use crate::floor::Floor;

    #[test]
    fn sound_lines() {
        let found: FloorOrder = "futex 1000 2 3 200 25000 0 0,1".parse().unwrap();
        assert_eq!((found.order.transport, found.order.floats), (Floor::Futex, 1_000));
        assert_eq!(found.placement.client.unwrap().to_string(), "0");
        assert_eq!(found.placement.answerer.unwrap().to_string(), "0,1");
        let found: FloorOrder = "pipe 1 2 3 200 25000".parse().unwrap();
        assert_eq!(found.placement, super::Placement::default());
    }

    #[test]
    fn lines_that_are_refused() {
        for line in
            ["", "unix 1 1 1 1", "shm 1 1 1 1 1", "unix 1 1 1 1 1 0", "unix 1 1 1 1 1 0 1 2"]
        {
            let told = line.parse::<FloorOrder>().unwrap_err();
            assert!(told.contains(line) && told.contains("expected FLOOR FLOATS"), "{told}");
        }
        let told = format!("spin {} 1 1 1 1", MOST_FLOATS + 1).parse::<FloorOrder>().unwrap_err();
        assert!(told.contains("expected at most"), "{told}");
        assert!("unix 1 1 1 1 1 a 0".parse::<FloorOrder>().unwrap_err().contains("\"a\""));
    }
}
