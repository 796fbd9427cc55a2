//! How the bars of a combo were decided.

/// Counts of one combo. A bar counts from the first at which both averages are full.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Bars whose sign the bound made sure.
    pub sure: u64,
    /// Bars that the bound left in doubt. Those of blocks that it does not cover are not among
    /// them.
    pub in_doubt: u64,
    /// Bars computed in the naive arithmetic: those in doubt, and those between or around them.
    pub naive: u64,
    /// Blocks decided by the bound, but for a few bars.
    pub blocks_by_the_bound: u64,
    /// Blocks decided in the naive arithmetic as a whole.
    pub blocks_naive: u64,
}
