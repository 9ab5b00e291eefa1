"""The rules that prove ``f >= 0`` (or ``f > 0``) on a box; each is a line of text that can be checked again.

interval
    the range of f over the box is not negative;
mean value
    neither is f(c) + sum of f'_i(box) (box_i - c_i), where f is analytic on the box;
face x=c order k; rule
    f and its first k - 1 derivatives in x vanish identically where x = c, the box touches that face, f is
    analytic on the box, and the rule proves the k-th derivative, signed towards the box, not negative on it:
    Taylor's theorem with Lagrange's remainder. What is strict is strict off the face;
descent x=c order k; rule
    the same where the box need not touch the face, because all the boxes of a cover share the step.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from flint import arb

from dpsym.ball import to_fmpq
from dpsym.enclose.forms import Form, Sides
from dpsym.enclose.ranges import Range, between
from dpsym.errors import DpsymError, ParameterError, UndecidedError

_STEP = re.compile(r"(face|descent) (.+)=(-?\d+(?:/\d+)?) order ([1-9]\d*)")


def step(kind: str, name: str, end: Fraction, order: int) -> str:
    """Return a step of a rule as text."""
    return f"{kind} {name}={end} order {order}"


def lower_bound(form: Form, names: Sequence[str], sides: Sides, rule: str) -> arb:
    """Return the lower bound to which a rule brings a function, or a derivative of it, on a box.

    Raises
    ------
    UndecidedError
        If the rule does not apply.
    ParameterError
        If the text is not a rule.
    """
    head, _, rest = rule.partition("; ")
    if rule == "interval":
        return form.over(sides).lo
    if rule == "mean value":
        return _mean_value(form, sides)
    match = _STEP.fullmatch(head)
    if match is None or match[2] not in names:
        raise ParameterError("rule of a box", "interval, mean value, or a face or descent step before one", rule)
    i, end, order = list(names).index(match[2]), Fraction(match[3]), int(match[4])
    if end not in form.sides[i] or (match[1] == "face" and end not in sides[i]):
        raise UndecidedError(f"the box does not touch the face of {head}")
    if form.vanishing_order(i, end) < order:
        raise UndecidedError(f"the function does not vanish as {head} says")
    form.over(sides, smooth=True)
    return lower_bound(form.inwards(i, end, order), names, sides, rest)


def contacts(rule: str) -> Iterator[tuple[str, Fraction]]:
    """Yield the faces on which a rule found the function to be 0: what is strict is strict off them."""
    for part in rule.split("; ")[:-1]:
        match = _STEP.fullmatch(part)
        if match is not None:
            yield match[2], Fraction(match[3])


def suffices(bound: arb, strict: bool) -> bool:
    """Whether a lower bound proves the claim."""
    return bool(bound > 0 if strict else bound >= 0)


def prove(form: Form, names: Sequence[str], sides: Sides, strict: bool) -> tuple[str, arb] | None:
    """Return the first rule that proves the claim on a box, with its bound, or None."""
    for rule in _candidates(form, names, sides, ()):
        try:
            bound = lower_bound(form, names, sides, rule)
        except DpsymError:
            continue
        if suffices(bound, strict):
            return rule, bound
    return None


def _candidates(
    form: Form, names: Sequence[str], sides: Sides, used: tuple[tuple[int, Fraction], ...]
) -> Iterator[str]:
    yield from ("interval", "mean value")
    for i, side in enumerate(sides):
        for end in set(side) & set(form.sides[i]):
            order = 0 if (i, end) in used else form.vanishing_order(i, end)
            if order:
                inner = _candidates(form.inwards(i, end, order), names, sides, (*used, (i, end)))
                yield from (f"{step('face', names[i], end, order)}; {rule}" for rule in inner)


def _mean_value(form: Form, sides: Sides) -> arb:
    form.over(sides, smooth=True)
    slopes = [form.derivative(i).over(sides, smooth=True) for i in range(len(sides))]
    # Expanded where f is least as far as the slopes tell: along a monotone variable the rest is not negative.
    place = [
        low if slope.lo >= 0 else high if slope.hi <= 0 else (low + high) / 2
        for slope, (low, high) in zip(slopes, sides, strict=True)
    ]
    total = Range.of(form.at(place))
    for slope, part, (low, high) in zip(slopes, place, sides, strict=True):
        if low < part < high:
            total = total + slope * between(to_fmpq(low - part), to_fmpq(high - part))
    return total.lo
