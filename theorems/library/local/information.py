"""How much an answer under local privacy tells of its input."""

from __future__ import annotations

from sympy import Rational, S, exp, symbols

from dpsym import KL, Finite, MaxDivergence
from dpsym.distributions import Image, Joint, ProductLaw
from dpsym.distributions.families import Other, Row
from dpsym.divergences.overall import Worst
from dpsym.guarantees.information import information_bound, subset_information
from dpsym.parameters import eps, zeta
from theorems.checks import Derive, Enclose, Quadrature
from theorems.checks.enclose import Enumerate
from theorems.checks.hostile import Hostile
from theorems.entry import Cite, Theorem
from theorems.library.local import information_runs as runs
from theorems.library.variables import ALL, FULL, K, P
from theorems.statement import POSITIVE, eq, le

n, m = symbols("n m", integer=True, positive=True)
_TOTAL = n * exp(zeta) + m
_KAIROUZ = Cite("kairouz2016extremal", "Theorem 2, staircase patterns suffice", "arXiv:1407.1338")


SUBSET = Theorem(
    id="ldp.information.subset_selection",
    title="Mutual information of subset selection and a value that is any of them alike",
    statement=eq(
        KL(Finite(n * exp(zeta) / _TOTAL, m / _TOTAL), Finite(n / (n + m), m / (n + m))),
        subset_information(zeta, n + m, n),
    ),
    domain={zeta: POSITIVE, n: S.Naturals, m: S.Naturals},
    typical={zeta: (Rational(1, 4), 3), n: (1, 6), m: (1, 6)},
    cites=(_KAIROUZ,),
    checks=(Derive(), Quadrature(runs.subset), Enclose()),
    note="Sets of n out of n + m values. Given the value the set holds it with e^zeta times the odds that it has of itself, and is any of "
    "those that do alike: the information is the divergence of that one bit from n in n + m.",
)

GREATEST = Theorem(
    id="ldp.information",
    title="No eps-private local randomiser tells more of its input than u - 1 - log u, u = eps/(1 - e^-eps), whatever the prior",
    statement=le(KL(Joint(P, K), ProductLaw(P, Image(K, P))), information_bound(eps)),
    domain={eps: POSITIVE, P: ALL, K: FULL},
    typical={eps: (Rational(1, 20), 3)},
    hypotheses=(le(Worst(MaxDivergence(Row(K), Other(K))), eps),),
    cites=(_KAIROUZ,),
    uses=("ldp.information.subset_selection",),
    checks=(Hostile(), Enumerate(40)),
    note="The left side is the mutual information. Ours: what a column of masses adds is convex and homogeneous in it, and a column is a mixture of "
    "those whose entries are e^eps on a set of inputs and 1 elsewhere, up to a factor. Such a one adds, for each unit of its mean, "
    "s eps e^eps/w - log w with w = 1 + s (e^eps - 1) and s the probability of the set; that is greatest at w = u, and the means sum to 1. Subset "
    "selection of many values comes near to it. `mechanisms.optimal_randomiser` solves the linear program for any prior.",
)
