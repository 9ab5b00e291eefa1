"""Entries: what is refused at construction, and what moves the fingerprint."""

from contextlib import nullcontext
from dataclasses import dataclass, replace

import pytest
from sympy import Dummy, Eq, Interval, Le, Rational, S, Symbol, Union, exp, oo, symbols

from theorems.checks import Proved
from theorems.entry import Cite, Theorem
from theorems.errors import EntryError, RegistryError
from theorems.index import refuse

x, y = symbols("x y", positive=True)
POSITIVE = Interval.open(0, oo)


@dataclass(frozen=True)
class Named:
    name: str

    def key(self):
        return self.name


def planted(**changes):
    fields = {
        "id": "topic.entry",
        "title": "An entry",
        "statement": Le(x, x + 1, evaluate=False),
        "domain": {x: POSITIVE},
        "typical": {x: (1, 20)},
    }
    return Theorem(**{**fields, **changes})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"statement": x + 1}, "statement of topic.entry must be an unevaluated equation or inequality"),
        ({"statement": S.true}, "statement of topic.entry must be an unevaluated equation or inequality"),
        ({"statement": Le(x, y)}, r"domain of topic.entry must name every symbol, got none for \['y'\]"),
        ({"hypotheses": (Le(y, 1),)}, r"domain of topic.entry must name every symbol, got none for \['y'\]"),
        ({"statement": Le(x, Symbol("x"))}, r"variables of topic.entry must have names of their own, .* \['x'\]"),
        ({"statement": Le(x, Dummy("y"))}, "variables of topic.entry must be no dummies, got _y"),
        ({"typical": {}}, r"typical box of topic.entry must name every symbol, got none for \['x'\]"),
        ({"typical": {x: (1, 2), y: (1, 2)}}, "typical box of topic.entry must name symbols of the domain, got y"),
        ({"typical": {x: (-3, -1)}}, r"typical box of topic.entry must lie in the domain, got x in \[-3, -1\]"),
        ({"typical": {x: (-10, 30)}}, r"typical box of topic.entry must lie in the domain, got x in \[-10, 30\]"),
        ({"typical": {x: (20, 1)}}, r"typical box of topic.entry must lie in the domain, got x in \[20, 1\]"),
        ({"domain": {x: S.Naturals}, "typical": {x: (Rational(1, 2), 3)}}, "typical box of topic.entry must lie"),
    ],
)
def test_malformed_entries_are_refused_with_name_rule_and_value(changes, message):
    with pytest.raises(EntryError, match=message) as caught:
        planted(**changes)
    assert isinstance(caught.value, RegistryError)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    ("domain", "box"),
    [
        (S.Naturals, (1, 64)),
        (S.Naturals0, (0, 3)),
        (POSITIVE, (0, 5)),
        (Union(Interval.open(0, 1), Interval.open(1, oo)), (Rational(1, 2), Rational(3, 2))),
        (Interval(2, 2), (2, 2)),
    ],
)
def test_boxes_that_lie_in_the_closed_domain_are_taken(domain, box):
    assert planted(domain={x: domain}, typical={x: box}).typical == {x: box}


@pytest.mark.parametrize(
    "changes",
    [
        {"title": "Another title"},
        {"note": "A remark"},
        {"cites": (Cite("key", "Theorem 1"),)},
        {"id": "topic.renamed"},
        {"specializes": "topic.general"},
    ],
)
def test_prose_and_sources_leave_the_fingerprint(changes):
    assert planted(**changes).fingerprint() == planted().fingerprint()


@pytest.mark.parametrize(
    "changes",
    [
        {"statement": Le(x, x + 2, evaluate=False)},
        {"statement": Eq(x, x + 1, evaluate=False)},
        {"domain": {x: Interval(0, oo)}},
        {"typical": {x: (1, 21)}},
        {"hypotheses": (Le(x, 5),)},
        {"uses": ("other.entry",)},
        {"corrects": "other.entry"},
        {"sharpens": "other.entry"},
        {"checks": (Named("first"),)},
    ],
)
def test_every_part_of_the_mathematics_moves_the_fingerprint(changes):
    assert planted(**changes).fingerprint() != planted().fingerprint()


def test_a_statement_that_is_its_own_hypothesis_is_refused():
    with pytest.raises(EntryError, match="must not be one of its hypotheses"):
        planted(hypotheses=(planted().statement,)).refuse_emptiness()


@pytest.mark.parametrize(("low", "is_refused"), [(-1, True), (0, False)])
@pytest.mark.parametrize("checks", [(), (Proved(),)], ids=["nothing checked", "proved"])
def test_a_domain_beyond_the_sign_that_a_symbol_assumes_is_refused(low, is_refused, checks):
    size = Symbol("size", nonnegative=True)
    entry = planted(
        statement=Le(1 - exp(-size), size), domain={size: Interval(low, 1)}, typical={size: (0, 1)}, checks=checks
    )
    with (
        pytest.raises(EntryError, match="must be of the sign that the symbol assumes, got size in")
        if is_refused
        else nullcontext()
    ):
        refuse(entry)


def test_a_domain_of_more_than_integers_is_refused_where_the_symbol_assumes_them():
    steps = Symbol("steps", integer=True)
    entry = planted(statement=Le(steps, steps**2), domain={steps: Interval(0, 9)}, typical={steps: (1, 4)})
    with pytest.raises(EntryError, match="must be integers, as the symbol assumes, got steps in"):
        refuse(entry)


def test_the_fingerprint_tells_the_links_apart():
    linked = [planted(**{link: "other.entry"}) for link in ("corrects", "sharpens")]
    assert len({entry.fingerprint() for entry in [*linked, planted(uses=("other.entry",))]}) == 3


def test_a_strict_inequality_is_another_statement():
    assert planted(
        statement=Le(x, y), domain={x: POSITIVE, y: POSITIVE}, typical={x: (1, 2), y: (1, 2)}
    ).fingerprint() != (
        planted(statement=x < y, domain={x: POSITIVE, y: POSITIVE}, typical={x: (1, 2), y: (1, 2)}).fingerprint()
    )


def test_the_order_of_domain_uses_and_checks_does_not_matter():
    checks, domain = (Named("a"), Named("b")), {x: POSITIVE, y: POSITIVE}
    box = {x: (1, 2), y: (1, 2)}
    entry = planted(statement=Le(x, y), domain=domain, typical=box, uses=("a.b", "c.d"), checks=checks)
    turned = replace(
        entry,
        domain=dict(reversed(domain.items())),
        typical=dict(reversed(box.items())),
        uses=("c.d", "a.b"),
        checks=checks[::-1],
    )
    assert turned.fingerprint() == entry.fingerprint()


def test_a_source_prints_what_it_has():
    assert str(Cite("mironov2017renyi", "Proposition 6", "v3")) == "mironov2017renyi, Proposition 6, v3"
    assert str(Cite("mironov2017renyi", "Proposition 6")) == "mironov2017renyi, Proposition 6"


def test_an_entry_cannot_be_changed():
    with pytest.raises(AttributeError):
        planted().title = "changed"
