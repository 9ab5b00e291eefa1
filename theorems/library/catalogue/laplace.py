"""Laplace noise and its relatives: unequal scales, vectors, asymmetric and truncated noise."""

from sympy import Abs, Piecewise, Rational, exp, log, sqrt

from dpsym import Laplace, ProductLaw
from dpsym.parameters import alpha, b, beta, delta, eps, mu1, mu2, t
from theorems.entry import Cite
from theorems.library.catalogue import runs, sources
from theorems.library.catalogue.family import Family
from theorems.library.catalogue.space import NEAR

_LAPLACE = Family("the Laplace mechanism", (Laplace(0, b), Laplace(1, b)), runs.laplace)
_ONE_CENTRE = Family(
    "two Laplace laws of one centre and unequal scales",
    (Laplace(0, b), Laplace(0, beta)),
    runs.laplace_scales,
    cites=sources.gil("Laplace"),
)
_APART = Family(
    "two Laplace laws at distance 1 and of unequal scales",
    (Laplace(0, b), Laplace(1, beta)),
    runs.laplace_scales_apart,
    cites=sources.gil("Laplace"),
)
_VECTOR = Family(
    "a vector of two independent Laplace numbers from the same vector moved",
    (ProductLaw(Laplace(0, b), Laplace(0, b)), ProductLaw(Laplace(mu1, b), Laplace(mu2, b))),
    runs.laplace_vector,
)

TRADEOFF = _LAPLACE.closed(
    "tradeoff.laplace",
    Piecewise(
        (1 - exp(1 / b) * t, t < exp(-1 / b) / 2),
        (exp(-1 / b) / (4 * t), t < Rational(1, 2)),
        (exp(-1 / b) * (1 - t), True),
    ),
    cites=(Cite("dong2022gaussian", "the trade-off function of Laplace noise", "arXiv:1905.02383v3"),),
)
CHI_SQUARED = _LAPLACE.closed("chi2.laplace", (2 * exp(1 / b) + exp(-2 / b)) / 3 - 1, uses=("renyi.laplace.pair",))
VARIATION = _LAPLACE.closed("tv.laplace", 1 - exp(-1 / (2 * b)), cites=(sources.BALLE_VARIATION,))
HELLINGER = _LAPLACE.closed("hellinger.laplace", 1 - (1 + 1 / (2 * b)) * exp(-1 / (2 * b)))
LOSS_TAIL = _LAPLACE.closed(
    "loss_tail.laplace", Piecewise((0, eps >= 1 / b), (1 - exp((eps - 1 / b) / 2) / 2, True)), box=NEAR
)
LOSS_VARIANCE = _LAPLACE.closed("loss_variance.laplace", 3 - (4 / b + 2) * exp(-1 / b) - exp(-2 / b))
INVERSE_PROFILE = _LAPLACE.closed(
    "inverse_profile.laplace", Piecewise((1 / b + 2 * log(1 - delta), delta <= 1 - exp(-1 / (2 * b))), (0, True))
)
RENYI_SCALES = _ONE_CENTRE.closed(
    "renyi.laplace.scales",
    log((beta / b) ** alpha * b / (alpha * beta + (1 - alpha) * b)) / (alpha - 1),
    hypotheses=(alpha * beta + (1 - alpha) * b > 0,),
    uses=("renyi.exponential",),
)
KL_SCALES = _ONE_CENTRE.closed("kl.laplace.scales", log(beta / b) + b / beta - 1, uses=("kl.exponential",))
HELLINGER_SCALES = _ONE_CENTRE.closed(
    "hellinger.laplace.scales", 1 - 2 * sqrt(b * beta) / (b + beta), cites=(sources.BHATTACHARYYA,)
)

_OUTER, _INNER = alpha * beta / b + 1 - alpha, alpha * beta / b + alpha - 1

RENYI_APART = _APART.closed(
    "renyi.laplace.apart",
    log(
        (beta / b) ** alpha
        * (alpha * beta / b * exp((alpha - 1) / beta) + (alpha - 1) * exp(-alpha / b))
        / (_OUTER * _INNER)
    )
    / (alpha - 1),
    hypotheses=(_OUTER > 0,),
)
KL_APART = _APART.closed("kl.laplace.apart", log(beta / b) + (1 + b * exp(-1 / b)) / beta - 1)


def _moment(distance: object) -> object:
    return (alpha * exp((alpha - 1) * distance) + (alpha - 1) * exp(-alpha * distance)) / (2 * alpha - 1)


RENYI_VECTOR = _VECTOR.closed(
    "renyi.laplace.vector",
    (log(_moment(Abs(mu1) / b)) + log(_moment(Abs(mu2) / b))) / (alpha - 1),
    cites=(Cite("vanervenharremoes2014", "Theorem 28"),),
    uses=("renyi.laplace.pair",),
)
KL_VECTOR = _VECTOR.closed(
    "kl.laplace.vector",
    (Abs(mu1) + Abs(mu2)) / b + exp(-Abs(mu1) / b) + exp(-Abs(mu2) / b) - 2,
    cites=(Cite("vanervenharremoes2014", "Theorem 28"),),
    uses=("kl.laplace",),
)
MAX_VECTOR = _VECTOR.closed(
    "max.laplace.vector",
    (Abs(mu1) + Abs(mu2)) / b,
    "Max divergence of vectors of two Laplace numbers: the l1 distance over the scale",
    cites=(Cite("dworkroth2014", "Theorem 3.6"),),
)
