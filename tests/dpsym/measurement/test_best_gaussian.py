"""The best mu and its regret: against trade-off functions worked out here, and what is reported never on the wrong side."""

from fractions import Fraction
from math import comb, exp, inf
from pathlib import Path
from runpy import run_path

import numpy as np
import pytest
from scipy.stats import binom, norm
from sympy import Rational, oo, pi, sqrt, symbols

from dpsym import (
    ApproxDP,
    Cauchy,
    DiscreteGaussian,
    Finite,
    Gaussian,
    GaussianFilter,
    Laplace,
    Logistic,
    ParameterError,
    PureDP,
    RandomizedResponse,
    Skellam,
    TruncatedLaplace,
    Uniform,
    composed,
    exponential_mechanism,
    guarantee,
)
from dpsym.divergences.least import GaussianRatio
from dpsym.enclose import enclose
from dpsym.errors import NoRouteError, NotApplicableError, UndecidedError
from dpsym.guarantees.notions import LossDP
from dpsym.measurement import profile_grid
from dpsym.measurement.curve import curves_of
from dpsym.measurement.profile_grid import ProfileGrid
from theorems.registry import registry

BENCHMARK = Path(__file__).parents[3] / "benchmarks" / "best_mu.py"
TENTH = Rational(1, 10)
LEVELS = np.concatenate([np.geomspace(1e-9, 0.4, 200_000), np.linspace(0.4, 0.6, 20_000)])


def laplace(t):
    """Return the trade-off function of Laplace noise of scale 1."""
    middle = np.exp(-1.0) / (4 * np.minimum(t, 0.5))
    return np.where(t < exp(-1) / 2, 1 - exp(1) * t, np.where(t <= 0.5, middle, exp(-1) * (1 - t)))


def sampled(t, q=0.01, mu=1.0):
    """Return that of Gaussian noise on a sample, the lower one of the two directions, inverted on a grid."""
    curve = q * norm.cdf(norm.isf(t) - mu) + (1 - q) * (1 - t)
    grid = np.concatenate([np.geomspace(1e-13, 0.5, 400_000), 1 - np.geomspace(1e-13, 0.5, 400_000)[::-1]])
    values = q * norm.cdf(norm.isf(grid) - mu) + (1 - q) * (1 - grid)
    return np.minimum(curve, np.interp(t, values[::-1], grid[::-1]))


def test_of_laplace_noise_it_is_the_one_of_its_trade_off_function():
    fit = Laplace(1).best_gaussian()
    found = (norm.isf(LEVELS) - norm.ppf(laplace(LEVELS))).max()
    assert float(fit.least) <= found * (1 + 1e-8)
    assert found <= float(fit.mu) <= found * (1 + 1e-8)
    assert fit.guarantee.to_gdp().value.mu == fit.mu
    assert all(id in registry() for id in fit.guarantee.theorems)


def test_of_responses_it_is_the_ratio_of_the_finite_laws():
    high, count = Rational(3, 4), 6
    masses = [comb(count, k) * high**k * (1 - high) ** (count - k) for k in range(count + 1)]
    exact = enclose(GaussianRatio(Finite(*masses), Finite(*reversed(masses))), digits=20)
    # log 3 is not rational: the rates next to it are on either side
    for rate, low in ((Rational(109861, 100000), True), (Rational(109862, 100000), False)):
        fit = RandomizedResponse(rate).compose(count).best_gaussian()
        assert 0 <= float(fit.mu - fit.least) < 1e-9
        assert (float(fit.mu) < float(exact.lower)) == low
        assert float(fit.mu) == pytest.approx(float(exact.lower), rel=1e-4)


def test_above_a_level_a_sample_has_the_mu_of_that_level():
    level = Rational(1, 10**6)
    fit = Gaussian(1).subsample(Rational(1, 100)).best_gaussian(level)
    levels = LEVELS[LEVELS >= 1e-6]
    found = (norm.isf(levels) - norm.ppf(sampled(levels))).max()
    assert found <= float(fit.mu) <= found * (1 + 1e-4)
    assert fit.guarantee is None
    more = Gaussian(1).subsample(Rational(1, 100)).best_gaussian(level / 1000)
    assert more.least > fit.mu  # it grows as the level goes down: the twin without a level would be false
    everywhere = Gaussian(1).subsample(Rational(1, 100)).best_gaussian()
    assert (everywhere.mu, everywhere.least) == (1, 1)
    assert "tail" in everywhere.says


@pytest.mark.slow
@pytest.mark.parametrize("step", [Laplace(1), RandomizedResponse(1), Gaussian(1).subsample(TENTH)], ids=str)
def test_less_than_the_least_is_refuted_at_a_threshold(step):
    level = 0 if not hasattr(step, "node") else Rational(1, 10**5)
    fit = step.best_gaussian(level)
    places = [Rational(k, 20) for k in range(60)]
    exact = np.array([float(step.profile(place)) for place in places])
    eps = np.array(places, dtype=float)

    def is_below(mu, slack=0.0):
        gaussian = norm.cdf(mu / 2 - eps / mu) - np.exp(eps) * norm.cdf(-mu / 2 - eps / mu)
        return bool(np.all(exact <= gaussian + slack))

    assert not is_below(0.99 * float(fit.least))
    if level == 0:
        assert is_below(float(fit.mu), 1e-12)


@pytest.mark.parametrize(
    ("step", "curve"),
    [
        (Laplace(1), laplace),
        (RandomizedResponse(1), lambda t: np.maximum(np.maximum(1 - exp(1) * t, exp(-1) * (1 - t)), 0)),
        (
            RandomizedResponse(1).compose(2),
            lambda t: np.interp(
                t,
                binom.sf(range(2, -2, -1), 2, 1 / (1 + exp(1))),
                binom.cdf(range(2, -2, -1), 2, exp(1) / (1 + exp(1))),
            ),
        ),
    ],
    ids=["laplace", "response", "two"],
)
def test_the_regret_is_the_least_shift_along_the_diagonal(step, curve):
    fit = step.best_gaussian()
    t = np.linspace(0, 1, 400_001)
    gaussian = norm.cdf(norm.isf(t) - float(fit.mu))

    def is_enough(shift):
        return bool(np.all(curve(np.minimum(t + shift, 1)) - shift <= gaussian + 1e-12))

    assert fit.least_regret <= fit.regret <= fit.least_regret * Rational(1001, 1000)
    assert is_enough(float(fit.regret) + 1e-6)
    assert not is_enough(float(fit.least_regret) * 0.999)


def test_nothing_is_lost_of_gaussian_noise():
    fit = guarantee(Gaussian(2)).compose(4).best_gaussian()
    assert (fit.least, fit.mu, fit.least_regret, fit.regret) == (1, 1, 0, 0)
    assert (
        guarantee(Gaussian(3)).compose(2).best_gaussian().least < guarantee(Gaussian(3)).compose(2).best_gaussian().mu
    )


@pytest.mark.parametrize(("sigma", "move"), [(Rational(1, 2), 1), (1, 1), (sqrt(2), 1), (2, 3)])
def test_noise_on_the_integers_needs_more_than_gaussian_noise_of_its_sigma(sigma, move):
    fit = DiscreteGaussian(sigma).guarantee(sensitivity=move).best_gaussian()
    places = np.arange(-200, 201)
    masses = np.exp(-(places**2) / (2 * float(sigma) ** 2))
    tail = np.cumsum(masses[::-1])[::-1] / masses.sum()
    level, power = tail[200 + 1 : 200 + 30], tail[200 + 1 - move : 200 + 30 - move]
    told = level > 1e-290
    found = (norm.isf(level[told]) - norm.isf(power[told])).max()
    assert float(fit.least) <= found * (1 + 1e-11)
    assert found <= float(fit.mu) * (1 + 1e-11)
    assert found > move / float(sigma) * (1 + 1e-4)  # Gaussian noise of this sigma promises more than there is
    assert DiscreteGaussian(sigma).guarantee(sensitivity=move).to_gdp().value.mu == fit.mu


def test_of_runs_on_the_integers_mu_is_between_the_tail_and_that_of_all_runs():
    one, runs = DiscreteGaussian(2).best_gaussian(), DiscreteGaussian(2).subsample(TENTH).compose(9)
    assert DiscreteGaussian(2).compose(9).best_gaussian().mu == pytest.approx(3 * one.mu)
    for fit in (DiscreteGaussian(2).subsample(TENTH).best_gaussian(), runs.best_gaussian()):
        assert fit.least in (Rational(1, 2), Rational(3, 2))
        assert fit.least < fit.mu < fit.least * Rational(102, 100)
        assert "tail" in fit.says
    assert fit.regret is None
    assert "the regret is not known: the certified curve is undecided" in fit.says


def test_a_record_replaced_on_a_rare_sample_costs_no_more_than_one_without_it():
    runs = Gaussian(2).subsample(TENTH).to_replace().compose(16)
    fit = runs.best_gaussian()
    assert (fit.least, fit.mu) == (2, 2)
    for place in (0, 1, 4):
        delta = float(norm.cdf(1 - place / 2) - exp(place) * norm.cdf(-1 - place / 2))
        assert float(runs.profile(place)) < delta
    # at a rate above 1/2 two records apart may cost more: the middle test of one run
    near = Gaussian(1).subsample(Rational(9, 10)).to_replace().profile(0)
    assert float(near) > norm.cdf(0.5) - norm.cdf(-0.5)


def test_mu_of_symbols_is_that_of_numbers():
    s = symbols("s", positive=True)
    for step, of in (
        (PureDP, lambda rate: norm.ppf(exp(rate) / (1 + exp(rate)))),
        (RandomizedResponse, lambda rate: norm.ppf(exp(rate) / (1 + exp(rate)))),
        (exponential_mechanism, lambda rate: norm.ppf(exp(rate / 2) / (1 + exp(rate / 2)))),
        (Laplace, lambda scale: norm.ppf(1 - exp(-1 / (2 * scale)) / 2)),
    ):
        formula = step(s).to_gdp().value.mu
        for number in (Rational(1, 3), 2):
            exact = 2 * of(float(number))
            assert float(formula.subs(s, number)) == pytest.approx(exact)
            assert exact * (1 - 1e-12) <= float(step(number).to_gdp().value.mu) <= exact * (1 + 1e-9)


@pytest.mark.slow
def test_a_bounded_range_composes_as_its_own_mu_and_not_as_that_of_its_pure_privacy():
    several = exponential_mechanism(Rational(1, 2)).compose(16).to_gdp().value.mu
    # four times that of one of them is the plain bound; together they are no worse than as many runs of logistic noise
    assert float(several) < 8 * norm.ppf(exp(0.25) / (1 + exp(0.25)))
    assert several == Logistic(2).compose(16).to_gdp().value.mu
    assert several < PureDP(Rational(1, 2)).compose(16).to_gdp().value.mu


@pytest.mark.slow
def test_of_many_sampled_runs_whose_mu_is_flat_the_least_is_between_close_bounds():
    runs = Laplace(1).subsample(TENTH).compose(3)
    fit = runs.best_gaussian()
    assert fit.least < fit.mu < fit.least * (1 + Rational(1, 10**9))
    for place in (Rational(1, 10), 1, 2, 3):
        mu = float(fit.mu)
        assert float(runs.profile(place)) <= norm.cdf(mu / 2 - float(place) / mu) - exp(place) * norm.cdf(
            -mu / 2 - float(place) / mu
        )


def test_of_a_group_on_a_sample_all_directions_count_wherever_the_worst_one_stands(monkeypatch):
    value = Gaussian(1).subsample(TENTH).group(2).to(LossDP).value
    found = {place: ProfileGrid(value)(place) for place in (Fraction(0), Fraction(1))}
    monkeypatch.setattr(profile_grid, "curves_of", lambda runs: reversed(list(curves_of(runs))))
    turned = ProfileGrid(value)
    assert len(list(curves_of(value))) == 3
    for place, delta in found.items():
        assert turned(place).overlaps(delta)
    # one record removed and one added lose less
    mixed = list(curves_of(value))[1].delta(1)
    assert mixed.value < found[Fraction(1)]


def test_where_the_loss_may_be_infinite_no_mu_is_large_enough():
    fit = TruncatedLaplace(1, 5).best_gaussian()
    assert (fit.least, fit.mu, fit.regret, fit.guarantee) == (oo, oo, None, None)
    assert "infinite with probability 0.00583" in fit.says


def test_what_is_not_known_is_said():
    with pytest.raises(NotApplicableError, match="no certified curve"):
        Uniform(0, 1).best_gaussian()
    with pytest.raises(NotApplicableError, match=r"too rare to be listed.* left out .*: ask for the levels"):
        Skellam(5, 5).best_gaussian()
    with pytest.raises(
        NotApplicableError, match="variance 10000 has more levels than are looked at; ask for those above"
    ):
        DiscreteGaussian(100).best_gaussian()
    with pytest.raises(
        NotApplicableError, match="the loss has no bound"
    ):  # above 1/2 the middle may need more than the tail
        Gaussian(1).subsample(0.6).to_replace().best_gaussian()
    with pytest.raises(NotApplicableError, match="must be an exact rational number"):
        DiscreteGaussian(pi).best_gaussian()
    for runs in (Skellam(5, 5), DiscreteGaussian(1.7).compose(5)):
        # all masses are positive, so that no loss is infinite: above a level there is a mu, unlike that of noise that is cut off
        assert 0 < runs.best_gaussian(Rational(1, 10**9)).mu < 2
    for level in (-1, Rational(1, 2), 2):
        with pytest.raises(ParameterError, match=r"in \[0, 1"):
            Laplace(1).best_gaussian(level)


def test_attacks_are_bounded_by_what_tests_attain():
    # one response of rate log 3: right with probability 3/4, and with a prior of 9/10 no better than the prior
    made = guarantee(RandomizedResponse(1))
    right = exp(1) / (1 + exp(1))
    assert float(made.advantage()) == pytest.approx(2 * right - 1)
    assert float(made.membership()) == pytest.approx(right)
    assert float(made.membership(Rational(9, 10))) == 0.9
    assert float(made.membership(Rational(1, 3))) == pytest.approx(right)
    assert float(made.membership(Rational(2, 3))) == pytest.approx(right)
    assert float(made.reconstruction(TENTH)) == pytest.approx(exp(1) / 10)
    assert guarantee(ApproxDP(1, TENTH)).reconstruction(0) == TENTH
    for prior in (0, 1, 2):
        with pytest.raises(ParameterError):
            made.membership(prior)


def test_a_bound_on_an_attack_is_not_below_the_truth():
    truth = norm.cdf(0.5)
    found = Gaussian(1).membership()
    assert truth <= float(found) <= truth * (1 + 1e-10)
    third = Gaussian(1).membership(Rational(1, 3))
    cut = 0.5 + np.log(2)
    exact = norm.cdf(cut) * 2 / 3 + norm.sf(cut - 1) / 3
    assert exact <= float(third) * (1 + 1e-15)
    assert float(third) <= exact * (1 + 1e-10)


def test_membership_with_a_prior_that_is_a_symbol_is_that_of_its_numbers():
    prior, b = symbols("q b", positive=True)
    places = np.linspace(-40, 41, 810_001)
    for scale in (1, 2):
        found = Laplace(b).membership(prior).subs(b, scale)
        densities = [np.exp(-abs(places - shift) / scale) / (2 * scale) for shift in (0, 1)]
        for share in (Rational(1, 10), Rational(2, 5), Rational(1, 2), Rational(7, 10)):
            # Bayes' rule picks the likelier one everywhere
            right = np.maximum(float(share) * densities[0], float(1 - share) * densities[1]).sum() * 1e-4
            assert float(found.subs(prior, share)) == pytest.approx(right, rel=1e-6)
            assert float(found.subs(prior, share)) != pytest.approx(1.01 * right, rel=1e-6)
    assert float(PureDP(1).membership(prior).subs(prior, Rational(1, 3))) == pytest.approx(exp(1) / (1 + exp(1)))


@pytest.mark.slow
def test_a_gaussian_promise_is_asked_for_by_its_name_where_no_formula_is_known():
    for made in (Laplace(1), PureDP(1).compose(30)):
        found = made.to_gdp()
        assert found.proof.route.endswith("loss_to_gdp.best")
        assert found.value == made.best_gaussian().guarantee.value
    mu = Laplace(1).to_gdp().value.mu
    filtered = GaussianFilter(2).spend(Laplace(1), 3)
    assert filtered.spent == (3 * mu**2,)
    assert not filtered.admits(Laplace(1))  # 4 mu^2 is above 4, as mu is above 1
    for made in (DiscreteGaussian(symbols("sigma", positive=True)), ApproxDP(1, Rational(1, 10))):
        with pytest.raises(NoRouteError):
            made.to_gdp()


def test_the_benchmark_says_on_which_side_of_a_bracket_a_number_lies_and_how_many_digits_are_right():
    benchmark = run_path(str(BENCHMARK))
    place, low, high = benchmark["place"], Rational(1), Rational(11, 10)
    assert place(1.05, low, high) == ("inside", inf)
    assert place(0.9, low, high) == ("below", pytest.approx(1.0))
    assert place(1.1011, low, high) == ("above", pytest.approx(3.0))
    found = benchmark["row"]("RandomizedResponse(1)", is_peer_there=False)
    mu = 2 * norm.ppf(1 / (1 + exp(-1)))  # the corner, where both errors are that of a false answer
    assert found["least"] <= mu <= found["mu"]
    assert place(mu - 1e-6, found["least"], found["mu"])[0] == "below"
    assert "gdpnum" not in benchmark["line"](found)


@pytest.mark.parametrize(
    ("given", "level"),
    [
        (Laplace(2).compose(20), Rational(1, 100)),
        pytest.param(Laplace(1).subsample(TENTH).compose(10), Rational(1, 100), marks=pytest.mark.slow),
        pytest.param(Gaussian(1).subsample(TENTH).compose(100), Rational(1, 100), marks=pytest.mark.slow),
    ],
)
def test_between_lattices_both_ends_hold(given, level, monkeypatch):
    exact = given.best_gaussian(level)

    def nothing(*_):
        raise UndecidedError("there is no line")

    monkeypatch.setattr(ProfileGrid, "_on_line", nothing)
    found = given.best_gaussian(level)
    assert found.least <= exact.mu
    assert exact.least <= found.mu < found.least * Rational(1005, 1000)
    # the regret is that of the greater mu
    assert exact.least_regret <= found.regret < exact.regret * Rational(105, 100)
    assert found.least_regret <= found.regret


def test_at_level_0_what_lies_beyond_a_lattice_matters():
    with pytest.raises(NotApplicableError, match="undecided"):
        Cauchy(5).compose(10).best_gaussian()


def test_noise_without_a_line_has_a_best_mu_between_lattices():
    fit, more = (Cauchy(5).compose(count).best_gaussian(Rational(1, 100)) for count in (10, 11))
    assert 0 < fit.least <= fit.mu < fit.least * Rational(1001, 1000)
    assert fit.mu < more.least
    assert 0 < fit.least_regret <= fit.regret
    # Gaussian noise of the same chi-squared divergence, 1/(2 * 25) a run, is what many of these runs come near to
    assert abs(fit.mu - sqrt(10 / Rational(50))) < Rational(1, 100)


@pytest.mark.slow
def test_epochs_between_pairs_have_a_best_mu():
    alone, both = (
        each.best_gaussian(Rational(1, 100))
        for each in (Laplace(1).allocate(100), composed([Laplace(1).allocate(100), Gaussian(2)]))
    )
    assert alone.least <= alone.mu < alone.least * Rational(102, 100)
    assert Rational(1, 2) < both.least <= both.mu < both.least * Rational(1001, 1000)
    assert both.mu < Rational(1, 2) + alone.mu
