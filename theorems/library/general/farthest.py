"""The farthest shift is the worst one: the profile of symmetric log-concave noise does not decrease in how far a query is moved."""

from sympy import S

from dpsym import DiscreteGaussian, DiscreteLaplace, HockeyStick, Laplace, Shifted, Skellam
from dpsym.distributions import Law, Logistic
from dpsym.parameters import b, eps, m, sigma, t
from theorems.checks import Enclose, Proved, Quadrature, Tight
from theorems.entry import Theorem
from theorems.library.general import farthest_runs as runs
from theorems.library.space import MEDIUM, SCALE, SHARE, ranges
from theorems.library.variables import n
from theorems.statement import POSITIVE, le

_PROOF = (
    "Ours: the likelihood ratio of a log-concave law and its shift is monotone, so that the most telling events are half lines, "
    "sup over c of F(c) - e^eps F(c - s), and F(c - s) does not increase in the shift s."
)
_STEP = " By induction it is the worst of all shifts up to any integer."


def _profile(law: Law, moved: Law) -> HockeyStick:
    return HockeyStick(eps, law, moved)


LAPLACE = Theorem(
    id="profile.laplace.farthest",
    title="Laplace noise: a shift has at most the profile of a farther one",
    statement=le(_profile(Laplace(0, b), Laplace(t, b)), _profile(Laplace(0, b), Laplace(1, b))),
    **ranges({eps: MEDIUM, b: SCALE, t: SHARE}),
    uses=("profile.laplace",),
    checks=(Proved(), Enclose(), Quadrature(runs.laplace_nearer), Tight(at={t: S.One})),
    note=_PROOF,
)

LOGISTIC = Theorem(
    id="profile.logistic.farthest",
    title="Logistic noise: a shift has at most the profile of a farther one",
    statement=le(_profile(Logistic(0, b), Logistic(t, b)), _profile(Logistic(0, b), Logistic(1, b))),
    **ranges({eps: MEDIUM, b: SCALE, t: SHARE}),
    uses=("profile.logistic",),
    checks=(Proved(), Enclose(), Quadrature(runs.logistic_nearer), Tight(at={t: S.One})),
    note=_PROOF,
)

GEOMETRIC = Theorem(
    id="profile.two_sided_geometric.farthest",
    title="Two-sided geometric noise: the profile grows with the shift",
    statement=le(
        _profile(DiscreteLaplace(0, b), DiscreteLaplace(n, b)),
        _profile(DiscreteLaplace(0, b), DiscreteLaplace(n + 1, b)),
    ),
    **ranges({eps: MEDIUM, b: SCALE, n: (S.Naturals, (1, 6))}),
    uses=("profile.two_sided_geometric",),
    checks=(Enclose(), Quadrature(runs.geometric_nearer)),
    note=_PROOF + _STEP,
)

DISCRETE_GAUSSIAN = Theorem(
    id="profile.discrete_gaussian.farthest",
    title="Discrete Gaussian noise: the profile grows with the shift",
    statement=le(
        _profile(DiscreteGaussian(0, sigma), DiscreteGaussian(n, sigma)),
        _profile(DiscreteGaussian(0, sigma), DiscreteGaussian(n + 1, sigma)),
    ),
    **ranges({eps: MEDIUM, sigma: (POSITIVE, ("1/2", 4)), n: (S.Naturals, (1, 6))}),
    uses=("profile.discrete_gaussian",),
    checks=(Enclose(), Quadrature(runs.discrete_gaussian_nearer)),
    note=_PROOF + _STEP,
)

SKELLAM = Theorem(
    id="profile.skellam.farthest",
    title="Skellam noise of two equal means: the profile grows with the shift",
    statement=le(
        _profile(Skellam(m, m), Shifted(Skellam(m, m), n)), _profile(Skellam(m, m), Shifted(Skellam(m, m), n + 1))
    ),
    **ranges({eps: MEDIUM, m: (POSITIVE, ("1/2", 8)), n: (S.Naturals, (1, 3))}),
    checks=(Enclose(), Quadrature(runs.skellam_nearer)),
    note=_PROOF + _STEP + " Poisson counts are log-concave, and so is their difference, a convolution of such laws.",
)
