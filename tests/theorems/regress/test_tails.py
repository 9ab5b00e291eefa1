"""Claims about logistic noise, and about noise that is told by its tails, are judged from both sides; their false twins fall."""

import pytest

from theorems.regress import Claim, Kind, judge


@pytest.mark.parametrize(
    ("mechanism", "quantity", "at", "value", "kind"),
    [
        ("Logistic(1.25).compose(10)", "epsilon", ("delta", "1e-5"), "5.93419283129", Kind.RIGHT),
        ("Logistic(1.25).compose(10)", "epsilon", ("delta", "1e-5"), "5.93419283", Kind.UNSOUND),
        ("Logistic(1.25).subsample(0.01).compose(1000)", "epsilon", ("delta", "1e-5"), "0.53", Kind.UNSOUND),
        ("Cauchy(0, 2).compose(10)", "epsilon", ("delta", "1e-5"), "4.1672", Kind.SOUND),
        ("Cauchy(0, 2).compose(10)", "epsilon", ("delta", "1e-5"), "4.1671", Kind.UNSOUND),
        ("StudentT(0, 3, 2).compose(5)", "delta", ("epsilon", "1"), "0.0952", Kind.UNSOUND),
        ("Cauchy(0, 2)", "renyi", ("alpha", "3"), "0.2", Kind.SOUND),
        ("Cauchy(0, 2)", "renyi", ("alpha", "3"), "0.1", Kind.UNSOUND),
        ("Logistic(2).compose(3)", "tradeoff", ("level", "0.1"), "0.7", Kind.UNSOUND),
        # what dominates both ways is no bound from below
        ("Gumbel(0, 2).compose(5)", "delta", ("epsilon", "1"), "0.2", Kind.UNDECIDED),
        ("Gumbel(0, 2).compose(5)", "delta", ("epsilon", "1"), "0.26", Kind.SOUND),
    ],
)
def test_both_sides_are_known(mechanism, quantity, at, value, kind):
    verdict = judge(Claim(mechanism, quantity, (at,), value, "upper"))
    assert verdict.kind is kind, verdict.reason
    assert "engine failed" not in verdict.reason
