"""Symbolic answers at numbers: never below the truth, which is that of a mechanism known to keep the promise."""

import math
import random
from fractions import Fraction

import pytest
from sympy import Eq, Interval, Max, Min, Piecewise, Rational, S, Symbol, exp, log, oo, sqrt, symbols, sympify

from dpsym import (
    GDP,
    ZCDP,
    ApproxDP,
    DiscreteLaplace,
    Gaussian,
    HockeyStick,
    Laplace,
    Mixture,
    PureDP,
    RandomizedResponse,
    RenyiDP,
    TradeOffDP,
    TruncatedCDP,
    guarantee,
)
from dpsym import parameters as p
from dpsym.conversion.hypotheses import at_least, equal, greater
from dpsym.curves import PrivacyCurve, loss_of
from dpsym.enclose import enclose
from dpsym.errors import NoRouteError, NotApplicableError, UndecidedError
from dpsym.guarantees.arrow import Kind, Request
from dpsym.guarantees.cases import _points, merged
from dpsym.guarantees.nodes import Given
from dpsym.guarantees.notions import LossDP
from dpsym.guarantees.proof import Proof
from dpsym.guarantees.search import Search, all_arrows
from dpsym.parameters import alpha, delta, eps, n, q, sigma1, sigma2, zeta

NAMES = (p.alpha, p.beta, p.sigma, p.eps, p.delta, p.zeta, p.b, p.t, p.p, p.q, p.r, p.k, p.nu, p.m, p.a, p.eta, p.scale)
SHARE = Rational(1, 10)


def noise(law):
    return lambda x: guarantee(law(1 / x)), lambda s: law(1 / s)


def promised(make, law):
    return lambda x: guarantee(make(x)), lambda s: law(1 / s)


PROMISES = {
    "Laplace": noise(Laplace),
    "Gaussian": noise(Gaussian),
    "DiscreteLaplace": noise(DiscreteLaplace),
    "RandomizedResponse": (lambda x: guarantee(RandomizedResponse(x)), RandomizedResponse),
    "PureDP": promised(PureDP, Laplace),
    "ApproxDP": promised(lambda x: ApproxDP(x, Rational(1, 10**7)), Laplace),
    "ZCDP": promised(lambda x: ZCDP(x**2 / 2), Gaussian),
    "TruncatedCDP": promised(lambda x: TruncatedCDP(x**2 / 2, 8), Gaussian),
    "GDP": promised(GDP, Gaussian),
    "RenyiDP": promised(lambda x: RenyiDP(lambda order: order * x**2 / 2), Gaussian),
    "RenyiDP up to 9": promised(lambda x: RenyiDP(lambda order: order * x**2 / 2, Interval.Lopen(1, 9)), Gaussian),
    "RenyiDP at 3": promised(lambda x: RenyiDP.at_order(3, 3 * x**2 / 2), Gaussian),
    "RenyiDP at 1 + x": promised(lambda x: RenyiDP.at_order(1 + x, (1 + x) * x**2 / 2), Gaussian),
    "TradeOffDP": promised(lambda x: TradeOffDP(lambda t: Max(0, 1 - exp(x) * t, exp(-x) * (1 - t))), Laplace),
}
"""Promises of a strength, and a mechanism that keeps each."""
OPERATIONS = {
    "alone": lambda made: made,
    "compose": lambda made: made.compose(3),
    "subsample": lambda made: made.subsample(SHARE),
    "group": lambda made: made.group(2),
    "process": lambda made: made.post_process(),
}


def truth(law, operation, threshold):
    """Return a lower end of the mechanism's own delta at an eps, from its density or its composed curve."""
    place = Rational(threshold)
    if operation == "compose":
        found = PrivacyCurve([(loss_of(law), 3)]).delta(place, 12)
        try:
            return found.lower
        except UndecidedError:
            return Fraction(0)  # below all that is written as a fraction
    if operation == "subsample":
        plain, moved = law.neighbours()
        return enclose(HockeyStick(place, Mixture(SHARE, moved, plain), plain), digits=9).lower
    further = 2 if operation == "group" and isinstance(law, (Laplace, Gaussian)) else 1
    found = enclose(HockeyStick(place, *law.neighbours(further)), digits=12)
    # one so small that no fraction of a usual length bounds it refutes nothing: 0 is below it
    return Fraction(0) if found.value < 1e-300 else found.lower


def questions(seed, count):
    """Yield promises, operations and requests with symbols of the registry in every position, one shared at times."""
    rng = random.Random(seed)
    cells = [
        (promise, operation, kind)
        for promise in PROMISES
        for operation in OPERATIONS
        for kind in ("delta", "eps", "pure")
    ]
    for promise, operation, kind in rng.sample(cells, min(count, len(cells))):
        symbol, other = rng.sample(NAMES, 2)
        target = rng.choice(
            (Rational(1, 10**5), SHARE) if kind == "delta" else (Rational(1, 2), Rational(4), Rational(1, 100))
        )
        yield promise, operation, kind, symbol, rng.choice((target, other, symbol)), target


def asked(made, kind, target):
    if kind == "pure":
        return made.to_pure()
    return made.to_approx(target) if kind == "delta" else made.to_approx(eps=target)


def below_the_truth(promise, operation, kind, symbol, target, number):
    """Return the places at which a symbolic answer is refuted by the mechanism, or is no number."""
    make, law = PROMISES[promise]
    try:
        value = asked(OPERATIONS[operation](make(symbol)), kind, target).value
    except NoRouteError:
        return []
    wrong = []
    for strength in (Rational(1, 2), Rational(2), Rational(1, 20)):
        if kind == "delta" and target == symbol and strength > 1:
            continue  # no delta
        values = {target: number} if target not in (symbol, number) else {}
        found = [sympify(vars(value).get(name, 0)).subs({**values, symbol: strength}) for name in ("eps", "delta")]
        if any(each is oo or each.evalf() > 10**4 for each in found):
            continue
        ends = [Fraction(enclose(each, digits=20).upper) for each in found]
        if min(ends) < 0 or truth(law(strength), operation, ends[0]) > ends[1] * (1 + Fraction(1, 10**7)):
            wrong.append((strength, found, value))
    return wrong


def is_refuted(row):
    return [(row, each) for each in below_the_truth(*row)]


@pytest.mark.cases(1 / 4)
@pytest.mark.parametrize("row", list(questions(0, 8)), ids=lambda row: " ".join(map(str, row)))
def test_no_symbolic_answer_is_below_the_truth(row):
    assert not is_refuted(row)


@pytest.mark.slow
@pytest.mark.parametrize("row", list(questions(1, 210)), ids=lambda row: " ".join(map(str, row)))
def test_no_symbolic_answer_of_many_is_below_the_truth(row):
    assert not is_refuted(row)


def test_the_grid_sees_a_dropped_hypothesis():
    """The false twin: what concentrated privacy gives from its mean on is below the truth before."""
    value = ZCDP(Rational(2))
    (arrow,) = (each for each in all_arrows() if each.name == "zcdp_to_approx.standard")
    dropped = arrow.apply(ZCDP(zeta), Request(eps=Rational(1, 100))).value.delta.subs(zeta, value.rho)
    assert enclose(dropped).upper < truth(Gaussian(Rational(1, 2)), "alone", Rational(1, 100))


def test_a_hypothesis_that_fails_at_numbers_is_seen_in_the_value():
    """What the tail of the loss gives from its mean on only is not told below it."""
    composed = RandomizedResponse(zeta).compose(2).to_approx(eps=eps).value.delta
    assert enclose(composed.subs({zeta: 3, eps: Rational(1, 2)})).upper >= Fraction(90368, 10**5)
    answer = guarantee(ZCDP(q)).to_approx(eps=Rational(1, 100))
    assert answer.value.delta.subs(q, 3) == 1
    assert answer.value.delta.subs(q, Rational(1, 1000)) < 1
    assert "q <= 1/100" in str(answer)
    assert r"\text{for}\: q \leq \frac{1}{100}" in answer.latex()
    assert "which here is: q <= 1/100" in answer.explain(long=True).replace("\n", " ")


@pytest.mark.slow
def test_shuffling_keeps_its_regime():
    shuffled = guarantee(PureDP(eps), adjacency="replace").shuffle(n).to_approx(delta).value.eps
    assert shuffled.subs({eps: 3, n: 1000, delta: Rational(1, 10**5)}) is oo
    good = {eps: 1, n: 10**5, delta: Rational(1, 10**5)}
    counted = guarantee(PureDP(1), adjacency="replace").shuffle(10**5).to_approx(Rational(1, 10**5))
    assert counted.proof.route.endswith("shuffle.counted")
    assert counted.value.eps < shuffled.subs(good) < 10 * counted.value.eps
    assert counted.value.eps < Rational(3, 100)


def test_a_conditional_promise_is_in_cases_with_the_best_that_needs_no_condition():
    first = Proof(ApproxDP(eps, q**2 / 4), conditions=(eps >= zeta,))
    proofs = [first, Proof(ApproxDP(eps, q)), Proof(ApproxDP(eps, q / 2))]
    (found,) = merged(proofs, Request(eps=eps))
    assert found.value == ApproxDP(eps, Piecewise((Min(q**2 / 4, q / 2), eps >= zeta), (q / 2, True)))
    assert found.arrow.kind is Kind.CASES
    assert found.conditions == ()
    assert found.premises == (first, proofs[2])
    (alone,) = merged(proofs[:1], Request(eps=eps))
    assert alone.value.delta == Piecewise((q**2 / 4, eps >= zeta), (1, True))
    assert merged(proofs[1:], Request(eps=eps)) == []


def test_conditional_routes_are_told_as_such():
    losers = guarantee(ZCDP(q)).to_approx(eps=Rational(1, 100)).losers
    conditional = [route for route in losers if route.conditions]
    assert conditional
    assert all(route.reason == "conditional: if q <= 1/100" for route in conditional)


def test_conditions_come_from_all_steps_and_from_premises():
    (offset, slope) = symbols("u v", real=True)
    search = Search()
    node = guarantee(RenyiDP(lambda order: slope * order + offset)).node
    assert isinstance(node, Given)
    (line,) = search.proofs(node, ZCDP, Request())
    assert line.conditions == line.own_conditions == (offset >= 0, slope >= 0)
    (tail,) = (
        proof
        for proof in search.proofs(node, ApproxDP, Request(eps=eps))
        if proof.route == "renyi_to_zcdp > zcdp_to_approx.tail"
    )
    assert set(tail.conditions) == {offset >= 0, slope >= 0, eps >= offset + slope}
    assert tail.own_conditions == (eps >= offset + slope,)


def test_no_premise_is_dropped_where_nothing_unconditional_is_known():
    """A budget whose constant may be 0 is not taken for a line through 0."""
    constant = Symbol("c", nonnegative=True)
    answer = guarantee(RenyiDP(lambda order: order * q + constant, Interval.open(1, 9))).to("tcdp").value
    assert answer.rho.subs(constant, 1) is oo
    assert answer.rho.subs(constant, 0) == q


def test_a_negative_bound_on_eps_is_0():
    found = guarantee(ZCDP(q)).to_approx(delta).value.eps
    assert found.subs({q: Rational(1, 10**6), delta: Rational(9, 10)}) == 0
    assert guarantee(RenyiDP.at_order(alpha, zeta)).to_approx(Rational(9, 10)).value.eps.subs({alpha: 2, zeta: 0}) == 0


def test_a_relation_is_refused_returned_or_dropped():
    assert at_least(q, S.Zero, "no") == ()
    assert greater(sigma1, sigma2, "no") == (sigma1 > sigma2,)
    assert equal(log(4), log(4), "no") == ()
    for broken in (
        lambda: at_least(-q, S.One, "no"),
        lambda: greater(log(2), S.One, "no"),
        lambda: equal(q, S.Zero, "no"),
    ):
        with pytest.raises(NotApplicableError, match="no"):
            broken()


def test_a_case_that_is_no_promise_of_its_own_is_not_made():
    """Known losses are never in cases, nor are budgets at other orders."""
    assert guarantee(Laplace(p.b)).to(LossDP).proof.conditions == ()


def test_conditions_are_told_at_points_at_which_sympy_would_leave_them_open():
    count = symbols("n", positive=True)
    share = Min(1, exp(Max(0, sqrt(2 * log(4 * count)) - log(1 + sqrt(count)))) / (40 * count))
    total = 1 - (1 - share) ** count

    def at(point):
        n = float(point[count])
        kept = min(1.0, math.exp(max(0.0, math.sqrt(2 * math.log(4 * n)) - math.log(1 + math.sqrt(n)))) / (40 * n))
        return 1 - (1 - kept) ** n

    points = _points(total < Rational(1, 10), frozenset({count}))
    assert len(points) == 4
    assert all(at(point) < 0.1 for point in points)
    above = _points(total > Rational(1, 20), frozenset({count}))
    assert above
    assert all(at(point) > 0.05 for point in above)
    assert _points(total < 0, frozenset({count})) == []
    assert all(point[count] == 2 for point in _points(Eq(count, 2) & (total < 1), frozenset({count})))
