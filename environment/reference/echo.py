"""Times echoes with the wire client against an engine, a block for each line on stdin, until stdin ends.

The counterpart of the native `ipc-tax-echo-client`, in the study's own language. A line is
`TRANSPORT FLOATS WARM LEAST MOST BUDGET`: `unix` or `tcp`; floats of each echo; calls before the timed ones;
timed calls at least and at most; microseconds after which the timed ones end. The answer is one line of
nanoseconds: the first call of the block, then each timed one.

usage: echo.py [--bulk] [--unix PATH] [--tcp HOST:PORT]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray
from wire_client import Client, EngineError, ProtocolFault, raw

FORM = "TRANSPORT FLOATS WARM LEAST MOST BUDGET"
MOST_FLOATS = 2**28 // 8 - 2
"""What a frame holds by default."""


class WrongEcho(Exception):
    """A reply that is not what was sent."""


@dataclass(frozen=True)
class Order:
    """One block of echoes; the budget is in microseconds."""

    transport: str
    floats: int
    warm: int
    least: int
    most: int
    budget: int

    @classmethod
    def parse(cls, line: str) -> Self:
        """Reads a line. Raises ValueError, with the line, for one that is no order."""
        transport, *numbers = line.split() or [""]
        if transport in ("unix", "tcp") and len(numbers) == 5 and all(text.isdecimal() for text in numbers):
            order = cls(transport, *map(int, numbers))
            if 1 <= order.floats <= MOST_FLOATS and order.warm >= 1 and 1 <= order.least <= order.most:
                return order
        raise ValueError(f"order: got {line.strip()!r}, expected {FORM}")


def random_floats(count: int) -> NDArray[np.float64]:
    """Random bits as floats, NaN and its payloads included, so that a reply that was rounded or cut shows."""
    bits = np.random.default_rng(count).integers(0, 2**64 - 1, count, dtype=np.uint64, endpoint=True)
    return bits.view("<f8")


def run(client: Client, order: Order) -> list[int]:
    """Nanoseconds of the block's first call, then of each timed one. Every reply is compared with what was sent,
    after the clock has stopped. Raises WrongEcho."""
    floats = random_floats(order.floats)
    words = floats.view("<u8")

    def timed(call: int) -> int:
        # An answer to an earlier call differs.
        words[0] = words[-1] = call
        begin = time.perf_counter_ns()
        reply = client.echo(floats)
        nanoseconds = time.perf_counter_ns() - begin
        if raw(reply) != raw(floats):
            raise WrongEcho(f"echo {call} of {order.floats} floats differs")
        return nanoseconds

    times = [timed(1)]
    for warm in range(1, order.warm):
        timed(warm + 1)
    end = time.perf_counter_ns() + order.budget * 1_000
    for n in range(order.most):
        if n >= order.least and time.perf_counter_ns() >= end:
            break
        times.append(timed(order.warm + n + 1))
    return times


def main(words: Iterable[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="Times echoes, a block for each line on stdin.")
    parser.add_argument("--bulk", action="store_true", help="nothing copied on the way, instead of the usual code")
    parser.add_argument("--unix", metavar="PATH")
    parser.add_argument("--tcp", metavar="HOST:PORT")
    arguments = parser.parse_args(None if words is None else list(words))
    try:
        clients = {}
        if arguments.unix is not None:
            clients["unix"] = Client.unix(arguments.unix, bulk=arguments.bulk)
        if arguments.tcp is not None:
            host, _, port = arguments.tcp.rpartition(":")
            clients["tcp"] = Client.tcp(host.strip("[]"), int(port), bulk=arguments.bulk)
        for line in sys.stdin:
            order = Order.parse(line)
            if order.transport not in clients:
                raise ValueError(f"order: {order.transport} needs --{order.transport}")
            print(*run(clients[order.transport], order), flush=True)
    except (EngineError, ProtocolFault, WrongEcho, OSError, ValueError) as fault:
        print(f"echo: {fault}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
