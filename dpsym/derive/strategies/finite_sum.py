"""Strategy: both laws live on finitely many points, so that the definition is a finite sum."""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Abs, Add, Dummy, Expr, Max, Piecewise, S, exp, expand_log, log, simplify

from dpsym.derive.derivation import Derivation, Engine, Step
from dpsym.derive.form import short
from dpsym.derive.rewriting import collect_exponentials
from dpsym.distributions import Discrete
from dpsym.divergences import (
    KL,
    ChiSquaredDivergence,
    Divergence,
    MaxDivergence,
    Renyi,
    SquaredHellinger,
    TotalVariation,
    TradeOff,
)

NAME = "finite sum"
_REJECT = "reject the points of the least privacy loss first, the last one at random"


def attempt(head: Divergence, derive: Engine) -> Derivation | None:
    """Sum the definition over the points, if there are finitely many."""
    if not all(isinstance(law, Discrete) for law in head.laws):
        return None
    if isinstance(head, TradeOff):
        return _trade_off(head)
    definition = head.definition()
    if definition == head:
        return None
    closed = _tidy(head, definition)
    steps = [Step("the definition, point by point", definition)]
    if closed != definition:
        steps.append(Step("collect the exponentials", closed))
    return Derivation(head, closed, tuple(steps), NAME)


def _tidy(head: Divergence, definition: Expr) -> Expr:
    if definition.has(S.Infinity, S.NegativeInfinity):
        return definition
    if isinstance(head, MaxDivergence):
        return Max(*(_plain_log(term) if term.has(exp) else term for term in Max.make_args(definition)))
    if not definition.has(exp):
        return definition
    if isinstance(head, TotalVariation):
        return definition.replace(lambda e: isinstance(e, Abs), short)
    if isinstance(head, (Renyi, ChiSquaredDivergence, SquaredHellinger)):
        return head.assemble(_moment(head))
    if isinstance(head, KL):
        return _with_plain_factors(_plain_log(definition))
    return definition.replace(lambda e: isinstance(e, Max), _collected)


def _collected(maximum: Max) -> Expr:
    """Return a maximum with exponentials collected, undecided where SymPy refuses numbers that agree in a hundred digits."""
    parts = [collect_exponentials(part) for part in maximum.args]
    try:
        return Max(*parts)
    except ValueError:
        return Max(*parts, evaluate=False)


def _moment(head: Renyi | ChiSquaredDivergence | SquaredHellinger) -> Expr:
    """Return the power moment, summed over weights without a denominator where both laws have the same one."""
    first, second = head.laws
    totals = [law.masses[0] / law.weights[0] for law in (first, second)]
    if totals[0] != totals[1]:
        return collect_exponentials(sum(head.summands(), S.Zero))
    triples = zip(first.weights, second.weights, first.multiplicities, strict=True)
    order = head.order
    terms = [
        count * (weight if weight == other else weight**order * other ** (1 - order))
        for weight, other, count in triples
    ]
    return collect_exponentials(totals[0] * collect_exponentials(Add(*terms)))


def _plain_log(expression: Expr) -> Expr:
    """Expand logarithms of quotients and exponentials of positive arguments."""
    return expand_log(expression.replace(lambda e: e.func is log, lambda e: log(simplify(e.args[0]))))


def _with_plain_factors(expression: Expr) -> Expr:
    """Simplify what logarithms are multiplied by, and leave these as they are: SymPy would put the factors into exponents."""
    names = {each: Dummy(positive=True) for each in expression.atoms(log)}
    try:
        return simplify(expression.xreplace(names)).xreplace({name: each for each, name in names.items()})
    except OverflowError:  # of an exponential that no float holds, and SymPy's decimals neither
        return expression


@dataclass(frozen=True)
class _Atom:
    """The masses under P and Q of the points with one privacy loss."""

    loss: Expr
    first: Expr
    second: Expr


def _trade_off(head: TradeOff) -> Derivation | None:
    """Reject atom by atom, those of the least loss first; between two atoms the error is linear."""
    atoms = _ordered(head)
    if atoms is None:
        return _two_points(head)
    closed = _rejected(head.level, atoms)
    return Derivation(head, closed, (Step(_REJECT, closed),), NAME)


def _rejected(level: Expr, atoms: list[_Atom]) -> Expr:
    """Return the type II error in cases of the level, for atoms by increasing privacy loss."""
    used, error = S.Zero, S.One
    branches: list[tuple[Expr, object]] = []
    for atom in atoms:
        if atom.first.is_zero:
            error -= atom.second
            continue
        branches.append((error - (level - used) * atom.second / atom.first, level <= used + atom.first))
        used, error = used + atom.first, error - atom.second
    branches[-1] = (branches[-1][0], True)
    return Piecewise(*((simplify(value), condition) for value, condition in branches))


def _two_points(head: TradeOff) -> Derivation | None:
    """Derive both orders of two atoms of which neither is certainly first."""
    first, second = head.laws
    if len(first.masses) != 2 or first.multiplicities != (S.One, S.One):
        return None
    pairs = list(zip(first.masses, second.masses, strict=True))
    atoms = [_Atom(S.Zero, *pair) for pair in pairs]
    ratio_grows = pairs[0][0] * pairs[1][1] < pairs[1][0] * pairs[0][1]
    closed = Piecewise((_rejected(head.level, atoms), ratio_grows), (_rejected(head.level, atoms[::-1]), True))
    return Derivation(head, closed, (Step(_REJECT, closed),), NAME)


def _ordered(head: TradeOff) -> list[_Atom] | None:
    """Return the atoms by increasing loss, or None where the order of two is not certain."""
    first, second = head.laws
    atoms = []
    for mass, other, weight, weight_other, count in zip(
        first.masses, second.masses, first.weights, second.weights, first.multiplicities, strict=True
    ):
        if not (mass.is_zero and other.is_zero):
            loss = (
                -S.Infinity
                if mass.is_zero
                else S.Infinity
                if other.is_zero
                else _loss(mass, other, weight, weight_other)
            )
            atoms.append(_Atom(loss, count * mass, count * other))
    for place in range(1, len(atoms)):
        for position in range(place, 0, -1):
            gap = (
                atoms[position].loss - atoms[position - 1].loss
                if atoms[position].loss != atoms[position - 1].loss
                else S.Zero
            )
            if gap.is_nonnegative:
                break
            if not gap.is_negative:
                return None
            atoms[position - 1], atoms[position] = atoms[position], atoms[position - 1]
    return atoms


def _loss(mass: Expr, other: Expr, weight: Expr, weight_other: Expr) -> Expr:
    if simplify(mass / weight - other / weight_other) == 0:
        mass, other = weight, weight_other
    return expand_log(log(mass / other)) if mass.is_number and other.is_number else _plain_log(log(mass / other))
