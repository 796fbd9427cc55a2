"""Kernels for the tests: `kernel` is shared by a module's tests, `fresh_kernel` belongs to one."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from driver import Kernel


@pytest.fixture(scope="module")
def kernel():
    running = Kernel()
    yield running
    running.close()


@pytest.fixture
def fresh_kernel():
    running = Kernel()
    yield running
    running.close()
