"""Edges of parameters: probabilities 0 and 1, nothing lost, everything sampled. Each is the value of the definition, or a refusal by name."""

import math
from fractions import Fraction
from itertools import product

import pytest
from reference import quantities
from reference.laws import finite
from reference.pairs import Pair
from sympy import Integer, Rational, S, exp, nan, oo, symbols, zoo

from dpsym import (
    KL,
    AsymmetricLaplace,
    Bernoulli,
    ChiSquaredDivergence,
    DpsymError,
    Exponential,
    Finite,
    Gaussian,
    Geometric,
    Gumbel,
    HockeyStick,
    InverseProfile,
    KaryResponse,
    Laplace,
    LossTail,
    MaxDivergence,
    Mixture,
    ParameterError,
    Poisson,
    RandomizedResponse,
    Renyi,
    SquaredHellinger,
    TotalVariation,
    TradeOff,
    Uniform,
    guarantee,
)
from dpsym.enclose import enclose
from dpsym.evaluate import numeric
from dpsym.guarantees import GDP, ZCDP, ApproxDP, ProfileDP, PureDP, RenyiDP
from dpsym.parameters import alpha, p, q

THIRD, HALF = Rational(1, 3), Rational(1, 2)
LOSS, LEVEL, TARGET = Rational(4, 5), Rational(1, 5), Rational(1, 20)
NONNEGATIVE = symbols("z w", nonnegative=True)
SYMBOLS = {"positive": (p, q), "real": symbols("u v", real=True), "non-negative": NONNEGATIVE}


HEADS = {
    "kl": (KL, quantities.kl),
    "order 1": (lambda P, Q: Renyi(1, P, Q), quantities.kl),
    "order 2": (lambda P, Q: Renyi(2, P, Q), lambda pair: quantities.renyi(pair, 2)),
    "order 1/2": (lambda P, Q: Renyi(HALF, P, Q), lambda pair: quantities.renyi(pair, Fraction(1, 2))),
    "order oo": (lambda P, Q: Renyi(oo, P, Q), quantities.maximum),
    "max": (MaxDivergence, quantities.maximum),
    "chi-squared": (ChiSquaredDivergence, quantities.chi_squared),
    "hellinger": (SquaredHellinger, quantities.hellinger),
    "variation": (TotalVariation, quantities.total_variation),
    "stick": (lambda P, Q: HockeyStick(LOSS, P, Q), lambda pair: quantities.hockey_stick(pair, Fraction(4, 5))),
    "stick below 0": (lambda P, Q: HockeyStick(-1, P, Q), lambda pair: quantities.hockey_stick(pair, -1)),
    "tail": (lambda P, Q: LossTail(LOSS, P, Q), lambda pair: quantities.loss_tail(pair, Fraction(4, 5))),
    "eps": (lambda P, Q: InverseProfile(TARGET, P, Q), lambda pair: quantities.epsilon(pair, Fraction(1, 20))),
    "eps at 0": (lambda P, Q: InverseProfile(0, P, Q), lambda pair: quantities.epsilon(pair, 0)),
    "eps at 1": (lambda P, Q: InverseProfile(1, P, Q), lambda pair: quantities.epsilon(pair, 1)),
    "error": (lambda P, Q: TradeOff(LEVEL, P, Q), lambda pair: quantities.trade_off(pair, Fraction(1, 5))),
    "error at 0": (lambda P, Q: TradeOff(0, P, Q), lambda pair: quantities.trade_off(pair, 0)),
    "error at 1": (lambda P, Q: TradeOff(1, P, Q), lambda pair: quantities.trade_off(pair, 1)),
}
LAWS = {
    "Bernoulli": (Bernoulli, lambda x: (1 - x, x)),
    "finite": (lambda x: Finite(x / 2, x / 2, 1 - x), lambda x: (x / 2, x / 2, 1 - x)),
    "mixture": (lambda x: Mixture(x, Bernoulli(1), Bernoulli(0)), lambda x: (1 - x, x)),
}


def pair_of(*laws):
    """Return the reference of two finite laws, by their masses."""
    return Pair(lambda: tuple(finite(*(Fraction(mass.p, mass.q) for mass in map(S, law))) for law in laws))


@pytest.mark.cases(1 / 23)
@pytest.mark.parametrize("kind", SYMBOLS)
@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("name", HEADS)
def test_numbers_put_into_a_closed_form_give_the_definition_at_the_edges_too(name, law, kind):
    head, truth = HEADS[name]
    make, masses = LAWS[law]
    first, second = SYMBOLS[kind]
    closed = head(make(first), make(second)).doit()
    for place in product((S.Zero, THIRD, S.One), repeat=2):
        found = closed.subs(dict(zip((first, second), place, strict=True))).doit()
        expected = float(truth(pair_of(*(masses(each) for each in place))))
        assert not found.has(nan, zoo)
        assert math.isclose(float(found), expected, rel_tol=1e-12, abs_tol=1e-12), place
        assert float(head(*map(make, place)).doit()) == pytest.approx(expected, rel=1e-12, abs=1e-12)


def test_without_its_case_the_closed_form_has_no_value_at_the_edge():
    """The false twin: the formula alone is undefined where p = 0, which is why it stands under a condition."""
    head = KL(Bernoulli(p), Bernoulli(q))
    assert head.derive().expression.subs(p, 0) is nan
    assert head.doit().subs(p, 0).doit().subs(q, HALF) == KL(Bernoulli(0), Bernoulli(HALF)).doit()


def test_closed_forms_under_a_condition_are_enclosed_and_evaluated():
    closed = KL(Bernoulli(p), Bernoulli(q)).doit()
    point = {p: THIRD, q: HALF}
    expected = math.log(2 / 3) / 3 + 2 * math.log(4 / 3) / 3
    assert enclose(closed, point).contains(enclose(closed.subs(point)).lower)
    assert math.isclose(float(numeric(closed, p, q)(1 / 3, 0.5)), expected, rel_tol=1e-12)


@pytest.mark.cases(1 / 4)
@pytest.mark.parametrize("kind", SYMBOLS)
@pytest.mark.parametrize(
    "head", [KL, lambda P, Q: HockeyStick(LOSS, P, Q), lambda P, Q: HockeyStick(-1, P, Q), MaxDivergence]
)
def test_a_mixture_of_weight_0_or_1_is_one_of_its_parts(head, kind):
    weight = SYMBOLS[kind][0]
    moved, plain = Laplace(1, 2), Laplace(0, 2)
    for pair in (lambda x: (Mixture(x, moved, plain), plain), lambda x: (plain, Mixture(x, moved, plain))):
        for number, law in ((0, plain), (1, moved)):
            assert Mixture(number, moved, plain) == law
            wanted = head(*(law if isinstance(each, Mixture) else each for each in pair(weight))).doit()
            assert float(head(*pair(weight)).doit().subs(weight, number)) == pytest.approx(float(wanted), rel=1e-12)


SAME = [
    Laplace(2),
    Gaussian(2),
    Uniform(2),
    Poisson(2),
    Geometric(THIRD),
    Bernoulli(0),
    Finite(1, 0),
    RandomizedResponse(0),
]


@pytest.mark.parametrize("law", SAME, ids=str)
def test_of_a_law_and_itself_nothing_is_told(law):
    for head in (KL, MaxDivergence, ChiSquaredDivergence, TotalVariation, SquaredHellinger):
        assert head(law, law).doit() == 0
    assert Renyi(alpha, law, law).doit() == 0
    assert HockeyStick(-1, law, law).doit() == 1 - exp(-1)
    assert [LossTail(loss, law, law).doit() for loss in (-1, 0, 1)] == [1, 0, 0]
    assert [TradeOff(level, law, law).doit() for level in (0, LEVEL, 1)] == [1, 1 - LEVEL, 0]
    assert [InverseProfile(delta, law, law).doit() for delta in (0, LEVEL, 1)] == [0, 0, 0]


def test_laws_without_a_common_point_are_told_apart_for_certain():
    pair = Uniform(0, 1), Uniform(5, 1)
    assert [float(head.doit()) for head in (KL(*pair), MaxDivergence(*pair), Renyi(2, *pair))] == [math.inf] * 3
    assert float(TotalVariation(*pair).doit()) == pytest.approx(1, rel=1e-12)
    assert InverseProfile(1, *pair).doit() == 0
    assert TradeOff(0, *[Finite(1, 0), Finite(0, 1)]).doit() == 0


MECHANISMS = [
    Laplace(1),
    Gaussian(1),
    AsymmetricLaplace(2, 1),
    Gumbel(1),
    Exponential(1),
    RandomizedResponse(1),
    KaryResponse(0, 5),
]


@pytest.mark.parametrize("law", MECHANISMS, ids=str)
def test_orders_1_and_oo_are_the_divergences_of_these_names(law):
    assert law.renyi(1) == law.kl()
    assert law.renyi(oo) == law.max_divergence()
    assert law.epsilon(1) == law.tradeoff(1) == 0
    assert float(law.total_variation()) == pytest.approx(float(law.profile(0)), rel=1e-12)


def test_a_test_without_false_alarms_rejects_only_where_p_has_no_mass():
    assert [law.tradeoff(0) for law in (Laplace(1), Gaussian(1), Gumbel(1), RandomizedResponse(1))] == [1] * 4
    assert Exponential(1).tradeoff(0) == exp(-1)
    assert TradeOff(0, Bernoulli(0), Bernoulli(THIRD)).doit() == Rational(2, 3)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda law: law.compose(0), "number of compositions k must be a positive integer, got 0"),
        (lambda law: law.group(0), "distance k of a group must be a positive integer, got 0"),
        (lambda law: law.subsample(0), r"sampling rate q must be in \(0, 1\], got 0"),
        (
            lambda law: law.guarantee(adjacency="replace").subsample(size=0, population=3),
            "sample size m must be a positive integer",
        ),
        (
            lambda law: law.guarantee(adjacency="replace").subsample(size=4, population=3),
            "sample size m must be at most",
        ),
        (lambda law: law.guarantee(adjacency="replace").shuffle(0), "number of users n must be a positive integer"),
        (lambda law: law.renyi(0), "order alpha must be positive"),
        (lambda law: law.renyi(2, 0), "sensitivity must be positive and finite"),
        (lambda law: law.kl(oo), "sensitivity must be positive and finite"),
        (lambda law: law.epsilon(2), "privacy parameter delta must be in"),
        (lambda law: law.tradeoff(-1), "type I error t must be in"),
    ],
)
def test_what_has_no_meaning_is_refused_by_name(ask, message):
    with pytest.raises(ParameterError, match=message):
        ask(Laplace(1))


@pytest.mark.parametrize("law", [Laplace(1), Gaussian(1), Gumbel(1)], ids=str)
def test_sampling_everything_is_no_sampling(law):
    assert law.subsample(1).node == law.guarantee().node
    replaced = law.guarantee(adjacency="replace")
    assert replaced.subsample(size=3, population=3) == replaced.shuffle(1) == replaced
    assert law.subsample(HALF).node != law.guarantee().node


Z, W = NONNEGATIVE


def _spent(budget, delta):
    """The profile of the worst pair of an approximate promise at 1/2, from its masses."""
    odds = math.exp(budget)
    first = [delta, (1 - delta) * odds / (1 + odds), (1 - delta) / (1 + odds), 0]
    return quantities.hockey_stick(Pair(lambda: (finite(*first), finite(*first[::-1]))), Fraction(1, 2))


ANSWERS = {
    "Gaussian privacy, delta": (lambda: guarantee(GDP(Z)).to_approx(eps=1), {(0, 0): 0}),
    "Gaussian privacy, eps": (lambda: guarantee(GDP(Z)).to_approx(delta=W), {(0, THIRD): 0}),
    "zCDP, delta": (lambda: guarantee(ZCDP(Z)).to_approx(eps=1), {(0, 0): 0, (2, 0): 1}),
    "zCDP with an offset": (lambda: guarantee(ZCDP(Z, W)).to_approx(eps=1), {(0, 0): 0, (0, 1): 0, (0, 2): 1}),
    "zCDP, eps": (lambda: guarantee(ZCDP(Z)).to_approx(delta=W), {(0, THIRD): 0, (1, 0): oo, (0, 1): 0}),
    "one order, eps": (lambda: guarantee(RenyiDP.at_order(2, Z)).to_approx(delta=W), {(1, 0): oo, (0, 1): 0}),
    "pure, eps": (lambda: guarantee(PureDP(Z)).to_approx(delta=W), {(0, 0): 0, (1, 0): 1, (0, THIRD): 0, (1, 1): 0}),
    "approximate": (
        lambda: guarantee(ApproxDP(Z, W)).to_approx(eps=HALF),
        {place: _spent(*map(float, place)) for place in product((0, THIRD, 1), repeat=2)},
    ),
    "a group": (lambda: guarantee(ApproxDP(Z, W)).group(2).to_approx(eps=2), {(0, THIRD): 2 / 3, (1, 0): 0, (0, 1): 1}),
    "a group of pure privacy": (lambda: guarantee(PureDP(Z)).group(2).to_approx(delta=1), {(0, 0): 0, (3, 0): 0}),
}


@pytest.mark.cases(1 / 4)
@pytest.mark.parametrize("name", ANSWERS)
def test_answers_in_symbols_have_their_values_at_the_edges(name):
    ask, expected = ANSWERS[name]
    found = ask().number
    for (first, second), value in expected.items():
        number = found.subs({Z: first, W: second})
        assert not number.has(nan, zoo)
        assert float(number) == pytest.approx(float(value), rel=1e-12, abs=1e-12), (first, second)


@pytest.mark.parametrize(
    "promise",
    [ApproxDP(0, 0), *(pytest.param(each, marks=pytest.mark.slow) for each in (PureDP(0), ZCDP(0), GDP(0)))],
    ids=str,
)
def test_where_nothing_is_lost_every_question_is_answered_so(promise):
    given = guarantee(promise)
    for each in (given, given.compose(3), given.group(2)):
        assert each.profile(0) == each.profile(1) == 0
        assert each.epsilon(Rational(1, 100)) == each.epsilon(1) == 0
    if not isinstance(promise, ApproxDP):
        assert given.renyi(2) == given.kl() == given.renyi(HALF) == 0


def test_a_promise_without_content_promises_nothing():
    given = guarantee(ApproxDP(1, 1))
    assert given.profile(0) == given.profile(5) == 1
    assert given.epsilon(1) in (0, 1)
    with pytest.raises(DpsymError, match="below the delta of the promise nothing is known"):
        given.epsilon(HALF)


def test_the_profile_of_a_group_has_a_value_at_0():
    assert guarantee(PureDP(0)).group(2).to_profile().value.at(0) == 0
    whole = Laplace(1).group(Integer(2)).to_profile().value.at(0)
    assert float(whole) >= float(Laplace(HALF).total_variation())
    with pytest.raises(DpsymError, match="has no value at 0"):
        ProfileDP(lambda threshold: 1 - threshold / threshold**2 / (1 + 1 / threshold)).at(0)
