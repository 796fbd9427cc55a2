"""What every engine and kernel must give: committed rows and frames."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

GOLDEN = Path(__file__).resolve().parents[3] / "lib" / "test" / "golden"
FRAMES = GOLDEN / "frames"


@dataclass(frozen=True)
class Golden:
    """The study's 80 rows: params (80 x 6), pnl and trades, and the SHA-256 of the series' bytes."""

    params: NDArray[np.int64]
    pnl: NDArray[np.float64]
    trades: NDArray[np.int64]
    sha256: str

    def assert_rows(self, pnl: NDArray[np.float64], trades: NDArray[np.int64]) -> None:
        """The rows are these, to the bit."""
        assert pnl.tobytes() == self.pnl.tobytes()
        assert trades.tobytes() == self.trades.tobytes()
