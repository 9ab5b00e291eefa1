"""One number asked is one number computed: the exact road first, the others when somebody asks who lost."""

from dataclasses import replace
from importlib import import_module

import pytest
from sympy import Rational, exp, log, sqrt, symbols

from dpsym import RR, AsymmetricLaplace, Cauchy, DiscreteLaplace, Gaussian, KaryResponse, Laplace, RandomizedResponse
from dpsym.conversion.pure import PURE_APPROX
from dpsym.curves import curve
from dpsym.errors import NoRouteError, NotApplicableError
from dpsym.guarantees import GDP, ZCDP, ApproxDP, BoundedRangeDP, PureDP, Request, composed, guarantee
from dpsym.guarantees.exact import exact
from dpsym.guarantees.search import Search, _outcome

DELTA = Rational(1, 10**5)


@pytest.mark.parametrize(
    "given",
    [
        guarantee(Gaussian(3)).compose(10),
        guarantee(Laplace(10)),
        guarantee(Gaussian(1)).subsample(Rational(1, 10)).compose(1000),
        guarantee(PureDP(Rational(1, 10))).compose(20),
        composed([GDP(Rational(1, 3)), Laplace(5), RR(Rational(1, 2))]),
        guarantee(BoundedRangeDP(1)),
        guarantee(BoundedRangeDP(1)).subsample(Rational(1, 100)),
        guarantee(Gaussian(1)).allocate(10),
        guarantee(PureDP(1)).allocate(100, 5),
        guarantee(RandomizedResponse(1)).allocate(10).compose(3),
        composed(
            [ApproxDP(1, Rational(1, 10**7)), guarantee(ApproxDP(1, Rational(1, 10**7))).subsample(Rational(1, 10))]
        ),
    ],
)
def test_what_is_derived_of_the_mechanisms_is_the_answer_and_nothing_else_is_walked(given):
    answer = given.to_approx(DELTA)
    assert answer.value.eps > 0
    assert "_ranked" not in vars(answer.question)


@pytest.mark.slow
def test_losers_are_walked_when_they_are_asked_for():
    answer = guarantee(Laplace(3)).compose(4).to_approx(DELTA)
    assert not {"_ranked"} & vars(answer.question).keys()
    best, *losers = answer.routes
    assert (best.value, best.reason) == (answer.value, "the best")
    assert len(losers) > 5
    assert all(loser.value is None or loser.value != answer.value or "equal" in loser.reason for loser in losers)
    assert answer.routes is answer.routes  # once
    assert "Other routes" in answer.explain(routes=True)
    assert "Other routes" not in answer.explain()


@pytest.mark.parametrize(
    "given",
    [
        guarantee(ZCDP(Rational(1, 10))),
        guarantee(ApproxDP(Rational(1, 10), Rational(1, 10**8))).compose(3),
        guarantee(KaryResponse(1, 3)).group(2),
        composed([Laplace(10), Gaussian(3)], parallel=True),
        # a pair has the greatest profile, and no mechanism of the range has it: composition loses some
        guarantee(BoundedRangeDP(1)).compose(2),
        composed([BoundedRangeDP(1), Gaussian(2)]),
        # what is narrow is the bracket of all that keep its pure promise
        guarantee(Laplace(1)).allocate(20, 2).compose(3),
        # its bracket is wide
        guarantee(Gaussian(1)).allocate(20, 3),
    ],
)
def test_where_only_bounds_are_known_there_is_no_exact_road(given):
    assert exact(Search(), given.node, ApproxDP, Request(delta=DELTA)) is None


def test_the_exact_answer_is_that_of_the_certified_curve_and_an_answer_below_it_is_not():
    answer = composed([GDP(Rational(1, 3)), Laplace(5)]).to_approx(DELTA)
    truth = curve((Gaussian(3), 1), (Laplace(5), 1)).epsilon(DELTA, 15)
    assert truth.lower <= answer.value.eps <= truth.upper * (1 + Rational(1, 10**11))
    assert "pure_to_loss" not in answer.proof.route


def test_both_directions_of_a_sample_count_where_the_second_is_the_worse_one():
    # a record that is nearly always sampled: the directions are nearly alike, and the answer holds in both
    answer = guarantee(Gaussian(2)).subsample(Rational(999, 1000)).compose(3).to_approx(eps=1)
    plain = guarantee(Gaussian(2)).compose(3).to_approx(eps=1)
    assert plain.value.delta * Rational(99, 100) < answer.value.delta < plain.value.delta


@pytest.mark.slow
def test_many_different_mechanisms_are_composed_as_they_are_to_nine_digits():
    scales = [Rational(1000 + step, 50) for step in range(30)]
    answer = composed([Laplace(scale) for scale in scales]).to_approx(DELTA)
    assert answer.proof.route.endswith("loss_to_approx.curve")
    low, high = curve(*((Laplace(scale), 1) for scale in scales)).bracket(DELTA)
    assert low <= answer.value.eps <= high * (1 + Rational(1, 10**11))
    assert high - low <= high / 10**9


@pytest.mark.slow
def test_where_not_even_a_lattice_is_narrow_its_upper_end_still_is_the_best_bound(monkeypatch):
    sampled, delta = guarantee(Gaussian(Rational(1, 2))).subsample(Rational(1, 10**7)), Rational(1, 10**9)
    exact = sampled.compose(10).to_approx(delta)
    assert exact.proof.route.endswith("loss_to_approx.curve")
    # as where the work does not suffice, and no bracket is narrow enough
    module = import_module("dpsym.measurement.curve")
    monkeypatch.setattr(module, "_effort", lambda curve, few: 1)
    monkeypatch.setattr(module, "_WIDEST", Rational(0))
    answer = sampled.compose(10).to_approx(delta)
    assert exact.value.eps < answer.value.eps
    assert answer.proof.route.endswith("loss_to_approx.lattice")
    one = sampled.to_approx(delta)
    assert one.value.eps < answer.value.eps < min(route.value.eps for route in answer.losers if route.value is not None)


@pytest.mark.slow
def test_of_two_routes_that_tie_the_one_from_the_very_pair_is_told():
    # at every point of the symbols' boxes both are 0
    level, scale = symbols("level b", positive=True)
    found = DiscreteLaplace(scale).group(3).to_approx(eps=level)
    assert "group.loss" in found.proof.route
    assert float(found.value.delta.subs({level: 1, scale: 2})) == pytest.approx(
        float(DiscreteLaplace(2).profile(1, 3)), rel=1e-14
    )
    rule = next(route for route in found.routes if "group.profile" in route.name)
    assert rule.value.delta.subs({level: 1, scale: 2}) > found.value.delta.subs({level: 1, scale: 2})


def test_what_is_next_to_1_is_told_as_1():
    rate = 1 - Rational(1, 10**12)  # a ball about a delta of 1 - e^-289 ends above 1
    assert RandomizedResponse(30).subsample(rate).compose(10).delta(1) == 1
    assert RandomizedResponse(30).subsample(rate).compose(10).delta(299) < 1


def test_an_exponential_that_no_float_holds_is_left_as_it_is():
    assert KaryResponse(10**20, 5).kl().has(exp(10**20))


def test_on_a_sample_the_exact_profile_of_one_run_is_amplified_and_nothing_else_is_walked():
    run = AsymmetricLaplace(0, sqrt(2) / 2, Rational(1, 2))  # irrational noise has no certified curve
    asked = run.subsample(Rational(1, 5)).to_approx(eps=Rational(1, 3))
    assert asked.proof.route.endswith("poisson.approx")
    assert "_ranked" not in vars(asked.question)
    inner = log(1 + 5 * (exp(Rational(1, 3)) - 1))
    assert float(asked.value.delta) == pytest.approx(float(run.profile(inner)) / 5, rel=1e-9)
    # of several runs the worse direction on a sample need not be that of the runs
    node = run.compose(2).subsample(Rational(1, 5)).node
    assert exact(Search(), node, ApproxDP, Request(eps=Rational(1, 3))) is None


def test_where_nothing_leads_few_reasons_are_told_and_all_are_there():
    with pytest.raises(NoRouteError) as refusal:
        composed([ApproxDP(1, Rational(1, 10**6)), Gaussian(4)]).renyi(2)
    words, reasons = str(refusal.value), refusal.value.reasons
    assert len(words) < 500 < sum(map(len, reasons))
    assert words.count("; ") == 4
    assert f"and {len(reasons) - 4} more" in words
    with pytest.raises(NoRouteError, match=r"the privacy loss of .* is infinite$") as one:
        Gaussian(1).to_pure()
    assert len(one.value.reasons) == 1


@pytest.mark.slow
def test_numbers_that_cannot_be_compared_close_a_road_and_no_more():
    assert Cauchy(0, 1).subsample(Rational(1, 10)).to_replace().renyi(2) > 0


def test_a_batch_that_holds_the_population_is_never_cut():
    kept = Gaussian(1).subsample(Rational(1, 10), population=100, most=100).compose(10)
    assert kept.epsilon(Rational(1, 10**5)) == Gaussian(1).subsample(Rational(1, 10)).compose(10).epsilon(
        Rational(1, 10**5)
    )
    cut = Gaussian(1).subsample(Rational(1, 10), population=100, most=30).compose(10)
    assert cut.epsilon(Rational(1, 10**2)) > kept.epsilon(Rational(1, 10**2))
    with pytest.raises(
        NoRouteError, match=r"to approximate differential privacy: poisson.truncated: .* too large batches alone"
    ):
        Gaussian(1).subsample(Rational(1, 10), population=100, most=11).compose(10).epsilon(Rational(1, 10**2))


def _failing(reason):
    def apply(*told):
        raise reason

    return replace(PURE_APPROX, apply=apply)


@pytest.mark.parametrize(
    "reason",
    [
        TypeError("cannot determine truth value of Relational"),
        TypeError("Invalid comparison of non-real zoo"),
        ValueError("The argument '1 - exp(1/9)' is not comparable."),
    ],
)
def test_where_sympy_cannot_compare_numbers_one_road_closes(reason):
    assert isinstance(_outcome(_failing(reason), (PureDP(1), Request())), NotApplicableError)


@pytest.mark.parametrize("fault", [TypeError("unsupported operand"), ValueError("not enough values to unpack")])
def test_a_fault_of_our_own_closes_none(fault):
    with pytest.raises(type(fault), match=str(fault)):
        _outcome(_failing(fault), (PureDP(1), Request()))
