"""numba's side of the comparison of loops: times the study's weighted average, or prints the assembly of its loop.

usage: average_loop.py [--assembly]

Without an option it answers a line BARS LENGTH CALLS on stdin with one line of nanoseconds, a first call and then
each timed one, until stdin ends: as engine-rs/crates/variants does.
"""

from __future__ import annotations

import sys
import time

import kernel
import numpy as np
from numba import njit


def assembly() -> str:
    """Assembly of the average as it is compiled for an array of float64 on this processor."""
    # Compiled here and now: numba keeps no assembly beside what it keeps on disk.
    wma = njit(error_model="numpy")(kernel.wma.py_func)
    wma(np.zeros(3), 2)
    return next(iter(wma.inspect_asm().values()))


def times(bars: int, length: int, calls: int) -> list[int]:
    """Nanoseconds of a first call and of each of `calls` more over a series of `bars`."""
    series = np.linspace(100.0, 200.0, bars)
    nanoseconds = []
    for _ in range(calls + 1):
        begin = time.perf_counter_ns()
        kernel.wma(series, length)
        nanoseconds.append(time.perf_counter_ns() - begin)
    return nanoseconds


def main() -> None:
    if sys.argv[1:] == ["--assembly"]:
        print(assembly())
        return
    if sys.argv[1:]:
        sys.exit(f"average_loop.py: got {' '.join(sys.argv[1:])}, expected nothing or --assembly")
    for line in sys.stdin:
        bars, length, calls = (int(word) for word in line.split())
        print(*times(bars, length, calls), flush=True)


if __name__ == "__main__":
    main()
