"""The codecs of the Python reference: bit for bit, and line by line."""

from __future__ import annotations

import struct
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

REFERENCE = Path(__file__).resolve().parents[2] / "reference"
sys.path.insert(0, str(REFERENCE))

import serialization  # noqa: E402

HARD = np.array([0.0, -0.0, 0.1, 5e-324, 1.7976931348623157e308, 100.0], dtype=np.float64)


@pytest.mark.parametrize("name", serialization.CODECS)
@pytest.mark.parametrize("series", [HARD, HARD[:0], HARD[1:2]], ids=["hard", "empty", "one"])
def test_comes_back_bit_for_bit(name: str, series: serialization.Series) -> None:
    codec = serialization.CODECS[name]
    assert codec.decode(codec.encode(series)).tobytes() == series.tobytes()


def test_json_refuses_what_it_has_no_number_for() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        serialization.encode_json(np.array([np.nan]))


def test_answers_line_by_line(tmp_path: Path) -> None:
    (tmp_path / "raw_fresh").write_bytes(struct.pack("<II", len(HARD), 0) + HARD.tobytes())
    lines = "names\nencode raw 2\ndecode json 1\ncheck pickle\ncheck cbor\nencode json x\n"
    command = [sys.executable, str(REFERENCE / "serialization.py"), str(tmp_path)]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, timeout=60, check=True)
    names, encoded, decoded, checked, unknown, wrong = done.stdout.splitlines()
    assert names == "ok raw raw_no_astype pickle pickle_astype json"
    for reply in (encoded, decoded, checked):
        assert int(reply.removeprefix("ok ")) > 0
    assert unknown.startswith("error Fault: got 'check cbor', expected encode, decode, check or names")
    assert wrong.startswith("error ValueError: ")
