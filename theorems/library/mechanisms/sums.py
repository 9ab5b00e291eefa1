"""Laplace noise on a sum of bounded values, of which a row is added or removed."""

from sympy import Interval, S, symbols

from dpsym import Laplace, MaxDivergence
from dpsym.parameters import eps
from theorems.checks import At, Derive, Enclose, Quadrature, Transcribed
from theorems.entry import Cite, Theorem
from theorems.library.catalogue.asking import greatest
from theorems.library.mechanisms.sums_runs import noise
from theorems.library.space import ranges
from theorems.statement import POSITIVE, eq, le

_BOOK = "nearabuah2021"
r1, r2, r3, x = symbols("r1 r2 r3 x", positive=True)


SUM_PRINTED = Theorem(
    id="mechanism.laplace.sum.printed",
    title="Laplace noise of scale (u - l)/eps on a sum of values between l and u is eps-DP where a row is added or removed (as printed)",
    statement=le(MaxDivergence(Laplace(0, r2 / eps), Laplace(r1 + r2, r2 / eps)), eps),
    **ranges({eps: (POSITIVE, ("1/4", 3)), r1: (POSITIVE, ("1/4", 4)), r2: (POSITIVE, ("1/4", 4))}),
    cites=(Cite(_BOOK, "Claim 5.4"),),
    checks=(
        At({eps: S.One, r1: S(20), r2: S(60)}),
        Enclose(),
        Transcribed("MaxDivergence(Laplace(0, r2/epsilon), Laplace(r1 + r2, r2/epsilon)) <= epsilon"),
    ),
    note="Ours: values between r1 and r1 + r2, of which the row that is added has the greatest: the sum moves by it.",
)

SUM = Theorem(
    id="mechanism.laplace.sum",
    title="Laplace noise of scale s/eps on a sum loses x eps to a row of size x s: eps at most where values have a size of at most s",
    statement=eq(MaxDivergence(Laplace(0, r3 / eps), Laplace(x * r3, r3 / eps)), x * eps),
    **ranges({eps: (POSITIVE, ("1/4", 3)), r3: (POSITIVE, ("1/4", 4)), x: (Interval.Lopen(0, 1), ("1/10", 1))}),
    checks=(Derive(), Enclose(), Quadrature(greatest(noise))),
    corrects="mechanism.laplace.sum.printed",
    specializes="mechanism.laplace",
    note="Ours: s is r3. For values between l and u it is max(|l|, |u|), and a row of that size loses eps.",
)
