"""What pairs of densities on the line and pairs of mass functions on the integers have in common."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Sequence
from functools import cached_property

import numpy as np

from mechanisms.errors import ConvergenceError
from mechanisms.numeric.cells import Cells
from mechanisms.numeric.cutting import cut_into_cells
from mechanisms.numeric.divergence import Level, TwoLaws
from mechanisms.numeric.estimate import Estimate
from mechanisms.numeric.extremum import supremum_of_loss
from mechanisms.numeric.frame import NO_FLOAT, Frame
from mechanisms.numeric.interface import Divergences
from mechanisms.numeric.kernels import Kernel
from mechanisms.numeric.levels import Observed, observe, pieces_above
from mechanisms.numeric.panels import NOTHING, LogIntegral, log_add, log_sum
from mechanisms.numeric.quadrature import integrate
from mechanisms.validate import order as check_order

# The privacy loss is known to some 1e-15 of the log-densities; times the order, that must stay small.
_HIGHEST_ORDER = 1e12


class DensityPair(TwoLaws):
    """Two laws known by their log-densities; what is asked of them is integrated on a ladder of panels."""

    @abstractmethod
    def reversed(self) -> DensityPair:
        """Return the pair with P and Q exchanged."""

    @cached_property
    @abstractmethod
    def _frame(self) -> Frame:
        """What is known of the two densities."""

    @cached_property
    def _observed(self) -> Observed:
        return observe(self._frame)

    @property
    def _escapes(self) -> bool:
        return self._frame.escapes

    def _total(self, kernel: Kernel, level: Level | None = None) -> LogIntegral:
        frame = self._frame
        parts, pieces = [], [frame.line]
        if level is not None:
            pieces = pieces_above(level, frame, self._observed)
            # Mass that the quadrature did not find may lie above the level.
            missing = frame.defects[0]
            parts.append(NOTHING._replace(rounding=math.log(missing) if missing else NO_FLOAT))
        for piece in pieces:
            total = integrate(lambda x: kernel(frame.laws(x)), frame.ladder.anchors, piece, frame.grid)
            parts.append(total.logs)
            if level is not None:
                ends = [end for end in piece if end not in frame.window]
                parts.append(NOTHING._replace(rounding=self._cut_error(kernel, ends)))
        inner = [jump for jump in frame.jumps if any(lo <= jump <= hi for lo, hi in pieces)]
        parts.append(NOTHING._replace(rounding=self._cut_error(kernel, inner)))
        return LogIntegral(*(log_add(*logs) for logs in zip(*parts, strict=True)))

    def _cut_error(self, kernel: Kernel, places: Sequence[float]) -> float:
        """Return the logarithm of the error of a cut that is right up to the nearest float only."""
        if not places:
            return -math.inf
        at = np.array(places)
        width = self._frame.grid.cut_width(at)
        around = np.stack([at - width, at, at + width])
        exponent, _ = kernel(self._frame.laws(around))
        height = np.max(np.where(np.isnan(exponent), -np.inf, exponent), axis=0)
        with np.errstate(divide="ignore"):
            return float(log_sum(np.minimum(height, np.finfo(float).max) + np.log(width)))

    def _cells(self, most: int) -> Cells:
        top = self.max_divergence().upper, self.reversed().max_divergence().upper
        return cut_into_cells(self._frame, self._observed, top, most)

    def renyi(self, order: float) -> Estimate:
        if _HIGHEST_ORDER < check_order(order) < math.inf:
            raise ConvergenceError(
                f"orders above {_HIGHEST_ORDER:g} and below inf drown in rounding of the log-densities"
            )
        return super().renyi(order)

    renyi.__doc__ = Divergences.renyi.__doc__

    def max_divergence(self) -> Estimate:
        r"""Max divergence, of order infinity: the supremum of the privacy loss where p is positive."""
        if self._escapes:
            return Estimate(math.inf, 0.0)
        return supremum_of_loss(self._frame.laws, self._frame.ladder)
