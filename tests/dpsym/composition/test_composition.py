"""Composition: the exact sums against the certified curves, the bounds above them, and the grid that serves thousands of mechanisms."""

import random
from fractions import Fraction

import pytest
from sympy import Integer, Rational, S, Symbol, exp, log, sqrt, symbols

from dpsym import Laplace
from dpsym.composition import (
    COMPOSE_ADVANCED,
    COMPOSE_ADVANCED_TANH,
    COMPOSE_APPROX,
    COMPOSE_CENTRAL_LIMIT,
    COMPOSE_GDP,
    COMPOSE_LOSS,
    COMPOSE_OPTIMAL,
    COMPOSE_PURE,
    COMPOSE_RENYI,
    COMPOSE_SHARP,
    COMPOSE_TCDP,
    COMPOSE_ZCDP,
    PARALLEL,
    PROCESSING,
    composed_epsilon,
    response_profile,
)
from dpsym.composition.grid import Grid
from dpsym.composition.responses import Enumerated
from dpsym.conversion.rounding import fraction
from dpsym.curves import RandomizedResponseLoss, curve
from dpsym.enclose import enclose
from dpsym.errors import NotApplicableError
from dpsym.guarantees.arrow import Request
from dpsym.guarantees.mechanism import Mechanism
from dpsym.guarantees.notions import GDP, ZCDP, ApproxDP, LossDP, ProfileDP, PureDP, RenyiDP, TruncatedCDP
from dpsym.symbols import alpha, delta, eps

FEW, MANY = Rational(1, 10**6), Rational(1, 10**300)
NOTHING = Request()


def number(value: object) -> float:
    return enclose(value, digits=15).mid


def responses(*pairs: tuple[object, int]) -> list[tuple[ApproxDP, Integer]]:
    return [(ApproxDP(Rational(each), 0), Integer(count)) for each, count in pairs]


@pytest.mark.parametrize(
    ("budget", "count", "target"),
    [("1/10", 10, FEW), ("1/10", 1000, FEW), ("1", 100, MANY), ("1/100", 10000, FEW), ("3", 7, Rational(1, 2))],
)
def test_optimal_composition_is_the_certified_curve_of_randomized_response(budget, count, target):
    """The Beta functions agree with the contour integral, which shares no code with them, and lie above its lower end."""
    found = COMPOSE_OPTIMAL.apply(responses((budget, count)), Request(delta=target)).eps
    truth = curve((RandomizedResponseLoss(Rational(budget)), count)).epsilon(target)
    assert number(found) == pytest.approx(truth.mid, rel=1e-11)
    assert found >= Rational(truth.lower)


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize(("budget", "count"), [("1/100000000", 10**9), ("1/10", 10**6), ("1/10", 1), ("50", 3)])
@pytest.mark.parametrize("target", [FEW, MANY])
def test_optimal_composition_at_extreme_inputs_lies_between_zero_and_the_sum(budget, count, target):
    """10^9 compositions at 1e-8, and a delta below every mass, give numbers, never more than basic composition."""
    found = COMPOSE_OPTIMAL.apply(responses((budget, count)), Request(delta=target)).eps
    assert 0 < found <= Rational(budget) * count


def test_the_finite_sum_of_optimal_composition_is_the_printed_one():
    """At a given eps the delta is the sum over the number of false answers."""
    found = COMPOSE_OPTIMAL.apply(responses(("1/3", 9)), Request(eps=Rational(4, 5))).delta
    assert number(found) == pytest.approx(number(response_profile(Rational(4, 5), S(9), Rational(1, 3))), rel=1e-14)


@pytest.mark.parametrize("target", [FEW, Rational(1, 100)])
def test_every_bound_on_composition_lies_above_the_optimal_one(target):
    """Advanced composition with the exact mean, with the printed mean, of one and of different parameters."""
    for parts in (responses(("1/10", 500)), responses(("1/10", 30), ("1/5", 20), ("1/3", 9))):
        request = Request(delta=target)
        optimal, tanh, printed = (
            number(arrow.apply(parts, request).eps)
            for arrow in (COMPOSE_OPTIMAL, COMPOSE_ADVANCED_TANH, COMPOSE_ADVANCED)
        )
        assert optimal < tanh < printed


def test_the_deltas_of_the_parts_are_taken_off_first():
    """With delta on the parts, the eps is that of what is left, and the delta at an eps contains theirs."""
    parts = [(ApproxDP(Rational(1, 10), Rational(1, 10**9)), Integer(100))]
    found = COMPOSE_OPTIMAL.apply(parts, Request(delta=FEW)).eps
    bare = COMPOSE_OPTIMAL.apply(responses(("1/10", 100)), Request(delta=FEW)).eps
    assert found > bare
    at_zero_slack = COMPOSE_OPTIMAL.apply(parts, Request(eps=S(10))).delta
    assert number(at_zero_slack) == pytest.approx(1e-7, rel=1e-6)
    with pytest.raises(NotApplicableError, match="nothing"):
        COMPOSE_OPTIMAL.apply(parts, Request(delta=Rational(1, 10**8)))


@pytest.mark.parametrize(("threshold", "log_delta"), [("1/2", -1.2), ("1", -2.0), ("2", -4.5), ("3", -9.0)])
def test_the_grid_lies_above_the_exact_sum_and_hardly_so(threshold, log_delta):
    """Ten different responses can be enumerated; the grid is never below them, nor a thousandth off in eps."""
    known = [(Rational(k, 17), 1) for k in range(1, 11)]
    place = fraction(Rational(threshold))
    exact, grid = Enumerated(known), Grid(known, log_delta)
    assert not grid.delta(place).upper() < exact.delta(place).lower()
    assert grid.delta(place * Fraction(1001, 1000)) < exact.delta(place)


def test_a_grid_far_from_its_delta_is_still_a_bound():
    """Tilted to the wrong place, the bound is wide, and no lower."""
    known = [(Rational(k, 17), 1) for k in range(1, 11)]
    place = fraction(Rational(1, 2))
    assert Grid(known, -12.0).delta(place).upper() >= Enumerated(known).delta(place).lower()


@pytest.mark.slow
def test_a_thousand_different_responses_compose():
    """The eps of a thousand different parameters is below advanced composition, and above that of their least ones."""
    source = random.Random(1)
    parts = responses(*((Rational(source.randint(10**6, 10**7), 10**8), 1) for _ in range(1000)))
    found = number(COMPOSE_OPTIMAL.apply(parts, Request(delta=FEW)).eps)
    assert 10.45 < found < 10.55
    assert found < number(COMPOSE_ADVANCED_TANH.apply(parts, Request(delta=FEW)).eps)


def test_an_irrational_parameter_is_rounded_to_the_safe_side():
    """log(3) has no exact fraction; the result is not below that of a smaller one."""
    found, below = (composed_epsilon([(each, 20)], FEW) for each in (log(3), Rational(10986122886, 10**10)))
    assert found >= below
    assert number(found) == pytest.approx(number(below), rel=1e-8)


def test_basic_composition():
    """Sums, and the exact delta at the sum of the eps."""
    k = Symbol("k", integer=True, positive=True)
    assert COMPOSE_PURE.apply([(PureDP(eps), k), (PureDP(1), S(2))], NOTHING) == PureDP(k * eps + 2)
    parts = [(ApproxDP(1, Rational(1, 10)), S(2)), (ApproxDP(2, Rational(1, 5)), S.One)]
    assert COMPOSE_APPROX.apply(parts, NOTHING) == ApproxDP(4, Rational(2, 5))
    assert number(COMPOSE_SHARP.apply(parts, NOTHING).delta) == pytest.approx(1 - 0.81 * 0.8)
    tiny = COMPOSE_SHARP.apply([(ApproxDP(1, MANY), Integer(10**9))], NOTHING).delta
    assert number(tiny * 10**291) == pytest.approx(1, rel=1e-12)


def test_a_symbolic_composition_stays_a_formula():
    """Advanced composition in eps, k and delta."""
    k = Symbol("k", integer=True, positive=True)
    found = COMPOSE_ADVANCED.apply([(ApproxDP(eps, 0), k)], Request(delta=delta)).eps
    assert found.free_symbols == {eps, k, delta}
    place = {eps: Rational(1, 10), k: 100, delta: FEW}
    assert number(found.subs(place)) == pytest.approx(number(10 * (exp(Rational(1, 10)) - 1) + sqrt(2 * log(10**6))))


def test_each_share_of_delta_is_asked_for():
    """Basic composition asks a k-th of delta for each part, the advanced ones a k-th of half of it."""
    assert COMPOSE_APPROX.asks(Request(delta=FEW), S(10)).delta == FEW / 10
    assert COMPOSE_ADVANCED.asks(Request(delta=FEW), S(10)).delta == FEW / 20


def test_budgets_add_up():
    """Rényi at the common orders, zCDP, truncated CDP, and Gaussian privacy by squares."""
    orders = RenyiDP(alpha, (RenyiDP.at_order(3, 1)).orders)
    assert COMPOSE_RENYI.apply([(RenyiDP(2 * alpha), S(3)), (orders, S.One)], NOTHING).at(3) == 21
    assert COMPOSE_ZCDP.apply([(ZCDP(1, 2), S(3))], NOTHING) == ZCDP(3, 6)
    assert COMPOSE_TCDP.apply([(TruncatedCDP(1, 9), S(3)), (TruncatedCDP(1, 5), S.One)], NOTHING) == TruncatedCDP(4, 5)
    assert COMPOSE_GDP.apply([(GDP(3), S.One), (GDP(2), S(4))], NOTHING) == GDP(5)
    with pytest.raises(NotApplicableError, match="common order"):
        COMPOSE_RENYI.apply([(RenyiDP.at_order(2, 1), S.One), (RenyiDP.at_order(3, 1), S.One)], NOTHING)


def test_losses_are_put_together():
    """Two compositions of one mechanism are one composition of more of it."""
    noise = Mechanism(Laplace(2))
    found = COMPOSE_LOSS.apply([(LossDP(((noise, S(2)),)), S(3)), (LossDP(((noise, S.One),)), S.One)], NOTHING)
    assert found == LossDP(((noise, S(7)),))


def test_parallel_composition_takes_the_greatest():
    """Numbers are compared exactly, symbols kept in a maximum."""
    by_name = {arrow.name: arrow for arrow in PARALLEL}
    assert by_name["parallel.pure"].apply([(PureDP(log(3)), S(5)), (PureDP(1), S(2))], NOTHING) == PureDP(log(3))
    parts = [(ApproxDP(1, 0), S.One), (ApproxDP(Rational(1, 2), FEW), S.One)]
    assert by_name["parallel.approx"].apply(parts, NOTHING) == ApproxDP(1, FEW)
    a, b = symbols("a b", positive=True)
    assert by_name["parallel.gdp"].apply([(GDP(a), S.One), (GDP(b), S.One)], NOTHING).mu.free_symbols == {a, b}


def test_post_processing_changes_nothing():
    """Each notion is kept as it is."""
    by_name = {arrow.name: arrow for arrow in PROCESSING}
    for value in (PureDP(1), ApproxDP(1, FEW), RenyiDP(alpha), GDP(2), ProfileDP(exp(-eps))):
        assert by_name[f"processing.{value.key}"].apply(value, NOTHING) is value


def test_the_central_limit_is_no_bound():
    """It is labelled, and does lie below the exact value somewhere."""
    assert not COMPOSE_CENTRAL_LIMIT.is_bound
    mu = COMPOSE_CENTRAL_LIMIT.apply([(PureDP(Rational(1, 10)), Integer(10000))], NOTHING).mu
    assert number(mu) == pytest.approx(10, rel=1e-2)
