"""What a proof file may hold, what it may assume, and forged files that the judge must refuse."""

import shutil
import threading
from pathlib import Path

import pytest

from theorems import sources
from theorems.kernel import library, record, run, texts
from theorems.kernel.errors import GateError
from theorems.kernel.gate import assumptions, claims, compiled, judge, prepared, without_comments
from theorems.kernel.place import BUILT_IN, Place
from theorems.kernel.printer import coq_name
from theorems.kernel.run import groups
from theorems.kernel.texts import PROOFS, WRITTEN
from theorems.registry import registry

with_coq = pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq is not installed")
HEAD = """From Coq Require Import Reals Lra.
From Dpsym Require Import Spaces Functions Divergences Laws Basics.
From Stated Require forged.
Open Scope R_scope.
"""
HONEST = """Theorem honest : Stated.forged.dp__trivial.
Proof. intros e He d H0 H1. assert (H := exp_ineq1_le e). lra. Qed.
"""
FALSE = "rdp.group.induction.printed"


def test_claims_are_read():
    first, second = claims(HEAD + HONEST + "Lemma other : ~ Stated.forged.rdp__group__induction__printed. Proof. Qed.")
    assert (first.theorem, first.statement, first.refutes) == ("honest", "dp__trivial", False)
    assert (second.theorem, second.statement, second.refutes) == ("other", "rdp__group__induction__printed", True)


@pytest.mark.parametrize(
    "sentence",
    [
        "Axiom false : False.",
        "Parameter x : R.",
        "Conjecture c : False.",
        "Hypothesis h : False.",
        "Variable v : False.",
        "Admitted.",
        "Unset Guard Checking.",
        "Unset Positivity Checking.",
        "Unset Universe Checking.",
        "Set Printing All.",
        "#[bypass_check(guard)] Fixpoint f (n : nat) : False := f n.",
        'Declare ML Module "x".',
        "Load other.",
        'Redirect "x" Print f.',
        'Notation "x <= y" := True.',
        'Infix "<=" := f.',
        "Module Stated. End Stated.",
        "Import Stated.",
        "Include M.",
        "Print R.",
        "Local Set Universe Polymorphism.",
        "Primitive p := #int63_add.",
        "Coercion f : a >-> b.",
        "Canonical f.",
        'Cd "/".',
        "Extraction f.",
        "Require Import Other.",
        "From Elsewhere Require Import Other.",
        "Global Arguments f.",
        "Hint Resolve f.",
    ],
)
def test_command_that_no_proof_needs_is_refused(sentence):
    with pytest.raises(GateError):
        claims(HEAD + sentence + "\n" + HONEST)


def test_words_in_comments_are_no_commands():
    assert claims(HEAD + "(* no Axiom (* nor Admitted *) here *)\n" + HONEST)
    assert "Axiom" not in without_comments('(* Axiom *) "Axiom"')
    for text in ("(* open", "(* (* *)", '"open'):
        with pytest.raises(GateError, match="must end"):
            without_comments(text)


def test_two_proofs_of_a_statement_are_refused():
    with pytest.raises(GateError, match="twice"):
        claims(HEAD + HONEST + HONEST.replace("honest", "again"))


def test_axioms_are_those_of_the_reals():
    names = ("ClassicalDedekindReals.sig_not_dec", "FunctionalExtensionality.functional_extensionality_dep")
    assert (
        assumptions(f"Axioms:\n{names[0]} : forall P : Prop, {{~ ~ P}} + {{~ P}}\n{names[1]}\n  : forall x, y\n")
        == names
    )
    assert assumptions("Closed under the global context\n") == ()
    assert assumptions("Axioms:\nPrimInt63.add : int\n") == ("PrimInt63.add",)
    for forged in (
        "false : False",
        "PrimFloat.add : float",
        "Proofs.forged.classic : False",
        "f is assumed to be guarded.",
    ):
        with pytest.raises(GateError):
            assumptions(f"Axioms:\n{forged}\n")
    with pytest.raises(GateError):
        assumptions("Section Variables:\nx : R")


def test_record_is_about_the_registry():
    accepted = record.read()
    assert set(accepted) <= set(registry())
    found = {path.stem: folder for folder in (PROOFS, WRITTEN) for path in folder.glob("*.v")}
    assert all(verdict.written == (found[verdict.group] == WRITTEN) for verdict in accepted.values())
    assert "written by the program" in record.summary(accepted)
    assert record.line(accepted["kl.laplace"]).startswith(
        "kl.laplace: exact, by the program in cells; axioms: Classical"
    )


def test_damaged_record_is_refused(tmp_path):
    file = tmp_path / "accepted.jsonl"
    assert record.read(file) == {}
    file.write_text('{"id": "x"}\n')
    with pytest.raises(GateError, match="verdict a line"):
        record.read(file)


def test_record_is_written_over_itself(tmp_path):
    file = tmp_path / "accepted.jsonl"
    found = record.read()
    for _ in range(2):
        record.write(found.values(), file)
    assert record.read(file) == found


def judged(text, folder, *ids):
    entries = {coq_name(id): registry()[id] for id in ids}
    forged = prepared("forged", text, entries)
    return judge(forged, compiled(forged, library.compiled(), folder / "work"))


@with_coq
@pytest.mark.slow
def test_honest_proof_is_accepted(tmp_path):
    found = judged(HEAD + HONEST, tmp_path, "dp.trivial")["dp__trivial"]
    assert not found.refutes
    assert not found.finite
    assert "ClassicalDedekindReals.sig_forall_dec" in found.axioms


@with_coq
@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        # a lemma that is not there, another statement, a proof that is none
        HEAD + "Theorem forged : Stated.forged.rdp__group__induction__printed. Proof. intros a Ha. lra. Qed.",
        HEAD + "Theorem forged : Stated.forged.rdp__group__induction__printed. Proof. exact I. Qed.",
        # the name of the statement means something else in the proof file
        HEAD
        + "Definition Rle (x y : R) := True.\nTheorem forged : Stated.forged.rdp__group__induction__printed. Proof. intros a Ha. exact I. Qed.",
        HEAD
        + "Definition rdp__group__induction__printed := True.\nTheorem forged : Stated.forged.rdp__group__induction__printed. Proof. exact I. Qed.",
        # the proof of a theorem of this name that is another
        HEAD + "Theorem forged : True. Proof. exact I. Qed.\n"
        'Goal True. Proof. idtac "Theorem x : Stated.forged.rdp__group__induction__printed.". exact I. Qed.',
        # axioms of other libraries
        HEAD.replace("Reals Lra.", "Reals Lra Uint63 PrimFloat FloatAxioms.")
        + "Theorem forged : Stated.forged.rdp__group__induction__printed. Proof. exfalso. exact (FloatAxioms.add_spec). Qed.",
    ],
)
def test_forged_proof_is_refused(text, tmp_path):
    with pytest.raises(GateError):
        judged(text, tmp_path, FALSE)


def test_coq_runs_at_once_and_one_thread_judges_what_it_says(monkeypatch):
    """Numbers are compared there, and their precision is one for all threads."""
    few = dict(list(BUILT_IN.files().items())[:3])
    compiling, judging = [], []

    def compiled(case, *rest):
        compiling.append(threading.current_thread())
        return case.group

    def refused(case, said):
        judging.append(threading.current_thread())
        raise GateError(f"{case.group} says {said}")

    monkeypatch.setattr(Place, "files", lambda place: few)
    monkeypatch.setattr(library, "require_coq", lambda: None)
    monkeypatch.setattr(library, "compiled", lambda seconds: Path())
    monkeypatch.setattr(run, "compiled", compiled)
    monkeypatch.setattr(run, "judge", refused)
    assert run.check(registry(), again=1).complaints == {name: f"{name} says {name}" for name in few}
    assert threading.main_thread() not in compiling
    assert judging == [threading.main_thread()] * len(few)


def test_changed_judge_outdates_what_it_accepted(monkeypatch):
    few = dict(list(BUILT_IN.files().items())[:4])
    monkeypatch.setattr(Place, "files", lambda place: few)
    before = {group.name: group.key for group in groups(registry())}
    looked_at = []
    monkeypatch.setattr(texts, "code_digest", lambda modules, within: looked_at.append((modules, within)) or "changed")
    texts._judging.cache_clear()
    after = {group.name: group.key for group in groups(registry())}
    texts._judging.cache_clear()
    assert looked_at == [(("theorems.kernel.gate", "theorems.kernel.reduction"), "theorems.kernel")]
    assert before.keys() == few.keys()
    assert all(before[name] != after[name] for name in before)
    read = {name for name in sources.closure(looked_at[0][0]) if name.startswith("theorems.kernel.")}
    assert {
        f"theorems.kernel.{name}"
        for name in ("gate", "compare", "reader", "measures", "scalars", "syntax", "printer", "relations")
    } <= read
