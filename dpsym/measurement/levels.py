"""The trade-off function of runs at one level, a number: the greatest of the lines that their certified curves put below it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from sympy import Rational

from dpsym.ball import Ball, as_fraction
from dpsym.conversion.orders import climbed, golden
from dpsym.curves import PrivacyCurve
from dpsym.curves.adapters import COUNTS
from dpsym.curves.effort import MOST, Effort
from dpsym.curves.error_line import error_line
from dpsym.curves.evaluation import Evaluator
from dpsym.curves.loss import Parts
from dpsym.curves.paired import on_lattices
from dpsym.curves.threshold import floats_suffice, scale_of
from dpsym.distributions import DiscreteGaussian, Gaussian
from dpsym.errors import NotApplicableError, UndecidedError
from dpsym.guarantees.arrow import require
from dpsym.guarantees.notions import LossDP
from dpsym.guarantees.numbers import rounded_down
from dpsym.measurement.curve import curves_of
from dpsym.measurement.rational_noise import with_rational_noise

_DIGITS = 12
_NATS = 32.0  # of each value of a curve
_SHARE = 12  # of the work that a line may take where a lattice answers otherwise
_SLIGHT = Fraction(1, 10**6)  # of a level: so small a delta has little to say there
_CLOSE = 1e-13  # of the threshold: of losses with atoms the lines have corners at the best one
_FARTHEST = 2000.0


def tradeoff_number(value: LossDP, level: Rational) -> Rational:
    r"""Return the least type II error of a test at a level, of both directions, rounded down.

    With the privacy profiles :math:`\delta` of a pair (P, Q) and :math:`\delta'` of (Q, P) it is

    .. math:: \sup_{\varepsilon \ge 0} \max\left(1 - \delta'(\varepsilon) - e^{\varepsilon} t,\;
        e^{-\varepsilon}(1 - \delta(\varepsilon) - t)\right),

    of which every eps is sound, so that the best one is looked for by floats.

    Parameters
    ----------
    value : LossDP
        The runs: several, or one on a sample, or of noise on the integers.
    level : Rational
        The type I error t in (0, 1).

    Raises
    ------
    NotApplicableError
        If a formula is known, there is no certified curve, or it stays undecided.

    Notes
    -----
    Dong, Roth and Su, arXiv:1905.02383, Propositions 2.11 and 2.12.
    """
    one_run = len(value.parts) == 1 and value.parts[0][1] == 1
    has_formula = all(
        mechanism.rate == 1
        and (
            isinstance(mechanism.law, Gaussian)
            or (one_run and not isinstance(mechanism.law, (DiscreteGaussian, *COUNTS)))
        )
        for mechanism, _ in value.parts
    )
    require(not has_formula and 0 < level < 1, "a formula is known")
    curves = list(curves_of(with_rational_noise(value)))
    try:
        with floats_suffice():
            found = min(_error_of(each, curves[-1 - k], as_fraction(level)) for k, each in enumerate(curves))
    except UndecidedError as error:
        raise NotApplicableError(f"the certified curve is undecided: {error}") from None
    return rounded_down(found, _DIGITS)


def _error_of(curve: PrivacyCurve, other: PrivacyCurve, level: Fraction) -> Fraction:
    """Return a lower bound of the type II error at a level of the pair of a curve: all digits of it, else that of a lattice."""
    try:
        return _error(curve, other, level)
    except UndecidedError:
        if not (curve.has_cells and other.has_cells):
            raise
    (steep, _), (_, flat) = (_on_lattices(each.components, level) for each in (other, curve))
    return max(steep, flat)


@lru_cache(maxsize=4)  # both directions are asked of either pair
def _on_lattices(parts: Parts, level: Fraction) -> tuple[Fraction, Fraction]:
    """Return the bounds of both kinds of lines on a lattice."""
    slight = level * _SLIGHT
    return on_lattices(parts).errors(level, slight, scale_of(parts, slight))


def _error(curve: PrivacyCurve, other: PrivacyCurve, level: Fraction) -> Fraction:
    """Return a lower bound of the type II error at a level of the pair of a curve, and hardly a smaller number."""
    work = MOST // _SHARE if curve.has_cells else MOST
    ahead, back = (Evaluator(each.components, _NATS, effort=Effort(work)) for each in (curve, other))

    def line(place: float) -> Fraction:
        """Return the line of the slope -exp(place) at the level."""
        eps = Fraction(abs(place))
        top = Ball((ahead if place < 0 else back).delta(eps)).upper
        delta = min(Fraction(1), top) if isinstance(top, Fraction) else Fraction(1)
        return error_line(eps, delta, level, place >= 0)

    return max(Fraction(0), line(_best(lambda place: float(line(place)))))


def _best(height: Callable[[float], float]) -> float:
    """Return about where a function that rises and then falls is greatest, by doubling steps from 0 and the golden section."""
    middle, step = climbed(height, _FARTHEST)
    close = _CLOSE * max(1.0, abs(middle))
    return golden(lambda place: -height(place), middle - step, middle + step, close)[0]
