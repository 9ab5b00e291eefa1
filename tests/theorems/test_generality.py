"""No rule of the calculus outruns its evidence: what it names is stated for any laws, adaptive, of any length and order."""

from dataclasses import replace

import pytest

from dpsym.guarantees.search import all_arrows
from theorems.generality import shortfall
from theorems.registry import registry

LIBRARY = registry()
ARROWS = {arrow.name: arrow for arrow in all_arrows()}
PROVED_IN_WORDS = {"allocation.curve", "allocation.loss", "allocation.pure", "allocation.renyi"}
"""Rules about any steps, of which the registry states two of three, and one of two: the proof for any is the note of these entries alone."""


def test_every_rule_names_an_entry_as_general_as_it_is_applied():
    found = {name: words for name, arrow in ARROWS.items() if (words := shortfall(arrow, LIBRARY))}
    assert set(found) == PROVED_IN_WORDS


@pytest.mark.parametrize(
    ("name", "instance"),
    [
        ("composition.loss", "dp.composition.optimal.two"),
        ("composition.gdp", "gdp.composition"),
        ("composition.advanced", "dp.composition.advanced"),
        ("composition.central_limit", "loss_variance.kary"),
        ("poisson.loss_to_renyi", "amplification.poisson.gaussian.renyi"),
        ("composition.basic", "dp.composition.basic.many"),
        ("composition.renyi", "rdp.composition.independent"),
        ("group.pure", "dp.group.pure"),
        ("group.zcdp", "zcdp.group"),
        ("group.gdp", "gdp.group"),
        ("parallel.pure", "dp.composition.parallel"),
        ("processing.gdp", "gdp.profile"),
        ("zcdp_to_approx.tail", "zcdp.to_approx.tail"),
        ("gdp_to_renyi", "gdp.renyi"),
        ("poisson.renyi", "amplification.poisson.renyi.order_3"),
        ("without_replacement.renyi", "amplification.without_replacement.renyi.order_2"),
        ("poisson.profile", "amplification.poisson.laplace"),
        ("shuffle.clones", "amplification.shuffle.clones"),
        ("range_to_profile", "range.profile"),
    ],
)
def test_a_rule_on_an_instance_is_rejected(name, instance):
    assert instance in shortfall(replace(ARROWS[name], theorems=(instance,)), LIBRARY)


def test_a_rule_that_names_nothing_is_rejected():
    assert "any entry" in shortfall(replace(ARROWS["composition.pure"], theorems=()), LIBRARY)
