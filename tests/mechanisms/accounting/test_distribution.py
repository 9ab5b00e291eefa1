"""What a user meets: limits, consistency between questions, and input that breaks a rule."""

import itertools
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanisms import FinitePair, ParameterError
from mechanisms.accounting import Bracket, Law, LossDistribution, compose

GAUSSIAN = LossDistribution.gaussian(1.0).with_cells(1 << 12)
SINGLES = {
    "gaussian": GAUSSIAN,
    "laplace": LossDistribution.laplace(0.7),
    "randomized response": LossDistribution.randomized_response(0.8),
    "geometric": LossDistribution.geometric(1.0, 4),
    "subsampled gaussian, remove": GAUSSIAN.subsample(0.02),
    "subsampled gaussian, add": GAUSSIAN.subsample(0.02, "add"),
    "subsampled laplace": LossDistribution.laplace(1.0).subsample(0.2),
}


@pytest.mark.slow
@settings(max_examples=25, derandomize=True)
@given(name=st.sampled_from(sorted(SINGLES)), steps=st.integers(1, 3000), log_delta=st.floats(-230.0, -2.0))
def test_delta_and_epsilon_are_inverse_within_their_brackets(name, steps, log_delta):
    distribution, delta = SINGLES[name].with_cells(1 << 12).compose(steps), math.exp(log_delta)
    eps = distribution.epsilon(delta)
    assert distribution.delta(eps.upper).lower <= delta
    if eps.lower > 0:
        assert distribution.delta(eps.lower).upper >= delta * (1 - 1e-9)


@pytest.mark.cases(1 / 4)
@pytest.mark.parametrize("name", sorted(SINGLES))
@pytest.mark.parametrize("steps", [2, 60, 10**4])
def test_finer_transforms_give_narrower_brackets_that_meet(name, steps):
    rough, fine = (SINGLES[name].compose(steps).with_cells(cells).epsilon(1e-9) for cells in (1 << 11, 1 << 15))
    assert fine.width <= max(rough.width, 1e-9 * fine.upper)
    assert max(rough.lower, fine.lower) <= min(rough.upper, fine.upper)


@pytest.mark.slow
def test_subsampling_composes_in_both_directions():
    base = LossDistribution.gaussian(1.0).subsample(0.01)
    forth, back = base.compose(1000).delta(1.0), base.reversed().compose(1000).delta(1.0)
    assert back == LossDistribution.gaussian(1.0).subsample(0.01, "add").compose(1000).delta(1.0)
    assert forth.maximum(back) == forth  # removal is the worse direction here


def test_sampling_always_or_never():
    assert GAUSSIAN.subsample(1.0) == GAUSSIAN
    never = GAUSSIAN.subsample(0.0).compose(100)
    assert never.delta(0.0).upper <= 1e-12
    assert never.epsilon(1e-9).upper <= 1e-12


def test_delta_zero_asks_for_the_supremum():
    assert GAUSSIAN.compose(3).epsilon(0.0) == Bracket(math.inf, math.inf)
    bracket = LossDistribution.laplace(0.5).compose(50).epsilon(0.0)
    assert bracket.contains(100.0)
    assert bracket.width < 1e-10
    assert LossDistribution.laplace(0.5).compose(50).delta(101.0) == Bracket(0.0, 0.0)


def test_delta_one_needs_no_epsilon():
    assert GAUSSIAN.compose(10**6).epsilon(1.0) == Bracket(0.0, 0.0)


@pytest.mark.parametrize("steps", [1, 2, 500])
def test_the_profile_falls_and_stays_above_its_trivial_bound(steps):
    distribution = GAUSSIAN.compose(steps)
    values = [distribution.delta(eps) for eps in (-50.0, -1.0, 0.0, 1.0, 20.0, 400.0)]
    assert all(later.lower <= earlier.upper for earlier, later in itertools.pairwise(values))
    assert values[0].lower >= 1 - 1e-15
    assert values[1].lower >= 1 - math.exp(-1)
    assert all(0 <= value.lower <= value.upper <= 1 for value in values)


def test_a_delta_below_the_floats_keeps_its_bracket():
    bracket = LossDistribution.gaussian(1.0).compose(2).delta(400.0)
    assert bracket.lower >= 0.0
    assert bracket.upper < 1e-280


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize("steps", [2, 10**4, 10**9])
@pytest.mark.parametrize(
    "single",
    [GAUSSIAN.subsample(1e-8), LossDistribution.gaussian(1e8), LossDistribution.laplace(1 / 300)],
    ids=["rare sampling", "huge noise", "tiny noise"],
)
def test_hard_cases_answer_with_a_bracket_that_holds_what_is_known(single, steps):
    """Wide it may be; the total variation bounds delta(0), and one step's profile bounds that of many from below."""
    composed = single.with_cells(1 << 10).compose(steps)
    one, many = single.delta(0.0), composed.delta(0.0)
    assert many.upper >= one.lower
    assert many.lower <= min(1.0, steps * one.upper)


def test_equal_steps_are_counted_together():
    twice = compose(GAUSSIAN, GAUSSIAN.compose(2), LossDistribution.laplace(1.0))
    assert [count for _, count in twice.steps] == [3, 1]
    assert compose(GAUSSIAN, GAUSSIAN) == GAUSSIAN.compose(2)


def test_order_of_heterogeneous_steps_does_not_matter_to_the_truth():
    parts = [LossDistribution.gaussian(2.0).compose(30), LossDistribution.laplace(3.0).compose(40)]
    one, other = compose(*parts).epsilon(1e-8), compose(*parts[::-1]).epsilon(1e-8)
    assert max(one.lower, other.lower) <= min(one.upper, other.upper)


def test_brackets():
    assert Bracket(1.0, 3.0).width == 2.0
    assert Bracket(1.0, 3.0).maximum(Bracket(2.0, 2.5)) == Bracket(2.0, 3.0)
    assert not Bracket(1.0, 3.0).contains(3.5)
    assert Bracket(math.inf, math.inf).width == 0.0
    for ends in ((2.0, 1.0), (math.nan, 1.0), (0.0, math.nan)):
        with pytest.raises(ParameterError, match="upper must be"):
            Bracket(*ends)


BAD_REALS = [math.nan, math.inf, "1", None, True, 1j, [1.0]]


@pytest.mark.parametrize("value", [*BAD_REALS, 0.0, -1.0, 1e-9, 1e300])
@pytest.mark.parametrize("build", [LossDistribution.gaussian, LossDistribution.laplace])
def test_scales_that_are_refused(build, value):
    with pytest.raises(ParameterError, match=r"(sigma|scale) must be .*, got "):
        build(value)


@pytest.mark.parametrize("value", [*BAD_REALS, -0.1, 1.1])
def test_probabilities_that_are_refused(value):
    with pytest.raises(ParameterError, match="delta must be a probability"):
        GAUSSIAN.epsilon(value)
    with pytest.raises(ParameterError, match="rate must be a probability"):
        GAUSSIAN.subsample(value)


@pytest.mark.parametrize("value", BAD_REALS)
def test_epsilons_that_are_refused(value):
    with pytest.raises(ParameterError, match="eps must be"):
        GAUSSIAN.delta(value)
    with pytest.raises(ParameterError, match="eps must be"):
        LossDistribution.randomized_response(value)


@pytest.mark.parametrize("value", [0, -1, 1.0, True, "2", math.nan, 10**10])
def test_step_counts_that_are_refused(value):
    with pytest.raises(ParameterError, match="steps must be"):
        GAUSSIAN.compose(value)


def test_other_input_that_is_refused():
    with pytest.raises(ParameterError, match="cells must be"):
        GAUSSIAN.with_cells(1000)
    with pytest.raises(ParameterError, match="adjacency must be"):
        GAUSSIAN.subsample(0.1, "replace")
    with pytest.raises(ParameterError, match="subsample must be"):
        GAUSSIAN.compose(2).subsample(0.1)
    with pytest.raises(ParameterError, match="distributions must be"):
        compose()
    with pytest.raises(ParameterError, match="pair must be"):
        LossDistribution.finite(((1.0,), (1.0,)))
    with pytest.raises(ParameterError, match="sensitivity must be"):
        LossDistribution.geometric(1.0, 65)
    with pytest.raises(ParameterError, match="p must be a Law"):
        LossDistribution.from_pair(None, None)


def test_a_pair_without_monotone_ratio_is_refused():
    from scipy.special import ndtr

    def law(scale):
        return Law(
            lambda x: -((x / scale) ** 2) / 2 - math.log(scale * math.sqrt(2 * math.pi)),
            lambda x: ndtr(x / scale),
            lambda x: ndtr(-x / scale),
        )

    with pytest.raises(ParameterError, match="monotone density ratio"):
        LossDistribution.from_pair(law(1.0), law(2.0))


def test_disjoint_supports_give_away_everything():
    distribution = LossDistribution.finite(FinitePair((1, 0), (0, 1))).compose(5)
    assert distribution.delta(100.0) == Bracket(1.0, 1.0)
    assert distribution.epsilon(0.5) == Bracket(math.inf, math.inf)


def test_atoms_of_very_different_losses_on_a_rare_sample_share_no_pitch():
    """The lowest of them lie 1e-17 apart, and the greatest at 50: what is a multiple of the one is nothing beside the other."""
    places = range(-11, 13)
    masses = [math.exp(-(k**2) / 0.373248) for k in places]
    moved = [math.exp(-((k - 1) ** 2) / 0.373248) for k in places]
    pair = FinitePair([w / sum(moved) for w in moved], [w / sum(masses) for w in masses])
    rate, eps = 2.03e-5, 0.01
    found = LossDistribution.finite(pair).subsample(rate).compose(2).delta(eps)
    mixed = [(q, (1 - rate) * q + rate * p) for p, q in zip(map(float, pair.p), map(float, pair.q), strict=True)]
    truth = sum(max(0.0, p * r - math.exp(eps) * q * s) for (q, p), (s, r) in itertools.product(mixed, repeat=2))
    assert found.lower <= truth * (1 + 1e-9)
    assert truth * (1 - 1e-9) <= found.upper
    assert not found.lower <= 2 * truth <= found.upper
