"""Moment generating functions against the integral that defines them, and the bounds that the curves rest on."""

from fractions import Fraction
from functools import partial

import mpmath as mp
import pytest
from flint import acb, arb, ctx

from dpsym import RR, Gaussian, Laplace
from dpsym.curves import (
    GaussianLoss,
    GeometricLoss,
    LaplaceLoss,
    PrivacyCurve,
    RandomizedResponseLoss,
    SubsampledGaussianLoss,
    TruncatedLaplaceLoss,
    loss_of,
)
from dpsym.curves.pieces import PiecewiseLoss, lattice_of
from dpsym.curves.tail import Tail
from dpsym.distributions import DiscreteLaplace, TruncatedLaplace
from dpsym.errors import ParameterError
from dpsym.symbols import b

F = Fraction
POINTS = (mp.mpc(0.75, 0), mp.mpc(0.75, 2.5), mp.mpc(3, 9))


def real(value):
    return mp.mpf(value.numerator) / value.denominator


def laplace(x, scale):
    return mp.exp(-abs(x) / scale) / (2 * scale)


def subsampled(x, q, s):
    return (1 - q) * mp.npdf(x, 0, s) + q * mp.npdf(x, 1, s)


def moment(p, q, cuts, z):
    return mp.quad(lambda x: p(x) ** (1 + z) * q(x) ** (-z), cuts)


def mass_moment(p, q, points, z):
    return mp.fsum(p(k) ** (1 + z) * q(k) ** (-z) for k in points)


def normal(mean):
    return lambda x: mp.npdf(x, mean, mp.mpf("1.25"))


def mixture(q, s):
    return lambda x: subsampled(x, mp.mpf(q), mp.mpf(s))


def noise(s):
    return lambda x: mp.npdf(x, 0, mp.mpf(s))


def geometric(shift):
    return lambda k: mp.tanh(mp.mpf(1) / 4) * mp.exp(-mp.mpf(abs(k - shift)) / 2)


def answer(bit):
    return lambda k: 1 / (1 + mp.exp((-1 if k == bit else 1) * mp.mpf(3) / 4))


LINE = [*range(-30, 0, 3), 0, 1, *range(4, 40, 3)]
FAR = [*range(-100, 0, 10), 0, 1, *range(11, 120, 10)]
CASES = {
    "Gaussian": (GaussianLoss(F(5, 4)), partial(moment, normal(0), normal(1), LINE)),
    "Laplace": (
        LaplaceLoss(F(3, 2)),
        partial(moment, partial(laplace, scale=mp.mpf("1.5")), lambda x: laplace(x - 1, mp.mpf("1.5")), FAR),
    ),
    "randomized response": (RandomizedResponseLoss(F(3, 4)), partial(mass_moment, answer(1), answer(0), (0, 1))),
    "geometric": (GeometricLoss(2, 3), partial(mass_moment, geometric(0), geometric(3), range(-250, 250))),
    "subsampled, remove": (
        SubsampledGaussianLoss(F(1, 8), F(3, 2)),
        partial(moment, mixture("0.125", "1.5"), noise("1.5"), LINE),
    ),
    "subsampled, add": (
        SubsampledGaussianLoss(F(1, 8), F(3, 2), "add"),
        partial(moment, noise("1.5"), mixture("0.125", "1.5"), LINE),
    ),
}


def as_mp(ball):
    return mp.mpc(*(mp.mpf(part.mid().str(40, radius=False)) for part in (ball.real, ball.imag)))


@pytest.mark.cases(1 / 6)
@pytest.mark.parametrize("name", CASES)
def test_the_moments_are_the_integral_that_defines_them(name):
    loss, definition = CASES[name]
    with mp.workdps(30), ctx.workprec(110):
        for z in POINTS:
            value = loss.on_line(arb(float(z.real)), arb(float(z.imag)), 1, 1, 60.0)[0]
            expected = definition(z)
            assert abs(as_mp(value) - expected) <= abs(expected) * mp.mpf(10) ** -20


@pytest.mark.parametrize(("scale", "width"), [(F(2), F(5)), (F(1, 2), F(3, 2)), (F(3), F(3, 4)), (F(1), F(1))])
def test_truncated_laplace_from_its_densities(scale, width):
    loss = TruncatedLaplaceLoss(scale, width)
    with mp.workdps(30), ctx.workprec(110):
        s, w = real(scale), real(width)
        norm = 2 * s * (1 - mp.exp(-w / s))
        p, q = (lambda x: mp.exp(-abs(x) / s) / norm), (lambda x: mp.exp(-abs(x - 1) / s) / norm)
        cuts = sorted({1 - w, w, *(cut for cut in (mp.mpf(0), mp.mpf(1)) if 1 - w < cut < w)})
        for z in POINTS:
            value = loss.on_line(arb(float(z.real)), arb(float(z.imag)), 1, 1, 60.0)[0]
            expected = moment(p, q, cuts, z)
            assert abs(as_mp(value) - expected) <= abs(expected) * mp.mpf(10) ** -20
        whole = mp.quad(p, sorted({-w, mp.mpf(0), 1 - w})[:2] if w < 1 else [-w, 1 - w])
        whole += mp.quad(p, [0, 1 - w]) if w < 1 else 0
        assert abs(as_mp(acb(loss.infinite_mass())).real - whole) <= mp.mpf(10) ** -25


@pytest.mark.parametrize("name", CASES)
def test_the_bounds_of_the_tail_hold_at_every_height_tried(name):
    """Beyond each height the modulus is looked at on a fine grid; the bound may not be beaten anywhere."""
    loss, _ = CASES[name]
    with ctx.workprec(110):
        for c in (0.25, 2.0, 6.5):
            top = loss.at(arb(c))
            tail, decay = Tail(((loss, 3),), c), loss.decay(c)
            values = loss.on_line(arb(c), arb(1) / 4, 0, 240, 40.0)
            for start in (0, 1, 3, 10, 40, 160):
                greatest = max(float(abs(value).mid()) for value in values[start:])
                assert float(decay(arb(start) / 4).upper()) >= greatest * (1 - 1e-12)
                if start:
                    bound = (tail.log_bound(start / 4) / 3).exp() * top
                    assert float(bound.upper()) >= greatest * (1 - 1e-12)


def test_the_tail_of_a_continuous_loss_falls_and_that_of_atoms_does_not():
    smooth, atoms = (
        Tail(((SubsampledGaussianLoss(F(1, 2), 1), 10),), 1.0),
        Tail(((RandomizedResponseLoss(1), 10),), 1.0),
    )
    assert float(smooth.log_bound(20.0).mid()) < -20
    assert float(atoms.log_bound(2000.0).mid()) > -1e-9


def test_few_points_widen_the_ball_of_the_moments_and_never_miss():
    loss = SubsampledGaussianLoss(F(1, 8), F(3, 2))
    with ctx.workprec(150):
        exact = loss.on_line(arb(2), arb(3), 0, 4, 90.0)
        for nats in (1.0, 3.0, 8.0, 20.0, 40.0):
            rough = loss.on_line(arb(2), arb(3), 0, 4, nats)
            assert all(wide.contains(narrow) for wide, narrow in zip(rough, exact, strict=True))
            assert all(float(wide.real.rad()) < 10 * 2.718281828**-nats for wide in rough)


def test_the_directions_are_each_others_mirror_image():
    """M of the reversed pair at z is M at -1 - z, which for real z in (0, ...) is R at the same exponent."""
    remove = SubsampledGaussianLoss(F(1, 8), F(3, 2))
    assert remove.reversed() == SubsampledGaussianLoss(F(1, 8), F(3, 2), "add")
    assert remove.reversed().reversed() == remove
    assert LaplaceLoss(2).reversed() == LaplaceLoss(2)


def test_the_shift_counts_in_units_of_sigma():
    with ctx.workprec(100):
        for z in (arb(1), arb(3)):
            one = SubsampledGaussianLoss(F(1, 3), 6, "remove", 3).at(z)
            two = SubsampledGaussianLoss(F(1, 3), 2).at(z)
            assert one.overlaps(two)
            assert GaussianLoss(6, 3).at(z).overlaps(GaussianLoss(2).at(z))
            assert LaplaceLoss(6, 3).at(z).overlaps(LaplaceLoss(2).at(z))


def test_a_lattice_carries_all_positions():
    parts = ((LaplaceLoss(F(2, 3)), 4), (RandomizedResponseLoss(F(1, 2)), 2), (GeometricLoss(2, 3), 1))
    offset, step = lattice_of(parts)
    assert offset == -4 * F(3, 2) - 2 * F(1, 2) - F(3, 2)
    for loss, _ in parts:
        places = loss.positions
        assert all((place - places[0]) % step == 0 for place in places)
    assert lattice_of(((RandomizedResponseLoss(0), 3),)) == (0, 1)


def test_laws_become_losses():
    assert loss_of(Laplace(F(1, 2))) == LaplaceLoss(F(1, 2))
    assert loss_of(Gaussian(3)) == GaussianLoss(3)
    assert loss_of(RR(F(1, 4))) == RandomizedResponseLoss(F(1, 4))
    assert loss_of(DiscreteLaplace(2)) == GeometricLoss(2)
    assert loss_of(TruncatedLaplace(2, F(7, 2))) == TruncatedLaplaceLoss(2, F(7, 2))
    assert loss_of(GeometricLoss(2)) == GeometricLoss(2)
    for stranger in ("laplace", 1.5, None):
        with pytest.raises(ParameterError, match="mechanism must be a privacy loss"):
            loss_of(stranger)
    with pytest.raises(ParameterError, match="exact rational"):
        loss_of(Laplace(b))


@pytest.mark.parametrize("bad", [0, -1, float("nan"), float("inf"), 1j, True, "1", None, [1]])
def test_parameters_outside_their_domain_are_refused(bad):
    for family in (
        LaplaceLoss,
        GaussianLoss,
        GeometricLoss,
        lambda value: LaplaceLoss(1, value),
        lambda value: GaussianLoss(1, value),
        lambda value: GeometricLoss(1, value),
        lambda value: TruncatedLaplaceLoss(1, value),
        lambda value: SubsampledGaussianLoss(F(1, 2), value),
        lambda value: SubsampledGaussianLoss(value, 1) if value is not True else SubsampledGaussianLoss(1, 1),
    ):
        with pytest.raises(ParameterError, match="must be"):
            family(bad)


def test_particular_refusals_name_the_rule():
    with pytest.raises(ParameterError, match=r"sampling rate q must be in \(0, 1\), got 1"):
        SubsampledGaussianLoss(1, 1)
    with pytest.raises(ParameterError, match='direction must be "remove" or "add"'):
        SubsampledGaussianLoss(F(1, 2), 1, "both")
    with pytest.raises(ParameterError, match="positive integer"):
        GeometricLoss(1, F(1, 2))
    with pytest.raises(ParameterError, match="non-negative and finite"):
        RandomizedResponseLoss(-1)


def test_a_float_is_read_as_the_decimal_that_it_prints():
    assert LaplaceLoss(0.1).scale == F(1, 10)
    assert SubsampledGaussianLoss(0.01, 0.7).sigma == F(7, 10)


@pytest.mark.parametrize("place", [acb(1.5, 2), acb(-0.25, 70), acb(-0.5, 1e-9), acb(-0.5, 0), acb(-2.5, -3)])
@pytest.mark.parametrize(("scale", "sensitivity"), [(F(10), 8), (F(7, 3), 40), (F(300), 300)])
def test_many_inner_losses_of_geometric_noise_are_summed_by_their_formula(scale, sensitivity, place):
    loss = GeometricLoss(scale, sensitivity)
    with ctx.workprec(128):
        (told, edges), (summed, _) = loss.split(place), PiecewiseLoss.split(loss, place)
        assert told.overlaps(summed)
        assert edges == 0
        assert told.rel_accuracy_bits() > 80
        assert not told.overlaps(summed * (1 + arb("1e-20")))


@pytest.mark.parametrize("scale", [10**3, 10**9, 10**12, 10**15])
def test_moments_whose_terms_are_far_greater_keep_their_digits(scale):
    """Truncated at 5 the noise is nearly uniform: a tenth of it tells all, and the rest is beside normal noise as if it were not there."""
    curve = PrivacyCurve([(TruncatedLaplaceLoss(F(scale), F(5)), 1), (GaussianLoss(2), 1)])
    distance = mp.erf(1 / (4 * mp.sqrt(2)))
    for eps in (F(0), F(1, 10**30)):
        found = curve.delta(eps, 12)
        assert found.digits >= 12
        assert abs(float(found.upper) - float(0.1 + 0.9 * distance)) < 1 / scale + 1e-12
