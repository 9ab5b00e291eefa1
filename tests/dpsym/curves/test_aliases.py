"""What is known of aliases: the masses of both laws, and moments of the reversed pair behind the poles."""

from fractions import Fraction

import pytest
from flint import arb, ctx

from dpsym.curves import (
    DiscreteGaussianLoss,
    GaussianLoss,
    GeometricLoss,
    KaryResponseLoss,
    LaplaceLoss,
    RandomizedResponseLoss,
    SampledLoss,
    StaircaseLoss,
    SubsampledGaussianLoss,
    TruncatedLaplaceLoss,
)
from dpsym.curves.aliases import Aliases, chernoff, finite_masses
from dpsym.curves.count_loss import CountLoss
from dpsym.curves.counts import BinomialNoise, PoissonNoise, SkellamNoise
from dpsym.curves.effort import Effort
from dpsym.curves.evaluation import Evaluator
from dpsym.curves.fixed_size import FixedSizeLoss
from dpsym.curves.lattice import Lattice
from dpsym.curves.line import Line
from dpsym.curves.loss import PrivacyLoss
from dpsym.curves.mirrored_counts import ReplacedCountLoss
from dpsym.curves.planning import Plan, Planner
from dpsym.curves.replaced import ReplacedGaussianLoss
from dpsym.errors import UndecidedError

F = Fraction
CENT = F(1, 100)
CUT = SubsampledGaussianLoss(CENT, F(1)).without(-30.0)[0]
LOSSES = [
    GaussianLoss(F(3, 2)),
    SubsampledGaussianLoss(CENT, F(1)),
    SubsampledGaussianLoss(CENT, F(1), "add"),
    CUT,
    ReplacedGaussianLoss(CENT, F(1)),
    LaplaceLoss(F(2)),
    TruncatedLaplaceLoss(F(2), F(5)),
    RandomizedResponseLoss(F(1)),
    KaryResponseLoss(F(1), 4),
    StaircaseLoss(F(1), F(1, 3)),
    GeometricLoss(F(2)),
    DiscreteGaussianLoss(F(4)),
    SampledLoss(LaplaceLoss(F(2)), CENT),
    SampledLoss(LaplaceLoss(F(2)), CENT, "add"),
    SampledLoss(TruncatedLaplaceLoss(F(2), F(5)), CENT),
    SampledLoss(TruncatedLaplaceLoss(F(2), F(5)), CENT, "add"),
    FixedSizeLoss(SampledLoss(LaplaceLoss(F(2)), CENT)),
    CountLoss(SkellamNoise(20, 20)),
    CountLoss(PoissonNoise(12), 1, True),
    CountLoss(PoissonNoise(12), 1, True, CENT),
    CountLoss(BinomialNoise(30, F(1, 2)), 1, False, CENT),
    ReplacedCountLoss(SkellamNoise(20, 20), 1, CENT),
]


@pytest.mark.parametrize("loss", LOSSES, ids=repr)
def test_the_moments_at_the_poles_are_the_masses_of_both_laws(loss):
    with ctx.workprec(160):
        p, q = loss.finite_masses()
        assert p.overlaps(loss.at(arb(0)))
        assert not (p * (1 + arb(10) ** -12)).overlaps(loss.at(arb(0)))
        at_pole = loss.behind(arb(0))
        assert q.overlaps(at_pole) or q < at_pole  # of a cut loss more than what is left
        assert not (q * (1 + arb(10) ** -9)).overlaps(at_pole)


@pytest.mark.parametrize("loss", LOSSES, ids=repr)
@pytest.mark.parametrize("c", [F(1, 4), F(2), F(9)])
def test_behind_the_poles_are_the_moments_of_the_reversed_pair(loss, c):
    point = arb(c.numerator) / c.denominator
    with ctx.workprec(200):
        found = loss.behind(point)
        try:
            assert found.overlaps(loss.reversed().at(point))
        except UndecidedError:  # something is cut off
            assert found.overlaps(SubsampledGaussianLoss(CENT, F(1), "add").at(point))
        assert float(loss.log_behind(float(c))) == pytest.approx(float(found.log()), rel=0.02, abs=0.05)


@pytest.mark.parametrize("loss", [loss for loss in LOSSES if loss != CUT], ids=repr)
def test_the_sum_of_the_aliases_lies_between_what_is_known_and_what_bounds_the_rest(loss):
    """With delta itself at each threshold, by the formula of one run."""
    parts, c, period, eps = ((loss, 1),), F(3, 2), F(4), F(1, 5)
    with ctx.workprec(160):
        deltas = [whole_delta(parts, eps - j * period) for j in (1, 2, 3)]
        total = sum((value * (-arb(6 * j)).exp() for j, value in enumerate(deltas, 1)), arb(0))
        rest = (-arb(6 * 4)).exp() / (1 - (-arb(6)).exp())
        plan = Plan(float(c), float(period), -2.0, 40.0, -5.0, -30.0, float(c), 0.0)
        aliases, place = Aliases(parts, plan, arb(4)), arb(1) / 5
        right = sum((arb(6 * j).exp() * whole_delta(parts, eps + j * period) for j in (1, 2)), arb(0))
        assert aliases.known(place) < (total + rest + right).upper()
        assert not total + right > aliases.known(place) + aliases.bound(place)
        assert aliases.known(place) * (1 + arb(10) ** -3) > total  # nor is there much more


def whole_delta(parts, eps):
    """Return delta of the finite part at any threshold; below 0 by the definition, on the reversed pair."""
    p, q = finite_masses(parts)
    if eps >= 0:
        return Evaluator(parts, 24.0, -40.0).delta(eps) - (1 - p)
    back = tuple((loss.reversed(), count) for loss, count in parts)
    turned = Evaluator(back, 24.0, -40.0).delta(-eps) - (1 - finite_masses(back)[0])
    return p + (arb(eps.numerator) / eps.denominator).exp() * (turned - q)


@pytest.mark.parametrize(
    ("engine", "parts", "eps"),
    [
        (Line, ((SubsampledGaussianLoss(CENT, F(1)), 40),), F(1, 2)),
        (Line, ((GaussianLoss(F(2)), 3), (SubsampledGaussianLoss(F(1, 2), F(2), "add"), 2)), F(2)),
        (Lattice, ((LaplaceLoss(F(2)), 9),), F(2)),
        (Lattice, ((TruncatedLaplaceLoss(F(2), F(4)), 5), (RandomizedResponseLoss(F(1, 2)), 3)), F(1)),
        (Lattice, ((DiscreteGaussianLoss(F(4)), 6),), F(1)),
    ],
)
def test_both_sides_of_the_poles_give_the_same_delta_and_wrong_masses_another(engine, parts, eps, monkeypatch):
    evaluator = Evaluator(parts, 24.0)
    with ctx.workprec(200):
        plans = [evaluator._plan(eps, None, None, 1.0, behind=behind) for behind in (True, False)]
        more = (1 << 14, Effort()) if engine is Line else (Effort(),)

        def make(plan):
            return engine(parts, plan, eps, *more)

        assert plans[0].left <= -1
        assert plans[1].left >= 0
        one, other = (make(plan).delta(eps) for plan in plans)
        assert one.overlaps(other)
        assert one.rad() < one * 1e-9
        true = finite_masses(parts)
        monkeypatch.setattr("dpsym.curves.aliases.finite_masses", lambda parts: (true[0] - arb(10) ** -2, true[1]))
        assert not make(plans[0]).delta(eps).overlaps(one)


def test_a_loss_without_known_moments_behind_the_poles_is_planned_without_them():
    class Odd(PrivacyLoss):
        def log_mgf(self, c):
            return (c * c + c) / 2

    planner = Planner(((Odd(), 3),))
    plan = planner.plan(2.0, 20.0, -5.0, planner.saddle(2.0))
    assert plan.left >= 0
    with pytest.raises(UndecidedError, match="not known there"):
        Odd().behind(arb(1))


def test_one_moment_bounds_delta_from_above():
    parts = ((SubsampledGaussianLoss(CENT, F(1)), 1000),)
    evaluator, eps = Evaluator(parts, 20.0), F(2)
    value, bound = evaluator.delta(eps), evaluator.upper(eps)
    assert value < bound < 30 * value
    assert not chernoff(parts, arb(3), arb(2)) < value
    assert Evaluator(((SubsampledGaussianLoss(CENT, F(1)), 10**300),), 20.0).upper(F(1)) == 1
