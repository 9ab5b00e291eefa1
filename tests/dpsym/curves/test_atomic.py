"""Atoms whose losses floats do not tell apart, or whose balls are wide: what is told of them holds wherever in its ball a loss lies."""

from fractions import Fraction

import pytest
from flint import arb, ctx

from dpsym.curves import GeometricLoss, PrivacyCurve, SampledLoss
from dpsym.curves.atomic import AtomicLoss, Atoms, in_order
from dpsym.curves.loss import ball_of

_TINY = Fraction(1, 10**25)


class Told(AtomicLoss):
    """Atoms of P and Q that a test tells, each with a radius by which its loss is uncertain."""

    def __init__(self, *atoms: tuple[Fraction, arb, arb, float]) -> None:
        self._told = atoms

    def listed(self) -> Atoms:
        losses = [ball_of(loss) + arb(0, radius) for loss, _, _, radius in self._told]
        masses, others = ([arb(atom[side]) for atom in self._told] for side in (1, 2))
        return in_order(losses, masses, others, arb(0), arb(0))


def test_of_losses_that_floats_do_not_tell_apart_the_greatest_is_the_greatest():
    one, quarter = Fraction(1), arb(1) / 4
    loss = Told((one + _TINY, quarter, quarter, 0.0), (one, quarter, quarter, 0.0), (-one, quarter, quarter, 0.0))
    with ctx.workprec(128):
        assert loss.greatest_loss() > ball_of(one + _TINY / 2)
        assert not loss.greatest_loss() > ball_of(one + 2 * _TINY)


def test_an_atom_of_a_wide_ball_counts_on_either_side_of_a_threshold():
    p, place, radius = arb(1) / 2, Fraction(1), 0.125
    with ctx.workprec(64):
        true = ball_of(Fraction(11, 10))  # within the radius, and above the threshold
        loss = Told((place, p, (p.log() - true).exp(), radius), (Fraction(-3), p, p, 0.0))
        threshold = ball_of(Fraction(21, 20))
        assert loss.exceeding(threshold).overlaps(p - (threshold + p.log() - true).exp())
        above, _ = loss.cells([threshold])[1]
        assert above.contains(p)
        sharp = Told((place, p, (p.log() - true).exp(), 0.0), (Fraction(-3), p, p, 0.0))
        assert not sharp.cells([threshold])[1][0].contains(p)


def test_a_mass_that_may_be_none_counts_in_the_moments():
    with ctx.workprec(64):
        unsure = arb(0).union(arb("1e-3"))
        loss = Told((Fraction(1), arb(1) / 2, arb(1) / 4, 0.0), (Fraction(0), unsure, unsure, 0.0))
        found = loss.on_line(arb(1), arb(1), 0, 1, 20.0)[0].real
        for mass in (arb(0), arb("1e-3")):
            assert found.overlaps(arb(1).exp() / 2 + mass)
        assert not found.overlaps(arb(1).exp() / 2 + arb("2e-3"))


@pytest.mark.parametrize("digits", [10, 20, 30])
def test_a_threshold_beside_the_least_loss_of_listed_atoms_is_told_from_it(digits):
    loss, rate = SampledLoss(GeometricLoss(1, 3), Fraction(1, 10), "add"), Fraction(1, 10)
    with ctx.workprec(300):
        low = -2 * (ball_of(rate) * arb(3).expm1()).log1p()  # of both runs
        place = Fraction(int((low * arb(10) ** 40).floor().unique_fmpz()), 10**40) + Fraction(1, 10**18)
        rho, rise = (-arb(1)).exp(), ball_of(place).exp()
        under_q = 1 / (1 + rho)
        p = under_q * rho**3  # of the law without the record, where that with it is greatest
        p, q = p**2, (p * (1 + ball_of(rate) * arb(3).expm1())) ** 2
        truth, without = 1 - rise - (p - rise * q), 1 - rise
    found = PrivacyCurve([(loss, 2)]).delta(place, digits).value
    assert found.overlaps(truth)
    assert not found.overlaps(without)
