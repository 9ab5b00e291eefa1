"""Every mechanism names the entry of its guarantee, and the checks of that entry run the mechanism."""

import dataclasses
import itertools

import pytest

import mechanisms
from theorems.checks import Quadrature, Sampling
from theorems.checks.audit import FAMILY, FAMILY_WISE, Audit
from theorems.outcome import MECHANISM
from theorems.ran import ran as known_to_have_run
from theorems.registry import registry

LIBRARY = registry()
CLASSES = {
    name: kind
    for name in mechanisms.__all__
    if isinstance(kind := getattr(mechanisms, name), type) and hasattr(kind, "guarantee")
}
STATISTICAL = [
    (id, number)
    for id in LIBRARY
    for number, key in enumerate(LIBRARY.card(id).keys)
    if key.partition("(")[0] in ("audit", "sampling")
]
AUDITED = [id for id, number in STATISTICAL if LIBRARY.card(id).keys[number].startswith("audit(")]
# What a user releases with; the classes of linear queries carry their guarantee beside their geometry.
RELEASED = {
    "AboveThreshold",
    "Binomial",
    "DiscreteGaussian",
    "DomainLaplace",
    "ExponentialMechanism",
    "FunctionalMechanism",
    "Gaussian",
    "HadamardResponse",
    "HybridMean",
    "KaryRandomizedResponse",
    "Laplace",
    "OneBitMean",
    "PermuteAndFlip",
    "PiecewiseMean",
    "PlanarLaplace",
    "PrivUnit",
    "ProposeTestRelease",
    "RandomizedResponse",
    "Rappor",
    "ReportNoisyMax",
    "Skellam",
    "Staircase",
    "StreamGaussian",
    "SubsetSelection",
    "TruncatedLaplace",
    "TwoSidedGeometric",
    "UnaryEncoding",
    "VectorGaussian",
    "VectorLaplace",
}


def test_every_released_mechanism_names_its_guarantee():
    assert set(CLASSES) >= RELEASED


@pytest.mark.parametrize("name", CLASSES)
def test_the_guarantee_is_an_entry_that_is_believed_and_backed(name):
    id = CLASSES[name].guarantee

    assert LIBRARY.is_believed(id)
    assert LIBRARY.own_status(id).is_backed
    assert LIBRARY[id].cites or LIBRARY[id].uses


@pytest.mark.cases(1 / 4)
@pytest.mark.parametrize("name", sorted(RELEASED))
def test_the_numeric_leg_of_the_guarantee_runs_the_mechanism_itself(name, monkeypatch):
    kind, entry = CLASSES[name], LIBRARY[CLASSES[name].guarantee]
    made = []
    original = kind.__init__

    def counted(self, *arguments, **named):
        made.append(type(self))
        original(self, *arguments, **named)

    monkeypatch.setattr(kind, "__init__", counted)
    ran = []
    for check in entry.checks:
        before = len(made)
        small = {Quadrature: {"count": 1}, Audit: {"runs": 400}, Sampling: {"size": 50}}.get(type(check))
        if small is not None:
            outcome = dataclasses.replace(check, **small).run(entry)
            assert outcome.leg == MECHANISM
            ran.append(len(made) > before)

    assert sum(ran) >= 2
    assert kind.__module__ in {name.partition(":")[0] for name in known_to_have_run(entry.id, LIBRARY.folder).names}
    assert all(issubclass(one, kind) for one in made)


def test_right_mechanisms_are_refuted_by_any_check_of_the_registry_with_the_stated_probability_at_most():
    checks = [LIBRARY[id].checks[number] for id, number in STATISTICAL]
    assert all(isinstance(check, (Audit, Sampling)) for check in checks)
    assert len(checks) <= FAMILY
    assert sum(check.false_alarm for check in checks) <= FAMILY_WISE


@pytest.mark.parametrize("id", sorted(set(AUDITED)))
def test_every_audit_states_its_errors_and_its_power_against_planted_bugs(id):
    details = [outcome.detail for outcome in LIBRARY.certificate(id).outcomes if outcome.check == "audit"]
    assert len(details) == AUDITED.count(id)

    for detail in details:
        assert "false alarm 1e-09, 1e-06 over the registry" in detail
        assert "a planted bug is found with probability at least: " in detail
        assert "none planted" not in detail


def test_the_planted_bugs_of_the_registry_are_the_known_ones():
    said = " ".join(
        outcome.detail for id in AUDITED for outcome in LIBRARY.certificate(id).outcomes if outcome.check == "audit"
    )

    for bug in (
        "noise halved",
        "scale taken as variance",
        "sensitivity off by two",
        "path pinned at a point",
        "domain read off the data",
        "one draw for both coordinates",
        "seed reused",
    ):
        assert f"{bug}: 1 - " in said


def test_no_two_mechanisms_share_a_guarantee():
    pairs = itertools.combinations(sorted(RELEASED), 2)
    assert [pair for pair in pairs if CLASSES[pair[0]].guarantee == CLASSES[pair[1]].guarantee] == []
