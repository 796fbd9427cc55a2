"""The golden rows, the study's series as the library makes it, and engines to talk to."""

from __future__ import annotations

import hashlib
import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from golden_rows import GOLDEN, Golden
from numpy.typing import NDArray
from served_engine import ServedEngine

PROJECT = Path(__file__).resolve().parents[3]

PRINT_SERIES = """
const { gbm } = require('./lib/dist/src/market');
process.stdout.write(Buffer.from(gbm().close.buffer));
"""


@pytest.fixture(scope="session")
def golden() -> Golden:
    """The rows numpy made, apart from the project."""
    told = json.loads((GOLDEN / "sweep-seed42.json").read_text("utf-8"))
    rows = told["rows"]
    return Golden(
        np.array([row["params"] for row in rows], dtype=np.int64),
        np.array([row["pnl"] for row in rows]),
        np.array([row["trades"] for row in rows], dtype=np.int64),
        told["series"]["sha256_le_f64"],
    )


@pytest.fixture(scope="session")
def close(golden: Golden) -> NDArray[np.float64]:
    """The study's series, made by the library: numpy's own exp differs between machines."""
    made = subprocess.run(["node", "-e", PRINT_SERIES], cwd=PROJECT, capture_output=True, check=True, timeout=60).stdout
    assert hashlib.sha256(made).hexdigest() == golden.sha256
    return np.frombuffer(made, "<f8").copy()


StartEngine = Callable[..., ServedEngine]


@pytest.fixture
def start_engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StartEngine]:
    """Starts the project's engine binary with the options given, and ends it after the test."""
    started: list[ServedEngine] = []

    def start(*options: str) -> ServedEngine:
        engine = ServedEngine(options)
        started.append(engine)
        return engine

    yield start
    for engine in started:
        engine.stop()


@pytest.fixture(scope="session")
def engine() -> Iterator[ServedEngine]:
    """One engine for all tests that leave nothing behind in it."""
    served = ServedEngine(())
    yield served
    served.stop()
