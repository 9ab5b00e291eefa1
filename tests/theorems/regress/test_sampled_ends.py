"""Claims about random allocation, truncated batches and shuffled answers are judged from both sides."""

from fractions import Fraction
from functools import cache

import pytest

from dpsym.curves import allocated_bracket, allocated_laplace_bracket, allocated_pure_bracket
from theorems.regress import Claim, Kind, judge

_TRUNCATED = "Gaussian(1).subsample(1/100, population=50000, most=700).compose(1000)"
_SHUFFLED = "RandomizedResponse(2).shuffle(500)"


@cache
def allocated():
    return allocated_laplace_bracket(1, 50, 2, delta=Fraction(1, 10**5))


@pytest.mark.parametrize(
    ("mechanism", "value", "kind"),
    [
        pytest.param("Laplace(1).allocate(50, 2)", "{low}", Kind.UNSOUND, marks=pytest.mark.slow),
        pytest.param("Laplace(1).allocate(50, 2)", "{high}", Kind.SOUND, marks=pytest.mark.slow),
        (_TRUNCATED, "1.7", Kind.UNSOUND),
        (_TRUNCATED, "1.9", Kind.SOUND),
        (_SHUFFLED, "0.4", Kind.UNSOUND),
        (_SHUFFLED, "0.71", Kind.SOUND),
        (_SHUFFLED, "0.6", Kind.UNDECIDED),  # between one pair of datasets and the pair of clones
    ],
)
def test_a_claim_is_told_from_both_sides(mechanism, value, kind):
    shown = value
    if "Laplace" in mechanism:
        low, high = allocated()
        shown = value.format(low=f"{float(low) * 0.999:.9f}", high=f"{float(high) * 1.001:.9f}")
    assert judge(Claim(mechanism, "epsilon", (("delta", "1e-5"),), shown)).kind is kind


@pytest.mark.parametrize(
    ("mechanism", "ends"),
    [
        ("Gaussian(2).allocate(40)", lambda eps: allocated_bracket(2, 40, eps=eps)),
        ("PureDP(1/2).allocate(12, 3)", lambda eps: allocated_pure_bracket(Fraction(1, 2), 12, 3, eps=eps)),
    ],
)
def test_the_reference_is_the_bracket_of_the_curves(mechanism, ends):
    eps = Fraction(1, 4)
    low, high = ends(eps)
    found = judge(Claim(mechanism, "delta", (("epsilon", "0.25"),), "1e-3")).reference
    assert found.lower == low > 0
    assert found.upper == pytest.approx(float(high), rel=1e-9)
    assert "amplification.allocation.pure.several" in found.theorems


def test_of_one_direction_the_upper_end_alone_is_told():
    found = judge(Claim("Gaussian(2).allocate(40)", "delta", (("epsilon", "0.25"),), "1e-9", adjacency="add")).reference
    assert found.lower is None


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("0.2537", Kind.UNSOUND),  # moved one way in both runs: below what a query attains that turns in the second one
        ("0.262", Kind.UNDECIDED),
        ("0.2648", Kind.SOUND),
    ],
)
def test_noise_that_is_not_symmetric_is_judged_by_queries_that_turn(value, kind):
    claim = Claim("Binomial(20, 1/4).compose(2)", "delta", (("epsilon", "0.1"),), value)
    assert judge(claim).kind is kind


def test_symmetric_noise_beside_it_does_not_hide_what_a_turning_query_attains():
    mechanism = "Binomial(20, 1/2).compose(Binomial(20, 1/4))"
    below = Claim(mechanism, "delta", (("epsilon", "0.1"),), "0.22")
    assert judge(below).kind is Kind.UNSOUND
