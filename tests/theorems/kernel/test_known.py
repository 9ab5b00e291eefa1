"""What the kernel accepted counts for the status of an entry as long as it is about the present statement, by the present proof."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from sympy import Rational, Symbol, gamma

from theorems.kernel import compare, known, record, run, texts
from theorems.kernel.place import BUILT_IN
from theorems.registry import KERNEL, Registry, registry
from theorems.status import Status

LIBRARY = registry()
RECORDED = record.read()
LIFTED = [
    id
    for id, verdict in RECORDED.items()
    if verdict.grade != record.FINITE and not verdict.refuted and LIBRARY.checked_status(id) is Status.SAMPLED
]
x = Symbol("x", positive=True)


@pytest.fixture
def recorded(monkeypatch):
    """Put verdicts in place of those that are recorded."""

    def put(*verdicts):
        monkeypatch.setattr(known, "_recorded", lambda file: {verdict.id: verdict for verdict in verdicts})

    known._present.cache_clear()
    yield put
    known._present.cache_clear()


@pytest.fixture
def checked(monkeypatch):
    """Put a status in place of what the checks of entries find."""
    return lambda status: monkeypatch.setattr(Registry, "checked_status", lambda self, id: status)


def test_a_proof_of_the_very_statement_beside_checks_that_agree_makes_an_entry_proved():
    assert len(LIFTED) > 20
    assert {LIBRARY.own_status(id) for id in LIFTED} == {Status.PROVED}
    assert {LIBRARY.proofs(id) for id in LIFTED} == {(KERNEL,)}


def test_a_proof_on_finite_spaces_that_passes_to_countable_ones_is_one():
    countable = [id for id in LIFTED if RECORDED[id].grade == record.COUNTABLE]
    assert "renyi.data_processing" in countable


def test_a_verdict_about_an_entry_that_was_changed_is_judged_again(monkeypatch):
    id = LIFTED[0]
    same = RECORDED[id]
    ids = tuple(each for each, verdict in RECORDED.items() if verdict.group == same.group)
    group = run.Group(same.group, "", ids, same.key, same.files, same.written)
    monkeypatch.setattr(run, "groups", lambda registry, place: [group])
    monkeypatch.setattr(run, "_verdict", lambda group, registry, id, accepted: RECORDED[id])
    monkeypatch.setattr(run, "coq_name", lambda id: "known")
    monkeypatch.setattr(run, "prepared", lambda *arguments: None)
    monkeypatch.setattr(run, "compiled", lambda *arguments: "")
    monkeypatch.setattr(run, "judge", lambda case, said: {"known": None})
    monkeypatch.setattr(run.library, "require_coq", lambda: None)
    monkeypatch.setattr(run.library, "compiled", lambda seconds: Path())
    assert run.check(LIBRARY).compiled == ()
    monkeypatch.setattr(
        run.record, "read", lambda file: {**RECORDED, id: replace(same, fingerprint="of another statement")}
    )
    assert run.check(LIBRARY).compiled == (same.group,)


def test_a_verdict_by_a_proof_file_that_names_another_statement_or_its_negation_counts_for_nothing(recorded):
    id = LIFTED[0]
    same = RECORDED[id]
    # an entry of which the file says nothing, under the digests of the file as it is
    other = next(each for each in LIBRARY if LIBRARY.checked_status(each) is Status.SAMPLED and each not in RECORDED)
    recorded(same, replace(same, id=other, fingerprint=LIBRARY.card(other).fingerprint))
    assert [LIBRARY.own_status(each) for each in (id, other)] == [Status.PROVED, Status.SAMPLED]
    recorded(replace(same, refuted=not same.refuted))
    assert LIBRARY.own_status(id) is Status.SAMPLED


@pytest.mark.parametrize(
    "changes", [{"fingerprint": "of another statement"}, {"files": "of another proof"}, {"grade": record.FINITE}]
)
def test_a_verdict_about_another_statement_or_proof_counts_for_nothing(recorded, changes):
    id = LIFTED[0]
    recorded(RECORDED[id])
    assert LIBRARY.own_status(id) is Status.PROVED
    recorded(replace(RECORDED[id], **changes))
    assert LIBRARY.own_status(id) is Status.SAMPLED
    assert LIBRARY.proofs(id) == ()


def test_a_proof_file_that_was_changed_after_it_was_compiled_counts_for_nothing(recorded, monkeypatch, tmp_path):
    id = LIFTED[0]
    shutil.copytree(texts.PROOFS, tmp_path / "proofs")
    monkeypatch.setattr("theorems.registry.BUILT_IN", replace(BUILT_IN, proofs=tmp_path / "proofs"))
    assert LIBRARY.own_status(id) is Status.PROVED
    known._present.cache_clear()
    file = tmp_path / "proofs" / f"{RECORDED[id].group}.v"
    file.write_text(file.read_text() + "\n")
    assert LIBRARY.own_status(id) is Status.SAMPLED


@pytest.mark.parametrize(
    ("refuted", "status", "amount"),
    [
        (False, Status.CLAIMED, Status.CLAIMED),
        (False, Status.SAMPLED, Status.PROVED),
        (False, Status.PROVED, Status.PROVED),
        (False, Status.REFUTED, Status.CONFLICT),
        (False, Status.STALE, Status.STALE),
        (True, Status.CLAIMED, Status.REFUTED),
        (True, Status.SAMPLED, Status.REFUTED),
        (True, Status.PROVED, Status.CONFLICT),
        (True, Status.REFUTED, Status.REFUTED),
    ],
)
def test_what_the_kernel_accepts_and_what_the_checks_find_are_put_together(
    recorded, checked, monkeypatch, refuted, status, amount
):
    id = LIFTED[0]
    monkeypatch.setattr(known, "is_present", lambda *present: True)  # as if the proof file proved either
    recorded(replace(RECORDED[id], refuted=refuted))
    checked(status)
    assert LIBRARY.own_status(id) is amount


def test_expressions_agree_at_a_pole_if_they_are_the_same():
    assert compare._near(gamma(x), gamma(x), {x: Rational(-1)})
    assert not compare._near(gamma(x), gamma(x) + 1, {x: Rational(-1)})
