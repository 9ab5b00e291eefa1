"""Whether a statement certainly fails at a witness: the last word, in exact rationals and Arb balls, without any search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from flint import arb, ctx, fmpq
from sympy import And, Basic, Eq, Expr, Float, Ge, Gt, Integer, Le, Lt, Ne, Rational, S, Set, Symbol
from sympy.core.relational import Relational

from dpsym.distributions import AnyEvent, AnyKernel, AnyLaw, Event, Finite, Kernel, Laws
from dpsym.divergences import HockeyStick, MaxDivergence
from dpsym.enclose import Ball
from dpsym.enclose.arithmetic import Value, is_finite, signs
from dpsym.enclose.walker import Walker
from dpsym.errors import DpsymError, UndecidedError

_PRECISIONS = (64, 192, 768)
# What SymPy and the heads raise where an instance makes no sense; such an instance certifies nothing.
SENSELESS = (DpsymError, ValueError, TypeError, ArithmeticError)


def certify(
    statement: Relational, domain: Mapping[Basic, Any], witness: Mapping[Basic, Any], hypotheses: tuple[Basic, ...] = ()
) -> Rational | Ball | None:
    """Return by how much a statement certainly fails at an admissible witness, or None.

    Parameters
    ----------
    statement : Relational
        An equation or an inequality, unevaluated.
    domain : mapping
        The Set of every symbol, and `Laws` for every law, kernel and event variable.
    witness : mapping
        An exact value for every key of the domain.
    hypotheses : tuple of Boolean, optional
        Relations that must certainly hold at the witness.

    Returns
    -------
    Rational, Ball or None
        The margin; None where a value is not certainly in its domain, a hypothesis does not certainly hold, or the
        statement does not certainly fail.
    """
    if not all(name in witness and _belongs(name, witness[name], among) for name, among in domain.items()):
        return None
    if not all(_holds(relation, witness) for each in hypotheses for relation in parts(each)):
        return None
    excess = _excess(statement, witness)
    if excess is None:
        return None
    is_zero = signs(excess) == {0}
    if isinstance(statement, Eq):
        fails, excess = not is_zero, excess if excess > 0 else -excess
    elif isinstance(statement, Ne):
        fails = is_zero
    else:
        fails = excess > 0 or (is_zero and isinstance(statement, (Lt, Gt)))
    if not fails:
        return None
    return Rational(int(excess.p), int(excess.q)) if isinstance(excess, fmpq) else Ball(excess)


def parts(hypothesis: Basic) -> Iterator[Basic]:
    """Yield the relations of a hypothesis, which may be a conjunction."""
    yield from hypothesis.args if isinstance(hypothesis, And) else (hypothesis,)


def _belongs(name: Basic, value: Any, among: Any) -> bool:
    """Whether a value is exact and certainly in the domain of its variable."""
    if isinstance(name, Symbol):
        try:
            is_exact = isinstance(value, Expr) and not value.has(Float)
            return is_exact and isinstance(among, Set) and among.contains(value) == True  # noqa: E712
        except SENSELESS:
            return False
    if not isinstance(among, Laws):
        return False
    if isinstance(name, AnyEvent):
        return isinstance(value, Event)
    if isinstance(name, AnyKernel):
        return isinstance(value, Kernel) and all(_is_law(row, among) for row in value.args)
    return isinstance(name, AnyLaw) and _is_law(value, among)


def _is_law(value: Any, among: Laws) -> bool:
    if not isinstance(value, Finite) or not all(isinstance(mass, Rational) for mass in value.masses):
        return False
    return sum(value.masses, Integer(0)) == 1 and all(m > 0 if among.is_full else m >= 0 for m in value.masses)


def _holds(relation: Basic, witness: Mapping[Basic, Any]) -> bool:
    """Whether a relation certainly holds at the witness."""
    if relation in (S.true, S.false):
        return relation is S.true
    if not isinstance(relation, Relational):
        return False
    excess = _excess(_without_logarithm(relation), witness)
    if excess is None:
        return False
    is_zero = signs(excess) == {0}
    if isinstance(relation, Eq):
        return is_zero
    if isinstance(relation, Ne):
        return bool(excess > 0 or excess < 0)
    return bool(excess < 0 or (is_zero and not isinstance(relation, (Lt, Gt))))


def _without_logarithm(relation: Relational) -> Relational:
    """Return ``MaxDivergence(P, Q) <= t`` as ``HockeyStick(t, P, Q) <= 0``, which rationals can meet with equality."""
    small, great = relation.args[::-1] if isinstance(relation, Ge) else relation.args
    if isinstance(relation, (Le, Ge)) and isinstance(small, MaxDivergence) and great.is_finite is not False:
        return Le(HockeyStick(great, *small.laws), 0, evaluate=False)
    return relation


def _excess(relation: Relational, witness: Mapping[Basic, Any]) -> Value | None:
    """Return by how much the side that should be the smaller one exceeds the other, or None where the sign stays open.

    What is rational is exact, equality too. Two infinities of one sign are equal.
    """
    small, great = relation.args[::-1] if isinstance(relation, (Ge, Gt)) else relation.args
    try:
        # placed one by one: SymPy would decide a placed relation itself, in floats
        sides = [side.xreplace(dict(witness)) for side in (small, great)]
        for bits in _PRECISIONS:
            with ctx.workprec(bits):
                left, right = (real(Walker({})(side)) for side in sides)
                both_infinite = not (is_finite(left) or is_finite(right))
                excess: Value = fmpq(0) if both_infinite and (left > 0) == (right > 0) else left - right
            if len(signs(excess)) == 1:
                return excess
    except SENSELESS:
        return None
    return None


def real(value: Value) -> fmpq | arb:
    """Return a value of the walk that is a real number or infinite.

    Raises
    ------
    UndecidedError
        If it is not certainly one.
    """
    if isinstance(value, arb) and not value.is_nan() and (value.is_finite() or value > 0 or value < 0):
        return value
    if isinstance(value, fmpq):
        return value
    raise UndecidedError(f"{value} is not certainly a real number")
