"""Local randomisers of one of several values: unary encoding, and answers that are sets of values."""

import numpy as np
from sympy import Expr, Max, Rational, S, cosh, exp, log, sinh, symbols

from dpsym import Bernoulli, Finite, HockeyStick, MaxDivergence, ProductLaw
from dpsym.distributions.discrete import Grouped
from dpsym.parameters import a, b, eps, q, zeta
from theorems.checks import Audit, Derive, Enclose, Quadrature, Sampling, Tight, Transcribed
from theorems.checks.evaluated import Evaluated
from theorems.checks.prove import Proved
from theorems.entry import Cite, Theorem
from theorems.library.catalogue.asking import greatest, profile
from theorems.library.catalogue.space import both_roads, over
from theorems.library.local import audits, runs
from theorems.library.space import ranges
from theorems.statement import POSITIVE, REAL, eq, le

n, m = symbols("n m", integer=True, positive=True)
s = symbols("s", real=True)
_WANG = Cite("wang2017protocols", "optimized unary encoding")
_DESIGNS = Cite("park2023block", "block design schemes", "arXiv:2305.01261")
_ODDS = exp(zeta)
_COUNTS = ranges({zeta: (POSITIVE, ("1/4", 3)), n: (S.Naturals, (1, 6)), m: (S.Naturals, (1, 6))})


def _cdf(x: np.ndarray, *masses: float) -> np.ndarray:
    """Return the distribution function of a law on 0, 1, 2, 3: 2 where an answer holds the true value, plus 1 for the other."""
    sums = np.concatenate([[0.0], np.cumsum(masses)])
    return sums[np.clip(np.floor(x).astype(int) + 1, 0, 4)]


def _cdf_unary(x: np.ndarray) -> np.ndarray:
    # the probabilities of a 1 are 3/4 and 1/4
    return _cdf(x, 3 / 16, 1 / 16, 9 / 16, 3 / 16)


def _cdf_subset(x: np.ndarray) -> np.ndarray:
    # two of four values at odds of 2: of six sets one holds both values, one neither, two each of them alone
    return _cdf(x, 1 / 9, 2 / 9, 4 / 9, 2 / 9)


def _cdf_hadamard(x: np.ndarray) -> np.ndarray:
    # a quarter of the columns each, at odds of 2
    return _cdf(x, 1 / 6, 1 / 6, 1 / 3, 1 / 3)


_HIT = q * _ODDS / (1 - q + q * _ODDS)
_BITS = ProductLaw(Bernoulli(_HIT), Bernoulli(q)), ProductLaw(Bernoulli(q), Bernoulli(_HIT))
_BITS_NOTE = (
    "Two inputs differ in two bits: a bit is 1 with probability q, the true one with the odds of q times e^zeta."
)

UNARY = Theorem(
    id="mechanism.unary_encoding",
    title="Unary encoding is zeta-DP where the odds of a 1 at the true bit are e^zeta times those at any other",
    statement=eq(MaxDivergence(*_BITS), zeta),
    **over(zeta, q),
    cites=(_WANG, Cite("erlingsson2014rappor", "the permanent randomized response, for one hash function")),
    checks=(
        Derive(),
        Quadrature(greatest(runs.unary)),
        Enclose(),
        Sampling(runs.draw_unary, _cdf_unary),
        Audit({zeta: 1, q: Rational(1, 4)}, audits.unary),
    ),
    note=_BITS_NOTE,
)

PROFILE_UNARY = Theorem(
    id="profile.unary_encoding",
    title="Privacy profile of unary encoding: that of randomized response whose answer may be erased",
    statement=eq(HockeyStick(eps, *_BITS), Max(0, exp(zeta) - exp(eps)) * q * (1 - q) / (1 - q + q * exp(zeta))),
    **over(eps, zeta, q, epsilon=("3/10", "9/20")),
    uses=("profile.erased_response",),
    checks=both_roads(profile(runs.unary)),
    note=f"Ours: where both bits agree nothing is told. {_BITS_NOTE} For q = 1/(1 + e^zeta) half of the answers tell nothing.",
)

_TOTAL = (1 + b) * exp(zeta) + 1 + a
_DESIGN = (
    Finite(*(each / _TOTAL for each in (b * exp(zeta), exp(zeta), 1, a))),
    Finite(*(each / _TOTAL for each in (b * exp(zeta), 1, exp(zeta), a))),
)
_DESIGN_NOTE = (
    "The answers are blocks, e^zeta times as likely where they hold the true value. For one that holds the first of two values and not "
    "the second there are b that hold both, and a that hold neither."
)

PROFILE_DESIGN = Theorem(
    id="profile.block_design",
    title="Privacy profile of an answer that is a block of a design: that of randomized response whose answer may be erased",
    statement=eq(HockeyStick(eps, *_DESIGN), Max(0, exp(zeta) - exp(eps)) / _TOTAL),
    **over(eps, zeta, a, b),
    cites=(_DESIGNS,),
    uses=("profile.erased_response",),
    checks=both_roads(profile(runs.design)),
    note=f"Ours: blocks that hold both values, or neither, tell nothing. {_DESIGN_NOTE}",
)


def _sets(first: bool) -> Grouped:
    """Return the law of subset selection of n of n + m values: sets that hold both values, either alone, or neither."""
    both, neither = (n - 1) / m, (m - 1) / n
    weights = (_ODDS, _ODDS, S.One, S.One) if first else (_ODDS, S.One, _ODDS, S.One)
    counts = (both, S.One, S.One, neither)
    total = (1 + both) * _ODDS + 1 + neither
    return Grouped([weight / total for weight in weights], counts)


SUBSET = Theorem(
    id="mechanism.subset_selection",
    title="Subset selection with odds of e^zeta for sets that hold the true value is zeta-DP, whatever their size",
    statement=eq(MaxDivergence(_sets(True), _sets(False)), zeta),
    **_COUNTS,
    cites=(Cite("yebarg2018", "the subset selection scheme"),),
    checks=(
        Derive(),
        Quadrature(greatest(runs.subset)),
        Enclose(),
        Sampling(runs.draw_subset, _cdf_subset),
        Audit({zeta: 1, n: 2, m: 3}, audits.subset),
    ),
    note=(
        "Sets of n out of n + m values. For one that holds the first of two values and not the second there are (n - 1)/m that hold both, "
        "and (m - 1)/n that hold neither; with n = 1 it is k-ary response."
    ),
)

_HALVES = 2 * exp(zeta) + 2
HADAMARD = Theorem(
    id="mechanism.hadamard_response",
    title="Hadamard response with odds of e^zeta for the columns that have a 1 in the row of the true value is zeta-DP",
    statement=eq(
        MaxDivergence(
            *(Finite(*(each / _HALVES for each in law)) for law in ((_ODDS, _ODDS, 1, 1), (_ODDS, 1, _ODDS, 1)))
        ),
        zeta,
    ),
    **over(zeta),
    cites=(Cite("acharya2019hadamard", "the Hadamard response"),),
    checks=(
        Derive(),
        Quadrature(greatest(runs.hadamard)),
        Enclose(),
        Sampling(runs.draw_hadamard, _cdf_hadamard),
        Audit({zeta: 1}, audits.hadamard),
    ),
    note="Two rows have both a 1 in a quarter of the columns, one alone in a quarter each, and none in a quarter.",
)


def _variance(hit: Expr, chance: Expr) -> Expr:
    """Return the second moment of the estimate of a value that the user does not have, whose mean is 0."""
    return chance * ((1 - chance) / (hit - chance)) ** 2 + (1 - chance) * (chance / (hit - chance)) ** 2


_ESTIMATE = (
    "n times the variance of the estimated share of a value that nobody has, with n users: the share of the answers that hold it, "
    "less the probability of that by chance, over the difference of the probabilities of a hit and of chance."
)

ERROR_UNARY = Theorem(
    id="ldp.error.unary",
    title="Variance of the estimated share of a rare value by unary encoding",
    statement=eq(_variance(_HIT, q), (1 - q + q * exp(zeta)) ** 2 / (q * (1 - q) * (exp(zeta) - 1) ** 2)),
    **over(zeta, q),
    cites=(_WANG,),
    checks=(Evaluated(), Quadrature(runs.unary_variance), Enclose()),
    note=_ESTIMATE,
)

ERROR_OPTIMIZED = Theorem(
    id="ldp.error.unary.optimized",
    title="Variance of the estimated share of a rare value by unary encoding with a fair true bit",
    statement=eq(_variance(Rational(1, 2), 1 / (1 + exp(zeta))), 1 / sinh(zeta / 2) ** 2),
    **over(zeta),
    cites=(_WANG,),
    uses=("ldp.error.unary",),
    checks=(Evaluated(), Quadrature(runs.optimized_variance), Enclose()),
    note=f"In print it is 4 e^zeta/(e^zeta - 1)^2, which is the same. {_ESTIMATE}",
)

ERROR_LEAST = Theorem(
    id="ldp.error.unary.least",
    title="Of all unary encodings with odds e^zeta apart the one with a fair true bit has the least variance of a rare value",
    statement=le(1 / sinh(zeta / 2) ** 2, cosh((zeta + s) / 2) ** 2 / sinh(zeta / 2) ** 2),
    **ranges({zeta: (POSITIVE, ("1/4", 3)), s: (REAL, (-4, 1))}),
    cites=(_WANG,),
    uses=("ldp.error.unary", "ldp.error.unary.optimized"),
    checks=(
        Proved(),
        Enclose(),
        Quadrature(runs.unary_variance_at_odds),
        Tight(at={zeta: log(4), s: -log(4)}),
        Transcribed("1/sinh(zeta/2)**2 <= cosh((zeta + s)/2)**2/sinh(zeta/2)**2"),
    ),
    note="The right side is the variance where the odds of a 1 at any other bit are e^s; at s = -zeta the true bit is fair.",
)

ERROR_SYMMETRIC = Theorem(
    id="ldp.error.unary.symmetric",
    title="Variance of the estimated share of a rare value by unary encoding with symmetric bits",
    statement=eq(_variance(1 / (1 + exp(-zeta / 2)), 1 / (1 + exp(zeta / 2))), 1 / (4 * sinh(zeta / 4) ** 2)),
    **over(zeta),
    cites=(Cite("wang2017protocols", "symmetric unary encoding"),),
    uses=("ldp.error.unary",),
    checks=(Evaluated(), Quadrature(runs.symmetric_variance), Enclose()),
    note=f"Basic RAPPOR with one permanent report. {_ESTIMATE}",
)

_BLOCK_HIT, _BLOCK_CHANCE = (1 + b) * exp(zeta) / _TOTAL, (1 + b * exp(zeta)) / _TOTAL

ERROR_DESIGN = Theorem(
    id="ldp.error.block_design",
    title="Variance of the estimated share of a rare value by answers that are blocks of a design",
    statement=eq(_variance(_BLOCK_HIT, _BLOCK_CHANCE), (1 + b * exp(zeta)) * (a + exp(zeta)) / (exp(zeta) - 1) ** 2),
    **over(zeta, a, b),
    cites=(_DESIGNS,),
    checks=(Evaluated(), Quadrature(runs.design_variance), Enclose()),
    note=f"{_DESIGN_NOTE} {_ESTIMATE}",
)

_SET_HIT = n * exp(zeta) / (n * exp(zeta) + m)
_SET_CHANCE = n * ((n - 1) * exp(zeta) + m) / ((n + m - 1) * (n * exp(zeta) + m))

ERROR_SUBSET = Theorem(
    id="ldp.error.subset_selection",
    title="Variance of the estimated share of a rare value by subset selection",
    statement=eq(
        _SET_CHANCE * (1 - _SET_CHANCE) / (_SET_HIT - _SET_CHANCE) ** 2,
        (m + (n - 1) * exp(zeta)) * (m - 1 + n * exp(zeta)) / (m * n * (exp(zeta) - 1) ** 2),
    ),
    **_COUNTS,
    cites=(Cite("yebarg2018", "the error of the subset selection scheme, for its largest part"),),
    uses=("ldp.error.block_design",),
    checks=(Evaluated(), Quadrature(runs.subset_variance), Enclose()),
    note=f"Sets of n out of n + m values; n = 1 is k-ary response, with k - 2 + e^zeta over (e^zeta - 1)^2. {_ESTIMATE}",
)

ERROR_HADAMARD = Theorem(
    id="ldp.error.hadamard_response",
    title="Variance of the estimated share of a rare value by Hadamard response, whatever the number of values",
    statement=eq(_variance(exp(zeta) / (1 + exp(zeta)), Rational(1, 2)), ((exp(zeta) + 1) / (exp(zeta) - 1)) ** 2),
    **over(zeta),
    cites=(Cite("acharya2019hadamard", "the estimator from the columns of a row"),),
    uses=("ldp.error.block_design",),
    checks=(Evaluated(), Quadrature(runs.hadamard_variance), Enclose()),
    note=_ESTIMATE,
)
