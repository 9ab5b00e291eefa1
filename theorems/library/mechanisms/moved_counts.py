"""Counts as noise on an answer that moves by 1: total variation and chi-squared divergence."""

from sympy import besseli, binomial, exp, floor

from dpsym import Binomial, ChiSquaredDivergence, Poisson, Shifted, Skellam, TotalVariation
from dpsym.parameters import m, n, p
from theorems.entry import Theorem
from theorems.library.catalogue.asking import chi_squared, total_variation
from theorems.library.catalogue.space import by_numbers, over
from theorems.library.mechanisms import moved_runs as runs
from theorems.statement import eq

_MODE = floor((n + 1) * p)
_UNIMODAL = "Ours: the masses rise to the mode and fall from there, so that their positive differences add up to the greatest mass."

TV_SKELLAM = Theorem(
    id="tv.skellam.shift",
    title="Total variation distance of Skellam noise of two equal means and the same moved by 1",
    statement=eq(TotalVariation(Skellam(m, m), Shifted(Skellam(m, m), 1)), exp(-2 * m) * besseli(0, 2 * m)),
    **over(m),
    checks=by_numbers(total_variation(runs.skellam)),
    note=_UNIMODAL,
)

TV_BINOMIAL = Theorem(
    id="tv.binomial.shift",
    title="Total variation distance of a binomial count and the same moved by 1",
    statement=eq(
        TotalVariation(Binomial(n, p), Shifted(Binomial(n, p), 1)),
        binomial(n, _MODE) * p**_MODE * (1 - p) ** (n - _MODE),
    ),
    **over(n, p),
    checks=by_numbers(total_variation(runs.binomial)),
    note=_UNIMODAL,
)

CHI_SQUARED_POISSON = Theorem(
    id="chi2.poisson.shift",
    title="Chi-squared divergence of a Poisson count moved by 1 from the count",
    statement=eq(ChiSquaredDivergence(Shifted(Poisson(m), 1), Poisson(m)), 1 / m),
    **over(m),
    checks=by_numbers(chi_squared(runs.poisson_below)),
    note="Ours: the ratio of the masses at k is k/m, so that the divergence is the variance of the count over the square of its mean. "
    "The other way round it is infinite, since the moved count is never 0.",
)
