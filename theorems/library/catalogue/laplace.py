"""Laplace noise and its relatives: unequal scales, vectors, asymmetric and truncated noise."""

from sympy import Abs, Piecewise, Rational, exp, log

from dpsym import (
    KL,
    ChiSquaredDivergence,
    InverseProfile,
    Laplace,
    LossCumulant,
    LossTail,
    MaxDivergence,
    ProductLaw,
    Renyi,
    SquaredHellinger,
    TotalVariation,
    TradeOff,
)
from dpsym.parameters import alpha, b, beta, delta, eps, mu1, mu2, t
from theorems.entry import Cite, Theorem
from theorems.library.catalogue import runs
from theorems.library.catalogue.space import NEAR, both_roads, over
from theorems.statement import eq

_GIL = "gil2013renyi"
_LAPLACE = Laplace(0, b), Laplace(1, b)
_ONE_CENTRE = Laplace(0, b), Laplace(0, beta)
_APART = Laplace(0, b), Laplace(1, beta)
_VECTOR = ProductLaw(Laplace(0, b), Laplace(0, b)), ProductLaw(Laplace(mu1, b), Laplace(mu2, b))

TRADEOFF = Theorem(
    id="tradeoff.laplace",
    title="Trade-off function of the Laplace mechanism",
    statement=eq(
        TradeOff(t, *_LAPLACE),
        Piecewise(
            (1 - exp(1 / b) * t, t < exp(-1 / b) / 2),
            (exp(-1 / b) / (4 * t), t < Rational(1, 2)),
            (exp(-1 / b) * (1 - t), True),
        ),
    ),
    **over(t, b),
    cites=(Cite("dong2022gaussian", "the trade-off function of Laplace noise", "arXiv:1905.02383v3"),),
    checks=both_roads(runs.tradeoff(runs.laplace), 4, balls=4),
)

CHI_SQUARED = Theorem(
    id="chi2.laplace",
    title="Chi-squared divergence of the Laplace mechanism",
    statement=eq(ChiSquaredDivergence(*_LAPLACE), (2 * exp(1 / b) + exp(-2 / b)) / 3 - 1),
    **over(b),
    uses=("renyi.laplace.pair",),
    checks=both_roads(runs.chi_squared(runs.laplace)),
)

VARIATION = Theorem(
    id="tv.laplace",
    title="Total variation distance of the Laplace mechanism",
    statement=eq(TotalVariation(*_LAPLACE), 1 - exp(-1 / (2 * b))),
    **over(b),
    cites=(Cite("balle2018improving", "section 2, the divergence at alpha = 1", "arXiv:1807.01647v2"),),
    uses=("profile.laplace",),
    checks=both_roads(runs.total_variation(runs.laplace)),
)

HELLINGER = Theorem(
    id="hellinger.laplace",
    title="Squared Hellinger distance of the Laplace mechanism",
    statement=eq(SquaredHellinger(*_LAPLACE), 1 - (1 + 1 / (2 * b)) * exp(-1 / (2 * b))),
    **over(b),
    checks=both_roads(runs.hellinger(runs.laplace)),
)

LOSS_TAIL = Theorem(
    id="loss_tail.laplace",
    title="Tail of the privacy loss of the Laplace mechanism",
    statement=eq(LossTail(eps, *_LAPLACE), Piecewise((0, eps >= 1 / b), (1 - exp((eps - 1 / b) / 2) / 2, True))),
    **over(eps, b, **NEAR),
    checks=both_roads(runs.loss_tail(runs.laplace), balls=4),
)

LOSS_VARIANCE = Theorem(
    id="loss_variance.laplace",
    title="Variance of the privacy loss of the Laplace mechanism",
    statement=eq(LossCumulant(2, *_LAPLACE), 3 - (4 / b + 2) * exp(-1 / b) - exp(-2 / b)),
    **over(b),
    checks=both_roads(runs.loss_variance(runs.laplace)),
)

INVERSE_PROFILE = Theorem(
    id="inverse_profile.laplace",
    title="The eps of the Laplace mechanism at a given delta",
    statement=eq(
        InverseProfile(delta, *_LAPLACE),
        Piecewise((1 / b + 2 * log(1 - delta), delta <= 1 - exp(-1 / (2 * b))), (0, True)),
    ),
    **over(delta, b),
    uses=("profile.laplace",),
    checks=both_roads(runs.inverse_profile(runs.laplace), 4, balls=0),
)

RENYI_SCALES = Theorem(
    id="renyi.laplace.scales",
    title="Rényi divergence of two Laplace laws of one centre and unequal scales",
    statement=eq(
        Renyi(alpha, *_ONE_CENTRE), log((beta / b) ** alpha * b / (alpha * beta + (1 - alpha) * b)) / (alpha - 1)
    ),
    **over(alpha, b, beta),
    hypotheses=(alpha * beta + (1 - alpha) * b > 0,),
    cites=(Cite(_GIL, "Laplace family"),),
    uses=("renyi.exponential",),
    checks=both_roads(runs.renyi(runs.laplace_scales)),
)

KL_SCALES = Theorem(
    id="kl.laplace.scales",
    title="Kullback-Leibler divergence of two Laplace laws of one centre and unequal scales",
    statement=eq(KL(*_ONE_CENTRE), log(beta / b) + b / beta - 1),
    **over(b, beta),
    cites=(Cite(_GIL, "Laplace family"),),
    uses=("kl.exponential",),
    checks=both_roads(runs.kl(runs.laplace_scales)),
)

_OUTER, _INNER = alpha * beta / b + 1 - alpha, alpha * beta / b + alpha - 1

RENYI_APART = Theorem(
    id="renyi.laplace.apart",
    title="Rényi divergence of two Laplace laws at distance 1 and of unequal scales",
    statement=eq(
        Renyi(alpha, *_APART),
        log(
            (beta / b) ** alpha
            * (alpha * beta / b * exp((alpha - 1) / beta) + (alpha - 1) * exp(-alpha / b))
            / (_OUTER * _INNER)
        )
        / (alpha - 1),
    ),
    **over(alpha, b, beta),
    hypotheses=(_OUTER > 0,),
    cites=(Cite(_GIL, "Laplace family"),),
    uses=("renyi.change_of_measure",),
    checks=both_roads(runs.renyi(runs.laplace_scales_apart)),
)

KL_APART = Theorem(
    id="kl.laplace.apart",
    title="Kullback-Leibler divergence of two Laplace laws at distance 1 and of unequal scales",
    statement=eq(KL(*_APART), log(beta / b) + (1 + b * exp(-1 / b)) / beta - 1),
    **over(b, beta),
    cites=(Cite(_GIL, "Laplace family"),),
    checks=both_roads(runs.kl(runs.laplace_scales_apart)),
)


def _moment(distance: object) -> object:
    return (alpha * exp((alpha - 1) * distance) + (alpha - 1) * exp(-alpha * distance)) / (2 * alpha - 1)


RENYI_VECTOR = Theorem(
    id="renyi.laplace.vector",
    title="Rényi divergence of a vector of two independent Laplace numbers from the same vector moved",
    statement=eq(Renyi(alpha, *_VECTOR), (log(_moment(Abs(mu1) / b)) + log(_moment(Abs(mu2) / b))) / (alpha - 1)),
    **over(alpha, b, mu1, mu2),
    cites=(Cite("vanervenharremoes2014", "Theorem 28"),),
    uses=("renyi.laplace.pair",),
    checks=both_roads(runs.renyi(runs.laplace_vector)),
)

KL_VECTOR = Theorem(
    id="kl.laplace.vector",
    title="Kullback-Leibler divergence of a vector of two independent Laplace numbers from the same vector moved",
    statement=eq(KL(*_VECTOR), (Abs(mu1) + Abs(mu2)) / b + exp(-Abs(mu1) / b) + exp(-Abs(mu2) / b) - 2),
    **over(b, mu1, mu2),
    cites=(Cite("vanervenharremoes2014", "Theorem 28"),),
    uses=("kl.laplace",),
    checks=both_roads(runs.kl(runs.laplace_vector)),
)

MAX_VECTOR = Theorem(
    id="max.laplace.vector",
    title="Max divergence of vectors of two Laplace numbers: the l1 distance over the scale",
    statement=eq(MaxDivergence(*_VECTOR), (Abs(mu1) + Abs(mu2)) / b),
    **over(b, mu1, mu2),
    cites=(Cite("dworkroth2014", "Theorem 3.6"),),
    checks=both_roads(runs.greatest(runs.laplace_vector)),
)
