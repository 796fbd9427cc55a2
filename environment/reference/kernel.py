"""The study's own kernel: the HMA sweep line by line, compiled by numba, on one thread.

It is the reference the engines are compared with, in results (to the bit) and in time (`in_process_numba`),
so nothing in it is tuned: direct sums in ascending order, seven averages a combo, no fastmath, no
parallelism. The arithmetic is float64 without fused multiply-add: without `fastmath` numba never contracts a
product and a sum.

It makes no series of its own: numpy's exp differs between machines by a unit in the last place, so whoever
measures hands it the library's series.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

FEE_PERCENT = 0.09
"""What a flip costs in the study, in percent of the entry price."""

# IEEE division: a price of zero gives an infinity or NaN, as in every other kernel, and no exception.
_compile = njit(cache=True, error_model="numpy")


@_compile
def wma(x, n):
    """Weighted moving average over n bars, the newest weighs n: an array as long as x.

    NaN until the window is full, and where the window holds a NaN.
    """
    out = np.full(len(x), np.nan)
    weight = n * (n + 1) / 2
    for i in range(n - 1, len(x)):
        total = 0.0
        for j in range(n):
            total += x[i - n + 1 + j] * (j + 1)
        out[i] = total / weight
    return out


@_compile
def hma(x, half, full, sqrt):
    """Hull moving average."""
    return wma(2 * wma(x, half) - wma(x, full), sqrt)


@_compile
def hma3(x, p_third, p_half, p):
    """The three-window Hull average."""
    return wma(3 * wma(x, p_third) - wma(x, p_half) - wma(x, p), p)


@_compile
def trade(close, slow, fast, fee=FEE_PERCENT):
    """Long while fast > slow, short while fast < slow; equal keeps the position, NaN changes nothing.

    A flip closes at that bar's close and enters the other side there. The last position stays open.
    Gives (pnl in percent with the fee of every flip taken off, number of flips).
    """
    side = 0
    entry = 0.0
    pnl = 0.0
    trades = 0
    for i in range(len(close)):
        if fast[i] > slow[i]:
            wanted = 1
        elif fast[i] < slow[i]:
            wanted = -1
        else:
            continue
        if wanted == side:
            continue
        if side != 0:
            pnl += ((side * (close[i] - entry)) / entry) * 100 - fee
            trades += 1
        side = wanted
        entry = close[i]
    return pnl, trades


@_compile
def combo(close, windows, fee):
    """One combo: windows are half, full, sqrt, p/3, p/2, p, in bars; fee in percent. Gives (pnl, trades)."""
    half, full, sqrt, p_third, p_half, p = windows
    return trade(close, hma(close, half, full, sqrt), hma3(close, p_third, p_half, p), fee)


@_compile
def _sweep(close, params, fee):
    pnl = np.empty(len(params))
    trades = np.empty(len(params), np.int64)
    for k in range(len(params)):
        w = params[k]
        pnl[k], trades[k] = combo(close, (w[0], w[1], w[2], w[3], w[4], w[5]), fee)
    return pnl, trades


def sweep(
    close: NDArray[np.float64], params: NDArray[np.int64], fee: float = FEE_PERCENT
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """All combos over one series.

    close: float64, n_bars; params: int64, n_combos x 6 (half, full, sqrt, p/3, p/2, p), each at least 1;
    fee: what a flip costs, in percent of the entry price.
    Gives pnl in percent (float64, n_combos) and flips (int64, n_combos).
    """
    # As a float, or each kind of number would be compiled for.
    return _sweep(close, params, float(fee))


def warm_up() -> None:
    """Compiles everything, or loads it from the cache, so that no later call does."""
    sweep(np.array([100.0, 101.0, 99.0, 102.0]), np.array([[1, 2, 1, 1, 1, 1]], dtype=np.int64))
