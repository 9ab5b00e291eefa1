"""The thesis jazbec_2018 and its slides: items, links and errata; the examples of chapters 1 to 5."""

import pytest

from papers.erratum import AUTHOR, CONVERSION, NO_LOSS, TYPOGRAPHICAL
from papers.jazbec_2018 import examples
from papers.paper import load
from theorems.registry import registry

PAPER = load("jazbec_2018")
LIBRARY = registry()
BY_ID = {erratum.id: erratum for erratum in PAPER.errata}


def test_a_slip_of_the_pen_does_no_harm():
    slips = [erratum for erratum in PAPER.errata if erratum.kind == TYPOGRAPHICAL]

    assert {erratum.privacy for erratum in slips} == {NO_LOSS}


def test_what_the_text_has_and_the_author_has_not_is_no_slip_of_the_author():
    """The root over the whole factor of the noise, and eps for e^eps in an example: the author's TeX has both right."""
    of_the_text = {erratum.id for erratum in PAPER.errata if erratum.origin == CONVERSION}

    assert {"5.6-exponent", "6.1-root", "6.2-root", "slides-root", "slides-root-again"} < of_the_text
    assert {erratum.origin for erratum in PAPER.errata} == {AUTHOR, CONVERSION}


def test_every_word_of_a_label_is_explained():
    labels = (*(item.label for item in PAPER.items), *PAPER.sections)

    for label in labels:
        assert f"{label.split()[0]} (" in PAPER.facts["labels"], label


def test_the_wrong_numbers_of_theorems_lead_nowhere_and_the_right_ones_somewhere():
    for id in ("4.9-first", "4.9-second"):
        assert PAPER.target(BY_ID[id].reference_printed) is None
        assert PAPER.target(BY_ID[id].reference_correct)


@pytest.mark.parametrize(
    "example",
    [
        examples.patients,
        examples.monotone_classes,
        examples.pigeonholes,
        examples.hobbies,
        examples.pictures,
        examples.records,
        examples.hobby_queries,
        examples.two_probabilities,
        examples.repeated_query,
        examples.conditions_counted,
        examples.optima,
    ],
)
def test_an_example_of_the_first_chapters_comes_out(example):
    assert example(LIBRARY).agrees


def test_a_family_that_is_no_algebra_generates_more_than_its_monotone_class():
    points = frozenset({frozenset({0}), frozenset({1})})

    assert examples.is_monotone(points)
    assert len(examples.generated(points, 3)) == 8


def test_the_digit_that_was_cut_off_is_found():
    assert "two lies different by 0.96 units" in examples.repeated_query(LIBRARY).compared
