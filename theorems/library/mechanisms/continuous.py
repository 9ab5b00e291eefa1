"""Guarantees of the mechanisms that add a number of a continuous law, on a query of any sensitivity."""

import numpy as np
from sympy import Interval, Rational, erfc, exp, log, sqrt

from dpsym import Gaussian, HockeyStick, Laplace, MaxDivergence, Staircase, TruncatedLaplace
from dpsym.parameters import SENSITIVITY, b, delta, eps, eta, sigma, zeta
from theorems.checks import Audit, Derive, Enclose, Quadrature, Sampling, Transcribed
from theorems.entry import Cite, Theorem
from theorems.library.catalogue.asking import greatest, profile
from theorems.library.mechanisms import audits, runs
from theorems.library.space import LOSS, SCALE, SMALL, ranges
from theorems.library.variables import DWORK_ROTH, HALF
from theorems.statement import POSITIVE, UNIT_OPEN, eq, le

Delta = SENSITIVITY.symbol
_WIDTHS = (HALF, 4)


def _cdf_laplace(x: np.ndarray) -> np.ndarray:
    # scale 2
    tail = np.exp(-np.abs(x) / 2) / 2
    return np.where(x < 0, tail, 1 - tail)


def _cdf_truncated(x: np.ndarray) -> np.ndarray:
    # scale 2, cut off at 3
    ends = _cdf_laplace(np.array([-3.0, 3.0]))
    return np.clip((_cdf_laplace(x) - ends[0]) / (ends[1] - ends[0]), 0.0, 1.0)


def _cdf_staircase(x: np.ndarray) -> np.ndarray:
    # drop 1, steps of width 1 with the fall in the middle: half steps of relative weights 1, 1/e, 1/e, 1/e^2,
    size = np.abs(x)
    step = np.floor(size)
    falls = step + (size - step >= 0.5)
    whole = (1 + np.exp(-1)) / 2 * -np.expm1(-step) / -np.expm1(-1)
    part = np.where(
        size - step < 0.5, (size - step) * np.exp(-falls), (0.5 + (size - step - 0.5) * np.exp(-1)) * np.exp(-step)
    )
    share = (whole + part) / ((1 + np.exp(-1)) / -np.expm1(-1))
    return 0.5 + np.sign(x) * share


LAPLACE = Theorem(
    id="mechanism.laplace",
    title="The Laplace mechanism is eps-DP for the sensitivity over the scale, and no better",
    statement=eq(MaxDivergence(Laplace(0, b), Laplace(Delta, b)), Delta / b),
    **ranges({b: SCALE, Delta: (POSITIVE, _WIDTHS)}),
    cites=(Cite(DWORK_ROTH, "Theorem 3.6"),),
    uses=("laplace.pure_dp.sensitivity",),
    checks=(Derive(), Quadrature(greatest(runs.laplace)), Enclose(), Audit({b: 4, Delta: 2}, audits.laplace)),
    note="The law of the mechanism's samples is tested by laplace.pure_dp.",
)

GAUSSIAN = Theorem(
    id="mechanism.gaussian",
    title="Privacy profile of the Gaussian mechanism on a query of any sensitivity",
    statement=eq(
        HockeyStick(eps, Gaussian(0, sigma), Gaussian(Delta, sigma)),
        erfc((eps * sigma / Delta - Delta / (2 * sigma)) / sqrt(2)) / 2
        - exp(eps) * erfc((eps * sigma / Delta + Delta / (2 * sigma)) / sqrt(2)) / 2,
    ),
    **ranges({eps: SMALL, sigma: (POSITIVE, (HALF, 4)), Delta: (POSITIVE, (HALF, 2))}),
    cites=(Cite("ballewang2018", "Theorem 8", "arXiv:1805.06530v2"),),
    uses=("profile.gaussian",),
    checks=(
        Derive(),
        Quadrature(profile(runs.gaussian)),
        Enclose(),
        Audit({eps: Rational(1, 2), sigma: 4, Delta: 2}, audits.gaussian),
    ),
    note="The law of the mechanism's samples is tested by renyi.gaussian.",
)

_DOMAIN_SCALE = Delta / (eps - log(1 - delta))
_DOMAIN = Laplace(0, _DOMAIN_SCALE), Laplace(Delta, _DOMAIN_SCALE)
_DOMAIN_SPACE = ranges({eps: LOSS, delta: (UNIT_OPEN, ("1/100", HALF)), Delta: (POSITIVE, _WIDTHS)})

DOMAIN_PRINTED = Theorem(
    id="mechanism.domain_laplace.approximate",
    title="Laplace noise on the records of a bounded domain, at the scale of the source, is (eps, delta)-DP",
    statement=le(HockeyStick(eps, *_DOMAIN), delta),
    **_DOMAIN_SPACE,
    cites=(Cite("jazbec2018", "Primer 4.9"), Cite("holohan2015metric", "the Laplace mechanism on a metric space")),
    checks=(
        Enclose(),
        Transcribed(
            "HockeyStick(epsilon, Laplace(0, Delta/(epsilon - log(1 - delta))), Laplace(Delta, Delta/(epsilon - log(1 - delta)))) <= delta"
        ),
    ),
)

DOMAIN_LAPLACE = Theorem(
    id="mechanism.domain_laplace",
    title="Laplace noise on the records of a bounded domain, at the scale of the source: its exact delta is 1 - sqrt(1 - delta)",
    statement=eq(HockeyStick(eps, *_DOMAIN), 1 - sqrt(1 - delta)),
    **_DOMAIN_SPACE,
    cites=(Cite("jazbec2018", "Primer 4.9, whose bound is delta"),),
    uses=("profile.laplace",),
    checks=(
        Derive(),
        Quadrature(runs.profile_domain),
        Enclose(),
        Sampling(runs.draw_domain_laplace, _cdf_laplace),
        Audit({eps: 1, delta: Rational(1, 10), Delta: 2}, audits.laplace_domain),
    ),
    sharpens="mechanism.domain_laplace.approximate",
    specializes="metric.laplace.scale.exact",
    note="Delta is the diameter of the domain. Half the noise's square root is given away: eps - 2 log(1 - delta) would do in the scale.",
)

_BOUND = Delta / eps * log(1 + (exp(eps) - 1) / (2 * delta))

TRUNCATED_LAPLACE = Theorem(
    id="mechanism.truncated_laplace",
    title="Truncated Laplace noise with the bound for (eps, delta) keeps exactly that",
    statement=eq(HockeyStick(eps, *(TruncatedLaplace(at, Delta / eps, _BOUND) for at in (0, Delta))), delta),
    **ranges(
        {eps: (POSITIVE, (HALF, 2)), delta: (Interval.open(0, HALF), ("1/100", "9/20")), Delta: (POSITIVE, _WIDTHS)}
    ),
    cites=(Cite("geng2020tight", "the truncated Laplacian mechanism"),),
    uses=("profile.truncated_laplace",),
    checks=(
        Quadrature(runs.profile_truncated),
        Enclose(8),
        Sampling(runs.draw_truncated_laplace, _cdf_truncated),
        Audit({eps: 1, delta: Rational(1, 20), Delta: 2}, audits.laplace_truncated),
    ),
)

STAIRCASE = Theorem(
    id="mechanism.staircase",
    title="The staircase mechanism is eps-DP for the drop of its steps, at any sensitivity",
    statement=eq(MaxDivergence(*(Staircase(at, zeta, eta, Delta) for at in (0, Delta))), zeta),
    **ranges({zeta: (POSITIVE, (HALF, 4)), eta: (UNIT_OPEN, ("1/10", "9/10")), Delta: (POSITIVE, _WIDTHS)}),
    cites=(Cite("gengviswanath2016", "the staircase mechanism"),),
    uses=("max.staircase",),
    checks=(
        Derive(),
        Quadrature(greatest(runs.staircase)),
        Enclose(8),
        Sampling(runs.draw_staircase, _cdf_staircase),
        Audit({zeta: 1, eta: Rational(2, 5), Delta: 2}, audits.staircase),
    ),
)
