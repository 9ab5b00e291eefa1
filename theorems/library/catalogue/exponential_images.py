"""Laws that a change of variable makes exponential, from a wider one: all that is a function of the ratio of their scales."""

from sympy import Expr, Piecewise, exp, log

from dpsym import Pareto, Rayleigh, Weibull
from dpsym.parameters import a, b, beta, eps, k, k1, k2, m, sigma1, sigma2, t
from theorems.entry import Theorem
from theorems.library.catalogue import runs
from theorems.library.catalogue.family import Family

_NEAR = {"epsilon": ("1/10", "1/2"), "a": (1, 4)}
_RAYLEIGH = Family(
    "a Rayleigh law from a wider one", (Rayleigh(b), Rayleigh(b + a)), runs.rayleigh_below, symbols=(a, b)
)
_WEIBULL = Family(
    "a Weibull law from a wider one of its shape",
    (Weibull(k, b), Weibull(k, b + a)),
    runs.weibull_below,
    symbols=(a, b, k),
)
_PARETO = Family(
    "a Pareto law from one of its left end and a heavier tail",
    (Pareto(m, k + a), Pareto(m, k)),
    runs.pareto_below,
    symbols=(a, k, m),
)
_SQUARES, _POWERS, _TAILS = (b / (b + a)) ** 2, (b / (b + a)) ** k, k / (k + a)
_SAME = "Ours: of exponential laws with scales of the ratio r below 1 "


def _greatest(family: Family, law: str, ratio: Expr, derived: bool = True) -> Theorem:
    note = _SAME + "the loss is greatest at 0."
    return family.closed(f"max.{law}", -log(ratio), derived=derived, uses=("max.exponential",), note=note)


def _profile(family: Family, law: str, ratio: Expr) -> Theorem:
    power = ratio * exp(eps)
    value = 1 - power ** (1 / (1 - ratio)) - exp(eps) * (1 - power ** (ratio / (1 - ratio)))
    return family.closed(
        f"profile.{law}",
        Piecewise((0, eps >= -log(ratio)), (value, True)),
        box=_NEAR,
        derived=False,
        uses=("profile.exponential",),
        note=_SAME + "the loss exceeds eps from 0 to where the tail of the narrower one is (r e^eps)^(1/(1 - r)).",
    )


def _variation(family: Family, law: str, ratio: Expr) -> Theorem:
    value = ratio ** (ratio / (1 - ratio)) - ratio ** (1 / (1 - ratio))
    return family.closed(f"tv.{law}", value, derived=False, note=_SAME + "it is the profile at eps = 0.")


def _tail(family: Family, law: str, ratio: Expr) -> Theorem:
    value = Piecewise((0, eps >= -log(ratio)), (1 - (ratio * exp(eps)) ** (1 / (1 - ratio)), True))
    return family.closed(
        f"loss_tail.{law}", value, box=_NEAR, derived=False, note=_SAME + "the loss falls along the half line."
    )


def _tradeoff(family: Family, law: str, ratio: Expr) -> Theorem:
    return family.closed(
        f"tradeoff.{law}",
        1 - t**ratio,
        derived=False,
        note=_SAME
        + "the best test rejects the narrower law far out, and the tail of the wider one is the power r of its tail.",
    )


MAX_RAYLEIGH = _greatest(_RAYLEIGH, "rayleigh", _SQUARES)
MAX_WEIBULL = _greatest(_WEIBULL, "weibull", _POWERS, derived=False)
MAX_PARETO = _greatest(_PARETO, "pareto", _TAILS)
PROFILE_RAYLEIGH = _profile(_RAYLEIGH, "rayleigh", _SQUARES)
PROFILE_WEIBULL = _profile(_WEIBULL, "weibull", _POWERS)
PROFILE_PARETO = _profile(_PARETO, "pareto", _TAILS)
VARIATION_RAYLEIGH = _variation(_RAYLEIGH, "rayleigh", _SQUARES)
VARIATION_WEIBULL = _variation(_WEIBULL, "weibull", _POWERS)
VARIATION_PARETO = _variation(_PARETO, "pareto", _TAILS)
LOSS_TAIL_RAYLEIGH = _tail(_RAYLEIGH, "rayleigh", _SQUARES)
LOSS_TAIL_WEIBULL = _tail(_WEIBULL, "weibull", _POWERS)
LOSS_TAIL_PARETO = _tail(_PARETO, "pareto", _TAILS)
TRADEOFF_RAYLEIGH = _tradeoff(_RAYLEIGH, "rayleigh", _SQUARES)
TRADEOFF_WEIBULL = _tradeoff(_WEIBULL, "weibull", _POWERS)
TRADEOFF_PARETO = _tradeoff(_PARETO, "pareto", _TAILS)

_ANY_RAYLEIGH = Family("two Rayleigh laws", (Rayleigh(sigma1), Rayleigh(sigma2)), runs.rayleigh)
_ANY_WEIBULL = Family("two Weibull laws of one shape", (Weibull(k, b), Weibull(k, beta)), runs.weibull)
_ANY_PARETO = Family("two Pareto laws of one left end", (Pareto(m, k1), Pareto(m, k2)), runs.pareto)

LOSS_VARIANCE_RAYLEIGH = _ANY_RAYLEIGH.closed(
    "loss_variance.rayleigh", (sigma1**2 / sigma2**2 - 1) ** 2, uses=("loss_variance.exponential",)
)
LOSS_VARIANCE_WEIBULL = _ANY_WEIBULL.closed(
    "loss_variance.weibull", ((b / beta) ** k - 1) ** 2, uses=("loss_variance.exponential",)
)
LOSS_VARIANCE_PARETO = _ANY_PARETO.closed(
    "loss_variance.pareto", (k2 / k1 - 1) ** 2, uses=("loss_variance.exponential",)
)
CHI_SQUARED_WEIBULL = _ANY_WEIBULL.closed(
    "chi2.weibull",
    (b**k - beta**k) ** 2 / (b**k * (2 * beta**k - b**k)),
    hypotheses=(2 * beta**k - b**k > 0,),
    uses=("chi2.exponential",),
)
