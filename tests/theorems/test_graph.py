"""The graph of what rests on what."""

import pytest
from sympy import Interval, Le, oo, symbols

from theorems.entry import Theorem
from theorems.errors import EntryError
from theorems.graph import check_links, to_dot, uses_graph

x = symbols("x", positive=True)


def planted(**links):
    """Return entries by id; each keyword is an id with the fields that link it to others."""
    statement, domain = Le(x, x + 1, evaluate=False), {x: Interval.open(0, oo)}
    return {id: Theorem(id, id, statement, domain, {x: (1, 2)}, **fields) for id, fields in links.items()}


def test_edges_run_from_an_entry_to_what_it_uses():
    graph = uses_graph(
        planted(top={"uses": ("left", "right")}, left={"uses": ("base",)}, right={"uses": ("base",)}, base={})
    )
    assert set(graph.edges) == {("top", "left"), ("top", "right"), ("left", "base"), ("right", "base")}


def test_an_entry_without_links_is_a_node():
    assert set(uses_graph(planted(alone={}))) == {"alone"}
    assert set(uses_graph({})) == set()


@pytest.mark.parametrize("field", [{"uses": ("missing",)}, {"corrects": "missing"}, {"sharpens": "missing"}])
def test_links_to_no_entry_are_refused(field):
    with pytest.raises(EntryError, match="links of one must name entries of the registry, got 'missing'"):
        check_links(planted(one=field))


@pytest.mark.parametrize("length", [1, 2, 3, 7])
def test_a_circle_is_refused_and_named(length):
    ids = [f"e{number}" for number in range(length)]
    links = {id: {"uses": (following,)} for id, following in zip(ids, [*ids[1:], ids[0]], strict=True)}
    with pytest.raises(EntryError, match="uses must not run in a circle") as caught:
        check_links(planted(before={"uses": ("e0",)}, **links))
    for id in ids:
        assert id in str(caught.value)
    assert "before" not in str(caught.value)


def test_a_correction_may_use_what_it_corrects():
    entries = planted(false={}, repaired={"uses": ("false",), "corrects": "false"})
    check_links(entries)
    graph = uses_graph(entries)
    assert set(graph.edges) == {("repaired", "false")}


def test_dot_names_each_node_with_its_label_and_each_edge():
    dot = to_dot(uses_graph(planted(top={"uses": ("base",)}, base={})), {"top": "proved"})
    assert '"top" [label="top\\nproved"];' in dot
    assert '"top" -> "base";' in dot
    assert dot.startswith("digraph theorems {")
    assert dot.endswith("}\n")
