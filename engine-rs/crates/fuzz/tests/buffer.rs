//! A stream cut anywhere: its frames come out as they went in, and memory follows what arrived.

use bolero::check;
use ipc_tax_fuzz::{CASES, Pieces, Step};
use ipc_tax_wire::frame::LENGTH_BYTES;
use ipc_tax_wire::{ErrorCode, FrameBuffer};

const LIMIT: u32 = 100_000;

#[test]
fn bytes() {
    check!(name = "buffer/bytes")
        .with_iterations(CASES)
        .with_type::<(Vec<u8>, Pieces)>()
        .for_each(|(stream, pieces)| same_frames(stream, pieces));
}

#[test]
fn frames() {
    check!(name = "buffer/frames")
        .with_iterations(CASES)
        .with_type::<(Vec<Step>, u16, Pieces)>()
        .for_each(|(steps, end, pieces)| {
            let mut stream = steps.iter().flat_map(Step::frame).collect::<Vec<u8>>();
            stream.truncate(usize::from(*end).max(stream.len() / 2));
            same_frames(&stream, pieces);
        });
}

/// The frames of a stream, the plain way, and whether one is too large.
fn cut(mut stream: &[u8]) -> (Vec<Vec<u8>>, bool) {
    let mut frames = Vec::new();
    while let Some(length) = stream.first_chunk::<LENGTH_BYTES>() {
        let length = u32::from_le_bytes(*length);
        if length > LIMIT {
            return (frames, true);
        }
        let Some((frame, rest)) = stream.split_at_checked(LENGTH_BYTES + length as usize) else {
            break;
        };
        frames.push(frame.to_vec());
        stream = rest;
    }
    (frames, false)
}

fn same_frames(stream: &[u8], pieces: &Pieces) {
    let (expected, too_large) = cut(stream);
    let mut buffer = FrameBuffer::new();
    let mut frames = Vec::new();
    let mut refused = None;
    let mut arrived = 0;
    'stream: for mut piece in pieces.of(stream) {
        while !piece.is_empty() {
            let room = buffer.with_room().unwrap();
            let spare = room.capacity() - room.len();
            assert!(spare > 0, "no room to receive into");
            let (now, later) = piece.split_at(spare.min(piece.len()));
            room.extend(now);
            piece = later;
            arrived += now.len();
            loop {
                match buffer.frame(LIMIT) {
                    Ok(Some(frame)) => {
                        frames.push(buffer.bytes_mut(frame.clone()).to_vec());
                        buffer.handled(frame);
                    }
                    Ok(None) => break,
                    Err(error) => {
                        refused = Some(error.code);
                        break 'stream;
                    }
                }
            }
            assert!(
                buffer.capacity() <= 2 * arrived + (200 << 10),
                "{} bytes taken for {arrived}",
                buffer.capacity()
            );
        }
    }
    assert_eq!(frames, expected);
    assert_eq!(refused, too_large.then_some(ErrorCode::TooLarge));
}
