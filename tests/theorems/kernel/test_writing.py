"""Proofs that the program writes: what it writes is what is committed, what it cannot write is refused by name, and Coq accepts some."""

import shutil
import subprocess

import pytest
from click.testing import CliRunner

from theorems.cli import main
from theorems.kernel.gate import claims
from theorems.kernel.printer import coq_name
from theorems.kernel.texts import PROOFS, WRITTEN
from theorems.kernel.writing import script
from theorems.registry import registry

ASYMMETRIC = "Renyi(alpha, AsymmetricLaplace(0, b, beta), AsymmetricLaplace(1, b, beta))"


def run(*arguments):
    return CliRunner().invoke(main, list(arguments))


def test_committed_proofs_are_what_the_program_writes():
    committed = (WRITTEN / "cells.v").read_text()
    ids = {coq_name(id): id for id in registry()}
    entries = [registry()[ids[claim.statement]] for claim in claims(committed)]
    assert script.file("cells", entries) == committed


def test_what_a_person_proved_the_program_leaves():
    by_hand = {claim.statement for path in PROOFS.glob("*.v") for claim in claims(path.read_text())}
    written = {claim.statement for path in WRITTEN.glob("*.v") for claim in claims(path.read_text())}
    assert written
    assert not by_hand & written


def test_script_holds_library_statement_and_proof(tmp_path):
    file = tmp_path / "proof.v"
    assert run("derive", ASYMMETRIC, "--coq", str(file)).exit_code == 0
    text = file.read_text()
    assert "From Dpsym" not in text
    assert "Module Divergences." in text
    assert "Definition derived : Prop" in text
    assert "Theorem derived_proved : derived." in text
    assert "Admitted" not in text


@pytest.mark.parametrize(
    ("formula", "what"),
    [
        ("Renyi(alpha, Poisson(1), Poisson(2))", "the law Poisson"),
        ("HockeyStick(eps, Laplace(0, b), Laplace(1, b))", "HockeyStick"),
        ("Renyi(alpha, Gaussian(0, 1), Gaussian(0, 2))", "two scales"),
        ("Renyi(alpha, RandomizedResponse(eps, 1), RandomizedResponse(eps, 0))", "the law RandomizedResponse"),
    ],
)
def test_what_cannot_be_exported_is_refused_by_name(formula, what, tmp_path):
    file = tmp_path / "proof.v"
    done = run("derive", formula, "--coq", str(file))
    assert done.exit_code != 0
    assert what in done.output
    assert not file.exists()


def test_inequality_is_proved_refuted_or_neither(tmp_path):
    assert run("prove", "Abs(t - 1) <= 3/2", "--over", "t=1/2:2").exit_code == 0
    refuted = run("prove", "exp(t) <= 1 + t", "--over", "t=0:1")
    assert refuted.exit_code == 1
    assert "refuted at t = " in refuted.output
    assert run("prove", "t <= 1", "--over", "t").exit_code == 2


def test_cover_of_a_function_without_enclosure_is_refused_by_name(tmp_path):
    done = run("prove", "erf(t)*(1 - t) <= 1/2", "--over", "t=0:1", "--coq", str(tmp_path / "proof.v"))
    assert done.exit_code != 0
    assert "the function erf" in done.output


def test_proof_by_descent_is_refused_by_name(tmp_path):
    done = run("prove", "1 + t <= exp(t)", "--over", "t=0:1", "--coq", str(tmp_path / "proof.v"))
    assert "a proof by descent" in done.output


@pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq is not installed")
@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        ("derive", "KL(Exponential(0, b), Exponential(0, beta))"),
        ("derive", "KL(Bernoulli(p), Bernoulli(q))"),
        ("derive", "Renyi(alpha, Bernoulli(p), Bernoulli(q))"),
        ("derive", ASYMMETRIC),
        ("derive", "SquaredHellinger(Laplace(0, b), Laplace(1, b))"),
        ("derive", "Renyi(alpha, Gaussian(0, sigma), Gaussian(1, sigma))"),
        ("derive", "HockeyStick(eps, Gaussian(0, sigma), Gaussian(1, sigma))"),
        ("prove", "Abs(t - 1) <= 3/2", "--over", "t=1/2:2"),
        ("prove", "t*(1 - t) <= 1/3", "--over", "t=0:1"),
        ("prove", "Max(t, 1 - t) <= 3/2", "--over", "t=0:1"),
        ("prove", "a*b + Abs(a - b) <= 3", "--over", "a=0:1", "--over", "b=0:1"),
        ("prove", "log(1 + t)*(1 - t) <= 1/4", "--over", "t=0:1"),
        ("prove", "exp(t) <= 1 + t", "--over", "t=0:1"),
        ("prove", "tanh(t) >= t", "--over", "t=0:1"),
    ],
)
def test_coq_accepts_the_script(command, tmp_path):
    file = tmp_path / "proof.v"
    run(*command, "--coq", str(file))
    done = subprocess.run(
        ["coqc", "-q", "-w", "none", file.name], cwd=tmp_path, capture_output=True, text=True, timeout=900, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "Axioms:" in done.stdout
    assert "derived" not in done.stdout
