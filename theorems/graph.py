"""The graph of `uses`: what rests on what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from theorems.entry import Theorem
from theorems.errors import EntryError

if TYPE_CHECKING:
    import networkx


def uses_graph(entries: Mapping[str, Theorem]) -> networkx.DiGraph:
    """Return the directed graph with an edge from each entry to those that it uses.

    Raises
    ------
    EntryError
        If an entry uses an unknown id, or entries rest on one another in a circle.
    """
    import networkx

    graph = networkx.DiGraph()
    graph.add_nodes_from(entries)
    for entry in entries.values():
        for used in (*entry.uses, *filter(None, (entry.corrects, entry.sharpens))):
            if used not in entries:
                raise EntryError(f"links of {entry.id} must name entries of the registry, got {used!r}")
        graph.add_edges_from((entry.id, used) for used in entry.uses)
    try:
        circle = [edge[0] for edge in networkx.find_cycle(graph)]
    except networkx.NetworkXNoCycle:
        return graph
    raise EntryError(f"uses must not run in a circle, got {' -> '.join([*circle, circle[0]])}")


def to_dot(graph: networkx.DiGraph, labels: Mapping[str, str]) -> str:
    """Return the graph in the DOT language, each node with its label."""
    lines = ["digraph theorems {", "  rankdir=BT;", "  node [shape=box, fontname=Helvetica];"]
    lines += [f'  "{node}" [label="{node}\\n{labels.get(node, "")}"];' for node in sorted(graph)]
    lines += [f'  "{source}" -> "{target}";' for source, target in sorted(graph.edges)]
    return "\n".join([*lines, "}"]) + "\n"
