"""The numba kernel: the study's rows to the bit, and its rules at the edges."""

from __future__ import annotations

import math

import kernel
import numpy as np
import pytest
from golden_rows import Golden
from numpy.typing import NDArray

SMALL = np.array([[1, 2, 1, 1, 1, 1]], dtype=np.int64)


def test_the_rows_of_the_study_to_the_bit(golden: Golden, close: NDArray[np.float64]) -> None:
    golden.assert_rows(*kernel.sweep(close, golden.params))
    assert golden.trades[0] == 57_029
    assert golden.pnl[0] == -5165.584357716997


def test_wma_weighs_the_newest_most() -> None:
    averaged = kernel.wma(np.array([1.0, 2.0, 4.0, 8.0]), 3)
    assert np.isnan(averaged[:2]).all()
    assert list(averaged[2:]) == [(1 + 2 * 2 + 3 * 4) / 6, (2 + 2 * 4 + 3 * 8) / 6]


def test_wma_is_nan_where_the_window_holds_one() -> None:
    averaged = kernel.wma(np.array([1.0, 2.0, math.nan, 4.0, 5.0, 6.0]), 2)
    assert list(np.isnan(averaged)) == [True, False, True, True, False, False]


def test_a_window_longer_than_the_series_never_fills() -> None:
    params = np.array([[1, 2**26, 1, 1, 1, 1], [5, 5, 5, 5, 5, 5]], dtype=np.int64)
    pnl, trades = kernel.sweep(np.array([100.0, 101.0, 99.0, 98.0]), params)
    assert list(pnl) == [0, 0]
    assert list(trades) == [0, 0]


def test_nothing_is_swept_to_nothing() -> None:
    for close, params, rows in (
        (np.empty(0), SMALL, 1),
        (np.array([1.0]), np.empty((0, 6), np.int64), 0),
        (np.empty(0), np.empty((0, 6), np.int64), 0),
    ):
        pnl, trades = kernel.sweep(close, params)
        assert (len(pnl), len(trades)) == (rows, rows)
        assert not pnl.any()
        assert not trades.any()


@pytest.mark.parametrize(
    ("fast", "pnl", "trades"),
    [
        # The first position costs nothing, and the last stays open.
        ([math.nan, 1, 1, 1], 0.0, 0),
        # long at 110, short at 99, long at 121: two flips, each with its fee.
        ([math.nan, 1, -1, 1], ((99 - 110) / 110 * 100 - 0.09) + (-(121 - 99) / 99 * 100 - 0.09), 2),
        # Equal keeps the position, and so does NaN.
        ([1, 0, math.nan, 1], 0.0, 0),
        ([1, 0, math.nan, -1], (121 - 100) / 100 * 100 - 0.09, 1),
        ([-1, 0, 1, 0], -(99 - 100) / 100 * 100 - 0.09, 1),
    ],
)
def test_the_rules_of_a_trade(fast: list[float], pnl: float, trades: int) -> None:
    close = np.array([100.0, 110.0, 99.0, 121.0])
    assert kernel.trade(close, np.zeros(4), np.array(fast, dtype=float)) == (pnl, trades)


@pytest.mark.parametrize("fee", [0, 0.0, 0.002, 1e-9, 12.5, 100])
def test_a_flip_pays_the_fee_it_is_told(fee: float) -> None:
    close = np.array([100.0, 110.0, 99.0, 121.0])
    fast = np.array([math.nan, 1, -1, 1])
    pnl = ((99 - 110) / 110 * 100 - fee) + (-(121 - 99) / 99 * 100 - fee)
    assert kernel.trade(close, np.zeros(4), fast, float(fee)) == (pnl, 2)
    swept, trades = kernel.sweep(close, SMALL, fee)
    free, free_trades = kernel.sweep(close, SMALL, 0)
    assert trades.tobytes() == free_trades.tobytes()
    np.testing.assert_allclose(swept, free - fee * trades, rtol=0, atol=1e-12)


def test_a_price_of_zero_divides_as_ieee_does() -> None:
    pnl, trades = kernel.trade(np.array([0.0, 1.0, 0.0]), np.zeros(3), np.array([1.0, -1.0, 1.0]))
    assert trades == 2
    assert pnl == math.inf
