"""Chains of theorems told with the registry's statuses; a dangling or refuted id is an error."""

from dataclasses import replace

import pytest
from sympy import Symbol

import theorems
from dpsym import Gaussian, Laplace
from dpsym.display import width
from dpsym.guarantees import Guarantee
from dpsym.guarantees.nodes import Given
from dpsym.guarantees.search import all_arrows
from dpsym.measurement.facts import facts
from dpsym.symbols import delta, sigma
from theorems import provenance
from theorems.errors import ProvenanceError
from theorems.registry import registry
from theorems.status import Status


def _resting_on(*ids):
    answer = Laplace(10).to_approx(delta=1e-6)
    proof = replace(answer.proof, arrow=replace(answer.proof.arrow, theorems=ids, also=None))
    return Guarantee(Given(proof), answer.adjacency)


@pytest.mark.parametrize("arrow", all_arrows(), ids=lambda arrow: arrow.name)
def test_every_arrow_rests_on_believed_entries_and_known_sources(arrow):
    library = registry()
    assert arrow.theorems or arrow.also
    assert arrow.cites
    for id in arrow.theorems:
        assert library.is_believed(id), id
        assert library.own_status(id).is_backed, f"{id}: {library.own_status(id)}"
    text = library.bibliography.read_text(encoding="utf-8")
    for source in arrow.cites:
        assert f"{{{source.key}," in text, source


def test_names_of_arrows_are_unique():
    names = [arrow.name for arrow in all_arrows()]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(("id", "about"), facts().items(), ids=lambda each: each if isinstance(each, str) else "")
def test_the_entry_of_a_mechanism_is_about_that_quantity_of_that_law(id, about):
    quantity, family = about
    side = registry()[id].statement.lhs
    assert type(side) is quantity
    assert {type(law) for law in side.laws} == {family}


@pytest.mark.parametrize("id", ["no.such.entry", "rdp.group.printed"])
def test_a_dangling_or_refuted_id_is_an_error(id):
    for tell in (provenance.explain, provenance.latex, provenance.bibtex, provenance.statuses):
        with pytest.raises(ProvenanceError, match=id):
            tell(_resting_on(id))


@pytest.mark.slow
def test_a_proof_names_theorem_source_status_and_the_routes_that_lost():
    answer = Gaussian(0, 5).compose(1000).to_approx(delta=1e-6)
    assert "Other routes" not in theorems.explain(answer)
    told = theorems.explain(answer, long=True, routes=True)
    for word in (
        "Proof",
        "Given: Gaussian(0, 5)",
        "source: ",
        "entries: ",
        "(sampled)",
        "Other routes",
        "worse by a factor",
    ):
        assert word in told
    in_short = theorems.explain(answer)
    assert "(sampled)" in in_short
    assert "Proof" not in in_short
    assert len(in_short.splitlines()) < len(theorems.explain(answer, long=True).splitlines())


def test_without_the_registry_a_proof_names_its_entries_and_says_nothing_of_their_statuses():
    told = Laplace(10).to_approx(delta=1e-6).explain()
    assert "entries: " in told
    assert not any(f"({status.value})" in told for status in Status)


@pytest.mark.slow
def test_a_proof_of_symbols_is_a_paragraph_of_latex_with_its_sources():
    count = Symbol("k", integer=True, positive=True)
    answer = Gaussian(0, sigma).compose(count).to_approx(delta=delta)
    told = answer.latex()
    assert r"\cite" in told
    assert r"\sigma" in told
    assert told.count("$") % 2 == 0
    assert told.count("{") == told.count("}")
    keys = {source.key for step in answer.proof.steps() if step.arrow for source in step.arrow.cites}
    assert all(key in theorems.bibtex(answer) for key in keys)


def test_cases_and_maxima_of_a_proof_may_be_broken_over_lines():
    told = Gaussian(0, sigma).compose(Symbol("k", integer=True, positive=True)).to_approx(delta=delta).latex()
    assert r"\text{for}\ \delta = 1" in told
    assert r"\max\Bigl(0," in told
    assert r"\delta = \delta" not in told
    lines = told.partition(r"\begin{align*}")[2].partition(r"\end{align*}")[0].splitlines()
    assert len(lines) == 4
    assert all(width(line) < 33 for line in lines)
    assert r"\begin{cases}" not in told
