//! One connection to an engine.

use std::io::{self, IoSlice, Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

use ipc_tax_wire::frame::{ERROR_BIT, LENGTH_BYTES};
use ipc_tax_wire::{HEADER_BYTES, LONGEST_ERROR_BODY, Opcode};

/// Longest wait for any part of a reply.
const PATIENCE: Duration = Duration::from_secs(60);

/// A connected socket of either kind.
pub trait Socket: Read + Write {}
impl<S: Read + Write> Socket for S {}

/// Connects to a Unix socket.
///
/// # Errors
/// What the system says, with the path.
pub fn unix(path: &Path) -> io::Result<Box<dyn Socket>> {
    let socket = UnixStream::connect(path).map_err(|error| at(path.display(), &error))?;
    socket.set_read_timeout(Some(PATIENCE))?;
    socket.set_write_timeout(Some(PATIENCE))?;
    Ok(Box::new(socket))
}

/// Connects to `HOST:PORT`, small frames sent at once (TCP_NODELAY).
///
/// # Errors
/// What the system says, with the address.
pub fn tcp(address: &str) -> io::Result<Box<dyn Socket>> {
    let socket = TcpStream::connect(address).map_err(|error| at(address, &error))?;
    socket.set_nodelay(true)?;
    socket.set_read_timeout(Some(PATIENCE))?;
    socket.set_write_timeout(Some(PATIENCE))?;
    Ok(Box::new(socket))
}

fn at(place: impl std::fmt::Display, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("can't connect to {place}: {error}"))
}

/// Sends `payload` as an echo's floats and reads the answer into `reply`, which is as long.
/// Frame: 0 u32 body_len, 4 u8 opcode, 5 u32 floats, 9 u32 0, 13 the floats.
///
/// # Errors
/// `InvalidData` when the engine refuses, or answers with another length; else what the system says.
pub fn echo(socket: &mut dyn Socket, payload: &[u8], reply: &mut [u8]) -> io::Result<()> {
    let mut head = [0; LENGTH_BYTES + HEADER_BYTES];
    head[..4].copy_from_slice(&((HEADER_BYTES + payload.len()) as u32).to_le_bytes());
    head[4] = Opcode::Echo as u8;
    head[5..9].copy_from_slice(&((payload.len() / 8) as u32).to_le_bytes());
    write_both(socket, &head, payload)?;

    let mut length = [0; LENGTH_BYTES];
    socket.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    if length & ERROR_BIT != 0 {
        return Err(refusal(socket, (length & !ERROR_BIT) as usize));
    }
    if length as usize != reply.len() {
        return Err(fault(format!("echo reply: got {length} bytes, expected {}", reply.len())));
    }
    socket.read_exact(reply)
}

/// Writes two pieces, in one call where the socket takes them whole.
fn write_both(socket: &mut dyn Socket, head: &[u8], payload: &[u8]) -> io::Result<()> {
    let sent = loop {
        match socket.write_vectored(&[IoSlice::new(head), IoSlice::new(payload)]) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            written => break written?,
        }
    };
    if sent == 0 {
        return Err(io::ErrorKind::WriteZero.into());
    }
    if sent < head.len() {
        socket.write_all(&head[sent..])?;
    }
    socket.write_all(&payload[sent.saturating_sub(head.len())..])
}

/// The engine's own words.
fn refusal(socket: &mut dyn Socket, length: usize) -> io::Error {
    if !(2..=LONGEST_ERROR_BODY).contains(&length) {
        return fault(format!("error frame: got {length} bytes"));
    }
    let mut body = vec![0; length];
    match socket.read_exact(&mut body) {
        Ok(()) => {
            fault(format!("the engine refused the echo: {}", String::from_utf8_lossy(&body[2..])))
        }
        Err(error) => error,
    }
}

fn fault(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}
