"""Waits until a server listens: a printed address is a promise, and Jupyter prints its own before it binds it."""

from __future__ import annotations

import socket
import time


def wait_until_listening(host: str, port: int, seconds: float = 60) -> None:
    """Returns once a connection is accepted; the refusal is raised when the time is over."""
    end = time.monotonic() + seconds
    while True:
        try:
            socket.create_connection((host, port), timeout=seconds).close()
            return
        except ConnectionRefusedError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)
