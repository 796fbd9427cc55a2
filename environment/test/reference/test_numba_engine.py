"""The numba kernel as an engine: frames in on standard input, frames out on standard output, nothing else."""

from __future__ import annotations

import json
import os
import struct
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import kernel
import numpy as np
import pytest
import wire_client as wire
from golden_rows import FRAMES, Golden
from numpy.typing import NDArray

ENGINE = Path(__file__).resolve().parents[2] / "reference" / "numba_engine.py"
TOLD = json.loads((FRAMES / "frames.json").read_text("utf-8"))
LIVE_OPCODES = (5, 6, 7)

COMBO = [1, 2, 1, 1, 1, 1]


class Pipe:
    """The client's stream over an engine's pipes."""

    def __init__(self, *options: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, ENGINE, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )

    def send_bytes(self, data: bytes) -> None:
        """Sends any bytes."""
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, opcode: int, a: int, b: int, payload: Sequence[wire.Bytes]) -> None:
        """Sends one request."""
        self.send_bytes(wire.frame(opcode, a, b, *payload))

    def receive(self) -> tuple[int, bytes]:
        """Receives one reply."""
        assert self.process.stdout is not None
        head = self.process.stdout.read(4)
        if len(head) < 4:
            raise wire.ConnectionEnded("the engine closed its output")
        (length,) = struct.unpack("<I", head)
        return length, self.process.stdout.read(length & 0x7FFF_FFFF)

    def close(self) -> None:
        """Closes its input; it ends."""
        out, log = self.process.communicate(timeout=30)
        self.exit_code = self.process.returncode
        self.rest = out
        self.log = log.decode()


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    """An engine of its own."""
    made = Pipe()
    yield made
    made.process.kill()
    made.process.communicate()


@pytest.fixture(scope="module")
def shared() -> Iterator[wire.Client]:
    """An engine for tests that leave nothing behind in it."""
    with wire.Client(Pipe()) as client:
        yield client


def test_the_rows_of_the_study(shared: wire.Client, golden: Golden, close: NDArray[np.float64]) -> None:
    golden.assert_rows(*shared.sweep(close, golden.params))
    times = list(shared.timing().values())
    assert times == sorted(times)
    complete, parsed, computed, encoded, _ = times
    # Nearly all of it is the kernel.
    assert computed - parsed > 10 * ((parsed - complete) + (encoded - computed))


def test_a_loaded_series(shared: wire.Client, golden: Golden, close: NDArray[np.float64]) -> None:
    some = slice(None, None, 16)
    series = shared.load(close)
    pnl, trades = shared.sweep_loaded(series, golden.params[some])
    assert pnl.tobytes() == golden.pnl[some].tobytes()
    assert trades.tobytes() == golden.trades[some].tobytes()
    shared.drop(series)
    with pytest.raises(wire.EngineError) as raised:
        shared.sweep_loaded(series, golden.params)
    assert raised.value.code == 5
    again = shared.load(close[:3])
    assert again > series
    shared.drop(again)


def test_says_what_it_is(shared: wire.Client) -> None:
    told = shared.info()
    assert (told["protocol"], told["kernel"], told["threads"]) == (1, "numba", 1)
    assert told["fee"] == 0.09
    assert told["versions"]["numpy"] == np.__version__


@pytest.mark.parametrize("kernel", ["tuned", "parallel"])
def test_serves_the_other_kernels(kernel: str, golden: Golden, close: NDArray[np.float64]) -> None:
    some = slice(None, None, 8)
    with wire.Client(Pipe("--kernel", kernel)) as client:
        told = client.info()
        assert told["kernel"] == f"numba_{kernel}"
        assert (told["threads"] == 1) == (kernel == "tuned" or os.cpu_count() == 1)
        pnl, trades = client.sweep(close, golden.params[some])
        assert pnl.tobytes() == golden.pnl[some].tobytes()
        assert trades.tobytes() == golden.trades[some].tobytes()


@pytest.mark.parametrize("served", ["naive", "tuned", "parallel"])
@pytest.mark.parametrize("fee", ["0", "1e-9", "0.30000000000000004"])
def test_books_the_fee_it_is_started_with(served: str, fee: str, golden: Golden, close: NDArray[np.float64]) -> None:
    some, bars = slice(None, None, 8), close[:5_000]
    with wire.Client(Pipe("--kernel", served, "--fee", fee)) as client:
        assert client.info()["fee"] == float(fee)
        pnl, trades = client.sweep(bars, golden.params[some])
        loaded, _ = client.sweep_loaded(client.load(bars), golden.params[some])
    own, flips = kernel.sweep(bars, golden.params[some], float(fee))
    assert pnl.tobytes() == loaded.tobytes() == own.tobytes()
    assert trades.tobytes() == flips.tobytes()
    assert own.tobytes() != kernel.sweep(bars, golden.params[some])[0].tobytes()


@pytest.mark.parametrize("fee", ["-1", "100.5", "nan", "inf", "0,09", "9%", ""])
def test_a_fee_that_can_not_be_is_named(fee: str) -> None:
    ran = subprocess.run([sys.executable, ENGINE, "--fee", fee], capture_output=True, text=True, timeout=60)
    assert ran.returncode == 2
    assert f"argument --fee: got {fee}, expected a number from 0 to 100" in ran.stderr


def test_an_unknown_kernel_is_named() -> None:
    ran = subprocess.run([sys.executable, ENGINE, "--kernel", "fast"], capture_output=True, text=True, timeout=60)
    assert ran.returncode == 2
    assert "'fast'" in ran.stderr
    assert "tuned" in ran.stderr


def test_echo_keeps_bits(shared: wire.Client) -> None:
    odd = np.frombuffer(bytes.fromhex("eeffc00000 00f87f0000000000000080010000000000f8ff"), "<f8")
    assert shared.echo(odd).tobytes() == odd.tobytes()
    assert shared.echo([]).tobytes() == b""


def frames_it_speaks() -> list[dict[str, Any]]:
    """The refused frames that keep the connection and are of the operations this engine has."""
    told = []
    for entry in TOLD["refused"]:
        body = bytes.fromhex(entry["body"])
        live = len(body) >= 9 and body[0] in LIVE_OPCODES
        if not live and not entry["closes"]:
            told.append(entry)
    return told


@pytest.mark.parametrize("entry", frames_it_speaks(), ids=lambda entry: entry["name"])
def test_a_wrong_frame_gets_its_error_and_the_engine_goes_on(shared: wire.Client, entry: dict[str, Any]) -> None:
    assert isinstance(shared.stream, Pipe)
    shared.stream.send_bytes((FRAMES / f"{entry['name']}.request.bin").read_bytes())
    with pytest.raises(wire.EngineError) as raised:
        shared.reply()
    assert raised.value.code == entry["code"]
    assert "expected" in raised.value.message
    assert list(shared.echo([1.5])) == [1.5]


@pytest.mark.parametrize("opcode", LIVE_OPCODES)
def test_live_sessions_are_refused(shared: wire.Client, opcode: int) -> None:
    with pytest.raises(wire.EngineError, match="no live sessions") as raised:
        shared.request(opcode)
    assert raised.value.code == 2


def test_at_most_64_series(pipe: Pipe) -> None:
    with wire.Client(pipe) as client:
        assert [client.load([1.0]) for _ in range(64)] == list(range(1, 65))
        with pytest.raises(wire.EngineError) as raised:
            client.load([1.0])
        assert raised.value.code == 3
        client.drop(7)
        assert client.load([1.0]) == 65


def test_times_of_the_request_before(pipe: Pipe) -> None:
    with wire.Client(pipe) as client:
        assert list(client.timing().values()) == [0] * 5
        client.echo([1.0])
        times = list(client.timing().values())
        assert times == sorted(times)
        assert times[0] > 0
        with pytest.raises(wire.EngineError):
            client.drop(9)
        after_error = list(client.timing().values())
        assert after_error == sorted(after_error)
        assert after_error[0] > times[4]


def test_pipelined_requests_are_answered_in_order(pipe: Pipe) -> None:
    with wire.Client(pipe) as client:
        pipe.send_bytes(wire.frame(wire.ECHO, 1, 0, struct.pack("<d", 1.0)) + wire.frame(wire.ECHO, 0))
        assert bytes(client.reply()) == struct.pack("<d", 1.0)
        assert bytes(client.reply()) == b""


def test_ends_when_its_input_ends(pipe: Pipe) -> None:
    pipe.close()
    assert (pipe.exit_code, pipe.rest) == (0, b"")
    assert "ready" in pipe.log


def test_answers_what_came_before_its_input_ended(pipe: Pipe) -> None:
    sweep = wire.frame(wire.SWEEP, 4, 2, np.array([1.0, 2.0, 1.0, 2.0]).tobytes(), np.array([COMBO] * 2).tobytes())
    pipe.send_bytes(sweep)
    pipe.close()
    assert pipe.exit_code == 0
    assert len(pipe.rest) == 4 + 32


def test_an_input_that_ends_inside_a_frame(pipe: Pipe) -> None:
    pipe.send_bytes(wire.frame(wire.ECHO, 1, 0, bytes(8))[:-3])
    pipe.close()
    assert (pipe.exit_code, pipe.rest) == (1, b"")
    assert "3 bytes short" in pipe.log


@pytest.mark.parametrize("length", [256 * 1024 * 1024 + 1, 2**31, 2**32 - 1])
def test_a_frame_too_large_ends_it(pipe: Pipe, length: int) -> None:
    client = wire.Client(pipe)
    pipe.send_bytes(struct.pack("<I", length) + bytes(100))
    with pytest.raises(wire.EngineError) as raised:
        client.reply()
    assert raised.value.code == 3
    with pytest.raises(wire.ConnectionEnded):
        client.reply()
    pipe.close()
    assert pipe.exit_code == 1


def test_stops_a_sweep_nobody_waits_for(pipe: Pipe, golden: Golden, close: NDArray[np.float64]) -> None:
    grid = np.tile(golden.params, (800, 1))
    pipe.send(wire.SWEEP, len(close), len(grid), [close.tobytes(), grid.tobytes()])
    assert pipe.process.stdout is not None
    pipe.process.stdout.close()
    # The whole of it would take most of an hour.
    assert pipe.process.wait(60) == 0
