//! The client against a peer that echoes, cuts, lies or refuses.

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::thread::{self, JoinHandle};

use ipc_tax_echo_client::block;
use ipc_tax_echo_client::connection::{Socket, echo};
use ipc_tax_echo_client::orders::Order;

fn order(line: &str) -> Order {
    line.parse().unwrap()
}

fn run(socket: &mut dyn Socket, line: &str) -> std::io::Result<Vec<u64>> {
    block::run(&order(line), |floats, reply| echo(socket, floats, reply))
}

/// A peer that answers each echo with what `answer` makes of its floats, until the client has gone.
fn peer(
    mut answer: impl FnMut(u64, Vec<u8>) -> Vec<u8> + Send + 'static,
) -> (UnixStream, JoinHandle<()>) {
    let (client, mut server) = UnixStream::pair().unwrap();
    let serving = thread::spawn(move || {
        let mut length = [0; 4];
        let mut calls = 0;
        while server.read_exact(&mut length).is_ok() {
            let mut body = vec![0; u32::from_le_bytes(length) as usize];
            server.read_exact(&mut body).unwrap();
            assert_eq!(body[0], 1);
            calls += 1;
            if server.write_all(&answer(calls, body.split_off(9))).is_err() {
                return;
            }
        }
    });
    (client, serving)
}

fn framed(floats: Vec<u8>) -> Vec<u8> {
    [(floats.len() as u32).to_le_bytes().to_vec(), floats].concat()
}

#[test]
fn counts_and_budget_hold() {
    let (mut client, serving) = peer(|_, floats| framed(floats));
    for (line, times) in
        [("unix 1 1 1 1 0", 2), ("unix 1000 5 3 20 60000000", 21), ("unix 150000 2 4 1000 0", 5)]
    {
        let found = run(&mut client, line).unwrap();
        assert_eq!(found.len(), times, "{line}");
        assert!(found.iter().all(|&nanoseconds| nanoseconds > 0));
    }
    drop(client);
    serving.join().unwrap();
}

#[test]
fn a_wrong_bit_an_old_answer_and_a_refusal_are_told() {
    type Answer = Box<dyn FnMut(u64, Vec<u8>) -> Vec<u8> + Send>;
    let mut first = None;
    let cases: [(Answer, &str); 4] = [
        (
            Box::new(|call, mut floats| {
                floats[40] ^= u8::from(call == 3);
                framed(floats)
            }),
            "echo 3 of 100 floats differs at byte 40",
        ),
        (
            Box::new(move |_, floats| framed(first.get_or_insert(floats).clone())),
            "echo 2 of 100 floats differs at byte 0",
        ),
        (Box::new(|_, floats| framed(floats[8..].to_vec())), "got 792 bytes, expected 800"),
        (
            Box::new(|_, _| [&[4, 0, 0, 0x80, 3, 0][..], &b"no"[..]].concat()),
            "the engine refused the echo: no",
        ),
    ];
    for (answer, told) in cases {
        let (mut client, serving) = peer(answer);
        let error = run(&mut client, "unix 100 1 9 9 0").unwrap_err();
        assert!(error.to_string().contains(told), "{error}");
        drop(client);
        serving.join().unwrap();
    }
}

#[test]
fn a_peer_that_goes_is_an_error_and_no_wait() {
    let (client, server) = UnixStream::pair().unwrap();
    drop(server);
    assert!(run(&mut { client }, "unix 100 1 9 9 0").is_err());
}
