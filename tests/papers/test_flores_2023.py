"""The thesis flores_2023: its items, links, errata and verdicts."""

import pytest

from papers.erratum import ARGUMENT, FALSE, HYPOTHESIS, NOT_SHARP, OMISSION, TYPOGRAPHICAL, UNDER_NOISES
from papers.paper import load
from papers.verdict import Verdict
from tests.papers.judging import judged
from theorems.registry import registry

PAPER = load("flores_2023")
LIBRARY = registry()
BY_ID = {erratum.id: erratum for erratum in PAPER.errata}


@pytest.fixture(scope="module")
def account():
    return judged(PAPER, LIBRARY)


@pytest.mark.parametrize("erratum", [e for e in PAPER.errata if e.reference_printed], ids=lambda e: e.id)
def test_a_wrong_reference_leads_elsewhere_or_nowhere(erratum):
    assert PAPER.target(erratum.reference_correct)
    assert PAPER.target(erratum.reference_printed) != PAPER.target(erratum.reference_correct)


def test_references_to_nothing_are_told_from_references_to_another_result():
    assert PAPER.target("Lema 1.3.3") is None
    assert PAPER.target("Corolario 5.3.1") is None
    assert PAPER.target("(2.42)") is None
    assert PAPER.target("Proposición 2.3.6") == PAPER.item("Proposición 2.3.6").statement
    assert PAPER.target("(2.11)")


def test_all_classes_of_errata_occur():
    assert {erratum.kind for erratum in PAPER.errata} == {
        FALSE,
        HYPOTHESIS,
        ARGUMENT,
        NOT_SHARP,
        OMISSION,
        TYPOGRAPHICAL,
    }


def test_every_verdict_above_not_checked_rests_on_a_certificate(account):
    for judgement in account.judgements:
        if judgement.verdict is Verdict.UNCHECKED:
            continue
        for id in PAPER.results[judgement.item.label].entries:
            assert LIBRARY.certificate(id).matches(LIBRARY.card(id))


def test_a_refuted_statement_is_told_with_its_witness_and_its_repair(account):
    finding = next(f for f in account.judgement("Proposición 3.3.2").findings if f.source == "dp.group.printed")

    assert "epsilon = log(14)" in finding.text
    assert "corrected by dp.group" in finding.text


def test_the_printed_bounds_that_are_attained_are_called_sharp(account):
    texts = [
        finding.text
        for judgement in account.judgements
        for finding in judgement.findings
        if finding.verdict is Verdict.HOLDS
    ]

    assert any(text.endswith("sharp") for text in texts)


def test_no_statement_is_called_sharp_that_the_registry_sharpens(account):
    for judgement in account.judgements:
        for finding in judgement.findings:
            if finding.text.endswith("; sharp"):
                assert finding.source not in LIBRARY.improvements


def test_the_same_slip_is_found_again_by_its_id():
    assert BY_ID["3.3.2-factor"].where == "Proposición 3.3.2"
    assert BY_ID["4.1.2-reversed"].privacy == UNDER_NOISES


def test_a_failing_step_of_a_false_statement_does_not_say_that_the_statement_stands(account):
    findings = {finding.source: finding for finding in account.judgement("Proposición 3.3.2").findings}

    assert findings["3.3.2-adding"].text.endswith("(what stands is the corrected statement)")
