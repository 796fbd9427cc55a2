"""The golden frames, rebuilt and read by the Python client: the same bytes in every language."""

from __future__ import annotations

import json
import struct
from typing import Any

import numpy as np
import pytest
import wire_client as wire
from golden_rows import FRAMES

TOLD = json.loads((FRAMES / "frames.json").read_text("utf-8"))


def named(group: str) -> Any:
    """Each entry of a group under its name."""
    return pytest.mark.parametrize("entry", TOLD[group], ids=lambda entry: entry["name"])


def file(name: str) -> bytes:
    """A golden file."""
    return (FRAMES / name).read_bytes()


def bits(words: list[str]) -> bytes:
    """Floats given by the hex digits of their bits, as the wire has them."""
    return b"".join(struct.pack("<Q", int(word, 16)) for word in words)


def i64s(words: list[str]) -> bytes:
    """Decimal integers as the wire's i64."""
    return b"".join(struct.pack("<q", int(word)) for word in words)


class Played:
    """A stream that notes what is sent, and plays a reply from a file."""

    def __init__(self, reply: bytes) -> None:
        self.reply = reply
        self.sent = b""

    def send(self, opcode: int, a: int, b: int, payload: list[wire.Bytes]) -> None:
        self.sent += wire.frame(opcode, a, b, *payload)

    def receive(self) -> tuple[int, bytes]:
        (length,) = struct.unpack_from("<I", self.reply)
        assert len(self.reply) == 4 + (length & 0x7FFF_FFFF)
        return length, self.reply[4:]

    def close(self) -> None:
        """Nothing is open."""


@named("frames")
def test_a_request_is_rebuilt_byte_for_byte(entry: dict[str, Any]) -> None:
    params = [i64s(combo) for combo in entry["combos"]]
    rebuilt = wire.frame(entry["opcode"], entry["a"], entry["b"], bits(entry["floats"]), *params)
    assert rebuilt == file(f"{entry['name']}.request.bin")


def call(client: wire.Client, entry: dict[str, Any]) -> bytes:
    """Makes the call that sends a frame; gives what it returned, laid out as the wire has it."""
    close = np.frombuffer(bits(entry["floats"]), "<f8")
    params = np.frombuffer(b"".join(i64s(combo) for combo in entry["combos"]), "<i8").reshape(-1, 6)
    match entry["op"]:
        case "sweep":
            pnl, trades = client.sweep(close, params)
            return pnl.tobytes() + trades.tobytes()
        case "echo":
            return client.echo(close).tobytes()
        case "load":
            return struct.pack("<I", client.load(close))
        case "sweepLoaded":
            pnl, trades = client.sweep_loaded(entry["a"], params)
            return pnl.tobytes() + trades.tobytes()
        case "drop":
            client.drop(entry["a"])
            return b""
        case "openLive":
            return struct.pack("<I", client.open_live(params[0]))
        case "tick":
            return client.tick(entry["a"], close).tobytes()
        case "closeLive":
            client.close_live(entry["a"])
            return b""
        case "info":
            return json.dumps(client.info()).encode()
        case "timing":
            return struct.pack("<5Q", *client.timing().values())
    raise AssertionError(f"no such operation: {entry['op']}")


@named("frames")
def test_a_call_sends_the_frame_and_reads_its_reply(entry: dict[str, Any]) -> None:
    if entry["reply"] is None:
        return
    played = Played(file(f"{entry['name']}.reply.bin"))
    returned = call(wire.Client(played), entry)
    assert played.sent == file(f"{entry['name']}.request.bin")
    assert returned == played.reply[4:]


@named("frames")
def test_a_reply_is_rebuilt_byte_for_byte(entry: dict[str, Any]) -> None:
    reply = entry["reply"]
    if reply is None:
        assert not (FRAMES / f"{entry['name']}.reply.bin").exists()
        return
    body = bits(reply.get("pnl", [])) + i64s(reply.get("trades", [])) + bits(reply.get("floats", []))
    body += struct.pack("<I", reply["id"]) if "id" in reply else b""
    for tick in reply.get("ticks", []):
        body += i64s([tick["side"], tick["trades"]]) + bits([tick["pnl"]])
    body += reply.get("info", "").encode()
    body += b"".join(struct.pack("<Q", int(time)) for time in reply.get("times", []))
    assert struct.pack("<I", len(body)) + body == file(f"{entry['name']}.reply.bin")


@named("errors")
def test_an_error_is_rebuilt_and_read(entry: dict[str, Any]) -> None:
    body = struct.pack("<H", entry["code"]) + entry["message"].encode()
    reply = file(f"{entry['name']}.reply.bin")
    assert struct.pack("<I", len(body) | 0x8000_0000) + body == reply
    with pytest.raises(wire.EngineError) as raised:
        wire.Client(Played(reply)).info()
    assert (raised.value.code, raised.value.message) == (entry["code"], entry["message"])


@named("refused")
def test_a_refused_frame_is_rebuilt_byte_for_byte(entry: dict[str, Any]) -> None:
    frame = struct.pack("<I", entry["body_len"]) + bytes.fromhex(entry["body"])
    assert frame == file(f"{entry['name']}.request.bin")
