"""Student noise by smooth sensitivity: the exact privacy of any scale and smoothness, and how much less of Cauchy noise will do."""

from sympy import Interval, Rational, Symbol, exp, log, sqrt

from dpsym import Cauchy, MaxDivergence, StudentT
from dpsym.guarantees.stability import smooth_student_epsilon
from dpsym.parameters import b, beta, eps, mu1, mu2, nu
from theorems.checks import Enclose, Quadrature
from theorems.entry import Cite, Theorem
from theorems.library.catalogue.asking import greatest
from theorems.library.catalogue.space import both_roads, over
from theorems.library.mechanisms import smooth_runs
from theorems.library.space import SHARE, ranges
from theorems.statement import POSITIVE, UNIT_OPEN, eq, le

_AVERAGE = "bunsteinke2019average"
u, r = Symbol("u", nonnegative=True), Symbol("r", real=True)
a, zeta = Symbol("a", positive=True), Symbol("zeta", positive=True)
_DILATION = (Interval(-1, 1), (-1, 1))
_NEAR, _FAR = (nu * (b + sign * beta) ** 2 + (mu1 - mu2) ** 2 for sign in (-1, 1))


MAX_STUDENT_PAIR = Theorem(
    id="max.student.pair",
    title="Max divergence of two Student laws of the same degrees of freedom, any places and scales",
    statement=eq(
        MaxDivergence(StudentT(mu1, nu, b), StudentT(mu2, nu, beta)),
        (nu + 1) * log((_FAR + sqrt(_NEAR) * sqrt(_FAR)) / (2 * nu * b * beta) - 1) / 2 - (nu - 1) * log(beta / b) / 2,
    ),
    **over(nu, mu1, b, mu2, beta),
    checks=both_roads(greatest(smooth_runs.student_pair)),
    note="Ours: the greatest quotient of the two quadratics is an eigenvalue of their pencil, beta/b times the exponential of the arcosh. "
    "At nu = 1 it is the distance of (mu1, b) and (mu2, beta) in the hyperbolic half-plane.",
)

SMOOTH_STUDENT = Theorem(
    id="mechanism.smooth.student",
    title="Student noise of any scale times a beta-smooth sensitivity: its loss is at most the greater one of dilations by 1 and by e^beta",
    statement=le(
        MaxDivergence(StudentT(0, nu, b), StudentT(u * exp((r - abs(r)) * zeta / 2), nu, b * exp(r * zeta))),
        smooth_student_epsilon(nu, b, zeta),
    ),
    **ranges(
        {
            nu: (POSITIVE, (Rational(1, 2), 8)),
            b: (POSITIVE, (Rational(1, 2), 8)),
            zeta: (POSITIVE, ("1/10", 2)),
            u: SHARE,
            r: _DILATION,
        }
    ),
    cites=(Cite(_AVERAGE, "Student noise", "arXiv:1906.02830"),),
    uses=("max.student.pair",),
    checks=(Enclose(), Quadrature(greatest(smooth_runs.smooth_student))),
    note="Ours: with g = cosh t + e^-t/(2 nu b^2) the loss of the worse direction is (nu + 1) arcosh(g)/2 + |nu - 1| t/2 at the dilation e^t. "
    "g^2 - g'^2 = 1 + 1/(nu b^2), so that the derivative of arcosh(g) increases: the loss falls and then rises, and an end is the greatest. "
    "At u = 1 both ends are attained. The sensitivities are 1 and e^(r zeta), the answers u times the lesser one apart.",
)

SMOOTH_CAUCHY = Theorem(
    id="mechanism.smooth.cauchy.sharp",
    title="Cauchy noise of the beta-smooth sensitivity over eps - beta is eps-private: 6/5 and not 6 times it over eps for beta = eps/6",
    statement=le(
        MaxDivergence(
            Cauchy(0, 1 / ((1 - a) * eps)),
            Cauchy(u * exp((r - abs(r)) * a * eps / 2), exp(r * a * eps) / ((1 - a) * eps)),
        ),
        eps,
    ),
    **ranges({eps: (POSITIVE, ("1/10", 3)), a: (UNIT_OPEN, ("1/10", "9/10")), u: SHARE, r: _DILATION}),
    sharpens="mechanism.smooth.cauchy",
    uses=("max.student.pair",),
    checks=(Enclose(), Quadrature(greatest(smooth_runs.smooth_cauchy))),
    note="Ours: the max divergence of Cauchy laws is a hyperbolic distance, so that it is at most that of the move, 2 arsinh((1 - a) eps/2), "
    "and that of the dilation, a eps. beta is a eps.",
)
