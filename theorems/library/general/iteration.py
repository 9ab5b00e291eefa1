"""Amplification by iteration: what moves before the noise is added is paid for by the noise."""

from sympy import S, sqrt

from dpsym import Gaussian, Renyi
from dpsym.distributions import Image
from dpsym.distributions.families import Row
from dpsym.distributions.ring import Iterate
from dpsym.divergences.least import GaussianRatio
from dpsym.divergences.overall import Least, Worst
from dpsym.divergences.ring import Apart, Diameter, ShiftCost, Stretch
from dpsym.parameters import alpha, n, q, sigma
from theorems.checks import Derive, Enclose, Quadrature
from theorems.checks.enclose import Enumerate
from theorems.checks.hostile import Hostile
from theorems.checks.iterating import Iterating
from theorems.entry import Cite, Theorem
from theorems.library.general import runs
from theorems.library.space import ORDER, ranges
from theorems.library.variables import ALL, FULL, K, L, P, Q
from theorems.statement import POSITIVE, UNIT_OPEN, eq, le

SHIFT = Theorem(
    id="renyi.shift_reduction",
    title="Shift reduction for any kernels: the divergence of a coupled law before the noise, and of the noise over the move that is left",
    statement=le(Renyi(alpha, Image(K, P), Image(L, Q)), Renyi(alpha, P, Q) + Worst(Renyi(alpha, Row(K), Row(L)))),
    **ranges({alpha: ORDER, P: ALL, Q: ALL, K: ALL, L: ALL}),
    cites=(Cite("feldman2018iteration", "the shift-reduction lemma", "arXiv:1808.06651"),),
    uses=("rdp.composition.adaptive", "renyi.data_processing"),
    checks=(Hostile(), Enumerate(40)),
    note="L adds noise to the iterate; K first moves it, by a coupling of P with the law that the iterate has, and then adds the noise. "
    "Of noise on the line and moves by at most a, the last term is the greatest divergence of the noise from itself shifted by up to "
    "a. That lemma of the source is for shifts on a normed space, z of which are kept for later; here all of the move is paid for, "
    "by any kernels, step by step.",
)

SHIFT_GAUSSIAN = Theorem(
    id="gdp.shift_reduction",
    title="Shift reduction under Gaussian privacy: mu^2 of a coupled law before the noise, and of the noise over the move that is left",
    statement=le(
        GaussianRatio(Image(K, P), Image(L, Q)) ** 2,
        GaussianRatio(P, Q) ** 2 + Worst(GaussianRatio(Row(K), Row(L))) ** 2,
    ),
    domain={P: ALL, Q: ALL, K: ALL, L: ALL},
    cites=(Cite("bok2024shifted", "shifted interpolation, one step", "arXiv:2403.00278"),),
    uses=("gdp.composition.adaptive", "gdp.data_processing"),
    checks=(Hostile(),),
    note="Ours: the answers of P and then of K, of Q and then of L, are two mechanisms composed adaptively, of which the last answer alone is "
    "kept. K moves the iterate by what is left of the distance, which another iterate may decide that has the same law on both sides given this "
    "one; L adds the noise alone.",
)

_MOVED = Apart(K, L)

CONTRACTIVE = Theorem(
    id="iteration.last",
    title="The last iterate of n noisy contractive steps on a ring: its divergence stays bounded, however many steps of gradient descent",
    statement=le(
        Renyi(alpha, Iterate(P, K, n), Iterate(P, L, n)),
        Least(n * ShiftCost(alpha, P, _MOVED), Diameter(P) * ShiftCost(alpha, P, 1 + _MOVED)),
    ),
    **ranges({alpha: ORDER, n: (S.Naturals, (1, 40)), P: FULL, K: ALL, L: ALL}),
    hypotheses=(le(Stretch(K), 1),),
    cites=(
        Cite("altschuler2022privacy", "Theorem 3.1, its two regimes", "arXiv:2205.13710"),
        Cite("feldman2018iteration", "the shift-reduction lemma", "arXiv:1808.06651"),
    ),
    checks=(Iterating(),),
    note="K_t and L_t move the iterate at step t on neighbouring datasets, P is the noise; a step of gradient descent on a convex smooth loss "
    "is a map that moves no two points apart. The source is about Gaussian noise on a bounded convex set and minibatches; here is what "
    "its argument says of any noise and any contractive kernels on a ring of finitely many points, with the proof: two laws on the ring are "
    "coupled within its diameter; a step keeps a coupling, up to the distance of K and L; of a coupling within z + a the noise pays for a, by the "
    "shift-reduction lemma, which holds on every group. So the last steps, as many as the diameter is long, pay for 1 + s each. Only one of the two "
    "need be contractive. Sampling of the records in a step is not stated.",
)

_SPREAD = sigma * sqrt((1 - q ** (2 * n)) / (1 - q**2))

LAST_ITERATE = Theorem(
    id="iteration.last.linear",
    title="The last of n noisy linear steps that contract by q, each moved by 1: however many there are, its divergence is bounded",
    statement=eq(
        Renyi(alpha, Gaussian((1 - q**n) / (1 - q), _SPREAD), Gaussian(0, _SPREAD)),
        alpha * (1 + q) * (1 - q**n) / (2 * sigma**2 * (1 - q) * (1 + q**n)),
    ),
    **ranges({alpha: ORDER, n: (S.Naturals, (1, 20)), q: (UNIT_OPEN, ("1/10", "9/10")), sigma: (POSITIVE, ("1/2", 8))}),
    cites=(Cite("altschuler2022privacy", "Theorem 3.1, for convex losses on a bounded set", "arXiv:2205.13710"),),
    uses=("renyi.gaussian",),
    checks=(Derive(), Quadrature(runs.renyi_last_iterate), Enclose(8)),
    note="The step is x -> q x + 1 + N(0, sigma^2) on one dataset and x -> q x + N(0, sigma^2) on the neighbour, as gradient descent on a "
    "strongly convex quadratic makes it; all steps seen would cost n alpha/(2 sigma^2).",
)

_DECAYED = sigma * sqrt((1 - q ** (2 * n)) / (1 - q**2))

ONE_PASS = Theorem(
    id="iteration.one_pass.linear",
    title="A record that takes part in one of the last n noisy linear steps, which contract by q: what the last iterate tells of it",
    statement=eq(
        Renyi(alpha, Gaussian(q ** (n - 1), _DECAYED), Gaussian(0, _DECAYED)),
        alpha * q ** (2 * n - 2) * (1 - q**2) / (2 * sigma**2 * (1 - q ** (2 * n))),
    ),
    **ranges({alpha: ORDER, n: (S.Naturals, (1, 20)), q: (UNIT_OPEN, ("1/10", "9/10")), sigma: (POSITIVE, ("1/2", 8))}),
    cites=(Cite("feldman2018iteration", "Theorem 23, for convex losses", "arXiv:1808.06651"),),
    uses=("renyi.gaussian",),
    checks=(Derive(), Quadrature(runs.renyi_one_pass), Enclose(8)),
    note="The first of these steps is moved by 1, the others are the same on both datasets. As q tends to 1 it is alpha/(2 n sigma^2), the bound "
    "for convex losses: the linear steps attain it.",
)
