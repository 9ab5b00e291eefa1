"""What tells all with a probability delta, and is some pair otherwise: composed with anything, and on a random sample."""

from dpsym import Finite, HockeyStick, Mixture
from dpsym.distributions import Law, ProductLaw
from dpsym.parameters import delta, q
from theorems.checks import Enumerate, Transcribed
from theorems.checks.hostile import Hostile
from theorems.entry import Cite, Theorem
from theorems.library.space import ranges
from theorems.library.variables import ALL, P, Q, threshold
from theorems.statement import REAL, UNIT_OPEN, eq, le

_RATES = ("1/20", "9/10")
_SPACE = ranges(
    {threshold: (REAL, (-1, 2)), q: (UNIT_OPEN, _RATES), delta: (UNIT_OPEN, ("1/100", "1/2")), P: ALL, Q: ALL}
)


def telling(law: Law, side: int) -> ProductLaw:
    """Return a law beside a coin that tells, with probability delta, which side it is of."""
    return ProductLaw(Finite(*((delta, 1 - delta, 0) if side == 0 else (0, 1 - delta, delta))), law)


_WITH, _WITHOUT = telling(P, 0), telling(Q, 1)
_SAMPLED = Mixture(q, _WITH, _WITHOUT)

TELLING = Theorem(
    id="dominating.telling",
    title="A coin beside a pair that tells all with probability delta: its profile",
    statement=eq(HockeyStick(threshold, _WITH, _WITHOUT), delta + (1 - delta) * HockeyStick(threshold, P, Q)),
    **ranges({threshold: (REAL, (-1, 2)), delta: (UNIT_OPEN, ("1/100", "1/2")), P: ALL, Q: ALL}),
    cites=(Cite("kairouz2015composition", "Theorem 3.3, its proof", "arXiv:1311.0776"),),
    checks=(
        Hostile(60),
        Enumerate(40),
        Transcribed(
            "HockeyStick(threshold, ProductLaw(Finite(delta, 1 - delta, 0), P), ProductLaw(Finite(0, 1 - delta, delta), Q)) == "
            "delta + (1 - delta)*HockeyStick(threshold, P, Q)"
        ),
    ),
    note="What is told of P has mass delta under P and none under Q, and what is told of Q the other way round. P and Q may be products: of several "
    "such coins each is taken off in turn. With randomized response for P and Q it is the pair with the greatest profile for an eps and this delta.",
)

SAMPLED = Theorem(
    id="dominating.poisson.telling",
    title="On a sample at rate q a coin that tells all with probability delta tells no more than one that does with q delta, a record added",
    statement=le(
        HockeyStick(threshold, _SAMPLED, _WITHOUT),
        q * delta + (1 - q * delta) * HockeyStick(threshold, Mixture(q, P, Q), Q),
    ),
    **_SPACE,
    cites=(),
    uses=("dominating.telling",),
    checks=(Hostile(60), Enumerate(40)),
    note="Ours: on the sample the coin that tells has the profile max(q, 1 - e^threshold), so that with h that of P and Q there the left side is "
    "delta max(q, 1 - e^threshold) + (1 - delta) h, and h is at least 1 - e^threshold. It falls short by delta (1 - q) h above 0.",
)

SAMPLED_REMOVED = Theorem(
    id="dominating.poisson.telling.removed",
    title="On a sample at rate q a coin that tells all with probability delta tells no more than one that does with q delta, a record removed",
    statement=le(
        HockeyStick(threshold, _WITHOUT, _SAMPLED),
        q * delta + (1 - q * delta) * HockeyStick(threshold, Q, Mixture(q, P, Q)),
    ),
    **_SPACE,
    cites=(),
    uses=("dominating.telling",),
    checks=(Hostile(60), Enumerate(40)),
    note="Ours: where the coin tells of Q the ratio is 1/(1 - q), and its profile max(0, 1 - (1 - q) e^threshold), which is at most "
    "q + (1 - q) max(0, 1 - e^threshold).",
)
