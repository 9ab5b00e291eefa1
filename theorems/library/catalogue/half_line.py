"""Laws on the half line: exponential, Weibull, Rayleigh, Pareto, and noise that only ever adds."""

from sympy import Piecewise, exp, log, oo, sqrt

from dpsym import (
    KL,
    ChiSquaredDivergence,
    Exponential,
    HockeyStick,
    InverseProfile,
    LossCumulant,
    LossTail,
    MaxDivergence,
    Pareto,
    Rayleigh,
    Renyi,
    SquaredHellinger,
    TotalVariation,
    TradeOff,
    Weibull,
)
from dpsym.parameters import a, alpha, b, beta, delta, eps, k, k1, k2, m, sigma1, sigma2, t
from theorems.checks import Transcribed
from theorems.entry import Cite, Theorem
from theorems.library.catalogue import runs, sources
from theorems.library.catalogue.space import NEAR, both_roads, by_numbers, over
from theorems.statement import eq

_GIL = "gil2013renyi"
_SCALES = Exponential(0, b), Exponential(0, beta)
_NESTED = Exponential(0, b), Exponential(0, b + a)
_LATER = Exponential(1, b), Exponential(0, b)
_EARLIER = Exponential(0, b), Exponential(1, b)
_WEIBULL = Weibull(k, b), Weibull(k, beta)
_RAYLEIGH = Rayleigh(sigma1), Rayleigh(sigma2)
_PARETO = Pareto(m, k1), Pareto(m, k2)

RENYI_EXPONENTIAL = Theorem(
    id="renyi.exponential",
    title="Rényi divergence of two exponential laws",
    statement=eq(Renyi(alpha, *_SCALES), log(beta / b) + log(beta / (alpha * beta + (1 - alpha) * b)) / (alpha - 1)),
    **over(alpha, b, beta),
    hypotheses=(alpha * beta + (1 - alpha) * b > 0,),
    cites=(Cite(_GIL, "exponential family"),),
    uses=("renyi.change_of_measure",),
    checks=both_roads(runs.renyi(runs.exponential)),
    note="The scales are the means; Gil and others write the rates 1/b and 1/beta.",
)

KL_EXPONENTIAL = Theorem(
    id="kl.exponential",
    title="Kullback-Leibler divergence of two exponential laws",
    statement=eq(KL(*_SCALES), log(beta / b) + b / beta - 1),
    **over(b, beta),
    cites=(Cite(_GIL, "exponential family"),),
    checks=both_roads(runs.kl(runs.exponential)),
)

MAX_EXPONENTIAL = Theorem(
    id="max.exponential",
    title="Max divergence of an exponential law from a wider one",
    statement=eq(MaxDivergence(*_NESTED), log((b + a) / b)),
    **over(a, b),
    note="Ours: the loss is greatest at 0.",
    checks=both_roads(runs.greatest(runs.exponential_below)),
)

PROFILE_EXPONENTIAL = Theorem(
    id="profile.exponential",
    title="Hockey-stick divergence of an exponential law from a wider one",
    statement=eq(
        HockeyStick(eps, *_NESTED),
        Piecewise(
            (0, eps >= log((b + a) / b)),
            (
                1 - (b * exp(eps) / (b + a)) ** ((b + a) / a) - exp(eps) * (1 - (b * exp(eps) / (b + a)) ** (b / a)),
                True,
            ),
        ),
    ),
    **over(eps, a, b, epsilon=("1/10", "1/2"), a=(1, 4)),
    note="Ours: the loss exceeds eps on an interval from 0; both laws have their distribution functions there.",
    checks=by_numbers(runs.profile(runs.exponential_below), balls=4),
)

CHI_SQUARED_EXPONENTIAL = Theorem(
    id="chi2.exponential",
    title="Chi-squared divergence of two exponential laws",
    statement=eq(ChiSquaredDivergence(*_SCALES), (b - beta) ** 2 / (b * (2 * beta - b))),
    **over(b, beta),
    hypotheses=(2 * beta - b > 0,),
    cites=(Cite("gil2013renyi", "exponential family, at order 2"),),
    uses=("renyi.exponential",),
    checks=both_roads(runs.chi_squared(runs.exponential)),
)

HELLINGER_EXPONENTIAL = Theorem(
    id="hellinger.exponential",
    title="Squared Hellinger distance of two exponential laws",
    statement=eq(SquaredHellinger(*_SCALES), 1 - 2 * sqrt(b * beta) / (b + beta)),
    **over(b, beta),
    cites=(sources.BHATTACHARYYA, Cite("gil2013renyi", "exponential family, at order 1/2")),
    checks=both_roads(runs.hellinger(runs.exponential)),
)

LOSS_VARIANCE_EXPONENTIAL = Theorem(
    id="loss_variance.exponential",
    title="Variance of the privacy loss of two exponential laws",
    statement=eq(LossCumulant(2, *_SCALES), (b / beta - 1) ** 2),
    **over(b, beta),
    cites=(Cite("gil2013renyi", "exponential family, variance of the log-likelihood ratio"),),
    checks=both_roads(runs.loss_variance(runs.exponential)),
)

RENYI_SHIFT = Theorem(
    id="renyi.exponential.shift",
    title="Rényi budget of exponential noise, where the answer may only fall: one number for all orders",
    statement=eq(Renyi(alpha, *_LATER), 1 / b),
    **over(alpha, b),
    uses=("renyi.change_of_measure",),
    checks=both_roads(runs.renyi(runs.exponential_later)),
    note="The privacy loss is the constant 1/b.",
)

RENYI_SHIFT_DIVERGES = Theorem(
    id="renyi.exponential.shift.diverges",
    title="Where the answer may rise, every Rényi divergence of exponential noise above order 1 is infinite",
    statement=eq(Renyi(alpha, *_EARLIER), oo),
    **over(alpha, b),
    uses=("renyi.change_of_measure",),
    note="Ours: the first law has mass where the second has none.",
    checks=(
        *by_numbers(runs.renyi(runs.exponential_earlier)),
        Transcribed("Renyi(alpha, Exponential(0, b), Exponential(1, b)) == oo"),
    ),
)

MAX_SHIFT = Theorem(
    id="max.exponential.shift",
    title="Exponential noise is 1/b-DP in the direction in which the answer falls",
    statement=eq(MaxDivergence(*_LATER), 1 / b),
    **over(b),
    checks=both_roads(runs.greatest(runs.exponential_later)),
)

PROFILE_SHIFT = Theorem(
    id="profile.exponential.shift",
    title="Privacy profile of exponential noise, where the answer may only fall",
    statement=eq(HockeyStick(eps, *_LATER), Piecewise((0, eps >= 1 / b), (1 - exp(eps - 1 / b), True))),
    **over(eps, b, **NEAR),
    checks=both_roads(runs.profile(runs.exponential_later), balls=4),
)

PROFILE_SHIFT_BACK = Theorem(
    id="profile.exponential.shift.reversed",
    title="Privacy profile of exponential noise, where the answer may rise: one delta for every eps",
    statement=eq(HockeyStick(eps, *_EARLIER), 1 - exp(-1 / b)),
    **over(eps, b),
    checks=both_roads(runs.profile(runs.exponential_earlier), balls=4),
)

TRADEOFF_SHIFT = Theorem(
    id="tradeoff.exponential.shift",
    title="Trade-off function of exponential noise: one line",
    statement=eq(TradeOff(t, *_LATER), exp(-1 / b) * (1 - t)),
    **over(t, b),
    cites=(Cite("dong2022gaussian", "section 2, by the Neyman-Pearson lemma", "arXiv:1905.02383v3"),),
    checks=both_roads(runs.tradeoff(runs.exponential_later), 4, balls=4),
)

VARIATION_SHIFT = Theorem(
    id="tv.exponential.shift",
    title="Total variation distance of exponential noise",
    statement=eq(TotalVariation(*_LATER), 1 - exp(-1 / b)),
    **over(b),
    uses=("profile.exponential.shift",),
    checks=both_roads(runs.total_variation(runs.exponential_later)),
)

LOSS_TAIL_SHIFT = Theorem(
    id="loss_tail.exponential.shift",
    title="Tail of the privacy loss of exponential noise",
    statement=eq(LossTail(eps, *_LATER), Piecewise((0, eps >= 1 / b), (1, True))),
    **over(eps, b, **NEAR),
    checks=both_roads(runs.loss_tail(runs.exponential_later), balls=4),
)

INVERSE_PROFILE_SHIFT = Theorem(
    id="inverse_profile.exponential.shift",
    title="The eps of exponential noise at a given delta",
    statement=eq(
        InverseProfile(delta, *_LATER), Piecewise((1 / b + log(1 - delta), delta <= 1 - exp(-1 / b)), (0, True))
    ),
    **over(delta, b),
    uses=("profile.exponential.shift",),
    checks=both_roads(runs.inverse_profile(runs.exponential_later), 4, balls=0),
)

RENYI_WEIBULL = Theorem(
    id="renyi.weibull",
    title="Rényi divergence of two Weibull laws of one shape",
    statement=eq(
        Renyi(alpha, *_WEIBULL),
        log(beta**k / b**k) + log(beta**k / (alpha * beta**k + (1 - alpha) * b**k)) / (alpha - 1),
    ),
    **over(alpha, k, b, beta),
    hypotheses=(alpha * beta**k + (1 - alpha) * b**k > 0,),
    cites=(Cite(_GIL, "Weibull family"),),
    uses=("renyi.exponential",),
    checks=both_roads(runs.renyi(runs.weibull)),
    note="The k-th power has an exponential law.",
)

KL_WEIBULL = Theorem(
    id="kl.weibull",
    title="Kullback-Leibler divergence of two Weibull laws of one shape",
    statement=eq(KL(*_WEIBULL), k * log(beta / b) + (b / beta) ** k - 1),
    **over(k, b, beta),
    cites=(
        Cite("bauckhage2013", "the closed form, at equal shapes", "arXiv:1310.3713"),
        Cite("gil2013renyi", "Weibull family"),
    ),
    uses=("kl.exponential",),
    checks=both_roads(runs.kl(runs.weibull)),
)

RENYI_RAYLEIGH = Theorem(
    id="renyi.rayleigh",
    title="Rényi divergence of two Rayleigh laws",
    statement=eq(
        Renyi(alpha, *_RAYLEIGH),
        2 * log(sigma2 / sigma1) + log(sigma2**2 / (alpha * sigma2**2 + (1 - alpha) * sigma1**2)) / (alpha - 1),
    ),
    **over(alpha, sigma1, sigma2),
    hypotheses=(alpha * sigma2**2 + (1 - alpha) * sigma1**2 > 0,),
    cites=(Cite(_GIL, "Rayleigh family"),),
    uses=("renyi.weibull",),
    checks=both_roads(runs.renyi(runs.rayleigh)),
)

KL_RAYLEIGH = Theorem(
    id="kl.rayleigh",
    title="Kullback-Leibler divergence of two Rayleigh laws",
    statement=eq(KL(*_RAYLEIGH), 2 * log(sigma2 / sigma1) + sigma1**2 / sigma2**2 - 1),
    **over(sigma1, sigma2),
    cites=(Cite(_GIL, "Rayleigh family"),),
    uses=("kl.weibull",),
    checks=both_roads(runs.kl(runs.rayleigh)),
)

RENYI_PARETO = Theorem(
    id="renyi.pareto",
    title="Rényi divergence of two Pareto laws of one left end",
    statement=eq(Renyi(alpha, *_PARETO), log(k1 / k2) + log(k1 / (alpha * k1 + (1 - alpha) * k2)) / (alpha - 1)),
    **over(alpha, m, k1, k2),
    hypotheses=(alpha * k1 + (1 - alpha) * k2 > 0,),
    cites=(Cite(_GIL, "Pareto family"),),
    uses=("renyi.exponential",),
    checks=both_roads(runs.renyi(runs.pareto)),
    note="The logarithm of the quotient by the least value has an exponential law.",
)

KL_PARETO = Theorem(
    id="kl.pareto",
    title="Kullback-Leibler divergence of two Pareto laws of one left end",
    statement=eq(KL(*_PARETO), log(k1 / k2) + k2 / k1 - 1),
    **over(m, k1, k2),
    cites=(Cite(_GIL, "Pareto family"),),
    uses=("kl.exponential",),
    checks=both_roads(runs.kl(runs.pareto)),
)
