"""A guarantee from text: what the grammar admits, and that nothing else is looked up or run."""

import pytest

from dpsym import Gaussian, Laplace, ParseError
from dpsym.guarantees import PureDP, guarantee
from dpsym.guarantees.reading import is_chain, read


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Gaussian(sigma=2).compose(1000)", lambda: Gaussian(0, 2).compose(1000)),
        ("Laplace(10)", lambda: guarantee(Laplace(10))),
        ("PureDP(1/2).compose(3)", lambda: guarantee(PureDP(0.5)).compose(3)),
        ("Gaussian(2).subsample(0.01).compose(10)", lambda: Gaussian(0, 2).subsample(0.01).compose(10)),
        ("Laplace(1).compose(Gaussian(3).compose(2))", lambda: Laplace(1).compose(Gaussian(0, 3).compose(2))),
        (
            "Laplace(1).guarantee(adjacency=replace, sensitivity=2)",
            lambda: guarantee(Laplace(1), adjacency="replace", sensitivity=2),
        ),
    ],
)
def test_a_text_reads_as_the_calls_that_it_names(text, wanted):
    assert read(text) == wanted()


@pytest.mark.parametrize(
    "text",
    [
        "Gaussian(2).__class__",
        "Gaussian(2).__init__(1)",
        "Gaussian(2).node()",
        "Gaussian(2).to(approx)",
        "Gaussian(2).explain()",
        "open(1).compose(2)",
        "__import__(1).compose(2)",
        "Gaussian(2).compose(__import__(1))",
        "Gaussian(2).compose(lambda: 1)",
        "Gaussian(2)).compose(1)",
        "(Gaussian(2).compose(1)",
        "Gaussian(2).compose(1",
        "",
        "Gaussian(2).compose",
        "Gaussian(2).compose(1)x",
        "Gaussian(2).compose(1).compose[0]",
        "Gaussian('2').compose(1)",
        "1 + 2",
        "alpha.compose(1)",
        "Gaussian(2).compose(count=3)",
    ],
)
def test_anything_else_is_refused(text):
    with pytest.raises(ParseError):
        read(text)


def test_a_name_may_be_given_a_value():
    assert read("Gaussian(sigma=5).compose(k)", {"k": 7}) == Gaussian(0, 5).compose(7)


def test_nesting_and_length_are_bounded():
    deep = "Laplace(1)" + ".compose(Laplace(1)" * 8 + ")" * 8
    with pytest.raises(ParseError, match="deep"):
        read(deep)
    with pytest.raises(ParseError, match="characters"):
        read("Laplace(1)" + ".compose(2)" * 1000)


def test_a_formula_is_not_a_chain():
    assert not is_chain("Renyi(alpha, Laplace(0, b), Laplace(1.5, b))")
    assert is_chain("Laplace(1.5).compose(2)")


def test_deeply_nested_calls_are_refused_by_the_rule():
    for text in ("PureDP(" * 300 + "1" + ")" * 300, "PureDP(1).compose(" * 200 + "1" + ")" * 200):
        with pytest.raises(ParseError, match="at most 6 deep"):
            read(text)
    assert read("PureDP(1).compose(PureDP(1).compose(PureDP(1))).to_pure()").value.eps == 3
