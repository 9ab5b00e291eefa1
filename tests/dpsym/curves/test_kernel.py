"""The kernels of edges: weighted sums of them, at one place and over half a lattice, against mpmath and against themselves."""

from fractions import Fraction

import mpmath as mp
import pytest
from flint import acb, arb, ctx

from dpsym.curves.kernel import Kernel, Residues
from dpsym.curves.loss import ball_of

BITS = 160
STEP, FIRST = Fraction(1, 5), Fraction(1, 8)


def _reference(m, s):
    """Return k_m(s) by its definition at 60 digits."""
    inside = mp.fsum((s / 2) ** i / mp.factorial(i) for i in range(m) if (i - m) % 2)
    return 1 - (-1) ** m * mp.exp(-s) - 2 * mp.exp(-s / 2) * inside


def _weights(count):
    return [mp.mpf((-1) ** (m // 2)) / (m + 1) for m in range(count)]


def _ball(value):
    return arb(mp.nstr(value, 55))


@pytest.mark.parametrize("s", [Fraction(1, 100), Fraction(3), Fraction(50)])
@pytest.mark.parametrize("count", [1, 2, 3, 8, 15])
def test_a_weighted_sum_is_that_of_the_residues(s, count):
    with mp.workdps(60), ctx.workprec(BITS):
        place, weights = mp.mpf(s.numerator) / s.denominator, _weights(count)
        truth = mp.fsum(weight * _reference(m, place) for m, weight in enumerate(weights))
        found = Residues([_ball(weight) for weight in weights]).at(s)
        assert abs(found - _ball(truth)) < arb("1e-35")
        # with one weight moved by a millionth the numbers differ
        weights[-1] *= 1 + mp.mpf(10) ** -6
        other = Residues([_ball(weight) for weight in weights]).at(s)
        assert not found.overlaps(other) or _reference(count - 1, place) < mp.mpf(10) ** -30


@pytest.mark.cases(1 / 5)
@pytest.mark.parametrize("z", [("0.7", "0.3"), ("3", "5"), ("0.4", "20"), ("0.6", "0")])
@pytest.mark.parametrize("count", [1, 2, 3, 9])
def test_sums_over_half_a_lattice_are_those_of_their_terms(z, count):
    """Both recurrences, upwards where the radius is small (z = 0.6 is above 1.3, too) and downwards elsewhere."""
    with mp.workdps(60), ctx.workprec(BITS):
        point = acb(*z)
        radius = arb(abs(2 * point + 1).lower())
        weights = _weights(count)
        given = [acb(_ball(weight)) for weight in weights]
        found = Kernel(point, ball_of(STEP), radius, given).at(ball_of(FIRST))
        size, exponent = mp.mpf(radius.str(50, radius=False)), mp.mpc(*z)
        total, terms = mp.mpc(0), int(150 / (float(z[0]) * float(STEP)))
        for j in range(terms):
            s = mp.mpf(FIRST.numerator) / FIRST.denominator + j * mp.mpf(STEP.numerator) / STEP.denominator
            inner = mp.fsum(w * size**m * _reference(m, s) for m, w in enumerate(weights))
            total += mp.exp(-exponent * s) * inner
        assert abs(found - acb(_ball(total.real), _ball(total.imag))) < arb("1e-25") * (1 + abs(found))


def test_near_the_line_of_the_residues_the_recurrence_runs_upwards():
    with ctx.workprec(BITS):
        point = acb("0.05", "0.2")
        radius = arb(abs(2 * point + 1).lower())
        assert radius < arb("1.3")
        one, two = (Kernel(point, ball_of(STEP), radius, weights) for weights in ([acb(1)], [acb(1), acb(0), acb(0)]))
        first, second = one.at(ball_of(FIRST)), two.at(ball_of(FIRST))
        assert first.overlaps(second)
        assert second.rel_accuracy_bits() > BITS // 2
        third = Kernel(point, ball_of(STEP), radius, [acb(0), acb(0), acb(1)]).at(ball_of(FIRST))
        assert not third.overlaps(second)


def test_the_divisor_is_that_of_the_step():
    """Another step is another sum: the polynomial is not that of the first point alone."""
    with ctx.workprec(BITS):
        point = acb("3", "5")
        radius = arb(abs(2 * point + 1).lower())
        weights = [acb(1), acb("0.5"), acb("0.25")]
        found = [Kernel(point, ball_of(step), radius, weights).at(ball_of(FIRST)) for step in (STEP, 2 * STEP)]
        assert not found[0].overlaps(found[1])


def test_both_recurrences_agree_and_upwards_costs_digits():
    with ctx.workprec(BITS):
        point = acb("3", "5")
        radius = arb(abs(2 * point + 1).lower())
        weights = [acb(1)] * 9
        down, up = (Kernel(point, ball_of(STEP), radius, weights, way).at(ball_of(FIRST)) for way in (False, True))
        assert down.overlaps(up)
        assert down.rel_accuracy_bits() > up.rel_accuracy_bits() + 8 > 64
        other = Kernel(point, ball_of(STEP), radius, [*weights[:-1], acb("1.000001")], True).at(ball_of(FIRST))
        assert not other.overlaps(down)
