"""The graph of `uses`: what rests on what."""

from __future__ import annotations

from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING

from theorems.errors import EntryError

if TYPE_CHECKING:
    import networkx

    from theorems.card import Card
    from theorems.entry import Theorem


def check_links(entries: Mapping[str, Theorem | Card]) -> None:
    """Check that links name entries, and that none rests on itself.

    Raises
    ------
    EntryError
        If an entry names an unknown id, or entries rest on one another in a circle.
    """
    for entry in entries.values():
        for used in (*entry.uses, *filter(None, (entry.corrects, entry.sharpens))):
            if used not in entries:
                raise EntryError(f"links of {entry.id} must name entries of the registry, got {used!r}")
    try:
        TopologicalSorter({id: entry.uses for id, entry in entries.items()}).prepare()
    except CycleError as error:
        circle = error.args[1]  # each rests on the one before it
        raise EntryError(f"uses must not run in a circle, got {' -> '.join(reversed(circle))}") from None


def uses_graph(entries: Mapping[str, Theorem | Card]) -> networkx.DiGraph:
    """Return the directed graph with an edge from each entry to those that it uses."""
    import networkx

    graph = networkx.DiGraph()
    graph.add_nodes_from(entries)
    graph.add_edges_from((entry.id, used) for entry in entries.values() for used in entry.uses)
    return graph


def to_dot(graph: networkx.DiGraph, labels: Mapping[str, str]) -> str:
    """Return the graph in the DOT language, each node with its label."""
    lines = ["digraph theorems {", "  rankdir=BT;", "  node [shape=box, fontname=Helvetica];"]
    lines += [f'  "{node}" [label="{node}\\n{labels.get(node, "")}"];' for node in sorted(graph)]
    lines += [f'  "{source}" -> "{target}";' for source, target in sorted(graph.edges)]
    return "\n".join([*lines, "}"]) + "\n"
