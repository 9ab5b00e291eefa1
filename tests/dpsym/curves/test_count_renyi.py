"""The Rényi divergence of noise on the integers by its masses, beside sums of floats, and beside the definition."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from flint import ctx
from scipy import stats
from sympy import Rational

from dpsym import KL, Binomial, NegativeBinomial, Poisson, Renyi, Shifted, Skellam
from dpsym.curves import count_renyi as module
from dpsym.curves import loss_of
from dpsym.curves.count_renyi import count_renyi
from dpsym.enclose import enclose
from dpsym.errors import UndecidedError

NOISES = {
    Skellam(30, 20): stats.skellam(30, 20),
    Poisson(40): stats.poisson(40),
    Binomial(30, Rational(1, 3)): stats.binom(30, 1 / 3),
    NegativeBinomial(3, Rational(3, 4)): stats.nbinom(3, 0.75),
}
ORDERS = [Fraction(1, 3), Fraction(1), Fraction(2), Fraction(23, 2)]


def summed(masses, order, shift, rate, moved_first):
    """Return the divergence by the masses that floats can hold."""
    first, last = masses.support()
    ends = last < np.inf if moved_first else first > -np.inf and rate == 1
    if order >= 1 and ends:
        return np.inf
    places = np.arange(-200, 400)
    plain = masses.pmf(places)
    mixed = rate * masses.pmf(places - shift) + (1 - rate) * plain
    p, q = (mixed, plain) if moved_first else (plain, mixed)
    met = (p > 1e-300) & (q > 1e-300)
    if order == 1:
        return np.sum(p[met] * np.log(p[met] / q[met]))
    power = float(order) - 1
    return np.log(np.sum(np.exp(power * np.log(p[met] / q[met])) * p[met])) / power


@pytest.mark.parametrize("order", ORDERS, ids=str)
@pytest.mark.parametrize("law", NOISES, ids=str)
def test_it_is_the_sum_over_the_integers(law, order):
    for shift, rate, moved_first in ((1, 1, True), (3, 1, False), (1, 0.125, True), (3, 0.125, False)):
        loss = replace(loss_of(law, shift), rate=Fraction(rate), moved_first=moved_first)
        with ctx.workprec(128):
            found, other = count_renyi(loss, order), count_renyi(loss, order + Fraction(1, 10))
        truth = summed(NOISES[law], order, shift, rate, moved_first)
        assert float(found.mid()) == pytest.approx(truth, rel=1e-6)
        assert not found.is_finite() or (found.rel_accuracy_bits() > 60 and other > found)


@pytest.mark.parametrize("law", [Skellam(3, 3), Poisson(7)], ids=str)
def test_it_is_the_definition(law):
    moved = Shifted(law, 2)
    loss = loss_of(law, 2).reversed()
    with ctx.workprec(192):
        for order, head in ((Fraction(40), Renyi(40, moved, law)), (Fraction(1), KL(moved, law))):
            assert count_renyi(loss, order).overlaps(enclose(head, digits=40).value)
            assert not count_renyi(loss, order).overlaps(enclose(Renyi(41, moved, law), digits=40).value)


@pytest.mark.parametrize(
    ("moved_first", "rate"), [(True, 1), (False, 1), (True, Fraction(1, 9)), (False, Fraction(1, 9))]
)
@pytest.mark.parametrize("order", [Fraction(1, 2), Fraction(1), Fraction(3), Fraction(12)], ids=str)
def test_what_is_left_out_is_bounded(monkeypatch, order, moved_first, rate):
    """Where many masses are left out the ball is wide, and holds what all of them say."""
    loss = replace(loss_of(Skellam(6, 4), 2), rate=Fraction(rate), moved_first=moved_first)
    with ctx.workprec(128):
        exact = count_renyi(loss, order)
        monkeypatch.setattr("dpsym.curves.counts.DEPTH", 25.0)
        wide = count_renyi(loss, order)
        assert wide.contains(exact)
        assert 1e-14 < float(wide.rad()) < 1e-3
        monkeypatch.setattr(module, "_left_out", lambda loss, order: 0)
        if order > 1:
            assert not count_renyi(loss, order).contains(exact)


def test_where_too_little_is_known_it_is_undecided():
    with pytest.raises(UndecidedError, match="too large for the masses"):
        count_renyi(loss_of(Skellam(1, 1)).reversed(), Fraction(10**5))
    with pytest.raises(UndecidedError, match="log-concave"):
        count_renyi(loss_of(NegativeBinomial(Rational(1, 2), Rational(1, 2))).reversed(), Fraction(2))
