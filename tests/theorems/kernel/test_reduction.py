"""What holds of laws on finite spaces and is said of laws on countable sets: only where merging the tails passes it on."""

import numpy as np
import pytest
from sympy import Abs, Lt, Ne, Piecewise, Rational, S, binomial, coth, exp, log, oo, sin, symbols, tanh

from dpsym import KL, HockeyStick, MaxDivergence, Renyi, TotalVariation
from dpsym.distributions import Finite, Image, Joint, Mixture, Probability, ProductLaw
from dpsym.distributions.choosing import Tilted
from dpsym.distributions.families import Answers, Here, Member, Next, Other, Row, Step
from dpsym.divergences import LossTail, TradeOff
from dpsym.divergences.conditional import KernelRenyi
from dpsym.divergences.curve import ProfileEnvelope
from dpsym.divergences.least import ConcentratedBudget, DominationGap
from dpsym.divergences.overall import Total, UpTo, Worst
from dpsym.divergences.paths import AlongPath
from dpsym.parameters import alpha, delta, q, t
from dpsym.parameters import eps as epsilon
from theorems.entry import Theorem
from theorems.kernel import record
from theorems.kernel.reduction import obstacle
from theorems.kernel.signs import Ends, grows, is_nonnegative, is_positive
from theorems.library.variables import ALL, FULL, P0, P1, P2, Q1, Q2, A, K, L, P, Q, R, finite
from theorems.registry import registry
from theorems.statement import ABOVE_ONE, POSITIVE, UNIT, UNIT_OPEN, eq, le

j, k = symbols("j k", integer=True, positive=True)
LAWS = (P, Q, R, P0, P1, P2, Q1, Q2, K, L, A)
DOMAIN = {epsilon: POSITIVE, alpha: ABOVE_ONE, q: UNIT, t: UNIT, delta: UNIT_OPEN, k: S.Naturals}
INSIDE = (Rational(1, 4), Rational(1, 2))
BOXES = {t: INSIDE, q: INSIDE, delta: INSIDE, epsilon: (1, 2), alpha: (2, 3), k: (2, 3)}
NEAR = le(MaxDivergence(P, Q), epsilon)


def stated(statement, *hypotheses, laws=ALL):
    used = [name for name in LAWS if any(part.has(name) for part in (statement, *hypotheses))]
    symbols_used = [name for name in DOMAIN if any(part.has(name) for part in (statement, *hypotheses))]
    domain = {name: DOMAIN[name] for name in symbols_used} | dict.fromkeys(used, laws)
    typical = {name: BOXES[name] for name in symbols_used if name in BOXES}
    return Theorem("one", "One", statement, domain, typical, hypotheses)


COIN = Finite(q, 1 - q, 0)
DOMINATED = le(DominationGap(P, Q, P1, Q1), 0)

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
    "beside masses that are given": stated(
        eq(
            HockeyStick(epsilon, ProductLaw(COIN, P), ProductLaw(Finite(0, 1 - q, q), Q)),
            q + (1 - q) * HockeyStick(epsilon, P, Q),
        )
    ),
    "of mixtures": stated(
        le(MaxDivergence(Mixture(q, P, Q), Q), log(1 + q * (exp(MaxDivergence(P, Q)) - 1))), laws=FULL
    ),
    "of two rows of one kernel": stated(
        le(TotalVariation(Image(K, P), Image(K, Q)), Worst(TotalVariation(Row(K), Other(K))))
    ),
    "of joint laws": stated(le(KL(P, Q), KL(Joint(P, K), Joint(Q, L)))),
    "of an order above 1 by a hypothesis": stated(le(Renyi(alpha / 2, P, Q), Renyi(alpha, P, Q)), le(3, alpha)),
    "of tests with kernels": stated(le(TradeOff(t, P, Q), TradeOff(t, Image(K, P), Image(K, Q)))),
    "of the tests of tests": stated(le(TradeOff(1 - TradeOff(t, P, Q), Q, R), TradeOff(t, P, R))),
    "of a chain": stated(le(MaxDivergence(Member(K, 0), Member(K, k)), k * Worst(MaxDivergence(Here(K), Next(K)), k))),
    "of histories": stated(le(KL(Answers(K, k), Answers(L, k)), Total(KL(Step(K), Step(L)), k))),
    "along histories": stated(le(epsilon, epsilon), le(AlongPath(MaxDivergence(Step(K), Step(L)), k), epsilon)),
    "of a budget": stated(le(Renyi(alpha, P, Q), alpha * epsilon), le(ConcentratedBudget(0, oo, P, Q), epsilon), NEAR),
    "of a sum": stated(
        le(
            HockeyStick(epsilon, Image(K, P), Image(K, Q)),
            UpTo(binomial(k, j) * q**j * (1 - q) ** (k - j) * exp((j - 1) * Renyi(j, P, Q)), j, 2, k),
        )
    ),
    "of what is dominated": stated(le(Renyi(alpha, Image(K, P), Image(K, Q)), Renyi(alpha, P1, Q1)), DOMINATED),
    "of rows that are dominated": stated(
        le(KL(Joint(P, K), Joint(Q, L)), KL(P, Q) + KL(P1, Q1)), le(Worst(DominationGap(Row(K), Row(L), P1, Q1)), 0)
    ),
    "of tests of what is dominated": stated(le(t * TradeOff(t, P1, Q1), t * TradeOff(t, P, Q)), DOMINATED),
    "of a choice": stated(le(MaxDivergence(Tilted(epsilon, P, K), P), epsilon), laws=FULL),
    "of curves": stated(eq(TradeOff(t, P, Q), ProfileEnvelope(t, P, Q))),
    "of an order that powers make": stated(le(Renyi(1 / (1 - (1 - 1 / alpha) ** k), P, Q), Renyi(alpha, P, Q))),
}

ROWS = MaxDivergence(Row(K), Row(L))
WORST = Worst(TotalVariation(Row(K), Row(L)))
JUMP = Piecewise((1, q <= 0), (-1, q < 1), (1, True))

HELD_BACK = {
    "finite on finite spaces, infinite on countable ones": stated(Lt(MaxDivergence(P, Q), oo), laws=FULL),
    "strict": stated(Lt(KL(P, Q), Renyi(alpha, P, Q) + 1)),
    "unequal": stated(Ne(KL(P, Q), -1)),
    "falls in a divergence of processed laws": stated(le(-KL(Image(K, P), Image(K, Q)), -KL(P, Q))),
    "a greater side with kernels": stated(le(KL(P, Q), KL(Image(K, P), Image(L, Q)))),
    "a greater side with a kernel of two laws": stated(le(KL(P, Q), KL(Joint(P, K), Joint(Q, K)))),
    "a greater side with a kernel in a hypothesis": stated(
        le(KL(P, Q), KL(Joint(P, K), Joint(Q, L))), le(Worst(KL(Row(K), Row(L))), epsilon)
    ),
    "an order above 1 by a hypothesis about something else": stated(
        le(Renyi(alpha / 2, P, Q), epsilon), le(2, epsilon)
    ),
    "an order that a hypothesis lets be 1": stated(le(Renyi(alpha / 2, P, Q), epsilon), le(2, alpha)),
    "a greater side that falls": stated(le(TotalVariation(P, Q), 1 / (1 + Worst(KL(Row(K), Row(L)))))),
    "a hypothesis from below": stated(le(HockeyStick(epsilon, P, Q), delta), le(delta, KL(P, Q))),
    "a hypothesis that falls": stated(le(HockeyStick(epsilon, P, Q), delta), le(-KL(P, Q), delta)),
    "a hypothesis about kernels' outputs": stated(
        le(HockeyStick(epsilon, P, Q), 1), le(KL(Image(K, P), Image(K, Q)), epsilon)
    ),
    "a hypothesis that is an equation": stated(le(HockeyStick(epsilon, P, Q), 1), eq(KL(P, Q), epsilon)),
    "a concrete law": stated(le(KL(P, finite("1/3", "2/3")), epsilon)),
    "masses that laws decide": stated(
        le(
            HockeyStick(
                epsilon, ProductLaw(Finite(TotalVariation(P, Q), 1 - TotalVariation(P, Q)), P), ProductLaw(COIN, Q)
            ),
            epsilon,
        )
    ),
    "laws without zeros beside masses that are zero": stated(
        le(
            HockeyStick(
                MaxDivergence(ProductLaw(COIN, P), ProductLaw(COIN, Q)), ProductLaw(COIN, P), ProductLaw(COIN, Q)
            ),
            0,
        ),
        laws=FULL,
    ),
    "a jump": stated(le(sin(KL(P, Q)), Abs(KL(P, Q)))),
    "an infinite threshold": stated(le(HockeyStick(MaxDivergence(P, Q), P, Q), 0)),
    "a threshold on the greater side": stated(le(HockeyStick(epsilon, P, Q), HockeyStick(KL(P, Q), P, Q)), laws=FULL),
    "infinite times nothing": stated(le(Probability(P, A), exp(Renyi(alpha, P, Q)) * Probability(Q, A))),
    "the tail with kernels": stated(le(LossTail(epsilon, Image(K, P), Image(K, Q)), LossTail(epsilon, P, Q))),
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
    "a power of a parameter that may be nothing": stated(le(t ** exp(-MaxDivergence(P, Q)), t), le(t, 0), laws=FULL),
    "a power of a parameter at an infinite value": stated(
        le(HockeyStick(epsilon, P, Q), 1 - q ** exp(-MaxDivergence(P, Q))), le(q, 0), laws=FULL
    ),
    "a sum from the order 1": stated(le(UpTo(Renyi(j, P, Q), j, 1, k), (k - 1) * MaxDivergence(P, Q)), laws=FULL),
    "a sum of conditional divergences from the order 1": stated(
        le(UpTo(KernelRenyi(j, K, L), j, 1, k), (k - 1) * Worst(MaxDivergence(Row(K), Row(L)))), laws=FULL
    ),
    "an order that reaches 1": stated(le(Renyi(1 + q, P, Q), (1 + 1 / epsilon) * q * MaxDivergence(P, Q)), laws=FULL),
    "an order that reaches 0": stated(le(Renyi(q / 2, P, Q), MaxDivergence(P, Q)), laws=FULL),
    "a difference of what is infinite where a bounded one is 1": stated(
        le(-log(1 - WORST) - KL(P, Q), -log(1 - WORST)), laws=FULL
    ),
    "an infinite value less a pole": stated(le(-KL(P, Q), -log(1 - WORST) - KL(P, Q)), laws=FULL),
    "a quotient less an infinite value": stated(le(1 / (1 - WORST) - KL(P, Q), 1 / (1 - WORST)), laws=FULL),
    "a supremum of what jumps": stated(le(Worst(Piecewise((0, tanh(ROWS) < 1), (1, True))), 0), laws=FULL),
    "a supremum of what falls": stated(le(1, Worst(Piecewise((1, epsilon >= ROWS), (0, True)))), laws=FULL),
    "a supremum with a pole": stated(le(KL(P, Q), Worst(-coth(ROWS - 1))), laws=FULL),
    "a coefficient that jumps": stated(
        le(Renyi(alpha, Joint(P, K), Joint(Q, L)) + JUMP * Renyi(alpha, P, Q), Worst(Renyi(alpha, Row(K), Row(L)))),
        laws=FULL,
    ),
    "a trade-off function in a sum over its level": stated(le(0, UpTo(TradeOff(j, Image(K, P), Image(K, Q)), j, 0, k))),
    "a trade-off function beside an infinite value": stated(
        le(t, KL(P, Q) * TradeOff(t, Image(K, P1), Image(K, Q1))), laws=FULL
    ),
    "a level in the laws": stated(le(0, TradeOff(t, Mixture(t, Image(K, P), Image(K, Q)), Image(K, Q)))),
    "a kernel of two kinds": stated(le(KL(Member(K, 0), Member(K, k)), Worst(KL(Row(K), Other(K))))),
    "histories of a kernel": stated(le(KL(Answers(K, k), Answers(L, k)), k * Worst(KL(Row(K), Row(L))))),
    "a greater side of histories": stated(le(KL(P, Q), KL(Answers(K, k), Answers(L, k)))),
    "a sum of changing signs": stated(le(KL(P, Q), UpTo((-1) ** j * Renyi(j, P, Q), j, 2, k))),
    "a sum of orders from 0": stated(le(KL(P, Q), UpTo(Renyi(j, P, Q), j, 0, k))),
    "a sum over the index of another": stated(le(KL(P, Q), UpTo(Renyi(k + 1, P, Q), k, 1, k))),
    "a budget from below": stated(le(epsilon, ConcentratedBudget(0, oo, Image(K, P), Image(K, Q)))),
    "dominated up to something": stated(
        le(Renyi(alpha, P, Q), Renyi(alpha, P1, Q1)), le(DominationGap(P, Q, P1, Q1), delta)
    ),
    "dominated on the greater side": stated(le(KL(P1, Q1), KL(P, Q)), DOMINATED),
    "dominated with another hypothesis": stated(le(KL(P, Q), KL(P1, Q1)), DOMINATED, NEAR),
    "dominated twice": stated(le(KL(P, Q), KL(P1, Q1)), DOMINATED, le(DominationGap(P, Q, P2, Q2), 0)),
    "dominated both ways": stated(le(KL(P, Q), KL(P1, Q1)), DOMINATED, le(DominationGap(Q, P, P1, Q1), 0)),
    "dominated by what is dominated": stated(le(KL(P, Q), KL(P2, Q2)), DOMINATED, le(DominationGap(P1, Q1, P2, Q2), 0)),
    "dominated by themselves": stated(le(KL(P, Q), KL(P, Q1)), le(DominationGap(P, Q, P, Q1), 0)),
    "dominated, of full support": stated(le(KL(P, Q), KL(P1, Q1)), DOMINATED, laws=FULL),
    "rows that are dominated, on the greater side": stated(
        le(KL(P1, Q1), Worst(KL(Row(K), Row(L)))), le(Worst(DominationGap(Row(K), Row(L), P1, Q1)), 0)
    ),
    "rows of one kernel that are dominated": stated(
        le(KL(Image(K, P), Image(K, Q)), KL(P1, Q1)), le(Worst(DominationGap(Row(K), Other(K), P1, Q1)), 0)
    ),
    "events of what is dominated": stated(le(Probability(P, A), Probability(P, A)), DOMINATED),
    "processed laws that are dominated": stated(
        le(KL(P1, Q1), KL(P1, Q1)), le(DominationGap(Image(K, P), Image(K, Q), P1, Q1), 0)
    ),
    "tests with kernels at no level": stated(le(TradeOff(0, P, Q), TradeOff(0, Image(K, P), Image(K, Q)))),
    "tests with kernels on the smaller side": stated(le(TradeOff(t, Image(K, P), Image(K, Q)), 1 - t)),
    "tests with kernels where a side jumps": stated(
        le(TradeOff(t, P, Q) - 1 / t, TradeOff(t, Image(K, P), Image(K, Q)) - 1 / t)
    ),
    "tests with kernels under a hypothesis about the level": stated(
        le(TradeOff(t, P, Q), TradeOff(t, Image(K, P), Image(K, Q))), le(t, TotalVariation(P, Q))
    ),
    "curves of processed laws": stated(le(ProfileEnvelope(t, Image(K, P), Image(K, Q)), 1)),
    "tails of a choice": stated(le(1 - LossTail(-t, Tilted(epsilon, P, K), P), exp(-t)), laws=FULL),
    "a choice on the greater side": stated(le(KL(P, Q), MaxDivergence(Tilted(epsilon, P, K), P)), laws=FULL),
    "rows that a difference is taken of": stated(le(KL(P, Q), Worst(KL(Row(K), Row(L)) - KL(Row(L), Row(K))))),
}


@pytest.mark.parametrize("entry", PASSED.values(), ids=PASSED)
def test_what_merging_tails_passes_on_is_seen(entry):
    assert obstacle(entry) == ""


@pytest.mark.parametrize("entry", HELD_BACK.values(), ids=HELD_BACK)
def test_what_merging_tails_need_not_pass_on_is_held_back(entry):
    assert obstacle(entry) != ""


@pytest.mark.slow
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


x, y, z, w = symbols("x y z w", real=True)
RANGES = {x: Ends(S.Zero, S.One), y: Ends(S.Zero, oo), z: Ends(S.Zero, S.One, True, True), w: Ends(S.One, oo, True)}


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


@pytest.mark.parametrize(
    "value", [z, 1 - z, 1 + y, w - 1, z**k, 1 - z**k, w**k - 1, 1 / (1 - (1 - 1 / w) ** k) - 1, 1 - x * z, exp(-y)]
)
def test_what_is_seen_to_be_above_0(value):
    assert is_positive(value, RANGES)


@pytest.mark.parametrize("value", [x, 1 - x, y, w - 2, x**k, 1 - x**k, w**x - 1, 1 - x * x, z - x, 1 - exp(-y)])
def test_what_may_be_0_is_not(value):
    assert not is_positive(value, RANGES)


STEP = Piecewise((1, x < Rational(1, 4)), (-1, x < Rational(1, 2)), (1, True))


def test_steps_have_no_sign_and_do_not_grow():
    assert not is_nonnegative(STEP, RANGES)
    assert not is_nonnegative(STEP * y, RANGES)
    assert not grows(Piecewise((1, x < 1), (0, True)), x, RANGES)
    assert not grows(-coth(y - 1), y, RANGES)
    assert grows(tanh(y) * z, y, RANGES)
