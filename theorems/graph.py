"""The graph of `uses`: what rests on what; and what rests on the densities of laws, which its statement tells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING

from theorems.errors import EntryError

if TYPE_CHECKING:
    import networkx

    from theorems.card import Card, Stated
    from theorems.entry import Theorem

_CALLED = re.compile(r"\b([A-Z]\w*)\(")
_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_DENSITY = "density"


def check_links(entries: Mapping[str, Theorem | Card]) -> None:
    """Check that links name entries, and that none rests on itself.

    Raises
    ------
    EntryError
        If an entry names an unknown id, or entries rest on one another, or are cases of one another, in a circle.
    """
    for entry in entries.values():
        for used in (*entry.uses, *filter(None, (entry.corrects, entry.sharpens, entry.specializes))):
            if used not in entries:
                raise EntryError(f"links of {entry.id} must name entries of the registry, got {used!r}")
    for link in ("uses", "specializes"):
        steps = {id: getattr(entry, link) for id, entry in entries.items()}
        try:
            TopologicalSorter({id: (to,) if isinstance(to, str) else to for id, to in steps.items()}).prepare()
        except CycleError as error:
            circle = error.args[1]  # each rests on the one before it
            raise EntryError(f"{link} must not run in a circle, got {' -> '.join(reversed(circle))}") from None


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


def law_name(law: str) -> str:
    """Return the name of a law in ids, ``truncated_laplace`` for ``TruncatedLaplace``."""
    return _CAPITAL.sub("_", law).lower()


def laws_in(stated: Stated) -> tuple[str, ...]:
    """Return the names in ids of what a statement and its hypotheses call by a name that a law could have."""
    called = [name for text in (stated.statement, *stated.hypotheses) for name in _CALLED.findall(text)]
    return tuple(dict.fromkeys(map(law_name, called)))


def densities(ids: Iterable[str]) -> dict[str, list[str]]:
    """Return the ids ``density.<law>`` and ``density.<law>.<what>`` by what stands for the law."""
    found: dict[str, list[str]] = {}
    for id in ids:
        topic, _, rest = id.partition(".")
        if topic == _DENSITY and rest:
            found.setdefault(rest.partition(".")[0], []).append(id)
    return found
