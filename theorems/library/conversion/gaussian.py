"""Gaussian privacy: what Gaussian noise attains, alone, in composition and at a distance."""

from typing import Any

from sympy import Rational, S, symbols

from dpsym import DiscreteGaussian, Gaussian, HockeyStick, Laplace, MultivariateGaussian, Renyi, TradeOff
from dpsym.composition import total_ratio
from dpsym.conversion import (
    gaussian_profile,
    gaussian_renyi,
    gaussian_tradeoff,
    group_budget_spaced,
    group_ratio,
    group_zcdp,
    ratio_of_alike,
    spaced_orders,
)
from dpsym.measurement import laplace_ratio
from dpsym.parameters import BUDGET, RATIO, alpha, b, eps, sigma, t
from dpsym.special import GaussianSum
from theorems.checks import Derive, Enclose, Quadrature, Tight, Transcribed
from theorems.checks.prove import Proved
from theorems.entry import Cite, Theorem
from theorems.library.runs import calculus as runs
from theorems.library.space import MEDIUM, WIDE_ORDER, ranges
from theorems.library.variables import k
from theorems.statement import NONNEGATIVE, POSITIVE, UNIT, eq, le

mu, rho = symbols(RATIO.symbol.name, positive=True), BUDGET.symbol
mu1, mu2 = symbols("mu1 mu2", positive=True)
_DONG, _BALLE, _BUN = "dong2022gaussian", "ballewang2018", "bunsteinke2016"
_DONG_V = "arXiv:1905.02383v3"
_ROUND = [[1, 0], [0, 1]]
_RATIOS = (Rational(1, 10), 3)


def _noise(shift: Any) -> tuple[Gaussian, Gaussian]:
    return Gaussian(0, 1), Gaussian(shift, 1)


PROFILE = Theorem(
    id="gdp.profile",
    title="The privacy profile of Gaussian noise of parameter mu, of which Gaussian privacy is made",
    statement=eq(HockeyStick(eps, *_noise(mu)), gaussian_profile(eps, mu)),
    **ranges({eps: (NONNEGATIVE, (0, 4)), mu: (POSITIVE, _RATIOS)}),
    cites=(Cite(_BALLE, "Theorem 8", "arXiv:1805.06530v2"), Cite(_DONG, "Corollary 2.13", _DONG_V)),
    specializes="mechanism.gaussian",
    checks=(Derive(), Quadrature(runs.gaussian_profile), Enclose()),
)

TRADEOFF = Theorem(
    id="gdp.tradeoff",
    title="The trade-off function of Gaussian noise of parameter mu, of which Gaussian privacy is made",
    statement=eq(TradeOff(t, *_noise(mu)), gaussian_tradeoff(t, mu)),
    **ranges({t: (UNIT, ("1/20", "19/20")), mu: (POSITIVE, _RATIOS)}),
    cites=(Cite(_DONG, "Definition 2.6", _DONG_V),),
    specializes="tradeoff.gaussian",
    checks=(Derive(), Quadrature(runs.gaussian_tradeoff, 8), Enclose(8)),
)

LAPLACE = Theorem(
    id="gdp.laplace",
    title="The mu of Laplace noise: that of the test in the middle, whose two errors are alike",
    statement=le(HockeyStick(eps, Laplace(0, b), Laplace(1, b)), gaussian_profile(eps, laplace_ratio(S.One, b))),
    **ranges({eps: (NONNEGATIVE, (0, 8)), b: (POSITIVE, ("1/8", 8))}),
    cites=(),
    uses=("tradeoff.laplace",),
    checks=(Quadrature(runs.laplace_moved, 8), Enclose(8), Tight(at={eps: S.Zero})),
    note="Ours: between its two lines the trade-off function is e^(-1/b)/(4 t), so that mu is z(t) + z(e^(-1/b)/(4 t)) there, with z(t) the normal "
    "quantile of 1 - t. As a function of log t, z is concave: its derivative is -Mills(z), Mills' ratio falls, and z does. So the sum is greatest "
    "where both errors are e^(-1/(2b))/2. The lines are chords from there to (0, 1) and (1, 0), and G_mu, which is convex, is below them.",
)

_MIDDLE = 1 / GaussianSum(S.Zero, sigma)

INTEGERS = Theorem(
    id="gdp.discrete_gaussian",
    title="The mu of discrete Gaussian noise, moved by one: that of the test in the middle, more than 1/sigma",
    statement=le(
        HockeyStick(eps, DiscreteGaussian(0, sigma), DiscreteGaussian(1, sigma)),
        gaussian_profile(eps, ratio_of_alike((1 - _MIDDLE) / 2)),
    ),
    **ranges({eps: (NONNEGATIVE, (0, 8)), sigma: (POSITIVE, ("1/4", 8))}),
    cites=(),
    uses=("profile.discrete_gaussian",),
    checks=(Quadrature(runs.discrete_gaussian_moved, 8), Enclose(8), Tight(at={eps: S.Zero})),
    note="Ours: the test that rejects from 1 on has both errors (1 - p)/2, with p the mass at 0, as Gaussian noise of this mu has at eps = 0. "
    "That no other test needs more is what dpsym.measurement.integer_gaussian finds integer by integer for a sigma, with a proof beyond the last "
    "one; for all sigma at once it is stated here and not proved.",
)

RENYI = Theorem(
    id="gdp.renyi",
    title="The Rényi budget of Gaussian noise of parameter mu, of which Gaussian privacy is made",
    statement=eq(Renyi(alpha, *_noise(mu)), gaussian_renyi(alpha, mu)),
    **ranges({alpha: WIDE_ORDER, mu: (POSITIVE, _RATIOS)}),
    cites=(Cite(_DONG, "Corollary B.6", _DONG_V), Cite(_BUN, "Proposition 1.6", "arXiv:1605.02065v1")),
    uses=("renyi.gaussian.shared",),
    specializes="renyi.gaussian.shared",
    checks=(Derive(), Quadrature(runs.gaussian_renyi), Enclose()),
)

COMPOSITION = Theorem(
    id="gdp.composition",
    title="Two Gaussian mechanisms together are one, of mu the root of the sum of squares",
    statement=eq(
        HockeyStick(eps, MultivariateGaussian([0, 0], _ROUND), MultivariateGaussian([mu1, mu2], _ROUND)),
        gaussian_profile(eps, total_ratio(((mu1, S.One), (mu2, S.One)))),
    ),
    **ranges({eps: MEDIUM, mu1: (POSITIVE, _RATIOS), mu2: (POSITIVE, _RATIOS)}),
    cites=(Cite(_DONG, "Corollary 3.3", _DONG_V),),
    uses=("gdp.profile",),
    specializes="gdp.composition.adaptive",
    checks=(Derive(), Quadrature(runs.two_gaussians)),
)

GROUP = Theorem(
    id="gdp.group",
    title="The profile of Gaussian noise at distance k: that of Gaussian privacy k mu",
    statement=eq(HockeyStick(eps, *_noise(k * mu)), gaussian_profile(eps, group_ratio(k, mu))),
    **ranges({eps: (NONNEGATIVE, (0, 4)), mu: (POSITIVE, ("1/10", 1)), k: (S.Naturals, (1, 6))}),
    cites=(Cite(_DONG, "Theorem 2.14", _DONG_V),),
    uses=("gdp.profile",),
    checks=(Derive(), Quadrature(runs.gaussian_group), Enclose()),
    specializes="mechanism.gaussian",
    note="Of all Gaussian-private mechanisms the one of Gaussian noise loses most at a distance (cited).",
)

GROUP_ZCDP = Theorem(
    id="zcdp.group",
    title="Gaussian noise attains group privacy under zCDP: k^2 rho at distance k",
    statement=eq(Renyi(alpha, Gaussian(0, 1), Gaussian(k * (2 * rho) ** S.Half, 1)), alpha * group_zcdp(k, rho)),
    **ranges({alpha: WIDE_ORDER, rho: (POSITIVE, ("1/100", 2)), k: (S.Naturals, (1, 6))}),
    cites=(Cite(_BUN, "Proposition 1.9", "arXiv:1605.02065v1"),),
    uses=("rdp.group.spaced.two", "rdp.group.spaced.three"),
    specializes="renyi.gaussian.shared",
    checks=(Derive(), Quadrature(runs.gaussian_group_renyi), Enclose()),
)

SPACED_GAUSSIAN = Theorem(
    id="rdp.group.spaced.gaussian",
    title="Group privacy under Rényi privacy by equally spaced orders, of Gaussian noise at distance 3",
    statement=le(
        Renyi(alpha, *_noise(3 * mu)),
        group_budget_spaced(alpha, [Renyi(order, *_noise(mu)) for order in spaced_orders(3, alpha)]),
    ),
    **ranges({alpha: WIDE_ORDER, mu: (POSITIVE, _RATIOS)}),
    cites=(Cite("bunsteinke2016", "Proposition 1.9, its proof", "arXiv:1605.02065v1"),),
    uses=("rdp.group.spaced.three", "gdp.renyi"),
    checks=(
        Proved(),
        Enclose(),
        Quadrature(runs.gaussian_spaced),
        Tight(),
        Transcribed(
            "Renyi(alpha, Gaussian(0, 1), Gaussian(3*mu, 1)) <= 3*alpha*(Renyi(3*alpha - 2, Gaussian(0, 1), Gaussian(mu, 1))/(3*alpha "
            "- 2) + Renyi(3*alpha - 1, Gaussian(0, 1), Gaussian(mu, 1))/(3*alpha - 1) + Renyi(3*alpha, Gaussian(0, 1), Gaussian(mu, "
            "1))/(3*alpha))"
        ),
    ),
)
