"""Check: integrals and sums on the left by antiderivatives, whose derivatives and ends are looked at; sums by the known series too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from sympy import (
    Abs,
    Add,
    Dummy,
    Eq,
    Expr,
    Integral,
    Interval,
    Lt,
    Mul,
    Pow,
    Rational,
    S,
    Sum,
    Symbol,
    exp,
    factor,
    gamma,
    log,
    loggamma,
    oo,
    srepr,
)
from sympy.logic.boolalg import Boolean

from dpsym.derive.identity import agree
from dpsym.derive.kernels import integrate
from dpsym.derive.sign_sets import NEGATIVE, POSITIVE
from dpsym.derive.signs import Signs
from dpsym.errors import NotDerivedError
from theorems.checks.ends import discontinuities, ending
from theorems.compare import compare, point_text
from theorems.entry import Theorem
from theorems.errors import EntryError
from theorems.outcome import CEILINGS, DPSYM, Outcome, suffice
from theorems.points import Point, points
from theorems.status import Status

_FEW, _COMPARED = 16, 6


class _OpenError(Exception):
    """What could not be shown."""


@dataclass(frozen=True)
class Integrated:
    """Show that the integrals and sums of the left side add up to the right side.

    Of an integral the derivative of the antiderivative must be the integrand, between the ends the antiderivative must have no jump, and its
    ends must be known; of a sum the differences of consecutive values must be the terms. A sum without an antiderivative has few
    terms, or is one of the series in the table of `dpsym.derive.kernels`. All that is shown symbolically, for all symbols of the domain.

    Parameters
    ----------
    primitives : mapping of Expr to Expr
        For the integral, or sum, that starts at the key, a function of its variable.
    """

    primitives: Mapping[Expr, Expr] = field(default_factory=dict)

    def key(self) -> str:
        return f"integrated({', '.join(sorted(f'{srepr(start)}: {srepr(each)}' for start, each in self.primitives.items()))})"

    def modules(self) -> tuple[str, ...]:
        return (
            "dpsym.derive",
            "theorems.checks.ends",
            "theorems.checks.integrated",
            "theorems.compare",
            "theorems.points",
        )

    def road(self) -> tuple[str, ...]:
        return ("dpsym.derive",)

    def run(self, theorem: Theorem) -> Outcome:
        if not isinstance(theorem.statement, Eq):
            raise EntryError(f"statement of {theorem.id} must equate integrals with a formula, got {theorem.statement}")
        left, stated = theorem.statement.args
        where = points(theorem, _COMPARED)
        total, ways = S.Zero, []
        try:
            for part in Add.make_args(left):
                value, way = self._part(theorem, part, where)
                total, ways = total + value, [*ways, way] if way else ways
        except _OpenError as reason:
            return Outcome("integrated", DPSYM, Status.CLAIMED, str(reason))
        except _DifferenceError as wrong:
            return wrong.outcome
        return _judged(theorem, total, stated, where, ways)

    def _part(self, theorem: Theorem, part: Expr, where: list[Point]) -> tuple[Expr, str]:
        """Return the value of a summand of the left side, and how it was found."""
        if not part.has(Integral, Sum):
            return part, ""
        if not isinstance(part, (Integral, Sum)) or len(part.limits) != 1 or len(part.limits[0]) != 3:
            raise _OpenError(f"{part} is no integral and no sum between two ends")
        variable, lower, upper = part.limits[0]
        given = self.primitives.get(lower)
        if isinstance(part, Sum):
            return _summed(part.function, variable, lower, upper, given, theorem, where)
        signs = _inside(theorem, variable, lower, upper)
        if given is None:
            raise _OpenError(f"the integral from {lower} has no antiderivative")
        density = given.diff(variable)
        _differ(theorem, Eq(density, part.function, evaluate=False), variable, lower, upper, where)
        if breaks := discontinuities(given, variable, signs):
            raise _OpenError(f"antiderivative from {lower}: {'; '.join(breaks)}")
        if not _same(density, part.function, signs):
            raise _OpenError(f"antiderivative from {lower}: its derivative is not recognised as the integrand")
        first, last = (ending(given, variable, end, signs) for end in (lower, upper))
        if first is None or last is None or {first, last} & {oo, -oo}:
            raise _OpenError(f"antiderivative from {lower}: its ends are not known, {first} and {last}")
        return last - first, "antiderivative"


def _inside(theorem: Theorem, variable: Symbol, lower: Expr, upper: Expr) -> Signs:
    """Return what is known of signs between two ends."""
    low, high = (lower if lower.is_number else -oo), (upper if upper.is_number else oo)
    ends = [Lt(lower, variable)] * (not lower.is_number) + [Lt(variable, upper)] * (not upper.is_number)
    return Signs({**theorem.domain, variable: Interval.open(low, high)}, (*theorem.hypotheses, *ends))


class _DifferenceError(Exception):
    """A certain difference, with the outcome that tells it."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome.detail)
        self.outcome = outcome


def _summed(
    term: Expr, variable: Symbol, lower: Expr, upper: Expr, given: Expr | None, theorem: Theorem, where: list[Point]
) -> tuple[Expr, str]:
    count = upper - lower + 1
    if count.is_Integer and 0 <= count <= _FEW:
        return Add(*(term.subs(variable, lower + k) for k in range(int(count)))), "all terms"
    if given is not None:
        signs = Signs({**theorem.domain, variable: Interval.open(-oo, oo)}, theorem.hypotheses)
        step = given.subs(variable, variable + 1) - given
        _differ(theorem, Eq(step, term, evaluate=False), variable, lower, upper, where)
        if breaks := discontinuities(given, variable, signs):
            raise _OpenError(f"sum from {lower}: {'; '.join(breaks)}")
        if not _same(step, term, signs):
            raise _OpenError(f"sum from {lower}: the differences are not recognised as the terms")
        after = variable if upper is oo else variable + 1
        ends = (ending(given, variable, lower, signs), ending(given.subs(variable, after), variable, upper, signs))
        if None in ends or {*ends} & {oo, -oo}:
            raise _OpenError(f"sum from {lower}: its ends are not known, {ends[0]} and {ends[1]}")
        return ends[1] - ends[0], "telescoping sum"
    return _series(term, variable, lower, upper, theorem)


def _series(term: Expr, variable: Symbol, lower: Expr, upper: Expr, theorem: Theorem) -> tuple[Expr, str]:
    """Return a sum by the table of series, if what it needs to converge follows."""
    place = Dummy("x", integer=True)
    terms: dict[Expr, Expr] = {}
    for part in Mul.make_args(term.xreplace({variable: place})):
        for summand in Add.make_args(_logarithm(part, place)):
            times, statistic = summand.as_independent(place, as_Add=False)
            terms[statistic] = terms.get(statistic, S.Zero) + times
    try:
        closed = integrate(terms, place, lower, upper)
    except NotDerivedError as error:
        raise _OpenError(str(error)) from error
    if closed is None:
        raise _OpenError(f"no series of the table has the terms {term}")
    signs = Signs(theorem.domain, theorem.hypotheses)
    if unshown := [each for each in closed.conditions if not signs.imply(each)]:
        raise _OpenError(f"hypothesis missing: {', '.join(map(str, unshown))}")
    return closed.value, closed.name


def _logarithm(factor: Expr, place: Symbol) -> Expr:
    """Return the logarithm of a factor of a term, with what depends on the place in products."""
    if isinstance(factor, exp):
        return factor.args[0].expand()
    base, power = factor.as_base_exp()
    if isinstance(base, gamma) and place in base.free_symbols:
        return power * loggamma(base.args[0])
    return (power * log(base)).expand() if place in factor.free_symbols else log(factor)


def _differ(
    theorem: Theorem, relation: Boolean, variable: Symbol, lower: Expr, upper: Expr, where: list[Point]
) -> None:
    """Raise if a relation certainly fails at a point between the ends."""
    for place in where:
        low, high = (end.xreplace(place) for end in (lower, upper))
        if variable.is_integer:
            inner = low if low.is_finite else high - 1 if high.is_finite else S.One
        elif low.is_finite and high.is_finite:
            inner = low + (high - low) / 3
        else:
            inner = (
                low + Rational(3, 4) if low.is_finite else high - Rational(3, 4) if high.is_finite else Rational(2, 5)
            )
        found = compare(relation, {**place, variable: inner})
        if found.verdict == "fails":
            detail = f"antiderivative from {lower}: its derivative is {found.left}, the integrand {found.right}, at {variable} = {inner}"
            raise _DifferenceError(_refuted(detail, place, found.margin))


def _refuted(detail: str, place: Point, margin: float | None) -> Outcome:
    text = "" if margin is None else f"{margin:.2e}"
    return Outcome("integrated", DPSYM, Status.REFUTED, detail, 1, text, point_text(place))


def _judged(theorem: Theorem, total: Expr, stated: Expr, where: list[Point], ways: Iterable[str]) -> Outcome:
    undecided = 0
    for place in where:
        found = compare(Eq(total, stated, evaluate=False), place)
        if found.fails:
            return _refuted(f"adds up to {found.left}, stated {found.right}", place, found.margin)
        undecided += not found.holds
    if not suffice(len(where), undecided):
        return Outcome("integrated", DPSYM, Status.CLAIMED, f"{undecided} of {len(where)} points undecided")
    if not _same(total, stated, Signs(theorem.domain, theorem.hypotheses)):
        return Outcome("integrated", DPSYM, Status.CLAIMED, f"adds up to {total}: not recognised as equal")
    detail = ", ".join(dict.fromkeys(ways)) or "finitely many terms"
    return Outcome("integrated", DPSYM, CEILINGS["integrated"], detail, len(where), undecided=undecided)


def _same(one: Expr, other: Expr, signs: Signs) -> bool:
    """Return True if two formulas are proved to agree: as logarithms, where both are products of positive factors, or as they are."""
    one, other = (_plain(each, signs) for each in (one, other))
    logs = [_logarithm_of(each, signs) for each in (one, other)]
    if None not in logs and (logs[0] - logs[1]).expand() == 0:
        return True
    return agree(one, other, signs)


def _plain(expression: Expr, signs: Signs) -> Expr:
    """Write absolute values out where the sign is known, and Gamma functions by those of arguments that are a whole number less."""

    def lowered(node: Expr) -> Expr:
        count, rest = node.args[0].as_coeff_Add()
        steps = [rest + index for index in range(int(count))] if 0 < count <= _FEW and count.is_Integer else []
        if not steps or signs(rest) != POSITIVE:
            return node
        return Mul(gamma(rest), *steps) if isinstance(node, gamma) else Add(loggamma(rest), *map(log, steps))

    def unfolded(node: Expr) -> Expr:
        return {POSITIVE: node.args[0], NEGATIVE: -node.args[0]}.get(signs(node.args[0]), node)

    return expression.replace(lambda node: isinstance(node, Abs), unfolded).replace(
        lambda node: isinstance(node, (gamma, loggamma)), lowered
    )


def _logarithm_of(expression: Expr, signs: Signs) -> Expr | None:
    """Return the logarithm of a product as a sum of those of its factors, each shown to be positive; None if one is not."""
    if isinstance(expression, Add):
        product = _factored(expression, signs)
        found = None if isinstance(product, Add) else _logarithm_of(product, signs)
        return log(expression) if found is None and signs(expression) == POSITIVE else found
    if isinstance(expression, Mul):
        turned = [_turned(part, signs) for part in expression.args]
        flips = sum(flip for _, flip in turned)
        parts = [_logarithm_of(part, signs) for part, _ in turned] if flips % 2 == 0 else [None]
        return None if None in parts else Add(*parts)
    if isinstance(expression, exp):
        return expression.args[0].replace(log, lambda inner: _told(_logarithm_of(inner, signs), log(inner)))
    if isinstance(expression, gamma) and signs(expression.args[0]) == POSITIVE:
        return loggamma(expression.args[0])
    if isinstance(expression, Pow):
        base, power = expression.args
        inner = _logarithm_of(-base if power.is_even and signs(base) == NEGATIVE else base, signs)
        return None if inner is None else power * inner
    return log(expression) if signs(expression) == POSITIVE else None


def _told(found: Expr | None, otherwise: Expr) -> Expr:
    return otherwise if found is None else found


def _factored(total: Expr, signs: Signs) -> Expr:
    """Return a sum as a product; positive sums in denominators are kept whole."""
    below = {base for base, power in map(Pow.as_base_exp, total.atoms(Pow)) if power.is_negative and base.is_Add}
    names = {base: Dummy(positive=True) for base in below if signs(base) == POSITIVE}
    return factor(total.xreplace(names)).xreplace({name: base for base, name in names.items()})


def _turned(part: Expr, signs: Signs) -> tuple[Expr, bool]:
    """Return a factor made positive where it is negative, and whether that took a change of its sign."""
    if isinstance(part, Pow) and not isinstance(part, exp):
        base, power = part.args
        turns = bool(power.is_integer and power.is_odd and signs(base) == NEGATIVE)
        return ((-base) ** power, True) if turns else (part, False)
    return (-part, True) if signs(part) == NEGATIVE else (part, False)
