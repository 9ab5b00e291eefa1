"""What a status above sampled rests on is published, observed, and no more than it has to be."""

import copy
import json

import pytest
from planted_registry import call

from theorems.certificate import certify, write
from theorems.ran import Ran
from theorems.registry import registry

COVERED, PROVED, DERIVED = "exp.quadratic.plus", "exp.quadratic.minus.sharp", "kl.kary"
ENTRY = {"theorems.compare", "theorems.entry", "theorems.outcome", "theorems.status", "theorems.text"}
REPLAY = {
    "theorems.given",
    "theorems.replaying",
    "theorems.verify.formula",
    "theorems.verify.inequalities",
    "theorems.verify.judging",
    "theorems.verify.replay",
}
DEFINITIONS = {f"theorems.verify.{name}" for name in ("definitions", "laws", "lines", "totals")}
# what may run beside, by kind of evidence: this list may shrink
MODULES = {
    "dominated": ENTRY | REPLAY | {"theorems.verify.boxes"},
    "proved": ENTRY | REPLAY | {"theorems.points", "theorems.verify.boxes", "theorems.verify.proofs"},
    "derive": ENTRY | REPLAY | DEFINITIONS | {"theorems.points", "theorems.checks.derive"},
}
PACKAGES = {
    "dominated": set(),
    "proved": {
        "dpsym.arithmetic",
        "dpsym.ball",
        "dpsym.enclose",
        "dpsym.errors",
        "dpsym.parameters",
        "dpsym.parse",
        "dpsym.prove",
    },
    "derive": {
        "dpsym.ball",
        "dpsym.derive",
        "dpsym.distributions",
        "dpsym.divergences",
        "dpsym.enclose",
        "dpsym.errors",
        "dpsym.parameters",
    },
}


@pytest.fixture(scope="module")
def trust(tmp_path_factory):
    library = copy.copy(registry())
    library.folder = tmp_path_factory.mktemp("certificates")
    for id in (COVERED, PROVED, DERIVED):
        certificate, _ = certify(library[id])
        write(certificate, Ran.now(certificate.fingerprint, frozenset()), library.folder)
    result = call(library, "verify", "--trust", "--json", COVERED, PROVED, DERIVED)
    assert result.exit_code == 0
    return json.loads(result.stdout)


def test_every_kind_of_proof_has_its_list(trust):
    assert set(trust) == set(MODULES)


@pytest.mark.parametrize("kind", sorted(MODULES))
def test_the_list_does_not_grow(kind, trust):
    ours = {name for name in trust[kind] if name.startswith("theorems.")}
    packages = {".".join(name.split(".")[:2]) for name in trust[kind]} - {
        ".".join(name.split(".")[:2]) for name in ours
    }
    assert ours - MODULES[kind] == set()
    assert packages - PACKAGES[kind] == set()
    assert not any(name.startswith(("mechanisms", "papers")) for name in trust[kind])


def test_a_cover_rests_on_no_code_of_the_search(trust):
    assert not any(name.startswith("dpsym") for name in trust["dominated"])
    assert "theorems.verify.boxes" in trust["dominated"]
