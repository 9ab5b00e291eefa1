"""Loading a paper and judging it: malformed data, doctored claims, and registries that disagree."""

import dataclasses

import pytest

from papers.erratum import ARGUMENT, FALSE, OMISSION, TYPOGRAPHICAL, read_erratum
from papers.errors import PaperDataError, PaperError, UnknownLabelError, UnknownPaperError
from papers.folders import keys
from papers.paper import assemble, load
from papers.planted import Planted
from papers.result import Illustration, Result
from papers.verdict import Verdict, judge
from papers.witness import decide, examine
from theorems.outcome import DEFINITION, DPSYM, Outcome
from theorems.registry import registry
from theorems.status import Status

RECORD = {
    **dict.fromkeys(("title", "translated", "author", "school", "degree", "language", "bib", "read"), "x"),
    "year": 2000,
    "equations": {"1": 3},
    "section": [{"label": "Section 1", "title": "One"}],
    "item": [
        {"label": "Lemma 1.1", "kind": "lemma", "statement": "A lemma."},
        {"label": "Definition 1.1", "kind": "definition", "statement": "A definition."},
    ],
}
SLIP = {
    "id": "1.1-slip",
    "where": "Lemma 1.1",
    "place": "proof",
    "printed": "p",
    "correct": "c",
    "class": TYPOGRAPHICAL,
    "privacy": "none",
    "words": True,
}
CLAIMS = {"claim": "2 <= 1", "mended": "1 <= 2", "words": False}
ENTRY, REPAIR, SHARP = "renyi.pure_dp", "dp.group", "renyi.pure_dp.exact"


@pytest.fixture(autouse=True)
def attacked(monkeypatch):
    """Take every entry for attacked, and its false variants for found out."""
    monkeypatch.setattr("papers.verdict.planted", lambda id, registry: Planted(("constant",), ()))


def linked(lemma, definition="jensen.exp"):
    return Result("Lemma 1.1", lemma), Result("Definition 1.1", (definition,))


def paper(lemma=("jensen.exp",), errata=(), steps=(), definition="jensen.exp"):
    results = (Result("Lemma 1.1", tuple(lemma), dict(steps)), Result("Definition 1.1", (definition,)))
    return assemble("made_up", RECORD, results, tuple(read_erratum(erratum) for erratum in errata))


class Told:
    """The registry, but with the statuses that a test gives it."""

    def __init__(self, **statuses):
        self.library = registry()
        self.statuses = {id.replace("__", "."): status for id, status in statuses.items()}

    def __getattr__(self, name):
        return getattr(self.library, name)

    def __getitem__(self, id):
        return self.library[id]

    def own_status(self, id):
        self.library[id]
        return self.statuses.get(id, Status.PROVED)

    def conditional_on(self, id):
        return ()

    def certificate(self, id):
        if self.own_status(id) is Status.REFUTED:
            outcomes = (Outcome("at", DEFINITION, Status.REFUTED, "", witness={"alpha": "2"}),)
        else:
            outcomes = (Outcome("derive", DPSYM, Status.PROVED, ""), Outcome("tight", DEFINITION, Status.SAMPLED, ""))
        return dataclasses.make_dataclass("Certificate", ["outcomes", "witness"])(outcomes, outcomes[0].witness)


def verdict(told, *arguments, **named):
    return judge(paper(*arguments, **named), told).judgement("Lemma 1.1").verdict


def test_a_folder_with_facts_is_a_paper():
    assert "flores_2023" in keys()


def test_an_unknown_key_names_the_nearest():
    with pytest.raises(UnknownPaperError, match="got 'flores_2032'; the nearest is 'flores_2023'"):
        load("flores_2032")


def test_an_unknown_label_names_the_nearest():
    with pytest.raises(UnknownLabelError, match=r"'Lema 2\.3\.33'; the nearest is 'Lema 2\.3\.3'"):
        load("flores_2023").item("Lema 2.3.33")


def test_errors_are_errors_of_the_package_and_builtins():
    assert issubclass(UnknownPaperError, PaperError | KeyError)
    assert issubclass(PaperDataError, ValueError)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"class": "wrong"}, "class of erratum 1.1-slip must be one of"),
        ({"privacy": "some"}, "privacy of erratum 1.1-slip must be one of"),
        ({"privacy": "under-noises"}, "must say how much"),
        ({"claim": "2 <= 1"}, "claim and mended of erratum 1.1-slip must be given together"),
        ({"class": FALSE}, "must have a claim with its correction"),
        ({"colour": "red"}, r"must have known fields only, got \['colour'\]"),
        ({"words": "yes"}, "words of erratum 1.1-slip must be a truth value"),
        (
            {"words": False},
            "erratum 1.1-slip must be shown by one of claim, entry, reference, same, or be of words, got neither",
        ),
        ({**CLAIMS, "words": True}, "erratum 1.1-slip must be shown by .*, got claim and words"),
        ({"privacy": "over-noises"}, "erratum 1.1-slip of words must not bear on privacy, got 'over-noises'"),
        ({"origin": "printer"}, "origin of erratum 1.1-slip must be one of author, conversion, open"),
        (
            {**CLAIMS, "class": FALSE, "origin": "conversion"},
            "erratum 1.1-slip of the conversion must be typographical",
        ),
        ({"printed": 3}, "printed of erratum 1.1-slip must be text"),
    ],
)
def test_a_malformed_erratum_is_refused(change, complaint):
    with pytest.raises(PaperDataError, match=complaint):
        read_erratum({**SLIP, **change})


def test_an_erratum_without_a_field_is_refused():
    with pytest.raises(PaperDataError, match=r"must have all fields, got none for \['where'\]"):
        read_erratum({name: value for name, value in SLIP.items() if name != "where"})


@pytest.mark.parametrize(
    ("errata", "complaint"),
    [
        ([SLIP, SLIP], "erratum id must be unique"),
        (
            [{**SLIP, "where": "Lemma 9"}],
            "place of erratum 1.1-slip must be a numbered result or a section, got 'Lemma 9'",
        ),
        ([{**SLIP, **CLAIMS, "class": ARGUMENT}], "failing steps of Lemma 1.1 must be the errata of that class"),
        (
            [{**SLIP, "words": False, "class": FALSE, "entry": ENTRY, "repair": REPAIR}],
            "must be one that states Lemma 1.1, got 'renyi.pure_dp'",
        ),
    ],
)
def test_errata_that_do_not_fit_the_paper_are_refused(errata, complaint):
    with pytest.raises(PaperDataError, match=complaint):
        paper(errata=errata)


def test_results_and_items_must_be_the_same():
    with pytest.raises(PaperDataError, match=r"must list the same labels, got \['Definition 1.1'\]"):
        assemble("made_up", RECORD, linked(("jensen.exp",))[:1], ())


@pytest.mark.parametrize("section", ["Section 7", ""])
def test_a_result_must_stand_in_a_section(section):
    item = {"label": "Lemma 7.1", "kind": "lemma", "statement": "A lemma.", "section": section}
    record = {**RECORD, "item": [item, RECORD["item"][1]]}

    with pytest.raises(PaperDataError, match=r"section of Lemma 7\.1 must be one of the paper's"):
        assemble("made_up", record, (Result("Lemma 7.1", ("jensen.exp",)), linked(())[1]), ())


def test_a_fact_may_not_be_missing():
    with pytest.raises(PaperDataError, match="'author'"):
        assemble(
            "made_up", {name: value for name, value in RECORD.items() if name != "author"}, linked(("jensen.exp",)), ()
        )


@pytest.mark.parametrize("text", ["alpha <= 1", "1 + 1", "__import__('os') <= 1", "2 <"])
def test_a_claim_that_is_no_comparison_of_numbers_is_refused(text):
    with pytest.raises(PaperDataError, match="a claim must be a comparison"):
        decide(text)


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (Status.PROVED, Verdict.HOLDS),
        (Status.SAMPLED, Verdict.HOLDS),
        (Status.CLAIMED, Verdict.UNCHECKED),
        (Status.STALE, Verdict.UNCHECKED),
        (Status.REFUTED, Verdict.INCONSISTENT),
        (Status.CONFLICT, Verdict.INCONSISTENT),
        (Status.VACUOUS, Verdict.INCONSISTENT),
    ],
)
def test_the_verdict_follows_the_status(status, expected):
    assert verdict(Told(jensen__exp=status)) is expected


def test_a_refuted_statement_with_a_backed_repair_is_false_as_printed():
    assert verdict(Told(dp__group__printed=Status.REFUTED), ["dp.group.printed"]) is Verdict.FALSE
    assert (
        verdict(Told(dp__group__printed=Status.REFUTED, dp__group=Status.CLAIMED), ["dp.group.printed"])
        is Verdict.UNCHECKED
    )


def test_a_refuted_definition_is_defective():
    account = judge(paper(definition="dp.group.printed"), Told(dp__group__printed=Status.REFUTED))

    assert account.judgement("Definition 1.1").verdict is Verdict.DEFECTIVE


def test_a_sharpened_statement_is_not_sharp_once_the_sharper_one_is_backed():
    assert verdict(Told(), [ENTRY]) is Verdict.NOT_SHARP
    assert verdict(Told(renyi__pure_dp__exact=Status.CLAIMED), [ENTRY]) is Verdict.UNCHECKED


def test_a_slip_leaves_the_statement_typographical():
    assert verdict(Told(), errata=[SLIP]) is Verdict.TYPOGRAPHICAL


def test_a_slip_of_the_conversion_is_told_and_is_none_of_the_result():
    slip = {**SLIP, **CLAIMS, "origin": "conversion"}

    assert verdict(Told(), errata=[slip]) is Verdict.HOLDS
    assert not judge(paper(errata=[{**slip, "claim": "1 <= 2"}]), Told()).ok


@pytest.mark.parametrize(
    ("change", "evidence"),
    [
        (CLAIMS, "claim"),
        ({"entry": ENTRY, "repair": SHARP, "words": False}, "entry"),
        ({"reference_printed": "Lemma 1", "reference_correct": "Lemma 1.1", "words": False}, "reference"),
        ({"same": "1.1-other", "words": False}, "same"),
        ({}, "words"),
    ],
)
def test_what_shows_an_erratum_is_told(change, evidence):
    assert read_erratum({**SLIP, **change}).evidence == evidence


def test_a_failing_step_leaves_the_statement_standing_only_where_it_is_backed():
    failing = {"errata": [{**SLIP, **CLAIMS, "class": ARGUMENT}], "steps": {"a step": "1.1-slip"}}

    assert verdict(Told(), **failing) is Verdict.ARGUMENT
    assert verdict(Told(jensen__exp=Status.CLAIMED), **failing) is Verdict.UNCHECKED


@pytest.mark.parametrize(
    "change",
    [
        {"claim": "1 <= 2"},
        {"mended": "2 <= 1"},
        {"reference_printed": "Lemma 1.1", "reference_correct": "Lemma 1.1"},
        {"reference_printed": "Lemma 1.1", "reference_correct": "Lemma 9.9"},
        {"repair": "dp.group.printed"},
    ],
)
def test_an_erratum_that_does_not_come_out_makes_the_account_inconsistent(change):
    made = paper(errata=[{**SLIP, **CLAIMS, **change}])
    account = judge(made, Told(dp__group__printed=Status.REFUTED))

    assert account.evidence[0].problems
    assert account.judgement("Lemma 1.1").verdict is Verdict.INCONSISTENT
    assert not account.ok


def test_a_repair_must_be_linked_to_what_it_repairs():
    made = paper(
        ["dp.group.printed"],
        errata=[{**SLIP, "words": False, "class": FALSE, "entry": "dp.group.printed", "repair": SHARP}],
    )
    evidence = examine(made, made.errata[0], Told(dp__group__printed=Status.REFUTED))

    assert evidence.problems == ("renyi.pure_dp.exact must correct dp.group.printed, but is not linked to it",)


def test_an_entry_that_backs_what_an_erratum_calls_false_is_a_problem():
    made = paper(
        ["dp.group.printed"],
        errata=[{**SLIP, "words": False, "class": FALSE, "entry": "dp.group.printed", "repair": "dp.group"}],
    )

    assert examine(made, made.errata[0], Told()).problems == ("dp.group.printed must be refuted, got proved",)


def test_an_erratum_waits_for_checks_that_were_not_run():
    made = paper(
        ["dp.group.printed"],
        errata=[{**SLIP, "words": False, "class": FALSE, "entry": "dp.group.printed", "repair": "dp.group"}],
    )
    account = judge(made, Told(dp__group__printed=Status.CLAIMED))

    assert account.evidence[0].waiting == ("dp.group.printed",)
    assert account.judgement("Lemma 1.1").verdict is Verdict.UNCHECKED
    assert account.ok


@pytest.mark.parametrize(
    ("kind", "agrees", "expected"),
    [
        ("table", True, Verdict.ILLUSTRATION),
        ("lemma", True, Verdict.NOT_JUDGED),
        ("table", False, Verdict.INCONSISTENT),
        ("lemma", False, Verdict.INCONSISTENT),
    ],
)
def test_what_is_made_again_or_measured_must_come_out_as_it_should(kind, agrees, expected):
    results = (Result("Lemma 1.1", illustration=lambda library: Illustration(agrees, "compared")), linked(())[1])
    items = [{**RECORD["item"][0], "kind": kind}, *RECORD["item"][1:]]
    account = judge(assemble("made_up", {**RECORD, "item": items}, results, ()), Told())

    assert account.judgement("Lemma 1.1").verdict is expected


def test_a_measurement_that_notices_a_wrong_order_agrees():
    shown = Illustration(True, "compared", ("a factor d",))
    results = (Result("Lemma 1.1", illustration=lambda library: shown), linked(())[1])

    assert judge(assemble("made_up", RECORD, results, ()), Told()).judgement("Lemma 1.1").verdict is Verdict.MEASURED


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"same": "1.1-other"}, "same of erratum 1.1-again must be another erratum, got '1.1-other'"),
        ({"same": "1.1-again"}, "same of erratum 1.1-again must be another erratum"),
        ({"same": "1.1-slip", "class": OMISSION}, "erratum 1.1-again must have class and effect of 1.1-slip"),
        ({"same": "1.1-slip", "privacy": "over-noises"}, "erratum 1.1-again must have class and effect of 1.1-slip"),
    ],
)
def test_one_slip_has_one_class(change, complaint):
    with pytest.raises(PaperDataError, match=complaint):
        paper(errata=[SLIP, {**SLIP, "id": "1.1-again", "words": False, **change}])
    paper(errata=[SLIP, {**SLIP, "id": "1.1-again", "words": False, "same": "1.1-slip"}])
