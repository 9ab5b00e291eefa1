"""Integer noise on a count of sensitivity 1: two-sided geometric, discrete Gaussian, Skellam."""

from sympy import Max, Piecewise, Rational, cosh, exp, log, oo, sqrt, tanh

from dpsym import (
    KL,
    ChiSquaredDivergence,
    DiscreteGaussian,
    DiscreteLaplace,
    HockeyStick,
    LossCumulant,
    LossTail,
    MaxDivergence,
    Renyi,
    Skellam,
    SquaredHellinger,
    TotalVariation,
)
from dpsym.parameters import alpha, b, eps, m1, m2, r, sigma
from dpsym.special import GaussianSum
from theorems.checks import Limit, Transcribed
from theorems.entry import Cite, Theorem
from theorems.library.catalogue import runs
from theorems.library.catalogue.space import NEAR, both_roads, order, over
from theorems.statement import eq

_GEOMETRIC = DiscreteLaplace(0, b), DiscreteLaplace(1, b)
_GAUSSIAN = DiscreteGaussian(0, sigma), DiscreteGaussian(1, sigma)
_SKELLAM = Skellam(m1 * r, m2 / r), Skellam(m1, m2)
_GHOSH = Cite("ghosh2012universally", "the geometric mechanism")
_CANONNE = "canonne2020discrete"

RENYI_GEOMETRIC = Theorem(
    id="renyi.two_sided_geometric",
    title="Rényi budget of two-sided geometric noise: that of randomized response",
    statement=eq(
        Renyi(alpha, *_GEOMETRIC), log((exp((alpha - 1) / b) + exp(-alpha / b)) / (1 + exp(-1 / b))) / (alpha - 1)
    ),
    **over(alpha, b),
    cites=(_GHOSH,),
    uses=("renyi.change_of_measure",),
    checks=(*both_roads(runs.renyi(runs.two_sided_geometric)), Limit(alpha, 1, KL(*_GEOMETRIC))),
    note="The privacy loss takes the two values 1/b and -1/b only, as the one of randomized response does.",
)

KL_GEOMETRIC = Theorem(
    id="kl.two_sided_geometric",
    title="Budget of order 1 of two-sided geometric noise",
    statement=eq(KL(*_GEOMETRIC), tanh(1 / (2 * b)) / b),
    **over(b),
    checks=both_roads(runs.kl(runs.two_sided_geometric)),
)

MAX_GEOMETRIC = Theorem(
    id="max.two_sided_geometric",
    title="Two-sided geometric noise of scale b is 1/b-DP, and no better",
    statement=eq(MaxDivergence(*_GEOMETRIC), 1 / b),
    **over(b),
    cites=(_GHOSH,),
    specializes="mechanism.two_sided_geometric",
    checks=both_roads(runs.greatest(runs.two_sided_geometric)),
)

PROFILE_GEOMETRIC = Theorem(
    id="profile.two_sided_geometric",
    title="Privacy profile of two-sided geometric noise",
    statement=eq(HockeyStick(eps, *_GEOMETRIC), Max(0, (1 - exp(eps - 1 / b)) / (1 + exp(-1 / b)))),
    **over(eps, b, **NEAR),
    cites=(Cite("ghosh2012universally", "the geometric mechanism"),),
    checks=both_roads(runs.profile(runs.two_sided_geometric)),
)

CHI_SQUARED_GEOMETRIC = Theorem(
    id="chi2.two_sided_geometric",
    title="Chi-squared divergence of two-sided geometric noise",
    statement=eq(ChiSquaredDivergence(*_GEOMETRIC), (exp(1 / b) + exp(-2 / b)) / (1 + exp(-1 / b)) - 1),
    **over(b),
    uses=("renyi.two_sided_geometric",),
    checks=both_roads(runs.chi_squared(runs.two_sided_geometric)),
)

VARIATION_GEOMETRIC = Theorem(
    id="tv.two_sided_geometric",
    title="Total variation distance of two-sided geometric noise",
    statement=eq(TotalVariation(*_GEOMETRIC), tanh(1 / (2 * b))),
    **over(b),
    uses=("profile.two_sided_geometric",),
    checks=both_roads(runs.total_variation(runs.two_sided_geometric)),
)

HELLINGER_GEOMETRIC = Theorem(
    id="hellinger.two_sided_geometric",
    title="Squared Hellinger distance of two-sided geometric noise",
    statement=eq(SquaredHellinger(*_GEOMETRIC), 1 - 1 / cosh(1 / (2 * b))),
    **over(b),
    checks=both_roads(runs.hellinger(runs.two_sided_geometric)),
)

LOSS_TAIL_GEOMETRIC = Theorem(
    id="loss_tail.two_sided_geometric",
    title="Tail of the privacy loss of two-sided geometric noise",
    statement=eq(LossTail(eps, *_GEOMETRIC), Piecewise((0, eps >= 1 / b), (1 / (1 + exp(-1 / b)), True))),
    **over(eps, b, **NEAR),
    note="Ours: the loss takes two values at sensitivity 1, each on a half line.",
    checks=both_roads(runs.loss_tail(runs.two_sided_geometric), 24, balls=24),
)

LOSS_VARIANCE_GEOMETRIC = Theorem(
    id="loss_variance.two_sided_geometric",
    title="Variance of the privacy loss of two-sided geometric noise",
    statement=eq(LossCumulant(2, *_GEOMETRIC), (1 - tanh(1 / (2 * b)) ** 2) / b**2),
    **over(b),
    checks=both_roads(runs.loss_variance(runs.two_sided_geometric)),
)

RENYI_DISCRETE_GAUSSIAN = Theorem(
    id="renyi.discrete_gaussian",
    title="Rényi budget of discrete Gaussian noise at any order, by theta functions",
    statement=eq(
        Renyi(alpha, *_GAUSSIAN),
        alpha / (2 * sigma**2) + log(GaussianSum(1 - alpha, sigma) / GaussianSum(0, sigma)) / (alpha - 1),
    ),
    **over(alpha, sigma),
    cites=(Cite(_CANONNE, "Proposition 5", "arXiv:2004.00010v4"),),
    uses=("renyi.change_of_measure",),
    checks=both_roads(runs.renyi(runs.discrete_gaussian)),
    note="The quotient of the sums is at most 1, so that the budget is at most that of the Gaussian law.",
)

RENYI_DISCRETE_GAUSSIAN_INTEGER = Theorem(
    id="renyi.discrete_gaussian.integer",
    title="At integer orders the Rényi budget of discrete Gaussian noise is that of the Gaussian law",
    statement=eq(Renyi(order, *_GAUSSIAN), order / (2 * sigma**2)),
    **over(order, sigma),
    specializes="renyi.discrete_gaussian",
    cites=(Cite(_CANONNE, "Proposition 5, with equality", "arXiv:2004.00010v4"),),
    uses=("renyi.discrete_gaussian",),
    checks=both_roads(runs.renyi(runs.discrete_gaussian)),
)

KL_DISCRETE_GAUSSIAN = Theorem(
    id="kl.discrete_gaussian",
    title="Budget of order 1 of discrete Gaussian noise",
    statement=eq(KL(*_GAUSSIAN), 1 / (2 * sigma**2)),
    **over(sigma),
    cites=(Cite(_CANONNE, "Proposition 5, at order 1", "arXiv:2004.00010v4"),),
    checks=both_roads(runs.kl(runs.discrete_gaussian)),
)

MAX_DISCRETE_GAUSSIAN = Theorem(
    id="max.discrete_gaussian",
    title="Discrete Gaussian noise is eps-DP for no eps",
    statement=eq(MaxDivergence(*_GAUSSIAN), oo),
    **over(sigma),
    checks=(
        *both_roads(runs.greatest(runs.discrete_gaussian)),
        Transcribed("MaxDivergence(DiscreteGaussian(0, sigma), DiscreteGaussian(1, sigma)) == oo"),
    ),
)

CHI_SQUARED_DISCRETE_GAUSSIAN = Theorem(
    id="chi2.discrete_gaussian",
    title="Chi-squared divergence of discrete Gaussian noise",
    statement=eq(ChiSquaredDivergence(*_GAUSSIAN), exp(1 / sigma**2) - 1),
    **over(sigma),
    uses=("renyi.discrete_gaussian.integer",),
    checks=both_roads(runs.chi_squared(runs.discrete_gaussian)),
)

HELLINGER_DISCRETE_GAUSSIAN = Theorem(
    id="hellinger.discrete_gaussian",
    title="Squared Hellinger distance of discrete Gaussian noise",
    statement=eq(
        SquaredHellinger(*_GAUSSIAN),
        1 - exp(-1 / (8 * sigma**2)) * GaussianSum(Rational(1, 2), sigma) / GaussianSum(0, sigma),
    ),
    **over(sigma),
    checks=both_roads(runs.hellinger(runs.discrete_gaussian)),
)

LOSS_VARIANCE_DISCRETE_GAUSSIAN = Theorem(
    id="loss_variance.discrete_gaussian",
    title="Variance of the privacy loss of discrete Gaussian noise",
    statement=eq(LossCumulant(2, *_GAUSSIAN), GaussianSum(0, sigma, 2) / (sigma**4 * GaussianSum(0, sigma))),
    **over(sigma),
    checks=both_roads(runs.loss_variance(runs.discrete_gaussian)),
    note="Ours: the variance of the noise over sigma^4.",
)

RENYI_SKELLAM = Theorem(
    id="renyi.skellam",
    title="Rényi divergence of two Skellam laws with one product of the means",
    statement=eq(
        Renyi(alpha, *_SKELLAM),
        (m1 * r**alpha + m2 * r**-alpha - alpha * (m1 * r + m2 / r) - (1 - alpha) * (m1 + m2)) / (alpha - 1),
    ),
    **over(alpha, m1, m2, r, r=("1/2", 2), alpha=("11/10", 4)),
    uses=("renyi.poisson",),
    checks=both_roads(runs.renyi(runs.skellam)),
    note="The Bessel factors of the masses cancel when the product of the means is one.",
)

KL_SKELLAM = Theorem(
    id="kl.skellam",
    title="Kullback-Leibler divergence of two Skellam laws with one product of the means",
    statement=eq(KL(*_SKELLAM), (m1 * r - m2 / r) * log(r) - m1 * (r - 1) - m2 * (1 / r - 1)),
    **over(m1, m2, r, r=("1/2", 2)),
    uses=("kl.poisson",),
    checks=both_roads(runs.kl(runs.skellam)),
)

CHI_SQUARED_SKELLAM = Theorem(
    id="chi2.skellam",
    title="Chi-squared divergence of two Skellam laws with one product of the means",
    statement=eq(ChiSquaredDivergence(*_SKELLAM), exp(m1 * (r - 1) ** 2 + m2 * (1 / r - 1) ** 2) - 1),
    **over(m1, m2, r, r=("1/2", 2)),
    uses=("renyi.skellam",),
    checks=both_roads(runs.chi_squared(runs.skellam)),
)

HELLINGER_SKELLAM = Theorem(
    id="hellinger.skellam",
    title="Squared Hellinger distance of two Skellam laws with one product of the means",
    statement=eq(SquaredHellinger(*_SKELLAM), 1 - exp(-(m1 * (sqrt(r) - 1) ** 2 + m2 * (1 / sqrt(r) - 1) ** 2) / 2)),
    **over(m1, m2, r, r=("1/2", 2)),
    checks=both_roads(runs.hellinger(runs.skellam)),
)

LOSS_VARIANCE_SKELLAM = Theorem(
    id="loss_variance.skellam",
    title="Variance of the privacy loss of two Skellam laws with one product of the means",
    statement=eq(LossCumulant(2, *_SKELLAM), (m1 * r + m2 / r) * log(r) ** 2),
    **over(m1, m2, r, r=("1/2", 2)),
    note="Ours: the loss is linear in the difference of the counts: its slope squared times the sum of the means.",
    checks=both_roads(runs.loss_variance(runs.skellam)),
)
