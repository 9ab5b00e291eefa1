"""The hardest rows of the batteries: a right accountant passes them, a planted bug is found by them, and their truth has two sides."""

import random
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import pytest

from theorems.peers import corners, grids, subjects, verdicts
from theorems.peers.adapters import MODULES, adapter
from theorems.peers.base import EXACT, UPPER, Adapter, Function
from theorems.peers.battery import run_battery
from theorems.peers.runner import Limits

CALLS = Path(__file__).with_name("corner_calls.py")
SEED, SAMPLE = 21, 30
RANGES = {"epsilon": (0.1, 1.0, 10.0), "order": (1.25, 2.5, 10.5)}
COMPOSED = {"epsilon": (0.1, 4.0), "k": (1, 10), "delta": (1e-5, 1e-30)}


@dataclass(frozen=True)
class Beside(Adapter):
    """An adapter whose child's part lies beside it."""

    @property
    def calls(self) -> Path:
        return CALLS


def _kinds(tmp_path, *functions):
    peer = Beside("corners", "corners", (), functions)
    return run_battery(peer, jobs=1, out=tmp_path, limits=Limits(30.0, 1 << 28)).rows


def _of(function, **arguments):
    """Return a function on the part of its cases that have these arguments."""
    cases = [case.arguments for case in function.cases() if not case.nonsense]
    kept = tuple(each for each in cases if all(each[name] in values for name, values in arguments.items()))
    assert kept
    return Function(function.name, function.subject, function.direction, function.source, {"sigma": ()}, more=kept)


def test_orders_between_the_integers_are_told_from_the_integers_below_them(tmp_path):
    asked = {"q": (0.05, 0.5), "order": (1.25, 2.5, 10.5, 63.5)}
    right = _kinds(tmp_path / "right", _of(corners.orders("renyi", EXACT, "planted"), **asked))
    wrong = _kinds(tmp_path / "wrong", _of(corners.orders("renyi_of_the_integer_below", EXACT, "planted"), **asked))

    assert {row.kind for row in right} == {verdicts.RIGHT}
    assert {row.kind for row in wrong if row.arguments["order"] > 2} == {verdicts.UNSOUND}


def test_the_integer_below_is_right_at_integers(tmp_path):
    rows = _kinds(
        tmp_path, _of(corners.orders("renyi_of_the_integer_below", EXACT, "planted"), order=(64.0,), q=(0.05, 0.5))
    )
    assert {row.kind for row in rows} == {verdicts.RIGHT}


def test_a_loss_in_the_tail_of_long_runs_is_seen(tmp_path):
    right = _kinds(tmp_path / "right", _of(corners.long_noise("noise_epsilon", UPPER, "planted")))
    wrong = _kinds(tmp_path / "wrong", _of(corners.long_noise("noise_epsilon_of_a_noisy_sum", UPPER, "planted")))

    assert {row.kind for row in right} == {verdicts.RIGHT}
    assert {row.arguments["delta"]: row.kind for row in wrong} == {
        1e-10: verdicts.RIGHT,
        1e-12: verdicts.UNSOUND,
        1e-14: verdicts.UNSOUND,
    }


def test_a_bound_for_samples_of_fixed_size_that_is_too_small_is_seen(tmp_path):
    asked = {"order": (2.0, 10.5, 64.0)}
    right = _kinds(tmp_path / "right", _of(corners.fixed_size_orders("fixed_size", "planted"), **asked))
    wrong = _kinds(
        tmp_path / "wrong", _of(corners.fixed_size_orders("fixed_size_of_a_rate_too_small", "planted"), **asked)
    )

    assert {row.kind for row in right} == {verdicts.SOUND}
    assert {row.kind for row in wrong if row.arguments["sigma"] == 0.5} == {verdicts.UNSOUND}


def test_half_the_range_of_an_exponential_mechanism_is_too_little(tmp_path):
    def kinds(place, renyi, epsilon):
        return _kinds(
            tmp_path / place,
            Function(renyi, subjects.range_renyi, UPPER, "planted", RANGES),
            Function(epsilon, subjects.range_epsilon, UPPER, "planted", COMPOSED),
        )

    assert {row.kind for row in kinds("right", "range_renyi", "range_epsilon")} == {verdicts.SOUND}
    wrong = kinds("wrong", "range_renyi_of_half_the_range", "range_epsilon_of_a_mean_loss")
    assert {row.kind for row in wrong if row.call.startswith("range_renyi")} == {verdicts.UNSOUND}
    assert {row.kind for row in wrong if row.arguments["epsilon"] == 0.1 and "delta" in row.arguments} == {
        verdicts.UNSOUND
    }


@pytest.mark.parametrize("epsilon", [1e-6, 0.1, 30.0])
@pytest.mark.parametrize("order", [1.25, 2.0, 1000.5])
def test_the_pair_of_an_exponential_mechanism_keeps_its_range_and_is_the_worst(epsilon, order):
    """Its losses lie no further apart than epsilon, and no pair of that range has a greater divergence than by one part in 10^9."""
    import mpmath as mp

    text = subjects.range_renyi(epsilon, order).mechanism.removeprefix("Pair(Bernoulli(").removesuffix("))")
    with mp.workdps(60):
        first, second = map(mp.mpf, text.split("), Bernoulli("))
        apart = mp.log(first / second) - mp.log((1 - first) / (1 - second))
        assert (1 - mp.mpf(10) ** -15) * epsilon < apart <= epsilon

        def divergence(t):
            p = (1 - mp.exp(t - epsilon)) / (1 - mp.exp(-mp.mpf(epsilon)))
            moment = p**order * (p * mp.exp(-t)) ** (1 - order) + (1 - p) * mp.exp((order - 1) * (t - epsilon))
            return mp.log(moment) / (order - 1)

        chosen = mp.log(first / second)
        found = divergence(chosen)
        for k in range(1, 20):
            assert divergence(mp.mpf(epsilon) * k / 20) <= found * (1 + mp.mpf(10) ** -9)


def _corners():
    """Return the cases that this module adds to the batteries, each subject once."""
    asked = {}
    for name in MODULES:
        for case in adapter(name).cases():
            if case.nonsense or case.function.restated is not None or case.subject.quantity == "scale":
                continue
            values = case.arguments
            hard = values.get("q") in (*grids.MIDDLE_RATES, *grids.RATES_NEAR_ENDS) or values.get("k", 1) >= 10**4
            if hard or "size" in values or case.function.name.startswith("exponential"):
                subject = case.subject
                asked[subject.mechanism, subject.quantity, subject.at, subject.adjacency] = subject
    return [asked[key] for key in sorted(asked)]


@pytest.mark.slow
def test_the_truth_of_the_hardest_rows_has_two_sides():
    """A seeded sample: what stays undecided is counted as such, and is at most one in ten; the rest agree in nine digits."""
    from theorems.regress import Claim, judge

    undecided = 0
    for subject in random.Random(SEED).sample(_corners(), SAMPLE):
        at = tuple((key, subjects.text(value)) for key, value in subject.at)
        claim = Claim(subject.mechanism, subject.quantity, at, "1", "upper", adjacency=subject.adjacency)
        found = verdicts._in_time(lambda claim=claim: judge(claim))
        if isinstance(found, str) or found.reference is None:
            undecided += 1
            continue
        low, high = found.reference.lower, found.reference.upper
        assert low is not None, subject
        assert Fraction(high) - Fraction(low) <= Fraction(high) / 10**9, subject
    assert undecided <= SAMPLE // 10
