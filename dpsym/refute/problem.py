"""A statement with its hypotheses, read once: what is unknown, and what hypotheses fix from below."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sympy import Basic, Expr, Float, Ge, Interval, Le, S, Set, Symbol, exp, preorder_traversal
from sympy.core.relational import Relational

from dpsym.distributions import AnyEvent, AnyKernel, AnyLaw, Laws
from dpsym.divergences import Divergence, HockeyStick, LossTail, MaxDivergence
from dpsym.errors import ParameterError
from dpsym.parameters import exact
from dpsym.refute.certification import parts

_LAW_VARIABLES = (AnyLaw, AnyKernel, AnyEvent)


@dataclass(frozen=True)
class Problem:
    """What is to be refuted.

    Parameters
    ----------
    statement : Relational
        The claim.
    domain : mapping
        The Set of every symbol, the `Laws` of every law, kernel and event variable.
    hypotheses : tuple
        Relations that a counterexample has to meet.
    """

    statement: Relational
    domain: Mapping[Basic, Any]
    hypotheses: tuple[Basic, ...]

    @property
    def symbols(self) -> list[Symbol]:
        """The variables that are numbers."""
        return [name for name in self.domain if isinstance(name, Symbol)]

    @property
    def laws(self) -> list[AnyLaw]:
        """The variables that are laws."""
        return [name for name in self.domain if isinstance(name, AnyLaw)]

    def lower_bounds(self) -> dict[Symbol, list[Expr]]:
        """Return the variables that hypotheses only put above something, as ``left <= variable``, with the left sides.

        A claim about all (eps, delta)-DP pairs is hardest where delta is no greater than it has to be.
        """
        found: dict[Symbol, list[Expr]] = {}
        relations = [relation for each in self.hypotheses for relation in parts(each)]
        for symbol in self.symbols:
            lefts = [_bound_of(symbol, relation) for relation in relations if symbol in relation.free_symbols]
            if not lefts or None in lefts or not any(left.has(Divergence) for left in lefts):
                continue
            needed = set().union(*(left.free_symbols for left in lefts))
            earlier = set().union(*(left.free_symbols for bounds in found.values() for left in bounds))
            if not needed & set(found) and symbol not in earlier:
                found[symbol] = lefts
        return found

    def exponents(self) -> set[Symbol]:
        """Return the variables that the statement exponentiates: privacy losses and the thresholds on them."""
        found: set[Symbol] = set()
        for relation in (self.statement, *self.hypotheses):
            for node in preorder_traversal(relation):
                if isinstance(node, (exp, HockeyStick, LossTail)):
                    found |= node.args[0].free_symbols
                elif isinstance(node, Relational) and node.has(MaxDivergence):
                    found |= node.args[1].free_symbols
        return found


def _bound_of(symbol: Symbol, relation: Relational) -> Expr | None:
    """Return the side that a relation puts below a symbol, if that is all that it says of the symbol."""
    small, great = relation.args[::-1] if isinstance(relation, Ge) else relation.args
    if isinstance(relation, (Le, Ge)) and great == symbol and symbol not in small.free_symbols:
        return small
    return None


def read(statement: Any, domain: Mapping[Basic, Any], hypotheses: Any) -> Problem:
    """Check the parts of a problem.

    Raises
    ------
    ParameterError
        If one of them is not of its kind, is not exact, or has a variable without a domain.
    """
    if not isinstance(statement, Relational):
        raise ParameterError("statement", "an equation or an inequality, unevaluated", statement)
    if isinstance(hypotheses, (Basic, str)) or not all(isinstance(each, Basic) for each in hypotheses):
        raise ParameterError("hypotheses", "a tuple of relations", hypotheses)
    if not isinstance(domain, Mapping):
        raise ParameterError("domain", "a mapping of variables to their domains", domain)
    relations = (statement, *(relation for each in hypotheses for relation in parts(each)))
    for relation in relations:
        if relation not in (S.true, S.false) and not isinstance(relation, Relational):
            raise ParameterError("hypothesis", "an equation or an inequality, or several joined by And", relation)
        if relation.has(Float):
            raise ParameterError("number in a statement", "exact (a Rational, not a float)", relation)
    checked = {name: _domain(name, among) for name, among in domain.items()}
    used = set().union(*map(_variables, relations))
    if missing := sorted(str(name) for name in used - set(checked)):
        raise ParameterError("domain", f"given for every variable, {', '.join(missing)} too", dict(domain))
    return Problem(statement, checked, tuple(hypotheses))


def _variables(node: Basic) -> set[Basic]:
    """Return the variables of a relation; the name of a law variable is not one of them."""
    if isinstance(node, (Symbol, *_LAW_VARIABLES)):
        return {node}
    return set().union(*map(_variables, node.args)) - set(getattr(node, "bound_symbols", ()))


def _domain(name: Basic, among: Any) -> Any:
    if isinstance(name, _LAW_VARIABLES):
        if not isinstance(among, Laws):
            raise ParameterError(f"domain of {name}", "Laws", among)
        return among
    if not isinstance(name, Symbol):
        raise ParameterError("key of the domain", "a Symbol, or a variable for a law, a kernel or an event", name)
    if isinstance(among, tuple) and len(among) == 2:
        ends = tuple(map(exact, among))
        among = Interval(*ends) if all(end is not None and end.is_Rational for end in ends) else among
    if not isinstance(among, Set) or not _has_ends(among):
        raise ParameterError(f"domain of {name}", "a set of real numbers, or its two ends", among)
    return among


def _has_ends(among: Set) -> bool:
    """Whether a set is one of real numbers, not empty, of which SymPy knows the ends."""
    try:
        return among.is_subset(S.Reals) is True and float(among.inf) <= float(among.sup)
    except (NotImplementedError, TypeError, ValueError):
        return False
