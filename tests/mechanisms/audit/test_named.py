"""Mechanisms that are named by text: read by a whitelist, made as a call in Python would make them, audited as cells of a sweep."""

from fractions import Fraction

import numpy as np
import pytest

import mechanisms
from mechanisms import ParameterError
from mechanisms.audit.named import NAMES, audit_cell, named_answer, named_case, named_mechanism

RNG = np.random.default_rng(0)
CELL = {
    "mechanism": "Laplace(scale=1)",
    "answers": ["0", "1"],
    "eps": 1.0,
    "delta": 0.0,
    "mu": None,
    "runs": 4000,
    "confidence": 0.99,
    "family": 1,
    "statistics": ["usual"],
}


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("Laplace(2)", mechanisms.Laplace(2)),
        (" Laplace( scale = 2.5, sensitivity=1e-1 ) ", mechanisms.Laplace(2.5, 0.1)),
        ("TwoSidedGeometric(3/2, 2)", mechanisms.TwoSidedGeometric(Fraction(3, 2), 2)),
        ("Binomial(n=10, p=1/3)", mechanisms.Binomial(10, Fraction(1, 3))),
        ("VectorGaussian([[1, 0.5], (0.5, 2)])", mechanisms.VectorGaussian([[1, 0.5], [0.5, 2]])),
        ("AboveThreshold(1, threshold=-2, monotone=True)", mechanisms.AboveThreshold(1, -2, monotone=True)),
    ],
)
def test_a_text_makes_what_a_call_makes(text, made):
    assert named_mechanism(text) == made


@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_an_exported_mechanism_that_releases(name):
    assert callable(getattr(mechanisms, name).release)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "Laplace",
        "2",
        "Laplace(",
        "Laplace(2)(3)",
        "__import__('os').system('true')",
        "Laplace('2')",
        "Laplace(scale=open('x'))",
        "Laplace(*[1])",
        "Laplace(**{})",
        "Laplace(2 + 3)",
        "Laplace(2 ** 9)",
        "Laplace(x)",
        "Laplace(1j)",
        "Laplace(None)",
        "Laplace(1/0)",
        "Laplace(1.0/2)",
        "mechanisms.Laplace(1)",
        "Laplace(-True)",
        "Laplace(not 1)",
        "Laplace(1e400)",
        "Laplace(-1)",
        "Laplace(2, 3, 4)",
        "Laplace(width=2)",
        "Laplace(" + "1" * 400 + ")",
        "GaussianKernel(1)",
        "FinitePair([1], [1])",
        "Laplase(1)",
        5,
        None,
    ],
)
def test_everything_else_is_refused(text):
    with pytest.raises(ParameterError):
        named_mechanism(text)


@pytest.mark.parametrize("text", ["Laplace(" + "(" * 190 + "1" + ")" * 190 + ")", "Laplace(" + "-" * 390 + "1)"])
def test_deep_texts_cost_nothing(text):
    assert named_mechanism(text) == mechanisms.Laplace(1)


def test_a_misspelt_name_gets_the_nearest():
    with pytest.raises(ParameterError, match=r"mechanism must be one of Laplace, got 'Laplase'"):
        named_mechanism("Laplase(1)")


@pytest.mark.parametrize(
    ("text", "value"), [("1", 1), ("-0.5", -0.5), ("1/4", Fraction(1, 4)), ("[1, -2.5]", [1, -2.5]), ("(1, 2)", [1, 2])]
)
def test_answers_are_numbers_and_lists_of_them(text, value):
    assert named_answer(text) == value


@pytest.mark.parametrize("text", ["one", "[1, x]", "{1: 2}", "1 if 2 else 3", "", "lambda: 1"])
def test_other_answers_are_refused(text):
    with pytest.raises(ParameterError):
        named_answer(text)


def test_neighbours_are_the_sensitivity_apart_by_default():
    assert named_case("Laplace(1, sensitivity=2.5)")[1] == (0, 2.5)
    assert named_case("RandomizedResponse(1)")[1] == (0, 1)


@pytest.mark.parametrize(
    ("mechanism", "answers"),
    [
        ("ReportNoisyMax(1)", None),
        ("VectorLaplace(1)", None),
        ("DomainLaplace(1, 2, 1)", None),
        ("RandomizedResponse(1)", ("0", "2")),
    ],
)
def test_answers_that_do_not_fit_are_refused_before_any_audit(mechanism, answers):
    with pytest.raises(ParameterError):
        named_case(mechanism, answers)


def test_a_cell_finds_what_is_false_and_not_what_is_true():
    right = audit_cell(CELL, np.random.default_rng(1))
    wrong = audit_cell(CELL | {"mechanism": "Laplace(scale=1/4)"}, np.random.default_rng(1))

    assert (right["contradicted"], wrong["contradicted"]) == (False, True)
    assert right["lower"] <= 1 < wrong["lower"] <= 4
    assert 1 < right["detectable"] < 2
    assert (right["verdict"], right["parameter"], right["claimed"]) == ("not contradicted", "eps", 1.0)


def test_a_cell_may_claim_a_mu_or_nothing():
    gaussian = CELL | {"mechanism": "Gaussian(1)", "eps": None}

    assert audit_cell(gaussian | {"mu": 1.0}, np.random.default_rng(1))["parameter"] == "mu"
    assert audit_cell(gaussian, np.random.default_rng(1))["claimed"] is None
    with pytest.raises(ParameterError, match="mu must be left out where eps or delta is claimed"):
        audit_cell(gaussian | {"mu": 1.0, "eps": 1.0}, RNG)


def test_choices_and_vectors_are_audited_too():
    choice = CELL | {"mechanism": "ReportNoisyMax(1)", "answers": ["[0, 0]", "[1, -1]"], "eps": 2.0}
    vector = CELL | {"mechanism": "VectorLaplace(1)", "answers": ["[0, 0]", "[0.5, -0.5]"]}

    assert not audit_cell(choice, np.random.default_rng(2))["contradicted"]
    assert not audit_cell(vector, np.random.default_rng(2))["contradicted"]


def test_the_lowest_bits_of_a_float_sampler_are_looked_at_when_asked_for_and_its_exact_twin_has_none():
    bits = CELL | {"statistics": ["usual", "lowest-bit"], "runs": 20_000}

    assert audit_cell(bits, np.random.default_rng(1))["event"].startswith("lowest bit of x[0]")
    assert not audit_cell(bits | {"mechanism": "TwoSidedGeometric(1)"}, np.random.default_rng(1))["contradicted"]
