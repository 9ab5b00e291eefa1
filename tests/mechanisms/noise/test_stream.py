"""Streams that are released step by step: the law of the noise, what it remembers, and what it tells."""

import math

import numpy as np
import pytest

from mechanisms import StreamGaussian, TreeGaussian
from mechanisms.errors import GeneratorError, ParameterError
from mechanisms.numeric.goodness import goodness_of_fit

MADE = {
    "element": StreamGaussian(1.5),
    "bands": StreamGaussian(0.7, (1.0, 0.5, 0.375)),
    "signed": StreamGaussian(0.7, (2.0, -1.0)),
    "tree": TreeGaussian(1.5),
    "plain tree": TreeGaussian(1.5, is_optimal=False),
}
SEED = 11


@pytest.mark.parametrize("name", MADE)
def test_each_sum_has_the_noise_of_the_covariance(name):
    mechanism, steps, size = MADE[name], 6, 40_000
    drawn = mechanism.release(np.zeros((size, steps)), np.random.default_rng(SEED))
    spread = mechanism.covariance(steps)
    for weights in (np.eye(steps)[-1], np.array([1, -2, 0, 3, -1, 1.0])):
        deviation = math.sqrt(weights @ spread @ weights)

        def law(x, deviation=deviation):
            from scipy.special import ndtr

            return ndtr(x / deviation)

        verdict = goodness_of_fit(
            drawn @ weights, law, 1e-9
        )  # a false alarm in 10^9; a law 0.026 off is found with probability 0.999
        assert verdict.statistic <= verdict.threshold
        assert goodness_of_fit(1.1 * drawn @ weights, law, 1e-9).statistic > verdict.threshold


def test_noise_of_a_strategy_is_white_again_where_it_is_measured():
    coefficients, steps = (1.0, 0.5, 0.375), 7
    column = np.array([*coefficients, 0, 0, 0, 0])
    strategy = np.array([[column[i - j] if j <= i else 0.0 for j in range(steps)] for i in range(steps)])
    sums = np.tril(np.ones((steps, steps)))
    measured = strategy @ np.linalg.inv(sums) @ StreamGaussian(1.0, coefficients).release_units(steps)
    assert np.allclose(measured, np.eye(steps), atol=1e-12)
    assert not np.allclose(
        strategy @ np.linalg.inv(sums) @ StreamGaussian(1.0, (1.0, 0.5)).release_units(steps), np.eye(steps)
    )


@pytest.mark.parametrize("name", MADE)
def test_a_stream_may_be_released_step_by_step(name):
    values = np.random.default_rng(3).normal(size=(4, 9))
    whole = MADE[name].release(values, np.random.default_rng(SEED))
    opened = MADE[name].open(np.random.default_rng(SEED))
    assert np.array_equal(np.stack([opened.next(values[:, step]) for step in range(9)], axis=-1), whole)
    assert MADE[name].open(np.random.default_rng(SEED)).next(2.0).shape == ()


def test_what_it_remembers_does_not_grow_with_the_stream():
    opened = StreamGaussian(1.0, (1.0, 0.5, 0.375)).open(np.random.default_rng(1))
    tree = TreeGaussian(1.0).open(np.random.default_rng(1))
    for _ in range(1000):
        opened.next(1.0), tree.next(1.0)
    assert len(opened._noise._known) == 2
    assert len(tree._noise._whole) == bin(1000).count("1")


def test_a_pair_tells_as_much_as_all_of_its_sums():
    mechanism, moves = StreamGaussian(1.5, (1.0, 0.5)), np.array([1.0, 0.0, 1.0])
    strategy = np.array([[1, 0, 0], [0.5, 1, 0], [0, 0.5, 1]])
    distance = np.linalg.norm(strategy @ moves) / 1.5
    assert mechanism.pair(moves).kl().value == pytest.approx(distance**2 / 2, rel=1e-9)
    drawn = mechanism.release(np.tile(moves, (100_000, 1)), np.random.default_rng(SEED))
    told = np.linalg.solve(mechanism.covariance(3), np.cumsum(moves))
    # the mean of the loss, 0.0016 off at one standard error, is kl; seeded, 6 standard errors
    loss = drawn @ told - np.cumsum(moves) @ told / 2
    assert loss.mean() == pytest.approx(distance**2 / 2, abs=6 * distance / math.sqrt(100_000))


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: StreamGaussian(0.0), "sigma must be positive and finite, got 0.0"),
        (lambda: StreamGaussian(1.0, (0.0, 1.0)), "coefficients must be"),
        (lambda: StreamGaussian(1.0, ((1.0,),)), "coefficients must be"),
        (lambda: TreeGaussian(math.nan), "sigma must be"),
        (lambda: TreeGaussian(1.0).release(3.0, np.random.default_rng(1)), "values must be"),
        (lambda: TreeGaussian(1.0).covariance(0), "steps must be"),
        (lambda: StreamGaussian(1.0).pair([[1.0]]), "moves must be a vector"),
    ],
)
def test_bad_input_gets_one_line(call, told):
    with pytest.raises(ParameterError) as caught:
        call()
    assert told in str(caught.value)


def test_elements_of_one_stream_have_one_shape_and_randomness_is_a_generator():
    opened = StreamGaussian(1.0).open(np.random.default_rng(1))
    opened.next([1.0, 2.0])
    with pytest.raises(ParameterError, match="value must be an array of shape"):
        opened.next(1.0)
    with pytest.raises(GeneratorError):
        StreamGaussian(1.0).open(7)
