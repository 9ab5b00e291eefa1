"""Whole files of proofs that the program writes: for the registry, and self-contained ones for a formula of a user."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sympy import Basic, Dummy, Eq, Expr, Interval, Ne, Rational, S, Set, Symbol, oo
from sympy.core.relational import Relational

from dpsym.derive.derivation import Derivation
from dpsym.divergences import Renyi
from dpsym.prove.outcome import Proved, Refuted
from theorems.entry import Theorem
from theorems.kernel import texts
from theorems.kernel.errors import NotPrintableError, NotWrittenError
from theorems.kernel.printer import coq_name, printed
from theorems.kernel.writing import covers, gaussians, lines, points

FORMS = (lines, gaussians, points)
_DEFINITIONS = "Spaces Functions Divergences Laws"


def _imports(needs: Iterable[str]) -> str:
    """Return the sentences that require the definitions, and what of the library some proofs need."""
    names = " ".join(dict.fromkeys([*_DEFINITIONS.split(), *needs]))
    return (
        "From Coq Require Import Reals Lra Psatz Lia ZArith List.\nFrom Coquelicot Require Import Coquelicot.\n"
        f"From Dpsym Require Import {names}.\n"
    )


_TOPIC = "(* Written by the program, from the cells of each derivation: `python -m theorems.writing`. *)\n"
_ANY = re.compile(r"From Dpsym Require Import ([\w ]+)\.")


@dataclass(frozen=True)
class Proof:
    """The sentences of a proof, and the files of the library that they need."""

    tactics: Sequence[str]
    needs: tuple[str, ...]


def proof(entry: Theorem) -> Proof:
    """Return the proof of an entry that states the value of a divergence.

    Raises
    ------
    NotWrittenError
        If it is of no kind that the program writes, with the reason of the form that came nearest.
    """
    reasons = []
    for form in FORMS:
        try:
            return Proof(form.write(entry), form.NEEDS)
        except NotWrittenError as error:
            reasons.append(error)
    raise max(reasons, key=lambda error: (" got the law" not in str(error)) + (" got the statement" not in str(error)))


def file(group: str, entries: Iterable[Theorem]) -> str:
    """Return the file with the proofs of some entries of the registry."""
    proofs = {coq_name(entry.id): proof(entry) for entry in entries}
    needs = [name for form in FORMS for name in form.NEEDS]
    head = f"{_TOPIC}{_imports(needs)}From Stated Require {group}.\nOpen Scope R_scope.\n"
    texts = [_theorem(called, f"Stated.{group}.{called}", one.tactics) for called, one in proofs.items()]
    return "\n".join([head, *texts])


def _theorem(called: str, statement: str, tactics: Sequence[str]) -> str:
    return f"Theorem {called} : {statement}.\nProof.\n  " + "\n  ".join(tactics) + "\nQed.\n"


def derived(derivation: Derivation) -> str:
    """Return a self-contained script that proves what was derived.

    Raises
    ------
    NotWrittenError, NotPrintableError
        If it cannot be exported, with what stands in the way.
    """
    head = derivation.head
    known: dict[Basic, Set] = {head.args[0]: Interval.open(1, oo)} if isinstance(head, Renyi) else {}
    for law in head.args[-2:]:
        known |= {
            argument: _inside(parameter.domain) for parameter, argument in zip(law.parameters, law.args, strict=False)
        }
    domain: dict[Symbol, Set] = {}
    for symbol in sorted(head.free_symbols, key=str):
        if symbol.is_integer:
            raise NotWrittenError(f"the integer {symbol}")
        domain[symbol] = known.get(symbol, Interval.open(0 if symbol.is_positive else -oo, oo))
    hypotheses = []
    for condition in derivation.conditions:
        if not isinstance(condition, Relational):
            raise NotWrittenError(f"the condition {condition}")
        if not _holds(condition, domain):
            hypotheses.append(condition)
    typical = {symbol: _inner(values.inf, values.sup) for symbol, values in domain.items()}
    entry = Theorem("derived", "", Eq(head, derivation.expression, evaluate=False), domain, typical, tuple(hypotheses))
    return alone(entry, proof(entry))


def _inside(values: Set) -> Set:
    """Return the inside of an interval: what is derived is derived for parameters that are at no end, where masses may vanish."""
    return Interval.open(values.start, values.end) if isinstance(values, Interval) else values


def _holds(condition: Relational, domain: Mapping[Symbol, Set]) -> bool:
    """Return whether a condition is said by the domain already: a bound on a variable, or that something never vanishes."""
    if isinstance(condition, Ne):
        inside = {
            symbol: values.inf + Dummy(positive=True) for symbol, values in domain.items() if values.inf.is_finite
        }
        return (condition.lhs - condition.rhs).subs(inside).expand().is_nonzero is True
    bound = condition.lts - condition.gts if hasattr(condition, "lts") else None
    if bound is None or len(bound.free_symbols) != 1:
        return False
    (symbol,) = bound.free_symbols
    return isinstance(domain.get(symbol), Interval) and domain[symbol].is_subset(condition.as_set()) is True


def decided(outcome: Proved | Refuted) -> str:
    """Return a self-contained script that proves an inequality over a box, or refutes it.

    Raises
    ------
    NotWrittenError, NotPrintableError
        If it cannot be exported, with what stands in the way.
    """
    statement = outcome.statement
    if not isinstance(statement, Relational) or not all(isinstance(side, Expr) for side in statement.args):
        raise NotWrittenError(f"the statement {statement}")
    domain: dict[Symbol, Set] = {
        symbol: Interval(span.low, span.high, span.low_open, span.high_open) for symbol, span in outcome.box.items()
    }
    entry = Theorem(
        "decided", "", statement, domain, {symbol: _inner(span.low, span.high) for symbol, span in outcome.box.items()}
    )
    if isinstance(outcome, Proved):
        return alone(entry, Proof(covers.cover(outcome), ()), covers.INTERVAL)
    point = {symbol: Rational(value) for symbol, value in outcome.witness.items()}
    return alone(entry, Proof(covers.at(statement, point, domain), lines.NEEDS), covers.INTERVAL, refutes=True)


def _inner(low: Expr, high: Expr) -> tuple[Expr, Expr]:
    """Return the middle half of an interval, of which one end may be infinite."""
    if high == oo:
        high = low + 4 if low.is_finite else S(4)
    if low == -oo:
        low = high - 4
    return low + (high - low) / 4, high - (high - low) / 4


def alone(entry: Theorem, made: Proof, extra: str = "", refutes: bool = False) -> str:
    """Return a script that needs nothing but Coq and its packages: with the library, the statement and its proof.

    The four files of definitions are to be read; the lemmas need no belief.
    """
    statement = printed(entry)
    imports = _imports(made.needs) + extra
    modules = [_module(called, text) for called, text in texts.behind(imports).items()]
    own = f"{_inlined(imports)}\nOpen Scope R_scope.\n"
    claim = f"~ {statement.name}" if refutes else statement.name
    called = f"{statement.name}_{'refuted' if refutes else 'proved'}"
    note = f"(* coqc FILE accepts this script; it ends with what the proof assumes.\n   Statement: {_plain(str(entry.statement))} *)"
    return "\n".join(
        [
            note,
            *modules,
            own,
            "Import ListNotations.",
            statement.definition,
            _theorem(called, claim, made.tactics),
            f"Print Assumptions {called}.",
            "",
        ]
    )


def _inlined(text: str) -> str:
    return _ANY.sub(lambda found: f"Import {found[1]}.", text)


def _module(called: str, text: str) -> str:
    return f"Module {called}.\n{_inlined(text)}\nEnd {called}.\n"


def _plain(text: str) -> str:
    return text.replace("(*", "( *").replace("*)", "* )")


def writable(entries: Iterable[Theorem]) -> list[Theorem]:
    """Return those of some entries whose proofs the program writes."""
    found = []
    for entry in entries:
        try:
            printed(entry)
            proof(entry)
        except (NotPrintableError, NotWrittenError):
            continue
        found.append(entry)
    return found
