"""What holds of every paper told here: its items are the printed ones, linked and told in order, and its errata come out.

`verdicts.csv` has verdicts that a reader can work out, `losses.csv` the errata by which privacy is lost.
"""

import csv
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from papers.erratum import UNDER_NOISES, WITNESSED
from papers.folders import keys, part
from papers.paper import load
from papers.verdict import Verdict
from papers.witness import decide, examine
from tests.papers.judging import judged
from theorems.registry import registry

LIBRARY = registry()
PAPERS = {key: load(key) for key in keys()}
COUNTS = {"lodrant_2019": 71, "hall_2013": 35, "jazbec_2018": 92}
# an entry that says what is printed may be linked by the erratum alone
LINKED_BY_ERRATA = ("flores_2023", "jazbec_2018")
# errata at formulas, sections or slides too, which are no items
BETWEEN_ITEMS = ("flores_2023", "jazbec_2018", "lodrant_2019")
# of which every illustration tells what is printed from false variants; a figure that is above all exact losses has none
RECOUNTED = ("dporg_2025", "google_2026", "near_2021", "opendp_2026")
WITHOUT_TWINS = ("Figure 8.13",)
SHOWN = [
    pytest.param(result.illustration, id=f"{key}-{label}")
    for key in RECOUNTED
    for label, result in PAPERS[key].results.items()
    if result.illustration and label not in WITHOUT_TWINS
]
# those of the other papers are told apart by their own tests
FIGURES = [(key, name) for key in ("hall_2013", *RECOUNTED) for name in part(key, "figures").FAMILIES]


def stored(name):
    """Return the rows of a file beside this one."""
    with Path(__file__).with_name(f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@cache
def shown(illustration):
    """Return what an illustration shows, made once for itself and for the verdict on its paper."""
    return illustration(LIBRARY)


def made_once(result):
    """Return a result whose illustration, if it has one, is not made again."""
    made = result.illustration
    return result if made is None else replace(result, illustration=lambda library: shown(made))


@cache
def account(key):
    """Return the verdicts on a paper."""
    paper = PAPERS[key]
    results = {label: made_once(result) for label, result in paper.results.items()}
    return judged(replace(paper, results=results), LIBRARY)


@pytest.fixture(params=PAPERS)
def key(request):
    return request.param


@pytest.fixture
def paper(key):
    return PAPERS[key]


@pytest.fixture
def results(key):
    return part(key, "results").RESULTS


@pytest.fixture
def told(key):
    return [(row["label"], row["kind"]) for row in stored(f"{key}_labels")]


def test_the_items_are_the_printed_ones_in_their_order(key, paper, told):
    assert [(item.label, item.kind) for item in paper.items] == told
    assert len(told) == COUNTS.get(key, len(told))


def test_the_results_are_in_reading_order_too(results, told):
    assert [result.label for result in results] == [label for label, _ in told]


def test_every_statement_is_one_sentence(paper):
    for item in paper.items:
        assert item.statement.endswith(".")
        assert "\n" not in item.statement


def test_every_result_is_linked_to_an_entry_or_made_again(results):
    for result in results:
        assert result.entries or result.about or result.illustration, result.label
        assert set(result.entries + result.about) <= set(LIBRARY)


def test_every_entry_that_cites_an_item_is_linked_to_it(key, paper, results):
    linked = {(result.label, id) for result in results for id in result.entries + result.about}
    if key in LINKED_BY_ERRATA:
        linked |= {(erratum.where, erratum.entry) for erratum in paper.errata}
    labels = {item.label for item in paper.items}

    for entry in LIBRARY.values():
        for cite in entry.cites:
            if cite.key == paper.facts["bib"] and cite.locator in labels:
                assert {(cite.locator, entry.id), (cite.locator, entry.corrects)} & linked, entry.id


def test_the_claim_of_an_erratum_is_false_and_its_mended_claim_true(paper):
    decided = [each for each in paper.errata if each.claim]
    assert [each.id for each in decided if not decide(each.claim).fails] == []
    assert [each.id for each in decided if not decide(each.mended).holds] == []


def test_every_erratum_comes_out(paper):
    found = {each.id: examine(paper, each, LIBRARY) for each in paper.errata}

    assert {id: evidence.problems for id, evidence in found.items() if evidence.problems} == {}
    assert {id: evidence.waiting for id, evidence in found.items() if evidence.waiting} == {}


def test_whoever_says_more_than_a_slip_shows_a_witness(paper):
    assert [each.id for each in paper.errata if each.kind in WITNESSED and not each.claim] == []


def test_errata_are_in_reading_order(key, paper):
    places = [item.label for item in paper.items]
    numbered = [places.index(erratum.where) for erratum in paper.errata if erratum.where in places]

    assert numbered == sorted(numbered)
    assert len(numbered) == len(paper.errata) or key in BETWEEN_ITEMS


def test_nothing_is_inconsistent_or_unchecked(key, paper):
    told = account(key)

    assert told.ok
    assert sum(told.counts.values()) == len(paper.items)
    assert not {Verdict.UNCHECKED, Verdict.INCONSISTENT} & {judgement.verdict for judgement in told.judgements}


@pytest.mark.parametrize("row", stored("verdicts"), ids=lambda row: f"{row['paper']}-{row['label']}")
def test_verdicts_that_a_reader_can_work_out(row):
    assert account(row["paper"]).judgement(row["label"]).verdict is Verdict(row["verdict"])


def test_where_privacy_is_lost_it_is_said_how_much(key, paper):
    lost = [erratum for erratum in paper.errata if erratum.privacy == UNDER_NOISES]

    assert [erratum.id for erratum in lost] == [row["erratum"] for row in stored("losses") if row["paper"] == key]
    assert all(erratum.amount for erratum in lost)


@pytest.mark.parametrize("illustration", SHOWN)
def test_what_is_counted_again_agrees_and_finds_false_variants_out(illustration):
    found = shown(illustration)

    assert found.agrees
    assert found.noticed
    assert not found.missed


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize(("key", "name"), FIGURES)
def test_a_figure_is_drawn_and_shows_the_effect(key, name):
    plot = part(key, "figures").draw(name, LIBRARY)

    assert plot.get_xlabel()
    assert plot.get_ylabel()
    heights = np.asarray(plot.get_lines()[0].get_ydata(), float)
    # an axis of powers of ten shows factors, and a linear one differences
    assert np.ptp(np.log10(heights[heights > 0]) if plot.get_yscale() == "log" else heights) > 0.1
