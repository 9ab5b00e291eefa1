"""The adapters: every case is one that its peer's functions and the project's grammar take, and the conventions translate right."""

import ast
import csv
import math
import pickle
from fractions import Fraction

import pytest

from theorems.peers import grids, subjects
from theorems.peers.adapters import MODULES, adapter
from theorems.peers.base import BRACKET, DIRECTIONS, UPPER, Adapter, Function
from theorems.peers.errors import PeerError
from theorems.peers.report import REPORTS, stored
from theorems.peers.runner import Answer
from theorems.peers.scripts import function_source
from theorems.peers.verdicts import RIGHT, SOUND, verdict

PEERS = sorted(MODULES)
# long certified integrals: the compositions of the subsampled Gaussian, and the curves of many Laplace runs
_SLOW = ("subsample", "ctd_", "dpsgd", "prv_epsilon", "rdp_epsilon", "gdp_epsilon")


def _recorded():
    with REPORTS.with_name("conventions.csv").open(encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file) if not any(word in row["id"] for word in _SLOW)]


@pytest.mark.parametrize("name", PEERS)
def test_every_case_names_a_function_of_the_child_and_its_arguments(name):
    peer = adapter(name)
    tree = ast.parse(peer.calls.read_text(encoding="utf-8"))
    known = {node.name: node.args for node in tree.body if isinstance(node, ast.FunctionDef)}
    for case in peer.cases():
        signature = known[case.function.name]
        names = [each.arg for each in signature.args]
        assert set(case.arguments) <= set(names)
        assert set(names[: len(names) - len(signature.defaults)]) <= set(case.arguments)


@pytest.mark.parametrize("name", PEERS)
def test_every_case_can_be_sent_to_another_process(name):
    for case in adapter(name).cases():
        assert pickle.loads(pickle.dumps(case)).id == case.id  # noqa: S301 (made here)


@pytest.mark.parametrize("name", PEERS)
def test_the_child_imports_the_peer_inside_functions_and_nothing_of_this_project(name):
    tree = ast.parse(adapter(name).calls.read_text(encoding="utf-8"))
    assert not any(isinstance(node, (ast.Import, ast.ImportFrom)) for node in tree.body)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            modules = [node.module] if isinstance(node, ast.ImportFrom) else [each.name for each in node.names]
            assert not {(module or "").split(".")[0] for module in modules} & {
                "dpsym",
                "mechanisms",
                "theorems",
                "papers",
            }


@pytest.mark.parametrize("name", PEERS)
def test_every_function_says_what_it_promises_and_where_that_is_said(name):
    for function in adapter(name).functions:
        assert function.direction in DIRECTIONS
        assert len(function.source) > 20
        assert 0 < function.tolerance < 0.1


@pytest.mark.parametrize("name", PEERS)
def test_every_subject_is_read_by_the_grammar(name):
    from theorems.regress import Claim
    from theorems.regress.question import question

    chains = set()
    for case in adapter(name).cases():
        if case.nonsense or case.function.restated is not None:
            continue
        subject = case.subject
        shape = (case.function.name, subject.mechanism)
        if shape in chains:
            continue
        chains.add(shape)
        at = tuple((key, subjects.text(value)) for key, value in subject.at)
        assert question(Claim(subject.mechanism, subject.quantity, at, value="1", direction="upper"))
    assert chains


@pytest.mark.parametrize("name", PEERS)
def test_ids_are_unique_and_the_battery_has_typical_extreme_and_senseless_cases(name):
    cases = adapter(name).cases()
    assert len({case.id for case in cases}) == len(cases) > 100
    assert any(case.nonsense for case in cases)
    values = [value for case in cases for value in case.arguments.values()]
    assert any(isinstance(value, float) and math.isnan(value) for value in values)
    assert {0 < value < 1e-8 for value in values} == {True, False}


@pytest.mark.cases(1 / 4)
@pytest.mark.parametrize("row", _recorded(), ids=lambda row: f"{row['peer']}-{row['id']}")
def test_a_recorded_value_of_every_function_is_right_or_sound_under_the_conventions(row):
    """A convention that is translated wrongly (variance for deviation, scale for its inverse) moves these by far."""
    (case,) = (case for case in adapter(row["peer"]).cases() if case.id == row["id"])
    values = [float(value) for value in row["value"].split(";")]
    found = verdict(case, Answer(values if case.function.direction == BRACKET else values[0]))
    assert found.kind == row["kind"]
    assert found.kind in (RIGHT, SOUND)
    if row["relative"]:
        assert found.relative == pytest.approx(float(row["relative"]), rel=0.02, abs=1e-12)


def test_every_function_with_a_number_has_a_recorded_value():
    with REPORTS.with_name("conventions.csv").open(encoding="utf-8", newline="") as file:
        recorded = {(row["peer"], row["id"].split("(")[0]) for row in csv.DictReader(file)}
    for name in PEERS:
        report = stored(name)
        assert report is not None
        for row in report.rows:
            if row.kind in (RIGHT, SOUND) and row.value:
                assert (name, row.call) in recorded


def test_a_variance_taken_for_a_deviation_is_seen():
    """The check of the conventions has teeth: the same recorded value under a wrong translation is unsound."""
    wrong = Function("f", lambda sigma, delta: subjects.gaussian_epsilon(sigma**0.5, delta), UPPER, "planted", {})
    peer = Adapter("planted", "planted", (), (wrong,))
    (case,) = Function("f", wrong.subject, UPPER, "planted", {"sigma": (4.0,), "delta": (1e-5,)}).cases()
    assert peer.functions
    assert verdict(case, Answer(1.0)).kind == "unsound"


def test_the_odds_of_a_randomized_response_are_those_of_the_float_that_the_peer_is_given():
    (case,) = (case for case in adapter("opendp").cases() if case.id == "response_pure_epsilon(probability=0.999)")
    truth = Fraction(0.999)
    assert f"{truth.numerator}/{truth.denominator - truth.numerator}" in case.subject.mechanism


def test_nonsense_leaves_out_what_the_peer_never_sees():
    assert {"k": -1, "sigma": 1.0} in grids.nonsense({"k": 1, "sigma": 1.0})
    assert {"k": -1, "sigma": 1.0} not in grids.nonsense({"k": 1, "sigma": 1.0}, but=("k",))


def test_a_recipe_is_found_as_text():
    text = function_source(adapter("opacus").calls, "rdp")
    assert text.startswith("def rdp(sigma, q, order):")
    assert "dpsym" not in text


def test_an_unknown_peer_is_refused():
    with pytest.raises(PeerError, match=r"peer must be one of PLD_accounting, autodp, .*got 'nobody'"):
        adapter("nobody")
