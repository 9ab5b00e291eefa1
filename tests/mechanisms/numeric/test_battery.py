"""Hard pairs of known divergence: no error is understated, and what is not resolved is refused by name."""

import math
from functools import partial
from pathlib import Path
from typing import NamedTuple

import mpmath as mp
import numpy as np
import pytest
from beside import beside

from mechanisms import Pair
from mechanisms.errors import ConvergenceError, MechanismError
from mechanisms.families.gaussian import log_gaussian
from mechanisms.families.half_line import gamma_pair, log_normal_pair, pareto_pair
from mechanisms.numeric.estimate import Estimate


@pytest.fixture(scope="module")
def battery():
    return beside("numeric_battery", Path(__file__).with_name("battery.py"))


HIDDEN = 1e12
"""Greater divergences of log-normal laws come from a peak so far out that no float shows that there is one."""


def understated(case):
    """Tell whether an answer is off by more than its error; a refusal is no answer."""
    truth = case.truth()
    try:
        answer = case.ask()
    except MechanismError:
        return False
    if answer.value == math.inf and case.kind == "log-normal" and truth > HIDDEN:
        return False
    if math.isinf(answer.value) or mp.isinf(truth):
        return answer.value != truth
    return abs(mp.mpf(answer.value) - truth) > answer.error


@pytest.mark.slow
def test_no_error_is_understated(battery):
    wrong = [case for case in battery.cases(3, 2) if understated(case)]
    assert not wrong


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_no_error_is_understated_in_thousands_of_cases(battery, seed):
    wrong = [case for case in battery.cases(100 + seed, 45) if understated(case)]
    assert not wrong


def test_most_of_the_battery_is_answered(battery):
    answered = [case for case in battery.cases(4, 3) if case.kind in ("gaussian", "exponential", "poisson", "pareto")]
    assert answered
    for case in answered:
        assert case.ask().value > 0, case.kind


def test_a_wrong_truth_is_noticed(battery):
    for case in battery.cases(5, 1):
        if case.kind == "gaussian":
            assert understated(case._replace(truth=lambda case=case: case.truth() + mp.mpf("1e-3")))
    beyond = next(case for case in battery.cases(5, 1) if case.kind == "log-normal")
    beyond = beyond._replace(pair=Told(math.inf), order=2.0)
    assert understated(beyond._replace(truth=lambda: mp.mpf(HIDDEN) / 2))
    assert not understated(beyond._replace(truth=lambda: mp.mpf(HIDDEN) * 2))


class Told(NamedTuple):
    """A pair that says the same to every question."""

    value: float

    def renyi(self, order):
        return Estimate(self.value, 0.0)


@pytest.mark.parametrize("gap", [1e-3, 1e-6, 1e-9])
def test_log_normal_laws_that_peak_beyond_the_floats_are_refused(gap):
    critical = 4 / (4 - 1)
    with pytest.raises(ConvergenceError, match="beyond the range of the panels"):
        log_normal_pair(0, 2, 1, 1).renyi(1 + (critical - 1) * (1 - gap))


def test_powers_that_just_converge_are_not_infinite(holds):
    for gap in (1e-4, 1e-6, 1e-8):
        order = mp.mpf(2 - gap)
        holds(pareto_pair(1, 1, 1, 2).renyi(2 - gap), -mp.log(2 ** (order - 1) * (2 - order)) / (order - 1))
        moment = mp.gamma(2 - order) * mp.gamma(2) ** (order - 1)
        holds(gamma_pair(1, 1, 2, 1).renyi(2 - gap), mp.log(moment) / (order - 1))


@pytest.mark.parametrize(
    ("weight", "place", "width"),
    [(3e-7, 5.3, 1e-3), (1e-4, 2.718, 1e-3), (0.3, -4.1, 1e-3), (1.2372e-8, -0.65584, 2.839e-3)],
)
def test_the_loss_on_a_narrow_mode_that_is_not_listed_is_found(holds, weight, place, width):
    def mixture(x):
        return np.logaddexp(
            math.log1p(-weight) + log_gaussian(x, 0.0, 1.0), math.log(weight) + log_gaussian(x, place, width)
        )

    pair = Pair(mixture, partial(log_gaussian, mean=0.0, sigma=1.0), (0.0,))
    w, m, s = mp.mpf(weight), mp.mpf(place), mp.mpf(width)
    top = mp.log((1 - w) + w / s * mp.exp(m**2 / (2 * (1 - s**2))))
    holds(pair.max_divergence(), top, 1e-8)


def test_a_jump_that_is_not_listed_is_found_to_the_nearest_float(holds):
    low, high = 0.375, 0.3759765625

    def stepped(x):
        level = np.where((x >= low) & (x <= high), math.log(0.5 + 0.5 / (high - low)), math.log(0.5))
        return np.where((x >= 0) & (x <= 1), level, -np.inf)

    def uniform(x):
        return np.where((x >= 0) & (x <= 1), 0.0, -np.inf)

    width = mp.mpf(high) - mp.mpf(low)
    levels = (mp.mpf(1) / 2 + 1 / (2 * width), mp.mpf(1) / 2)
    pair = Pair(stepped, uniform, (), (0.0, 1.0))
    holds(pair.max_divergence(), mp.log(levels[0]), 1e-13)
    holds(pair.renyi(2), mp.log(width * levels[0] ** 2 + (1 - width) * levels[1] ** 2), 1e-12)
    holds(pair.total_variation(), width * (levels[0] - 1), 1e-12)
