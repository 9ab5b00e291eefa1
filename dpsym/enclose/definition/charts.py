"""Changes of variable that move the branch points of a log-density to infinity, and the ends that they have.

A chart writes the point as a function of a coordinate v. What diverges at an end of the space does so, in the right
chart, like a polynomial or an exponential of v, and what does not is analytic in a strip around the real line.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flint import acb, arb

from dpsym.enclose.arithmetic import Value, apply, signs
from dpsym.errors import NotDerivedError, UndecidedError

_INFINITY = arb("inf")


@dataclass(frozen=True)
class Chart:
    """A change of variable: x = v, x = sign e^v, or x = 1/(1 + e^-v).

    Parameters
    ----------
    kind : {"plain", "log", "logit"}
        The kind.
    sign : {1, -1}, optional
        The side of 0 of a logarithmic chart.
    """

    kind: str
    sign: int = 1

    def coordinate(self, point: Value) -> Value:
        """Return the coordinate of a point of the closed range of the chart.

        Raises
        ------
        UndecidedError
            If the point is not certainly in it.
        """
        if self.kind == "plain":
            return point
        if self.kind == "log":
            return _logarithm(self.sign * point)
        return _logarithm(point) - _logarithm(1 - point)


PLAIN, LOG, LOGIT = Chart("plain"), Chart("log"), Chart("logit")


def _logarithm(value: Value) -> Value:
    possible = signs(value)
    if possible == {0}:
        return -_INFINITY
    if possible != {1}:
        raise UndecidedError(f"{value} is not certainly positive")
    return apply("log", value, False)


class Place:
    """A point of the space, or a ball of points, by its coordinate in a chart."""

    __slots__ = ("_log", "_point", "chart", "coordinate", "smooth")

    def __init__(self, chart: Chart, coordinate: Any, smooth: bool = False) -> None:
        self.chart, self.coordinate, self.smooth = chart, coordinate, smooth
        self._point = self._log = None

    @property
    def point(self) -> Any:
        """The point itself."""
        if self._point is None:
            kind, v = self.chart.kind, self.coordinate
            self._point = v if kind == "plain" else self.chart.sign * v.exp() if kind == "log" else 1 / (1 + (-v).exp())
        return self._point

    @property
    def log(self) -> Any:
        """The logarithm of the point."""
        if self._log is None:
            kind, v = self.chart.kind, self.coordinate
            if kind == "log" and self.chart.sign < 0:
                raise NotDerivedError("a logarithm of the point on the negative half line")
            self._log = (
                v if kind == "log" else self.logarithm(v) if kind == "plain" else -self.logarithm(1 + (-v).exp())
            )
        return self._log

    @property
    def log_complement(self) -> Any:
        """The logarithm of 1 - x."""
        if self.chart.kind == "logit":
            return -self.logarithm(1 + self.coordinate.exp())
        return self.logarithm(1 - self.point)

    @property
    def inverse(self) -> Any:
        """The point to the power -1."""
        if self.chart.kind == "log":
            return self.chart.sign * (-self.coordinate).exp()
        return 1 / self.point

    def logarithm(self, value: Any) -> Any:
        """Return a logarithm, analytic where that is wanted."""
        return value.log(analytic=self.smooth) if isinstance(value, acb) else value.log()


@dataclass(frozen=True)
class End:
    """An end of a chart, where w = side * v goes to infinity.

    Parameters
    ----------
    chart : Chart
        The chart.
    side : {1, -1}
        The side of the coordinate.
    """

    chart: Chart
    side: int

    @property
    def kind(self) -> str:
        """``"plain"``; ``"far"`` (x = sign e^w) or ``"near"`` (x = sign e^-w); ``"one"`` or ``"zero"`` of (0, 1)."""
        if self.chart.kind == "plain":
            return "plain"
        if self.chart.kind == "log":
            return "far" if self.side > 0 else "near"
        return "one" if self.side > 0 else "zero"

    @property
    def sign(self) -> int:
        """The sign of the point near a plain or far end."""
        return self.side if self.chart.kind == "plain" else self.chart.sign

    def place(self, depth: Any) -> Place:
        """Return the place at w = `depth`."""
        return Place(self.chart, self.side * depth)

    def inverse_hull(self, depth: arb) -> arb:
        """Return a ball with 1/x for all w beyond `depth` of a plain or far end."""
        return arb(0).union(self.place(depth).inverse)
