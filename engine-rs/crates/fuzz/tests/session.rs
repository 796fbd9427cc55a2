//! Requests, right and nearly right, on two sessions of one engine: each is answered as the protocol says,
//! and what the sessions hold is what they should.

use bolero::{TypeGenerator, check};
use ipc_tax_fuzz::{CASES, Expected, Step, World, limits};
use ipc_tax_kernel::KERNELS;
use ipc_tax_server::options::Settings;
use ipc_tax_server::{Session, Sessions};
use ipc_tax_wire::ErrorCode;
use ipc_tax_wire::frame::LENGTH_BYTES;

/// Not the study's: a fee that gets lost on the way shows.
const FEE: f64 = 0.002;

#[derive(Clone, Debug, TypeGenerator)]
enum Turn {
    /// A request on the first or the second session.
    Ask(bool, Step),
    /// A message that is no whole frame: so many of its bytes.
    Cut(bool, Step, u16),
    /// The session ends and another takes its place.
    Leave(bool),
}

#[test]
fn turns() {
    check!(name = "session/turns")
        .with_iterations(CASES)
        .with_type::<(u8, Vec<Turn>)>()
        .for_each(|(kernel, turns)| play(usize::from(*kernel), turns));
}

fn play(kernel: usize, turns: &[Turn]) {
    let kernel = KERNELS[kernel % KERNELS.len()];
    let settings = Settings { kernel, fee: FEE, limits: limits(), ..Settings::default() };
    let sessions = Sessions::new(&settings);
    let mut world = World::new(limits(), 2).with_fee(FEE);
    let mut open = [true, true].map(|_| sessions.open().ok());
    assert!(sessions.open().is_err_and(|busy| busy.closes));

    for turn in turns {
        match turn {
            Turn::Ask(which, step) => {
                let which = usize::from(*which);
                let frame = step.frame();
                // A length with a bit turned no longer tells the message's own.
                let expected = match is_frame(&frame) {
                    true => world.answer(which, &frame),
                    false => no_frame(&frame),
                };
                answered(open[which].as_mut().unwrap(), frame, &expected);
            }
            Turn::Cut(which, step, bytes) => {
                let mut frame = step.frame();
                frame.truncate(usize::from(*bytes) % frame.len());
                let expected = match is_frame(&frame) {
                    true => world.answer(usize::from(*which), &frame),
                    false => no_frame(&frame),
                };
                answered(open[usize::from(*which)].as_mut().unwrap(), frame, &expected);
            }
            Turn::Leave(which) => {
                let which = usize::from(*which);
                open[which] = None;
                open[which] = Some(sessions.open().ok().unwrap());
                world.forget(which);
            }
        }
        assert_eq!(sessions.series_bytes(), world.series_bytes());
    }
    drop(open);
    assert_eq!((sessions.count(), sessions.series_bytes()), (0, 0));
}

fn answered(session: &mut Session, frame: Vec<u8>, expected: &Expected) {
    let reply = session.answer(frame, &|| false).expect("an answer, as nobody went away");
    expected.check(&reply);
}

/// Whether a message is as long as it says, or says to be too long.
fn is_frame(message: &[u8]) -> bool {
    message.first_chunk::<LENGTH_BYTES>().is_some_and(|length| {
        let length = u32::from_le_bytes(*length) as usize;
        length > limits().frame_bytes as usize || message.len() == LENGTH_BYTES + length
    })
}

fn no_frame(_: &[u8]) -> Expected {
    Expected::Error(ErrorCode::Malformed)
}
