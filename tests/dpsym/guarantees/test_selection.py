"""Mechanisms that choose: what is promised of them is true of random scores, and would not be of half the promise."""

import math

import numpy as np
import pytest
from sympy import Rational, Symbol, symbols

import dpsym
from dpsym import above_threshold, exponential_mechanism, permute_and_flip, private_quantile, report_noisy_max
from dpsym.errors import DpsymError, NoRouteError, ParameterError
from dpsym.guarantees.reading import read
from dpsym.symbols import eps
from theorems.registry import registry

count = Symbol("k", integer=True, positive=True)
b, Delta = symbols("b Delta", positive=True)


def choice(rate, scores):
    weights = np.exp(rate * scores)
    return weights / weights.sum()


def neighbours(source, monotone=False):
    scores = source.normal(0, 3, source.integers(2, 6))
    low = 0 if monotone else -1
    return scores, scores + source.choice((low, 1, 0.5), scores.size)


def hockey_stick(level, p, q):
    return max(np.maximum(one - math.exp(level) * other, 0).sum() for one, other in ((p, q), (q, p)))


@pytest.mark.parametrize(("monotone", "rate"), [(False, 0.5), (True, 1.0)])
def test_the_exponential_mechanism_keeps_its_range_and_not_half_of_it(monotone, rate):
    source, promised = np.random.default_rng(1), 1.0
    widest = 0.0
    for _ in range(300):
        one, other = (choice(rate, scores) for scores in neighbours(source, monotone))
        widest = max(widest, float(np.ptp(np.log(one / other))))
    assert promised * 0.99 < widest <= promised * (1 + 1e-12)


@pytest.mark.slow
def test_what_three_choices_promise_together_is_not_below_what_they_do():
    source, delta = np.random.default_rng(2), 1e-2
    level = float(exponential_mechanism(1).compose(3).to_approx(delta))
    greatest = 0.0
    for _ in range(200):
        laws = [tuple(choice(0.5, scores) for scores in neighbours(source)) for _ in range(3)]
        one, other = (np.multiply.outer(np.multiply.outer(a, b), c).ravel() for a, b, c in zip(*laws, strict=True))
        assert hockey_stick(level, one, other) <= delta
        greatest = max(greatest, hockey_stick(level / 3, one, other))
    assert greatest > delta


def test_noise_on_the_scores_is_told_by_its_law():
    assert report_noisy_max(b).to_pure().value.eps == 2 / b
    assert report_noisy_max(b, monotone=True, sensitivity=Delta).to_pure().value.eps == Delta / b
    assert report_noisy_max(2, "gumbel").to_zcdp().value.rho == Rational(1, 8)
    assert report_noisy_max(2, "gumbel").theorems == exponential_mechanism(1).theorems
    assert report_noisy_max(2, "exponential").theorems == permute_and_flip(1).theorems
    assert report_noisy_max(2, "laplace").to_pure().value.eps == 1


def test_only_the_exponential_mechanism_has_a_range():
    assert exponential_mechanism(eps).to("range").value.eps == eps
    for other in (permute_and_flip(1), report_noisy_max(2), above_threshold(1)):
        with pytest.raises(NoRouteError):
            other.to("range")
        assert other.to_zcdp().value.rho > exponential_mechanism(1).to_zcdp().value.rho


def test_the_sparse_vector_technique_is_a_composition():
    assert above_threshold(eps).compose(count).to_pure().value.eps == count * eps


@pytest.mark.parametrize(
    "made", [exponential_mechanism(1), permute_and_flip(1), report_noisy_max(1), above_threshold(1)]
)
def test_each_names_its_theorem_and_its_hypothesis(made):
    (id,) = made.proof.theorems
    assert registry().is_believed(id)
    assert "each score changes by the sensitivity at most" in made.explain().replace("\n", " ")
    assert made.latex().startswith(f"% dpsym: {id}")


@pytest.mark.slow
def test_texts_name_them():
    assert str(read("ExponentialMechanism(1/10).compose(100).to_zcdp()")).startswith("rho = 0.125")
    assert read("ReportNoisyMax(2, noise=gumbel)").to("range").value.eps == 1
    assert read("PermuteAndFlip(eps)").to_pure().value.eps == eps
    assert read("AboveThreshold(1, adjacency=replace)").adjacency.relation.value == "replace"


@pytest.mark.parametrize(
    "text",
    [
        "ReportNoisyMax(2, noise=cauchy)",
        "ReportNoisyMax(0)",
        "ExponentialMechanism(-1)",
        "ExponentialMechanism()",
        "PermuteAndFlip(1, 2, 3)",
    ],
)
def test_texts_that_name_them_wrongly_are_refused_in_a_line(text):
    with pytest.raises(DpsymError) as caught:
        read(text)
    assert "\n" not in str(caught.value)


def test_what_is_no_truth_value_is_refused():
    with pytest.raises(ParameterError, match="monotone must be True or False, got 1"):
        report_noisy_max(1, monotone=1)
    assert {"exponential_mechanism", "report_noisy_max"} <= set(dpsym.__all__)


@pytest.mark.slow
def test_a_private_quantile_has_the_range_of_its_sensitivity():
    rate, level = symbols("r q", positive=True)
    assert private_quantile(rate).to("range").value.eps == rate
    assert private_quantile(1, Rational(1, 4)).to_pure().value.eps == Rational(3, 2)
    assert private_quantile(rate, level).to("range").value.eps.subs(level, Rational(9, 10)) == 9 * rate / 5
    assert private_quantile(1, adjacency="replace").to_pure().value.eps == 2
    assert float(private_quantile(1).compose(50).epsilon(1e-6)) < float(
        report_noisy_max(2).compose(50).epsilon(1e-6)
    )  # a range is more than pure privacy
    assert read("PrivateQuantile(1, 1/4).to_pure()").value.eps == Rational(3, 2)
    assert {"mechanism.quantile", "mechanism.exponential.range"} <= set(private_quantile(1).theorems)
    for wrong in (
        lambda: private_quantile(0),
        lambda: private_quantile(1, 2),
        lambda: private_quantile(1, adjacency="l1-ball"),
    ):
        with pytest.raises(ParameterError):
            wrong()


@pytest.mark.parametrize("level", [0, 1, Rational(1, 2), Rational(1, 4), Rational(9, 10)])
def test_at_its_ends_a_private_quantile_costs_its_rate_and_what_is_promised_is_attained_at_each_level(level):
    widest = 0
    for count in range(25):  # values in general position, and a new one among those of rank `new`
        for new in range(count + 1):
            moves = [
                abs(rank + below - level * (count + 1)) - abs(rank - level * count)
                for rank in range(count + 1)
                for below in ({0, 1} if rank == new else {int(rank > new)})
            ]
            widest = max(widest, max(moves) - min(moves))
    assert (
        widest
        == private_quantile(1, level).to("range").value.eps
        == (1 if level in (0, 1) else 2 * max(level, 1 - level))
    )
    replaced = private_quantile(1, level, adjacency="replace").to("range").value.eps
    assert replaced == (1 if level in (0, 1) else 2)
