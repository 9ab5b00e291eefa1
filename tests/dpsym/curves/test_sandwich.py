"""Few runs on rare samples, between two lattices: the bracket holds the truth, from a road of its own, and a false value is outside."""

from fractions import Fraction
from itertools import product

import mpmath as mp
import pytest
from flint import arb, ctx
from sympy import Rational

from dpsym import Laplace, Skellam
from dpsym.conversion.envelope import envelope
from dpsym.curves import GaussianLoss, KaryResponseLoss, LaplaceLoss, PrivacyCurve, SubsampledGaussianLoss
from dpsym.curves.inverse import of_one_step
from dpsym.curves.lattice_bounds import Lattice
from dpsym.curves.laying import laid
from dpsym.curves.outcomes import outcomes
from dpsym.curves.sampled import SampledLoss
from dpsym.curves.sandwich import Sandwich
from dpsym.curves.single_step import SingleStep
from dpsym.errors import UndecidedError
from dpsym.guarantees.mechanism import Mechanism
from dpsym.guarantees.notions import LossDP
from dpsym.measurement import tradeoff_number
from mechanisms.accounting import LossDistribution

CENT, MILLI = Fraction(1, 100), Fraction(1, 1000)


def one_step(eps, q, s, direction):
    """Return delta of one run, from the definition, in mpmath's numbers."""
    u = mp.exp(eps if direction == "remove" else -eps)
    if u <= 1 - q:
        return 1 - mp.exp(eps) if direction == "remove" else mp.mpf(0)
    x = s * s * mp.log((u - 1 + q) / q) + mp.mpf(1) / 2
    if direction == "remove":
        noise, mixed = mp.ncdf(-x / s), (1 - q) * mp.ncdf(-x / s) + q * mp.ncdf((1 - x) / s)
        return mixed - mp.exp(eps) * noise
    noise, mixed = mp.ncdf(x / s), (1 - q) * mp.ncdf(x / s) + q * mp.ncdf((x - 1) / s)
    return noise - mp.exp(eps) * mixed


def two_steps(eps, q, s):
    """Return delta of two runs, record removed: that of one at the threshold less the loss of the other, integrated."""
    ratio = lambda x: 1 - q + q * mp.exp((x - mp.mpf(1) / 2) / s**2)  # noqa: E731
    density = lambda x: ratio(x) * mp.npdf(x, 0, s)  # noqa: E731
    return mp.quad(
        lambda x: density(x) * one_step(eps - mp.log(ratio(x)), q, s, "remove"), mp.linspace(-9 * s, 14 * s, 24)
    )


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize("direction", ["remove", "add"])
def test_a_bracket_on_a_lattice_holds_what_the_line_finds(direction):
    loss = SubsampledGaussianLoss(CENT, Fraction(1), direction)
    exact = PrivacyCurve([(loss, 20)]).epsilon(Fraction(1, 10**5), 8)
    low, high = Sandwich(((loss, 20),)).epsilon(Fraction(1, 10**5), 0.5)
    assert low <= exact.lower <= exact.upper <= high
    assert high / low < 1 + Fraction(1, 1000)
    assert not low <= exact.upper * Fraction(1002, 1000) <= high


@pytest.mark.slow
def test_two_runs_on_rare_samples_are_between_the_lattices():
    loss = SubsampledGaussianLoss(MILLI, Fraction(1))
    low, high = Sandwich(((loss, 2),)).delta(Fraction(1, 100), Fraction(1, 1000))
    with mp.workdps(25):
        truth = float(two_steps(mp.mpf("0.01"), mp.mpf("0.001"), mp.mpf(1)))
    assert float(low) <= truth <= float(high) < 1.000001 * float(low)
    assert not float(low) <= 1.01 * truth <= float(high)


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize("direction", ["remove", "add"])
def test_chords_dominate_one_run_and_a_test_of_the_nearest_point_is_dominated(direction):
    loss = SubsampledGaussianLoss(CENT, Fraction(7, 10), direction)
    with ctx.workprec(128):
        above, below = (
            laid(loss, Lattice(1 / 512, 512, float("-inf"), arb(10) ** -30, side)) for side in (True, False)
        )
        for tenth in (-1, 0, 1, 3, 6):
            eps = Fraction(tenth, 10) + Fraction(1, 1000)
            truth = arb(str(one_step(mp.mpf(tenth) / 10 + mp.mpf(1) / 1000, mp.mpf("0.01"), mp.mpf("0.7"), direction)))
            assert truth * (1 - arb(10) ** -12) <= above.delta(eps) < truth * (1 + arb(10) ** -2) + arb(10) ** -6
            assert truth * (1 - arb(10) ** -2) - arb(10) ** -6 < below.delta(eps) <= truth * (1 + arb(10) ** -12)


@pytest.mark.parametrize("above", [True, False])
def test_a_coarser_lattice_is_still_on_its_side(above):
    """Ten runs of few atoms, listed one by one, beside a lattice that is made coarser between them and one that is cut off at its top."""
    loss = SampledLoss(KaryResponseLoss(Fraction(2), 3), Fraction(1, 10))
    with ctx.workprec(128):
        atoms = outcomes(loss, 3).atoms
        runs = [
            (sum(atom[0] for atom in some), mp.fprod(mp.mpf(atom[1].str(30, radius=False)) for atom in some))
            for some in product(atoms, repeat=4)
        ]
        lattice = Lattice(1 / 256, 300, float("-inf"), arb(10) ** -30, above)
        one = laid(loss, lattice)
        two = one.followed_by(one).coarser()
        found = two.followed_by(two)
        for eps in (Fraction(0), Fraction(1, 10), Fraction(1, 3), Fraction(1)):
            truth = mp.fsum(
                p * max(0, 1 - mp.exp(mp.mpf(eps.numerator) / eps.denominator - mp.mpf(loss.str(30, radius=False))))
                for loss, p in runs
            )
            value = mp.mpf(found.delta(eps).str(30, radius=False))
            assert (
                truth * (1 - 1e-12) <= value <= 1.01 * truth if above else 0.99 * truth <= value <= truth * (1 + 1e-12)
            )
            assert not (1.02 * truth <= value if above else value <= 0.98 * truth)


@pytest.mark.parametrize("direction", ["remove", "add"])
@pytest.mark.parametrize(("q", "s", "power"), [(CENT, 10, 50), (Fraction(1, 10**9), 30, 100), (Fraction(9, 10), 1, 5)])
def test_one_run_is_answered_by_its_formula(direction, q, s, power):
    delta = Fraction(1, 10**power)
    low, high = of_one_step(SingleStep(SubsampledGaussianLoss(q, Fraction(s), direction)).delta, delta, 12)
    assert high - low <= low / 10**12
    with mp.workdps(140):
        ends = [
            one_step(mp.mpf(end.numerator) / end.denominator, mp.mpf(q.numerator) / q.denominator, mp.mpf(s), direction)
            for end in (low, high)
        ]
        assert ends[1] <= mp.mpf(10) ** -power <= ends[0]


def test_a_question_of_side_is_answered_on_the_safe_side():
    curve = PrivacyCurve([(SubsampledGaussianLoss(CENT, Fraction(1)), 1000)])
    delta = Fraction(1, 10**5)
    exact = curve.epsilon(delta, 8)
    assert curve.holds(exact.upper * Fraction(101, 100), delta)
    assert not curve.holds(exact.lower * Fraction(99, 100), delta)


@pytest.mark.parametrize(("sigma", "count", "power"), [(10, 10, 12), (30, 300, 5)])
def test_nearly_every_record_sampled_is_nearly_no_sampling_in_both_directions(sigma, count, power):
    delta, q = Fraction(1, 10**power), 1 - Fraction(1, 10**6)
    plain = PrivacyCurve([(GaussianLoss(sigma), count)]).epsilon(delta).upper
    for direction in ("remove", "add"):
        sampled = PrivacyCurve([(SubsampledGaussianLoss(q, Fraction(sigma), direction), count)]).epsilon(delta).upper
        assert plain * (1 - Fraction(1, 10**5)) < sampled < plain


@pytest.mark.slow
@pytest.mark.parametrize(("count", "low"), [(1, 9990), (10, 9990), (300, 9990), (10**4, 9900)])
def test_rare_samples_of_small_noise_keep_their_tail_in_the_lower_bound(count, low):
    """Nearly all losses are far below a step of the lattice; that they are is not paid for with the few great ones."""
    below, above = Sandwich(((SubsampledGaussianLoss(Fraction(1, 10**4), Fraction(3, 10)), count),)).epsilon(
        Fraction(1, 10**5), 5.0
    )
    assert above * Fraction(low, 10**4) < below <= above
    if count == 1:
        exact = PrivacyCurve([(SubsampledGaussianLoss(Fraction(1, 10**4), Fraction(3, 10)), 1)]).epsilon(
            Fraction(1, 10**5)
        )
        assert below <= exact.upper
        assert exact.lower <= above
    else:
        truth = LossDistribution.gaussian(0.3).subsample(1e-4).compose(count).epsilon(1e-5)
        assert truth.lower <= above
        assert below <= truth.upper
        more = LossDistribution.gaussian(0.3).subsample(2e-4).compose(count).epsilon(1e-5)
        assert not below <= more.lower <= above


@pytest.mark.slow
def test_a_tiny_delta_of_ten_runs_keeps_its_lower_bound():
    """No step of the lattice is far above the total variation distance here, and the tail is still not given away."""
    loss = SubsampledGaussianLoss(CENT, Fraction(3))
    below, above = Sandwich(((loss, 10),)).epsilon(Fraction(1, 10**300), 8.0)
    assert above * Fraction(999, 1000) < below <= above
    _, fewer = Sandwich(((loss, 9),)).epsilon(Fraction(1, 10**300), 8.0)
    assert fewer < below


def test_a_mass_beyond_memory_ends_no_process():
    """FLINT ends the process at the integer of a number whose digits no memory holds."""
    lattice = Lattice(0.1, 10, -100.0, arb("1e-10"), True)
    with pytest.raises(UndecidedError, match="is not certainly known"):
        lattice.units(arb("1e100000000000000000000"), True)
    assert lattice.units(arb(1), up=True) == 2**lattice.bits


@pytest.mark.parametrize("level", [Fraction(1, 10), Fraction(1, 2)])
def test_an_error_between_lattices_is_not_above_the_exact_one_and_near_it(level):
    """Of five runs of Laplace noise, whose two directions are alike, by the exact lines; of four runs it is another number."""
    parts, slight = ((LaplaceLoss(Fraction(3)), 5),), level / 10**6
    exact = float(tradeoff_number(LossDP(((Mechanism(Laplace(3)), 5),)), Rational(level.numerator, level.denominator)))
    found = max(Sandwich(parts).errors(level, slight, 1.0))
    assert exact * (1 - 1e-6) < found <= exact * (1 + 1e-11)
    fewer = max(Sandwich(((parts[0][0], 4),)).errors(level, slight, 1.0))
    assert not fewer <= exact * (1 + 1e-11)


@pytest.mark.slow
def test_the_error_of_atoms_on_no_lattice_meets_the_one_of_the_best_line():
    chain = Skellam(30, 30).guarantee().compose(10)
    told, known = float(chain.tradeoff(Rational(1, 10))), float(envelope(chain, Rational(1, 10)))
    assert abs(told - known) < 1e-6
    assert not abs(float(Skellam(30, 30).guarantee().compose(9).tradeoff(Rational(1, 10))) - known) < 1e-3
