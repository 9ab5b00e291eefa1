"""The private quantile: its density, its sampler, its range, and what is promised of it."""

import numpy as np
import pytest
from scipy.stats import kstest

from mechanisms import PrivateQuantile
from mechanisms.errors import GeneratorError, ParameterError


def _range(pair):
    return pair.max_divergence().value + pair.reversed().max_divergence().value


@pytest.mark.cases(1 / 5)
@pytest.mark.parametrize("level", [0.0, 0.25, 0.5, 0.8, 1.0])
def test_the_range_of_the_loss_is_no_greater_than_the_sensitivity_allows(level):
    rng, rate = np.random.default_rng(7), 1.3
    made = PrivateQuantile(rate, level)
    found = []
    for _ in range(300):
        values = rng.random(rng.integers(1, 7))
        found.append(_range(made.pair(values, np.append(values, rng.random()))))
    bound = 2 * rate * max(level, 1 - level)
    assert max(found) <= bound * (1 + 1e-12)
    # at the ends scores fall alone, which costs half; elsewhere hardly less will do
    assert max(found) > (0.49 if level in (0.0, 1.0) else 0.99) * bound


def test_densities_are_those_of_the_definition():
    made = PrivateQuantile(0.7, 0.25, -1.0, 3.0)
    values, places = np.array([0.5, -0.2, 2.0]), np.linspace(-1, 3, 40_001)
    density = np.exp(made.log_density(values, places))
    ranks = (values[:, np.newaxis] < places).sum(axis=0)
    wanted = np.exp(-0.7 * np.abs(ranks - 0.75))
    assert density.mean() * 4 == pytest.approx(1, rel=1e-3)
    assert np.ptp(np.log(density / wanted)) < 1e-9
    assert made.log_density(values, [-1.5, 3.5]).tolist() == [-np.inf, -np.inf]


def test_draws_have_the_density_and_those_of_another_rate_have_not():
    """False alarms of 1 in 1000; at the other rate the distance is 0.05, which 20000 draws miss less often than once in 10^9 times."""
    values = [0.2, 0.6]

    def cdf(places):
        masses = np.exp([-2.0, 0.0, -2.0])[:, np.newaxis] * np.stack(
            [np.clip(places, 0, 0.2), np.clip(places - 0.2, 0, 0.4), np.clip(places - 0.6, 0, 0.4)]
        )
        return masses.sum(axis=0) / (np.exp([-2.0, 0.0, -2.0]) @ [0.2, 0.4, 0.4])

    draws = [PrivateQuantile(rate).release(values, np.random.default_rng(3), 20_000) for rate in (2.0, 1.5)]
    assert kstest(draws[0], cdf).pvalue > 1e-3 > kstest(draws[1], cdf).pvalue


@pytest.mark.parametrize(
    ("parameters", "says"),
    [((0.0,), "rate"), ((1.0, 1.5), "level"), ((1.0, 0.5, 1.0, 1.0), "high"), ((float("nan"),), "rate")],
)
def test_what_breaks_a_rule_is_refused(parameters, says):
    with pytest.raises(ParameterError, match=says):
        PrivateQuantile(*parameters)


def test_values_that_are_no_numbers_and_other_generators_are_refused():
    with pytest.raises(ParameterError):
        PrivateQuantile(1.0).log_density([np.nan], [0.5])
    with pytest.raises(GeneratorError):
        PrivateQuantile(1.0).release([0.5], 3)
