"""Few runs of sampled Laplace noise: a finite sum for few draws between the atoms and a line for the rest, to ten digits."""

from fractions import Fraction

import pytest
from flint import acb, arb, ctx

from dpsym.curves import LaplaceLoss, PrivacyCurve, RandomizedResponseLoss, SampledLoss, TruncatedLaplaceLoss
from dpsym.curves.density import Density
from dpsym.curves.effort import Effort
from dpsym.curves.evaluation import Evaluator
from dpsym.curves.few_draws import FewDraws
from dpsym.curves.loss import ball_of
from dpsym.curves.sampled_moments import Moments
from dpsym.curves.sandwich import Sandwich
from dpsym.curves.split import RestLine, Split
from dpsym.errors import UndecidedError
from mechanisms.accounting import LossDistribution, compose

F = Fraction
CENT, DELTA = F(1, 100), F(1, 10**5)


def planned(loss, count, eps, nats=24.0):
    evaluator = Evaluator(((loss, count),), nats)
    with ctx.workprec(evaluator.bits):
        return evaluator.bits, evaluator._plan(eps, None, None, 0.5, behind=False)


@pytest.mark.parametrize("sign", [1, -1])
def test_the_polynomials_are_the_density_but_for_the_error_that_is_told(sign):
    """Held against the derivative of the mass between the atoms, by the places of the mechanism without the sample."""
    base, rate = LaplaceLoss(F(1, 2)), F(1, 5)
    with ctx.workprec(320):
        density = Density(base, rate, sign, 30.0)
        assert density.error < arb(-29).exp()
        for stretch in density.stretches:
            for k in range(1, 8):
                t = stretch.low + (stretch.high - stretch.low) * k / 8
                ratio = 1 + ball_of(rate) * ball_of(t).expm1()
                slope = ball_of(rate) * ball_of(t).exp() / ratio
                q = (-ball_of(t) / 2).exp() * (-ball_of(base.rate) / 2).exp() / 4
                exact = q * (ratio if sign > 0 else arb(1)) / slope
                for cut, end in zip((stretch.low, stretch.high), stretch.ends, strict=True):
                    off = abs(end(density.place(t) - density.place(cut)) / exact - 1)
                    assert off < density.error * 2
                    assert not abs(end(density.place(t) - density.place(cut)) / (exact * 1.000001) - 1) < density.error


@pytest.mark.cases(1 / 4)
@pytest.mark.parametrize("direction", ["remove", "add"])
@pytest.mark.parametrize("base", [LaplaceLoss(F(1)), TruncatedLaplaceLoss(F(1), F(3))])
def test_where_the_draws_are_split_does_not_matter(base, direction):
    loss, count, eps = SampledLoss(base, CENT, direction), 9, F(1, 20)
    bits, plan = planned(loss, count, eps)
    found = []
    for draws in (6, 8, 10):
        few = FewDraws(loss, count, draws, arb(plan.log_error).exp(), 28.0, Effort()).delta(eps)
        with ctx.workprec(bits):
            rest = RestLine(loss, count, draws, plan, eps, Effort()).delta(eps) if draws <= count else arb(0)
        found.append(few + rest)
    assert found[0].overlaps(found[1])
    assert found[1].overlaps(found[2])
    assert all(value.rad() < value.mid() * 1e-9 for value in found)
    one_more = FewDraws(loss, count + 1, count + 2, arb(plan.log_error).exp(), 28.0, Effort()).delta(eps)
    assert not one_more.overlaps(found[2])


@pytest.mark.slow
@pytest.mark.parametrize("direction", ["remove", "add"])
@pytest.mark.parametrize(("scale", "rate", "count"), [(1, CENT, 20), (10, F(1, 10), 50), (1, F(1, 2), 7)])
def test_ten_digits_lie_in_a_bracket_that_knows_no_formula(scale, rate, count, direction):
    found = PrivacyCurve([(SampledLoss(LaplaceLoss(scale), rate, direction), count)]).bracket(DELTA)
    assert 0 < found[1] - found[0] < found[1] / 10**9
    truth = LossDistribution.laplace(float(scale)).subsample(float(rate), direction).compose(count).epsilon(1e-5)
    assert truth.lower <= found[1]
    assert found[0] <= truth.upper
    twin = PrivacyCurve([(SampledLoss(LaplaceLoss(scale), rate * F(21, 20), direction), count)]).bracket(DELTA)
    assert twin[0] > truth.upper


@pytest.mark.parametrize("sign", [1, -1])
def test_between_the_atoms_the_moments_fall_as_bounded(sign):
    with ctx.workprec(128):
        moments, c, step = Moments(LaplaceLoss(F(1)), CENT, sign), arb(40), arb(16)
        _, falling = moments.decay(c)
        _, values = moments.split_on_line(c, step, 1, 400, 40.0)
        reached = [abs(value) * step * k / falling for k, value in enumerate(values, 1)]
        assert all(share < 1 for share in reached)
        assert any(share > 0.3 for share in reached)


@pytest.mark.parametrize(("rate", "most"), [(CENT, F(1)), (F(1, 2), F(3)), (F(99, 100), F(1, 2))])
def test_no_argument_of_the_ratio_beats_its_bound(rate, most):
    with ctx.workprec(80):
        moments = Moments(LaplaceLoss(F(1)), rate, 1)
        reached = 0.0
        for beta in (0.1, 1.0, 1.5, 2.0, 2.9):
            bound = moments._argument(ball_of(most), arb(beta))
            for k in range(60):
                for height in range(31):
                    t = acb(ball_of(most) - arb(k) / 8, arb(beta) * height / 30)
                    ratio = 1 - moments.q + moments.q * t.exp()
                    turn = abs(arb.atan2(ratio.imag, ratio.real))
                    assert not turn > bound
                    reached = max(reached, float((turn / bound).mid()))
        assert reached > 0.9


def test_without_an_affordable_split_none_is_begun():
    loss = SampledLoss(LaplaceLoss(F(1, 20)), CENT)
    bits, plan = planned(loss, 60, F(2))
    with ctx.workprec(bits), pytest.raises(UndecidedError, match="draws"):
        Split(loss, 60, plan, F(2), Effort())


@pytest.mark.slow
def test_delta_of_a_mixed_composition_is_the_same_between_lattices():
    parts = ((SampledLoss(LaplaceLoss(1), F(1, 10)), 5), (SampledLoss(RandomizedResponseLoss(F(1)), F(1, 10)), 5))
    parts = (*parts, (LaplaceLoss(3), 4))
    low, high = PrivacyCurve(parts).delta_bracket(F(6, 5))
    below, above = Sandwich(parts).delta(F(6, 5), F(1, 10**6))
    assert below <= high
    assert low <= above
    assert max(high - low, above - below) < high / 10**4
    sampled = LossDistribution.laplace(1.0).subsample(0.1).compose(5)
    others = LossDistribution.randomized_response(1.0).subsample(0.1).compose(5)
    truth = compose(sampled, others, LossDistribution.laplace(3.0).compose(4)).delta(1.2)
    assert truth.lower <= high
    assert low <= truth.upper
    fewer, _ = PrivacyCurve(parts[:2]).delta_bracket(F(6, 5))
    assert not truth.lower <= fewer
