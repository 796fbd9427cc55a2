//! Shared memory whose other side writes anything into it: bytes arrive as they were sent, or the connection ends
//! with an error; nothing is read or written beyond a ring, and nobody waits without end.

use std::io::Write;
use std::mem::MaybeUninit;
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use bolero::{TypeGenerator, check};
use ipc_tax_fuzz::CASES;
use ipc_tax_shared_memory::{Control, Ends, Hello, WaitMode, pair, receive_hello};

const RING: u32 = 4096;

/// The words of a mapping: magic, version, size, and of each ring tail, head and the two sleepers.
const WORDS: [usize; 11] = [0, 4, 8, 128, 256, 384, 512, 640, 768, 896, 1024];

#[derive(Clone, Debug, TypeGenerator)]
enum Turn {
    Send(u16),
    Receive(u16),
    Answer(u16),
    ReceiveAnswer(u16),
    /// A word is overwritten, by whoever shares the memory.
    Store(u8, u32),
    /// A word moves a little.
    Move(u8, i8),
}

#[test]
fn rings() {
    check!(name = "shared_memory/rings")
        .with_iterations(CASES)
        .with_type::<Vec<Turn>>()
        .for_each(|turns| play(turns));
}

#[test]
fn hello() {
    check!(name = "shared_memory/hello")
        .with_iterations(CASES)
        .with_type::<(bool, u32, u32, Vec<u8>)>()
        .for_each(|(is_right, ring, mode, noise)| {
            let (engine, client) = UnixStream::pair().unwrap();
            let right = [0x4354_5049u32, 1, *ring, *mode].map(u32::to_le_bytes).concat();
            let bytes = if *is_right { &right } else { noise };
            (&client).write_all(bytes).unwrap();
            client.shutdown(Shutdown::Write).unwrap();
            let control = Control::new(engine.into());
            if let Ok(hello) = receive_hello(&control, Instant::now() + Duration::from_secs(5)) {
                assert!(hello.ring_bytes.is_power_of_two());
                assert!((4096..=1 << 26).contains(&hello.ring_bytes));
            }
        });
}

/// One way: what was sent and is still to come.
#[derive(Default)]
struct Way {
    sent: Vec<u8>,
    received: usize,
    next: u8,
}

impl Way {
    fn send(&mut self, ends: &mut Ends, length: u16) -> std::io::Result<()> {
        let bytes: Vec<u8> = (0..length).map(|k| self.next.wrapping_add(k as u8)).collect();
        let sent = ends.send_some(&bytes)?;
        assert!(sent <= bytes.len());
        self.sent.extend(&bytes[..sent]);
        self.next = self.next.wrapping_add(sent as u8);
        Ok(())
    }

    /// Receives what is there; compares it while nobody has tampered with the words.
    fn receive(&mut self, ends: &mut Ends, most: u16, honest: bool) -> std::io::Result<()> {
        let mut room = vec![MaybeUninit::new(0u8); usize::from(most).max(1)];
        let received = ends.receive_some(&mut room)?;
        assert!(received <= room.len().min(RING as usize));
        if honest {
            // SAFETY: all of it was initialized above.
            let got: Vec<u8> =
                room[..received].iter().map(|b| unsafe { b.assume_init() }).collect();
            assert_eq!(got, self.sent[self.received..self.received + received]);
            self.received += received;
        }
        Ok(())
    }
}

fn play(turns: &[Turn]) {
    let (mut listener, mut client) =
        pair(Hello { ring_bytes: RING, mode: WaitMode::Futex }).unwrap();
    let (mut there, mut back) = (Way::default(), Way::default());
    let mut honest = true;
    for turn in turns {
        let done = match *turn {
            Turn::Send(length) => there.send(&mut client, length),
            Turn::Receive(most) => there.receive(&mut listener, most, honest),
            Turn::Answer(length) => back.send(&mut listener, length),
            Turn::ReceiveAnswer(most) => back.receive(&mut client, most, honest),
            Turn::Store(which, value) => {
                honest = false;
                store(&client, which, |_| value);
                Ok(())
            }
            Turn::Move(which, by) => {
                honest = false;
                store(&listener, which, |word| word.wrapping_add_signed(by.into()));
                Ok(())
            }
        };
        if let Err(error) = done {
            assert!(!honest, "{error}");
            assert_eq!(error.kind(), std::io::ErrorKind::InvalidData);
            return;
        }
    }
    if honest {
        while there.received < there.sent.len() {
            there.receive(&mut listener, 1000, true).unwrap();
        }
        while back.received < back.sent.len() {
            back.receive(&mut client, 1000, true).unwrap();
        }
    }
}

fn store(ends: &Ends, which: u8, change: impl Fn(u32) -> u32) {
    let word = ends.mapping().word(WORDS[usize::from(which) % WORDS.len()]);
    word.store(change(word.load(Ordering::Relaxed)), Ordering::Relaxed);
}
