"""What K-norm noise, Laplace noise on all answers and NIM cost: exactly eps, and how many levels."""

from __future__ import annotations

from sympy import Abs, Max, Min, S, Sum, floor, log

from dpsym import KNorm, Laplace, MaxDivergence, ProductLaw
from dpsym.distributions import Softmax
from dpsym.parameters import t
from theorems.checks import Derive, Enclose, Quadrature, Tight, Transcribed
from theorems.checks.prove import Proved
from theorems.entry import Cite, Theorem
from theorems.library.catalogue.space import u1, u2, v1, v2
from theorems.library.geometry import runs
from theorems.library.geometry.variables import DIMENSIONS, HARDT_TALWAR, LODRANT, LOSSES, d, eps, j
from theorems.library.space import ranges
from theorems.statement import NONNEGATIVE, POSITIVE, REAL, eq, le

_AT_ONE = MaxDivergence(KNorm(d, eps, 0), KNorm(d, eps, 1))
_SCORES = dict.fromkeys((u1, u2, v1, v2), REAL)


def _laplace(answers: int, scale: object) -> MaxDivergence:
    """Return the max divergence of Laplace noise on so many answers, all of which move by 1."""
    return MaxDivergence(*(ProductLaw(*(Laplace(location, scale) for _ in range(answers))) for location in (0, 1)))


KNORM_PRINTED = Theorem(
    id="knorm.privacy.printed",
    title="K-norm noise is 2 eps-DP (as printed, from the exponential mechanism)",
    statement=le(_AT_ONE, 2 * eps),
    **ranges({d: (S.Naturals, DIMENSIONS), eps: (POSITIVE, LOSSES)}),
    cites=(Cite(LODRANT, "Izrek 5.10"),),
    uses=("exponential.privacy",),
    checks=(
        Enclose(8),
        Quadrature(runs.greatest_loss_at_one, 8),
        Transcribed("MaxDivergence(KNorm(d, epsilon, 0), KNorm(d, epsilon, 1)) <= 2*epsilon"),
    ),
)

KNORM = Theorem(
    id="knorm.privacy",
    title="K-norm noise costs exactly eps times the gauge distance",
    statement=eq(MaxDivergence(KNorm(d, eps, 0), KNorm(d, eps, t)), t * eps),
    **ranges({d: (S.Naturals, DIMENSIONS), eps: (POSITIVE, LOSSES), t: (NONNEGATIVE, ("1/4", 2))}),
    cites=(Cite(HARDT_TALWAR, "section 4"),),
    checks=(Derive(), Enclose(8), Quadrature(runs.greatest_loss, 8)),
    sharpens="knorm.privacy.printed",
    note=(
        "The normalising constant does not depend on the data and cancels; the triangle inequality bounds the loss, "
        "which is attained on the ray beyond the moved centre. Columns of F have a gauge of at most 1. Run for ball, cube and cross-polytope."
    ),
)

EXPONENTIAL = Theorem(
    id="exponential.privacy",
    title="The exponential mechanism on two candidates costs at most twice the greatest change of a score",
    statement=le(MaxDivergence(Softmax(u1, u2), Softmax(v1, v2)), 2 * Max(Abs(u1 - v1), Abs(u2 - v2))),
    domain=_SCORES,
    typical=dict.fromkeys(_SCORES, (-2, 2)),
    specializes="mechanism.exponential.any",
    cites=(Cite(LODRANT, "Izrek 5.3"), Cite("mcsherrytalwar2007", "Theorem 6")),
    checks=(
        Enclose(),
        Quadrature(runs.greatest_loss_choices),
        Transcribed("MaxDivergence(Softmax(u1, u2), Softmax(v1, v2)) <= 2*Max(Abs(u1 - v1), Abs(u2 - v2))"),
    ),
    note="Two outcomes, scores times eps. The factor 2 is approached where the outcome that gains is rare.",
)

LAPLACE_PRINTED = Theorem(
    id="laplace.queries.printed",
    title="Laplace noise of scale d/eps on d answers is 2 eps-DP (as printed; two answers)",
    statement=le(_laplace(2, 2 / eps), 2 * eps),
    **ranges({eps: (POSITIVE, LOSSES)}),
    cites=(Cite(LODRANT, "Trditev 5.7"),),
    uses=("exponential.privacy",),
    checks=(
        Proved(),
        Enclose(8),
        Quadrature(runs.greatest_loss_laplace_two, 8),
        Transcribed(
            "MaxDivergence(ProductLaw(Laplace(0, 2/epsilon), Laplace(0, 2/epsilon)), "
            "ProductLaw(Laplace(1, 2/epsilon), Laplace(1, 2/epsilon))) <= 2*epsilon"
        ),
    ),
)

LAPLACE = Theorem(
    id="laplace.queries",
    title="Laplace noise of scale d/eps on d answers costs exactly eps where all of them move by 1 (two answers)",
    statement=eq(_laplace(2, 2 / eps), eps),
    **ranges({eps: (POSITIVE, LOSSES)}),
    cites=(Cite("dworkroth2014", "Theorem 3.6"),),
    uses=("max.laplace.vector",),
    checks=(Derive(), Enclose(8), Quadrature(runs.greatest_loss_laplace_two, 8)),
    specializes="max.laplace.vector",
    sharpens="laplace.queries.printed",
)

LAPLACE_FIXED = Theorem(
    id="laplace.queries.fixed.printed",
    title="Laplace noise of scale 2/eps on every answer is eps-DP (scale as printed; four answers)",
    statement=le(_laplace(4, 2 / eps), eps),
    **ranges({eps: (POSITIVE, LOSSES)}),
    cites=(Cite(LODRANT, "§9.1 and Dodatek A"),),
    checks=(
        Enclose(8),
        Transcribed(
            "MaxDivergence(ProductLaw(Laplace(0, 2/epsilon), Laplace(0, 2/epsilon), Laplace(0, 2/epsilon), Laplace(0, 2/epsilon)), "
            "ProductLaw(Laplace(1, 2/epsilon), Laplace(1, 2/epsilon), Laplace(1, 2/epsilon), Laplace(1, 2/epsilon))) <= epsilon"
        ),
    ),
    note="The loss of d answers is d eps/2.",
)

LAPLACE_FOUR = Theorem(
    id="laplace.queries.fixed",
    title="Laplace noise of scale d/eps on every answer costs exactly eps (four answers)",
    statement=eq(_laplace(4, 4 / eps), eps),
    **ranges({eps: (POSITIVE, LOSSES)}),
    cites=(Cite(LODRANT, "Definicija 5.6"),),
    checks=(Derive(), Enclose(8), Quadrature(runs.greatest_loss_laplace_four, 8)),
    corrects="laplace.queries.fixed.printed",
)

# Level j works in dimension floor(d/2^j), and there is one as long as that is not 0.
_LEVELS = Sum(Min(1, floor(d / 2**j)), (j, 0, d))

NIM_PRINTED = Theorem(
    id="nim.budget.printed",
    title="The levels of NIM, each at eps, cost eps log2(d) together (as printed)",
    statement=le(eps * _LEVELS, eps * log(d) / log(2)),
    **ranges({d: (S.Naturals, (1, 40)), eps: (POSITIVE, LOSSES)}),
    cites=(Cite(LODRANT, "Lema 8.3"), Cite(HARDT_TALWAR, "section 7")),
    checks=(Enclose(), Transcribed("epsilon*Sum(Min(1, floor(d/2**j)), j, 0, d) <= epsilon*log(d)/log(2)")),
    note="At d = 1 NIM is the K-norm mechanism itself, and the print gives it a budget of 0.",
)

NIM = Theorem(
    id="nim.budget",
    title="The levels of NIM, each at eps, cost at most eps (log2(d) + 1) together, attained at powers of two",
    statement=le(eps * _LEVELS, eps * (log(d) / log(2) + 1)),
    **ranges({d: (S.Naturals, (1, 40)), eps: (POSITIVE, LOSSES)}),
    uses=("knorm.privacy", "dp.composition.basic"),
    checks=(
        Enclose(),
        Quadrature(runs.loss_of_levels),
        Tight(at={d: S(8), eps: S.One}),
        Transcribed("epsilon*Sum(Min(1, floor(d/2**j)), j, 0, d) <= epsilon*(log(d)/log(2) + 1)"),
    ),
    corrects="nim.budget.printed",
    note="Ours: there are floor(log2 d) + 1 levels, counted in plans of the running mechanism.",
)

_PAIR = (ProductLaw(KNorm(2, eps, level), KNorm(1, eps, level)) for level in (0, 1))
NIM_TWO = Theorem(
    id="nim.budget.two",
    title="The two levels of NIM in the plane, each at eps, cost exactly 2 eps where a column is extreme in both",
    statement=eq(MaxDivergence(*_PAIR), 2 * eps),
    **ranges({eps: (POSITIVE, LOSSES)}),
    uses=("knorm.privacy",),
    checks=(Derive(), Enclose(8), Quadrature(runs.loss_of_two_levels, 8)),
    note=(
        "The square is an example: its corner has gauge 1 in the plane and on either axis, and far out the marginal of its noise "
        "loses eps too."
    ),
)
