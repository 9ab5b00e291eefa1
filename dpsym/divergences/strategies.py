"""The worst of a divergence of two interactive mechanisms over all strategies of asking one of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from flint import arb, ctx
from sympy import Expr, Rational, S, exp, log
from sympy.core.sympify import _sympify

from dpsym.ball import to_fmpq
from dpsym.distributions.constructions import Kernel
from dpsym.distributions.families import answers_of, check_steps, require_few
from dpsym.distributions.interactive import Asked, Dialogue, reply
from dpsym.distributions.printed import Head
from dpsym.divergences.base import Divergence
from dpsym.divergences.hockey_stick import HockeyStick
from dpsym.divergences.kl import KL
from dpsym.divergences.least import DominationGap, excess, masses_of
from dpsym.divergences.maximum import MaxDivergence
from dpsym.divergences.overall import greatest
from dpsym.divergences.renyi import Renyi
from dpsym.errors import ParameterError

_BITS = 256
Pair = tuple[Kernel, Kernel]
Valued = tuple[Expr, arb]
"""An expression with a ball that holds its value: what it is compared by."""
Got = TypeVar("Got")


class AnyStrategy(Head):
    r"""The supremum of a divergence of what is seen of two interactive mechanisms, over all strategies that ask one of them.

    .. math:: \sup_S D(S_{1:k} \leftrightarrow K \,\|\, S_{1:k} \leftrightarrow L)

    A strategy chooses each question by the answers before it, and may toss coins. What coins add is a mixture that is seen with its
    parts, so that the supremum is that of strategies without them, and the question after each history can be chosen by itself.

    Parameters
    ----------
    value : HockeyStick, Renyi, KL, MaxDivergence or DominationGap
        Of what is `Asked` of the one mechanism and of the other.
    rounds : positive integer or symbol
        The number k of questions.

    Raises
    ------
    ParameterError
        If the value is no such divergence, or the mechanisms have not the same number of answers.
    NotDerivedError
        If there are too many histories.
    """

    printed = r"\sup_{S_{1:#2}} #1"

    def __new__(cls, value: object, rounds: object) -> Any:
        found, count = _sympify(value), check_steps(rounds)
        if not isinstance(found, (HockeyStick, Renyi, KL, MaxDivergence, DominationGap)) or not all(
            isinstance(law, Asked) for law in _pair(found)
        ):
            raise ParameterError("what is taken over all strategies", "a divergence of two `Asked` mechanisms", value)
        first, second = (law.args[0] for law in _pair(found))
        written = isinstance(first, Kernel) and isinstance(second, Kernel) and count.is_Integer
        if not written or not _is_settled(found):
            return Expr.__new__(cls, found, count)
        if answers_of(first) != answers_of(second):
            raise ParameterError("interactive mechanisms", "with the same answers", (first, second))
        require_few(answers_of(first) ** 2, int(count))
        with ctx.workprec(_BITS):
            return _supremum(found, (first, second), int(count))


def _pair(value: Expr) -> tuple[Any, ...]:
    """Return the laws of what is seen of the two mechanisms."""
    return value.args[:2] if isinstance(value, DominationGap) else value.args[-2:]


def _is_settled(value: Expr) -> bool:
    """Whether it compares with laws that are written out, or has an index that is a rational number, an order not below 1."""
    if isinstance(value, DominationGap):
        return masses_of(value.args[2:]) is not None
    if isinstance(value, Renyi):
        return value.order.is_Rational and bool(value.order > 1)
    return all(index.is_Rational for index in value.args[:-2])


def _supremum(value: Expr, pair: Pair, rounds: int) -> Expr:
    if isinstance(value, DominationGap):
        return _gap(value, pair, rounds)
    if isinstance(value, MaxDivergence):
        return log(_worst(pair, rounds, _ratio, max, max))
    total, _ = _worst(pair, rounds, lambda mass, other: _summand(value, mass, other), _greatest, _added)
    return value.assemble(total)


def _gap(value: DominationGap, pair: Pair, rounds: int) -> Expr:
    """Return by how much the profile, over all strategies, exceeds that of a pair: it is convex between the kinks of the latter."""
    others = masses_of(value.args[2:]) or []

    def profile(factor: Expr) -> Expr:
        return _worst(pair, rounds, lambda mass, other: max(S.Zero, mass - factor * other), max, sum)

    beyond = _worst(pair, rounds, lambda mass, other: S.Zero if other else mass, max, sum)
    kinks = {mass / other for mass, other in others if other}
    return max(
        S.Zero,
        beyond - sum((mass for mass, other in others if not other), S.Zero),
        *(profile(kink) - excess(others, kink) for kink in kinks),
    )


def _worst(
    pair: Pair,
    rounds: int,
    leaf: Callable[[Rational, Rational], Got],
    choice: Callable[[list[Got]], Got],
    join: Callable[[list[Got]], Got],
) -> Got:
    """Return what the best strategy gets: of each question the answers joined, and of the questions the one that is chosen."""
    answers = range(answers_of(pair[0]))

    def after(past: Dialogue, mass: Rational, other: Rational) -> Got:
        if len(past) == rounds:
            return leaf(mass, other)
        found = []
        for question in answers:
            first, second = (reply(mechanism, past, question).masses for mechanism in pair)
            parts = [
                after((*past, (question, answer)), mass * first[answer], other * second[answer]) for answer in answers
            ]
            found.append(join(parts))
        return choice(found)

    return after((), S.One, S.One)


def _ratio(mass: Rational, other: Rational) -> Expr:
    if mass == 0:
        return S.Zero
    return mass / other if other else S.Infinity


def _summand(value: Divergence, mass: Rational, other: Rational) -> Valued:
    """Return a summand of the definition, with its ball."""
    if mass == 0:
        return S.Zero, arb(0)
    p, q = (arb(to_fmpq(each)) for each in (mass, other))
    if isinstance(value, HockeyStick):
        eps = value.threshold
        above = p - arb(to_fmpq(eps)).exp() * q
        if above < 0:
            return S.Zero, arb(0)
        # at a tie the ball says nothing, and the maximum stays
        found = mass - exp(eps) * other if above > 0 else value.atom(mass, other)
        return found, above
    if other == 0:
        return S.Infinity, arb("inf")
    if isinstance(value, KL):
        return value.atom(mass, other), p * (p / q).log()
    order = arb(to_fmpq(value.order))
    return value.atom(mass, other), (order * p.log() + (1 - order) * q.log()).exp()


def _added(parts: list[Valued]) -> Valued:
    return sum((part for part, _ in parts), S.Zero), sum((ball for _, ball in parts), arb(0))


def _greatest(values: list[Valued]) -> Valued:
    """Return the greatest: one of them where the balls tell, else that of all which they do not tell apart."""
    best = max((ball for _, ball in values), key=lambda ball: ball.lower())
    left = [(value, ball) for value, ball in values if not ball < best]
    hull = left[0][1]
    for _, ball in left[1:]:
        hull = hull.union(ball)
    return greatest({value for value, _ in left}), hull
