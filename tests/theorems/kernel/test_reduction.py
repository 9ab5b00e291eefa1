"""What holds of laws on finite spaces and is said of laws on countable sets: only where merging the tails passes it on."""

import numpy as np
import pytest
from sympy import Abs, Lt, Ne, Rational, exp, log, oo, sin, symbols, tanh

from dpsym import KL, HockeyStick, MaxDivergence, Renyi, TotalVariation
from dpsym.distributions import Image, Joint, Mixture, Probability, ProductLaw
from dpsym.distributions.families import Other, Row
from dpsym.divergences import LossTail, TradeOff
from dpsym.divergences.least import ConcentratedBudget
from dpsym.divergences.overall import Worst
from dpsym.parameters import alpha, delta, q, t
from dpsym.parameters import eps as epsilon
from theorems.entry import Theorem
from theorems.kernel import record
from theorems.kernel.reduction import is_nonnegative, obstacle
from theorems.library.variables import ALL, FULL, P0, P1, P2, Q1, Q2, A, K, L, P, Q, R, finite
from theorems.registry import registry
from theorems.statement import ABOVE_ONE, POSITIVE, UNIT, UNIT_OPEN, eq, le

LAWS = (P, Q, R, P0, P1, P2, Q1, Q2, K, L, A)
DOMAIN = {epsilon: POSITIVE, alpha: ABOVE_ONE, q: UNIT, t: UNIT, delta: UNIT_OPEN}
INSIDE = (Rational(1, 4), Rational(1, 2))
BOXES = {t: INSIDE, q: INSIDE, delta: INSIDE, epsilon: (1, 2), alpha: (2, 3)}
NEAR = le(MaxDivergence(P, Q), epsilon)


def stated(statement, *hypotheses, laws=ALL):
    used = [name for name in LAWS if any(part.has(name) for part in (statement, *hypotheses))]
    symbols_used = [name for name in DOMAIN if any(part.has(name) for part in (statement, *hypotheses))]
    domain = {name: DOMAIN[name] for name in symbols_used} | dict.fromkeys(used, laws)
    typical = {name: BOXES[name] for name in symbols_used if name in BOXES}
    return Theorem("one", "One", statement, domain, typical, hypotheses)


PASSED = {
    "of processing": stated(le(Renyi(alpha, Image(K, P), Image(K, Q)), Renyi(alpha, P, Q))),
    "of composition": stated(le(KL(Joint(P, K), Joint(Q, L)), KL(P, Q) + Worst(KL(Row(K), Row(L))))),
    "under a bound": stated(le(Renyi(alpha, P, Q), alpha * epsilon), NEAR),
    "of events": stated(le(Probability(P, A) - exp(epsilon) * Probability(Q, A), HockeyStick(epsilon, P, Q))),
    "of the tail": stated(le(HockeyStick(epsilon, P, Q), LossTail(epsilon, P, Q))),
    "of tests": stated(le(1 - t - TotalVariation(P, Q), TradeOff(t, P, Q))),
    "an equation": stated(eq(KL(ProductLaw(P1, P2), ProductLaw(Q1, Q2)), KL(P1, Q1) + KL(P2, Q2))),
    "falling in what converges": stated(le(exp(-KL(P, Q)) / 2, 1 - TotalVariation(P, Q))),
    "at a threshold that grows": stated(le(HockeyStick(MaxDivergence(P, Q), P, Q), 0), laws=FULL),
    "growing in a bounded one": stated(
        le(1 - (1 - HockeyStick(epsilon, Image(K, P), Image(K, Q))) ** 2, 1 - (1 - HockeyStick(epsilon, P, Q)) ** 2)
    ),
    "of mixtures": stated(
        le(MaxDivergence(Mixture(q, P, Q), Q), log(1 + q * (exp(MaxDivergence(P, Q)) - 1))), laws=FULL
    ),
    "of two rows of one kernel": stated(
        le(TotalVariation(Image(K, P), Image(K, Q)), Worst(TotalVariation(Row(K), Other(K))))
    ),
}

HELD_BACK = {
    "finite on finite spaces, infinite on countable ones": stated(Lt(MaxDivergence(P, Q), oo), laws=FULL),
    "strict": stated(Lt(KL(P, Q), Renyi(alpha, P, Q) + 1)),
    "unequal": stated(Ne(KL(P, Q), -1)),
    "falls in a divergence of processed laws": stated(le(-KL(Image(K, P), Image(K, Q)), -KL(P, Q))),
    "a greater side with kernels": stated(le(KL(P, Q), KL(Joint(P, K), Joint(Q, L)))),
    "a greater side that falls": stated(le(TotalVariation(P, Q), 1 / (1 + Worst(KL(Row(K), Row(L)))))),
    "a hypothesis from below": stated(le(HockeyStick(epsilon, P, Q), delta), le(delta, KL(P, Q))),
    "a hypothesis that falls": stated(le(HockeyStick(epsilon, P, Q), delta), le(-KL(P, Q), delta)),
    "a hypothesis about kernels' outputs": stated(
        le(HockeyStick(epsilon, P, Q), 1), le(KL(Image(K, P), Image(K, Q)), epsilon)
    ),
    "a hypothesis that is an equation": stated(le(HockeyStick(epsilon, P, Q), 1), eq(KL(P, Q), epsilon)),
    "a concrete law": stated(le(KL(P, finite("1/3", "2/3")), epsilon)),
    "what is not known": stated(le(ConcentratedBudget(0, oo, P, Q), epsilon)),
    "a jump": stated(le(sin(KL(P, Q)), Abs(KL(P, Q)))),
    "an infinite threshold": stated(le(HockeyStick(MaxDivergence(P, Q), P, Q), 0)),
    "a threshold on the greater side": stated(le(HockeyStick(epsilon, P, Q), HockeyStick(KL(P, Q), P, Q)), laws=FULL),
    "infinite times nothing": stated(le(Probability(P, A), exp(Renyi(alpha, P, Q)) * Probability(Q, A))),
    "the tail with kernels": stated(le(LossTail(epsilon, Image(K, P), Image(K, Q)), LossTail(epsilon, P, Q))),
    "tests with kernels": stated(le(TradeOff(t, P, Q), TradeOff(t, Image(K, P), Image(K, Q)))),
    "a probability under a kernel": stated(le(Probability(Image(K, P), A), 1)),
    "weights of an unknown sign": stated(
        le(HockeyStick(epsilon, Image(K, P), Image(K, Q)), (1 - 2 * q) * Worst(KL(Row(K), Row(L))) + q)
    ),
    "a power of nothing": stated(le(0 ** TotalVariation(Image(K, P), Image(K, Q)), 1)),
    "a power of nothing at an infinite value": stated(le(0 ** (1 - tanh(KL(P, Q))), 0), laws=FULL),
    "a difference of infinite values": stated(le(KL(P, Q) - Renyi(alpha, P, Q), 0), laws=FULL),
    "a difference of infinite values of kernels": stated(
        le(Renyi(alpha, Joint(P, K), Joint(Q, L)) - Renyi(alpha, P, Q), Worst(Renyi(alpha, Row(K), Row(L)))), laws=FULL
    ),
    "a pole": stated(le(-1 / (KL(Image(K, P), Image(L, Q)) - 1), KL(P, Q))),
    "a hypothesis with a pole": stated(le(TotalVariation(P, Q), 1), le(-1 / (KL(P, Q) - 1), 0), laws=FULL),
    "an order that may be 1": stated(le(Renyi(alpha / 2, P, Q), Renyi(alpha, P, Q))),
    "an order that may be negative": stated(le(Renyi(alpha - 2, P, Q), KL(P, Q))),
    "a supremum in a supremum": stated(le(KL(P, Q), Worst(Worst(KL(Row(K), Other(K))) + KL(Row(K), Other(K))))),
    "rows that a difference is taken of": stated(le(KL(P, Q), Worst(KL(Row(K), Row(L)) - KL(Row(L), Row(K))))),
}


@pytest.mark.parametrize("entry", PASSED.values(), ids=PASSED)
def test_what_merging_tails_passes_on_is_seen(entry):
    assert obstacle(entry) == ""


@pytest.mark.parametrize("entry", HELD_BACK.values(), ids=HELD_BACK)
def test_what_merging_tails_need_not_pass_on_is_held_back(entry):
    assert obstacle(entry) != ""


def test_grades_on_record_are_those_of_the_reduction():
    library = registry()
    graded = {id: verdict for id, verdict in record.read().items() if verdict.grade != record.EXACT}
    assert {id: verdict.grade == record.COUNTABLE for id, verdict in graded.items()} == {
        id: obstacle(library[id]) == "" for id in graded
    }
    assert not any(verdict.refuted for verdict in graded.values())


SIZE = 400


def merged(law, n):
    """Return a law, or the rows of a kernel, with all points from the n-th on as one."""
    return np.concatenate([law[..., :n], law[..., n:].sum(-1, keepdims=True)], -1)


def merged_kernel(kernel, n):
    return merged(kernel[: n + 1], n)


def geometric(ratio):
    masses = ratio ** np.arange(SIZE)
    return masses / masses.sum()


def renyi(order, p, q):
    return np.log(np.sum(p**order * q ** (1 - order))) / (order - 1)


DISTANCES = {
    "renyi": lambda p, q: renyi(2.5, p, q),
    "kl": lambda p, q: np.sum(p * np.log(p / q)),
    "hockey stick": lambda p, q: np.maximum(p - 1.05 * q, 0).sum(),
    "max": lambda p, q: np.log((p / q).max()),
    "chi squared": lambda p, q: np.sum((p - q) ** 2 / q),
}


@pytest.mark.parametrize("distance", DISTANCES.values(), ids=DISTANCES)
def test_merged_tails_lose_nothing_in_the_limit_and_add_nothing_before(distance):
    rng = np.random.default_rng(7)
    first, second = geometric(0.7), geometric(0.8)
    kernels = [
        0.9 ** np.arange(SIZE) * (1 + 0.95 ** np.arange(SIZE) * rng.uniform(0, 3, (SIZE, SIZE))) for _ in range(2)
    ]
    kernels = [kernel / kernel.sum(-1, keepdims=True) for kernel in kernels]
    found = []
    for n in (5, 20, 60, 120):
        p, q = merged(first, n), merged(second, n)
        rows = [merged_kernel(kernel, n) for kernel in kernels]
        assert distance(p, q) <= distance(first, second) + 1e-9  # (1)
        worst = max(map(distance, *rows))
        assert worst <= max(map(distance, *kernels)) + 1e-9
        found.append(distance(p @ rows[0], q @ rows[1]))
    through = distance(first @ kernels[0], second @ kernels[1])
    assert found[-1] >= 0.99 * through > 1e-3  # (2)


def test_merged_tails_may_add_to_the_divergence_of_what_kernels_make():
    """Why a greater side has no kernels: the row of the merged point is one of many."""
    law = geometric(0.9)
    kernel = np.eye(SIZE)[np.where(np.arange(SIZE) == 3, 0, 1)]
    other = np.eye(SIZE)[np.ones(SIZE, dtype=int)]
    distance = DISTANCES["hockey stick"]
    whole = distance(law @ kernel, law @ other)
    assert distance(merged(law, 3) @ merged_kernel(kernel, 3), merged(law, 3) @ merged_kernel(other, 3)) > 3 * whole


x, y = symbols("x y", real=True)
RANGES = {x: (Rational(0), Rational(1)), y: (Rational(0), oo)}


@pytest.mark.parametrize(
    "value",
    [
        1 - x,
        1 - x * tanh(y) * 0 - x,
        x * exp(y) - x + 1,
        1 - exp(-y),
        (1 - x) * y,
        y / (1 + x * (exp(y) - 1)),
        (x - 1) / (-1 - y),
    ],
)
def test_signs_that_are_seen(value):
    assert is_nonnegative(value, RANGES)


@pytest.mark.parametrize(
    "value", [x - 1, 1 - 2 * x, 1 - y, exp(-y) - 1, (1 - x) * (1 - y), (x - 1) / (1 + y), x * (1 - x) - 1, -y]
)
def test_signs_that_are_not(value):
    assert not is_nonnegative(value, RANGES)
