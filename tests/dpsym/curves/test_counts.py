"""Noise on the integers, composed, sampled and mixed: against sums over all outcomes in floats, and brackets of `mechanisms`."""

import itertools
import math
from dataclasses import replace
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from flint import arb, ctx
from scipy import stats
from sympy import Rational

from dpsym.ball import Ball
from dpsym.curves import (
    CountLoss,
    DiscreteGaussianLoss,
    EitherWayLoss,
    GaussianLoss,
    PrivacyCurve,
    SampledLoss,
    TruncatedLaplaceLoss,
    loss_of,
)
from dpsym.curves.counts import BinomialNoise, NegativeBinomialNoise, PoissonNoise, SkellamNoise
from dpsym.curves.effort import Effort
from dpsym.curves.evaluation import Evaluator
from dpsym.curves.halves import Halves
from dpsym.curves.lattice_bounds import Lattice
from dpsym.curves.laying import laid
from dpsym.curves.loss import ball_of
from dpsym.curves.mixed_counts import MixedNoise, TwoSidedNoise
from dpsym.curves.sandwich import Sandwich
from dpsym.distributions import (
    Binomial,
    DiscreteGaussian,
    DiscreteLaplace,
    Gaussian,
    Laplace,
    Mixture,
    NegativeBinomial,
    Poisson,
    Skellam,
)
from dpsym.errors import ParameterError, UndecidedError
from dpsym.guarantees import composed, guarantee
from mechanisms.accounting import LossDistribution
from mechanisms.finite.pair import FinitePair

HALF = Fraction(1, 2)
K = np.arange(-400, 401)

NOISES = {
    "skellam": (SkellamNoise(5, 5), stats.skellam(5, 5)),
    "lopsided": (SkellamNoise(Fraction(3, 2), 6), stats.skellam(1.5, 6)),
    "binomial": (BinomialNoise(30, HALF), stats.binom(30, 0.5)),
    "biased": (BinomialNoise(25, Fraction(1, 5)), stats.binom(25, 0.2)),
    "poisson": (PoissonNoise(12), stats.poisson(12)),
    "failures": (NegativeBinomialNoise(Fraction(5, 2), Fraction(1, 4)), stats.nbinom(2.5, 0.25)),
    "few failures": (NegativeBinomialNoise(HALF, Fraction(1, 4)), stats.nbinom(0.5, 0.25)),
}


def masses_of(name):
    """Return the masses on the integers K, typed from elsewhere."""
    if name == "mixed":
        wide = stats.skellam(20, 20).pmf(K)
        return 0.25 * masses_of("two-sided") + 0.75 * wide
    if name == "two-sided":
        narrow = np.exp(-np.abs(K) / 2.0)
        return narrow / narrow.sum()
    return NOISES[name][1].pmf(K)


def noise_of(name):
    if name == "mixed":
        return MixedNoise(Fraction(1, 4), TwoSidedNoise(HALF, 1), SkellamNoise(20, 20))
    return TwoSidedNoise(HALF, 1) if name == "two-sided" else NOISES[name][0]


def pair_of(name, shift, first=False, rate=1.0):
    """Return the two mass functions of a query that moves by a shift."""
    plain = masses_of(name)
    moved = np.concatenate([np.zeros(shift), plain[:-shift]])
    moved = rate * moved + (1 - rate) * plain
    return (moved, plain) if first else (plain, moved)


def summed(pairs, eps):
    """Return delta of a composition by brute force, over the losses of all outcomes."""
    losses, masses, finite = np.zeros(1), np.ones(1), 1.0
    for p, q in pairs:
        both = (p > 1e-19) & (q > 0)
        finite *= 1 - float(p[q == 0].sum())
        losses = (losses[:, None] + np.log(p[both] / q[both])).ravel()
        masses = (masses[:, None] * p[both]).ravel()
        kept = masses > 1e-19
        losses, masses = losses[kept], masses[kept]
    above = losses > eps
    return 1 - finite + float(np.sum(-masses[above] * np.expm1(eps - losses[above])))


@pytest.mark.cases(1 / 6)
@pytest.mark.parametrize("name", [*NOISES, "two-sided", "mixed"])
@pytest.mark.parametrize("shift", [1, 3])
@pytest.mark.parametrize("first", [False, True])
def test_one_run_is_the_sum_over_the_outcomes(name, shift, first):
    curve = PrivacyCurve([(CountLoss(noise_of(name), shift, first), 1)])
    other = PrivacyCurve([(CountLoss(noise_of(name), shift + 1, first), 1)])
    for eps in (Fraction(0), Fraction(1, 4), Fraction(1)):
        truth = summed([pair_of(name, shift, first)], float(eps))
        told = curve.delta(eps, 12)
        assert float(told.value.mid()) == pytest.approx(truth, rel=1e-8, abs=1e-14)
        assert truth < 1e-12 or float(other.delta(eps, 12).value.mid()) > truth * 1.02


@pytest.mark.parametrize(("name", "rate"), [("skellam", 0.25), ("poisson", 1.0), ("binomial", 1.0), ("mixed", 1.0)])
@pytest.mark.parametrize("first", [False, True])
def test_two_runs_are_the_sum_over_the_outcomes(name, rate, first):
    loss = CountLoss(noise_of(name), 2, first, Fraction(rate))
    low, high = PrivacyCurve([(loss, 2)]).delta_bracket(Fraction(1, 4))
    truth = summed([pair_of(name, 2, first, rate)] * 2, 0.25)
    assert float(low) <= truth * (1 + 1e-9)
    assert truth <= float(high) * (1 + 1e-9)
    assert float(high - low) < 2e-3 * truth
    once = summed([pair_of(name, 2, first, rate)], 0.25)
    assert not float(low) <= once <= float(high)


@pytest.mark.slow
def test_the_contour_and_the_lattice_agree():
    curve = PrivacyCurve([(CountLoss(SkellamNoise(20, 20)), 10)])
    eps = curve.epsilon(Fraction(1, 10**5), 6)
    low, high = curve.delta_bracket(Fraction(2))
    told = curve.delta(Fraction(2), 6)
    assert low <= told.upper
    assert told.lower <= high
    assert told.digits >= 6
    assert float(eps.value.mid()) == pytest.approx(1.98342, abs=1e-5)
    assert not low <= PrivacyCurve([(CountLoss(SkellamNoise(21, 21)), 10)]).delta(Fraction(2), 6).upper


def test_with_gaussian_noise_behind_it_all_digits_come_out():
    parts = [(CountLoss(PoissonNoise(30), 1, True), 2), (GaussianLoss(2), 1)]
    told = PrivacyCurve(parts).delta(Fraction(1, 2), 12)
    assert told.digits >= 12
    # the normal loss has its own profile: what the counts leave of the threshold is put into it
    p, q = stats.poisson(30).pmf(K - 1), stats.poisson(30).pmf(K)
    both = (p > 1e-19) & (q > 0)
    one, mass = np.log(p[both] / q[both]), p[both]
    losses, masses = (one[:, None] + one).ravel(), (mass[:, None] * mass).ravel()
    rest, sigma = 0.5 - losses, 2.0
    delta = stats.norm.sf(rest * sigma - 1 / (2 * sigma)) - np.exp(rest) * stats.norm.sf(rest * sigma + 1 / (2 * sigma))
    assert float(told.value.mid()) == pytest.approx(float(np.sum(masses * delta)), rel=1e-8)


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize("first", [False, True])
def test_the_accountant_of_mechanisms_brackets_it(first):
    p, q = pair_of("poisson", 1, first)
    outcomes = (p > 0) | (q > 0)
    whole = FinitePair(p[outcomes] / p[outcomes].sum(), q[outcomes] / q[outcomes].sum())
    bracket = LossDistribution.finite(whole).compose(5).delta(0.5)
    curve = PrivacyCurve([(CountLoss(PoissonNoise(12), 1, first), 5)])
    low, high = curve.delta_bracket(HALF)
    assert float(low) <= bracket.upper * (1 + 1e-9)
    assert bracket.lower <= float(high) * (1 + 1e-9)
    other, _ = PrivacyCurve([(CountLoss(PoissonNoise(11), 1, first), 5)]).delta_bracket(HALF)
    assert float(other) > bracket.upper


@pytest.mark.parametrize("name", [*NOISES, "mixed"])
def test_the_masses_are_those_of_the_law_and_sum_to_one(name):
    with ctx.workprec(200):
        found = noise_of(name).masses()
        total = sum(found.values, arb(0)) + arb(0).union(found.below) + arb(0).union(found.above)
        assert total.contains(1)
        assert total.rad() < 1e-50
        wrong = total + max(found.values, key=lambda mass: float(mass.mid()))
        assert not wrong.contains(1)
    truth = masses_of(name)
    for k, mass in enumerate(found.values, found.first):
        if -400 <= k <= 400 and truth[k + 400] > 1e-250:
            assert float(mass.mid()) == pytest.approx(truth[k + 400], rel=1e-8)


@pytest.mark.slow
def test_a_guarantee_covers_runs_of_either_direction():
    noise = guarantee(Poisson(100)).compose(3)
    eps = float(noise.epsilon(Rational(1, 1000)))
    ends = [
        PrivacyCurve([(CountLoss(PoissonNoise(100), 1, first), 3)]).bracket(Fraction(1, 1000))
        for first in (False, True)
    ]
    assert max(high for _, high in ends) < eps < 1.003 * float(max(low for low, _ in ends))
    either = PrivacyCurve([(EitherWayLoss(CountLoss(PoissonNoise(100))), 3)]).bracket(Fraction(1, 1000))
    assert eps == pytest.approx(float(either[1]), rel=1e-9)
    assert eps > float(min(high for _, high in ends)) * 1.01
    both = composed(
        [guarantee(Skellam(20, 20)), guarantee(DiscreteGaussian(4)), guarantee(Binomial(50, Rational(1, 2)))]
    )
    alone = [guarantee(law).epsilon(Rational(1, 1000)) for law in (Skellam(20, 20), Binomial(50, Rational(1, 2)))]
    assert float(both.epsilon(Rational(1, 1000))) > max(map(float, alone))


def test_one_run_of_a_law_has_all_digits():
    assert float(Skellam(20, 20).epsilon(Rational(1, 10**5))) == pytest.approx(0.540560939711, rel=1e-11)
    mixed = Mixture(Rational(1, 3), DiscreteGaussian(3), DiscreteLaplace(5))
    assert mixed.is_symmetric
    assert not Mixture(Rational(1, 3), DiscreteGaussian(3), NegativeBinomial(2, Rational(1, 2))).is_symmetric
    delta = PrivacyCurve([(loss_of(mixed), 1)]).delta(Fraction("0.310607369447"), 8)
    assert float(delta.value.mid()) == pytest.approx(1e-5, rel=1e-8)


def test_an_infinite_loss_is_seen():
    low, high = PrivacyCurve([(CountLoss(PoissonNoise(3)), 4)]).bracket(Fraction(1, 100))
    assert math.isinf(low)
    assert math.isinf(high)
    assert not math.isinf(PrivacyCurve([(CountLoss(PoissonNoise(3), 1, True), 4)]).bracket(Fraction(1, 100))[1])


def test_an_infinite_loss_counts_once():
    sampled = SampledLoss(TruncatedLaplaceLoss(1, 3), Fraction(1, 10))
    curve = PrivacyCurve([(sampled, 1)])
    mass = 0.1 * (math.exp(-2) - math.exp(-3)) / (2 * (1 - math.exp(-3)))
    assert float(curve.delta(Fraction(10)).value.mid()) == pytest.approx(mass, rel=1e-12)
    low, high = PrivacyCurve([(sampled, 1)]).delta_bracket(Fraction(1, 100))
    assert float(low) <= float(curve.delta(Fraction(1, 100)).value.mid()) <= float(high) < mass * 10


@pytest.mark.parametrize("sensitivity", [Fraction(1, 2), 0, -1])
def test_a_query_that_is_not_on_the_integers_is_refused(sensitivity):
    with pytest.raises(ParameterError, match="sensitivity"):
        CountLoss(SkellamNoise(5, 5), sensitivity)


def test_what_is_too_wide_or_unknown_is_refused():
    with pytest.raises(ParameterError, match="mean m"):
        SkellamNoise(0, 1)
    with pytest.raises(ParameterError, match="sampling rate"):
        CountLoss(SkellamNoise(5, 5), 1, True, 0)
    with pytest.raises(UndecidedError, match="more than"):
        CountLoss(PoissonNoise(10**12)).at(arb(1))
    with pytest.raises(ParameterError, match="masses are known"):
        loss_of(Mixture(HALF, Gaussian(3), Laplace(1)))


@pytest.mark.parametrize("first", [False, True])
def test_few_unlike_runs_are_listed_in_two_halves_to_all_digits(first):
    parts = [
        (CountLoss(noise_of("skellam"), 1, first), 2),
        (CountLoss(noise_of("binomial"), 1, first), 1),
        (DiscreteGaussianLoss(9), 1),
    ]
    gauss = np.exp(-(K**2) / 18.0)
    gauss /= gauss.sum()
    pairs = [pair_of("skellam", 1, first)] * 2 + [pair_of("binomial", 1, first), (gauss, np.roll(gauss, 1))]
    told = PrivacyCurve(parts).delta(HALF, 12)
    assert told.digits >= 12
    assert float(told.value.mid()) == pytest.approx(summed(pairs, 0.5), rel=1e-8)
    assert float(told.value.mid()) != pytest.approx(summed([*pairs[:3], pairs[1]], 0.5), rel=1e-3)


@pytest.mark.slow
def test_the_halves_and_the_contour_agree():
    parts = ((CountLoss(noise_of("binomial"), 1, True), 4),)
    listed = Evaluator(parts, 24.0).delta(HALF)
    drawn = Evaluator(parts, 18.0, contour=True).delta(HALF)
    assert listed.overlaps(drawn)
    assert listed.rad() < 1e-9 * listed.mid()
    assert not Evaluator(parts, 24.0).delta(HALF + Fraction(1, 10**6)).overlaps(drawn)


def test_what_is_left_out_of_the_halves_is_counted():
    parts = ((CountLoss(noise_of("skellam"), 1), 3),)
    with ctx.workprec(128):
        plan = Evaluator(parts, 20.0)._plan(HALF, None)
        exact = Halves(parts, plan, HALF, Effort()).delta(HALF)
        rough = Halves(parts, replace(plan, log_error=plan.log_delta - 5), HALF, Effort())
        assert rough.delta(HALF).contains(exact)
        rough._left_out = arb(0)
        assert not rough.delta(HALF).contains(exact)


@pytest.mark.slow
@pytest.mark.parametrize("count", [30, 300])
def test_many_runs_have_nine_digits(count):
    curve = PrivacyCurve([(CountLoss(SkellamNoise(20, 20)), count)])
    low, high = curve.bracket(Fraction(1, 10**5))
    assert high - low < high / 10**9
    p, q = stats.skellam(20, 20).pmf(K), stats.skellam(20, 20).pmf(K - 1)
    kept = (p > 1e-200) & (q > 1e-200)
    pair = FinitePair(p[kept] / p[kept].sum(), q[kept] / q[kept].sum())
    bracket = LossDistribution.finite(pair).compose(count).epsilon(1e-5)
    assert bracket.lower <= float(high) * (1 + 1e-9)
    assert float(low) <= bracket.upper * (1 + 1e-9)
    twin, _ = PrivacyCurve([(CountLoss(SkellamNoise(19, 20)), count)]).bracket(Fraction(1, 10**5))
    assert twin > bracket.upper


@pytest.mark.parametrize("c", [1e-9, 0.3, 7.0, 1e3])
@pytest.mark.parametrize("name", ["narrow", "spiked", "lopsided"])
def test_the_planned_moment_is_that_of_all_atoms(name, c):
    # of narrow noise, and of a mixture with it, the masses of neighbours differ by hundreds of nats
    noise = {
        "narrow": TwoSidedNoise(Fraction(10), 1),
        "spiked": MixedNoise(Fraction(1, 10), TwoSidedNoise(Fraction(10), 1), TwoSidedNoise(Fraction(1, 200), 2)),
        "lopsided": SkellamNoise(Fraction(3, 2), 6),
    }[name]
    loss = CountLoss(noise, rate=HALF)
    with ctx.workprec(128):
        found = loss.atoms()
        whole = sum(
            (arb(c) * (place - found.losses[-1])).exp() * p for place, p in zip(found.losses, found.masses, strict=True)
        )
    assert loss.log_mgf(c) == pytest.approx(float(whole.log()), abs=1e-6)
    assert loss.log_mgf(c) != pytest.approx(float((whole * 1.01).log()), abs=1e-6)


@pytest.mark.slow
def test_narrow_mixed_noise_on_samples_is_answered_at_a_tiny_delta():
    noise = MixedNoise(Fraction(1, 10), TwoSidedNoise(Fraction(10), 1), TwoSidedNoise(Fraction(50, 9), 2))
    found, tiny = PrivacyCurve([(CountLoss(noise, rate=HALF), 300)]), Fraction(1, 10**100)
    low, high = found.bracket(tiny)
    assert high - low < high / 10**6
    assert found.delta(low * Fraction(99, 100), 3).lower > tiny > found.delta(high * Fraction(101, 100), 3).upper


@pytest.mark.parametrize("step", [1e7, 1e-2])
def test_a_lattice_that_is_far_too_coarse_holds_no_more_than_all_mass(step):
    loss = CountLoss(TwoSidedNoise(Fraction(10), 1), rate=HALF, moved_first=True)
    with ctx.workprec(100):
        found = laid(loss, Lattice(step, 2560, -300.0, arb(10) ** -100, True))
    assert 2**found.lattice.bits <= sum(map(int, found.masses.coeffs())) <= 1.01 * 2**found.lattice.bits
    assert (len(found) <= 3) == (step > 1)


@pytest.mark.parametrize("bits", [64, 96, 128, 200])
@pytest.mark.parametrize("first", [True, False])
def test_atoms_of_equal_losses_are_weighed_by_their_own_masses_at_each_precision(bits, first):
    loss = CountLoss(NegativeBinomialNoise(Fraction(1), Fraction(1, 5)), 1, first, Fraction(1, 1000))
    with ctx.workprec(bits):
        found = loss.atoms()
        for c in (arb(0), arb(3) / 8):
            whole = sum(
                (mass * (c * place).exp() for place, mass in zip(found.losses, found.masses, strict=True)), arb(0)
            )
            assert loss.at(c).overlaps(whole)
        assert abs(loss.at(arb(0)) - 1) < 1e-15


@pytest.mark.slow
def test_geometric_noise_on_a_sample_has_the_delta_of_its_two_losses():
    loss = CountLoss(NegativeBinomialNoise(Fraction(1), Fraction(1, 5)), 1, False, Fraction(1, 1000))
    rate, stay = Fraction(1, 1000), Fraction(4, 5)  # the mixture is (1 - q) f at 0, and 1 - q + q/stay times f beyond
    ratios = [(1 - stay, 1 - rate), (stay, 1 - rate + rate / stay)]
    for runs, eps in ((7, Fraction(1, 2000)), (30, Fraction(1, 500)), (7, Fraction(-1, 6))):
        with ctx.workprec(200):
            found, rise = PrivacyCurve([(loss, runs)]).delta(eps, 6), ball_of(eps).exp()
            terms = [
                comb(runs, k)
                * (ball_of(ratios[0][0]) ** k * ball_of(ratios[1][0]) ** (runs - k))
                * (1 - rise * ball_of(ratios[0][1] ** k * ratios[1][1] ** (runs - k))).max(arb(0))
                for k in range(runs + 1)
            ]
            assert found.overlaps(Ball(sum(terms, arb(0))))


def test_disjoint_laws_on_the_integers_are_no_bare_error():
    disjoint = CountLoss(BinomialNoise(1, Fraction(1, 2)), 2)
    for curve in (PrivacyCurve([(disjoint, 3)]), PrivacyCurve([(disjoint, 3), (GaussianLoss(1), 2)])):
        assert not curve.holds(1, Fraction(1, 10))
        with pytest.raises(UndecidedError):
            curve.delta(1)
        with pytest.raises(UndecidedError):
            curve.bracket(Fraction(1, 10))


@pytest.mark.parametrize("noise", [PoissonNoise(3), SkellamNoise(1, 2), NegativeBinomialNoise(1, HALF)])
@pytest.mark.parametrize("rate", [1, Fraction(1, 10)])
def test_no_loss_at_delta_zero_is_no_bare_error(noise, rate):
    curve = PrivacyCurve([(CountLoss(noise, 1, True, rate), 3)])
    with pytest.raises(UndecidedError, match="cannot be told from the mass of an infinite loss"):
        curve.bracket(0)
    assert 0 < curve.bracket(Fraction(1, 100))[0] < math.inf


@pytest.mark.parametrize(
    "noise",
    [
        PoissonNoise(10**400),
        PoissonNoise(Fraction(1, 10**400)),
        NegativeBinomialNoise(1, Fraction(1, 10**400)),
        NegativeBinomialNoise(10**6, Fraction(1, 1000)),  # whose greatest mass lies at 10^9
        BinomialNoise(10**400, HALF),
        SkellamNoise(Fraction(1, 10**400), Fraction(1, 10**400)),
        TwoSidedNoise(Fraction(10**400), 1),
    ],
)
def test_noise_beyond_floats_is_no_bare_error_and_holds_nothing(noise):
    curve = PrivacyCurve([(CountLoss(noise, 1, False, Fraction(1, 10)), 3)])
    for ask in (curve.bracket, curve.delta_bracket):
        with pytest.raises(UndecidedError):
            ask(Fraction(1, 10**5))
    assert not curve.holds(1, Fraction(1, 100))
    assert PrivacyCurve([(CountLoss(PoissonNoise(30), 1, True, Fraction(1, 10)), 3)]).holds(1, Fraction(1, 100))


@pytest.mark.slow
def test_binomial_noise_whose_factorials_cancel_is_the_poisson_noise_that_it_is():
    counts = [
        CountLoss(noise, 1, False, Fraction(1, 10))
        for noise in (BinomialNoise(10**17, Fraction(1, 10**15)), PoissonNoise(100))
    ]
    few, many = (PrivacyCurve([(loss, 3)]).bracket(Fraction(1, 10**5)) for loss in counts)
    assert float(few[0]) == pytest.approx(float(many[0]), rel=1e-6)
    assert float(few[1]) == pytest.approx(float(many[1]), rel=1e-6)
    other = PrivacyCurve([(CountLoss(PoissonNoise(101), 1, False, Fraction(1, 10)), 3)]).bracket(Fraction(1, 10**5))
    assert float(few[0]) != pytest.approx(float(other[0]), rel=1e-3)


@pytest.mark.parametrize("beside", [0, Fraction(1, 10**20), Fraction(-1, 10**14)])
def test_delta_beside_an_atom_of_few_runs_has_all_digits(beside):
    p, runs = (1, 27, 243, 729), 3  # of a binomial law of three trials, in thousandths, the probability 9/10
    pairs = [(p[k], p[k - 1] if k else 0) for k in range(4)]
    outcomes = [tuple(map(math.prod, zip(*chosen, strict=True))) for chosen in itertools.product(pairs, repeat=runs)]
    above, below = outcomes[-1]  # the greatest mass of P that is shared
    with ctx.workprec(300):
        place = Fraction(int(((arb(above) / below).log() * 10**40).floor().unique_fmpz()), 10**40) + beside
        rise = ball_of(place).exp()
        truth = sum(((p - rise * q).max(arb(0)) for p, q in outcomes), arb(0)) / 1000**runs
        found = PrivacyCurve([(CountLoss(BinomialNoise(3, Fraction(9, 10))), runs)]).delta(place, 20).value
        assert found.overlaps(truth)
        assert not found.overlaps(truth * (1 + arb("1e-19")))


def test_losses_that_lie_too_far_apart_for_a_lattice_are_refused_before_it_is_laid():
    rare = Fraction(1, 10**30)
    curve = PrivacyCurve([(CountLoss(BinomialNoise(2, rare), 1, False, rare), 2)])
    with pytest.raises(UndecidedError, match="too far apart"):  # of 10^40 points
        Sandwich(curve.components).epsilon(Fraction(1, 10**40), 1e-40)
    low, high = curve.bracket(
        Fraction(1, 10**40)
    )  # nearly all of the mass is at the greatest loss, 2e-30 but for 1e-60
    truth = 2 * rare - Fraction(1, 10**40)
    assert low <= truth + rare**2 * 10
    assert truth - rare**2 * 10 <= high < low * (1 + Fraction(1, 10**9))
    low, high = PrivacyCurve([(CountLoss(BinomialNoise(2, HALF), 1, False, rare), 2)]).bracket(Fraction(1, 10**31))
    assert 0 < low <= high < 1
