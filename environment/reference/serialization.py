"""The study's own codecs in Python, timed: what `raw`, `pickle` and `json` meant in the article.

`serialization.py FOLDER` reads the series out of FOLDER/raw_fresh (0 u32 bars, 4 u32 combos, then the closes as
little-endian float64), and answers each line on standard input with one on standard output:

    encode CODEC COUNT   ->  ok NANOSECONDS   of COUNT calls together
    decode CODEC COUNT   ->  ok NANOSECONDS   of what encode of the same codec gives
    check CODEC          ->  ok BYTES         both ways bit for bit
    names                ->  ok CODEC...
    anything else, or a fault  ->  error TEXT

Here the series alone is encoded, without window lengths, as in the article.
"""

from __future__ import annotations

import json
import pickle
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Series = NDArray[np.float64]

HEADER_BYTES = 8


@dataclass(frozen=True)
class Codec:
    """A way to write a series as bytes, and to read it again."""

    encode: Callable[[Series], bytes]
    decode: Callable[[bytes], Series]


def encode_json(series: Series) -> bytes:
    """Decimal text. json writes NaN and Infinity, which are no JSON, unless it is told not to."""
    return json.dumps(series.tolist(), allow_nan=False).encode()


CODECS: dict[str, Codec] = {
    # The article's raw copies twice: astype makes a copy even where nothing is to be converted.
    "raw": Codec(
        lambda series: series.astype("<f8").tobytes(),
        lambda data: np.frombuffer(data, "<f8").astype(np.float64),
    ),
    "raw_no_astype": Codec(lambda series: series.tobytes(), lambda data: np.frombuffer(data, "<f8")),
    "pickle": Codec(lambda series: pickle.dumps(series, protocol=5), pickle.loads),
    "pickle_astype": Codec(
        lambda series: pickle.dumps(series.astype("<f8"), protocol=5),
        lambda data: pickle.loads(data).astype(np.float64),
    ),
    "json": Codec(encode_json, lambda data: np.array(json.loads(data), dtype=np.float64)),
}


class Fault(Exception):
    """A line that can't be answered; the text says why."""


def series_in(folder: Path) -> Series:
    """The series of FOLDER/raw_fresh, in memory of its own."""
    data = (folder / "raw_fresh").read_bytes()
    bars = int.from_bytes(data[:4], "little")
    return np.frombuffer(data, "<f8", bars, HEADER_BYTES).copy()


def timed(call: Callable[[], object], count: int) -> int:
    """Nanoseconds of `count` calls together, giving back their memory included."""
    begin = time.perf_counter_ns()
    for _ in range(count):
        call()
    return time.perf_counter_ns() - begin


def answer(line: str, series: Series, received: dict[str, bytes]) -> str:
    """What to answer to a line; keeps in `received` what it decodes. Raises Fault, or whatever a codec raises."""
    match line.split():
        case ["names"]:
            return " ".join(CODECS)
        case ["encode", name, count] if name in CODECS:
            encode = CODECS[name].encode
            return str(timed(lambda: encode(series), int(count)))
        case ["decode", name, count] if name in CODECS:
            decode = CODECS[name].decode
            if name not in received:
                received[name] = CODECS[name].encode(series)
            data = received[name]
            return str(timed(lambda: decode(data), int(count)))
        case ["check", name] if name in CODECS:
            data = CODECS[name].encode(series)
            decoded = CODECS[name].decode(data)
            if decoded.dtype != np.float64 or decoded.tobytes() != series.tobytes():
                raise Fault(f"{name}: the series did not come back bit for bit")
            return str(len(data))
    raise Fault(f"got {line!r}, expected encode, decode, check or names, and one of {', '.join(CODECS)}")


def main() -> int:
    """Answers lines until there are no more."""
    if len(sys.argv) != 2:
        print("usage: serialization.py FOLDER, with raw_fresh in it", file=sys.stderr)
        return 2
    series = series_in(Path(sys.argv[1]))
    received: dict[str, bytes] = {}
    for line in sys.stdin:
        try:
            reply = f"ok {answer(line.strip(), series, received)}"
        except Exception as fault:  # whatever a codec raises is the answer
            reply = f"error {type(fault).__name__}: {fault}".replace("\n", " ")
        print(reply, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
