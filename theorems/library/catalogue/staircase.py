"""Staircase noise at the sensitivity that its steps are made for."""

from sympy import Max, Min, Piecewise, Rational, exp, log

from dpsym import Staircase
from dpsym.parameters import alpha, eps, eta, zeta
from theorems.entry import Cite
from theorems.library.catalogue import runs
from theorems.library.catalogue.family import Family

_STAIRCASE = Family(
    "staircase noise", (Staircase(0, zeta, eta, 1), Staircase(1, zeta, eta, 1)), runs.staircase, is_mechanism=True
)
_GENG = Cite("gengviswanath2016", "the staircase mechanism")
_HEAVY = Rational(1, 2) + Min(eta, 1 - eta) * (1 - exp(-zeta)) / (2 * (eta + exp(-zeta) * (1 - eta)))

RENYI_STAIRCASE = _STAIRCASE.closed(
    "renyi.staircase",
    log(_HEAVY * (exp((alpha - 1) * zeta) + exp(-alpha * zeta)) + 1 - (1 + exp(-zeta)) * _HEAVY) / (alpha - 1),
    "Rényi budget of staircase noise at the sensitivity that its steps are made for",
    cites=(_GENG,),
    note="The privacy loss is zeta, 0 or -zeta; the first has the probability that the factor of the sum gives.",
)
KL_STAIRCASE = _STAIRCASE.closed("kl.staircase", zeta * _HEAVY * (1 - exp(-zeta)))
MAX_STAIRCASE = _STAIRCASE.closed(
    "max.staircase",
    zeta,
    "Staircase noise of parameter zeta is zeta-DP, and no better",
    cites=(_GENG,),
    specializes="mechanism.staircase",
)
PROFILE_STAIRCASE = _STAIRCASE.closed(
    "profile.staircase",
    _HEAVY * Max(0, 1 - exp(eps - zeta)),
    points=(8, 8),
    note="Ours: the loss takes the values zeta, 0 and -zeta, each on a union of steps.",
)
VARIATION_STAIRCASE = _STAIRCASE.closed("tv.staircase", _HEAVY * (1 - exp(-zeta)), note="Ours: the profile at eps = 0.")
CHI_SQUARED_STAIRCASE = _STAIRCASE.closed("chi2.staircase", _HEAVY * (exp(zeta) + exp(-2 * zeta) - 1 - exp(-zeta)))
LOSS_TAIL_STAIRCASE = _STAIRCASE.closed(
    "loss_tail.staircase", Piecewise((_HEAVY, eps < zeta), (0, True)), points=(8, 8)
)
LOSS_VARIANCE_STAIRCASE = _STAIRCASE.closed(
    "loss_variance.staircase", zeta**2 * (_HEAVY * (1 + exp(-zeta)) - _HEAVY**2 * (1 - exp(-zeta)) ** 2)
)
