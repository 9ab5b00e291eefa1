"""Changed statements, which the proofs of the true ones must not prove: the lemmas hold as before, and each script that is replayed fails."""

import dataclasses
import re
import shutil
import subprocess

import pytest
from sympy import Eq, Ge, Gt, Le, Lt, Rational, oo

from theorems.kernel import library
from theorems.kernel.gate import claims
from theorems.kernel.printer import HEADER, coq_name, printed
from theorems.kernel.texts import PROOFS
from theorems.registry import registry

pytestmark = [pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq is not installed"), pytest.mark.slow]
LIMITS = {"Lemma": 60, "Theorem": 10}
"""Seconds after which a sentence is given up: a tactic may run on and on where a statement is false."""
GROUPS = [
    path.stem for path in sorted(PROOFS.glob("*.v")) if not all(claim.refutes for claim in claims(path.read_text()))
]
EXCHANGED = {Le: Lt, Lt: Le, Ge: Gt, Gt: Ge}


def mutant(entry):
    """Return the entry with a false statement: an equation off by a hundredth, an inequality the other way round."""
    left, right = entry.statement.lhs, entry.statement.rhs
    other = EXCHANGED.get(type(entry.statement))
    shifted = Eq(left, Rational(1, 100) + (0 if right == oo else right), evaluate=False)
    changed = other(right, left, evaluate=False) if other else shifted
    return dataclasses.replace(entry, statement=changed)


def refusals(group, tmp_path):
    """Return which lemmas of a proof file are lost, which mutants its scripts prove, and how many there are."""
    text = (PROOFS / f"{group}.v").read_text()
    ids = {coq_name(id): id for id in registry()}
    claimed = [claim for claim in claims(text) if not claim.refutes]
    mutants = [printed(mutant(registry()[ids[claim.statement]])).definition for claim in claimed]
    (tmp_path / f"{group}.v").write_text(HEADER + "\n".join(mutants))
    paths = ["-R", str(library.compiled()), "Dpsym", "-R", str(tmp_path), "Stated"]
    subprocess.run(["coqc", "-q", "-w", "none", *paths, f"{group}.v"], cwd=tmp_path, check=True, timeout=300)
    # one session that goes on after an error: a script that fails leaves its goal open, and no theorem behind
    sentences = re.split(r"(?m)^(?=(?:Theorem|Lemma|Ltac|Definition) )", text)
    lemmas = re.findall(r"(?m)^Lemma (\w+)", text)
    asked = [f"Locate {name}." for name in [*lemmas, *(claim.theorem for claim in claimed)]]
    limits = [f"Set Default Timeout {LIMITS.get(sentence.split(maxsplit=1)[0], 60)}." for sentence in sentences]
    script = "\nAbort All.\n".join([sentences[0], *map("\n".join, zip(limits[1:], sentences[1:], strict=True)), *asked])
    done = subprocess.run(
        ["coqtop", "-q", "-w", "none", *paths], input=script, capture_output=True, text=True, timeout=900, check=False
    )
    there = set(re.findall(r"Constant Top\.(\w+)", done.stdout))
    return set(lemmas) - there, {claim.theorem for claim in claimed} & there, len(claimed)


@pytest.mark.parametrize("group", GROUPS)
def test_scripts_prove_no_mutant(group, tmp_path):
    lost, proved, tried = refusals(group, tmp_path)
    assert lost == set()
    assert proved == set()
    assert tried > 0


def test_there_are_mutants_enough():
    claimed = [claim for path in PROOFS.glob("*.v") for claim in claims(path.read_text())]
    assert sum(not claim.refutes for claim in claimed) >= 50
