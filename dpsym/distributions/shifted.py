"""Noise without a location of its own, moved: a count plus an integer, as the answer of a counting query is."""

from __future__ import annotations

from typing import Any

from sympy import Basic, Expr, Integer, Poly, S

from dpsym.distributions.base import Law, LocationFamily, Piece, Terms
from dpsym.errors import DpsymError, ParameterError
from dpsym.parameters import INTEGER_LOCATION, SENSITIVITY


class Shifted(Law):
    """The law of Z + c, where Z is a count; of a family with a location it is that family moved.

    Parameters
    ----------
    law : Law
        Of Z, on the integers.
    shift : integer
        The c; at 0 the law is that of Z.

    Raises
    ------
    ParameterError
        If the law is not one on the integers, or the shift not an integer.
    """

    is_discrete = True
    is_log_concave = False

    def __new__(cls, law: Law, shift: object) -> Any:
        if not isinstance(law, Law) or law.space != "integers":
            raise ParameterError("law to be shifted", "a law on the integers", law)
        places = INTEGER_LOCATION.check(shift)
        if isinstance(law, Shifted):
            law, places = law.args[0], places + law.args[1]
        if isinstance(law, LocationFamily):
            return law.func(law.location + places, *law.args[1:])
        return law if places == 0 else Basic.__new__(cls, law, places)

    @property
    def location(self) -> Expr:
        """What is added."""
        return self.args[1]

    @property
    def ends(self) -> tuple[Expr, Expr]:
        law, shift = self.args
        lower, upper = law.ends
        return lower + shift, upper + shift

    def pieces(self, point: Expr) -> tuple[Piece, ...]:
        law, shift = self.args
        return tuple(
            Piece(each.lower + shift, each.upper + shift, _expanded(each.terms, point))
            for each in law.pieces(point - shift)
        )

    def terms(self, point: Expr) -> Terms:
        (only,) = self.pieces(point)
        return only.terms

    def neighbours(self, sensitivity: object = Integer(1)) -> tuple[Law, Law]:
        """Return the noise, and the noise shifted to the right by the sensitivity of the query."""
        return moved(self, sensitivity)

    def _latex(self, printer: Any) -> str:
        law, shift = map(printer._print, self.args)
        return rf"{law} + {shift}"


def _expanded(terms: Terms, point: Expr) -> Terms:
    """Return the terms with their statistics that are polynomials of the point written in its powers."""
    found: Terms = {}
    for statistic, factor in terms.items():
        if not statistic.is_polynomial(point):
            found[statistic] = found.get(statistic, S.Zero) + factor
            continue
        for (power,), coefficient in Poly(statistic, point).terms():
            found[point**power] = found.get(point**power, S.Zero) + coefficient * factor
    return found


def moved(law: Law, sensitivity: object) -> tuple[Law, Law]:
    """Return noise on the integers, and the same shifted to the right by the sensitivity of the query.

    Raises
    ------
    DpsymError
        If the sensitivity is not an integer.
    """
    shift = SENSITIVITY.check(sensitivity)
    if shift.is_integer is False:
        raise DpsymError(f"the sensitivity of noise on the integers must be an integer, got {shift}")
    return law, Shifted(law, shift)
