//! TCP on the loopback interface. The protocol has no authentication, so nothing beyond it.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::os::fd::AsRawFd;

use ipc_tax_wire::{LONGEST_QUOTE, excerpt};

use crate::failure::Failure;
use crate::listener::Listener;

/// Connections that may wait to be accepted. The system may allow fewer.
const BACKLOG: libc::c_int = 1024;

/// `HOST:PORT` with a loopback address or `localhost` as the host. Names are not looked up.
///
/// # Errors
/// [`Failure::Usage`] for anything else.
pub fn parse_address(text: &str) -> Result<SocketAddr, Failure> {
    let told = excerpt(text, LONGEST_QUOTE);
    let local = text.strip_prefix("localhost:").and_then(|port| port.parse().ok());
    let address = match local {
        Some(port) => SocketAddr::from((Ipv4Addr::LOCALHOST, port)),
        None => text.parse().map_err(|_| {
            Failure::Usage(format!(
                "--tcp: got {told}, expected HOST:PORT, such as 127.0.0.1:0 or [::1]:9000"
            ))
        })?,
    };
    if !address.ip().is_loopback() {
        return Err(Failure::Usage(format!(
            "--tcp: got {told}, expected a loopback address (127.0.0.1, [::1], localhost): \
             the protocol has no authentication"
        )));
    }
    Ok(address)
}

/// Listens on `address`.
pub fn listen(address: SocketAddr) -> Result<Listener, Failure> {
    let listen = || {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        // Clients that all come at once wait here; the standard library's 128 are few.
        // SAFETY: takes no pointers. The socket listens already; this only sets its backlog.
        if unsafe { libc::listen(listener.as_raw_fd(), BACKLOG) } != 0 {
            return Err(std::io::Error::last_os_error());
        }
        Ok(Listener::Tcp(listener))
    };
    listen().map_err(|error: std::io::Error| {
        Failure::Failed(match error.kind() {
            std::io::ErrorKind::AddrInUse => {
                format!("tcp {address}: the port is in use; choose another, or 0 for a free one")
            }
            _ => format!("tcp {address}: cannot listen: {error}"),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::parse_address;

    #[test]
    fn loopback_alone() {
        for good in ["127.0.0.1:0", "127.3.2.1:80", "[::1]:9", "localhost:65535"] {
            assert!(parse_address(good).is_ok(), "{good}");
        }
        for bad in ["0.0.0.0:0", "[::]:1", "192.168.0.1:1", "localhost", "127.0.0.1", "::1", ""] {
            assert!(parse_address(bad).is_err(), "{bad}");
        }
        assert!(parse_address("localhost:65536").is_err());
    }
}
