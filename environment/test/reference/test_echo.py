"""The Python client's timed echoes, against the engine."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import echo
import numpy as np
import pytest
from served_engine import ServedEngine
from wire_client import Client

PROGRAM = Path(echo.__file__)
StartEngine = Callable[..., ServedEngine]


def ask(orders: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Runs the program on some lines."""
    return subprocess.run(
        [sys.executable, PROGRAM, *options], input=orders, capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.parametrize("bulk", [[], ["--bulk"]], ids=["usual", "bulk"])
def test_blocks_over_both_transports(engine: ServedEngine, bulk: list[str]) -> None:
    addresses = ["--unix", engine.unix, "--tcp", f"{engine.host}:{engine.port}"]
    done = ask("unix 1 2 3 3 0\ntcp 1000 1 2 9 0\nunix 150000 1 1 1 0\n", *bulk, *addresses)
    assert (done.returncode, done.stderr) == (0, "")
    times = [[int(word) for word in line.split()] for line in done.stdout.splitlines()]
    assert [len(block) for block in times] == [4, 3, 2]
    assert all(nanoseconds > 0 for block in times for nanoseconds in block)


@pytest.mark.parametrize(
    "line",
    ["", "pipe 1 1 1 1 1", "unix 0 1 1 1 1", "unix 1 0 1 1 1", "unix 1 1 2 1 1", "unix 1 1 1 1", "unix 1 1 1 1 -1"],
)
def test_a_line_that_is_no_order_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"order: got .*, expected TRANSPORT FLOATS"):
        echo.Order.parse(line)


def test_an_order_without_its_address_is_refused() -> None:
    done = ask("unix 1 1 1 1 1\n")
    assert done.returncode == 1
    assert done.stderr == "echo: order: unix needs --unix\n"


def test_a_reply_that_differs_in_one_bit_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def lying(_: Client, values: np.ndarray) -> np.ndarray:
        reply = values.copy()
        reply.view(np.uint8)[40] ^= 1
        return reply

    monkeypatch.setattr(Client, "echo", lying)
    with pytest.raises(echo.WrongEcho, match="echo 1 of 100 floats differs"):
        echo.run(Client(None), echo.Order("unix", 100, 1, 1, 1, 0))  # type: ignore[arg-type]
