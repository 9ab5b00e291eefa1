"""Random allocation: a record takes part in one of several steps, which is drawn at random."""

from sympy import Max, Rational, cosh, exp

from dpsym import Bernoulli, HockeyStick, Mixture, ProductLaw
from dpsym.parameters import eps, zeta
from theorems.checks import Enclose, Quadrature
from theorems.entry import Cite, Theorem
from theorems.library.amplification import allocation_runs as runs
from theorems.library.catalogue.space import over
from theorems.statement import eq

_TRUTH = exp(zeta) / (1 + exp(zeta))
_WITH, _WITHOUT = Bernoulli(_TRUTH), Bernoulli(1 - _TRUTH)

RESPONSE = Theorem(
    id="amplification.allocation.response",
    title="Random allocation to one of two steps: privacy profile where a step is randomized response",
    statement=eq(
        HockeyStick(
            eps,
            Mixture(Rational(1, 2), ProductLaw(_WITH, _WITHOUT), ProductLaw(_WITHOUT, _WITH)),
            ProductLaw(_WITHOUT, _WITHOUT),
        ),
        (Max(0, exp(zeta) - exp(eps)) + 2 * exp(zeta) * Max(0, cosh(zeta) - exp(eps))) / (1 + exp(zeta)) ** 2,
    ),
    **over(eps, zeta),
    cites=(Cite("feldman2025allocation", "the pair of random allocation", "arXiv:2502.08202"),),
    checks=(Enclose(8), Quadrature(runs.response, 8)),
    note="Without the record both steps lie; with it one of them, drawn at random, tells the truth. The ratio of the pair is the mean of the "
    "ratios of the steps: e^zeta, cosh(zeta) or e^(-zeta).",
)
