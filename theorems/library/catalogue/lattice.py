"""Integer noise on a count of sensitivity 1: two-sided geometric, discrete Gaussian, Skellam."""

from sympy import Max, Piecewise, Rational, cosh, exp, log, oo, sqrt, tanh

from dpsym import KL, DiscreteGaussian, DiscreteLaplace, Skellam
from dpsym.parameters import alpha, b, eps, m1, m2, r, sigma
from dpsym.special import GaussianSum
from theorems.checks import Limit, Transcribed
from theorems.entry import Cite
from theorems.library.catalogue import runs
from theorems.library.catalogue.family import Family
from theorems.library.catalogue.space import NEAR, order

_GEOMETRIC = Family(
    "two-sided geometric noise",
    (DiscreteLaplace(0, b), DiscreteLaplace(1, b)),
    runs.two_sided_geometric,
    is_mechanism=True,
)
_GAUSSIAN = Family(
    "discrete Gaussian noise",
    (DiscreteGaussian(0, sigma), DiscreteGaussian(1, sigma)),
    runs.discrete_gaussian,
    is_mechanism=True,
)
_SKELLAM = Family(
    "two Skellam laws with one product of the means",
    (Skellam(m1 * r, m2 / r), Skellam(m1, m2)),
    runs.skellam,
    symbols=(m1, m2, r),
)
_GHOSH = Cite("ghosh2012universally", "the geometric mechanism")
_CANONNE = "canonne2020discrete"

RENYI_GEOMETRIC = _GEOMETRIC.closed(
    "renyi.two_sided_geometric",
    log((exp((alpha - 1) / b) + exp(-alpha / b)) / (1 + exp(-1 / b))) / (alpha - 1),
    "Rényi budget of two-sided geometric noise: that of randomized response",
    also=(Limit(alpha, 1, KL(*_GEOMETRIC.laws)),),
    cites=(_GHOSH,),
    note="The privacy loss takes the two values 1/b and -1/b only, as the one of randomized response does.",
)
KL_GEOMETRIC = _GEOMETRIC.closed("kl.two_sided_geometric", tanh(1 / (2 * b)) / b)
MAX_GEOMETRIC = _GEOMETRIC.closed(
    "max.two_sided_geometric",
    1 / b,
    "Two-sided geometric noise of scale b is 1/b-DP, and no better",
    cites=(_GHOSH,),
    specializes="mechanism.two_sided_geometric",
)
PROFILE_GEOMETRIC = _GEOMETRIC.closed(
    "profile.two_sided_geometric",
    Max(0, (1 - exp(eps - 1 / b)) / (1 + exp(-1 / b))),
    box=NEAR,
    points=(8, 8),
    cites=(_GHOSH,),
)
CHI_SQUARED_GEOMETRIC = _GEOMETRIC.closed(
    "chi2.two_sided_geometric", (exp(1 / b) + exp(-2 / b)) / (1 + exp(-1 / b)) - 1
)
VARIATION_GEOMETRIC = _GEOMETRIC.closed("tv.two_sided_geometric", tanh(1 / (2 * b)))
HELLINGER_GEOMETRIC = _GEOMETRIC.closed("hellinger.two_sided_geometric", 1 - 1 / cosh(1 / (2 * b)))
LOSS_TAIL_GEOMETRIC = _GEOMETRIC.closed(
    "loss_tail.two_sided_geometric",
    Piecewise((0, eps >= 1 / b), (1 / (1 + exp(-1 / b)), True)),
    box=NEAR,
    points=(24, 24),
    note="Ours: the loss takes two values at sensitivity 1, each on a half line.",
)
LOSS_VARIANCE_GEOMETRIC = _GEOMETRIC.closed("loss_variance.two_sided_geometric", (1 - tanh(1 / (2 * b)) ** 2) / b**2)
RENYI_DISCRETE_GAUSSIAN = _GAUSSIAN.closed(
    "renyi.discrete_gaussian",
    alpha / (2 * sigma**2) + log(GaussianSum(1 - alpha, sigma) / GaussianSum(0, sigma)) / (alpha - 1),
    "Rényi budget of discrete Gaussian noise at any order, by theta functions",
    cites=(Cite(_CANONNE, "Proposition 5", "arXiv:2004.00010v4"),),
    note="The quotient of the sums is at most 1, so that the budget is at most that of the Gaussian law.",
)
RENYI_DISCRETE_GAUSSIAN_INTEGER = _GAUSSIAN.closed(
    "renyi.discrete_gaussian.integer",
    order / (2 * sigma**2),
    "At integer orders the Rényi budget of discrete Gaussian noise is that of the Gaussian law",
    order=order,
    cites=(Cite(_CANONNE, "Proposition 5, with equality", "arXiv:2004.00010v4"),),
    uses=("renyi.discrete_gaussian",),
    specializes="renyi.discrete_gaussian",
)
KL_DISCRETE_GAUSSIAN = _GAUSSIAN.closed(
    "kl.discrete_gaussian",
    1 / (2 * sigma**2),
    cites=(Cite(_CANONNE, "Proposition 5, at order 1", "arXiv:2004.00010v4"),),
)
MAX_DISCRETE_GAUSSIAN = _GAUSSIAN.closed(
    "max.discrete_gaussian",
    oo,
    "Discrete Gaussian noise is eps-DP for no eps",
    also=(Transcribed("MaxDivergence(DiscreteGaussian(0, sigma), DiscreteGaussian(1, sigma)) == oo"),),
)
CHI_SQUARED_DISCRETE_GAUSSIAN = _GAUSSIAN.closed(
    "chi2.discrete_gaussian", exp(1 / sigma**2) - 1, uses=("renyi.discrete_gaussian.integer",)
)
HELLINGER_DISCRETE_GAUSSIAN = _GAUSSIAN.closed(
    "hellinger.discrete_gaussian",
    1 - exp(-1 / (8 * sigma**2)) * GaussianSum(Rational(1, 2), sigma) / GaussianSum(0, sigma),
)
LOSS_VARIANCE_DISCRETE_GAUSSIAN = _GAUSSIAN.closed(
    "loss_variance.discrete_gaussian",
    GaussianSum(0, sigma, 2) / (sigma**4 * GaussianSum(0, sigma)),
    note="Ours: the variance of the noise over sigma^4.",
)
RENYI_SKELLAM = _SKELLAM.closed(
    "renyi.skellam",
    (m1 * r**alpha + m2 * r**-alpha - alpha * (m1 * r + m2 / r) - (1 - alpha) * (m1 + m2)) / (alpha - 1),
    box={"r": ("1/2", 2), "alpha": ("11/10", 4)},
    uses=("renyi.poisson",),
    note="The Bessel factors of the masses cancel when the product of the means is one.",
)
KL_SKELLAM = _SKELLAM.closed(
    "kl.skellam",
    (m1 * r - m2 / r) * log(r) - m1 * (r - 1) - m2 * (1 / r - 1),
    box={"r": ("1/2", 2)},
    uses=("kl.poisson",),
)
CHI_SQUARED_SKELLAM = _SKELLAM.closed(
    "chi2.skellam", exp(m1 * (r - 1) ** 2 + m2 * (1 / r - 1) ** 2) - 1, box={"r": ("1/2", 2)}
)
HELLINGER_SKELLAM = _SKELLAM.closed(
    "hellinger.skellam", 1 - exp(-(m1 * (sqrt(r) - 1) ** 2 + m2 * (1 / sqrt(r) - 1) ** 2) / 2), box={"r": ("1/2", 2)}
)
LOSS_VARIANCE_SKELLAM = _SKELLAM.closed(
    "loss_variance.skellam",
    (m1 * r + m2 / r) * log(r) ** 2,
    box={"r": ("1/2", 2)},
    note="Ours: the loss is linear in the difference of the counts: its slope squared times the sum of the means.",
)
