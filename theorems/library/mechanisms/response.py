"""Guarantees of randomized response, by the probability of a false answer."""

import math

import numpy as np
from sympy import Max, Range, Rational, log, oo

from dpsym import Bernoulli, KaryResponse, MaxDivergence
from dpsym.parameters import p
from theorems.checks import Audit, Derive, Enclose, Quadrature, Sampling
from theorems.entry import Cite, Theorem
from theorems.library.catalogue.asking import greatest
from theorems.library.mechanisms import audits, runs
from theorems.library.space import ranges
from theorems.library.variables import k
from theorems.statement import UNIT_OPEN, eq

_JAZBEC = Cite("jazbec2018", "Primer 4.10")


def _cdf_kary(x: np.ndarray) -> np.ndarray:
    # four values, the true one 1, at eps = 1
    masses = np.array([1.0, math.e, 1.0, 1.0]) / (math.e + 3)
    return np.concatenate([[0.0], np.cumsum(masses)])[np.clip(np.floor(x).astype(int) + 1, 0, 4)]


RESPONSE = Theorem(
    id="mechanism.randomized_response",
    title="Randomized response with a true answer of probability p is eps-DP for the log of the odds",
    statement=eq(MaxDivergence(Bernoulli(p), Bernoulli(1 - p)), Max(log(p / (1 - p)), log((1 - p) / p))),
    **ranges({p: (UNIT_OPEN, ("1/20", "19/20"))}),
    cites=(Cite("warner1965randomized", "the design"), Cite("jazbec2018", "Primer 4.10, for two values")),
    uses=("rr.pure_dp",),
    checks=(Derive(), Quadrature(greatest(runs.response)), Enclose(), Audit({p: Rational(3, 4)}, audits.response)),
)

KARY_RESPONSE = Theorem(
    id="mechanism.randomized_response.kary",
    title="Randomized response on k values that gives each wrong one with probability p/k is eps-DP for the log of the quotient",
    statement=eq(
        MaxDivergence(*(KaryResponse(log(k / p - k + 1), k, answer) for answer in (1, 0))), log(k / p - k + 1)
    ),
    **ranges({k: (Range(2, oo), (2, 12)), p: (UNIT_OPEN, ("1/20", "19/20"))}),
    cites=(_JAZBEC, Cite("kairouz2016extremal", "the k-ary randomized response mechanism")),
    uses=("max.kary",),
    specializes="max.kary",
    checks=(
        Derive(),
        Quadrature(greatest(runs.kary)),
        Enclose(),
        Sampling(runs.draw_kary, _cdf_kary),
        Audit({k: 4, p: Rational(1, 2)}, audits.kary),
    ),
    note="The true value has the probability 1 - (k - 1) p/k.",
)
