"""The graph of notions and arrows, and the chains that a search tried, with their values and the reasons of the rest."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sympy import Rational, Symbol
from sympy.logic.boolalg import Boolean

from dpsym.errors import NotApplicableError
from dpsym.guarantees.arrow import Arrow, Kind, Request
from dpsym.guarantees.cases import CASES, merged, size_within
from dpsym.guarantees.notions import ApproxDP, LossDP, Notion
from dpsym.guarantees.numbers import upper
from dpsym.guarantees.proof import Proof
from dpsym.guarantees.ranking import answers, is_closed, measured, quantities, rank
from dpsym.guarantees.search import Search, all_arrows
from dpsym.guarantees.words import promise

if TYPE_CHECKING:
    from networkx import MultiDiGraph

_LONGEST = 4
_SAME = 1e-8
_VISIBLE = 1e-4


@dataclass(frozen=True)
class Route:
    """A chain of theorems that was tried.

    Parameters
    ----------
    name : str
        The names of the arrows, first to last.
    value : Notion or None
        What it proves; None where a hypothesis fails.
    reason : str
        Why it is not the answer: what fails, or that it is conditional, worse, implicit or no bound.
    conditions : tuple of Boolean
        The relations that symbols leave open, without which nothing is proved.
    """

    name: str
    value: Notion | None
    reason: str
    conditions: tuple[Boolean, ...] = ()

    def __str__(self) -> str:
        found = "" if self.value is None else f"{promise(self.value)}; "
        return f"{self.name}: {found}{self.reason}"


def routes_of(
    found: Iterable[Proof], search: Search, request: Request, exact: Proof | None = None
) -> tuple[tuple[Proof, ...], tuple[Route, ...]]:
    """Return the proofs that are bounds, the best first, and every chain that was tried, those that failed last.

    An exact one, where there is one, is the best, whatever the last digits of the others are.
    """
    known = dict.fromkeys(found if exact is None else (exact, *found))
    known |= dict.fromkeys(merged([proof for proof in known if _is_answer(proof, request)], request))
    symbols = set().union(*(proof.value.free_symbols for proof in known))
    keys = {proof: (proof != exact, not _counts(proof, request), *_place(proof, request, symbols)) for proof in known}
    proofs = sorted(keys, key=keys.__getitem__)
    routes: dict[tuple[str, Notion], Route] = {}
    for proof in proofs:
        reason = _reason(proof, proofs[0], request, symbols)
        routes.setdefault((proof.route, proof.value), Route(proof.route, proof.value, reason, proof.conditions))
    failed = (Route(failure.route, None, failure.reason) for failure in search.failures)
    return tuple(proof for proof in proofs if _counts(proof, request)), (*routes.values(), *failed)


def _place(proof: Proof, request: Request, symbols: set[Symbol]) -> tuple[Any, ...]:
    """Return the key of a proof in the ranking; what is alike but for a case that holds nowhere where it is compared differs there."""
    key = rank(proof.value, request, symbols)
    own = size_within(proof.premises[0], request) if proof.arrow is CASES else key
    return (*key, *own, _losses(proof), len(tuple(proof.steps())))


def _losses(proof: Proof) -> int:
    """Return how many steps are no derivation from the pair: of two that tie where they are compared the one with fewer loses nothing."""
    arrows = (step.arrow for step in proof.steps() if step.arrow is not None)
    return sum(arrow.kind is not Kind.DERIVATION and arrow.target is not LossDP for arrow in arrows)


def _counts(proof: Proof, request: Request) -> bool:
    return not proof.conditions and _is_answer(proof, request)


def _is_answer(proof: Proof, request: Request) -> bool:
    return proof.is_bound and answers(proof.value, request)


def _reason(proof: Proof, best: Proof, request: Request, symbols: set[Symbol]) -> str:
    if proof is best:
        return "the best"
    if not proof.is_bound:
        return "not a bound: an approximation"
    if proof.conditions:
        return f"conditional: if {' and '.join(map(str, proof.conditions))}"
    if not answers(proof.value, request):
        return "at a greater delta or eps than was asked for"
    if not is_closed(proof.value):
        return "implicit: a divergence is left in it"
    if not is_closed(best.value):
        return "a bound in closed form, where the best is exact"
    own_best = (measured(each.value, request, symbols) for each in (proof, best))
    pairs = zip(*own_best, strict=True)
    ratios = [own / other for own, other in pairs if own != other and other != 0]
    if not ratios or all(abs(ratio - 1) < _SAME for ratio in ratios):
        return "equal to the best"
    least, greatest = min(ratios), max(ratios)
    if greatest - least < _SAME * greatest:
        return f"worse by a factor {least:.6g}" if least > 1 + _VISIBLE else f"worse by {least - 1:.1e} of it"
    return f"between {least:.4g} and {greatest:.4g} times the best where it was compared"


def graph() -> MultiDiGraph:
    """Return the graph of notions (by their keys) and conversions; an edge has its `Arrow` as ``arrow``."""
    import networkx

    made = networkx.MultiDiGraph()
    for arrow in all_arrows():
        if arrow.kind in (Kind.DERIVATION, Kind.CONVERSION):
            made.add_edge(arrow.source.key, arrow.target.key, key=arrow.name, arrow=arrow)
    return made


def paths(source: str, target: str) -> list[tuple[Arrow, ...]]:
    """Return every chain of conversions from one notion to another that visits none twice, the shortest first.

    Raises
    ------
    NotApplicableError
        If a notion is not known.
    """
    import networkx

    known = graph()
    for key in (source, target):
        if key not in known:
            raise NotApplicableError(f"no arrow starts or ends at {key}")
    found = networkx.all_simple_edge_paths(known, source, target, cutoff=_LONGEST)
    chains = [tuple(known.edges[edge]["arrow"] for edge in path) for path in found]
    return sorted(chains, key=lambda chain: (len(chain), [arrow.name for arrow in chain]))


def reported(value: Notion) -> dict[str, Rational]:
    """Return the numbers of a promise without symbols, rounded up."""
    names = ("eps", "delta") if isinstance(value, ApproxDP) else tuple(value.domains)
    return {name: upper(number) for name, number in zip(names, quantities(value), strict=False)}
