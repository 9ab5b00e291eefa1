"""Noise, sampling rate, or number of runs, for a composition: the inverse problems of the certified privacy curves."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import partial

from flint import arb
from sympy import Expr, Integer, Rational, sqrt

from dpsym.amplification.sampling import RATE
from dpsym.ball import as_fraction, check_positive_integer
from dpsym.calibration.calibrated import OPEN_TARGET, Calibrated
from dpsym.calibration.gaussian import analytic_delta, least_deviation
from dpsym.calibration.runs import run_of, sampled_run_of
from dpsym.calibration.solving import bracketed_scale, greatest_count, is_near, log_odds
from dpsym.calibration.target import Target, at_rate, require_known, require_rational, sampled_spread, theorems_of
from dpsym.distributions import DiscreteGaussian, DiscreteLaplace, Gaussian, Laplace, Law, RandomizedResponse
from dpsym.enclose import enclose
from dpsym.errors import NotApplicableError, ParameterError, UndecidedError
from dpsym.guarantees.arrow import Source, numbers_only
from dpsym.guarantees.guarantee import Guarantee
from dpsym.guarantees.mechanism import Mechanism
from dpsym.guarantees.notions import ApproxDP, Notion
from dpsym.guarantees.numbers import as_upper, rounded_down, rounded_up, upper
from dpsym.parameters import POSITIVE_COUNT, POSITIVE_LOSS, SENSITIVITY

COMPOSED_DIGITS = 12
"""The significant digits of a scale of a composition, unless others are wanted."""
MOST_RUNS = 10**12
"""Where the search for the number of runs stops."""

Family = Callable[[Rational], Law]

_FAMILIES: dict[type[Law], Family] = {
    Gaussian: lambda scale: Gaussian(scale),
    Laplace: lambda scale: Laplace(scale),
    DiscreteGaussian: lambda scale: DiscreteGaussian(scale),
    DiscreteLaplace: lambda scale: DiscreteLaplace(scale),
    RandomizedResponse: lambda scale: RandomizedResponse(1 / scale),
}
_SPARE_DIGITS = 5
_BALLE_WANG = Source("ballewang2018", "Theorem 8")
_TIGHT = "the least that will do for this composition, but for rounding up"
_TIGHT_HERE = "a little less will not do; that delta falls as the scale grows is not proved of this noise"
_OPEN = "a {} that will do; the {} one is {} {:.9g}, and nearer to it the composed curve is not certain"
_GAUSSIAN = ("profile.gaussian", "calibration.gaussian.composed")


def composed_scale(
    family: type[Law] | Family,
    eps: object,
    delta: object,
    count: object,
    rate: object = 1,
    sensitivity: object = 1,
    digits: int = COMPOSED_DIGITS,
    *,
    replaced: bool = False,
    fixed_size: bool = False,
) -> Calibrated:
    """Return the least noise with which a number of runs together are (eps, delta)-private.

    Parameters
    ----------
    family : {Gaussian, Laplace, DiscreteGaussian, DiscreteLaplace, RandomizedResponse} or callable
        Whose noise, as a class; the scale of randomized response is the reciprocal of its privacy parameter. Or a function from a
        scale to a law, such as ``lambda s: KaryResponse(1 / s, 10)``.
    eps : positive real
        In nats, of all the runs together.
    delta : real in (0, 1)
        Of all the runs together.
    count : positive integer
        How many runs, chosen in advance or one by one.
    rate : real in (0, 1], optional
        Of Poisson sampling in front of each run, or the share of a sample of fixed size.
    sensitivity : positive real, optional
        Of each query; 1 for bits, and an integer where the noise is one.
    digits : int, optional
        Significant digits of the scale, which is rounded up.
    replaced : bool, optional
        Whether one record is replaced, and not added or removed; the sensitivity is still that of one added or removed.
    fixed_size : bool, optional
        Whether the sample is one of fixed size; the sensitivity is that of one record replaced.

    Raises
    ------
    ParameterError
        If a number lies outside its domain, or is not rational where a curve is asked.
    NotApplicableError
        If symbols are left, or no curve is known.
    UndecidedError
        If no scale was certified. Where the curve is not certain near the least one, a greater one is returned, whose `says` tells both.
    """
    if family not in _FAMILIES and (isinstance(family, type) or not callable(family)):
        rule = "a function from a scale to a law, or one of " + ", ".join(kind.__name__ for kind in _FAMILIES)
        raise ParameterError("family of noise", rule, family)
    threshold, target = POSITIVE_LOSS.check(eps), OPEN_TARGET.check(delta)
    runs, share, unit = POSITIVE_COUNT.check(count), RATE.check(rate), SENSITIVITY.check(sensitivity)
    check_positive_integer("digits", digits)
    if unit != 1 and family is RandomizedResponse:
        raise ParameterError(f"sensitivity of {RandomizedResponse.__name__}", "1", sensitivity)
    numbers_only(threshold + target, "the calibration of a composition")
    single = least_deviation(threshold, target, digits + 1)
    law: Law
    if family is Gaussian and share == 1:
        unit = 2 * unit if replaced else unit
        deviation = unit * sqrt(runs) * single
        law = Gaussian(
            as_upper(deviation) if deviation.is_Rational or deviation.free_symbols else upper(deviation, digits)
        )
        says = "sigma = sqrt(k) times that of one run"
        theorems: tuple[str, ...] = _GAUSSIAN
        tight, replaced, fixed_size = _TIGHT, False, False
    else:
        numbers_only(runs + share + unit, "the calibration of a composition")
        require_rational(threshold, target, share)
        made: Family = _FAMILIES.get(family, family)  # type: ignore[arg-type]
        shape = partial(_run, made=made, unit=unit, rate=share, replaced=replaced, fixed_size=fixed_size)
        begin = unit * rounded_up(Fraction(_guess(family, threshold, int(runs), share, float(single))), 3)
        require_known(shape(begin))
        found, low = _least(shape, Target(threshold, target), int(runs), float(begin), digits)
        law, mechanism = made(found), shape(found)
        unit, replaced, fixed_size = mechanism.sensitivity, mechanism.replaced, mechanism.fixed_size
        says = "least scale at which the composed curve, of the worse direction, is at most delta at eps"
        theorems = theorems_of(mechanism)
        tight = _TIGHT if family in _FAMILIES and family is not DiscreteGaussian else _TIGHT_HERE
        if not is_near(found, low, digits):
            says = tight = _OPEN.format("scale", "least", "above", float(low))
    return Calibrated(
        law, ApproxDP(threshold, target), theorems, says, (_BALLE_WANG,), tight, unit, share, runs, replaced, fixed_size
    )


def _run(scale: Rational, made: Family, unit: Expr, rate: Expr, replaced: bool, fixed_size: bool) -> Mechanism:
    return at_rate(Mechanism(made(scale), unit, rate, replaced, fixed_size), rate)


def _least(
    shape: Callable[[Rational], Mechanism], target: Target, count: int, guess: float, digits: int
) -> tuple[Rational, Fraction]:
    """Return the least scale, found from the curves, and one that is too small."""

    def gap(scale: Fraction) -> arb:
        return target.gap(shape(Rational(scale.numerator, scale.denominator)), count, digits + _SPARE_DIGITS)

    return bracketed_scale(gap, partial(log_odds, target=target.delta), guess, digits)


def _guess(family: object, eps: Expr, count: int, rate: Expr, single: float) -> float:
    """Return a scale near the wanted one: by the central limit theorem, and by basic composition where that is less."""
    if rate != 1:
        normal = 1 / math.sqrt(math.log1p((1 / (single * float(rate))) ** 2 / count))
        pure = 1 / math.log1p(math.expm1(min(enclose(eps, {}, 12).mid / count, 700)) / float(rate))
    else:
        normal, pure = math.sqrt(count) * single, count / enclose(eps, {}, 12).mid
    return normal if family in (Gaussian, DiscreteGaussian) else min(normal, pure)


def sampling_rate(
    mechanism: Mechanism | Guarantee | Law | Notion,
    eps: object,
    delta: object,
    count: object,
    digits: int = COMPOSED_DIGITS,
) -> Calibrated:
    """Return the greatest sampling rate at which a number of runs of a mechanism together are (eps, delta)-private.

    Parameters
    ----------
    mechanism : Law, Guarantee, Notion or Mechanism
        One run, with its sensitivity and the kind of its sample, all numbers; its own rate is not looked at. Where no sample is drawn yet
        it is a Poisson one.
    eps : positive real
        In nats, of all the runs together.
    delta : real in (0, 1)
        Of all the runs together.
    count : positive integer
        How many runs, chosen in advance or one by one.
    digits : int, optional
        Significant digits of the rate, which is rounded down.

    Raises
    ------
    ParameterError
        If a number lies outside its domain, or is not rational; if the mechanism is not one run whose worst pair is known.
    NotApplicableError
        If symbols are left, or no curve is known.
    UndecidedError
        If no rate was certified. Where the curve is not certain near the greatest one, a lesser one is returned, whose `says` tells both.

    Notes
    -----
    A record sampled at a smaller rate is sampled at the greater one and then kept or not: with the hockey-stick divergence jointly
    convex, delta does not decrease in the rate.
    """
    threshold, target, runs = POSITIVE_LOSS.check(eps), OPEN_TARGET.check(delta), POSITIVE_COUNT.check(count)
    check_positive_integer("digits", digits)
    run = sampled_run_of(mechanism)
    numbers_only(run, "the sampling rate")
    numbers_only(threshold + target + runs, "the sampling rate")
    require_rational(threshold, target, Integer(1))
    wanted, times = Target(threshold, target), int(runs)
    require_known(at_rate(run, Rational(1, 2)))
    whole = wanted.gap(at_rate(run, Integer(1)), times, 2 * _SPARE_DIGITS)
    rate: Rational = Integer(1)
    says = "greatest rate at which the composed curve, of the worse direction, is at most delta at eps"
    tight = "the greatest that will do for this composition, but for rounding down"
    if not whole <= 0:

        def gap(rarity: Fraction) -> arb:
            if rarity <= 1:
                return whole
            return wanted.gap(
                at_rate(run, Rational(rarity.denominator, rarity.numerator)), times, digits + _SPARE_DIGITS
            )

        single = float(least_deviation(threshold, target, COMPOSED_DIGITS))
        guess = math.sqrt(max(math.expm1(min(sampled_spread(run, 1.0), 600.0)), 1e-300) * times) * single
        rarity, low = bracketed_scale(gap, partial(log_odds, target=target), max(guess, 1.0001), digits + 1)
        if not is_near(rarity, low, digits):
            says = tight = _OPEN.format("rate", "greatest", "below", float(1 / low))
        rate = rounded_down(1 / as_fraction(rarity), digits)
        if not wanted.gap(at_rate(run, rate), times, digits + _SPARE_DIGITS) <= 0:
            raise UndecidedError(f"the sampling rate {float(rate)} is not certain to meet the target")
    found = at_rate(run, rate)
    return Calibrated(
        run.law,
        ApproxDP(threshold, target),
        theorems_of(found),
        says,
        (_BALLE_WANG,),
        tight,
        found.sensitivity,
        rate,
        runs,
        found.replaced,
        found.fixed_size,
        found.records,
    )


def composition_count(
    mechanism: Mechanism | Guarantee | Law | Notion, eps: object, delta: object, most: int = MOST_RUNS
) -> Calibrated:
    """Return the greatest number of runs of a mechanism that together are (eps, delta)-private.

    Parameters
    ----------
    mechanism : Law, Guarantee, Notion or Mechanism
        One run, with its sensitivity and sampling, all numbers.
    eps : positive real
        In nats, of all the runs together.
    delta : real in (0, 1)
        Of all the runs together.
    most : int, optional
        Where to stop.

    Raises
    ------
    ParameterError
        If a number lies outside its domain, or is not rational where a curve is asked; if the mechanism is not one run whose worst pair is
        known.
    NotApplicableError
        If not even one run is (eps, delta)-private, symbols are left, or no curve is known.
    UndecidedError
        If a count stays open, or `most` of them still meet the target.
    """
    threshold, target = POSITIVE_LOSS.check(eps), OPEN_TARGET.check(delta)
    check_positive_integer("most", most)
    run = run_of(mechanism)
    numbers_only(run, "the number of runs")
    numbers_only(threshold + target, "the number of runs")
    run = at_rate(run, run.rate)
    exact = isinstance(run.law, Gaussian) and run.rate == 1
    if not exact:
        require_rational(threshold, target, run.rate)
        require_known(run)
    wanted = Target(threshold, target)

    def meets(count: int) -> bool:
        if exact:
            loss = analytic_delta(threshold, run.law.args[1] / run.sensitivity / sqrt(Integer(count)))
            return bool(enclose(loss - target, {}, 6).value <= 0)
        return bool(wanted.gap(run, count, 2 * _SPARE_DIGITS) <= 0)

    count = greatest_count(meets, _count_guess(run, threshold, target), most)
    if count == 0:
        raise NotApplicableError(f"not even one run of {run} is ({threshold}, {target})-private")
    return Calibrated(
        run.law,
        ApproxDP(threshold, target),
        _GAUSSIAN if exact else theorems_of(run),
        "greatest k whose composed curve is at most delta at eps",
        (_BALLE_WANG,),
        "exact: one run more is not",
        run.sensitivity,
        run.rate,
        Integer(count),
        run.replaced,
        run.fixed_size,
        run.records,
        run.slots,
    )


def _count_guess(run: Mechanism, eps: Expr, delta: Expr) -> float:
    """Return a count near the wanted one: by the central limit theorem, and by basic composition where that is more."""
    single = float(least_deviation(eps, delta, COMPOSED_DIGITS))
    normal = 1 / (single**2 * max(sampled_spread(run, float(run.rate)), 1e-300))
    if run.rate != 1 or not isinstance(run.law, (DiscreteLaplace, Laplace, RandomizedResponse)):
        return normal
    scale = float(1 / run.law.args[0] if isinstance(run.law, RandomizedResponse) else run.law.args[1] / run.sensitivity)
    return max(normal, scale * enclose(eps, {}, 12).mid)
