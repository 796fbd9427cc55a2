"""Writes the fixtures beside it, for the tests of lib/src/market: series.json, what numpy makes of some
seeds, and functions.json, values of the C library's exp and log1p.

Run with any Python that has numpy: `python lib/test/golden/numpy/make_fixtures.py`. Prices use
`math.exp`, which is the C library's: on Linux with glibc 2.28 or later and a processor with fused
multiply-add the first case has the SHA-256 of golden/sweep-seed42.json, and the script stops if not.
"""

import hashlib
import json
import math
import pathlib
import platform

import numpy as np

HERE = pathlib.Path(__file__).parent
GOLDEN = json.loads((HERE.parent / "sweep-seed42.json").read_text())

# seed, bars, drift, volatility, start
CASES = [
    (42, 150_000, 0.0, 0.0008, 100.0),
    (0, 1, 0.0, 0.0008, 100.0),
    (1, 2, 0.0, 0.0008, 100.0),
    (7, 1_000, 0.0, 0.0, 100.0),
    (7, 1_000, 0.001, 0.0, 1.0),
    (12345, 50_000, 0.0001, 0.02, 3.5),
    (20240131, 20_000, -0.0002, 0.0008, 1e-8),
    (2**31 - 1, 10_000, -0.05, 0.01, 100.0),  # falls to 1e-215
    (2**32 - 1, 10_000, 0.05, 0.01, 1e9),
    (2**32, 10_000, 0.0, 1e-6, 100.0),
    (2**53 - 1, 10_000, 0.0, 1.0, 100.0),
    (2**64 + 3, 10_000, 0.0, 0.0008, 100.0),
    (3**100, 10_000, 0.0, 0.0008, 100.0),  # more words than the seed sequence's pool
    (99, 300_000, 0.0, 0.01, 1e100),
    (11, 20, 0.5, 0.3, 1e-100),
]


def sha256(values: np.ndarray) -> str:
    return hashlib.sha256(values.astype("<f8").tobytes()).hexdigest()


def fingerprint(values: np.ndarray) -> dict:
    ends = {"first": values[:3].tolist(), "last": values[-3:].tolist()}
    return {**ends, "sha256": sha256(values)}


def case(seed: int, bars: int, drift: float, volatility: float, start: float) -> dict:
    normals = np.random.default_rng(seed).normal(drift, volatility, bars)
    sums = np.cumsum(normals)
    closes = np.array([start * math.exp(s) for s in sums])
    assert np.isfinite(closes).all() and (closes > 0).all(), (seed, drift, volatility)
    return {
        "seed": str(seed),
        "bars": bars,
        "drift": drift,
        "volatility": volatility,
        "start": start,
        "normals": fingerprint(normals),
        "sums": fingerprint(sums),
        "closes": fingerprint(closes),
    }


def seed_words(seed: int) -> dict:
    words = np.random.SeedSequence(seed).generate_state(8, np.uint32)
    bits = np.random.PCG64(seed)
    return {
        "seed": str(seed),
        "words": words.tolist(),
        "raw": [str(n) for n in bits.random_raw(8).tolist()],
        "doubles": np.random.default_rng(seed).random(4).tolist(),
    }


def pairs(function, arguments: list) -> list:
    return [[x, function(x)] for x in arguments]


def exp_arguments(rng: np.random.Generator) -> list:
    ranges = [(-1, 1), (-1e-3, 1e-3), (-709, 709), (-520, -505), (-745, -708), (700, 709.7), (-1e-15, 1e-15)]
    edges = [0.0, 709.782712893384, -745.1332191019411, -708.3964185322641, 511.99999999999994, 512.0, -512.0]
    edges += [-652.289950699128, -590.7378321608667, -552.1097760212369]  # not fused in glibc's slow branch
    return edges + [x for low, high in ranges for x in rng.uniform(low, high, 25).tolist()]


def log1p_arguments(rng: np.random.Generator) -> list:
    uniform = rng.random(150)
    near_zero = rng.random(20) * 2.0 ** -rng.integers(0, 53, 20)
    near_one = 1 - rng.random(20) * 2.0 ** -rng.integers(1, 53, 20)
    edges = [0.5, 0.75, 1 - 2.0**-53, 2.0**-53, 2.0**-29, 0.29289340972900385, 0.2928934097290039]
    edges += [0.4999999999999999, 0.5000000000000001, 0.49999995, 0.50000005]
    edges += [0.32085522263450594, 0.2952859665326053, 0.21579909060296143, 0.8282496287613604]  # not V8's
    return [-u for u in edges + np.concatenate([uniform, near_zero, near_one]).tolist() if 0 < u < 1]


def main() -> None:
    cases = [case(*parameters) for parameters in CASES]
    if cases[0]["closes"]["sha256"] != GOLDEN["series"]["sha256_le_f64"]:
        raise SystemExit("this machine's exp is not glibc's fused one: the closes would not be golden's")
    made_with = {"numpy": np.__version__, "libc": " ".join(platform.libc_ver())}
    seeds = [seed_words(seed) for seed in sorted({c[0] for c in CASES})]
    grids = [
        {"from": a, "to": b, "count": n, "lengths": np.round(np.linspace(a, b, n)).astype(int).tolist()}
        for a, b, n in [(6, 200, 80), (1, 1, 1), (6, 200, 1), (6, 200, 2), (1, 10, 19), (5, 8, 10), (3, 1000, 333)]
    ]
    rng = np.random.default_rng(1)
    functions = {"exp": pairs(math.exp, exp_arguments(rng)), "log1p": pairs(math.log1p, log1p_arguments(rng))}
    write("functions.json", {"made_with": made_with, **functions})
    write("series.json", {"made_with": made_with, "cases": cases, "seeds": seeds, "grids": grids})


def write(name: str, value: dict) -> None:
    lists = {k: v for k, v in value.items() if isinstance(v, list)}
    parts = [f' "{k}": {json.dumps(v)}' for k, v in value.items() if k not in lists]
    for key, rows in lists.items():
        lines = ",\n".join("  " + json.dumps(row) for row in rows)
        parts.append(f' "{key}": [\n{lines}\n ]')
    (HERE / name).write_text("{\n" + ",\n".join(parts) + "\n}\n")


if __name__ == "__main__":
    main()
