"""What holds of every paper told here: its items are the printed ones, linked and told in order, and its errata come out."""

import csv
from pathlib import Path

import pytest

from papers.erratum import WITNESSED
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
ERRATA = [
    pytest.param(paper, erratum, id=f"{key}-{erratum.id}") for key, paper in PAPERS.items() for erratum in paper.errata
]


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
    path = Path(__file__).with_name(f"{key}_labels.csv")
    with path.open(encoding="utf-8", newline="") as file:
        return [(row["label"], row["kind"]) for row in csv.DictReader(file)]


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


@pytest.mark.parametrize(("paper", "erratum"), [each for each in ERRATA if each.values[1].claim])
def test_the_claim_of_an_erratum_is_false_and_its_mended_claim_true(paper, erratum):
    assert decide(erratum.claim).fails
    assert decide(erratum.mended).holds


@pytest.mark.parametrize(("paper", "erratum"), ERRATA)
def test_an_erratum_comes_out(paper, erratum):
    evidence = examine(paper, erratum, LIBRARY)

    assert evidence.problems == ()
    assert evidence.waiting == ()


@pytest.mark.parametrize(("paper", "erratum"), [each for each in ERRATA if each.values[1].kind in WITNESSED])
def test_whoever_says_more_than_a_slip_shows_a_witness(paper, erratum):
    assert erratum.claim


def test_errata_are_in_reading_order(key, paper):
    places = [item.label for item in paper.items]
    numbered = [places.index(erratum.where) for erratum in paper.errata if erratum.where in places]

    assert numbered == sorted(numbered)
    assert len(numbered) == len(paper.errata) or key in BETWEEN_ITEMS


def test_nothing_is_inconsistent_or_unchecked(paper):
    account = judged(paper, LIBRARY)

    assert account.ok
    assert sum(account.counts.values()) == len(paper.items)
    assert not {Verdict.UNCHECKED, Verdict.INCONSISTENT} & {judgement.verdict for judgement in account.judgements}
