"""Every chain of theorems from what is known of a mechanism to the notion that is wanted, and the best of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from dpsym.errors import DpsymError, NotApplicableError
from dpsym.guarantees.arrow import Arrow, Conditional, Kind, Request
from dpsym.guarantees.nodes import Breadth, Given, Node
from dpsym.guarantees.notions import Notion
from dpsym.guarantees.proof import Proof
from dpsym.guarantees.ranking import is_closed, is_elsewhere, undominated

_LONGEST = 3
"""Conversions in a row: longer chains than this only lose."""
_OPEN = "a divergence is left unevaluated, which would have to be enclosed at every order that is tried"
_UNTOLD = ("cannot determine truth value", "Invalid comparison", "is not comparable")  # in the words of SymPy
_FROM = (Kind.DERIVATION, Kind.CONVERSION)


_ARROWS: dict[str, Arrow] = {}


def use(arrows: Iterable[Arrow]) -> None:
    """Take arrows along which searches go from now on; `dpsym.session` hands over those of the calculus."""
    _ARROWS.update((arrow.name, arrow) for arrow in arrows)
    _by_target.cache_clear()


def all_arrows() -> tuple[Arrow, ...]:
    """Return every arrow of the calculus."""
    return tuple(_ARROWS.values())


@cache
def _by_target(kinds: tuple[Kind, ...], target: type[Notion]) -> tuple[Arrow, ...]:
    return tuple(arrow for arrow in all_arrows() if arrow.kind in kinds and arrow.target is target)


@dataclass(frozen=True)
class Failure:
    """An arrow that could not be applied.

    Parameters
    ----------
    route : str
        The chain that it would have ended.
    reason : str
        Which hypothesis fails.
    target : type of Notion
        What it would have led to.
    """

    route: str
    reason: str
    target: type[Notion]

    def __str__(self) -> str:
        return f"{self.route}: {self.reason}"


class Search:
    """One search; it remembers what it has proved, and why the rest failed."""

    def __init__(self) -> None:
        self._failures: dict[tuple[str, str], Failure] = {}
        self._known: dict[tuple[Any, ...], tuple[Proof, ...]] = {}
        self._applied: dict[tuple[Any, ...], Conditional | DpsymError] = {}

    @property
    def failures(self) -> tuple[Failure, ...]:
        """Why arrows could not be applied, each reason of an arrow once, for the first chain that met it."""
        return tuple(self._failures.values())

    def _fail(self, arrow: Arrow, route: str, reason: Exception) -> None:
        self._failures.setdefault((arrow.name, str(reason)), Failure(route, str(reason), arrow.target))

    def arrows(self, kind: Kind, target: type[Notion]) -> tuple[Arrow, ...]:
        """Return the arrows of one kind into a notion."""
        return _by_target((kind,), target)

    def proofs(
        self,
        node: Node,
        target: type[Notion],
        request: Request,
        without: frozenset[type[Notion]] = frozenset(),
        breadth: Breadth = Breadth.BEST,
    ) -> tuple[Proof, ...]:
        """Return every promise of a notion that can be proved of a node.

        Parameters
        ----------
        node : Node
            What was done.
        target : type of Notion
            What is wanted.
        request : Request
            At which delta or eps.
        without : frozenset of type of Notion, optional
            Notions that the chain has passed already.
        breadth : Breadth, optional
            Less where there are many nodes, all at the end of a route, where the losers are told.
        """
        key = (node, target, request, without, breadth)
        if key not in self._known:
            self._known[key] = tuple(self._found(node, target, request, without, breadth))
        return self._known[key]

    def _found(
        self, node: Node, target: type[Notion], request: Request, without: frozenset[type[Notion]], breadth: Breadth
    ) -> Iterator[Proof]:
        found = []
        for proof in self._chains(node, target, request, without | {target}, breadth):
            found.append(proof)
            yield proof
        for arrow in _by_target((Kind.CONVERSION,), target) if breadth is Breadth.ALL else ():
            for proof in found if arrow.source is target else ():
                if proof.is_bound and is_elsewhere(proof.value, request):
                    yield from self.applied(arrow, (proof,), "", proof.value, request)

    def _chains(
        self, node: Node, target: type[Notion], request: Request, passed: frozenset[type[Notion]], breadth: Breadth
    ) -> Iterator[Proof]:
        """Yield what a node proves in its own right, and what conversions make of its promises in other notions."""
        yield from node.proofs(self, target, request)
        if breadth is Breadth.DIRECT or len(passed) > _LONGEST:
            return
        for kind in _FROM:
            exact = False
            for arrow in _by_target((kind,), target):
                for proof in () if arrow.source in passed else self._through(arrow, node, request, passed, breadth):
                    exact |= kind is Kind.DERIVATION and proof.is_of_the_worst_pair
                    yield proof
            if exact and breadth is not Breadth.ALL:
                return  # what is derived is exact: no conversion is better

    def _through(
        self, arrow: Arrow, node: Node, request: Request, passed: frozenset[type[Notion]], breadth: Breadth
    ) -> Iterator[Proof]:
        """Yield what an arrow makes of the promises that a node has in the arrow's source."""
        asked = request if arrow.asks is None else self.asked(arrow, request, None)
        premises = () if asked is None else self.proofs(node, arrow.source, asked, passed, breadth)
        for premise in premises if breadth is Breadth.ALL else self.best_of(premises):
            if arrow.kind is Kind.DERIVATION and isinstance(node, Given) and _is_lossy(premise):
                continue  # of one run the promise itself says no less
            if is_closed(premise.value) or isinstance(node, Given):
                yield from self.applied(arrow, (premise,), "", premise.value, request)
            else:
                self._fail(arrow, f"{premise.route} > {arrow.name}", NotApplicableError(_OPEN))

    def asked(self, arrow: Arrow, request: Request, what: Any) -> Request | None:
        """Return what an arrow asks of its premises, None where it refuses."""
        try:
            return arrow.asks(request, what)  # type: ignore[misc]
        except NotApplicableError as reason:
            self._fail(arrow, arrow.name, reason)
            return None

    def applied(self, arrow: Arrow, premises: tuple[Proof, ...], note: str, *arguments: Any) -> Iterator[Proof]:
        """Yield the promise that an arrow makes of its premises, or remember why it makes none."""
        key = (arrow.name, *arguments)
        if key not in self._applied:
            self._applied[key] = _outcome(arrow, arguments)
        outcome = self._applied[key]
        if isinstance(outcome, Conditional):
            before = (each for premise in premises for each in premise.conditions)
            yield Proof(outcome.value, arrow, premises, note, tuple(dict.fromkeys((*before, *outcome.conditions))))
            return
        chain = [premise.route for premise in premises[:1] if premise.arrow is not None]
        self._fail(arrow, " > ".join([*chain, arrow.name]), outcome)

    def best_of(self, proofs: Iterable[Proof]) -> list[Proof]:
        """Return the bounds that no other is at least as good as wherever they are compared, the likeliest first.

        Those under no condition come before the rest, and are dominated by such ones alone.
        """
        kept: dict[Notion, Proof] = {}
        for proof in proofs:
            if proof.is_bound and (
                proof.value not in kept or len(proof.conditions) < len(kept[proof.value].conditions)
            ):
                kept[proof.value] = proof
        conditional = {value: proof.conditions for value, proof in kept.items() if proof.conditions}
        found = [kept[value] for value in undominated(tuple(kept), conditional)]
        return sorted(found, key=lambda proof: bool(proof.conditions)) if conditional else found


def _is_lossy(proof: Proof) -> bool:
    """Return whether the last step is a conversion that may lose something."""
    return proof.arrow is not None and proof.arrow.kind is Kind.CONVERSION and not proof.arrow.attained


def _outcome(arrow: Arrow, arguments: tuple[Any, ...]) -> Conditional | DpsymError:
    """Return what an arrow makes of its arguments, or the reason why it makes nothing."""
    try:
        value = arrow.apply(*arguments)
        if arrow.also:
            arrow.also(arguments[0])  # raises where the registry has no entry about the mechanism
    except DpsymError as reason:
        return reason
    except (
        OverflowError,
        ZeroDivisionError,
        MemoryError,
    ) as reason:  # of floats that plan a search, of decimals of a comparison
        return NotApplicableError(f"the numbers are out of reach: {reason or 'too many digits'}")
    except (TypeError, ValueError) as reason:  # what SymPy raises where it cannot tell one number from another
        if not any(words in str(reason) for words in _UNTOLD):
            raise
        return NotApplicableError("the numbers could not be compared")
    return value if isinstance(value, Conditional) else Conditional(value, ())
