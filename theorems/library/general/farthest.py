"""The farthest shift is the worst one: the profile of log-concave noise, and of Student's, does not decrease in how far a query is moved."""

from sympy import S

from dpsym import (
    AsymmetricLaplace,
    Binomial,
    Cauchy,
    DiscreteGaussian,
    DiscreteLaplace,
    Gumbel,
    HockeyStick,
    Laplace,
    Shifted,
    Skellam,
    StudentT,
    TruncatedLaplace,
)
from dpsym.distributions import Law, Logistic
from dpsym.parameters import a, b, beta, eps, m, nu, p, sigma, t
from theorems.checks import Enclose, Proved, Quadrature, Tight
from theorems.entry import Theorem
from theorems.library.general import farthest_runs as runs
from theorems.library.space import MEDIUM, SCALE, SHARE, ranges
from theorems.library.variables import k, n
from theorems.statement import POSITIVE, UNIT_OPEN, le

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


_EITHER = " Moved the other way it is the mirrored law."

GUMBEL = Theorem(
    id="profile.gumbel.farthest",
    title="Gumbel noise: a shift has at most the profile of a farther one",
    statement=le(_profile(Gumbel(0, b), Gumbel(t, b)), _profile(Gumbel(0, b), Gumbel(1, b))),
    **ranges({eps: MEDIUM, b: SCALE, t: SHARE}),
    uses=("profile.gumbel",),
    checks=(Enclose(), Quadrature(runs.gumbel_nearer), Tight(at={t: S.One})),
    note=_PROOF,
)

GUMBEL_REVERSED = Theorem(
    id="profile.gumbel.farthest.reversed",
    title="Gumbel noise moved up: a shift has at most the profile of a farther one",
    statement=le(_profile(Gumbel(t, b), Gumbel(0, b)), _profile(Gumbel(1, b), Gumbel(0, b))),
    **ranges({eps: MEDIUM, b: SCALE, t: SHARE}),
    uses=("profile.gumbel.reversed",),
    checks=(Enclose(), Quadrature(runs.gumbel_nearer_reversed), Tight(at={t: S.One})),
    note=_PROOF,
)

ASYMMETRIC_LAPLACE = Theorem(
    id="profile.asymmetric_laplace.farthest",
    title="Asymmetric Laplace noise: a shift has at most the profile of a farther one",
    statement=le(
        _profile(AsymmetricLaplace(0, b, beta), AsymmetricLaplace(t, b, beta)),
        _profile(AsymmetricLaplace(0, b, beta), AsymmetricLaplace(1, b, beta)),
    ),
    **ranges({eps: MEDIUM, b: SCALE, beta: SCALE, t: SHARE}),
    uses=("profile.asymmetric_laplace",),
    checks=(Proved(), Enclose(), Quadrature(runs.asymmetric_laplace_nearer), Tight(at={t: S.One})),
    note=_PROOF + _EITHER,
)

TRUNCATED_LAPLACE = Theorem(
    id="profile.truncated_laplace.farthest",
    title="Truncated Laplace noise: a shift has at most the profile of a farther one",
    statement=le(
        _profile(TruncatedLaplace(0, b, a), TruncatedLaplace(t, b, a)),
        _profile(TruncatedLaplace(0, b, a), TruncatedLaplace(1, b, a)),
    ),
    **ranges({eps: MEDIUM, b: SCALE, a: SCALE, t: SHARE}),
    uses=("profile.truncated_laplace",),
    checks=(Enclose(), Quadrature(runs.truncated_laplace_nearer), Tight(at={t: S.One})),
    note=_PROOF,
)

_ELLIPSE = (
    "Ours: where the density is above gamma times the moved one x^2 (c - 1) + 2 s x is below a constant, c >= 1: an interval (l, r) whose middle is "
    "not above 0, so that the density at r is not below that at l; and by the envelope theorem the profile grows in the shift s by their difference."
)

CAUCHY = Theorem(
    id="profile.cauchy.farthest",
    title="Cauchy noise: a shift has at most the profile of a farther one",
    statement=le(_profile(Cauchy(0, b), Cauchy(t, b)), _profile(Cauchy(0, b), Cauchy(1, b))),
    **ranges({eps: MEDIUM, b: SCALE, t: SHARE}),
    uses=("profile.cauchy",),
    checks=(Enclose(), Quadrature(runs.cauchy_nearer), Tight(at={t: S.One})),
    note=_ELLIPSE,
)

STUDENT = Theorem(
    id="profile.student.farthest",
    title="Student's noise: a shift has at most the profile of a farther one",
    statement=le(_profile(StudentT(0, nu, b), StudentT(t, nu, b)), _profile(StudentT(0, nu, b), StudentT(1, nu, b))),
    **ranges({eps: MEDIUM, nu: SCALE, b: SCALE, t: SHARE}),
    checks=(Enclose(), Quadrature(runs.student_nearer), Tight(at={t: S.One})),
    note=_ELLIPSE,
)

BINOMIAL = Theorem(
    id="profile.binomial.farthest",
    title="Binomial noise: the profile grows with the shift",
    statement=le(
        _profile(Binomial(k, p), Shifted(Binomial(k, p), n)), _profile(Binomial(k, p), Shifted(Binomial(k, p), n + 1))
    ),
    **ranges({eps: MEDIUM, k: (S.Naturals, (1, 20)), p: (UNIT_OPEN, ("1/10", "9/10")), n: (S.Naturals, (1, 3))}),
    checks=(Enclose(), Quadrature(runs.binomial_nearer)),
    note=_PROOF + _STEP + _EITHER,
)
