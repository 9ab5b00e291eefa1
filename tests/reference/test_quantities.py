"""The references against each other, and against what textbooks print."""

from fractions import Fraction

import mpmath as mp
import pytest
from grid.cells import ROWS
from reference import laws as r
from reference import quantities as q
from reference.pairs import Pair


@pytest.mark.cases(1 / 4)
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_both_laws_of_a_row_have_mass_one(row):
    for _, _, number in row.domain[:2]:
        pair = row.pair(number)
        assert abs(q.mass(pair) - 1) < 1e-11
        assert abs(q.mass(pair.reversed()) - 1) < 1e-11


GAUSSIAN = Pair(lambda: (r.gaussian(0, 1), r.gaussian(1, 1)))
LAPLACE = Pair(lambda: (r.laplace(0, 2), r.laplace(1, 2)))


@pytest.mark.parametrize(
    ("asked", "printed"),
    [
        (lambda: q.renyi(GAUSSIAN, Fraction(7, 2)), Fraction(7, 4)),
        (lambda: q.kl(GAUSSIAN), Fraction(1, 2)),
        (lambda: q.chi_squared(GAUSSIAN), mp.e - 1),
        (lambda: q.total_variation(GAUSSIAN), mp.erf(1 / mp.sqrt(8))),
        (lambda: q.hockey_stick(GAUSSIAN, 1), mp.ncdf(-0.5) - mp.e * mp.ncdf(-1.5)),
        (lambda: q.trade_off(GAUSSIAN, Fraction(1, 2)), mp.ncdf(-1)),
        (lambda: q.cumulant(GAUSSIAN, 2), 1),
        (lambda: q.cumulant(GAUSSIAN, 3), 0),
        (lambda: q.maximum(GAUSSIAN), mp.inf),
        (lambda: q.maximum(LAPLACE), Fraction(1, 2)),
        (lambda: q.total_variation(LAPLACE), 1 - mp.exp(-0.25)),
        (lambda: q.epsilon(LAPLACE, Fraction(1, 10)), Fraction(1, 2) + 2 * mp.log(1 - 0.1)),
        (lambda: q.trade_off(LAPLACE, Fraction(1, 10)), 1 - mp.exp(0.5) / 10),
        (lambda: q.kl(Pair(lambda: (r.poisson(2), r.poisson(3)))), 2 * mp.log(mp.mpf(2) / 3) + 1),
        (lambda: q.renyi(Pair(lambda: (r.gamma(2, 1), r.gamma(2, 3))), 2), -2 * mp.log(mp.mpf(3)) + mp.inf),
        (lambda: q.total_variation(Pair(lambda: (r.uniform(0, 1), r.uniform(1, 1)))), Fraction(1, 2)),
        (lambda: q.kl(Pair(lambda: (r.uniform(0, 1), r.uniform(1, 1)))), mp.inf),
        (lambda: q.kl(Pair(lambda: (r.cauchy(0, 1), r.cauchy(1, 1)))), mp.log(mp.mpf(5) / 4)),
        (lambda: q.hellinger(Pair(lambda: (r.pareto(1, 1), r.pareto(1, 4)))), 1 - Fraction(4, 5)),
        (lambda: q.maximum(Pair(lambda: (r.geometric(Fraction(1, 2)), r.geometric(Fraction(1, 3))))), mp.log(1.5)),
        (lambda: q.maximum(Pair(lambda: (r.geometric(Fraction(1, 3)), r.geometric(Fraction(1, 2))))), mp.inf),
    ],
)
def test_a_reference_is_what_textbooks_print(asked, printed):
    found = asked()
    assert found == printed or abs(found - r.real(printed)) < 1e-11


def test_the_excess_of_a_sample_at_a_negative_threshold_is_one_less_the_factor():
    sample = Pair(
        lambda: (
            r.mixture(Fraction(1, 10), r.discrete_laplace(1, 4), r.discrete_laplace(0, 4)),
            r.discrete_laplace(0, 4),
        )
    )
    with mp.workdps(40):
        assert abs(q.hockey_stick(sample, Fraction(-1, 2)) - (1 - mp.exp(-0.5))) < 1e-30
    assert abs(q.chi_squared(sample) - 0.000628261997591463523) < 1e-18
