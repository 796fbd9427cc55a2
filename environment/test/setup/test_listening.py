"""A server that tells its address before it listens is waited for."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest
from listening import wait_until_listening


@pytest.fixture
def bound() -> Iterator[socket.socket]:
    """A port that is taken, and refuses until somebody listens."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        yield server


def test_an_address_told_before_it_listens_is_waited_for(bound: socket.socket) -> None:
    late = threading.Timer(0.3, bound.listen)
    late.start()
    wait_until_listening(*bound.getsockname())
    late.join()


def test_an_address_where_nobody_ever_listens_is_refused(bound: socket.socket) -> None:
    with pytest.raises(ConnectionRefusedError):
        wait_until_listening(*bound.getsockname(), seconds=0.1)
