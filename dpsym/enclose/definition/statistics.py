"""The statistics of log-densities: their values, their derivatives, and what is left of them at the ends of a chart."""

from __future__ import annotations

from typing import Any, ClassVar

import sympy as sp
from flint import arb

from dpsym.enclose.arithmetic import Value, checked
from dpsym.enclose.definition.charts import PLAIN, End, Place
from dpsym.enclose.definition.growth import LINEAR, LOGARITHM, SQUARE, Leading, Shape
from dpsym.enclose.polynomials import AtPrecision, evaluate
from dpsym.errors import NotDerivedError, UndecidedError

_ONE, _ZERO = sp.S.One, sp.S.Zero


class Statistic:
    """A function of the point with exact parameters; equal parameters make equal statistics."""

    chart: ClassVar[str] = "plain"
    """The chart that the statistic needs on a cell that touches one of its branch points."""
    is_rewritten: ClassVar[bool] = False
    """Whether it is written in another way near some end."""

    def __init__(self, *parameters: sp.Expr) -> None:
        self.parameters = parameters

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.parameters == other.parameters

    def __hash__(self) -> int:
        return hash((type(self), self.parameters))

    @AtPrecision
    def numbers(self) -> tuple[Value, ...]:
        """Evaluate the parameters at the working precision."""
        return tuple(evaluate(parameter) for parameter in self.parameters)

    def at(self, place: Place) -> Any:
        """Return the value."""
        raise NotImplementedError

    def leading(self, end: End) -> Leading:
        """Return the part that grows towards an end, with exact coefficients."""
        return {}

    def rest(self, end: End, depth: arb) -> arb:
        """Return a ball with what the growing part leaves out, for all w beyond `depth`.

        Where nothing grows and the point stays bounded, that is the value on a ball around the end.
        """
        if end.kind in ("plain", "far") or self.leading(end):
            raise NotDerivedError(f"the growth of {type(self).__name__} at an end of this kind is not known")
        limit = 1 if end.kind == "one" else 0
        hull = arb(limit).union(end.place(depth).point)
        return arb(checked(arb(self.at(Place(PLAIN, hull))), "a bounded statistic"))

    def _settling(self, end: End, depth: arb, limit: Any) -> arb:
        """Return the ball of a function that goes to its limit monotonically."""
        return arb(self.at(end.place(depth))).union(arb(limit))

    def at_far(self, end: End) -> dict[Statistic | None, sp.Expr]:
        """Return the statistic as a combination of ones that do not cancel near an end; None stands for 1."""
        return {self: _ONE}


class Power(Statistic):
    """x^k."""

    @property
    def chart(self) -> str:  # type: ignore[override]
        return "plain" if self.parameters[0] in (1, 2) else "log"

    def at(self, place: Place) -> Any:
        (k,) = self.numbers
        if place.chart.kind == "log" and place.chart.sign > 0:
            return (place.coordinate * k).exp()
        if k == 1:
            return place.point
        if k == 2:
            return place.point * place.point
        return (place.log * k).exp()

    def leading(self, end: End) -> Leading:
        (k,) = self.parameters
        if end.kind == "plain" and k in (1, 2):
            return {LINEAR: sp.Integer(end.sign)} if k == 1 else {SQUARE: _ONE}
        if end.kind == "far" and (end.sign > 0 or k in (1, 2)) and self._grows(end):
            return {Shape("rate", k): sp.Integer(end.sign) ** k}
        if end.kind == "near" and self._grows(end):
            return {Shape("rate", -k): _ONE}
        return {}

    def _grows(self, end: End) -> bool:
        exponent = self.numbers[0] if end.kind == "far" else -self.numbers[0]
        return bool(exponent > 0)

    def rest(self, end: End, depth: arb) -> arb:
        if self.leading(end):
            return arb(0)
        return self._settling(end, depth, 0) if end.kind in ("far", "near") else super().rest(end, depth)


class Log(Statistic):
    """log(x)^m, m = 1 or 2."""

    chart = "log"

    def at(self, place: Place) -> Any:
        return place.log if self.parameters[0] == 1 else place.log * place.log

    def leading(self, end: End) -> Leading:
        if self.parameters[0] == 2:
            return {SQUARE: _ONE} if end.kind in ("far", "near") else {}
        if end.kind == "plain" and end.sign > 0:
            return {LOGARITHM: _ONE}
        return {LINEAR: _ONE if end.kind == "far" else -_ONE} if end.kind in ("far", "near", "zero") else {}

    def rest(self, end: End, depth: arb) -> arb:
        if self.parameters[0] == 1 and end.kind == "zero":
            return -(arb(0).union((-depth).exp()))
        return arb(0) if self.leading(end) else super().rest(end, depth)


class LogComplement(Statistic):
    """log(1 - x)."""

    chart = "logit"

    def at(self, place: Place) -> Any:
        return place.log_complement

    def leading(self, end: End) -> Leading:
        return {LINEAR: -_ONE} if end.kind == "one" else {}

    def rest(self, end: End, depth: arb) -> arb:
        if end.kind == "one":
            return -(arb(0).union((-depth).exp()))
        return super().rest(end, depth)


class Exponential(Statistic):
    """exp(a x + c)."""

    def at(self, place: Place) -> Any:
        slope, constant = self.numbers
        return (place.point * slope + constant).exp()

    def leading(self, end: End) -> Leading:
        slope, constant = self.parameters
        if end.kind == "plain" and self.numbers[0] * end.sign > 0:
            return {Shape("rate", slope * end.sign): sp.exp(constant)}
        return {}

    def rest(self, end: End, depth: arb) -> arb:
        if end.kind in ("plain", "far") and self.numbers[0] * end.sign < 0:
            return self._settling(end, depth, 0)
        return arb(0) if self.leading(end) else super().rest(end, depth)


class Softplus(Statistic):
    """log(1 + exp(a x + c))."""

    is_rewritten = True

    def _argument(self, place: Place) -> Any:
        slope, constant = self.numbers
        return place.point * slope + constant

    def at(self, place: Place) -> Any:
        return place.logarithm(1 + self._argument(place).exp())

    def leading(self, end: End) -> Leading:
        if end.kind == "plain" and self.numbers[0] * end.sign > 0:
            return {LINEAR: self.parameters[0] * end.sign}
        return {}

    def rest(self, end: End, depth: arb) -> arb:
        slope, constant = self.numbers
        if end.kind in ("plain", "far") and slope * end.sign < 0:
            return self._settling(end, depth, 0)
        if end.kind == "plain" and self.leading(end):
            return constant + arb(0).union((-self._argument(end.place(depth))).exp())
        return super().rest(end, depth)

    def at_far(self, end: End) -> dict[Statistic | None, sp.Expr]:
        slope, constant = self.parameters
        if self.numbers[0] * end.sign > 0:
            return {Power(_ONE): slope, None: constant, Softplus(-slope, -constant): _ONE}
        return {self: _ONE}


class LogQuadratic(Statistic):
    """log(a x^2 + b x + c), the quadratic positive."""

    is_rewritten = True

    def _value(self, variable: Any) -> Any:
        square, slope, constant = self.numbers
        return (variable * square + slope) * variable + constant

    def at(self, place: Place) -> Any:
        return place.logarithm(self._value(place.point))

    def leading(self, end: End) -> Leading:
        return {LOGARITHM: sp.Integer(2)} if end.kind == "plain" else {}

    def rest(self, end: End, depth: arb) -> arb:
        square, slope, constant = self.numbers
        if end.kind != "plain":
            return super().rest(end, depth)
        inverse = end.inverse_hull(depth)
        return ((inverse * constant + slope) * inverse + square).log()

    def at_far(self, end: End) -> dict[Statistic | None, sp.Expr]:
        if end.kind != "far":
            return {self: _ONE}
        return {LogSize() if end.sign < 0 else Log(_ONE): sp.Integer(2), LogRatio(*self.parameters): _ONE}


class LogLinear(Statistic):
    """log(a x + c), the linear function positive up to the right end."""

    is_rewritten = True

    def at(self, place: Place) -> Any:
        slope, constant = self.numbers
        return place.logarithm(place.point * slope + constant)

    def leading(self, end: End) -> Leading:
        return {LOGARITHM: _ONE} if end.kind == "plain" else {}

    def rest(self, end: End, depth: arb) -> arb:
        slope, constant = self.numbers
        return (end.inverse_hull(depth) * constant + slope).log() if end.kind == "plain" else super().rest(end, depth)

    def at_far(self, end: End) -> dict[Statistic | None, sp.Expr]:
        if end.kind != "far":
            return {self: _ONE}
        return {Log(_ONE): _ONE, LogRatio(*self.parameters, sp.Integer(0)): _ONE}


class LogSize(Statistic):
    """log |x| on the negative half line, for its far end."""

    chart = "log"

    def at(self, place: Place) -> Any:
        return place.coordinate

    def leading(self, end: End) -> Leading:
        return {LINEAR: _ONE}

    def rest(self, end: End, depth: arb) -> arb:
        return arb(0)


class LogRatio(Statistic):
    """log((a x^2 + b x + c)/x^2), for the far ends, where it goes to log a."""

    def _value(self, inverse: Any) -> Any:
        square, slope, constant = self.numbers
        return (inverse * constant + slope) * inverse + square

    def at(self, place: Place) -> Any:
        return place.logarithm(self._value(place.inverse))

    def rest(self, end: End, depth: arb) -> arb:
        if end.kind != "far":
            raise UndecidedError("a ratio is for the far ends")
        return self._value(end.inverse_hull(depth)).log()
