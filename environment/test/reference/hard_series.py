"""Series that a kernel could stumble over, by name, each 1,500 bars long."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

BARS = 1_500


def hard_series() -> dict[str, NDArray[np.float64]]:
    """Made anew with a fixed seed, so that every test sees the same."""
    random = np.random.default_rng(7)
    walk = 100 * np.cumprod(1 + 0.0016 * (random.random(BARS) - 0.5))
    coin = random.random(BARS)
    steps = 100 + np.cumsum(np.where(coin < 0.03, 1e6, 0.0)) + random.random(BARS)
    flat_ends = np.where((np.arange(BARS) < 500) | (np.arange(BARS) >= 1_000), 100.0, walk)
    return {
        "walk": walk,
        "constant": np.full(BARS, 100.1),
        "zeros": np.zeros(BARS),
        "ramp": 100 + 0.37 * np.arange(BARS),
        "steps of a million": steps,
        "ticks of a cent": np.round(walk, 2),
        "ticks of one": np.round(walk * 3),
        "flat, then a walk, then flat": flat_ends,
        "a spike": np.where(np.arange(BARS) == 700, 1e16, walk),
        "with NaN": np.where(coin < 0.004, np.nan, walk),
        "with infinities": np.where(coin < 0.004, np.inf, walk),
        "around zero": walk - 100,
        "mixed signs and scales": (random.random(BARS) - 0.5) * 10 ** (40 * random.random(BARS) - 20),
        "any bits": random.integers(0, 2**64, BARS, dtype=np.uint64).view(np.float64),
        "subnormals": random.integers(0, 100, BARS) * 5e-324,
        **{f"walk times {scale:g}": walk / 100 * scale for scale in (1e-300, 1e-249, 1e-8, 1e9, 1e249, 1e300)},
    }
