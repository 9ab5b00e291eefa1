"""Poisson samples of which no more than a given number of records is kept."""

from sympy import exp

from dpsym import HockeyStick, Mixture
from dpsym.parameters import eps, q
from theorems.checks import Enumerate, Transcribed
from theorems.entry import Cite, Theorem
from theorems.library.amplification.poisson import RATES
from theorems.library.space import SMALL, ranges
from theorems.library.variables import ALL, P1, P2, P3, Q1, Q2, Q3
from theorems.statement import UNIT_OPEN, le

TRUNCATED = Theorem(
    id="amplification.poisson.truncated",
    title="Two mechanisms that answer alike but for an event of probability q: their profiles differ by q (1 + e^eps) at most",
    statement=le(
        HockeyStick(eps, Mixture(q, P3, P1), Mixture(q, Q3, Q1)),
        HockeyStick(eps, Mixture(q, P2, P1), Mixture(q, Q2, Q1)) + q * (1 + exp(eps)),
    ),
    **ranges({eps: SMALL, q: (UNIT_OPEN, RATES), P1: ALL, P2: ALL, P3: ALL, Q1: ALL, Q2: ALL, Q3: ALL}),
    cites=(Cite("chua2024scalable", "the bound for truncated batches", "arXiv:2411.04205"),),
    checks=(
        Enumerate(),
        Transcribed(
            "HockeyStick(epsilon, Mixture(q, P3, P1), Mixture(q, Q3, Q1)) <= "
            "HockeyStick(epsilon, Mixture(q, P2, P1), Mixture(q, Q2, Q1)) + q*(1 + exp(epsilon))"
        ),
    ),
    note="Where no batch of a Poisson sample is too large a mechanism that keeps B records answers as the one that keeps all. With q the "
    "probability that any batch is too large, or more, this bounds the profile with truncation by that without, and the reverse: whatever "
    "the record is and however the B are chosen.",
)
