"""One entry of the registry: a statement, where it is from, and what backs it. Imports neither side."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Protocol

from sympy import Basic, Dummy, Gt, Lt, Ne, Rational, Set, Symbol, expand, preorder_traversal, srepr
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean

from theorems.card import Card, Cite, Stated
from theorems.errors import EntryError
from theorems.outcome import Outcome
from theorems.text import domain_latex, formula_latex, set_text, statement_text

__all__ = ["Check", "Cite", "Theorem"]


class Check(Protocol):
    """One way to test an entry; it may have a method `road`, the modules that compute its side of the statement."""

    def key(self) -> str:
        """Return the mathematics of the check as text: what must move the fingerprint, and nothing else."""

    def modules(self) -> tuple[str, ...]:
        """Return the modules whose code the check runs, so that a change there has it run again."""

    def run(self, theorem: Theorem) -> Outcome:
        """Run the check."""


@cache
def _closure(domain: Set) -> Set:
    """Return the closure of a domain, which SymPy takes its time over and entries share."""
    return domain.closure


def _settled(statement: Relational) -> bool:
    """Return whether the sides are one expression, or multiplied out differ by a rational number that has the right sign."""
    if statement.lhs == statement.rhs:
        return not isinstance(statement, (Gt, Lt, Ne))
    difference = expand(statement.lhs) - expand(statement.rhs)
    return bool(difference.is_Rational and statement.func(difference, 0))


@dataclass(frozen=True)
class Theorem:
    r"""A statement with its domain, its sources and its checks.

    Parameters
    ----------
    id : str
        Permanent and unique, dotted: ``renyi.laplace``.
    title : str
        What it says, in words.
    statement : Relational, or callable that returns it
        An equation or an inequality between expressions of `dpsym`. One that takes long to write down is given as a function, which is
        called when the statement is first asked for.
    domain : mapping of Symbol or law variable to Set
        The values for which it is stated, one for every free symbol; a law variable maps to the set of laws it ranges over.
    typical : mapping of Symbol to (low, high)
        The box from which points near are drawn, one for every symbol; points far out go from it to the ends of the domain.
    hypotheses : tuple of Boolean
        What the domain alone does not say, for example ``HockeyStick(eps, P, Q) <= delta``.
    cites : tuple of Cite
        Sources, down to the number.
    uses : tuple of str
        Ids of the entries that its proof rests on.
    checks : tuple of Check
        What is run to back or refute it.
    corrects, sharpens : str
        The id of a false statement that this one repairs, or of a true one that this one improves.
    specializes : str
        The id of the statement of which this one is a case: for one law, at fixed parameters, or in other units. It is looked for first.
    note : str
        A remark for the reader.
    """

    id: str
    title: str
    statement: Relational
    domain: Mapping[Any, Set]
    typical: Mapping[Symbol, tuple[Any, Any]] = field(default_factory=dict)
    hypotheses: tuple[Boolean, ...] = ()
    cites: tuple[Cite, ...] = ()
    uses: tuple[str, ...] = ()
    checks: tuple[Check, ...] = ()
    corrects: str = ""
    sharpens: str = ""
    specializes: str = ""
    note: str = ""

    def __post_init__(self) -> None:
        if callable(self.statement) and not isinstance(self.statement, Basic):
            object.__setattr__(self, "_write", self.statement)
            object.__delattr__(self, "statement")
        else:
            self._validate()

    def __getattr__(self, name: str) -> Any:
        # only a statement that is not written down yet is looked for here
        if name != "statement" or "_write" not in vars(self):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        object.__setattr__(self, "statement", vars(self)["_write"]())
        self._validate()
        return self.statement

    def _validate(self) -> None:
        if not isinstance(self.statement, Relational):
            raise EntryError(
                f"statement of {self.id} must be an unevaluated equation or inequality, got {self.statement!r}"
            )
        symbols = [node for node in self._nodes() if isinstance(node, Symbol)]
        if nameless := [symbol for symbol in symbols if isinstance(symbol, Dummy)]:
            raise EntryError(f"variables of {self.id} must be no dummies, got {nameless[0]}")
        names = Counter(map(str, symbols))
        if twice := sorted(name for name, times in names.items() if times > 1):
            raise EntryError(f"variables of {self.id} must have names of their own, got several called {twice}")
        missing = self.variables - set(self.domain)
        if missing:
            raise EntryError(f"domain of {self.id} must name every symbol, got none for {sorted(map(str, missing))}")
        scalars = {symbol for symbol in self.domain if isinstance(symbol, Symbol)}
        if bare := scalars - set(self.typical):
            raise EntryError(f"typical box of {self.id} must name every symbol, got none for {sorted(map(str, bare))}")
        for symbol, ends in self.typical.items():
            if symbol not in self.domain:
                raise EntryError(f"typical box of {self.id} must name symbols of the domain, got {symbol}")
            low, high = map(Rational, ends)
            # an end may be the boundary of an open domain: points there are left out when they are drawn
            outside = any(_closure(self.domain[symbol]).contains(end) == False for end in (low, high))  # noqa: E712
            if low > high or outside:
                raise EntryError(f"typical box of {self.id} must lie in the domain, got {symbol} in [{low}, {high}]")

    def anew(self) -> Theorem:
        """Return the entry with its statement not written down yet, if it is given as a function."""
        return replace(self, statement=vars(self)["_write"]) if "_write" in vars(self) else self

    @property
    def variables(self) -> set[Basic]:
        """The free symbols and law variables of statement and hypotheses (the name inside a law variable is not free)."""
        nodes = self._nodes()
        variables = {node for node in nodes if getattr(node, "is_law_variable", False)}
        names = {variable.args[0] for variable in variables}
        bound = {symbol for node in nodes for symbol in getattr(node, "bound_symbols", ())}
        return {node for node in nodes if isinstance(node, Symbol)} - names - bound | variables

    def _nodes(self) -> set[Basic]:
        """Return the parts of statement and hypotheses, down to the symbols."""
        return {node for part in (self.statement, *self.hypotheses) for node in preorder_traversal(part)}

    def fingerprint(self) -> str:
        """Return a digest of the mathematics: statement, domain, box, hypotheses, links and checks, but no prose and no source."""
        content = {
            "statement": srepr(self.statement),
            "domain": sorted((srepr(symbol), srepr(values)) for symbol, values in self.domain.items()),
            "typical": sorted(
                (srepr(symbol), str(Rational(low)), str(Rational(high))) for symbol, (low, high) in self.typical.items()
            ),
            "hypotheses": sorted(srepr(hypothesis) for hypothesis in self.hypotheses),
            "links": [self.corrects, self.sharpens, sorted(self.uses)],
            "checks": sorted(check.key() for check in self.checks),
        }
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:32]

    def stated(self) -> Stated:
        """Return the mathematics as text."""
        return Stated(
            statement_text(self.statement),
            {str(name): set_text(name, values) for name, values in self.domain.items()},
            tuple(map(statement_text, self.hypotheses)),
        )

    def latex(self) -> Stated:
        """Return the mathematics in LaTeX."""
        return Stated(
            formula_latex(self.statement),
            {str(name): domain_latex(name, values) for name, values in self.domain.items()},
            tuple(map(formula_latex, self.hypotheses)),
        )

    def refuse_emptiness(self) -> None:
        """Refuse a statement that says nothing.

        Raises
        ------
        EntryError
            If its sides are one expression, or differ by a rational number once they are multiplied out, so that nothing is left to be shown; or if
            its domain names what occurs neither in statement nor in hypotheses; or if it is one of its own hypotheses.
        """
        if idle := set(self.domain) - self.variables:
            raise EntryError(
                f"domain of {self.id} must name what occurs in statement or hypotheses, got {sorted(map(str, idle))}"
            )
        if self.statement in self.hypotheses:
            raise EntryError(f"statement of {self.id} must not be one of its hypotheses, got {self.statement}")
        if _settled(self.statement):
            raise EntryError(f"statement of {self.id} must say something, got {self.statement}, true as it is written")

    def card(self, module: str = "") -> Card:
        """Return what is known of the entry without its objects, when it is a constant of this module."""
        return Card(
            id=self.id,
            module=module,
            title=self.title,
            note=self.note,
            cites=self.cites,
            uses=self.uses,
            corrects=self.corrects,
            sharpens=self.sharpens,
            specializes=self.specializes,
            stated=self.stated(),
            latex=self.latex(),
            fingerprint=self.fingerprint(),
            modules=tuple(sorted({name for check in self.checks for name in check.modules()})),
            roads=tuple(tuple(getattr(check, "road", check.modules)()) for check in self.checks),
            keys=tuple(check.key() for check in self.checks),
        )
