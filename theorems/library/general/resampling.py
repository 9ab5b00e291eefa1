"""Sampling that repeats a record, and the exact Rényi divergence of a sampled mechanism at integer orders."""

from sympy import Range, Rational, S, binomial, exp, log, oo

from dpsym import HockeyStick, Mixture, Renyi
from dpsym.amplification import subsampled_epsilon
from dpsym.distributions import AnyKernel, Image, Joint
from dpsym.distributions.drawn import Repeated
from dpsym.distributions.families import Member
from dpsym.divergences.overall import Greatest, UpTo
from dpsym.parameters import eps, q
from theorems.checks.enclose import Enumerate
from theorems.checks.hostile import Hostile
from theorems.entry import Cite, Theorem
from theorems.library.space import SMALL, ranges
from theorems.library.variables import ALL, FULL, K, L, P, Q, j, k, n
from theorems.statement import UNIT_OPEN, eq, le

_RATES = (Rational(1, 20), Rational(9, 10))
_BALLE, _BALLE_V = "balle2018improving", "arXiv:1807.01647v2"

EXACT = Theorem(
    id="amplification.poisson.renyi.exact",
    title="Poisson sampling at integer orders, a record added: the Rényi divergence exactly, by those of all lower orders",
    statement=lambda: eq(
        Renyi(n, Mixture(q, P, Q), Q),
        log(
            (1 - q) ** (n - 1) * (1 - q + n * q)
            + UpTo(binomial(n, j) * (1 - q) ** (n - j) * q**j * exp((j - 1) * Renyi(j, P, Q)), j, 2, n)
        )
        / (n - 1),
    ),
    **ranges({n: (Range(2, oo), (2, 5)), q: (UNIT_OPEN, _RATES), P: FULL, Q: FULL}),
    cites=(
        Cite("zhuwang2019poisson", "Theorem 6, the lower bound"),
        Cite("wang2019subsampled", "Proposition 11, the lower bound", "arXiv:1808.00087v2"),
    ),
    checks=(Hostile(40), Enumerate(40)),
    note="P is the law with the record in the sample, Q that without it. As an equality it is the converse of the bounds for Poisson "
    "sampling and for sampling without replacement: a mechanism that attains its budgets on such a pair loses as much. The numbers "
    "of the theorems were not looked up in the texts.",
)

_WITHOUT = AnyKernel("H")
_SAMPLED = subsampled_epsilon(eps, q)

MULTIPLE = Theorem(
    id="amplification.multiple.profile",
    title="Sampling of any mechanism where a sampled record may occur several times: the profile at the mean over how often it does",
    statement=le(
        HockeyStick(_SAMPLED, *(Mixture(q, Image(kernel, P), Image(_WITHOUT, P)) for kernel in (K, L))),
        q * Greatest(HockeyStick(eps, Joint(P, K), Joint(P, _WITHOUT)), HockeyStick(eps, Joint(P, K), Joint(P, L))),
    ),
    **ranges({eps: SMALL, q: (UNIT_OPEN, _RATES), P: ALL, K: ALL, L: ALL, _WITHOUT: ALL}),
    cites=(Cite(_BALLE, "Theorem 10, its proof", _BALLE_V),),
    uses=("hockey_stick.advanced_joint_convexity", "hockey_stick.joint_convexity"),
    checks=(Hostile(), Enumerate(40)),
    note="q is the probability that the record is sampled at all, P the law of how often it then is; K and L give the laws of the answer "
    "with the one record or the other so often, H with other records in its places: the law of a sample without it.",
)

_OFTEN = 1 - (1 - q) ** k
_NONE = Member(K, 0)
_COPIES, _OTHERS = Member(K, j), Member(L, j)

WITH_REPLACEMENT = Theorem(
    id="amplification.with_replacement.profile",
    title="Sampling with replacement and the privacy profile: the mean of the profiles of groups, by how often the record is drawn",
    statement=lambda: le(
        HockeyStick(subsampled_epsilon(eps, _OFTEN), Repeated(K, k, q, _NONE), Repeated(L, k, q, _NONE)),
        UpTo(
            binomial(k, j)
            * q**j
            * (1 - q) ** (k - j)
            * Greatest(HockeyStick(eps, _COPIES, _NONE), HockeyStick(eps, _COPIES, _OTHERS)),
            j,
            1,
            k,
        ),
    ),
    **ranges({k: (S.Naturals, (1, 4)), eps: SMALL, q: (UNIT_OPEN, _RATES), K: ALL, L: ALL}),
    cites=(Cite(_BALLE, "Theorem 10", _BALLE_V),),
    uses=("amplification.multiple.profile",),
    checks=(Hostile(60), Enumerate(40)),
    note="k draws, each of them the record with probability q = 1/n. K_j and L_j are the laws of the answer on a sample with j copies of "
    "the one record or the other, K_0 that with neither: samples that differ in j places, so that the profile of a group of j bounds "
    "each term.",
)
