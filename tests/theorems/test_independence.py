"""Two roads that share code are one; and no evidence is read for more than it is."""

import json
import sys
from dataclasses import dataclass, replace
from fractions import Fraction

import pytest
from planted_registry import call, line_changed, planted, run_for_real
from sympy import Rational, exp

import mechanisms
from dpsym import KL, Laplace
from dpsym.parameters import b
from mechanisms import Estimate
from theorems import sources
from theorems.certificate import certify, read
from theorems.check import finding, run
from theorems.checks import Derive, Quadrature
from theorems.entry import Theorem
from theorems.errors import CertificateError
from theorems.independence import VOCABULARY, apart, road, shared_code
from theorems.outcome import CEILINGS, DEFINITION, DPSYM, MECHANISM, Outcome
from theorems.registry import registry
from theorems.statement import POSITIVE, eq
from theorems.status import Status

LIBRARY = registry()
DERIVED = Outcome("derive", DPSYM, Status.PROVED, "as told")
RAN = Outcome("quadrature", MECHANISM, Status.SAMPLED, "as told")
LAW = {"mechanisms.noise.laplace:Laplace._log_noise_density"}
ENCLOSED = Outcome("enclose", DEFINITION, Status.SAMPLED, "as told")


@dataclass(frozen=True)
class By:
    """A check that takes the road through these modules."""

    said: Outcome
    through: tuple[str, ...]

    def key(self):
        return f"by({self.said.check}, {self.through})"

    def modules(self):
        return self.through

    def run(self, theorem):
        run_for_real(self.said.leg)
        return self.said


def entry(*checks):
    return replace(planted("a.one"), checks=checks)


@pytest.fixture
def circular(tmp_path, monkeypatch):
    """Plant a run that asks the engine for the number: it knows the formula that it is to check."""
    package = tmp_path / "mechanisms_planted"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "honest.py").write_text("import mechanisms.errors\n")
    (package / "circular.py").write_text("def run():\n    from dpsym.derive import derive\n    return derive\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sources, "_packages", (*sources.packages(), "mechanisms_planted"))
    sources.forget()
    road.cache_clear()
    yield "mechanisms_planted"
    sys.modules.pop("mechanisms_planted", None)
    sources.forget()
    road.cache_clear()


def test_a_run_that_asks_the_engine_shares_its_code(circular):
    checks = By(DERIVED, ("dpsym.derive",)), By(RAN, (f"{circular}.circular",))
    assert "derive and quadrature share code, dpsym.derive" in shared_code(entry(*checks).card(), (DERIVED, RAN))


def test_a_run_that_asks_nobody_shares_none(circular):
    checks = By(DERIVED, ("dpsym.derive",)), By(RAN, (f"{circular}.honest",))
    assert shared_code(entry(*checks).card(), (DERIVED, RAN)) == ""


def test_a_second_leg_that_is_apart_is_enough(circular):
    checks = (By(DERIVED, ("dpsym.derive",)), By(RAN, (f"{circular}.circular",)), By(ENCLOSED, ("dpsym.enclose",)))
    assert shared_code(entry(*checks).card(), (DERIVED, RAN, ENCLOSED)) == ""


def test_one_road_is_all_that_agreement_at_points_claims(circular):
    checks = By(ENCLOSED, ("dpsym.enclose",)), By(RAN, ("dpsym.enclose",))
    assert shared_code(entry(*checks).card(), (ENCLOSED, RAN)) == ""


def test_legs_that_share_code_fail_the_check(circular, load):
    library = load(entry(By(DERIVED, ("dpsym.derive",)), By(RAN, (f"{circular}.circular",))))
    list(run(library, ["a.one"]))
    assert finding(library, "a.one", ran=True).problem.startswith("derive and quadrature share code, dpsym.derive")
    assert call(library, "check").exit_code == 1


def test_the_engine_and_the_balls_share_the_vocabulary_only():
    engine, balls = (road((name,)) for name in ("dpsym.derive", "dpsym.enclose"))
    assert engine
    assert balls
    assert not engine & balls


def test_the_runs_reach_no_symbol():
    runs = {
        start
        for id in LIBRARY
        for start, outcome in zip(LIBRARY.card(id).roads, LIBRARY.certificate(id).outcomes, strict=True)
        if outcome.check in ("quadrature", "sampling")
    }
    assert runs
    assert {name for start in runs for name in road(start) if name.startswith("dpsym")} == set()


def test_the_legs_of_each_entry_share_no_code():
    shared = {id: shared_code(LIBRARY.card(id), LIBRARY.certificate(id).outcomes) for id in LIBRARY}

    assert len(shared) > 900
    assert {id: code for id, code in shared.items() if code} == {}


@pytest.mark.parametrize("name", VOCABULARY)
def test_the_vocabulary_is_there(name):
    assert sources.path_of(name) is not None


@pytest.mark.parametrize("kind", [kind for kind, most in CEILINGS.items() if most in (Status.SAMPLED, Status.CLAIMED)])
def test_a_certificate_edited_to_state_more_than_its_evidence_is_refused(kind, load):
    library = load(
        entry(By(Outcome(kind, DPSYM, Status.CLAIMED, "as told"), ("theorems.status",)), By(RAN, ("theorems.errors",)))
    )
    list(run(library, ["a.one"]))
    record = json.loads((library.folder / "a.jsonl").read_text(encoding="utf-8"))
    record["checks"][0]["status"] = record["status"] = "proved"
    line_changed(library.folder, "a.one", lambda line: json.dumps(record))
    with pytest.raises(CertificateError, match="must not state more than its evidence"):
        read("a.one", library.folder)
    assert library.own_status("a.one") is Status.STALE
    assert call(library, "check", "--frozen").exit_code == 1


def test_a_certificate_whose_statement_was_edited_is_about_another(load):
    library = load(entry(By(RAN, ("theorems.errors",))))
    list(run(library, ["a.one"]))
    line_changed(library.folder, "a.one", lambda line: line.replace("x <= x + 1", "x <= x + 2"))
    assert library.own_status("a.one") is Status.STALE


KL_LAPLACE = Theorem(
    id="kl.planted",
    title="Planted",
    statement=eq(KL(Laplace(0, b), Laplace(1, b)), 1 / b + exp(-1 / b) - 1),
    domain={b: POSITIVE},
    typical={b: (Fraction(1, 2), 4)},
)


def by_the_engine(b):
    """Return the divergence from the closed form of the engine, found at run time and through no import that can be read.

    It integrates a density too, so that it passes for a run.
    """
    by_the_density(b)
    engine = __import__("importlib").import_module("dpsym.derive").derive
    value = engine(KL(Laplace(0, Rational(b)), Laplace(1, Rational(b)))).expression
    return Estimate(float(value), 1e-12)


def by_the_density(b):
    return mechanisms.Laplace(b).pair().kl()


@pytest.mark.parametrize(("against", "status"), [(by_the_engine, Status.CLAIMED), (by_the_density, Status.SAMPLED)])
def test_a_run_that_was_seen_to_execute_the_engine_backs_nothing(against, status):
    found, _ = certify(replace(KL_LAPLACE, checks=(Derive(), Quadrature(against, 4))))
    derived, ran = found.outcomes
    assert ran.status is status
    assert derived.status is (Status.PROVED if status is Status.SAMPLED else Status.SAMPLED)
    assert ("as derive did" in ran.detail) is (status is Status.CLAIMED)
    assert (found.status is Status.PROVED) is (status is Status.SAMPLED)


def test_what_evaluates_the_stated_formula_is_no_road_of_its_own():
    outcomes, shared = (DERIVED, RAN), {"dpsym.enclose.walker:Walker.walk", "dpsym.distributions.laplace:Laplace"}
    assert apart(outcomes, (shared, shared | LAW)) == outcomes
    definition = {"dpsym.enclose.definition.charts:End.kind"}
    assert apart(outcomes, (definition, definition | LAW)) == outcomes
    statuses = [each.status for each in apart((DERIVED, ENCLOSED, RAN), (definition, definition, LAW))]
    assert statuses == [Status.PROVED, Status.CLAIMED, Status.SAMPLED]
    assert apart((ENCLOSED, RAN), (definition, definition | LAW)) == (ENCLOSED, RAN)


def test_a_run_that_takes_a_closed_form_or_reaches_no_law_backs_nothing():
    for names in (set(), LAW | {"mechanisms.geometry.lp:LpBall.log_volume"}):
        derived, ran = apart((DERIVED, RAN), (set(), names))
        assert (derived.status, ran.status) == (Status.SAMPLED, Status.CLAIMED)
    assert apart((DERIVED, RAN), (set(), LAW)) == (DERIVED, RAN)


def test_a_proof_without_a_run_beside_it_is_worth_agreement_at_points():
    assert [each.status for each in apart((DERIVED, ENCLOSED), (set(), set()))] == [Status.SAMPLED, Status.SAMPLED]
    assert apart((DERIVED, ENCLOSED, RAN), (set(), set(), LAW)) == (DERIVED, ENCLOSED, RAN)
    against = replace(ENCLOSED, status=Status.REFUTED)
    assert apart((DERIVED, against), (set(), set())) == (DERIVED, against)
