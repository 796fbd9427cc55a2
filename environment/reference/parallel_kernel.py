"""The study's numba kernel on several threads, the combos dealt out in turn, so that each has long ones and short ones.

Each row is `kernel`'s: a combo is worked out by one thread, in the same order.
"""

from __future__ import annotations

import numpy as np
from kernel import FEE_PERCENT, combo
from numba import get_num_threads, njit, prange
from numpy.typing import NDArray


@njit(cache=True, error_model="numpy", parallel=True)
def _sweep(close, params, order, fee):
    pnl = np.empty(len(params))
    trades = np.empty(len(params), np.int64)
    for place in prange(len(order)):
        k = order[place]
        w = params[k]
        pnl[k], trades[k] = combo(close, (w[0], w[1], w[2], w[3], w[4], w[5]), fee)
    return pnl, trades


def dealt(combos: int, threads: int) -> NDArray[np.int64]:
    """Indices 0 to combos - 1 in an order that gives thread t the combos t, t + threads, ...

    numba hands each thread one stretch of the loop.
    """
    return np.concatenate([np.arange(thread, combos, threads) for thread in range(threads)])


def threads() -> int:
    """How many numba uses: as many as there are processors, or what NUMBA_NUM_THREADS says."""
    return get_num_threads()


def sweep(
    close: NDArray[np.float64], params: NDArray[np.int64], fee: float = FEE_PERCENT
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """All combos over one series, as `kernel.sweep`."""
    return _sweep(close, params, dealt(len(params), threads()), float(fee))


def warm_up() -> None:
    """Compiles everything and starts the threads, so that no later call does."""
    sweep(np.array([100.0, 101.0, 99.0, 102.0]), np.array([[1, 2, 1, 1, 1, 1]], dtype=np.int64))
