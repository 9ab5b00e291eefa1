"""Whether what a rule of the calculus rests on is as general as the rule: any laws, adaptive, any number of steps, any order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from sympy import Basic, S, Symbol, preorder_traversal

from dpsym.distributions import AnyKernel, AnyLaw, Image, Joint, Mixture
from dpsym.distributions.drawn import BestOf, Shuffled
from dpsym.distributions.families import Answers, Member
from dpsym.distributions.selected import BestOfPoisson
from dpsym.divergences import Renyi
from dpsym.guarantees.arrow import Arrow, Kind
from dpsym.guarantees.notions import LossDP, RenyiDP
from theorems.entry import Theorem

Nodes = tuple[Basic, ...]


def shortfall(arrow: Arrow, library: Mapping[str, Theorem]) -> str:
    """Return in words what no entry that a rule rests on says in the generality in which the rule is applied, empty if one does.

    Parameters
    ----------
    arrow : Arrow
        The rule; what it says of one mechanism's own law, a derivation or the noise at a distance, need not be general.
    library : mapping of str to Theorem
        The entries.
    """
    asked = _ASKED.get(arrow.kind)
    if asked is None or (arrow.kind is Kind.GROUP and arrow.source is LossDP):
        return ""
    words, is_general = asked
    entries = [library[id] for id in arrow.theorems]
    found = [entry for entry in entries if is_general(entry, _nodes(entry))]
    if not found:
        return f"{arrow.name} is applied to {words}, and that is not what {_listed(arrow.theorems)} says"
    if RenyiDP in (arrow.source, arrow.target) and all(_has_fixed_order(entry) for entry in found):
        return f"{arrow.name} is applied at any order, and {_listed(entry.id for entry in found)} is about fixed ones"
    return ""


def _nodes(entry: Theorem) -> Nodes:
    return tuple(node for part in (entry.statement, *entry.hypotheses) for node in preorder_traversal(part))


def _listed(ids: Iterable[str]) -> str:
    return " or ".join(ids) or "any entry"


def _is_variable(node: object) -> bool:
    return isinstance(node, (AnyLaw, AnyKernel))


def _any_laws(entry: Theorem, nodes: Nodes) -> bool:
    """Whether it is about any pair of laws."""
    return sum(_is_variable(name) for name in entry.domain) >= 2 or _any_length(entry, nodes, Member)


def _any_length(entry: Theorem, nodes: Nodes, kind: type[Answers] | type[Member]) -> bool:
    """Whether it is about a family of any length, for every positive integer."""
    counts = [node.args[1] for node in nodes if isinstance(node, kind) and _is_variable(node.args[0])]
    return any(entry.domain.get(symbol) == S.Naturals for count in counts for symbol in count.atoms(Symbol))


def _adaptive(entry: Theorem, nodes: Nodes) -> bool:
    """Whether it is about mechanisms chosen by the answers before: any number of them, or one more after any first one."""
    one_more = any(isinstance(node, Joint) and all(map(_is_variable, node.args)) for node in nodes)
    return one_more or _any_length(entry, nodes, Answers)


def _grouped(entry: Theorem, nodes: Nodes) -> bool:
    """Whether it is about a chain of any length, or one more neighbour after any first step."""
    laws = [name for name in entry.domain if isinstance(name, AnyLaw)]
    return _any_length(entry, nodes, Member) or (len(laws) >= 3 and not entry.hypotheses)


def _processed(entry: Theorem, nodes: Nodes) -> bool:
    return any(isinstance(node, Image) and all(map(_is_variable, node.args)) for node in nodes)


def _sampled(entry: Theorem, nodes: Nodes) -> bool:
    """Whether it is about a mixture of any laws at any rate, shuffled answers of any users, or the best of many runs of any law."""
    return (
        _shuffled(entry, nodes)
        or _repeated(nodes)
        or any(
            isinstance(node, Mixture)
            and isinstance(node.args[0], Symbol)
            and all(_is_variable(law) or isinstance(law, Image) for law in node.args[1:])
            for node in nodes
        )
    )


def _shuffled(entry: Theorem, nodes: Nodes) -> bool:
    users = [node.args[2] for node in nodes if isinstance(node, Shuffled) and _is_variable(node.args[0])]
    return any(entry.domain.get(count) == S.Naturals for count in users)


def _repeated(nodes: Nodes) -> bool:
    best = [node for node in nodes if isinstance(node, (BestOf, BestOfPoisson))]
    return any(
        _is_variable(node.args[-1]) and all(isinstance(each, Symbol) for each in node.args[:-1]) for node in best
    )


def _has_fixed_order(entry: Theorem) -> bool:
    """Whether all the Rényi divergences in a statement are of orders that are numbers."""
    orders = [node.order for node in preorder_traversal(entry.statement) if isinstance(node, Renyi)]
    return bool(orders) and not any(order.free_symbols for order in orders)


_ASKED: dict[Kind, tuple[str, Callable[[Theorem, Nodes], bool]]] = {
    Kind.CONVERSION: ("any pair of laws", _any_laws),
    Kind.COMPOSITION: ("any number of mechanisms, each chosen by the answers before it", _adaptive),
    Kind.PARALLEL: ("any mechanism after any others", _adaptive),
    Kind.TELLING: ("any number of mechanisms, each chosen by the answers before it", _adaptive),
    Kind.PROCESSING: ("any law and any kernel", _processed),
    Kind.GROUP: ("chains of any length of any laws", _grouped),
    Kind.AMPLIFICATION: ("a sample of any rate of any mechanism, any number of shuffled answers, or of runs", _sampled),
    Kind.TELLING_SAMPLE: ("a sample of any rate of any mechanism", _sampled),
}
"""For each kind of rule what it is applied to, in words, and whether an entry says so much."""
