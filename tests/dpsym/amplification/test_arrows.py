"""Amplification: the values of the arrows against the definitions, and where they refuse."""

from itertools import product

import mpmath
import pytest
from sympy import (
    FiniteSet,
    Integer,
    Interval,
    Poly,
    Rational,
    cancel,
    exp,
    expand,
    fraction,
    log,
    oo,
    sqrt,
    symbols,
    together,
)

from dpsym import Exponential, Gaussian, Laplace, RandomizedResponse, composed
from dpsym.amplification import (
    ARROWS,
    FIXED_APPROX,
    FIXED_INTEGER,
    FIXED_PROFILE,
    FIXED_PURE,
    POISSON_APPROX,
    POISSON_CONVEX,
    POISSON_INTEGER,
    POISSON_LOSS,
    POISSON_PROFILE,
    POISSON_PURE,
    POISSON_RENYI,
    SHUFFLE_CLONES,
    Poisson,
    Shuffle,
    WithoutReplacement,
    direction_weight,
    shuffle_regime,
)
from dpsym.enclose import enclose
from dpsym.errors import NotApplicableError
from dpsym.guarantees import ApproxDP, LossDP, Mechanism, ProfileDP, PureDP, RenyiDP, Request
from dpsym.parameters import alpha, delta, eps, q

_POISSON, _FIXED = Poisson(Rational(1, 100)), WithoutReplacement(5, 100)
_ASKED = Request(delta=Rational(1, 10**6))
_GAUSSIAN = Mechanism(Gaussian(2))


def _one(mechanism, count=1):
    return LossDP(((mechanism, count),))


def test_arrows_have_distinct_names_and_name_their_theorems():
    assert len({arrow.name for arrow in ARROWS}) == len(ARROWS)
    assert all(arrow.theorems and arrow.cites and arrow.hypotheses and arrow.says for arrow in ARROWS)


def test_pure_and_approximate_privacy_stay_symbolic():
    assert POISSON_PURE.apply(PureDP(eps), Poisson(q), _ASKED).eps == log(1 + q * (exp(eps) - 1))
    found = FIXED_APPROX.apply(ApproxDP(eps, delta), _FIXED, _ASKED)
    assert found.delta == delta / 20
    assert FIXED_PURE.apply(PureDP(1), _FIXED, _ASKED).eps == POISSON_PURE.apply(PureDP(1), Poisson(0.05), _ASKED).eps


def test_the_mechanism_is_asked_for_delta_over_the_rate_and_never_above_1():
    assert POISSON_APPROX.asks(_ASKED, _POISSON) == Request(delta=Rational(1, 10**4))
    assert POISSON_APPROX.asks(Request(delta=Rational(1, 2)), _POISSON) == Request(delta=Integer(1))
    asked = POISSON_PROFILE.asks(Request(eps=Rational(1, 10)), _POISSON).eps
    assert enclose(log(1 + (exp(asked) - 1) / 100)).contains(enclose(Rational(1, 10)))


def test_the_profile_on_a_sample_is_the_hockey_stick_of_the_mixture():
    profile = ProfileDP(_GAUSSIAN.law.profile(eps))
    sampled = POISSON_PROFILE.apply(profile, _POISSON, _ASKED).profile
    alike = FIXED_PROFILE.apply(profile, WithoutReplacement(1, 100), _ASKED).profile
    assert sampled == alike
    value = enclose(sampled(Rational(1, 50))).mid

    def excess(x):
        p, noise = mpmath.npdf(x, 1, 2), mpmath.npdf(x, 0, 2)
        return max(0, p / 100 + noise * 99 / 100 - mpmath.exp(mpmath.mpf(1) / 50) * noise)

    kink = 4 * mpmath.log(1 + 100 * mpmath.expm1(mpmath.mpf(1) / 50)) + 0.5
    assert value == pytest.approx(float(mpmath.quad(excess, [kink, kink + 5, 40])), rel=1e-12)


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize(("order", "sign"), [(Rational(5, 2), 1), (Rational(301, 10), 1), (7, 1), (Rational(5, 2), -1)])
def test_the_renyi_budget_of_a_sampled_mechanism_is_that_of_the_mixture_at_real_orders(order, sign):
    law = Gaussian(2) if sign > 0 else Laplace(3)
    budget = POISSON_RENYI.apply(_one(Mechanism(law)), _POISSON, _ASKED)
    value = enclose(budget.at(order), {}, 15).mid

    def density(x, center):
        return mpmath.npdf(x, center, 2) if sign > 0 else mpmath.exp(-abs(x - center) / 3) / 6

    def moment(first):
        a = mpmath.mpf(int(order.p)) / int(order.q) if order != 7 else mpmath.mpf(7)

        def integrand(x):
            noise = density(x, 0)
            mixed = density(x, 1) / 100 + noise * 99 / 100
            return mixed**a * noise ** (1 - a) if first else noise**a * mixed ** (1 - a)

        return mpmath.log(mpmath.quad(integrand, [-150, -60, -20, -5, 0, 1, 5, 20, 60, 150])) / (a - 1)

    assert value == pytest.approx(float(max(moment(True), moment(False))), rel=1e-9)


def test_one_run_on_a_sample_of_a_sample_has_the_product_of_the_rates():
    once = POISSON_LOSS.apply(_one(_GAUSSIAN), _POISSON, _ASKED)
    twice = POISSON_LOSS.apply(once, Poisson(0.5), _ASKED)
    assert twice.parts[0][0].rate == Rational(1, 200)


def test_runs_of_gaussian_noise_on_one_sample_are_one_run():
    delta = Rational(1, 10**5)

    def eps(noise):
        return noise.subsample(Rational(1, 10)).compose(20).epsilon(delta)

    joined = composed(
        [Gaussian(Rational(5, 3)), Gaussian(Rational(5, 4))]
    )  # 3/5 and 4/5 are the sides of a right angle
    assert eps(joined) == eps(Gaussian(1))
    assert eps(composed([Gaussian(Rational(5, 3)), Gaussian(Rational(13, 10))])) < eps(Gaussian(1))
    root = eps(Gaussian(1).compose(2))  # an irrational deviation, between two that are rational
    assert eps(Gaussian(Rational(708, 1000))) < root < eps(Gaussian(Rational(707, 1000)))
    assert root == eps(Gaussian(sqrt(2) / 2))
    answer = Gaussian(1).compose(2).subsample(Rational(1, 10)).to_approx(delta)
    assert "gdp.filter" in answer.theorems
    assert "gdp.filter" not in Gaussian(1).subsample(Rational(1, 10)).to_approx(delta).theorems


def test_no_sample_for_several_runs_nor_for_a_law_whose_directions_differ():
    sampled = POISSON_LOSS.apply(_one(_GAUSSIAN), _POISSON, _ASKED).parts[0][0]
    for value in (_one(sampled, 2), LossDP(((_GAUSSIAN, 1), (Mechanism(Laplace(1)), 1)))):
        with pytest.raises(NotApplicableError, match="sample every run by itself"):
            POISSON_LOSS.apply(value, _POISSON, _ASKED)
    with pytest.raises(NotApplicableError, match="two directions"):
        POISSON_LOSS.apply(_one(Mechanism(Exponential(1))), _POISSON, _ASKED)


@pytest.mark.parametrize("arrow", [arrow for arrow in ARROWS if arrow.name.startswith("poisson")])
def test_an_arrow_of_poisson_sampling_refuses_another_sampling(arrow):
    value = {PureDP: PureDP(1), ApproxDP: ApproxDP(1, 0.1), ProfileDP: ProfileDP(eps), RenyiDP: RenyiDP(alpha)}.get(
        arrow.source, _one(_GAUSSIAN)
    )
    with pytest.raises(NotApplicableError, match="Poisson sampling, not sampling 5 of 100"):
        arrow.apply(value, _FIXED, _ASKED)


def test_the_integer_orders_offered_stop_where_the_budget_is_no_longer_known():
    known = RenyiDP(alpha / 8, FiniteSet(2, 3, 4, 6))
    assert POISSON_INTEGER.apply(known, _POISSON, _ASKED).orders == FiniteSet(2, 3, 4)
    up_to = RenyiDP(alpha / 8, Interval.open(1, Rational(13, 2)))
    assert POISSON_INTEGER.apply(up_to, _POISSON, _ASKED).orders == FiniteSet(2, 3, 4, 5, 6)
    with pytest.raises(NotApplicableError, match="orders 2, 3"):
        FIXED_INTEGER.apply(RenyiDP.at_order(3, 1), _FIXED, _ASKED)


@pytest.mark.parametrize("order", [2, 5, 16])
def test_the_budgets_of_the_gaussian_bound_its_sampled_divergence_and_the_binomial_sum_attains_it(order):
    budget = RenyiDP(alpha / 8)
    exact = enclose(POISSON_RENYI.apply(_one(_GAUSSIAN), _POISSON, _ASKED).at(order), {}, 20)
    attained = enclose(POISSON_INTEGER.apply(budget, _POISSON, _ASKED).at(order), {}, 20)
    convex = enclose(POISSON_CONVEX.apply(budget, _POISSON, _ASKED).at(order), {}, 20)
    assert exact.overlaps(attained)
    assert exact.certainly_below(convex)


@pytest.mark.parametrize("order", [2, 3, 4, 5, 6])
def test_the_two_directions_compare_pointwise_with_a_positive_polynomial(order):
    """The difference behind `direction_weight` is (r-1)^4 times a polynomial without a negative coefficient in r and 1/q - 1."""
    rate, ratio, odds = symbols("q r s", positive=True)
    u, v, weight = 1 - rate + rate * ratio, rate + (1 - rate) * ratio, direction_weight(Integer(order), rate)
    tangent = (1 - order) * rate - weight * order * rate - (1 - weight) * (1 - order * rate)
    gap = weight * u**order + (1 - weight) * v**order * ratio ** (1 - order) - u ** (1 - order) + tangent * (ratio - 1)
    numerator, denominator = fraction(cancel(together(gap.subs(rate, 1 / (1 + odds)))))
    quotient, rest = Poly(numerator, ratio).div(Poly((ratio - 1) ** 4, ratio))
    assert rest.is_zero
    assert min(Poly(expand(quotient.as_expr()), ratio, odds).coeffs()) > 0
    assert min(Poly(expand(denominator), ratio, odds).coeffs()) > 0


@pytest.mark.slow
def test_the_shuffled_value_covers_randomized_response_counted_out():
    """The exact delta of n shuffled answers is below the one asked for, at the eps of the closed form."""
    local, users, goal = Rational(1, 2), 400, Rational(1, 100)
    eps_found = enclose(SHUFFLE_CLONES.apply(PureDP(local), Shuffle(users), Request(delta=goal)).eps).mid
    lie = 1 / (1 + mpmath.exp(0.5))

    def law(truths):
        masses = [mpmath.mpf(1)]
        for _ in range(users - 1):
            masses = [
                (masses[i] if i < len(masses) else 0) * (1 - lie) + (masses[i - 1] if i else 0) * lie
                for i in range(len(masses) + 1)
            ]
        return [
            (masses[i] if i < users else 0) * (1 - truths) + (masses[i - 1] if i else 0) * truths
            for i in range(users + 1)
        ]

    first, second = law(lie), law(1 - lie)
    exact = sum(max(0, a - mpmath.exp(eps_found) * b) for a, b in zip(first, second, strict=True))
    assert exact < float(goal)


def test_shuffling_refuses_outside_its_regime_and_without_a_delta():
    users = Shuffle(10**4)
    edge = shuffle_regime(users.count, _ASKED.delta)
    inside, outside = (
        Rational(enclose(edge).mid).limit_denominator(10**6) + side for side in (Rational(-1, 100), Rational(1, 100))
    )
    assert SHUFFLE_CLONES.apply(PureDP(inside), users, _ASKED).delta == _ASKED.delta
    with pytest.raises(NotApplicableError, match="exceeds log"):
        SHUFFLE_CLONES.apply(PureDP(outside), users, _ASKED)
    with pytest.raises(NotApplicableError, match="ask for one"):
        SHUFFLE_CLONES.apply(PureDP(inside), users, Request())
    with pytest.raises(NotApplicableError, match="delta must be in"):
        SHUFFLE_CLONES.apply(PureDP(inside), users, Request(delta=Integer(0)))


@pytest.mark.parametrize(
    ("rate", "local"),
    list(product([Rational(1, 10**9), Rational(1, 3), Integer(1)], [Rational(1, 10**8), Integer(100)])),
)
def test_extreme_rates_and_budgets_keep_their_digits(rate, local):
    found = enclose(POISSON_PURE.apply(PureDP(local), Poisson(rate), _ASKED).eps, {}, 15)
    with mpmath.workdps(60):
        share, size = (mpmath.mpf(int(number.p)) / int(number.q) for number in (rate, local))
        exact = mpmath.log1p(share * mpmath.expm1(size))
        assert abs(found.mid / exact - 1) < 1e-15


def test_randomized_response_is_sampled_too():
    value = POISSON_LOSS.apply(_one(Mechanism(RandomizedResponse(1))), _POISSON, _ASKED)
    assert value.parts[0][0].rate == _POISSON.rate
    assert POISSON_RENYI.apply(_one(Mechanism(RandomizedResponse(1))), _POISSON, _ASKED).orders == Interval.open(1, oo)
