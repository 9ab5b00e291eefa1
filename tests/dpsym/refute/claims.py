"""False claims that look right, each beside a true twin; both are refuted, or not, without a hint."""

from itertools import pairwise

from sympy import Eq, Ge, Gt, Integer, Interval, Le, Lt, Max, Rational, exp, log, oo, sqrt

from dpsym import (
    KL,
    RR,
    AnyLaw,
    Gaussian,
    HockeyStick,
    Laplace,
    LossTail,
    MaxDivergence,
    ProductLaw,
    Renyi,
    TotalVariation,
    TradeOff,
)
from dpsym.distributions import AnyEvent, AnyKernel, Image, Laws, Probability
from dpsym.symbols import alpha, b, delta, eps, t, zeta

P, Q, R, P0, P1, P2, P3, Q0, Q1 = map(AnyLaw, ("P", "Q", "R", "P0", "P1", "P2", "P3", "Q0", "Q1"))
K, A = AnyKernel("K"), AnyEvent("A")
ALL, FULL = Laws("any"), Laws("full")
POSITIVE, NONNEGATIVE, UNIT = Interval.open(0, oo), Interval(0, oo), Interval.open(0, 1)
ORDERS = Interval.open(1, oo)


def le(left, right):
    return Le(left, right, evaluate=False)


def gt(left, right):
    return Gt(left, right, evaluate=False)


def eq(left, right):
    return Eq(left, right, evaluate=False)


def close(*laws):
    """Neighbours in the order given are (eps, delta)-close, in both directions."""
    pairs = [pair for first, second in pairwise(laws) for pair in ((first, second), (second, first))]
    return tuple(le(HockeyStick(eps, *pair), delta) for pair in pairs)


def chain(*laws):
    return {eps: NONNEGATIVE, delta: Interval(0, 1), **dict.fromkeys(laws, ALL)}


def calibrated(constant):
    """The Gaussian mechanism with the classical noise, sensitivity 1."""
    noise = sqrt(2 * log(constant / delta)) / eps
    return le(HockeyStick(eps, Gaussian(0, noise), Gaussian(1, noise)), delta)


def pure(statement):
    """A claim about all eps-DP pairs."""
    domain = {alpha: ORDERS, zeta: POSITIVE, P: FULL, Q: FULL}
    return statement, domain, (le(MaxDivergence(P, Q), zeta), le(MaxDivergence(Q, P), zeta))


def too_little_laplace_noise(multiple):
    """The claim that Laplace noise below 1/(eps - multiple * log(1 - delta)) is not (eps, delta)-DP, sensitivity 1."""
    statement = gt(HockeyStick(eps, Laplace(0, b), Laplace(1, b)), delta)
    return (statement, {eps: POSITIVE, delta: UNIT, b: POSITIVE}, (Lt(b, 1 / (eps - multiple * log(1 - delta))),))


def tail(statement):
    return statement, {eps: NONNEGATIVE, delta: UNIT, P: ALL, Q: ALL}, close(P, Q)


def composed(factor):
    """The claim that two (eps, delta)-DP mechanisms are (2 eps, factor * delta)-DP together."""
    statement = le(HockeyStick(2 * eps, ProductLaw(P0, P1), ProductLaw(Q0, Q1)), factor * delta)
    return statement, chain(P0, P1, Q0, Q1), (*close(P0, Q0), *close(P1, Q1))


def group(count, factor):
    laws = (P0, P1, P2, P3)[: count + 1]
    return le(HockeyStick(count * eps, laws[0], laws[-1]), factor * delta), chain(*laws), close(*laws)


_GREATEST = Max(*(HockeyStick(eps, *pair) for pair in ((P0, P1), (P1, P0), (P1, P2), (P2, P1))), evaluate=False)
_ONE = Integer(1)

FALSE = {
    "Rényi divergence of eps-DP pairs at most alpha eps^2/3": pure(le(Renyi(alpha, P, Q), alpha * zeta**2 / 3)),
    "Rényi divergence of randomized response at most alpha eps^2/3": (
        le(Renyi(alpha, RR(eps)), alpha * eps**2 / 3),
        {alpha: ORDERS, eps: POSITIVE},
        (),
    ),
    "classical Gaussian calibration up to eps = 20": (
        calibrated(Rational(5, 4)),
        {eps: Interval.Lopen(0, 20), delta: UNIT},
        (),
    ),
    "group privacy at distance 2 with the factor 2 e^2": group(2, 2 * exp(2)),
    "group privacy at distance 3 with the factor 3 e^3": group(3, 3 * exp(3)),
    "group privacy at distance 2 with the factor 2 e^2, without hypotheses": (
        le(HockeyStick(2 * eps, P0, P2), 2 * exp(2) * _GREATEST),
        {eps: NONNEGATIVE, P0: ALL, P1: ALL, P2: ALL},
        (),
    ),
    "less Laplace noise than 1/(eps - log(1 - delta)) is not (eps, delta)-DP": too_little_laplace_noise(_ONE),
    "the loss of an (eps, delta)-DP pair exceeds eps with probability at most delta": tail(
        le(LossTail(eps, P, Q), delta)
    ),
}

TRUE = {
    "Rényi divergence of eps-DP pairs at most alpha eps^2/2": pure(le(Renyi(alpha, P, Q), alpha * zeta**2 / 2)),
    "Rényi divergence of randomized response at most alpha eps^2/2": (
        le(Renyi(alpha, RR(eps)), alpha * eps**2 / 2),
        {alpha: ORDERS, eps: POSITIVE},
        (),
    ),
    "classical Gaussian calibration below eps = 1": (calibrated(Rational(5, 4)), {eps: UNIT, delta: UNIT}, ()),
    "group privacy at distance 2 with the sharp factor": group(2, 1 + exp(eps)),
    "group privacy at distance 3 with the sharp factor": group(3, 1 + exp(eps) + exp(2 * eps)),
    "less Laplace noise than 1/(eps - 2 log(1 - delta)) is not (eps, delta)-DP": too_little_laplace_noise(2 * _ONE),
    "delta is at most the probability that the loss exceeds eps": (
        le(HockeyStick(eps, P, Q), LossTail(eps, P, Q)),
        {eps: NONNEGATIVE, P: ALL, Q: ALL},
        (),
    ),
    "composition adds eps and delta": composed(2),
    "post-processing does not increase the Rényi divergence": (
        le(Renyi(alpha, Image(K, P), Image(K, Q)), Renyi(alpha, P, Q)),
        {alpha: ORDERS, P: ALL, Q: ALL, K: ALL},
        (),
    ),
    "the hockey-stick divergence bounds every event": (
        le(Probability(P, A) - exp(eps) * Probability(Q, A), HockeyStick(eps, P, Q)),
        {eps: NONNEGATIVE, P: ALL, Q: ALL, A: ALL},
        (),
    ),
    "Pinsker's inequality": (le(TotalVariation(P, Q) ** 2, KL(P, Q) / 2), {P: ALL, Q: ALL}, ()),
    "e^x at most 1 + x + x^2 on [0, 1]": (le(exp(t), 1 + t + t**2), {t: (0, 1)}, ()),
    "a tie": (le(eps, eps), {eps: POSITIVE}, ()),
}

NEARLY_TRUE = {
    "the constant of eps-DP pairs, two per mille too small": pure(
        le(Renyi(alpha, P, Q), Rational(499, 1000) * alpha * zeta**2)
    ),
    "the noise of Laplace, half a per cent too small": too_little_laplace_noise(Rational(199, 100)),
    "the factor of groups, a per mille too small": group(2, Rational(999, 1000) * (1 + exp(eps))),
    "the factor of groups of three, a per mille too small": group(
        3, Rational(999, 1000) * (1 + exp(eps) + exp(2 * eps))
    ),
    "composition adds 95 % of the deltas": composed(Rational(19, 10)),
    "post-processing takes away a per cent": (
        le(Renyi(alpha, Image(K, P), Image(K, Q)), Rational(99, 100) * Renyi(alpha, P, Q)),
        {alpha: ORDERS, P: FULL, Q: FULL, K: ALL},
        (),
    ),
    "an event has at most half of the hockey-stick divergence": (
        le(Probability(P, A) - exp(eps) * Probability(Q, A), HockeyStick(eps, P, Q) / 2),
        {eps: NONNEGATIVE, P: ALL, Q: ALL, A: ALL},
        (),
    ),
    "Pinsker's inequality with 0.49": (
        le(TotalVariation(P, Q) ** 2, Rational(49, 100) * KL(P, Q)),
        {P: ALL, Q: ALL},
        (),
    ),
    "Rényi divergences obey the triangle inequality": (
        le(Renyi(2, P, R), Renyi(2, P, Q) + Renyi(2, Q, R)),
        {P: FULL, Q: FULL, R: FULL},
        (),
    ),
    "a divergence of finite laws is finite": (le(KL(P, Q), 1000), {P: ALL, Q: ALL}, ()),
    "every trade-off function is the trivial one": (
        Ge(TradeOff(t, P, Q), 1 - t, evaluate=False),
        {t: Interval(0, 1), P: ALL, Q: ALL},
        (),
    ),
    "e^x at most 1 + x + x^2 on [0, 2]": (le(exp(t), 1 + t + t**2), {t: (0, 2)}, ()),
    "an equation": (eq((t + 1) ** 2, t**2 + 2 * t), {t: POSITIVE}, ()),
    "a strict inequality that is an equation": (gt(t, t), {t: POSITIVE}, ()),
}
