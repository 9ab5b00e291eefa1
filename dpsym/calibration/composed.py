"""Noise, or a number of runs, for a composition: the inverse problems of the certified privacy curves."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import partial

from flint import arb, ctx
from sympy import Expr, Integer, Rational, sqrt

from dpsym.amplification.sampling import RATE
from dpsym.ball import as_fraction, check_positive_integer, exact_fraction
from dpsym.calibration.calibrated import OPEN_TARGET, Calibrated
from dpsym.calibration.gaussian import analytic_delta, least_deviation
from dpsym.calibration.solving import greatest_count, least_scale, log_odds
from dpsym.curves import PrivacyCurve, PrivacyLoss, SubsampledGaussianLoss, loss_of
from dpsym.curves.loss import ball_of
from dpsym.distributions import DiscreteLaplace, Gaussian, Laplace, Law, RandomizedResponse
from dpsym.enclose import enclose
from dpsym.errors import NotApplicableError, ParameterError, UndecidedError
from dpsym.guarantees.arrow import Source, numbers_only
from dpsym.guarantees.mechanism import Mechanism
from dpsym.guarantees.notions import ApproxDP
from dpsym.parameters import POSITIVE_COUNT, POSITIVE_LOSS, SENSITIVITY

COMPOSED_DIGITS = 12
"""The significant digits of a scale of a composition, unless others are wanted."""
MOST_RUNS = 10**12
"""Where the search for the number of runs stops."""

_FAMILIES: dict[type[Law], Callable[[Rational], Law]] = {
    Gaussian: lambda scale: Gaussian(scale),
    Laplace: lambda scale: Laplace(scale),
    DiscreteLaplace: lambda scale: DiscreteLaplace(scale),
    RandomizedResponse: lambda scale: RandomizedResponse(1 / scale),
}
_SPARE_DIGITS = 5
_CHERNOFF_BITS, _CHERNOFF_ORDERS = 128, (4, 16, 64, 256)
_BALLE_WANG = Source("ballewang2018", "Theorem 8")
_TIGHT = "the least that will do for this composition, but for rounding up"


def _losses(law: Law, rate: Expr) -> tuple[PrivacyLoss, ...]:
    """Return the privacy losses of both directions of one run at sensitivity 1, one where they are alike."""
    if rate == 1:
        return (loss_of(law),)
    if not isinstance(law, Gaussian):
        raise NotApplicableError(f"the privacy loss of sampled {type(law).__name__} noise is not known to the curves")
    share, spread = as_fraction(rate), law.args[1]
    return tuple(SubsampledGaussianLoss(share, spread, direction) for direction in ("remove", "add"))


def _gap(law: Law, rate: Expr, count: int, eps: Rational, delta: Rational, digits: int) -> arb:
    """Return a ball of delta(eps) of a direction less the target: of one that misses it, else of the first, its sign certain."""
    goal = as_fraction(delta)
    first, *others = _losses(law, rate)
    gap = _one_gap(first, count, eps, goal, digits)
    for loss in others if gap <= 0 else ():
        # far below the target, as the second direction mostly is, the curve itself is dear
        if _chernoff(loss, count, eps) <= ball_of(goal):
            continue
        if (other := _one_gap(loss, count, eps, goal, digits)) > 0:
            return other
    return gap


def _one_gap(loss: PrivacyLoss, count: int, eps: Rational, goal: Fraction, digits: int) -> arb:
    curve = PrivacyCurve([(loss, count)])
    for wanted in (digits, 2 * digits, 4 * digits):
        gap = curve.delta(eps, wanted).value - ball_of(goal)
        if gap > 0 or gap <= 0:
            return gap
    raise UndecidedError(f"delta({eps}) of {count} runs of {loss} cannot be told from {float(goal)}")


def _chernoff(loss: PrivacyLoss, count: int, eps: Rational) -> arb:
    """Return an upper bound of delta(eps): the least of E[e^(c L)]^k e^(-c eps) over some c."""
    with ctx.workprec(_CHERNOFF_BITS):
        threshold = ball_of(as_fraction(eps))
        bounds = ((count * loss.at(arb(c)).log() - c * threshold).exp() for c in _CHERNOFF_ORDERS)
        return min((bound.upper() for bound in bounds), key=float)


def composed_scale(
    family: type[Law],
    eps: object,
    delta: object,
    count: object,
    rate: object = 1,
    sensitivity: object = 1,
    digits: int = COMPOSED_DIGITS,
) -> Calibrated:
    """Return the least noise with which a number of runs together are (eps, delta)-private.

    Parameters
    ----------
    family : {Gaussian, Laplace, DiscreteLaplace, RandomizedResponse}
        Whose noise, as a class; the scale of randomized response is the reciprocal of its privacy parameter.
    eps : positive real
        In nats, of all the runs together.
    delta : real in (0, 1)
        Of all the runs together.
    count : positive integer
        How many runs, chosen in advance or one by one.
    rate : real in (0, 1], optional
        Of Poisson sampling in front of each run; below 1 for Gaussian noise only.
    sensitivity : positive real, optional
        Of each query; 1 for integers and bits.
    digits : int, optional
        Significant digits of the scale in sensitivities, which is rounded up.

    Raises
    ------
    ParameterError
        If a number lies outside its domain, or is not rational where a curve is asked.
    NotApplicableError
        If symbols are left, or no curve is known.
    UndecidedError
        If the root was not certified.

    Notes
    -----
    The curve of a few runs at a small rate has a long line of integration: at q = 0.01 some ten runs take minutes, a hundred a
    few seconds.
    """
    if family not in _FAMILIES:
        raise ParameterError("family of noise", "one of " + ", ".join(kind.__name__ for kind in _FAMILIES), family)
    threshold, target = POSITIVE_LOSS.check(eps), OPEN_TARGET.check(delta)
    runs, share, unit = POSITIVE_COUNT.check(count), RATE.check(rate), SENSITIVITY.check(sensitivity)
    check_positive_integer("digits", digits)
    if unit != 1 and family not in (Gaussian, Laplace):
        raise ParameterError(f"sensitivity of {family.__name__}", "1", sensitivity)
    numbers_only(threshold + target, "the calibration of a composition")
    single = least_deviation(threshold, target, digits + 1)
    if family is Gaussian and share == 1:
        law: Law = Gaussian(unit * sqrt(runs) * single)
        says = "sigma = sqrt(k) times that of one run"
        theorems: tuple[str, ...] = ("profile.gaussian", "calibration.gaussian.composed")
    else:
        numbers_only(runs + share, "the calibration of a composition")
        _require_rational(threshold, target, share)
        law = _searched(family, threshold, target, int(runs), share, unit, single, digits)
        says = "least scale at which the composed curve, of the worse direction, is at most delta at eps"
        theorems = _THEOREMS[family] if share == 1 else _SAMPLED
    return Calibrated(law, ApproxDP(threshold, target), theorems, says, (_BALLE_WANG,), _TIGHT, unit, share, runs)


_SAMPLED = ("profile.subsampled_gaussian", "profile.subsampled_gaussian.reversed")
_THEOREMS: dict[type[Law], tuple[str, ...]] = {
    Gaussian: ("profile.gaussian",),
    Laplace: ("profile.laplace",),
    DiscreteLaplace: ("profile.two_sided_geometric",),
    RandomizedResponse: ("profile.rr",),
}


def _searched(
    family: type[Law], eps: Expr, delta: Expr, count: int, rate: Expr, unit: Expr, single: Rational, digits: int
) -> Law:
    """Return the law at the least scale, found from the curves."""
    made = _FAMILIES[family]

    def gap(scale: Fraction) -> arb:
        return _gap(made(Rational(scale.numerator, scale.denominator)), rate, count, eps, delta, digits + _SPARE_DIGITS)

    size = partial(log_odds, target=delta)
    scale = least_scale(gap, size, _guess(family, eps, count, rate, float(single)), digits)
    return made(unit * scale) if family in (Gaussian, Laplace) else made(scale)


def _guess(family: type[Law], eps: Expr, count: int, rate: Expr, single: float) -> float:
    """Return a scale near the wanted one: by the central limit theorem, and by basic composition where that is less."""
    if rate != 1:
        return 1 / math.sqrt(math.log1p((1 / (single * float(rate))) ** 2 / count))
    normal = math.sqrt(count) * single
    return normal if family is Gaussian else min(normal, count / enclose(eps, {}, 12).mid)


def _count_guess(law: Law, eps: Expr, rate: Expr, single: float) -> float:
    """Return a count near the wanted one, the inverse of `_guess`."""
    scale = float(1 / law.args[0] if isinstance(law, RandomizedResponse) else law.args[1])
    if rate != 1:
        return (1 / (single * float(rate))) ** 2 / math.expm1(min(scale**-2, 700))
    normal = (scale / single) ** 2
    return normal if isinstance(law, Gaussian) else max(normal, scale * enclose(eps, {}, 12).mid)


def composition_count(mechanism: Mechanism, eps: object, delta: object, most: int = MOST_RUNS) -> Calibrated:
    """Return the greatest number of runs of a mechanism that together are (eps, delta)-private.

    Parameters
    ----------
    mechanism : Mechanism
        With its sensitivity and sampling rate, all numbers.
    eps : positive real
        In nats, of all the runs together.
    delta : real in (0, 1)
        Of all the runs together.
    most : int, optional
        Where to stop.

    Raises
    ------
    ParameterError
        If a number lies outside its domain, or is not rational where a curve is asked.
    NotApplicableError
        If not even one run is (eps, delta)-private, symbols are left, or no curve is known.
    UndecidedError
        If a count stays open, or `most` of them still meet the target.
    """
    threshold, target = POSITIVE_LOSS.check(eps), OPEN_TARGET.check(delta)
    check_positive_integer("most", most)
    numbers_only(mechanism, "the number of runs")
    numbers_only(threshold + target, "the number of runs")
    law, exact = _at_unit(mechanism), isinstance(mechanism.law, Gaussian) and mechanism.rate == 1
    if not exact:
        _require_rational(threshold, target, mechanism.rate)

    def meets(count: int) -> bool:
        if exact:
            loss = analytic_delta(threshold, law.args[1] / sqrt(Integer(count)))
            return bool(enclose(loss - target, {}, 6).value <= 0)
        return bool(_gap(law, mechanism.rate, count, threshold, target, 2 * _SPARE_DIGITS) <= 0)

    single = float(least_deviation(threshold, target, COMPOSED_DIGITS))
    count = greatest_count(meets, _count_guess(law, threshold, mechanism.rate, single), most)
    if count == 0:
        raise NotApplicableError(f"not even one run of {mechanism} is ({threshold}, {target})-private")
    theorems = ("profile.gaussian", "calibration.gaussian.composed") if exact else _THEOREMS.get(type(law), ())
    if mechanism.rate != 1:
        theorems = _SAMPLED
    return Calibrated(
        mechanism.law,
        ApproxDP(threshold, target),
        theorems,
        "greatest k whose composed curve is at most delta at eps",
        (_BALLE_WANG,),
        "exact: one run more is not",
        mechanism.sensitivity,
        mechanism.rate,
        Integer(count),
    )


def _require_rational(eps: Expr, delta: Expr, rate: Expr) -> None:
    """Refuse numbers that the curves cannot take.

    Raises
    ------
    ParameterError
        If one of them is not rational.
    """
    for parameter, value in ((POSITIVE_LOSS, eps), (OPEN_TARGET, delta), (RATE, rate)):
        exact_fraction(parameter.name, value)


def _at_unit(mechanism: Mechanism) -> Law:
    """Return the law of the mechanism in the unit of its sensitivity."""
    law = mechanism.law
    if mechanism.replaced or mechanism.fixed_size:
        raise NotApplicableError(f"runs are counted for one record added or removed, not for {mechanism}")
    if type(law) not in _FAMILIES:
        raise NotApplicableError(f"the privacy loss of {law} is not known to the curves")
    if isinstance(law, (Gaussian, Laplace)):
        return type(law)(law.args[1] / mechanism.sensitivity)
    if mechanism.sensitivity != 1:
        raise NotApplicableError(f"the curves know {type(law).__name__} at sensitivity 1 only")
    return law
