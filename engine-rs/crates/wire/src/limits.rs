//! What an engine accepts.

/// The longest body a frame can have: the top bit of its length marks an error.
pub const LONGEST_BODY: u32 = (1 << 31) - 1;

/// The limits of an engine. `Default` gives the protocol's defaults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Longest frame body, either way, in bytes; at most [`LONGEST_BODY`].
    pub frame_bytes: u32,
    /// Most bars of a series in a request.
    pub bars: u32,
    /// Most combos of a request.
    pub combos: u32,
    /// Longest window, in bars.
    pub window: u32,
    /// Most series loaded on a connection.
    pub series: u32,
    /// Most bytes of series loaded, over all connections.
    pub series_bytes: u64,
    /// Most sessions open on a connection.
    pub sessions: u32,
    /// Most connections at once.
    pub connections: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            frame_bytes: 256 << 20,
            bars: 1 << 25,
            combos: 65_536,
            window: 1 << 26,
            series: 64,
            series_bytes: 1 << 30,
            sessions: 64,
            connections: 1024,
        }
    }
}
