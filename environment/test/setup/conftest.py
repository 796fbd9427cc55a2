"""Fixtures of the set-up's tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from fake_machine import Machine


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A machine with every toolchain, new enough."""
    made = Machine(tmp_path / "bin")
    made.put("node", "echo v22.12.0")
    made.put("npm", "echo 10.9.0")
    made.put("cargo", "echo 'cargo 1.93.0 (083ac5135 2025-12-15)'")
    made.put("cc", "exit 0")
    made.put_python("python3")
    return made
