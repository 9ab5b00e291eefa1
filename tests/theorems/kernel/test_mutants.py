"""Changed statements, which the proofs of the true ones must not prove."""

import dataclasses
import re
import shutil
import subprocess

import pytest
from sympy import Eq, Ge, Gt, Le, Lt, Rational

from theorems.kernel import library
from theorems.kernel.gate import claims
from theorems.kernel.printer import HEADER, coq_name, printed
from theorems.kernel.texts import PROOFS
from theorems.registry import registry

pytestmark = [pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq is not installed")]
_LONG = {"gaussian"}  # a script that fails there runs on and on
EXCHANGED = {Le: Lt, Lt: Le, Ge: Gt, Gt: Ge}


def mutant(entry):
    """Return the entry with a false statement: an equation off by a hundredth, an inequality the other way round."""
    left, right = entry.statement.lhs, entry.statement.rhs
    other = EXCHANGED.get(type(entry.statement))
    shifted = Eq(left, right + Rational(1, 100), evaluate=False)
    changed = other(right, left, evaluate=False) if other else shifted
    return dataclasses.replace(entry, statement=changed)


def refusals(group, tmp_path):
    """Return how many mutants the scripts of a proof file fail to prove, and how many there are."""
    text = (PROOFS / f"{group}.v").read_text()
    ids = {coq_name(id): id for id in registry()}
    claimed = [claim for claim in claims(text) if not claim.refutes]
    mutants = [printed(mutant(registry()[ids[claim.statement]])).definition for claim in claimed]
    (tmp_path / f"{group}.v").write_text(HEADER + "\n".join(mutants))
    paths = ["-R", str(library.compiled()), "Dpsym", "-R", str(tmp_path), "Stated"]
    subprocess.run(["coqc", "-q", "-w", "none", *paths, f"{group}.v"], cwd=tmp_path, check=True, timeout=300)
    # one session that goes on after an error: a script that fails leaves its goal open, and no theorem behind
    sentences = re.split(r"(?m)^(?=(?:Theorem|Lemma|Ltac|Definition) )", text)
    asked = [f"Fail Check {claim.theorem}." for claim in claimed]
    script = "\nAbort All.\n".join([*sentences, *asked])
    done = subprocess.run(
        ["coqtop", "-q", "-w", "none", *paths], input=script, capture_output=True, text=True, timeout=900, check=False
    )
    refused = done.stdout.count("The command has indeed failed") + done.stderr.count("The command has indeed failed")
    return refused, len(claimed)


@pytest.mark.parametrize(
    "group",
    [
        pytest.param(path.stem, marks=pytest.mark.long if path.stem in _LONG else pytest.mark.slow)
        for path in sorted(PROOFS.glob("*.v"))
    ],
)
def test_scripts_prove_no_mutant(group, tmp_path):
    refused, tried = refusals(group, tmp_path)
    assert refused == tried
