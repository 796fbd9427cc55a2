"""The study's numba kernels as an engine: frames of WIRE.md on standard input and output.

    numba_engine.py [--kernel naive|tuned|parallel] [--fee PERCENT]

It is measured as `in_process_numba`: opcode 9 tells the nanoseconds around the kernel call inside this
process, so the pipe does not count. Everything is compiled before the first request is read.

Speaks sweep, echo, load, sweep loaded, drop, info and timing; live sessions get error 2. Logs on standard
error only. Ends when its input ends (exit code 0; 1 inside a frame, and after a frame too large), or when
nobody reads its output any more.
"""

from __future__ import annotations

import argparse
import json
import os
import select
import signal
import struct
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import kernel
import numba
import numpy as np
import parallel_kernel
import tuned_kernel
from numpy.typing import NDArray

FRAME_BYTES = 256 * 1024 * 1024
BARS = 2**25
COMBOS = 65_536
WINDOW = 2**26
SERIES = 64
SERIES_BYTES = 2**30
FRAME_SECONDS = 30.0
CLOSING_SECONDS = 1.0

MALFORMED, UNKNOWN_OPCODE, TOO_LARGE, BAD_PARAMETERS, UNKNOWN_ID, INTERNAL = 1, 2, 3, 4, 5, 7

SWEEP, ECHO, LOAD, SWEEP_LOADED, DROP, OPEN_LIVE, TICK, CLOSE_LIVE, INFO, TIMING = range(10)
LIVE = (OPEN_LIVE, TICK, CLOSE_LIVE)

LENGTH = struct.Struct("<I")
HEADER = struct.Struct("<BII")
TIMES = struct.Struct("<5Q")
COMBO_BYTES = 48
LONGEST_ERROR = 4096
MOST_FEE_PERCENT = 100
WINDOW_NAMES = ("half", "full", "sqrt", "p/3", "p/2", "p")

# The payload comes after nine bytes of header: seven bytes before them put its floats on a multiple of 8.
PADDING = 7
PAYLOAD = PADDING + HEADER.size

# Memory grows with the bytes that come, at most by this much ahead of them.
GROWTH_BYTES = 4 * 1024 * 1024


class Refused(Exception):
    """A request that is answered with an error frame; `closes` if nothing can be read after it."""

    def __init__(self, code: int, message: str, *, closes: bool = False) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.closes = closes


class Ended(Exception):
    """The peer is gone: there is nobody to answer."""

    def __init__(self, why: str, exit_code: int) -> None:
        super().__init__(why)
        self.exit_code = exit_code


Rows = tuple[NDArray[np.float64], NDArray[np.int64]]


@dataclass(frozen=True)
class Kernel:
    """One of the kernels to serve; `batch` is how many combos it sweeps before a peer that went away is noticed."""

    name: str
    sweep: Callable[[NDArray[np.float64], NDArray[np.int64], float], Rows]
    warm_up: Callable[[], None]
    threads: Callable[[], int]
    batch: int


def one_thread() -> int:
    """The threads of a kernel that has one."""
    return 1


KERNELS = {
    # A combo of the study takes some 30 milliseconds, a call of the kernel about a microsecond.
    "naive": Kernel("numba", kernel.sweep, kernel.warm_up, one_thread, 1),
    # These need many combos at once: one shares work between them, the other deals them out to threads.
    "tuned": Kernel("numba_tuned", tuned_kernel.sweep, tuned_kernel.warm_up, one_thread, 1024),
    "parallel": Kernel("numba_parallel", parallel_kernel.sweep, parallel_kernel.warm_up, parallel_kernel.threads, 80),
}


@dataclass
class Request:
    """A request whose header and lengths are right. `close` and `params` share the frame's memory."""

    opcode: int
    a: int
    close: NDArray[np.float64]
    params: NDArray[np.int64]


@dataclass
class Engine:
    """The kernel and its fee; and what is held between requests: the loaded series, the times of the one before."""

    kernel: Kernel
    fee: float
    series: dict[int, NDArray[np.float64]] = field(default_factory=dict)
    next_id: int = 1
    times: tuple[int, ...] = (0, 0, 0, 0, 0)

    def answer(self, frame: bytearray, out: int) -> bytes | memoryview:
        """The reply body of one frame. Raises Refused, and Ended once nobody reads `out` any more."""
        marks = [time.perf_counter_ns()]
        try:
            request = parse(frame, self.series)
            marks.append(time.perf_counter_ns())
            return self.carry_out(request, frame, out, marks)
        finally:
            # Steps that an error left out have the time at which it was found.
            now = time.perf_counter_ns()
            self.times = (*marks, *[now] * (4 - len(marks)), 0)

    def carry_out(self, request: Request, frame: bytearray, out: int, marks: list[int]) -> bytes | memoryview:
        """Does what is asked; adds the time at which it was computed to `marks`."""
        if request.opcode in (SWEEP, SWEEP_LOADED):
            close = request.close if request.opcode == SWEEP else self.series[request.a]
            pnl, trades = sweep(self.kernel, self.fee, close, request.params, out)
            marks.append(time.perf_counter_ns())
            return pnl.tobytes() + trades.tobytes()
        # Nothing is computed: that step ends where parsing did.
        marks.append(marks[-1])
        if request.opcode == ECHO:
            return memoryview(frame)[PAYLOAD:]
        if request.opcode == LOAD:
            return LENGTH.pack(self.load(request.close))
        if request.opcode == DROP:
            del self.series[request.a]
            return b""
        if request.opcode == INFO:
            return json.dumps(info(self.kernel, self.fee)).encode()
        return TIMES.pack(*self.times)

    def write_begins(self) -> None:
        """Notes that the reply's writing begins now."""
        self.times = (*self.times[:4], time.perf_counter_ns())

    def load(self, close: NDArray[np.float64]) -> int:
        """Keeps a copy of a series; gives its id, which is never used again."""
        if len(self.series) >= SERIES:
            raise Refused(TOO_LARGE, f"load series: got one more than {SERIES}, expected at most {SERIES}")
        held = sum(series.nbytes for series in self.series.values()) + close.nbytes
        if held > SERIES_BYTES:
            raise Refused(TOO_LARGE, f"load series: would be {held} bytes, expected at most {SERIES_BYTES}")
        made, self.next_id = self.next_id, self.next_id + 1
        self.series[made] = close.copy()
        return made


def parse(frame: bytearray, series: dict[int, NDArray[np.float64]]) -> Request:
    """Checks a frame in the protocol's order. Raises Refused at the first fault."""
    came = len(frame) - PAYLOAD
    if came < 0:
        raise Refused(MALFORMED, f"body: got {len(frame) - PADDING} bytes, expected at least {HEADER.size}")
    opcode, a, b = HEADER.unpack_from(frame, PADDING)
    if opcode > TIMING:
        raise Refused(UNKNOWN_OPCODE, f"opcode: got {opcode}, expected 0 to {TIMING}")
    if opcode in LIVE:
        raise Refused(UNKNOWN_OPCODE, f"opcode: got {opcode}; this engine has no live sessions (5 to 7)")
    if opcode in (INFO, TIMING) and a != 0:
        raise Refused(MALFORMED, f"a of opcode {opcode}: got {a}, expected 0")
    if opcode not in (SWEEP, SWEEP_LOADED) and b != 0:
        raise Refused(MALFORMED, f"b of opcode {opcode}: got {b}, expected 0")
    bars = a if opcode in (SWEEP, ECHO, LOAD) else 0
    combos = b
    if opcode != ECHO and bars > BARS:
        raise Refused(TOO_LARGE, f"n_bars: got {bars}, expected at most {BARS}")
    if combos > COMBOS:
        raise Refused(TOO_LARGE, f"n_combos: got {combos}, expected at most {COMBOS}")
    expected = bars * 8 + combos * COMBO_BYTES
    if came != expected:
        raise Refused(MALFORMED, f"payload: got {came} bytes, expected {expected} ({bars} floats, {combos} combos)")
    if opcode in (SWEEP_LOADED, DROP) and a not in series:
        raise Refused(UNKNOWN_ID, f"series: got id {a}, expected the id of a loaded series")
    close = np.frombuffer(frame, "<f8", bars, PAYLOAD)
    params = np.frombuffer(frame, "<i8", combos * 6, PAYLOAD + bars * 8).reshape(combos, 6)
    check_windows(params)
    return Request(opcode, a, np.require(close, requirements="A"), np.require(params, requirements="A"))


def check_windows(params: NDArray[np.int64]) -> None:
    """Every window length is from 1 to the limit; the first that is not is named."""
    wrong = (params < 1) | (params > WINDOW)
    if wrong.any():
        combo, window = np.argwhere(wrong)[0]
        place = f"combo {combo}, window {WINDOW_NAMES[window]}"
        raise Refused(BAD_PARAMETERS, f"{place}: got {params[combo, window]}, expected 1 to {WINDOW}")


def sweep(served: Kernel, fee: float, close: NDArray[np.float64], params: NDArray[np.int64], out: int) -> Rows:
    """The kernel's sweep, a batch of combos at a time, so that a peer that went away is noticed between two."""
    pnl = np.empty(len(params))
    trades = np.empty(len(params), np.int64)
    for k in range(0, len(params), served.batch):
        if k > 0 and nobody_reads(out):
            raise Ended("the peer went away during a sweep", 0)
        some = slice(k, k + served.batch)
        pnl[some], trades[some] = served.sweep(close, params[some], fee)
    return pnl, trades


def info(served: Kernel, fee: float) -> dict[str, object]:
    """What the engine says of itself."""
    return {
        "engine": "0.1.0",
        "protocol": 1,
        "kernel": served.name,
        "threads": served.threads(),
        "fee": fee,
        "limits": {
            "frame_bytes": FRAME_BYTES,
            "bars": BARS,
            "combos": COMBOS,
            "window": WINDOW,
            "series": SERIES,
            "series_bytes": SERIES_BYTES,
            "sessions": 0,
            "connections": 1,
        },
        "versions": {
            "python": sys.version.split()[0],
            "numpy": np.__version__,
            "numba": numba.__version__,
        },
    }


def nobody_reads(out: int) -> bool:
    """Whether the reading end of the output has gone."""
    poll = select.poll()
    poll.register(out, 0)
    return any(event & (select.POLLERR | select.POLLHUP) for _, event in poll.poll(0))


def read_frame(source: int) -> bytearray | None:
    """One frame behind PADDING bytes, or None where the input ends between frames.

    Raises Refused for a frame too large, Ended where the input ends, or rests too long, inside a frame.
    """
    head = bytearray()
    read_into(source, head, LENGTH.size, None)
    if not head:
        return None
    deadline = time.monotonic() + FRAME_SECONDS
    read_into(source, head, LENGTH.size, deadline)
    (length,) = LENGTH.unpack(head)
    if length > FRAME_BYTES:
        raise Refused(TOO_LARGE, f"body_len: got {length}, expected at most {FRAME_BYTES}", closes=True)
    frame = bytearray(PADDING)
    read_into(source, frame, PADDING + length, deadline)
    return frame


def read_into(source: int, buffer: bytearray, size: int, deadline: float | None) -> None:
    """Grows `buffer` to `size` bytes from `source`.

    Without a deadline it reads once, waits for ever, and may find the end: that is the wait between frames.
    """
    have = len(buffer)
    while have < size:
        if deadline is not None:
            wait_readable(source, deadline)
        step = min(size, have + GROWTH_BYTES)
        if len(buffer) < step:
            buffer.extend(bytes(step - len(buffer)))
        with memoryview(buffer) as view:
            came = os.readv(source, [view[have:]])
        have += came
        if deadline is None:
            break
        if came == 0:
            raise Ended(f"the input ended inside a frame, {size - have} bytes short", 1)
    del buffer[have:]


def wait_readable(source: int, deadline: float) -> None:
    """Waits until there is something to read, the end included. Raises Ended at the deadline."""
    poll = select.poll()
    poll.register(source, select.POLLIN)
    if not poll.poll(max(0.0, deadline - time.monotonic()) * 1000):
        raise Ended(f"a frame was not whole {FRAME_SECONDS:g} s after its first byte", 1)


def write(out: int, head: bytes, body: bytes | memoryview) -> None:
    """Writes a frame whole. Raises Ended where nobody reads."""
    parts = [memoryview(head), memoryview(body)]
    try:
        while parts:
            written = os.writev(out, parts)
            while parts and written >= len(parts[0]):
                written -= len(parts.pop(0))
            if parts:
                parts[0] = parts[0][written:]
    except (BrokenPipeError, ConnectionResetError) as gone:
        raise Ended("the peer closed the output", 0) from gone


def write_error(out: int, refused: Refused) -> None:
    """Writes an error frame: the top bit of its length set."""
    body = struct.pack("<H", refused.code) + refused.message.encode()[: LONGEST_ERROR - 2]
    write(out, LENGTH.pack(len(body) | 0x8000_0000), body)


def discard(source: int) -> None:
    """Reads away what still comes, until the peer closes or a second passes, so that it reads the error."""
    deadline = time.monotonic() + CLOSING_SECONDS
    try:
        while time.monotonic() < deadline:
            wait_readable(source, deadline)
            if not os.read(source, 65_536):
                return
    except Ended:
        return


def serve(engine: Engine, source: int, out: int) -> int:
    """Answers frames until the input ends; gives the exit code."""
    while True:
        try:
            frame = read_frame(source)
            if frame is None:
                return 0
            reply = engine.answer(frame, out)
            engine.write_begins()
            write(out, LENGTH.pack(len(reply)), reply)
        except Refused as refused:
            engine.write_begins()
            write_error(out, refused)
            if refused.closes:
                os.close(out)
                discard(source)
                return 1
        except MemoryError:
            write_error(out, Refused(INTERNAL, "out of memory"))


def fee_percent(text: str) -> float:
    """A fee of the command line, -0 being 0."""
    try:
        fee = float(text)
    except ValueError:
        fee = np.nan
    if not 0 <= fee <= MOST_FEE_PERCENT:
        expected = f"a number from 0 to {MOST_FEE_PERCENT}, in percent of a trade's entry"
        raise argparse.ArgumentTypeError(f"got {text}, expected {expected}")
    return abs(fee)


def main() -> int:
    """Compiles, then serves standard input."""
    options = argparse.ArgumentParser(description="numba kernels behind frames on standard input and output")
    options.add_argument("--kernel", choices=KERNELS, default="naive")
    options.add_argument(
        "--fee", type=fee_percent, default=kernel.FEE_PERCENT, metavar="PERCENT", help="cost of a trade [0.09]"
    )
    given = options.parse_args()
    served = KERNELS[given.kernel]
    # Ctrl-C and SIGTERM end it at once, also inside the kernel, which returns to Python only between combos.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    # The frames keep the real output to themselves; whatever a library prints goes to standard error.
    out = os.dup(1)
    os.dup2(2, 1)
    began = time.perf_counter()
    served.warm_up()
    compiled = time.perf_counter() - began
    print(f"numba_engine: ready, kernel compiled or loaded in {compiled:.2f} s", file=sys.stderr, flush=True)
    try:
        return serve(Engine(served, given.fee), 0, out)
    except Ended as ended:
        print(f"numba_engine: {ended}", file=sys.stderr, flush=True)
        return ended.exit_code


if __name__ == "__main__":
    sys.exit(main())
