"""Laws on the half line: exponential, Weibull, Rayleigh, Pareto, and noise that only ever adds."""

from sympy import Piecewise, exp, log, oo, sqrt

from dpsym import Exponential, Pareto, Rayleigh, Weibull
from dpsym.parameters import a, alpha, b, beta, delta, eps, k, k1, k2, m, sigma1, sigma2, t
from theorems.checks import Transcribed
from theorems.entry import Cite
from theorems.library.catalogue import runs, sources
from theorems.library.catalogue.family import Family
from theorems.library.catalogue.space import NEAR

_SCALES = Family(
    "two exponential laws",
    (Exponential(0, b), Exponential(0, beta)),
    runs.exponential,
    cites=sources.gil("exponential"),
)
_NESTED = Family(
    "an exponential law from a wider one",
    (Exponential(0, b), Exponential(0, b + a)),
    runs.exponential_below,
    symbols=(a, b),
)
_LATER = Family("exponential noise", (Exponential(1, b), Exponential(0, b)), runs.exponential_later, is_mechanism=True)
_EARLIER = Family(
    "exponential noise", (Exponential(0, b), Exponential(1, b)), runs.exponential_earlier, is_mechanism=True
)
_WEIBULL = Family(
    "two Weibull laws of one shape", (Weibull(k, b), Weibull(k, beta)), runs.weibull, cites=sources.gil("Weibull")
)
_RAYLEIGH = Family(
    "two Rayleigh laws", (Rayleigh(sigma1), Rayleigh(sigma2)), runs.rayleigh, cites=sources.gil("Rayleigh")
)
_PARETO = Family(
    "two Pareto laws of one left end", (Pareto(m, k1), Pareto(m, k2)), runs.pareto, cites=sources.gil("Pareto")
)

RENYI_EXPONENTIAL = _SCALES.closed(
    "renyi.exponential",
    log(beta / b) + log(beta / (alpha * beta + (1 - alpha) * b)) / (alpha - 1),
    hypotheses=(alpha * beta + (1 - alpha) * b > 0,),
    note="The scales are the means; Gil and others write the rates 1/b and 1/beta.",
)
KL_EXPONENTIAL = _SCALES.closed("kl.exponential", log(beta / b) + b / beta - 1)
MAX_EXPONENTIAL = _NESTED.closed("max.exponential", log((b + a) / b), note="Ours: the loss is greatest at 0.")
PROFILE_EXPONENTIAL = _NESTED.closed(
    "profile.exponential",
    Piecewise(
        (0, eps >= log((b + a) / b)),
        (1 - (b * exp(eps) / (b + a)) ** ((b + a) / a) - exp(eps) * (1 - (b * exp(eps) / (b + a)) ** (b / a)), True),
    ),
    "Hockey-stick divergence of an exponential law from a wider one",
    box={"epsilon": ("1/10", "1/2"), "a": (1, 4)},
    derived=False,
    note="Ours: the loss exceeds eps on an interval from 0; both laws have their distribution functions there.",
)
CHI_SQUARED_EXPONENTIAL = _SCALES.closed(
    "chi2.exponential", (b - beta) ** 2 / (b * (2 * beta - b)), hypotheses=(2 * beta - b > 0,)
)
HELLINGER_EXPONENTIAL = _SCALES.closed("hellinger.exponential", 1 - 2 * sqrt(b * beta) / (b + beta))
LOSS_VARIANCE_EXPONENTIAL = _SCALES.closed("loss_variance.exponential", (b / beta - 1) ** 2)
RENYI_SHIFT = _LATER.closed(
    "renyi.exponential.shift",
    1 / b,
    "Rényi budget of exponential noise, where the answer may only fall: one number for all orders",
    note="The privacy loss is the constant 1/b.",
)
RENYI_SHIFT_DIVERGES = _EARLIER.closed(
    "renyi.exponential.shift.diverges",
    oo,
    "Where the answer may rise, every Rényi divergence of exponential noise above order 1 is infinite",
    derived=False,
    also=(Transcribed("Renyi(alpha, Exponential(0, b), Exponential(1, b)) == oo"),),
    note="Ours: the first law has mass where the second has none.",
)
MAX_SHIFT = _LATER.closed(
    "max.exponential.shift", 1 / b, "Exponential noise is 1/b-DP in the direction in which the answer falls"
)
PROFILE_SHIFT = _LATER.closed(
    "profile.exponential.shift",
    Piecewise((0, eps >= 1 / b), (1 - exp(eps - 1 / b), True)),
    "Privacy profile of exponential noise, where the answer may only fall",
    box=NEAR,
)
PROFILE_SHIFT_BACK = _EARLIER.closed(
    "profile.exponential.shift.reversed",
    1 - exp(-1 / b),
    "Privacy profile of exponential noise, where the answer may rise: one delta for every eps",
)
TRADEOFF_SHIFT = _LATER.closed(
    "tradeoff.exponential.shift",
    exp(-1 / b) * (1 - t),
    "Trade-off function of exponential noise: one line",
    cites=(Cite("dong2022gaussian", "section 2, by the Neyman-Pearson lemma", "arXiv:1905.02383v3"),),
)
VARIATION_SHIFT = _LATER.closed("tv.exponential.shift", 1 - exp(-1 / b))
LOSS_TAIL_SHIFT = _LATER.closed("loss_tail.exponential.shift", Piecewise((0, eps >= 1 / b), (1, True)), box=NEAR)
INVERSE_PROFILE_SHIFT = _LATER.closed(
    "inverse_profile.exponential.shift", Piecewise((1 / b + log(1 - delta), delta <= 1 - exp(-1 / b)), (0, True))
)
RENYI_WEIBULL = _WEIBULL.closed(
    "renyi.weibull",
    log(beta**k / b**k) + log(beta**k / (alpha * beta**k + (1 - alpha) * b**k)) / (alpha - 1),
    hypotheses=(alpha * beta**k + (1 - alpha) * b**k > 0,),
    uses=("renyi.exponential",),
    note="The k-th power has an exponential law.",
)
KL_WEIBULL = _WEIBULL.closed(
    "kl.weibull",
    k * log(beta / b) + (b / beta) ** k - 1,
    cites=(
        Cite("bauckhage2013", "the closed form, at equal shapes", "arXiv:1310.3713"),
        Cite("gil2013renyi", "Weibull family"),
    ),
    uses=("kl.exponential",),
)
HELLINGER_WEIBULL = _WEIBULL.closed(
    "hellinger.weibull", 1 - 2 * sqrt(b**k * beta**k) / (b**k + beta**k), uses=("hellinger.exponential",)
)
RENYI_RAYLEIGH = _RAYLEIGH.closed(
    "renyi.rayleigh",
    2 * log(sigma2 / sigma1) + log(sigma2**2 / (alpha * sigma2**2 + (1 - alpha) * sigma1**2)) / (alpha - 1),
    hypotheses=(alpha * sigma2**2 + (1 - alpha) * sigma1**2 > 0,),
    uses=("renyi.weibull",),
)
KL_RAYLEIGH = _RAYLEIGH.closed(
    "kl.rayleigh", 2 * log(sigma2 / sigma1) + sigma1**2 / sigma2**2 - 1, uses=("kl.weibull",)
)
HELLINGER_RAYLEIGH = _RAYLEIGH.closed(
    "hellinger.rayleigh", (sigma1 - sigma2) ** 2 / (sigma1**2 + sigma2**2), uses=("hellinger.weibull",)
)
CHI_SQUARED_RAYLEIGH = _RAYLEIGH.closed(
    "chi2.rayleigh",
    (sigma1**2 - sigma2**2) ** 2 / (sigma1**2 * (2 * sigma2**2 - sigma1**2)),
    hypotheses=(2 * sigma2**2 - sigma1**2 > 0,),
)
RENYI_PARETO = _PARETO.closed(
    "renyi.pareto",
    log(k1 / k2) + log(k1 / (alpha * k1 + (1 - alpha) * k2)) / (alpha - 1),
    hypotheses=(alpha * k1 + (1 - alpha) * k2 > 0,),
    uses=("renyi.exponential",),
    note="The logarithm of the quotient by the least value has an exponential law.",
)
KL_PARETO = _PARETO.closed("kl.pareto", log(k1 / k2) + k2 / k1 - 1, uses=("kl.exponential",))
HELLINGER_PARETO = _PARETO.closed(
    "hellinger.pareto", (sqrt(k1) - sqrt(k2)) ** 2 / (k1 + k2), uses=("hellinger.exponential",)
)
CHI_SQUARED_PARETO = _PARETO.closed("chi2.pareto", (k1 - k2) ** 2 / (k2 * (2 * k1 - k2)), hypotheses=(2 * k1 - k2 > 0,))
