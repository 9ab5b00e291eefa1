"""Several reports of permanent bits: RAPPOR."""

import numpy as np
from sympy import Rational, S, symbols

from dpsym import Binomial, MaxDivergence, Mixture, ProductLaw
from dpsym.guarantees.rappor import rappor_epsilon
from dpsym.parameters import p, q
from theorems.checks import Audit, Enclose, Quadrature, Sampling
from theorems.entry import Cite, Theorem
from theorems.library.catalogue.asking import greatest
from theorems.library.local import rappor_audits as audits
from theorems.library.local import rappor_runs as runs
from theorems.statement import UNIT_OPEN, eq

f = symbols("f", positive=True)
n = symbols("n", integer=True, positive=True)
_ONE, _ZERO = (Mixture(each, Binomial(n, q), Binomial(n, p)) for each in (1 - f / 2, f / 2))


def _cdf_ones(x: np.ndarray) -> np.ndarray:
    # a bit that is 1 stays so with 3/4, and is reported with 3/4, else with 1/2: the probability of a 1 is 11/16, that of a bit 0 9/16
    return np.where(x < 0, 0.0, np.where(x < 1, 35 / 256, np.where(x < 2, 157 / 256, 1.0)))


RAPPOR = Theorem(
    id="mechanism.rappor",
    title="What n reports of two bits by RAPPOR cost, which is what two values differ in with one hash function",
    statement=eq(MaxDivergence(ProductLaw(_ONE, _ZERO), ProductLaw(_ZERO, _ONE)), rappor_epsilon(n, f, q, p)),
    domain={n: S.Naturals, f: UNIT_OPEN, p: UNIT_OPEN, q: UNIT_OPEN},
    typical={
        n: (1, 8),
        f: (Rational(1, 10), Rational(9, 10)),
        p: (Rational(1, 10), Rational(1, 2)),
        q: (Rational(1, 2), Rational(9, 10)),
    },
    hypotheses=(p < q,),
    cites=(Cite("erlingsson2014rappor", "Theorems 1 and 2, for one report and for any number"),),
    uses=("profile.unary_encoding",),
    checks=(
        Quadrature(greatest(runs.reported)),
        Enclose(),
        Sampling(runs.draw_ones, _cdf_ones),
        Audit({n: 1, f: Rational(1, 2), p: Rational(1, 2), q: Rational(3, 4)}, audits.audited),
    ),
    note="Two values differ in two bits, whose permanent answers are kept; of each the number of ones among n reports is told. Ours for n "
    "reports: the ratio of the probabilities of a count grows with it, so that it is extreme at n and at 0. With h hash functions it is h times "
    "as much, for values whose filters have no bit in common.",
)
