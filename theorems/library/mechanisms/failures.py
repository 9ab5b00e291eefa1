"""Algorithms that must not fail: failing outputs replaced by right ones, and noise that is cut off."""

from sympy import Rational, S, Symbol, exp, log

from dpsym import Finite, HockeyStick, TruncatedLaplace
from dpsym.parameters import eps, q
from theorems.checks import At, Derive, Enclose, Proved, Quadrature, Tight, Transcribed
from theorems.entry import Cite, Theorem
from theorems.library.mechanisms import failure_runs
from theorems.statement import POSITIVE, UNIT_OPEN, eq, le

_POSTS = "dporg2025"
# outputs a, b, c, d of an eps-private algorithm: b for x and a for x' have probability q/(1 + e^eps) and fail there; a and d are given for them
_CHANCE = q / (1 + exp(eps))
_FIRST, _SECOND = Finite(q, 0, 1 - q, 0), Finite(0, _CHANCE * exp(eps), 1 - q, _CHANCE)
_REPLACED = {
    "domain": {eps: POSITIVE, q: UNIT_OPEN},
    "typical": {eps: (Rational(1, 20), 2), q: (Rational(1, 1000), Rational(9, 10))},
    "cites": (Cite(_POSTS, "Claim 6.1"),),
}
_PROFILE = HockeyStick(eps, _FIRST, _SECOND)
t = Symbol("t", positive=True)
_DELTA = exp(-t) / 2  # t is log(1/(2 delta))
_BELOW_HALF = {
    "domain": {eps: POSITIVE, t: POSITIVE},
    "typical": {eps: (Rational(1, 4), 4), t: (Rational(1, 10), 7)},
    "cites": (Cite(_POSTS, "Note 6.2"),),
}

FAILURES_PRINTED = Theorem(
    id="mechanism.replaced_failures.printed",
    title="Failing outputs of an eps-private algorithm replaced by right ones: delta is at most their probability (as printed; four outputs)",
    statement=le(_PROFILE, _CHANCE),
    **_REPLACED,
    checks=(
        At({eps: log(2), q: Rational(3, 10)}),
        Enclose(),
        Transcribed(
            "HockeyStick(epsilon, Finite(q, 0, 1 - q, 0), Finite(0, q*exp(epsilon)/(1 + exp(epsilon)), 1 - q, q/(1 + exp(epsilon)))) "
            "<= q/(1 + exp(epsilon))"
        ),
    ),
    note="Ours: what is right for one of two neighbours may fail for the other, and is replaced there.",
)

FAILURES = Theorem(
    id="mechanism.replaced_failures",
    title="Failing outputs of an eps-private algorithm replaced by right ones: delta is 1 + e^eps times their probability (four outputs)",
    statement=eq(_PROFILE, q),
    **_REPLACED,
    checks=(Derive(), Enclose(), Quadrature(failure_runs.replaced)),
    corrects="mechanism.replaced_failures.printed",
    note=(
        "Ours: no algorithm is worse. Of the outputs in S that are right for x, those that fail for x' are replaced there, so that the "
        "probability of S falls by that of failure at most, which costs e^eps times it, and what is given for failures of x costs it once."
    ),
)

BOUND_PRINTED = Theorem(
    id="mechanism.truncated_laplace.bound.printed",
    title="Laplace noise truncated to (1 + log(1/(2 delta)))/eps is (eps, delta)-private at sensitivity 1 (as printed, for every eps)",
    statement=le(HockeyStick(eps, *(TruncatedLaplace(at, 1 / eps, (1 + t) / eps) for at in (0, 1))), _DELTA),
    **_BELOW_HALF,
    checks=(
        At({eps: S(2), t: S(6)}),
        Enclose(),
        Transcribed(
            "HockeyStick(epsilon, TruncatedLaplace(0, 1/epsilon, (1 + t)/epsilon), "
            "TruncatedLaplace(1, 1/epsilon, (1 + t)/epsilon)) <= exp(-t)/2"
        ),
    ),
)

BOUND = Theorem(
    id="mechanism.truncated_laplace.bound",
    title="Laplace noise truncated to 1 + log(1/(2 delta))/eps is (eps, delta)-private at sensitivity 1",
    statement=le(HockeyStick(eps, *(TruncatedLaplace(at, 1 / eps, 1 + t / eps) for at in (0, 1))), _DELTA),
    **_BELOW_HALF,
    uses=("profile.truncated_laplace",),
    checks=(
        Proved(),
        Enclose(),
        Quadrature(failure_runs.truncated),
        Tight({eps: S.One}, t, S.Zero),
        Transcribed(
            "HockeyStick(epsilon, TruncatedLaplace(0, 1/epsilon, 1 + t/epsilon), "
            "TruncatedLaplace(1, 1/epsilon, 1 + t/epsilon)) <= exp(-t)/2"
        ),
    ),
    corrects="mechanism.truncated_laplace.bound.printed",
    note=(
        "Ours: the profile is (1 - e^-eps) delta/(1 - 2 delta e^-eps), at most delta for delta <= 1/2, where it is attained. The printed bound "
        "gives (e^eps - 1) delta/(e - 2 delta), at most delta for eps <= 1."
    ),
)
