"""Propose-test-release: two neighbours that its test may tell apart, and those at which the test has to fail."""

import numpy as np
from sympy import Expr, Integral, Interval, Max, Rational, S, exp, log, oo, symbols

from dpsym import Bernoulli, Laplace, MaxDivergence, ProductLaw
from dpsym.parameters import delta, eps
from theorems.checks import At, Audit, Enclose, Quadrature, Sampling, Tight, Transcribed
from theorems.checks.evaluated import Evaluated
from theorems.entry import Cite, Theorem
from theorems.library.mechanisms import tested_audits as audits
from theorems.library.mechanisms import tested_runs as runs
from theorems.library.space import SHARE, ranges
from theorems.statement import POSITIVE, eq, le

s = symbols("s", nonnegative=True)
t, y = symbols("t y", real=True)
u = symbols("u", nonnegative=True)
_DWORK_LEI = Cite("dworklei2009", "propose-test-release, with a threshold greater by log(2)/eps")
_CHANCES = Interval.open(0, Rational(1, 2))
_TARGET = {eps: (POSITIVE, ("1/4", 3)), delta: (_CHANCES, ("1/1000", "1/4"))}


def _passes(distance: Expr) -> Expr:
    """Return the probability that a distance with Laplace noise of scale 1/eps is above log(1/(2 delta))/eps."""
    gap = eps * distance + log(2 * delta)
    return Rational(1, 2) + (exp(-Max(0, -gap)) - exp(-Max(0, gap))) / 2


_WRITTEN = "(1/2 + (exp(-Max(0, -(epsilon*{0} + log(2*delta)))) - exp(-Max(0, epsilon*{0} + log(2*delta))))/2)"


def _cdf(x: np.ndarray) -> np.ndarray:
    # at distance 0 with eps = 1 and delta = 1/4: no answer, which is told as -50, with probability 3/4
    laplace = np.where(x < 0, 0.5 * np.exp(np.minimum(x, 0)), 1 - 0.5 * np.exp(-np.maximum(x, 0)))
    return np.where(x < -50, 0.0, 3 / 4 + laplace / 4)


TESTED = Theorem(
    id="mechanism.propose_test_release",
    title="Propose-test-release, a test and an answer and so two parts, is 2 eps-DP where the answers differ by the proposed sensitivity at most",
    statement=le(
        MaxDivergence(
            ProductLaw(Bernoulli(_passes(s)), Laplace(0, 1 / eps)),
            ProductLaw(Bernoulli(_passes(s + t)), Laplace(u, 1 / eps)),
        ),
        2 * eps,
    ),
    **ranges({**_TARGET, s: (Interval(0, oo), (0, 6)), t: (Interval(-1, 1), (-1, 1)), u: SHARE}),
    cites=(_DWORK_LEI,),
    uses=("max.laplace",),
    checks=(
        Quadrature(runs.greatest),
        Enclose(),
        Tight(at={eps: S.One, delta: exp(-2) / 2, s: S.One, t: -S.One, u: S.One}),
        Transcribed(
            f"MaxDivergence(ProductLaw(Bernoulli{_WRITTEN.format('s')}, Laplace(0, 1/epsilon)), "
            f"ProductLaw(Bernoulli{_WRITTEN.format('(s + t)')}, Laplace(u, 1/epsilon))) <= 2*epsilon"
        ),
        Sampling(runs.draw, _cdf),
        Audit({eps: S.One, delta: Rational(1, 10), s: S.Zero, t: S.One, u: S.One}, audits.audited),
    ),
    note=(
        "Whether the test passes is told beside the noisy answer, which is more than is released. The distances of neighbours to the data "
        "where the local sensitivity is above the proposed one are s and s + t, the answers u proposed sensitivities apart. Where the answers "
        "differ by more, both distances are 0, and there is no release but with probability delta on either side."
    ),
)

CHANCE_PRINTED = Theorem(
    id="mechanism.propose_test_release.chance.printed",
    title="At distance 0 the test with the threshold log(2/delta)/(2 eps) passes with probability at most delta (as printed)",
    statement=le(Integral(eps * exp(-eps * y) / 2, (y, log(2 / delta) / (2 * eps), oo)), delta),
    **ranges(_TARGET),
    cites=(Cite("nearabuah2021", "Definition 7.4"),),
    checks=(
        At({eps: S.One, delta: Rational(1, 100)}),
        Enclose(),
        Transcribed("Integral(epsilon*exp(-epsilon*y)/2, y, log(2/delta)/(2*epsilon), oo) <= delta"),
    ),
    note="Ours: the probability is sqrt(delta/2)/2, which is above delta for every delta below 1/8.",
)

CHANCE = Theorem(
    id="mechanism.propose_test_release.chance",
    title="At distance 0 the test of propose-test-release passes with probability delta",
    statement=eq(Integral(eps * exp(-eps * y) / 2, (y, -log(2 * delta) / eps, oo)), delta),
    **ranges(_TARGET),
    cites=(_DWORK_LEI,),
    checks=(Evaluated(), Enclose(), Quadrature(runs.chance)),
    corrects="mechanism.propose_test_release.chance.printed",
    note="Ours: the threshold log(1/(2 delta))/eps; with log(1/delta)/eps, as in print, it is delta/2.",
)
