"""Filters and odometers: what they spend and refuse, what they promise, and that no adaptive choice loses more than is promised."""

from itertools import product
from math import exp, inf, log

import numpy as np
import pytest
from sympy import Rational, Symbol, oo, sqrt

from dpsym import (
    GDP,
    ZCDP,
    ApproxDP,
    ApproxFilter,
    Gaussian,
    GaussianFilter,
    Laplace,
    PureDP,
    PureFilter,
    RenyiDP,
    RenyiFilter,
    RenyiOdometer,
    ZCDPFilter,
    guarantee,
)
from dpsym.errors import DpsymError, NoRouteError, ParameterError
from theorems.registry import registry

HALF, TENTH = Rational(1, 2), Rational(1, 10)
FILTERS = [PureFilter(1), ApproxFilter(1, TENTH), RenyiFilter(2, 1), ZCDPFilter(1, HALF), GaussianFilter(1)]
KINDS = [type(each).__name__ for each in FILTERS]


@pytest.mark.parametrize(
    ("full", "steps", "left"),
    [
        (PureFilter(1), [PureDP(HALF), Laplace(4)], Rational(1, 4)),
        (ApproxFilter(1, TENTH), [ApproxDP(HALF, TENTH), PureDP(Rational(1, 4))], (Rational(1, 4), 0)),
        (RenyiFilter(2, 1), [Gaussian(2), guarantee(Gaussian(4)).compose(4)], HALF),
        (ZCDPFilter(1, 1), [Gaussian(1), ZCDP(0, HALF)], (HALF, HALF)),
        (GaussianFilter(1), [Gaussian(2), GDP(HALF)], sqrt(2) / 2),
    ],
    ids=KINDS,
)
def test_what_is_spent_adds_up(full, steps, left):
    found = full
    for step in steps:
        found = found.spend(step)
    assert found.remaining == left
    assert full.spent == (0,) * len(full.spent)


def test_a_budget_is_spent_to_the_end_and_no_farther():
    full = GaussianFilter(1).spend(Gaussian(2), 4)
    assert full.remaining == 0
    with pytest.raises(ParameterError, match="at most what remains, 0, got"):
        full.spend(GDP(Rational(1, 10**9)))
    assert not full.admits(GDP(Rational(1, 10**9)))
    assert full.admits(GDP(0))
    # of numbers that are not rational too
    step = guarantee(PureDP(1))
    full = ZCDPFilter(3 * step.to_zcdp().value.rho).spend(step, 3)
    assert full.remaining == (0, 0)
    assert not full.admits(ZCDP(Rational(1, 10**9)))


@pytest.mark.parametrize("full", FILTERS, ids=KINDS)
def test_the_promise_is_the_whole_budget_whatever_was_spent_and_names_entries(full):
    library = registry()
    made = full.guarantee()
    assert all(id in library for id in made.theorems)
    assert "chosen by the answers before it" in made.explain()
    assert made.value == full.promise()
    assert float(made.to_approx(delta=Rational(1, 2))) >= 0


def test_the_filter_of_a_fixed_choice_is_composition():
    full = ZCDPFilter(HALF)
    same = guarantee(Gaussian(10)).compose(100).to_zcdp()
    assert full.spend(Gaussian(10), 100).remaining[0] == 0
    assert full.guarantee().epsilon(TENTH) == same.epsilon(TENTH)


def test_of_samples_the_exact_divergence_is_spent():
    sampled = guarantee(Gaussian(1)).subsample(Rational(1, 100))
    assert RenyiFilter(4, 1).spend(sampled, 10).spent[0] == 10 * sampled.renyi(4)


def test_what_symbols_leave_open_is_a_condition():
    scale = Symbol("s", positive=True)
    found = RenyiFilter(2, 1).spend(Gaussian(scale))
    assert found.conditions == (scale**-2 <= 1,)
    assert not RenyiFilter(2, 1).admits(Gaussian(scale))
    assert found.guarantee().proof.conditions == found.conditions


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: PureFilter(-1), ParameterError),
        (lambda: ApproxFilter(1, 2), ParameterError),
        (lambda: RenyiFilter(1, 1), ParameterError),
        (lambda: GaussianFilter(oo), ParameterError),
        (lambda: PureFilter(1).spend(Gaussian(1)), NoRouteError),
        (lambda: PureFilter(1).spend(Laplace(1), 0), ParameterError),
        (lambda: PureFilter(1).spend("a law"), ParameterError),
        (lambda: PureFilter(1).spend(guarantee(PureDP(TENTH), adjacency="replace")), DpsymError),
        (lambda: ZCDPFilter(1).spend(ZCDP(HALF, TENTH)), ParameterError),
        (lambda: RenyiFilter(3, 1).spend(RenyiDP.at_order(2, TENTH)), ParameterError),
        (lambda: RenyiOdometer(0), ParameterError),
        (lambda: RenyiOdometer(TENTH, ()), ParameterError),
        (lambda: RenyiOdometer(TENTH, (2, 2)), ParameterError),
        (lambda: RenyiOdometer(TENTH, 1), ParameterError),
    ],
)
def test_what_breaks_a_rule_is_refused(make, error):
    with pytest.raises(error):
        make()


def test_an_odometer_reads_the_least_over_its_orders():
    run = RenyiOdometer(Rational(1, 1000), (2, 5)).spend(Gaussian(2), 4)
    expected = min(2 * 0.5 + log(2000), 5 * 0.5 + log(2000) / 4)
    assert expected <= float(run.reading) <= expected * (1 + 1e-12)
    scale = Symbol("s", positive=True)
    assert run.spend(Gaussian(scale)).reading.subs(scale, 1).evalf() > run.reading


def _greedy(budget: float, seed: int) -> float:
    """Return the Rényi divergence of order 2 of responses that a random rule chooses by the answers, as long as a filter admits them."""
    choice = np.random.default_rng(seed)
    rates = choice.uniform(0.05, 1.2, size=2**6)

    def after(history: tuple[int, ...], spent: float, p: float, q: float) -> float:
        rate = rates[sum(answer << place for place, answer in enumerate(history))]
        truth = 1 / (1 + exp(-rate))
        cost = log(truth**2 / (1 - truth) + (1 - truth) ** 2 / truth)
        if len(history) == 6 or spent + cost > budget:
            return p * p / q
        rest = (
            after((*history, answer), spent + cost, p * (truth, 1 - truth)[answer], q * (1 - truth, truth)[answer])
            for answer in (0, 1)
        )
        return sum(rest)

    return log(after((), 0.0, 1.0, 1.0))


def test_adaptive_choices_lose_no_more_than_the_budget_and_come_near_it():
    found = [_greedy(1.5, seed) for seed in range(200)]
    assert max(found) <= 1.5
    assert max(found) > 1.3


def test_the_loss_passes_the_reading_no_more_often_than_delta_says():
    # exact: all answers of six responses, the second rate after an answer that tells much, the first after one that does not
    order, delta, rates = 3.0, 0.2, (0.3, 1.1)
    chance = plain = 0.0
    for answers in product((0, 1), repeat=6):
        mass, loss, spent, highest = 1.0, 0.0, 0.0, -inf
        for place, answer in enumerate(answers):
            truth = 1 / (1 + exp(-rates[answers[place - 1] if place else 0]))
            p, q = (truth, 1 - truth) if answer == 0 else (1 - truth, truth)
            mass, loss = mass * p, loss + log(p / q)
            spent += log(truth**order * (1 - truth) ** (1 - order) + (1 - truth) ** order * truth ** (1 - order)) / (
                order - 1
            )
            highest = max(highest, loss - spent)
        plain += mass * (highest >= 0)
        chance += mass * (highest >= log(1 / delta) / (order - 1))
    assert chance <= delta < plain


@pytest.mark.parametrize("full", FILTERS, ids=KINDS)
def test_what_was_spent_before_is_taken_up_again_and_no_budget_is_made_of_it(full):
    count = len(full.spent)
    kept = full.spend(GDP(0) if isinstance(full, GaussianFilter) else PureDP(0))
    assert type(full)(*(getattr(full, name) for name in full.__match_args__), spent=kept.spent) == kept
    for spent in ((-2,) * count, (100,) * count, (0,) * (count + 1), "0", (float("nan"),) * count, (oo,) * count):
        with pytest.raises(ParameterError):
            type(full)(*(getattr(full, name) for name in full.__match_args__), spent=spent)


def test_an_odometer_takes_up_what_was_spent_at_each_of_its_orders_and_nothing_else():
    run = RenyiOdometer(TENTH, (2, 4)).spend(Gaussian(2))
    assert RenyiOdometer(TENTH, (2, 4), spent=run.spent) == run
    for spent in ((1,), (1, -1), (1, 2, 3)):
        with pytest.raises(ParameterError, match="budget"):
            RenyiOdometer(TENTH, (2, 4), spent=spent)
