"""The Poisson-subsampled Gaussian mechanism, at rate q, a record added or removed."""

from math import comb

from sympy import Piecewise, Rational, erfc, exp, log, oo, sqrt

from dpsym import Gaussian, HockeyStick, Mixture, Renyi
from dpsym.parameters import eps, q, sigma
from theorems.checks import Transcribed
from theorems.entry import Cite, Theorem
from theorems.library.catalogue import runs
from theorems.library.catalogue.family import Family
from theorems.library.catalogue.space import NEAR, both_roads, by_numbers, over
from theorems.statement import eq

_SUBSAMPLED = Mixture(q, Gaussian(1, sigma), Gaussian(0, sigma))
_ADDED = Family("the subsampled Gaussian mechanism", (_SUBSAMPLED, Gaussian(0, sigma)), runs.mixture)
_REMOVED = Family(
    "the subsampled Gaussian mechanism, a record removed",
    (Gaussian(0, sigma), _SUBSAMPLED),
    runs.mixture_reversed,
    symbols=(q, sigma),
)
_MIRONOV = Cite("mironov2019sampled", "the Rényi divergence at integer orders", "arXiv:1908.10530v1")


def _expansion(order: int) -> object:
    """Return the binomial sum of the moments of the mixture's density ratio at an integer order."""
    return sum(
        comb(order, j) * (1 - q) ** (order - j) * q**j * exp(Rational(j * (j - 1), 2) / sigma**2)
        for j in range(order + 1)
    )


RENYI_SUBSAMPLED_TWO, RENYI_SUBSAMPLED_THREE, RENYI_SUBSAMPLED_FOUR = (
    Theorem(
        id=f"renyi.subsampled_gaussian.order_{order}",
        title=f"Rényi divergence of order {order} of the subsampled Gaussian mechanism, a record added",
        statement=eq(Renyi(order, *_ADDED.laws), log(_expansion(order)) / (order - 1)),
        **over(q, sigma),
        cites=(_MIRONOV,),
        uses=("renyi.gaussian.shared",),
        specializes="amplification.poisson.gaussian.renyi",
        checks=both_roads(runs.of_order(order, runs.mixture)),
    )
    for order in (2, 3, 4)
)

CHI_SQUARED_SUBSAMPLED = _ADDED.closed(
    "chi2.subsampled_gaussian",
    q**2 * (exp(1 / sigma**2) - 1),
    "Chi-squared divergence of the subsampled Gaussian mechanism: the square of the rate times that of the Gaussian",
    cites=(
        Cite("bu2020deep", "mu = p sqrt(T (e^(1/sigma^2) - 1)), whose square this is for one step", "arXiv:1911.11607"),
    ),
    uses=("chi2.gaussian",),
)
MAX_SUBSAMPLED = _ADDED.closed(
    "max.subsampled_gaussian",
    oo,
    "The subsampled Gaussian mechanism is eps-DP for no eps",
    also=(Transcribed("MaxDivergence(Mixture(q, Gaussian(1, sigma), Gaussian(0, sigma)), Gaussian(0, sigma)) == oo"),),
    cites=(Cite("koskela2021tight", "the subsampled Gaussian mechanism", "arXiv:2006.07134"),),
)
MAX_SUBSAMPLED_BACK = _REMOVED.closed(
    "max.subsampled_gaussian.reversed",
    -log(1 - q),
    "A record removed, the privacy loss of the subsampled Gaussian mechanism is bounded",
    also=(
        Transcribed(
            "MaxDivergence(Gaussian(0, sigma), Mixture(q, Gaussian(1, sigma), Gaussian(0, sigma))) == -log(1 - q)"
        ),
    ),
    cites=(Cite("koskela2021tight", "the subsampled Gaussian mechanism", "arXiv:2006.07134"),),
)
VARIATION_SUBSAMPLED = _ADDED.closed(
    "tv.subsampled_gaussian", q * (1 - erfc(1 / (2 * sqrt(2) * sigma))), uses=("tv.gaussian",)
)


def _delta(threshold: object) -> object:
    """Return the privacy profile of the Gaussian mechanism, as Balle and Wang give it."""
    return (
        erfc((threshold * sigma - 1 / (2 * sigma)) / sqrt(2))
        - exp(threshold) * erfc((threshold * sigma + 1 / (2 * sigma)) / sqrt(2))
    ) / 2


PROFILE_SUBSAMPLED = _ADDED.closed(
    "profile.subsampled_gaussian",
    Piecewise((1 - exp(eps), exp(eps) <= 1 - q), (q * _delta(log(1 + (exp(eps) - 1) / q)), True)),
    "Privacy profile of the subsampled Gaussian mechanism, a record added",
    cites=(Cite("balle2018improving", "Poisson subsampling", "arXiv:1807.01647v2"),),
    uses=("profile.gaussian",),
)
PROFILE_SUBSAMPLED_BACK = _REMOVED.closed(
    "profile.subsampled_gaussian.reversed",
    Piecewise(
        (0, (1 - q) * exp(eps) >= 1),
        ((1 - exp(eps) * (1 - q)) * _delta(log(q * exp(eps) / (1 - exp(eps) * (1 - q)))), True),
    ),
    box=NEAR,
    cites=(Cite("koskela2021tight", "the subsampled Gaussian mechanism", "arXiv:2006.07134"),),
    uses=("profile.gaussian",),
)


def _turning_point() -> object:
    """Return, in standard deviations, the output at which the density ratio of the two mixtures is e^eps."""
    share, rise = q * exp(-1 / (2 * sigma**2)), (1 - q) * (exp(eps) - 1)
    return sigma * log((rise + sqrt(rise**2 + 4 * exp(eps) * share**2)) / (2 * share))


def _above(move: int) -> object:
    """Return the mass that noise moved by -1, 0 or 1 has beyond it."""
    return erfc((_turning_point() - move / sigma) / sqrt(2)) / 2


PROFILE_REPLACED = Theorem(
    id="profile.subsampled_gaussian.replaced",
    title="Privacy profile of the subsampled Gaussian mechanism, a record replaced by one that moves the answer as far the other way",
    statement=eq(
        HockeyStick(eps, _SUBSAMPLED, Mixture(q, Gaussian(-1, sigma), Gaussian(0, sigma))),
        (1 - q) * (1 - exp(eps)) * _above(0) + q * (_above(1) - exp(eps) * _above(-1)),
    ),
    **over(eps, q, sigma),
    cites=(Cite("lebeda2024pitfalls", "Poisson sampling under substitution", "arXiv:2405.20769"),),
    checks=by_numbers(runs.profile(runs.mixtures_apart), balls=4),
)
