"""How much more often than it says a Rényi odometer is overrun by the privacy loss of an adaptive mechanism."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flint import arb, ctx
from sympy import Add, Expr, Mul, Rational, S

from dpsym.ball import to_fmpq
from dpsym.distributions import AnyKernel, Discrete, Kernel
from dpsym.distributions.families import answers_of, check_steps, histories, require_few, require_kernel, row
from dpsym.distributions.printed import Head
from dpsym.divergences.overall import greatest
from dpsym.errors import ParameterError
from dpsym.parameters import ABOVE_ONE_ORDER

_BITS = 256


@dataclass(frozen=True)
class _History:
    """A history with its mass, exp((alpha - 1)(loss - spent)), and the greatest such number on the way to it, each with a ball."""

    mass: Rational
    now: Expr
    ball: arb
    peak: Expr
    height: arb


class Overrun(Head):
    r"""The greatest ratio of the probability that an odometer is ever overrun to the delta that it was set to.

    The odometer reads, after each step t, the Rényi budgets that were spent so far and the slack of delta:

    .. math:: \sup_{0 < \delta \le 1} \frac1\delta \Pr_{y \sim K_{1:k}}\left[ \max_{t \le k} \sum_{i=1}^t \left(
        \log\frac{K(y_i \mid y_{<i})}{L(y_i \mid y_{<i})} - D_\alpha(K(y_{<i}) \| L(y_{<i})) \right)
        \ge \frac{\log(1/\delta)}{\alpha - 1} \right]

    Once an infinite budget was spent the loss is never above it. It holds for every delta where this is at most 1. Readings that 256
    bits do not tell apart count as equal.

    Parameters
    ----------
    order : real above 1
        The order alpha of the odometer.
    first, second : Kernel or AnyKernel
        The law of the next answer for each history, on two neighbouring datasets.
    count : positive integer or symbol
        The number k of steps.

    Raises
    ------
    ParameterError
        If the order is not above 1, or the mechanisms have not the same answers.
    NotDerivedError
        If there are too many histories.

    References
    ----------
    Rogers, Roth, Ullman and Vadhan, Privacy odometers and filters, 2016, for what an odometer is.
    """

    is_commutative = True

    def __new__(cls, order: object, first: Kernel | AnyKernel, second: Kernel | AnyKernel, count: object) -> Any:
        alpha, steps = ABOVE_ONE_ORDER.check(order), check_steps(count)
        for family in (first, second):
            require_kernel(family)
        written = isinstance(first, Kernel) and isinstance(second, Kernel)
        if not (written and steps.is_Integer and alpha.is_Rational):
            return Expr.__new__(cls, alpha, first, second, steps)
        if answers_of(first) != answers_of(second):
            raise ParameterError("adaptive mechanisms", "with the same answers", (first, second))
        require_few(answers_of(first), int(steps))
        with ctx.workprec(_BITS):
            return _worst(_ended(alpha - 1, first, second, int(steps)))

    def _latex(self, printer: Any) -> str:
        order, first, second, count = map(printer._print, self.args)
        ratio = rf"\log\tfrac{{{first}(y_i \mid y_{{<i}})}}{{{second}(y_i \mid y_{{<i}})}}"
        spent = rf"D_{{{order}}}\left({first}(y_{{<i}}) \,\middle\|\, {second}(y_{{<i}})\right)"
        slack = rf"\tfrac{{\log(1/\delta)}}{{{order} - 1}}"
        event = rf"\max_{{t \leq {count}}} \sum_{{i \leq t}} \left( {ratio} - {spent} \right) \geq {slack}"
        return rf"\sup_{{0 < \delta \leq 1}} \tfrac1\delta \Pr\left[ {event} \right]"


def _ended(excess: Rational, first: Kernel, second: Kernel, steps: int) -> list[_History]:
    """Return the histories of all steps, those that no loss can follow once they are known."""
    answers = answers_of(first)
    # before the first step nothing was spent or lost, which is no reading yet
    running, ended = {0: _History(S.One, S.One, arb(1), S.Zero, arb(0))}, []
    for step in range(steps):
        longer = {}
        for place, past in running.items():
            number = histories(answers, step)[place]
            one, other = row(first, number), row(second, number)
            moment = _moment(excess, one, other)
            if moment is None:
                ended.append(past)
                continue
            for answer, (p, q) in enumerate(zip(one.masses, other.masses, strict=True)):
                if p:
                    longer[place * answers + answer] = _after(past, p, (p / q, excess), moment)
        running = longer
    return [*ended, *running.values()]


def _moment(excess: Rational, one: Discrete, other: Discrete) -> Expr | None:
    """Return exp((alpha - 1) D_alpha) of a step, None where it is infinite."""
    pairs = [(p, q) for p, q in zip(one.masses, other.masses, strict=True) if p]
    return None if not all(q for _, q in pairs) else Add(*(p * (p / q) ** excess for p, q in pairs))


def _after(past: _History, mass: Rational, power: tuple[Rational, Rational], moment: Expr) -> _History:
    now = Mul(past.now, power[0] ** power[1], 1 / moment)
    ball = past.ball * _power(*power) / _value(moment)
    if ball < past.height:
        return _History(past.mass * mass, now, ball, past.peak, past.height)
    peak = now if ball > past.height else greatest({now, past.peak})
    return _History(past.mass * mass, now, ball, peak, ball.max(past.height))


def _value(moment: Expr) -> arb:
    """Return a ball of a sum of products of rational numbers and their powers."""
    total = arb(0)
    for term in Add.make_args(moment):
        product = arb(1)
        for factor in Mul.make_args(term):
            base, exponent = factor.as_base_exp()
            product *= _power(base, exponent)
        total += product
    return total


def _power(base: Rational, exponent: Rational) -> arb:
    return arb(to_fmpq(base)) ** arb(to_fmpq(exponent))


def _worst(found: list[_History]) -> Expr:
    """Return the greatest product of a height of 1 at least and the mass of what reaches it; all that balls do not tell apart are kept."""
    reached = []
    for height, peak in {each.peak: (each.height, each.peak) for each in found if not each.height < 1}.values():
        mass = sum((other.mass for other in found if not other.height < height), S.Zero)
        reached.append((mass * peak, height * arb(to_fmpq(mass))))
    least = max((ball.lower() for _, ball in reached), default=arb(0), key=float)
    return greatest({value for value, ball in reached if not ball < least}) if reached else S.Zero
