"""Families of laws, what is taken over their places, and the least promises of a pair: against values worked out by hand."""

from fractions import Fraction

import mpmath
import pytest
from sympy import Rational, S, Symbol, oo, symbols

from dpsym import AnyLaw, Finite, HockeyStick, MaxDivergence, Renyi
from dpsym.distributions import AnyKernel, Kernel
from dpsym.distributions.families import Answers, Copies, Here, Member, Next, Row, Step
from dpsym.divergences.least import ConcentratedBudget, DominationGap, GaussianRatio
from dpsym.divergences.overall import Greatest, Total, UpTo, Worst
from dpsym.enclose import enclose
from dpsym.errors import NotDerivedError, ParameterError


def finite(*masses):
    return Finite(*map(Rational, masses))


K, L = AnyKernel("K"), AnyKernel("L")
k, j = symbols("k j", integer=True, positive=True)
HALF = finite("1/2", "1/2")
# the first answer is fair; after 0 the second is 0 with probability 1/3, after 1 with probability 1/4
TREE = Kernel(HALF, finite("1/3", "2/3"), finite("1/4", "3/4"))
FAIR = Kernel(HALF)


def value(expression):
    return enclose(expression, digits=20).mid


def test_the_answers_of_an_adaptive_mechanism_are_drawn_one_after_the_other():
    assert Answers(TREE, 1) == HALF
    assert Answers(TREE, 2) == finite("1/6", "1/3", "1/8", "3/8")
    # the histories of two answers have no rows of their own: the fourth begins again
    assert Answers(TREE, 3).masses[:2] == (Rational(1, 12), Rational(1, 12))
    assert Answers(FAIR, 3) == finite(*["1/8"] * 8) == Copies(HALF, 3)


def test_a_chain_is_the_rows_in_order():
    assert [Member(TREE, number) for number in range(4)] == [*TREE.args, TREE.args[0]]
    assert Member(K, k).args == (K, k)


def test_what_is_not_listed_stays_as_it_is_and_is_placed_later():
    head = MaxDivergence(Answers(K, k), Answers(L, k))
    assert head.xreplace({K: TREE, L: FAIR, k: S(2)}) == MaxDivergence(Answers(TREE, 2), Copies(HALF, 2))
    assert k in Worst(HockeyStick(0, Step(K), Step(L)), k).free_symbols
    assert Copies(AnyLaw("P"), k).xreplace({AnyLaw("P"): HALF, k: S(2)}) == Copies(HALF, 2)


@pytest.mark.parametrize(
    "make", [lambda: Answers(TREE, 0), lambda: Member(TREE, -1), lambda: Answers(HALF, 2), lambda: Copies(K, 2)]
)
def test_wrong_families_and_counts_are_refused(make):
    with pytest.raises(ParameterError):
        make()


def test_too_many_outcomes_are_not_written_out():
    with pytest.raises(NotDerivedError, match="4096"):
        Answers(TREE, 10_000)


def test_the_worst_history_and_the_sum_over_the_steps():
    steps = HockeyStick(0, Step(K), Step(L))
    placed = {K: TREE, L: FAIR}
    # total variations of the steps: 0 at the first, 1/6 and 1/4 at the second
    assert value(Worst(steps, 2).xreplace(placed)) == 0.25
    assert value(Total(steps, 2).xreplace(placed)) == 0.25
    assert value(Total(steps, 3).xreplace(placed)) == 0.5
    rows = Worst(HockeyStick(0, Row(K), Row(L)))
    assert value(rows.xreplace({K: TREE, L: Kernel(HALF, HALF, HALF)})) == 0.25


def test_the_worst_link_of_a_chain():
    links = HockeyStick(0, Here(K), Next(K))
    assert abs(value(Worst(links, 2).xreplace({K: TREE})) - 1 / 6) < 1e-15
    assert abs(value(Total(links, 2).xreplace({K: TREE})) - 1 / 4) < 1e-15


def test_places_of_two_kinds_or_none_are_refused():
    for expression in (HockeyStick(0, Step(K), Row(L)), HockeyStick(0, HALF, HALF) + k):
        with pytest.raises(ParameterError, match="of one kind"):
            Worst(expression, k)


def test_kernels_of_different_inputs_are_refused():
    with pytest.raises(ParameterError, match="same inputs"):
        Worst(HockeyStick(0, Row(K), Row(L))).xreplace({K: TREE, L: FAIR})


def test_a_sum_is_written_out_once_its_limits_are_numbers():
    term = Renyi(j, finite("1/4", "3/4"), HALF)
    assert UpTo(term, j, 2, k).free_symbols == {k}
    assert UpTo(term, j, 2, k).xreplace({k: S(3)}) == sum(term.xreplace({j: S(order)}) for order in (2, 3))


def test_extremes_keep_their_arguments():
    assert Greatest(S(1), S(2)).args == (1, 2)
    assert value(Greatest(S(1), S(2))) == 2


def test_the_ratio_of_randomized_response_is_that_of_its_one_corner():
    truth = mpmath.mpf(3) / 4
    ratio = GaussianRatio(finite("3/4", "1/4"), finite("1/4", "3/4"))
    # the corner of the trade-off function is (1/4, 1/4)
    expected = 2 * mpmath.sqrt(2) * mpmath.erfinv(2 * truth - 1)
    assert abs(value(ratio) - float(expected)) < 1e-14
    assert GaussianRatio(HALF, HALF) == 0
    assert GaussianRatio(finite(1, 0), HALF) is oo


@pytest.mark.parametrize("eps", [Fraction(1, 10), Fraction(1), Fraction(-1, 2)])
def test_the_gap_of_domination_is_that_of_the_profiles(eps):
    first, second = finite("1/2", "1/3", "1/6"), finite("1/4", "1/4", "1/2")
    one, other = finite("3/5", "2/5"), finite("1/4", "3/4")
    gap = DominationGap(first, second, one, other)
    heads = [value(HockeyStick(Rational(eps), *pair)) for pair in ((first, second), (one, other))]
    assert gap.is_Rational
    assert float(gap) >= heads[0] - heads[1] - 1e-15
    assert DominationGap(first, second, first, second) == 0


def test_an_image_is_dominated_and_the_other_way_is_not():
    fine, merged = (finite("1/2", "1/3", "1/6"), finite("1/6", "1/3", "1/2")), (finite("5/6", "1/6"), HALF)
    assert DominationGap(*merged, *fine) == 0
    assert DominationGap(*fine, *merged) > 0


@pytest.mark.parametrize("limit", [oo, S(3)])
@pytest.mark.parametrize("offset", [S(0), Rational(1, 100)])
def test_a_concentrated_budget_lies_little_above_the_supremum(offset, limit):
    masses, others = (mpmath.mpf(3) / 5, mpmath.mpf(2) / 5), (mpmath.mpf(1) / 4, mpmath.mpf(3) / 4)

    def above(order):
        moment = sum(p**order * q ** (1 - order) for p, q in zip(masses, others, strict=True))
        return (mpmath.log(moment) / (order - 1) - float(offset)) / order

    last = 50 if limit is oo else 3
    supremum = max(above(1 + (last - 1) * mpmath.mpf(place) / 2000) for place in range(1, 2001))
    found = ConcentratedBudget(offset, limit, finite("3/5", "2/5"), finite("1/4", "3/4"))
    assert found.is_Rational
    assert supremum <= float(found) <= supremum * 1.0015


def test_a_concentrated_budget_where_the_supports_differ():
    assert ConcentratedBudget(0, oo, HALF, finite(1, 0)) is oo
    assert ConcentratedBudget(0, oo, HALF, HALF) == 0
    assert ConcentratedBudget(Symbol("xi"), oo, HALF, HALF).free_symbols == {Symbol("xi")}
