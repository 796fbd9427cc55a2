//! How a stream comes in.

use bolero::TypeGenerator;

/// Lengths of the pieces in which a stream arrives, used over and over; none of them means at once.
#[derive(Clone, Debug, TypeGenerator)]
pub struct Pieces(Vec<u8>);

impl Pieces {
    /// The stream, cut.
    pub fn of<'a>(&'a self, mut stream: &'a [u8]) -> impl Iterator<Item = &'a [u8]> {
        let mut lengths = self.0.iter().map(|&length| usize::from(length).max(1)).cycle();
        std::iter::from_fn(move || {
            let length = lengths.next().unwrap_or(stream.len()).min(stream.len());
            let (piece, rest) = stream.split_at(length);
            stream = rest;
            (!piece.is_empty()).then_some(piece)
        })
    }
}
