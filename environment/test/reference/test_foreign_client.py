"""A client that knows only WIRE.md, and the engine binary: rows, errors and limits, over both kinds of socket."""

from __future__ import annotations

import json
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import kernel
import numpy as np
import pytest
import wire_client as wire
from golden_rows import FRAMES, Golden
from numpy.typing import NDArray
from served_engine import ServedEngine

TOLD = json.loads((FRAMES / "frames.json").read_text("utf-8"))
CLIENT = Path(wire.__file__)
COMBO = [1, 2, 1, 1, 1, 1]

over_both = pytest.mark.parametrize("transport", ["unix", "tcp"])
in_both_ways = pytest.mark.parametrize("bulk", [False, True], ids=["usual", "bulk"])

StartEngine = Callable[..., ServedEngine]


def file(name: str) -> bytes:
    """A golden file."""
    return (FRAMES / name).read_bytes()


def refuses(code: int, call: Callable[[], object], *words: str) -> None:
    """The call is answered with that error, in these words among others."""
    with pytest.raises(wire.EngineError) as raised:
        call()
    assert raised.value.code == code
    for word in words:
        assert word in raised.value.message


@over_both
def test_the_rows_of_the_study(
    engine: ServedEngine, transport: str, golden: Golden, close: NDArray[np.float64]
) -> None:
    with engine.connect(transport, bulk=transport == "tcp") as client:
        golden.assert_rows(*client.sweep(close, golden.params))


@pytest.mark.parametrize("fee", ["0", "0.002", "1e-9", "12.5"])
def test_an_engine_of_another_fee_gives_numba_s_rows(
    start_engine: StartEngine, fee: str, golden: Golden, close: NDArray[np.float64]
) -> None:
    some, bars = slice(None, None, 8), close[:5_000]
    pnl, trades = kernel.sweep(bars, golden.params[some], float(fee))
    for served in ("naive", "unchecked", "direct", "tuned"):
        with start_engine("--kernel", served, "--fee", fee).connect("unix", bulk=False) as client:
            assert client.info()["fee"] == float(fee)
            swept = client.sweep(bars, golden.params[some])
            assert (swept[0].tobytes(), swept[1].tobytes()) == (pnl.tobytes(), trades.tobytes())


@over_both
@in_both_ways
def test_a_series_is_loaded_swept_and_dropped(
    engine: ServedEngine, transport: str, bulk: bool, golden: Golden, close: NDArray[np.float64]
) -> None:
    some = slice(None, None, 16)
    with engine.connect(transport, bulk=bulk) as client:
        assert client.load(close) == 1
        pnl, trades = client.sweep_loaded(1, golden.params[some])
        assert pnl.tobytes() == golden.pnl[some].tobytes()
        assert trades.tobytes() == golden.trades[some].tobytes()
        client.drop(1)
        refuses(5, lambda: client.sweep_loaded(1, golden.params), "1")
        assert client.load(close[:10]) == 2


@over_both
@in_both_ways
@pytest.mark.parametrize("count", [0, 1, 1_000, 150_000])
def test_an_echo_is_verbatim(engine: ServedEngine, transport: str, bulk: bool, count: int) -> None:
    odd = np.random.default_rng(count).integers(0, 2**64, count, dtype=np.uint64).view("<f8")
    with engine.connect(transport, bulk=bulk) as client:
        assert client.echo(odd).tobytes() == odd.tobytes()


@over_both
def test_a_live_session_follows_the_sweep_after_every_bar(
    engine: ServedEngine, transport: str, golden: Golden, close: NDArray[np.float64]
) -> None:
    windows, closes = golden.params[3], close[:400]
    with engine.connect(transport) as client:
        session = client.open_live(windows)
        ticks = np.concatenate([client.tick(session, closes[:1]), client.tick(session, closes[1:])])
        assert set(ticks["side"]) == {-1, 0, 1}
        for bars in range(0, 401, 40):
            pnl, trades = client.sweep(closes[:bars], windows)
            reached = ticks[bars - 1] if bars else np.zeros(1, wire.TICK_TYPE)[0]
            assert (reached["pnl"].tobytes(), reached["trades"]) == (pnl[0].tobytes(), trades[0])
        assert len(client.tick(session, [])) == 0
        client.close_live(session)
        refuses(5, lambda: client.tick(session, [1.0]))


def test_says_what_it_is_and_when_it_did_what(engine: ServedEngine) -> None:
    with engine.connect() as client:
        assert list(client.timing().values()) == [0] * 5
        told = client.info()
        assert (told["protocol"], told["kernel"], told["threads"]) == (1, "naive", 1)
        client.sweep([1.0, 2.0, 1.0, 2.0], COMBO)
        times = list(client.timing().values())
        assert times == sorted(times)
        assert times[0] > 0


@over_both
@pytest.mark.parametrize("entry", TOLD["refused"], ids=lambda entry: entry["name"])
def test_a_wrong_frame_gets_its_error(engine: ServedEngine, transport: str, entry: dict[str, Any]) -> None:
    with engine.connect(transport) as client:
        assert isinstance(client.stream, wire.UsualStream)
        client.stream.connection.sendall(file(f"{entry['name']}.request.bin"))
        refuses(entry["code"], client.reply, "expected")
        if entry["closes"]:
            with pytest.raises(wire.ConnectionEnded):
                client.reply()
        else:
            assert list(client.echo([2.5])) == [2.5]


@over_both
@pytest.mark.parametrize("conversation", TOLD["conversations"], ids=lambda one: one["name"])
def test_a_conversation_is_answered_byte_for_byte(
    engine: ServedEngine, transport: str, conversation: dict[str, Any]
) -> None:
    refused = {entry["name"]: entry for entry in TOLD["refused"]}
    with engine.connect(transport) as client:
        assert isinstance(client.stream, wire.UsualStream)
        for step in conversation["steps"]:
            client.stream.connection.sendall(file(f"{step}.request.bin"))
            if step in refused:
                refuses(refused[step]["code"], client.reply)
            else:
                length, body = client.stream.receive()
                assert struct.pack("<I", length) + bytes(body) == file(f"{step}.reply.bin")


def test_pipelined_requests_are_answered_in_order(engine: ServedEngine) -> None:
    with engine.connect() as client:
        for number in range(50):
            client.stream.send(wire.ECHO, 1, 0, [struct.pack("<d", number)])
        assert [struct.unpack("<d", client.reply())[0] for _ in range(50)] == list(range(50))


def test_a_frame_may_come_byte_by_byte(engine: ServedEngine) -> None:
    with engine.connect() as client:
        assert isinstance(client.stream, wire.UsualStream)
        for byte in file("echo-one.request.bin"):
            client.stream.connection.sendall(bytes([byte]))
        length, body = client.stream.receive()
        assert struct.pack("<I", length) + bytes(body) == file("echo-one.reply.bin")


def test_ids_belong_to_their_connection(engine: ServedEngine) -> None:
    with engine.connect() as mine, engine.connect("tcp") as other:
        assert (mine.load([1.0]), mine.open_live(COMBO)) == (1, 1)
        refuses(5, lambda: other.sweep_loaded(1, COMBO))
        refuses(5, lambda: other.tick(1, [1.0]))
        assert (other.load([2.0]), other.open_live(COMBO)) == (1, 1)


def test_every_limit(start_engine: StartEngine) -> None:
    engine = start_engine(
        *("--max-frame", "20000", "--max-bars", "1000", "--max-combos", "20", "--max-window", "50"),
        *("--max-series", "2", "--max-series-bytes", "10000", "--max-sessions", "2"),
    )
    with engine.connect() as client:
        limits = client.info()["limits"]
        assert (limits["frame_bytes"], limits["bars"], limits["combos"], limits["window"]) == (20_000, 1_000, 20, 50)
        refuses(3, lambda: client.load(np.ones(1_001)), "1001", "1000")
        refuses(3, lambda: client.sweep([], [COMBO] * 21), "21", "20")
        refuses(4, lambda: client.sweep([], [1, 51, 1, 1, 1, 1]), "51", "50")
        refuses(4, lambda: client.open_live([0, 1, 1, 1, 1, 1]), "0")
        session = client.open_live(COMBO)
        # 1,000 closes fit into a frame, their answers do not.
        refuses(3, lambda: client.tick(session, np.ones(1_000)), "24000")
        assert client.open_live(COMBO) == 2
        refuses(3, lambda: client.open_live(COMBO))
        assert client.load(np.ones(1_000)) == 1
        # In all: 8,000 of 10,000 bytes are held.
        refuses(3, lambda: client.load(np.ones(300)))
        with engine.connect() as other:
            refuses(3, lambda: other.load(np.ones(300)))
        assert client.load(np.ones(100)) == 2
        refuses(3, lambda: client.load(np.ones(1)))
        client.drop(1)
        assert client.load(np.ones(1_000)) == 3
        refuses(3, lambda: client.echo(np.ones(2_500)), "20009", "20000")
        with pytest.raises((wire.ProtocolFault, OSError)):
            client.info()


def test_what_a_connection_held_is_free_after_it(start_engine: StartEngine) -> None:
    engine = start_engine("--max-series-bytes", "8000")
    for _ in range(3):
        with engine.connect() as client:
            # The connection before may not have been noticed gone yet.
            for attempt in range(200):
                try:
                    client.load(np.ones(1_000))
                    break
                except wire.EngineError:
                    assert attempt < 199
                    time.sleep(0.01)


@over_both
def test_a_connection_too_many_is_told_busy(start_engine: StartEngine, transport: str) -> None:
    engine = start_engine("--max-connections", "2")
    with engine.connect(transport) as one, engine.connect(transport) as two:
        assert [list(client.echo([1.0])) for client in (one, two)] == [[1.0], [1.0]]
        with engine.connect(transport) as three:
            refuses(6, three.reply, "2")
            with pytest.raises(wire.ConnectionEnded):
                three.reply()
        assert list(one.echo([3.0])) == [3.0]


@over_both
def test_a_frame_that_does_not_get_whole_ends_its_connection(start_engine: StartEngine, transport: str) -> None:
    engine = start_engine("--frame-timeout-ms", "200")
    with engine.connect(transport) as client, engine.connect(transport) as other:
        assert isinstance(client.stream, wire.UsualStream)
        client.stream.connection.sendall(file("echo-one.request.bin")[:-1])
        with pytest.raises((wire.ProtocolFault, wire.EngineError, ConnectionResetError)):
            client.reply()
        # An idle one stays.
        assert list(other.echo([1.0])) == [1.0]


@over_both
def test_a_peer_that_reads_nothing_is_given_up_and_costs_nobody_else(start_engine: StartEngine, transport: str) -> None:
    engine = start_engine("--write-timeout-ms", "300")
    series = np.ones(1_000_000)
    with engine.connect(transport, timeout=20) as deaf, engine.connect(transport) as other:
        # The engine stops reading once its reply can't be written: then neither can be our next frame.
        with pytest.raises(OSError):
            for _ in range(100):
                deaf.stream.send(wire.ECHO, len(series), 0, [wire.raw(series)])
        assert list(other.echo([1.0])) == [1.0]


def test_a_peer_that_goes_away_stops_its_sweep(
    start_engine: StartEngine, golden: Golden, close: NDArray[np.float64]
) -> None:
    engine = start_engine("--max-connections", "1")
    with engine.connect() as client:
        grid = np.tile(golden.params, (800, 1))
        client.stream.send(wire.SWEEP, len(close), len(grid), [wire.raw(close), wire.raw(grid)])
    # The one place is free again long before that sweep would have ended, which takes most of an hour.
    for _ in range(600):
        with engine.connect() as next_client:
            try:
                assert list(next_client.echo([1.0])) == [1.0]
                return
            except (wire.EngineError, wire.ConnectionEnded, OSError) as busy:
                assert not isinstance(busy, wire.EngineError) or busy.code == 6
        time.sleep(0.1)
    raise AssertionError("the engine is still busy with a sweep nobody waits for")


def test_once_answers_one_request(engine: ServedEngine) -> None:
    binary = engine.process.args[0]
    done = subprocess.run(
        [binary, "once"], input=file("sweep.request.bin"), capture_output=True, timeout=30, check=False
    )
    assert (done.returncode, done.stdout) == (0, file("sweep.reply.bin"))
    done = subprocess.run(
        [binary, "once"], input=file("refused-opcode-10.request.bin"), capture_output=True, timeout=30, check=False
    )
    assert done.returncode == 1
    length, code = struct.unpack_from("<IH", done.stdout)
    assert (length >> 31, code) == (1, 2)


def run_client(*words: str) -> subprocess.CompletedProcess[str]:
    """The client's command line."""
    return subprocess.run([sys.executable, CLIENT, *words], capture_output=True, text=True, timeout=60, check=False)


def test_the_command_line(engine: ServedEngine, tmp_path: Path, golden: Golden, close: NDArray[np.float64]) -> None:
    series = tmp_path / "series.f64"
    series.write_bytes(close.tobytes())
    combo = ",".join(str(length) for length in golden.params[0])
    swept = run_client("--unix", engine.unix, "sweep", str(series), combo)
    assert (swept.returncode, swept.stdout) == (0, "57029 -5165.584357716997\n")
    echoed = run_client("--tcp", f"{engine.host}:{engine.port}", "echo", "1.5", "nan")
    assert (echoed.returncode, echoed.stdout) == (0, "1.5 nan\n")
    told = run_client("--unix", engine.unix, "info")
    assert json.loads(told.stdout)["protocol"] == 1


def test_the_command_line_tells_what_is_wrong(engine: ServedEngine, tmp_path: Path) -> None:
    series = tmp_path / "series.f64"
    series.write_bytes(bytes(80))
    for words, told in (
        (["--unix", str(tmp_path / "none.sock"), "info"], "No such file"),
        (["--tcp", "localhost", "info"], "expected HOST:PORT"),
        (["--unix", engine.unix, "sweep", str(series), "1,2,3"], "expected 6"),
        (["--unix", engine.unix, "sweep", str(series), "1,2,0,1,1,1"], "error 4 (bad parameters)"),
        (["--unix", engine.unix, "sweep", str(tmp_path / "none"), "1,2,1,1,1,1"], "none"),
    ):
        done = run_client(*words)
        assert done.returncode == 1
        (line,) = done.stderr.splitlines()
        assert line.startswith("wire_client: ")
        assert told in line


def test_a_reply_cut_off_is_a_fault_of_the_protocol() -> None:
    for stream in (wire.UsualStream, wire.BulkStream):
        ours, theirs = socket.socketpair()
        with theirs, wire.Client(stream(ours)) as client:
            theirs.sendall(struct.pack("<I", 16) + bytes(7))
            theirs.shutdown(socket.SHUT_WR)
            with pytest.raises(wire.ProtocolFault, match="got 7 bytes, expected 16"):
                client.sweep([], COMBO)
