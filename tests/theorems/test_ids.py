"""Ids can be guessed: of the form that is written down, on a topic that is listed, with a law that is one."""

import re
from collections import defaultdict
from dataclasses import replace
from itertools import combinations

import pytest
from sympy import Le, Symbol

from dpsym.kinds import LAWS
from theorems.card import QUANTITY
from theorems.entry import Theorem
from theorems.errors import EntryError
from theorems.index import refuse
from theorems.registry import registry
from theorems.statement import POSITIVE

QUANTITIES = frozenset(
    (
        *("renyi", "kl", "max", "profile", "inverse_profile", "tradeoff", "tv", "chi2"),
        *("hellinger", "loss_tail", "loss_variance", "hockey_stick", "f_divergence"),
    )
)
NOTIONS = frozenset(("dp", "rdp", "zcdp", "tcdp", "gdp", "ldp", "range"))
ASKED = frozenset(
    ("mechanism", "amplification", "calibration", "dominating", "density", "loss", "iteration", "lower_bound")
)
PAPERS = frozenset(
    (
        *("asymptotic", "bandwidth", "barthe", "cylinder", "database", "exp", "functional", "gamma", "geometry"),
        *("integral", "isotropic", "jensen", "knorm", "metric", "nim", "power", "rkhs", "volume"),
    )
)
ANALYSIS = frozenset(("holder", "log_sum", "markov"))
OLD = {"laplace": 8, "gaussian": 5, "rr": 1, "exponential": 1}
"""Topics that are laws, and how many entries keep such an id."""
LIBRARY = registry()


def _topic(id):
    return id.partition(".")[0]


def test_each_id_is_on_a_topic_that_is_listed():
    unknown = [id for id in LIBRARY if _topic(id) not in QUANTITIES | NOTIONS | ASKED | PAPERS | ANALYSIS | set(OLD)]
    assert unknown == []


def test_no_new_id_begins_with_a_law():
    assert {law: sum(_topic(id) == law for id in LIBRARY) for law in OLD} == OLD


def test_one_word_is_the_name_of_an_inequality():
    assert {id for id in LIBRARY if "." not in id} == ANALYSIS


def test_laws_stand_as_their_classes_do():
    words = {re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower() for name in LAWS}
    run_together = {word.replace("_", "") for word in words if "_" in word}
    assert [id for id in LIBRARY if run_together & set(id.split("."))] == []


@pytest.mark.parametrize(
    "id", ["Renyi.laplace", "renyi..laplace", "renyi.laplace.", "dp.printed.basic", "rényi.laplace", ""]
)
def test_an_id_of_another_form_is_refused(id):
    size = Symbol("size", positive=True)
    entry = Theorem(
        id="dp.some", title="", statement=Le(size, size**2 + 1), domain={size: POSITIVE}, typical={size: (1, 2)}
    )
    refuse(entry)
    with pytest.raises(EntryError, match="id must be small words joined by dots"):
        refuse(replace(entry, id=id))


def _sides(card):
    """Return the sides of an equation with a divergence in them, variables numbered as they come, with where these range."""
    for side in filter(QUANTITY.search, card.stated.statement.split(" = ")):
        words = re.split(r"([A-Za-z_]\w*)", side)
        names = list(dict.fromkeys(word for word in words if word in card.stated.domain))
        text = "".join(f"_{names.index(word)}" if word in names else word for word in words)
        yield text, tuple(card.stated.domain[name] for name in names), card.stated.hypotheses


def test_two_equations_about_one_quantity_say_how_they_belong_together():
    found = defaultdict(set)
    for id in LIBRARY:
        if (card := LIBRARY.card(id)).is_equation and not card.is_general:
            for side in _sides(card):
                found[side].add(id)
    untied = [
        sorted(ids) for ids in found.values() for one, other in combinations(sorted(ids), 2) if not _tied(one, other)
    ]
    assert untied == []


def _tied(one, other):
    first, second = LIBRARY.card(one), LIBRARY.card(other)
    links = {(card.id, link) for card in (first, second) for link in (card.specializes, card.corrects, card.sharpens)}
    shared = {first.specializes, first.corrects} & {second.specializes, second.corrects} - {""}
    rests = other in LIBRARY.ancestors(one) or one in LIBRARY.ancestors(other)
    return bool(links & {(one, other), (other, one)} or shared or rests)
