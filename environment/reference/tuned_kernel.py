"""The certified tuned sweep, compiled by numba, on one thread: the algorithm of the Rust and TypeScript kernels `tuned`.

It is here to tell an algorithm's gain from a language's. HMA3 - HMA of a bar is one sparse filter over the closes
summed up four times, nine products a bar whatever the windows are. That rounds otherwise than `kernel` does, so each
block of bars has a bound on the difference; where |HMA3 - HMA| lies within it, the bar is decided again in `kernel`'s
own arithmetic. So every row is `kernel`'s, bit for bit, on any series. The filter and each constant of the bound are
derived in the Rust crate's module `tuned`, and in lib/src/kernel/tuned (taps.ts, certificate.ts), which this follows.

No fastmath: products and sums are rounded one by one. The loops without a carried sum are left to LLVM to do several
bars at once.
"""

from __future__ import annotations

import numpy as np
from kernel import FEE_PERCENT
from numba import njit
from numpy.typing import NDArray

# As in `kernel`: IEEE division, and no contraction of a product and a sum.
_compile = njit(cache=True, error_model="numpy")

UNIT = 2.0**-53 * 1.01
"""Half a unit in the last place of 1, and 1 % for all that is of a higher order."""

LEAST_BLOCK = 512
SHORT_REACH = 256
SPREAD = 4
LEAST_WINDOW = 8

SMALLEST_CLOSE = 1e-250
LARGEST_CLOSE = 1e250
LARGEST_SUM = 1e280


@_compile
def _weight(n):
    """1 + 2 + ... + n."""
    return n * (n + 1) / 2


@_compile
def _taps(w):
    """Taps of HMA on T_sqrt at 0, 1, half + 1, full + 1, then those of HMA3 on T_p at 0, 1, p/3 + 1, p/2 + 1, p + 1."""
    half, full, sqrt, third, quarter, p = w[0], w[1], w[2], w[3], w[4], w[5]
    s, q = _weight(sqrt), _weight(p)
    h, f, a, b = _weight(half), _weight(full), _weight(third), _weight(quarter)
    taps = np.empty(9)
    taps[0] = (2 * half / h - full / f) / s
    taps[1] = ((full + 1) / f - 2 * (half + 1) / h) / s
    taps[2] = 2 / h / s
    taps[3] = -1 / f / s
    taps[4] = (3 * third / a - quarter / b - p / q) / q
    taps[5] = ((quarter + 1) / b + (p + 1) / q - 3 * (third + 1) / a) / q
    taps[6] = 3 / a / q
    taps[7] = -1 / b / q
    taps[8] = -1 / q / q
    return taps


@_compile
def _certificate(w):
    """What the bound takes of the largest close, centred close, and onefold to fourfold sum of a block."""
    half, full, sqrt, third, quarter, p = w[0], w[1], w[2], w[3], w[4], w[5]
    a = 8 / half + 4 / full
    b = 12 / third + 4 / quarter + 4 / p
    return UNIT * np.array(
        [
            2 * half + full + 3 * sqrt + 9.0 + (3 * third + quarter + 6 * p + 22),
            8.0,
            8.0,
            11 * (a + b),
            6 * (a / (sqrt + 1) + b / (p + 1)),
            8 * (a / sqrt + b / p),
        ]
    )


@_compile
def _sum_up(close, first, end, history, sums, largest):
    """Centres a block on its first close and sums it up four times; gives whether the bound holds for it.

    sums: history + block values, zero before the series; largest: takes the six magnitudes of `_certificate`.
    """
    start = max(0, first - history)
    sums[: start + history - first] = 0.0
    largest[:] = 0.0
    centre = close[first]
    one = two = three = four = 0.0
    finite = True
    place = start + history - first
    for bar in range(start, end):
        price = close[bar]
        x = price - centre
        one += x
        two += one
        three += two
        four += three
        sums[place] = four
        place += 1
        finite = finite and np.isfinite(price)
        largest[0] = max(largest[0], abs(price))
        largest[1] = max(largest[1], abs(x))
        largest[2] = max(largest[2], abs(one))
        largest[3] = max(largest[3], abs(two))
        largest[4] = max(largest[4], abs(three))
        largest[5] = max(largest[5], abs(four))
    inside = SMALLEST_CLOSE < largest[0] < LARGEST_CLOSE and largest[5] < LARGEST_SUM
    return finite and inside and np.isfinite(four)


@_compile
def _weighted(now, before, old, n, out):
    """T_n: n * now - (n + 1) * before + old, each as long as out."""
    minus = -(n + 1.0)
    for i in range(len(out)):
        out[i] = n * now[i] + minus * before[i] + old[i]


@_compile
def _hma_pass(now, before, half, full, taps, out):
    """HMA from T_sqrt, and from it 1, half + 1 and full + 1 bars before."""
    k0, k1, k2, k3 = taps[0], taps[1], taps[2], taps[3]
    for i in range(len(out)):
        out[i] = k0 * now[i] + k1 * before[i] + (k2 * half[i] + k3 * full[i])


@_compile
def _hma3_pass(now, before, third, quarter, p, taps, out):
    """HMA3 from T_p, and from it 1, p/3 + 1, p/2 + 1 and p + 1 bars before."""
    k0, k1, k2, k3, k4 = taps[4], taps[5], taps[6], taps[7], taps[8]
    for i in range(len(out)):
        out[i] = k0 * now[i] + k1 * before[i] + (k2 * third[i] + k3 * quarter[i]) + k4 * p[i]


@_compile
def _averages(x, n, first, out):
    """`kernel.wma` of the bars first, first + 1, ... into out, all of them at once, each in its order."""
    count = len(out)
    out[:] = 0.0
    for j in range(n):
        weight = float(j + 1)
        moved = x[first - n + 1 + j : first - n + 1 + j + count]
        for i in range(count):
            out[i] += moved[i] * weight
    divisor = n * (n + 1) / 2
    for i in range(count):
        out[i] /= divisor


@_compile
def _directly(close, w, start, stop, one, two, three, hma, hma3):
    """Both averages as `kernel` has them, for the bars start to stop, into the first places of hma and hma3."""
    half, full, sqrt, third, quarter, p = w[0], w[1], w[2], w[3], w[4], w[5]
    count = stop - start
    first, n = start - sqrt + 1, count + sqrt - 1
    _averages(close, half, first, one[:n])
    _averages(close, full, first, two[:n])
    for i in range(n):
        one[i] = 2 * one[i] - two[i]
    _averages(one, sqrt, sqrt - 1, hma[:count])
    first, n = start - p + 1, count + p - 1
    _averages(close, third, first, one[:n])
    _averages(close, quarter, first, two[:n])
    _averages(close, p, first, three[:n])
    for i in range(n):
        one[i] = 3 * one[i] - two[i] - three[i]
    _averages(one, p, p - 1, hma3[:count])


@_compile
def _group(close, params, history, block, fee):
    """Combos that go through the series together, block by block. Gives (pnl, trades)."""
    combos = len(params)
    taps = np.empty((combos, 9))
    certificates = np.empty((combos, 6))
    first_bars = np.empty(combos, np.int64)
    longest = 1
    for k in range(combos):
        w = params[k]
        taps[k] = _taps(w)
        certificates[k] = _certificate(w)
        first_bars[k] = max(max(w[0], w[1]) + w[2], max(w[3], w[4], w[5]) + w[5]) - 2
        longest = max(longest, w[2], w[5])
    pnl = np.zeros(combos)
    trades = np.zeros(combos, np.int64)
    sides = np.zeros(combos)
    entries = np.zeros(combos)
    sums = np.zeros(history + block)
    by_sqrt = np.empty(history + block)
    by_p = np.empty(history + block)
    hma, hma3 = np.empty(block), np.empty(block)
    exact, exact3 = np.empty(block), np.empty(block)
    one, two, three = np.empty(block + longest), np.empty(block + longest), np.empty(block + longest)
    largest = np.empty(6)
    for first in range(0, len(close), block):
        stop = min(first + block, len(close))
        count = stop - first
        end = history + count
        sound = _sum_up(close, first, stop, history, sums, largest)
        sqrt_before = 0
        third_before, quarter_before, p_before = 0, 0, 0
        for k in range(combos):
            if first_bars[k] >= stop:
                continue
            w = params[k]
            half, full, sqrt, third, quarter, p = w[0], w[1], w[2], w[3], w[4], w[5]
            bound = np.inf
            if sound:
                if sqrt != sqrt_before:
                    sqrt_before = sqrt
                    at = sqrt + 1
                    _weighted(sums[at:end], sums[at - 1 : end - 1], sums[: end - at], sqrt, by_sqrt[at:end])
                _hma_pass(
                    by_sqrt[history:end],
                    by_sqrt[history - 1 : end - 1],
                    by_sqrt[history - half - 1 : end - half - 1],
                    by_sqrt[history - full - 1 : end - full - 1],
                    taps[k],
                    hma[:count],
                )
                if third != third_before or quarter != quarter_before or p != p_before:
                    third_before, quarter_before, p_before = third, quarter, p
                    at = history - max(third, quarter, p) - 1
                    old = at - 1 - p
                    _weighted(sums[at:end], sums[at - 1 : end - 1], sums[old : end - 1 - p], p, by_p[at:end])
                    _hma3_pass(
                        by_p[history:end],
                        by_p[history - 1 : end - 1],
                        by_p[history - third - 1 : end - third - 1],
                        by_p[history - quarter - 1 : end - quarter - 1],
                        by_p[history - p - 1 : end - p - 1],
                        taps[k],
                        hma3[:count],
                    )
                bound = 0.0
                for m in range(6):
                    bound += certificates[k, m] * largest[m]
            side, entry, total, flips = sides[k], entries[k], pnl[k], trades[k]
            known_from, known_to, still_open, last_open = 0, 0, -1, 0
            for i in range(max(0, first_bars[k] - first), count):
                d = hma3[i] - hma[i] if sound else 0.0
                if side * d > bound:
                    continue
                wanted = 0.0
                if d > bound:
                    wanted = 1.0
                elif d < -bound:
                    wanted = -1.0
                else:
                    if still_open < 0:
                        still_open = 0
                        for j in range(i, count):
                            if not sound or not abs(hma3[j] - hma[j]) > bound:
                                still_open += 1
                                last_open = j
                    if i >= known_to:
                        # One by one, or all up to the last open one: whichever is fewer inner averages.
                        window, between = max(p, LEAST_WINDOW), last_open + 1 - i
                        known_from = i
                        known_to = last_open + 1 if still_open * window >= between + window else i + 1
                        _directly(close, w, first + i, first + known_to, one, two, three, exact, exact3)
                    still_open -= 1
                    slow, fast = exact[i - known_from], exact3[i - known_from]
                    if fast > slow:
                        wanted = 1.0
                    elif fast < slow:
                        wanted = -1.0
                if wanted == 0.0 or wanted == side:
                    continue
                price = close[first + i]
                if side != 0.0:
                    total += ((side * (price - entry)) / entry) * 100 - fee
                    flips += 1
                side = wanted
                entry = price
            sides[k], entries[k], pnl[k], trades[k] = side, entry, total, flips
    return pnl, trades


def _reach(params: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many bars before a bar each combo looks at."""
    half, full, sqrt, third, quarter, p = params.T
    return np.maximum(np.maximum(half, full) + sqrt, np.maximum(np.maximum(third, quarter), p) + p) + 2


def _groups(reach: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """Indices of combos that go together: the sums of a block grow with the longest, and with them the error of all."""
    found: list[list[int]] = []
    for k in np.argsort(reach, kind="stable"):
        if found and reach[k] <= max(SHORT_REACH, SPREAD * reach[found[-1][0]]):
            found[-1].append(int(k))
        else:
            found.append([int(k)])
    return [np.array(group) for group in found]


def sweep(
    close: NDArray[np.float64], params: NDArray[np.int64], fee: float = FEE_PERCENT
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """All combos over one series: `kernel.sweep`, bit for bit.

    close: float64, n_bars; params: int64, n_combos x 6 (half, full, sqrt, p/3, p/2, p), each at least 1;
    fee: what a flip costs, in percent of the entry price.
    Gives pnl in percent (float64, n_combos) and flips (int64, n_combos).
    """
    pnl = np.zeros(len(params))
    trades = np.zeros(len(params), np.int64)
    reach = _reach(params)
    # A combo needs a bar at which both averages exist; the others keep their zeros.
    long_enough = np.flatnonzero(reach - 4 < len(close))
    for group in _groups(reach[long_enough]):
        members = long_enough[group]
        members = members[np.lexsort((params[members, 5], params[members, 2]))]
        history = int(reach[members].max())
        block = max(LEAST_BLOCK, 2 * history)
        pnl[members], trades[members] = _group(close, params[members], history, block, float(fee))
    return pnl, trades


def warm_up() -> None:
    """Compiles everything, or loads it from the cache, so that no later call does."""
    sweep(np.array([100.0, 101.0, 99.0, 102.0]), np.array([[1, 2, 1, 1, 1, 1]], dtype=np.int64))
