"""A client of the engine's wire protocol, written from WIRE.md alone: Python and numpy, one file.

It shows that the protocol can be spoken from its text, checks the engines from outside, and is the measured
peer of the TypeScript clients. Two ways of moving bytes, which differ in time only:

- `UsualStream`: what most code does. One bytes object out, `recv` and `+=` in.
- `BulkStream`: nothing copied on the way. `sendmsg` of header and array out, `recv_into` in place.

usage: wire_client.py (--unix PATH | --tcp HOST:PORT) info
       wire_client.py (--unix PATH | --tcp HOST:PORT) echo NUMBER...
       wire_client.py (--unix PATH | --tcp HOST:PORT) sweep FILE HALF,FULL,SQRT,P3,P2,P...
           FILE holds the closes as little-endian float64; prints trades and pnl, one combo a line
"""

from __future__ import annotations

import argparse
import json
import socket
import struct
import sys
from collections.abc import Iterable, Sequence
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

SWEEP, ECHO, LOAD, SWEEP_LOADED, DROP, OPEN_LIVE, TICK, CLOSE_LIVE, INFO, TIMING = range(10)

ERROR_NAMES = {
    1: "malformed",
    2: "unknown opcode",
    3: "too large",
    4: "bad parameters",
    5: "no such series or session",
    6: "busy",
    7: "internal",
}

LENGTH = struct.Struct("<I")
HEADER = struct.Struct("<BII")
ERROR_BIT = 0x8000_0000
LONGEST_ERROR = 4096

TICK_TYPE = np.dtype([("side", "<i8"), ("trades", "<i8"), ("pnl", "<f8")])
TIMING_NAMES = ("frame_complete", "parsed", "computed", "encoded", "write_begun")

Bytes = bytes | bytearray | memoryview


class EngineError(Exception):
    """The engine answered with an error frame; `code` is the protocol's number."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(f"error {code} ({ERROR_NAMES.get(code, 'unknown')}): {message}")
        self.code = code
        self.message = message


class ProtocolFault(Exception):
    """What came does not follow the protocol, or the connection closed inside a frame."""


class ConnectionEnded(ProtocolFault):
    """The engine closed the connection between two frames."""


def frame(opcode: int, a: int = 0, b: int = 0, *payload: Bytes) -> bytes:
    """A whole request: [u32 body_len][u8 opcode][u32 a][u32 b][payload]."""
    body = b"".join((HEADER.pack(opcode, a, b), *payload))
    return LENGTH.pack(len(body)) + body


def floats(values: ArrayLike) -> NDArray[np.float64]:
    """Values as the wire's floats: little-endian float64 in one run, shared if they are that already."""
    return np.ascontiguousarray(values, dtype="<f8").reshape(-1)


def combos(values: ArrayLike) -> NDArray[np.int64]:
    """Combos as the wire's: n x 6 little-endian int64 in one run. Raises ValueError for another shape."""
    array = np.ascontiguousarray(values, dtype="<i8")
    if array.size == 0:
        return array.reshape(0, 6)
    if array.shape[-1] != 6:
        raise ValueError(f"combos: got rows of {array.shape[-1]} window lengths, expected 6")
    return array.reshape(-1, 6)


def raw(array: NDArray[Any]) -> memoryview:
    """The bytes of an array, shared with it."""
    return memoryview(array.reshape(-1).view(np.uint8))


class Stream(Protocol):
    """How bytes of one connection are moved."""

    def send(self, opcode: int, a: int, b: int, payload: Sequence[Bytes]) -> None:
        """Sends one request."""

    def receive(self) -> tuple[int, Bytes]:
        """Receives one reply: its length field, error bit and all, and its body."""

    def close(self) -> None:
        """Closes the connection."""


class UsualStream:
    """The usual, simple code."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection

    def send(self, opcode: int, a: int, b: int, payload: Sequence[Bytes]) -> None:
        """Joins the frame and sends it."""
        self.connection.sendall(frame(opcode, a, b, *payload))

    def receive(self) -> tuple[int, Bytes]:
        """Receives a length, then as many bytes."""
        (length,) = LENGTH.unpack(self._exactly(LENGTH.size, between_frames=True))
        return length, self._exactly(length & ~ERROR_BIT, between_frames=False)

    def close(self) -> None:
        """Closes the connection."""
        self.connection.close()

    def _exactly(self, size: int, *, between_frames: bool) -> bytes:
        data = b""
        while len(data) < size:
            chunk = self.connection.recv(size - len(data))
            if not chunk:
                raise ended(len(data), size, between_frames)
            data += chunk
        return data


class BulkStream:
    """For big frames: header and payload leave in one call, the reply lands in its own memory."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.head = bytearray(LENGTH.size)

    def send(self, opcode: int, a: int, b: int, payload: Sequence[Bytes]) -> None:
        """Sends header and payload without joining them."""
        size = HEADER.size + sum(len(part) for part in payload)
        head = LENGTH.pack(size) + HEADER.pack(opcode, a, b)
        parts = [memoryview(part) for part in (head, *payload) if len(part)]
        while parts:
            sent = self.connection.sendmsg(parts)
            while parts and sent >= len(parts[0]):
                sent -= len(parts.pop(0))
            if parts:
                parts[0] = parts[0][sent:]

    def receive(self) -> tuple[int, Bytes]:
        """Receives a length, then the body into an array of that size (not zeroed first)."""
        self._fill(memoryview(self.head), between_frames=True)
        (length,) = LENGTH.unpack(self.head)
        body = memoryview(np.empty(length & ~ERROR_BIT, np.uint8))
        self._fill(body, between_frames=False)
        return length, body

    def close(self) -> None:
        """Closes the connection."""
        self.connection.close()

    def _fill(self, view: memoryview, *, between_frames: bool) -> None:
        have = 0
        while have < len(view):
            came = self.connection.recv_into(view[have:])
            if came == 0:
                raise ended(have, len(view), between_frames)
            have += came


def ended(have: int, size: int, between_frames: bool) -> ProtocolFault:
    """What to raise where the engine closed the connection."""
    if between_frames and have == 0:
        return ConnectionEnded("the engine closed the connection")
    return ProtocolFault(f"the connection closed inside a frame: got {have} bytes, expected {size}")


class Client:
    """One connection to an engine. Every call raises EngineError where the engine refuses it.

    Series and session ids belong to the connection and go with it.
    """

    def __init__(self, stream: Stream) -> None:
        self.stream = stream

    @classmethod
    def unix(cls, path: str, *, bulk: bool = False, timeout: float = 60.0) -> Self:
        """Connects to a Unix socket. `timeout` is in seconds, for each send and receive."""
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        return cls._over(connection, path, bulk, timeout)

    @classmethod
    def tcp(cls, host: str, port: int, *, bulk: bool = False, timeout: float = 60.0) -> Self:
        """Connects over TCP, small frames sent at once. `timeout` as for unix."""
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        connection = socket.socket(family, socket.SOCK_STREAM)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return cls._over(connection, (host, port), bulk, timeout)

    @classmethod
    def _over(cls, connection: socket.socket, address: str | tuple[str, int], bulk: bool, timeout: float) -> Self:
        connection.settimeout(timeout)
        try:
            connection.connect(address)
        except BaseException:
            connection.close()
            raise
        return cls(BulkStream(connection) if bulk else UsualStream(connection))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connection."""
        self.stream.close()

    def request(self, opcode: int, a: int = 0, b: int = 0, *payload: Bytes) -> Bytes:
        """Sends any request, right or wrong, and gives the reply's body."""
        self.stream.send(opcode, a, b, payload)
        return self.reply()

    def reply(self) -> Bytes:
        """The body of the next reply. Raises EngineError if it is an error frame."""
        length, body = self.stream.receive()
        if not length & ERROR_BIT:
            return body
        if not 2 <= len(body) <= LONGEST_ERROR:
            raise ProtocolFault(f"error frame: got {len(body)} bytes, expected 2 to {LONGEST_ERROR}")
        raise EngineError(int.from_bytes(body[:2], "little"), str(body[2:], "utf-8"))

    def sweep(self, close: ArrayLike, params: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Sweeps n x 6 window lengths over closes: (pnl in percent, trades), one each a combo."""
        series, grid = floats(close), combos(params)
        return sweep_rows(self.request(SWEEP, len(series), len(grid), raw(series), raw(grid)), len(grid))

    def echo(self, values: ArrayLike) -> NDArray[np.float64]:
        """The same floats, sent there and back."""
        series = floats(values)
        body = self.request(ECHO, len(series), 0, raw(series))
        return np.frombuffer(expect(body, len(series) * 8), "<f8")

    def load(self, close: ArrayLike) -> int:
        """Leaves a series with the engine; gives its id."""
        series = floats(close)
        return LENGTH.unpack(expect(self.request(LOAD, len(series), 0, raw(series)), 4))[0]

    def sweep_loaded(self, series: int, params: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """As sweep, over a loaded series."""
        grid = combos(params)
        return sweep_rows(self.request(SWEEP_LOADED, series, len(grid), raw(grid)), len(grid))

    def drop(self, series: int) -> None:
        """Frees a loaded series."""
        expect(self.request(DROP, series), 0)

    def open_live(self, windows: ArrayLike) -> int:
        """Opens a live session for one combo; gives its id."""
        return LENGTH.unpack(expect(self.request(OPEN_LIVE, 0, 1, raw(combos(windows))), 4))[0]

    def tick(self, session: int, close: ArrayLike) -> NDArray[np.void]:
        """Feeds closes to a session; for each (side, trades, pnl), the last two summed since open."""
        series = floats(close)
        body = self.request(TICK, session, len(series), raw(series))
        return np.frombuffer(expect(body, len(series) * TICK_TYPE.itemsize), TICK_TYPE)

    def close_live(self, session: int) -> None:
        """Ends a live session."""
        expect(self.request(CLOSE_LIVE, session), 0)

    def info(self) -> dict[str, Any]:
        """What the engine says of itself: engine, protocol, kernel, threads, limits."""
        return json.loads(str(self.request(INFO), "utf-8"))

    def timing(self) -> dict[str, int]:
        """When the engine had got how far with the request before, in nanoseconds of its own clock."""
        times = struct.unpack("<5Q", expect(self.request(TIMING), 40))
        return dict(zip(TIMING_NAMES, times, strict=True))


def expect(body: Bytes, size: int) -> Bytes:
    """The body, if it is as long as it must be."""
    if len(body) != size:
        raise ProtocolFault(f"reply: got {len(body)} bytes, expected {size}")
    return body


def sweep_rows(body: Bytes, count: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """A sweep's reply: pnl of all combos, then trades of all combos."""
    expect(body, count * 16)
    return np.frombuffer(body, "<f8", count), np.frombuffer(body, "<i8", count, count * 8)


def connect(arguments: argparse.Namespace) -> Client:
    """The client that the command line asks for."""
    if arguments.unix is not None:
        return Client.unix(arguments.unix)
    host, colon, port = arguments.tcp.rpartition(":")
    if not colon or not port.isdecimal():
        raise ValueError(f"--tcp: got {arguments.tcp!r}, expected HOST:PORT")
    return Client.tcp(host.strip("[]"), int(port))


def main(words: Iterable[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="Speaks the engine's wire protocol.")
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--unix", metavar="PATH")
    where.add_argument("--tcp", metavar="HOST:PORT")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("info", help="what the engine says of itself")
    echo = commands.add_parser("echo", help="floats there and back")
    echo.add_argument("numbers", nargs="*", type=float, metavar="NUMBER")
    sweep = commands.add_parser("sweep", help="sweep combos over a file of little-endian float64")
    sweep.add_argument("file")
    sweep.add_argument("combos", nargs="+", metavar="HALF,FULL,SQRT,P3,P2,P")
    arguments = parser.parse_args(None if words is None else list(words))
    try:
        with connect(arguments) as client:
            if arguments.command == "info":
                print(json.dumps(client.info(), indent=2))
            elif arguments.command == "echo":
                print(*client.echo(arguments.numbers))
            else:
                params = [[int(length) for length in combo.split(",")] for combo in arguments.combos]
                for pnl, trades in zip(*client.sweep(np.fromfile(arguments.file, "<f8"), params), strict=True):
                    print(trades, repr(float(pnl)))
    except (EngineError, ProtocolFault, OSError, ValueError) as fault:
        print(f"wire_client: {fault}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
