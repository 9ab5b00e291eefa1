"""Coq proofs of a project's own entries: judged like those of this package, and recorded in the project's folder alone."""

import json
import shutil
from dataclasses import replace

import pytest
from click.testing import CliRunner

from papers import cli
from papers.paper import load
from papers.proofs import supplement
from papers.result import Result
from papers.verdict import Account
from theorems.kernel import known, library, record, texts
from theorems.kernel.errors import GateError
from theorems.kernel.place import BUILT_IN, Place
from theorems.kernel.run import groups
from theorems.project import ProjectError, at, chosen
from theorems.registry import KERNEL, Registry, registry
from theorems.status import Status

with_coq = pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq is not installed")
ENTRIES = """
from sympy import cosh, exp
from theorems.entry import Theorem
from theorems.statement import POSITIVE, eq
from dpsym.parameters import eps
SUM = exp(eps) + exp(-eps)
TRUE = Theorem(id="mine.true", title="True", statement=eq(2 * cosh(eps), SUM), domain={eps: POSITIVE}, typical={eps: (1, 2)})
TWIN = Theorem(id="mine.twin", title="False", statement=eq(2 * cosh(eps), SUM + 1), domain={eps: POSITIVE}, typical={eps: (1, 2)})
"""
PROOF = """From Coq Require Import Reals Lra.
From Stated Require own.
Open Scope R_scope.
Theorem {name} : {kind}.
Proof. intros e He. unfold cosh. lra. Qed.
"""
TRUE = PROOF.format(name="sum", kind="Stated.own.mine__true")
TWIN = PROOF.replace("own", "twin").format(name="sum", kind="Stated.twin.mine__twin")
REFUTED = """From Coq Require Import Reals Lra.
From Stated Require twin.
Open Scope R_scope.
Theorem no_sum : ~ Stated.twin.mine__twin.
Proof. intros H. specialize (H 1 ltac:(lra)). unfold cosh in H. lra. Qed.
"""


@pytest.fixture
def project(tmp_path):
    """Return a project with a true entry, its proof, and a false twin of the entry."""
    for name, text in {"dpsym.toml": "", "library/entries.py": ENTRIES, "kernel/own.v": TRUE}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    yield tmp_path
    known._recorded.cache_clear()
    known._present.cache_clear()


def check(project, *options):
    before = record.FILE.read_bytes()
    done = CliRunner().invoke(cli.main, ["--project", str(project), "check", "--kernel", *options])
    assert record.FILE.read_bytes() == before
    return done


def recorded(project):
    """Write the record that a run with Coq would, and return the registry."""
    with chosen(project):
        found = registry()
    card, behind = found.card("mine.true"), texts.files(TRUE)
    verdict = record.Verdict(card.id, "own", record.EXACT, False, (), "key", card.fingerprint, behind, False)
    record.write([verdict], project / "kernel" / "accepted.jsonl")
    return found


def test_the_proofs_of_a_project_are_those_of_its_own_entries(project):
    with chosen(project):
        found = registry()
    assert found.kernel == Place.of_project(project / "kernel") == found.place_of("mine.true")
    assert found.place_of("kl.laplace") == BUILT_IN
    assert [(group.name, group.ids, group.written) for group in groups(found, found.kernel)] == [
        ("own", ("mine.true",), False)
    ]


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize("claimed", ["kl__laplace", "mine__gone"])
def test_a_statement_that_is_no_entry_of_the_project_is_refused(project, claimed):
    (project / "kernel" / "own.v").write_text(TRUE.replace("mine__true", claimed))
    with chosen(project), pytest.raises(GateError, match="must prove statements of the project's own entries, got"):
        list(groups(registry(), registry().kernel))


def test_a_file_that_coq_cannot_name_is_refused(project):
    (project / "kernel" / "my-own.v").write_text(TRUE)
    with pytest.raises(GateError, match=r"called by letters, digits and _, got \['my-own'\]"):
        Place.of_project(project / "kernel").files()


def test_a_project_without_proofs_is_told_so_and_nothing_of_the_package_is_compiled(project, monkeypatch):
    shutil.rmtree(project / "kernel")
    monkeypatch.setattr(library, "version", lambda: pytest.fail("nothing is to be compiled"))
    done = check(project)
    assert (done.exit_code, len(done.stderr.splitlines())) == (2, 1)
    assert "must have a folder kernel with Coq proofs of its entries, got none" in done.stderr


def test_the_folder_is_named_by_the_configuration(project):
    (project / "dpsym.toml").write_text('kernel = "coq"')
    with pytest.raises(ProjectError, match=r"kernel in .* must be a folder that exists, got 'coq'"):
        at(project)
    (project / "kernel").rename(project / "coq")
    assert at(project).kernel == project / "coq"


def test_what_is_recorded_counts_for_the_entry_until_it_or_its_proof_changes(project, monkeypatch):
    monkeypatch.setattr(Registry, "checked_status", lambda self, id: Status.SAMPLED)
    found = recorded(project)
    assert (found.own_status("mine.true"), found.proofs("mine.true")) == (Status.PROVED, (KERNEL,))
    assert found.own_status("mine.twin") is Status.SAMPLED
    assert found.beside("mine.true").own_status("mine.true") is Status.PROVED
    known._present.cache_clear()
    (project / "kernel" / "own.v").write_text(TRUE + "\n")
    assert found.own_status("mine.true") is Status.SAMPLED


@pytest.mark.slow
def test_a_paper_of_the_project_takes_its_proofs_along(project):
    found = recorded(project)
    paper = replace(load("hall_2013"), results={"Claim 1": Result("Claim 1", ("mine.true", "renyi.rr.tanh"))})
    files = supplement(Account(paper, (), ()), found).files
    assert {name for name in files if name.startswith("scripts/")} == {
        "scripts/Proofs_own.v",
        "scripts/Proofs_hyperbolic.v",
    }
    assert "Definition mine__true : Prop" in files["statements/own.v"]


@with_coq
@pytest.mark.slow
def test_a_proof_is_accepted_and_that_of_another_statement_is_not(project):
    accepted = project / "kernel" / "accepted.jsonl"
    done = check(project)
    assert done.exit_code == 0, done.output
    assert "1 entries with a proof that the kernel accepts (1 exact" in done.stdout
    assert done.stderr.splitlines()[-1] == "own: accepted"
    before = accepted.read_text()
    assert [json.loads(line)["id"] for line in before.splitlines()] == ["mine.true"]

    assert "accepted" not in check(project).stderr  # nothing changed: nothing is compiled
    unnamed = TRUE.replace("Stated.own.mine__true", "forall e, 0 < e -> 2 * cosh e = exp e + exp (- e)")
    for forged, said in ((TWIN, "Proofs_twin.v must compile"), (unnamed, "twin must prove a statement")):
        (project / "kernel" / "twin.v").write_text(forged)
        done = check(project)
        assert done.exit_code == 1
        assert f"twin: {said}" in done.stderr
        assert accepted.read_text() == before

    (project / "kernel" / "twin.v").write_text(REFUTED)
    assert check(project).exit_code == 0
    assert [(json.loads(line)["id"], json.loads(line)["refuted"]) for line in accepted.read_text().splitlines()] == [
        ("mine.true", False),
        ("mine.twin", True),
    ]
    assert check(project, "--full", "--frozen").exit_code == 0
