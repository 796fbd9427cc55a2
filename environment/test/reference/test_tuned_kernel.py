"""The tuned numba kernel, and the parallel one: the reference's rows, bit for bit."""

from __future__ import annotations

import kernel
import numpy as np
import parallel_kernel
import pytest
import tuned_kernel
from golden_rows import Golden
from hard_series import hard_series
from numpy.typing import NDArray

SERIES = hard_series()


def windows_of(length: int) -> list[int]:
    """The six windows of an HMA length, halves rounded to even as numpy does."""
    p = max(1, round(length / 2))
    return [p, length, max(1, round(length**0.5)), max(1, round(p / 3)), max(1, round(p / 2)), p]


def combos() -> NDArray[np.int64]:
    """HMA lengths, and windows that have nothing to do with each other."""
    random = np.random.default_rng(11)
    odd = 1 + (random.random((12, 6)) ** 2 * 70).astype(np.int64)
    lengths = [windows_of(n) for n in (1, 2, 3, 5, 6, 9, 17, 40, 41, 90, 200, 333, 5_000)]
    return np.concatenate([np.array(lengths, dtype=np.int64), odd])


def assert_same(close: NDArray[np.float64], params: NDArray[np.int64], fee: float = kernel.FEE_PERCENT) -> None:
    pnl, trades = kernel.sweep(close, params, fee)
    for swept in (tuned_kernel.sweep(close, params, fee), parallel_kernel.sweep(close, params, fee)):
        assert_same_rows(swept, (pnl, trades))


def assert_same_rows(
    swept: tuple[NDArray[np.float64], NDArray[np.int64]], expected: tuple[NDArray[np.float64], NDArray[np.int64]]
) -> None:
    (tuned_pnl, tuned_trades), (pnl, trades) = swept, expected
    np.testing.assert_array_equal(tuned_trades, trades)
    # Bit for bit, except that one NaN is as good as another.
    np.testing.assert_array_equal(np.isnan(tuned_pnl), np.isnan(pnl))
    assert np.where(np.isnan(pnl), 0.0, tuned_pnl).tobytes() == np.where(np.isnan(pnl), 0.0, pnl).tobytes()


def test_tuned_gives_the_rows_of_the_study(golden: Golden, close: NDArray[np.float64]) -> None:
    golden.assert_rows(*tuned_kernel.sweep(close, golden.params))


def test_parallel_gives_the_rows_of_the_study(golden: Golden, close: NDArray[np.float64]) -> None:
    some = slice(None, None, 8)
    pnl, trades = parallel_kernel.sweep(close, golden.params[some])
    assert pnl.tobytes() == golden.pnl[some].tobytes()
    assert trades.tobytes() == golden.trades[some].tobytes()


@pytest.mark.parametrize("name", SERIES)
def test_tuned_equals_the_reference_on_hard_series(name: str) -> None:
    assert_same(SERIES[name], combos())


@pytest.mark.parametrize("fee", [0, 0.001, 1, 1e-9, 12.5, 0.1 + 0.2])
@pytest.mark.parametrize("name", ["walk", "ticks of a cent", "around zero", "with NaN"])
def test_any_fee_is_booked_as_the_reference_does(name: str, fee: float) -> None:
    assert_same(SERIES[name], combos(), fee)
    studys, own = kernel.sweep(SERIES[name], combos()), kernel.sweep(SERIES[name], combos(), fee)
    assert studys[1].tobytes() == own[1].tobytes()
    assert studys[0].tobytes() != own[0].tobytes()


@pytest.mark.parametrize("bars", [0, 1, 2, 3, 511, 512, 513, 1_023, 1_024, 1_025])
def test_series_around_the_length_of_a_block(bars: int) -> None:
    assert_same(SERIES["walk"][:bars].copy(), combos())


def test_nothing_is_swept_to_nothing() -> None:
    pnl, trades = tuned_kernel.sweep(np.array([1.0, 2.0]), np.empty((0, 6), np.int64))
    assert (len(pnl), len(trades)) == (0, 0)
    pnl, trades = parallel_kernel.sweep(np.array([1.0, 2.0]), np.empty((0, 6), np.int64))
    assert (len(pnl), len(trades)) == (0, 0)


def test_combos_are_dealt_out_in_turn() -> None:
    assert list(parallel_kernel.dealt(7, 3)) == [0, 3, 6, 1, 4, 2, 5]
    assert sorted(parallel_kernel.dealt(80, 64)) == list(range(80))
