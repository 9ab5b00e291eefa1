"""Heavy tails and none: Cauchy, Student t and uniform laws, on a query of sensitivity 1."""

from sympy import Piecewise, Rational, acos, acosh, atan, exp, hyper, log, oo, pi, sqrt

from dpsym import (
    KL,
    Cauchy,
    ChiSquaredDivergence,
    HockeyStick,
    InverseProfile,
    LossTail,
    MaxDivergence,
    Renyi,
    StudentT,
    TotalVariation,
    TradeOff,
    Uniform,
)
from dpsym.parameters import a, alpha, b, beta, delta, eps, mu1, mu2, nu, t
from theorems.entry import Cite, Theorem
from theorems.library.catalogue import runs
from theorems.library.catalogue.space import below_one, both_roads, by_numbers, over
from theorems.statement import eq

_CAUCHY = Cauchy(0, b), Cauchy(1, b)
_CAUCHY_PAIR = Cauchy(mu1, b), Cauchy(mu2, beta)
_NIELSEN = "nielsenokamura2023"
_DISTANCE = ((mu1 - mu2) ** 2 + (b - beta) ** 2) / (2 * b * beta)

RENYI_CAUCHY = Theorem(
    id="renyi.cauchy",
    title="Rényi budget of Cauchy noise, a Legendre function of degree alpha - 1",
    statement=eq(Renyi(alpha, *_CAUCHY), log(hyper((1 - alpha, alpha), (1,), -1 / (4 * b**2))) / (alpha - 1)),
    **over(alpha, b),
    cites=(Cite(_NIELSEN, "f-divergences of Cauchy laws are functions of the chi-squared divergence"),),
    uses=("renyi.change_of_measure",),
    checks=both_roads(runs.renyi(runs.cauchy)),
    note="The Legendre function is taken at 1 + 1/(2 b^2), 1 more than the chi-squared divergence.",
)

RENYI_CAUCHY_TWO = Theorem(
    id="renyi.cauchy.order_2",
    title="Rényi budget of order 2 of Cauchy noise",
    statement=eq(Renyi(2, *_CAUCHY), log(1 + 1 / (2 * b**2))),
    **over(b),
    uses=("renyi.cauchy",),
    checks=both_roads(runs.of_order(2, runs.cauchy)),
)

RENYI_CAUCHY_THREE = Theorem(
    id="renyi.cauchy.order_3",
    title="Rényi budget of order 3 of Cauchy noise",
    statement=eq(Renyi(3, *_CAUCHY), log((3 * (1 + 1 / (2 * b**2)) ** 2 - 1) / 2) / 2),
    **over(b),
    uses=("renyi.cauchy",),
    checks=both_roads(runs.of_order(3, runs.cauchy)),
    note="The Legendre polynomial of degree 2.",
)

KL_CAUCHY = Theorem(
    id="kl.cauchy",
    title="Kullback-Leibler divergence of two Cauchy laws",
    statement=eq(KL(*_CAUCHY_PAIR), log(((b + beta) ** 2 + (mu1 - mu2) ** 2) / (4 * b * beta))),
    **over(mu1, b, mu2, beta),
    cites=(Cite("chyzaknielsen2019", "the closed form, with its symmetry"),),
    checks=both_roads(runs.kl(runs.cauchy_pair)),
)

CHI_SQUARED_CAUCHY = Theorem(
    id="chi2.cauchy",
    title="Chi-squared divergence of two Cauchy laws",
    statement=eq(ChiSquaredDivergence(*_CAUCHY_PAIR), _DISTANCE),
    **over(mu1, b, mu2, beta),
    cites=(Cite(_NIELSEN, "the chi-squared divergence of Cauchy laws"),),
    checks=both_roads(runs.chi_squared(runs.cauchy_pair)),
)

MAX_CAUCHY = Theorem(
    id="max.cauchy",
    title="Max divergence of Cauchy noise: private without a delta, tails and all",
    statement=eq(MaxDivergence(*_CAUCHY), 2 * log((1 + sqrt(1 + 4 * b**2)) / (2 * b))),
    **over(b),
    checks=both_roads(runs.greatest(runs.cauchy)),
)

VARIATION_CAUCHY = Theorem(
    id="tv.cauchy",
    title="Total variation distance of Cauchy noise",
    statement=eq(TotalVariation(*_CAUCHY), 2 * atan(1 / (2 * b)) / pi),
    **over(b),
    cites=(Cite(_NIELSEN, "the total variation distance of Cauchy laws"),),
    checks=by_numbers(runs.total_variation(runs.cauchy)),
)

_RATIO = 1 + 1 / (2 * b**2)
_ROOT = sqrt(_RATIO**2 - 1)
_BEYOND = eps >= log(_RATIO + _ROOT)

PROFILE_CAUCHY = Theorem(
    id="profile.cauchy",
    title="Privacy profile of Cauchy noise",
    statement=eq(
        HockeyStick(eps, *_CAUCHY),
        Piecewise(
            (0, _BEYOND),
            ((acos((exp(eps) - _RATIO) / _ROOT) - exp(eps) * acos((_RATIO - exp(-eps)) / _ROOT)) / pi, True),
        ),
    ),
    **over(eps, b, epsilon=(0, Rational(1, 4))),
    uses=("max.cauchy",),
    checks=both_roads(runs.profile(runs.cauchy), balls=4),
    note="In the angle of the circle that the line wraps around, the law is uniform and the loss the logarithm of a cosine.",
)

LOSS_TAIL_CAUCHY = Theorem(
    id="loss_tail.cauchy",
    title="Tail of the privacy loss of Cauchy noise",
    statement=eq(LossTail(eps, *_CAUCHY), Piecewise((0, _BEYOND), (acos((exp(eps) - _RATIO) / _ROOT) / pi, True))),
    **over(eps, b, epsilon=(0, Rational(1, 4))),
    checks=both_roads(runs.loss_tail(runs.cauchy), balls=4),
)

_STUDENT = StudentT(0, 3, b), StudentT(1, 3, b)

RENYI_STUDENT_TWO = Theorem(
    id="renyi.student.order_2",
    title="Rényi budget of order 2 of Student t noise with 3 degrees of freedom",
    statement=eq(Renyi(2, *_STUDENT), log(1 + 2 / (3 * b**2) + 5 / (72 * b**4))),
    **over(b),
    uses=("renyi.change_of_measure",),
    checks=both_roads(runs.of_order(2, runs.student)),
)

RENYI_STUDENT_THREE = Theorem(
    id="renyi.student.order_3",
    title="Rényi budget of order 3 of Student t noise with 3 degrees of freedom",
    statement=eq(Renyi(3, *_STUDENT), log(1 + 2 / b**2 + 7 / (8 * b**4) + 7 / (54 * b**6) + 7 / (1152 * b**8)) / 2),
    **over(b),
    uses=("renyi.change_of_measure",),
    checks=both_roads(runs.of_order(3, runs.student)),
)

MAX_STUDENT = Theorem(
    id="max.student",
    title="Max divergence of Student t noise",
    statement=eq(MaxDivergence(StudentT(0, nu, b), StudentT(1, nu, b)), (nu + 1) * acosh(1 + 1 / (2 * nu * b**2)) / 2),
    **over(nu, b),
    cites=(Cite("bunsteinke2019average", "Student noise", "arXiv:1906.02830"),),
    checks=both_roads(runs.greatest(runs.student_any)),
    note="The loss is greatest where the two quadratics have their greatest quotient; at one degree of freedom it is Cauchy's.",
)

_UNIFORM = Uniform(0, a), Uniform(1, a)
_INSIDE = Uniform(0, a), Uniform(0, a + b)

RENYI_UNIFORM = Theorem(
    id="renyi.uniform.inside",
    title="Rényi divergence of a uniform law from one on a longer interval: one number for all orders",
    statement=eq(Renyi(alpha, *_INSIDE), log((a + b) / a)),
    **over(alpha, a, b),
    cites=(Cite("gil2013renyi", "uniform family"),),
    uses=("renyi.change_of_measure",),
    checks=both_roads(runs.renyi(runs.uniform_inside)),
)

RENYI_UNIFORM_BELOW = Theorem(
    id="renyi.uniform.below_one",
    title="Rényi divergence of uniform noise below order 1",
    statement=eq(Renyi(alpha, *_UNIFORM), log(1 - 1 / (2 * a)) / (alpha - 1)),
    **below_one(over(alpha, a)),
    hypotheses=(2 * a > 1,),
    uses=("renyi.change_of_measure",),
    checks=both_roads(runs.renyi(runs.uniform)),
    note="Above order 1 it is infinite: the supports differ.",
)

PROFILE_UNIFORM = Theorem(
    id="profile.uniform",
    title="Privacy profile of uniform noise: one delta for every eps",
    statement=eq(HockeyStick(eps, *_UNIFORM), 1 / (2 * a)),
    **over(eps, a),
    hypotheses=(2 * a > 1,),
    checks=both_roads(runs.profile(runs.uniform), balls=4),
)

TRADEOFF_UNIFORM = Theorem(
    id="tradeoff.uniform",
    title="Trade-off function of uniform noise",
    statement=eq(TradeOff(t, *_UNIFORM), Piecewise((1 - 1 / (2 * a) - t, t < 1 - 1 / (2 * a)), (0, True))),
    **over(t, a, t=(0, Rational(3, 4)), a=(2, 4)),
    hypotheses=(2 * a > 1,),
    cites=(Cite("dong2022gaussian", "section 2, by the Neyman-Pearson lemma", "arXiv:1905.02383v3"),),
    checks=both_roads(runs.tradeoff(runs.uniform), 4, balls=4),
)

VARIATION_UNIFORM = Theorem(
    id="tv.uniform",
    title="Total variation distance of uniform noise",
    statement=eq(TotalVariation(*_UNIFORM), 1 / (2 * a)),
    **over(a),
    hypotheses=(2 * a > 1,),
    cites=(Cite("balle2018improving", "section 2, the divergence at alpha = 1", "arXiv:1807.01647v2"),),
    uses=("profile.uniform",),
    checks=both_roads(runs.total_variation(runs.uniform)),
)

INVERSE_PROFILE_UNIFORM = Theorem(
    id="inverse_profile.uniform",
    title="The eps of uniform noise at a given delta: 0 or none",
    statement=eq(InverseProfile(delta, *_UNIFORM), Piecewise((oo, delta < 1 / (2 * a)), (0, True))),
    # away from delta = 1/(2 a), where a run in floats cannot tell the one case from the other
    **over(delta, a, delta=(Rational(1, 10), Rational(1, 5))),
    hypotheses=(2 * a > 1,),
    uses=("profile.uniform",),
    checks=both_roads(runs.inverse_profile(runs.uniform), 8, balls=0),
)
