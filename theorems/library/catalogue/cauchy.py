"""Heavy tails and none: Cauchy, Student t and uniform laws, on a query of sensitivity 1."""

from sympy import Piecewise, Rational, S, acos, atan, exp, hyper, log, oo, pi, sqrt

from dpsym import Cauchy, MaxDivergence, StudentT, Uniform
from dpsym.parameters import a, alpha, b, beta, delta, eps, mu1, mu2, nu, t
from theorems.entry import Cite, Theorem
from theorems.library.catalogue import runs, sources
from theorems.library.catalogue.family import Family
from theorems.library.catalogue.space import below_one, both_roads, over
from theorems.statement import eq

_CAUCHY = Family("Cauchy noise", (Cauchy(0, b), Cauchy(1, b)), runs.cauchy, is_mechanism=True)
_CAUCHY_PAIR = Family("two Cauchy laws", (Cauchy(mu1, b), Cauchy(mu2, beta)), runs.cauchy_pair)
_NIELSEN = "nielsenokamura2023"
_DISTANCE = ((mu1 - mu2) ** 2 + (b - beta) ** 2) / (2 * b * beta)

RENYI_CAUCHY = _CAUCHY.closed(
    "renyi.cauchy",
    log(hyper((1 - alpha, alpha), (1,), -1 / (4 * b**2))) / (alpha - 1),
    "Rényi budget of Cauchy noise, a Legendre function of degree alpha - 1",
    cites=(Cite(_NIELSEN, "f-divergences of Cauchy laws are functions of the chi-squared divergence"),),
    note="The Legendre function is taken at 1 + 1/(2 b^2), 1 more than the chi-squared divergence.",
)
RENYI_CAUCHY_TWO = _CAUCHY.closed(
    "renyi.cauchy.order_2",
    log(1 + 1 / (2 * b**2)),
    "Rényi budget of order 2 of Cauchy noise",
    order=2,
    uses=("renyi.cauchy",),
)
RENYI_CAUCHY_THREE = _CAUCHY.closed(
    "renyi.cauchy.order_3",
    log((3 * (1 + 1 / (2 * b**2)) ** 2 - 1) / 2) / 2,
    "Rényi budget of order 3 of Cauchy noise",
    order=3,
    uses=("renyi.cauchy",),
    note="The Legendre polynomial of degree 2.",
)
KL_CAUCHY = _CAUCHY_PAIR.closed(
    "kl.cauchy",
    log(((b + beta) ** 2 + (mu1 - mu2) ** 2) / (4 * b * beta)),
    cites=(Cite("chyzaknielsen2019", "the closed form, with its symmetry"),),
)
CHI_SQUARED_CAUCHY = _CAUCHY_PAIR.closed(
    "chi2.cauchy", _DISTANCE, cites=(Cite(_NIELSEN, "the chi-squared divergence of Cauchy laws"),), uses=()
)
MAX_CAUCHY = _CAUCHY.closed(
    "max.cauchy",
    2 * log((1 + sqrt(1 + 4 * b**2)) / (2 * b)),
    "Max divergence of Cauchy noise: private without a delta, tails and all",
)
VARIATION_CAUCHY = _CAUCHY.closed(
    "tv.cauchy",
    2 * atan(1 / (2 * b)) / pi,
    derived=False,
    cites=(Cite(_NIELSEN, "the total variation distance of Cauchy laws"),),
    uses=(),
)

_RATIO = 1 + 1 / (2 * b**2)
_ROOT = sqrt(_RATIO**2 - 1)
_BEYOND = eps >= log(_RATIO + _ROOT)

PROFILE_CAUCHY = _CAUCHY.closed(
    "profile.cauchy",
    Piecewise(
        (0, _BEYOND), ((acos((exp(eps) - _RATIO) / _ROOT) - exp(eps) * acos((_RATIO - exp(-eps)) / _ROOT)) / pi, True)
    ),
    box={"epsilon": (0, Rational(1, 4))},
    uses=("max.cauchy",),
    note="In the angle of the circle that the line wraps around, the law is uniform and the loss the logarithm of a cosine.",
)
LOSS_TAIL_CAUCHY = _CAUCHY.closed(
    "loss_tail.cauchy",
    Piecewise((0, _BEYOND), (acos((exp(eps) - _RATIO) / _ROOT) / pi, True)),
    box={"epsilon": (0, Rational(1, 4))},
)
HELLINGER_CAUCHY = _CAUCHY.closed(
    "hellinger.cauchy",
    1 - hyper((S.Half, S.Half), (1,), -1 / (4 * b**2)),
    "Squared Hellinger distance of Cauchy noise, a complete elliptic integral",
)

_STUDENT = Family("Student t noise with 3 degrees of freedom", (StudentT(0, 3, b), StudentT(1, 3, b)), runs.student)

RENYI_STUDENT_TWO = _STUDENT.closed(
    "renyi.student.order_2",
    log(1 + 2 / (3 * b**2) + 5 / (72 * b**4)),
    "Rényi budget of order 2 of Student t noise with 3 degrees of freedom",
    order=2,
)
RENYI_STUDENT_THREE = _STUDENT.closed(
    "renyi.student.order_3",
    log(1 + 2 / b**2 + 7 / (8 * b**4) + 7 / (54 * b**6) + 7 / (1152 * b**8)) / 2,
    "Rényi budget of order 3 of Student t noise with 3 degrees of freedom",
    order=3,
)
CHI_SQUARED_STUDENT = _STUDENT.closed("chi2.student", 2 / (3 * b**2) + 5 / (72 * b**4), uses=("renyi.student.order_2",))

MAX_STUDENT = Theorem(
    id="max.student",
    title="Max divergence of Student t noise",
    statement=eq(
        MaxDivergence(StudentT(0, nu, b), StudentT(1, nu, b)),
        (nu + 1) * log(1 + 1 / (2 * nu * b**2) + sqrt(1 / (nu * b**2) + 1 / (4 * nu**2 * b**4))) / 2,
    ),
    **over(nu, b),
    cites=(Cite("bunsteinke2019average", "Student noise", "arXiv:1906.02830"),),
    checks=both_roads(runs.greatest(runs.student_any)),
    note="The loss is greatest where the two quadratics have their greatest quotient; at one degree of freedom it is Cauchy's.",
)

_UNIFORM = Family("uniform noise", (Uniform(0, a), Uniform(1, a)), runs.uniform, hypotheses=(2 * a > 1,))
_INSIDE = Family("a uniform law from one on a longer interval", (Uniform(0, a), Uniform(0, a + b)), runs.uniform_inside)

RENYI_UNIFORM = _INSIDE.closed(
    "renyi.uniform.inside",
    log((a + b) / a),
    "Rényi divergence of a uniform law from one on a longer interval: one number for all orders",
    cites=(Cite("gil2013renyi", "uniform family"),),
)
HELLINGER_UNIFORM = _INSIDE.closed("hellinger.uniform.inside", 1 - sqrt(a / (a + b)))
CHI_SQUARED_UNIFORM = _INSIDE.closed("chi2.uniform.inside", b / a)
KL_UNIFORM = _INSIDE.closed("kl.uniform.inside", log((a + b) / a))
RENYI_UNIFORM_BELOW = _UNIFORM.closed(
    "renyi.uniform.below_one",
    log(1 - 1 / (2 * a)) / (alpha - 1),
    "Rényi divergence of uniform noise below order 1",
    **below_one(over(alpha, a)),
    note="Above order 1 it is infinite: the supports differ.",
)
PROFILE_UNIFORM = _UNIFORM.closed(
    "profile.uniform", 1 / (2 * a), "Privacy profile of uniform noise: one delta for every eps"
)
TRADEOFF_UNIFORM = _UNIFORM.closed(
    "tradeoff.uniform",
    Piecewise((1 - 1 / (2 * a) - t, t < 1 - 1 / (2 * a)), (0, True)),
    box={"t": (0, Rational(3, 4)), "a": (2, 4)},
    cites=(Cite("dong2022gaussian", "section 2, by the Neyman-Pearson lemma", "arXiv:1905.02383v3"),),
)
VARIATION_UNIFORM = _UNIFORM.closed("tv.uniform", 1 / (2 * a), cites=(sources.BALLE_VARIATION,))
INVERSE_PROFILE_UNIFORM = _UNIFORM.closed(
    "inverse_profile.uniform",
    Piecewise((oo, delta < 1 / (2 * a)), (0, True)),
    "The eps of uniform noise at a given delta: 0 or none",
    # away from delta = 1/(2 a), where a run in floats cannot tell the one case from the other
    box={"delta": (Rational(1, 10), Rational(1, 5))},
    points=(8, 0),
)
