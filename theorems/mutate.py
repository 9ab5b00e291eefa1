"""Attack the checks: change an entry's formula by a sign or by 1 %, and see whether its own checks notice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sympy import Add, Basic, Dummy, Rational, Tuple

from theorems.checks import Transcribed
from theorems.entry import Theorem
from theorems.outcome import TEXT, combine
from theorems.status import Status

_PERCENT = Rational(101, 100)


@dataclass(frozen=True)
class Mutant:
    """An entry with one place of its statement changed.

    Parameters
    ----------
    description : str
        What was changed, for a person.
    theorem : Theorem
        The changed entry, with the checks of the original.
    """

    description: str
    theorem: Theorem


def mutants(theorem: Theorem) -> Iterator[Mutant]:
    """Yield the entry's mutants: each number off by 1 %, each summand with its sign reversed, the right side off by 1 %."""
    statement = theorem.statement
    seen = {statement}
    for side in (0, 1):
        for place, changed in _changes(statement.args[side]):
            arguments = [*statement.args]
            arguments[side] = changed
            mutated = statement.func(*arguments, evaluate=False)
            if mutated not in seen:
                seen.add(mutated)
                yield Mutant(f"{('left', 'right')[side]}: {place}", replace(theorem, statement=mutated))


def notices(mutant: Mutant, original: Status) -> bool:
    """Return whether running the entry's checks on a mutant fails: another verdict, an open check, or an error that names it."""
    outcomes = []
    # the comparison of texts takes no time, and settles most mutants of a bound that is not sharp
    for check in sorted(mutant.theorem.checks, key=lambda check: not isinstance(check, Transcribed)):
        try:
            outcome = check.run(mutant.theorem)
        except Exception:  # a check that raises is reported as open, so that the run fails
            return True
        outcomes.append(outcome)
        if original is not Status.REFUTED and outcome.status is Status.REFUTED:
            return True
        if outcome.leg != TEXT and outcome.status is Status.CLAIMED:
            return True
        if outcome.status is Status.CONFLICT:
            return True
    return combine(tuple(outcomes)) is not original


def _changes(expression: Basic) -> Iterator[tuple[str, Basic]]:
    """Yield the expression with one number or one sign changed, and with the whole of it off by 1 %."""
    if expression.is_Number and expression.is_finite and expression != 0:
        yield f"{expression} * 1.01", expression * _PERCENT
        return
    if getattr(expression, "is_commutative", False) and not expression.is_Symbol:
        yield "all * 1.01", _PERCENT * expression
    if isinstance(expression, Add):
        for term in expression.args:
            yield f"sign of {term}", expression - 2 * term
    for index, argument in enumerate(expression.args):
        if isinstance(argument, (Tuple, Dummy)) or argument.is_Symbol:
            continue
        for place, changed in _changes(argument):
            arguments = [*expression.args]
            arguments[index] = changed
            try:
                yield place, expression.func(*arguments)
            except (ValueError, TypeError):
                continue
