"""The Rényi divergence of the pair of clones: against all of its outcomes, at its limits, and as the guarantee of shuffles."""

import math
from fractions import Fraction

import pytest
from flint import arb, ctx
from sympy import Rational, oo, sqrt, symbols

from dpsym import Gaussian, PureDP, RandomizedResponse, guarantee
from dpsym.curves.clone_moments import clones_renyi
from dpsym.divergences.clones import ClonesRenyi
from dpsym.enclose import enclose
from dpsym.errors import NotApplicableError, NotDerivedError, UndecidedError
from dpsym.parameters import alpha

DELTA = Rational(1, 10**6)


def divergence(local, users, order, bits=96):
    with ctx.workprec(bits):
        place = Fraction(order)
        return clones_renyi(Fraction(local), users, arb(place.numerator) / place.denominator)


def summed(local, users, order):
    """Return the divergence over all outcomes, from its definition."""
    loss, terms = float(Fraction(local)), []
    truth = math.exp(loss) / (1 + math.exp(loss))
    for many in range(users):
        chance = math.comb(users - 1, many) * math.exp(-loss * many) * (-math.expm1(-loss)) ** (users - 1 - many)
        coins = [math.comb(many, m) / 2**many for m in range(many + 1)]
        for a, b in zip([0.0, *coins], [*coins, 0.0], strict=True):
            p, q = truth * a + (1 - truth) * b, (1 - truth) * a + truth * b
            terms.append(chance * p * (math.log(p / q) if order == 1 else (p / q) ** (order - 1)))
    return math.fsum(terms) if order == 1 else math.log(math.fsum(terms)) / (order - 1)


@pytest.mark.parametrize(("local", "users"), [(1, 1), ("1/2", 2), (2, 30), (1, 200), (6, 60)])
@pytest.mark.parametrize("order", [0.25, 1, 1.5, 2, 7])
def test_it_is_that_of_all_outcomes(local, users, order):
    found = divergence(local, users, order)
    assert found.rel_accuracy_bits() > 60
    assert float(found.mid()) == pytest.approx(summed(local, users, order), rel=1e-9)
    assert not found.overlaps(divergence(local, users + 1, order))
    assert not found.overlaps(divergence(local, users, order + 0.01))


@pytest.mark.parametrize("order", ["1/2", 2, 40])
def test_a_series_and_a_sum_over_the_coins_are_one(order, monkeypatch):
    by_series = divergence(1, 300, order)
    monkeypatch.setattr("dpsym.curves.clone_moments._TERMS", ())
    listed = divergence(1, 300, order)
    assert by_series.overlaps(listed)
    assert min(by_series.rel_accuracy_bits(), listed.rel_accuracy_bits()) > 60


@pytest.mark.parametrize("local", ["1/10", 10])
def test_of_a_million_users_it_has_twelve_digits_and_falls_between_bounds(local):
    for order in ("1/2", 1, 2, 8):
        found = divergence(local, 10**6, order)
        assert found.rel_accuracy_bits() > 45
        assert 0 < found < divergence(local, 10**5, order)


def test_orders_mirror_and_meet_at_one():
    below, above = divergence(2, 50, "1/4"), divergence(2, 50, "3/4")
    assert (below * 3).overlaps(above)  # (1 - a) D_a = a D_(1 - a), as both directions are alike
    near = [divergence(2, 50, 1 + side * Fraction(1, 10**9)) for side in (-1, 1)]
    assert near[0] < divergence(2, 50, 1) < near[1]
    assert float(near[1] - near[0]) < 1e-8
    with ctx.workprec(96), pytest.raises(UndecidedError, match="next to 1"):
        clones_renyi(Fraction(2), 50, arb(1, 1e-20))


def test_ends_of_eps0_and_of_the_order():
    assert abs(divergence(10**6, 10, 2) - 10**6) < 1e-6
    assert divergence(Fraction(1, 10**30), 10, 2) < arb("1e-59")
    told = guarantee(PureDP(1), adjacency="replace").shuffle(100)
    assert told.renyi(oo) == told.max_divergence() == 1
    assert guarantee(PureDP(0), adjacency="replace").shuffle(100).renyi(3) == 0
    with pytest.raises(NotApplicableError, match=r"order 1\.00000e\+6 is too large for an exact sum over 10000 users"):
        guarantee(PureDP(1), adjacency="replace").shuffle(10**4).renyi(10**6)


def test_a_shuffle_has_it_at_every_order():
    shuffled = guarantee(PureDP(1), adjacency="replace").shuffle(1000)
    budget = shuffled.to_renyi().value
    assert budget.budget.expr == ClonesRenyi(budget.budget.variable, 1, 1000)
    for order in (Rational(1, 2), 1, Rational(5, 2), 16):
        one = shuffled.renyi(order)
        assert 0 <= one - enclose(ClonesRenyi(order, 1, 1000), digits=15).lower <= one * Rational(1, 10**11)
        assert abs(7 * one - shuffled.compose(7).renyi(order)) < one * Rational(1, 10**9)
    assert shuffled.kl() == shuffled.renyi(1)
    assert shuffled.renyi(alpha) == ClonesRenyi(alpha, 1, 1000)
    assert RandomizedResponse(1).guarantee(adjacency="replace").shuffle(1000).renyi(2) == shuffled.renyi(2)
    with pytest.raises(NotDerivedError, match="rational numbers"):
        enclose(ClonesRenyi(2, sqrt(2), 1000))


def test_the_sum_that_is_written_out_is_the_one_that_is_enclosed():
    head = ClonesRenyi(Rational(5, 2), Rational(3, 2), 6)
    total = head.as_sum(*symbols("j m", integer=True, nonnegative=True))
    assert enclose(total, digits=20).mid == pytest.approx(enclose(head, digits=20).mid, rel=1e-14)


@pytest.mark.slow
def test_shuffles_compose_by_their_divergences_and_no_single_one_does():
    shuffled = guarantee(PureDP(1), adjacency="replace").shuffle(1000)
    best = shuffled.compose(10).to_approx(DELTA)
    ten = next(loser for loser in best.losers if loser.name == "shuffle.renyi > composition.shuffled")
    assert best.proof.route == "shuffle.renyi > composition.clones"
    assert best.value.eps < ten.value.eps
    # far below ten times the loss of one, and not below that of one
    assert shuffled.to_approx(DELTA).value.eps < ten.value.eps < Rational(7, 10)
    assert shuffled.to_approx(DELTA).proof.route == "shuffle.counted"
    other = guarantee(Gaussian(50), adjacency="replace").compose(shuffled, shuffled)
    assert other.to_approx(DELTA).value.eps < Rational(1, 2)
