"""Many runs on a lattice, with great losses apart and with tilted masses, beside sums over all that may happen."""

from fractions import Fraction

import mpmath as mp
import pytest
from flint import arb, ctx

from dpsym.curves import KaryResponseLoss, PrivacyCurve
from dpsym.curves.lattice_bounds import Lattice
from dpsym.curves.laying import laid
from dpsym.curves.outcomes import outcomes
from dpsym.curves.runs import Parted, powered
from dpsym.curves.sampled import SampledLoss
from dpsym.curves.sandwich import Sandwich
from dpsym.curves.theta import DiscreteGaussianLoss
from dpsym.curves.tilts import tilt_of

RARE = SampledLoss(KaryResponseLoss(Fraction(6), 3), Fraction(1, 10**4))
COUNT = 100


def as_mpf(number):
    return mp.mpf(number.str(40, radius=False))


def all_sums(loss, count):
    """Return the losses of so many runs of three atoms, with their masses under P."""
    (low, p_low, _), (middle, p_middle, _), (high, p_high, _) = (
        tuple(map(as_mpf, atom)) for atom in sorted(outcomes(loss, 3).atoms, key=lambda atom: float(atom[0].mid()))
    )
    return [
        (
            a * high + b * low + (count - a - b) * middle,
            mp.binomial(count, a) * mp.binomial(count - a, b) * p_high**a * p_low**b * p_middle ** (count - a - b),
        )
        for a in range(count + 1)
        for b in range(count + 1 - a)
    ]


def delta_of(sums, eps):
    return mp.fsum(p * max(0, 1 - mp.exp(eps - loss)) for loss, p in sums)


@pytest.fixture(scope="module")
def sums():
    with ctx.workprec(200), mp.workdps(50):
        return all_sums(RARE, COUNT)


@pytest.mark.parametrize("tilt", [0.0, 40.0, 150.0])
@pytest.mark.parametrize("apart", [True, False])
@pytest.mark.parametrize("above", [True, False])
def test_runs_are_on_their_side_of_the_truth(sums, above, apart, tilt):
    """Delta at thresholds below, next to and above what one great loss comes to, and two, and at tiny deltas."""
    rare = arb(10) ** -120
    with ctx.workprec(500), mp.workdps(50):
        share = arb(10) ** (-60 if tilt else -120)
        lattice = Lattice(1 / 4096, 4096, float("-inf"), rare, above, tilt, share)
        found = powered(RARE, lattice, COUNT, apart)
        for eps in (Fraction(1, 100), Fraction(1, 30), Fraction(1, 10), Fraction(3, 10)):
            truth = delta_of(sums, mp.mpf(eps.numerator) / eps.denominator)
            value = as_mpf(found.delta(eps))
            if above:
                assert truth * (1 - mp.mpf(10) ** -30) <= value
                assert not truth * 3 <= value
            else:
                assert value <= truth * (1 + mp.mpf(10) ** -30)
                assert not value <= truth / 3


def test_great_losses_are_laid_apart_where_a_fine_lattice_has_no_room_for_them(monkeypatch):
    """The ordinary losses here are a tenth of a step, the great ones are hundreds."""
    loss, used = SampledLoss(DiscreteGaussianLoss(Fraction(49, 100)), Fraction(1, 10**7)), []
    monkeypatch.setattr(Parted, "whole", lambda self, whole=Parted.whole: used.append(self) or whole(self))
    with ctx.workprec(160):
        brackets = []
        for apart in (False, True):
            ends = (
                powered(loss, Lattice(1e-6, 512, -4096.0, arb(10) ** -30, above), 10**4, apart).threshold(
                    Fraction(1, 10**10)
                )
                for above in (False, True)
            )
            brackets.append([float(end.mid()) for end in ends])
    assert len(used) == 2
    (low, high), (closer_low, closer_high) = brackets
    assert low <= closer_low < closer_high <= high
    assert closer_high - closer_low < (high - low) / 50


def test_of_few_runs_nothing_is_apart(monkeypatch):
    monkeypatch.setattr(Parted, "whole", lambda self: pytest.fail("laid apart"))
    with ctx.workprec(160):
        powered(RARE, Lattice(1 / 4096, 4096, float("-inf"), arb(10) ** -30, True), 63)


@pytest.mark.parametrize(("count", "power"), [(20, 30), (100, 30), (100, 100)])
def test_a_tiny_delta_is_between_the_lattices(count, power):
    """Masses are tilted there; fewer runs have a threshold that is not between them."""
    loss = SampledLoss(KaryResponseLoss(Fraction(6), 3), Fraction(1, 100))
    delta = Fraction(1, 10**power)
    with ctx.workprec(1200), mp.workdps(300):
        wholes, fewer = all_sums(loss, count), all_sums(loss, count - 1)
        sandwich = Sandwich(((loss, count),))
        low, high = sandwich.epsilon(delta, 4.0)
        assert sandwich._scouted(delta, 4.0).tilt > 0
        ends = [mp.mpf(end.numerator) / end.denominator for end in (low, high)]
        goal = mp.mpf(10) ** -power
        assert delta_of(wholes, ends[1]) <= goal <= delta_of(wholes, ends[0])
        assert ends[1] - ends[0] < ends[1] / 100
        assert not delta_of(fewer, ends[1]) <= goal <= delta_of(fewer, ends[0])


def test_the_tilt_is_that_of_the_least_bound():
    """The bound in numbers that are not those of the search."""
    loss = SampledLoss(KaryResponseLoss(Fraction(1, 2), 5), Fraction(1, 3))
    with ctx.workprec(200):
        atoms = [(float(place.mid()), float(p.mid())) for place, p, _ in outcomes(loss, 3).atoms]
        c = tilt_of(((loss, 50),), Lattice(1 / 64, 1024, float("-inf"), arb(10) ** -300, True), -60.0)[0]
    weights = [(place, p * mp.exp(c * place)) for place, p in atoms]
    whole = mp.fsum(weight for _, weight in weights)
    bound = 50 * (mp.log(whole) - c * mp.fsum(place * weight for place, weight in weights) / whole)
    assert bound == pytest.approx(-60.0, rel=0.01)
    assert bound != pytest.approx(-50.0, rel=0.01)


def test_what_is_left_out_is_not_lost():
    """A rare mass that is cut off counts at a threshold as if it were above: of a share that is not small the bound is not below the truth."""
    with ctx.workprec(200), mp.workdps(50):
        lattice = Lattice(1 / 4096, 4096, float("-inf"), arb(10) ** -40, True, 60.0, arb("1e-3"))
        one = laid(RARE, lattice)
        found = one.followed_by(one).followed_by(one.followed_by(one))
        truth = delta_of(all_sums(RARE, 4), mp.mpf(1) / 10)
        assert found.lost > 0
        assert truth <= as_mpf(found.delta(Fraction(1, 10)))


@pytest.mark.slow
def test_rare_samples_of_noise_on_the_integers_are_answered_closely():
    """The bracket of 10^4 runs was a tenth wide; beside it that of a tenth more of delta."""
    curve = PrivacyCurve([(SampledLoss(DiscreteGaussianLoss(Fraction(49, 100)), Fraction(1, 10**7)), 10**4)])
    low, high = curve.bracket(Fraction(1, 10**10))
    assert high - low < low / 5000
    other = curve.bracket(Fraction(11, 10**11))
    assert not other[1] >= low
