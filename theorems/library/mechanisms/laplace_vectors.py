"""Laplace noise on two answers: the privacy profile, which is below that of one answer that moves by both moves together."""

from sympy import Max, Min, Rational, S, exp

from dpsym import HockeyStick, Laplace, ProductLaw
from dpsym.parameters import b, eps, r1, r2
from theorems.checks import Enclose, Quadrature, Tight, Transcribed
from theorems.entry import Theorem
from theorems.library.catalogue.space import over
from theorems.library.mechanisms import laplace_vector_runs as runs
from theorems.statement import eq, le

_PAIR = ProductLaw(Laplace(0, b), Laplace(0, b)), ProductLaw(Laplace(r1, b), Laplace(r2, b))
_LEFT = ((r1 + r2) / b - eps) / 2
_SPACE = over(eps, b, r1, r2, b=(1, 8), epsilon=(0, 1), r1=(Rational(1, 4), 2), r2=(Rational(1, 4), 2))

PROFILE = Theorem(
    id="profile.laplace.vector",
    title="Privacy profile of Laplace noise on two answers",
    statement=eq(HockeyStick(eps, *_PAIR), Max(0, 1 - exp(-_LEFT) * (1 + Min(r1 / b, r2 / b, Max(0, _LEFT)) / 2))),
    **_SPACE,
    checks=(Enclose(8), Quadrature(runs.profile, 8)),
    uses=("profile.laplace",),
    note=(
        "Ours: the loss of the answer that moves less, by A scales, is A with probability 1/2, -A with probability e^-A/2, and has the "
        "density e^(-(A - l)/2)/4 between; the profile of the other one, which moves by C scales, is its mean 1 - e^((eps - l - C)/2) "
        "wherever this is positive."
    ),
)

DOMINATED = Theorem(
    id="dominating.laplace.vector",
    title="Laplace noise on two answers tells no more than on one that moves by both moves together",
    statement=le(HockeyStick(eps, *_PAIR), HockeyStick(eps, Laplace(0, b), Laplace(r1 + r2, b))),
    **_SPACE,
    checks=(
        Enclose(8),
        Quadrature(runs.profile, 8),
        Tight(at={eps: S(2), b: S.One, r1: S.One, r2: S.One}),
        Transcribed(
            "HockeyStick(epsilon, ProductLaw(Laplace(0, b), Laplace(0, b)), ProductLaw(Laplace(r1, b), Laplace(r2, b))) "
            "<= HockeyStick(epsilon, Laplace(0, b), Laplace(r1 + r2, b))"
        ),
    ),
    uses=("profile.laplace.vector", "profile.laplace"),
    note=(
        "Ours: the profile of two answers is that of one less a non-negative term. The pairs are symmetric, so that this holds of the other "
        "direction and of every eps; by induction it holds of any number of answers, a pair being dominated whatever it is composed with."
    ),
)
