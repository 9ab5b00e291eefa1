"""How many entries of each kind the kernel accepts a proof about, and that those which the front page names are among them."""

import re
from pathlib import Path

import pytest

from theorems.kernel import kinds, record
from theorems.registry import registry

ACCEPTED = record.read()
PAIRS = [(registry().card(id), verdict) for id, verdict in ACCEPTED.items()]
LEAST = {
    "conversions and compositions": 35,
    "of the Laplace kind": 35,
    "Gaussian": 20,
    "finite families": 20,
    "series": 15,
    "other laws on the line": 10,
    "amplifications": 8,
    "refutations": 25,
}


def test_there_are_two_hundred_and_enough_of_each_kind():
    assert len(ACCEPTED) >= 200
    assert sum(verdict.grade == record.EXACT for verdict in ACCEPTED.values()) >= 140
    counted = kinds.count(PAIRS)
    assert counted.keys() == LEAST.keys()
    assert {kind: n for kind, n in counted.items() if n < LEAST[kind]} == {}


@pytest.mark.parametrize(
    ("id", "found"),
    [
        ("renyi.laplace", {"of the Laplace kind"}),
        ("density.truncated_laplace", {"of the Laplace kind"}),
        ("renyi.two_sided_geometric", {"series"}),
        ("calibration.geometric", {"conversions and compositions", "series"}),
        ("amplification.poisson.linear.printed", {"amplifications", "finite families", "refutations"}),
        ("exp.quadratic.plus", set()),
    ],
)
def test_kinds_of_an_entry(id, found):
    pair = registry().card(id), ACCEPTED[id]
    assert {kind for kind, of in kinds.KINDS.items() if of(*pair)} == found


def test_the_proofs_that_the_front_page_names_are_accepted():
    text = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
    (section,) = re.findall(r"^## A proof for the referee\n(.*?)^## ", text, re.MULTILINE | re.DOTALL)
    named = [id for id in re.findall(r"`([a-z_.]+)`", section) if id in registry()]
    assert {"mechanism.gaussian", "renyi.rr.tanh", "rdp.to_approx.optimal"} <= set(named)
    assert [id for id in named if id not in ACCEPTED or ACCEPTED[id].refuted] == []
    assert ACCEPTED["mechanism.gaussian"].grade == record.EXACT
