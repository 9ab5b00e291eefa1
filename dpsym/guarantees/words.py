"""Promises in words: what the REPL prints, and LaTeX, with citations."""

from __future__ import annotations

from copy import copy
from dataclasses import fields
from typing import Any

from sympy import Expr, FiniteSet, oo

from dpsym.derive.form import short
from dpsym.display import WIDTH, pieces, rows, tex
from dpsym.errors import NotApplicableError
from dpsym.guarantees.binding import Curve
from dpsym.guarantees.by_logarithm import short_at
from dpsym.guarantees.mechanism import Mechanism
from dpsym.guarantees.notions import (
    GDP,
    ZCDP,
    ApproxDP,
    BoundedRangeDP,
    LossDP,
    MetricDP,
    Notion,
    ProfileDP,
    PureDP,
    RenyiDP,
    TradeOffDP,
    TruncatedCDP,
)
from dpsym.guarantees.numbers import scientific, upper

_DIGITS = 12
_INLINE = 20.0  # em of a formula in a line of text
_ESCAPES = str.maketrans(
    {symbol: rf"\{symbol}" for symbol in "{}$&%#_"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    | {"<": r"\textless{}", ">": r"\textgreater{}", "\n": " "}
)


def in_short(value: Notion) -> Notion:
    """Return a promise whose formulas have the form in which they are printed; numbers stay as they are."""
    shown = copy(value)
    for name in (field.name for field in fields(value)):
        given = getattr(value, name)
        if isinstance(given, Curve):
            object.__setattr__(shown, name, Curve(given.variable, short(given.expr)))
        elif isinstance(value, ApproxDP) and name == "eps" and given.free_symbols:
            object.__setattr__(shown, name, short_at(given, value.delta))
        elif isinstance(given, Expr) and given.free_symbols:
            object.__setattr__(shown, name, short(given))
    return shown


def number(value: Expr) -> str:
    """Return a number as a decimal that is not below it, and a formula as it is."""
    if value.free_symbols:
        return str(value)
    try:
        return scientific(upper(value, _DIGITS), _DIGITS)
    except NotApplicableError:
        return str(value)


def promise(value: Notion) -> str:
    """Return a promise on one line; numbers are rounded up."""
    value = in_short(value)
    if isinstance(value, PureDP):
        return f"eps = {number(value.eps)}"
    if isinstance(value, BoundedRangeDP):
        return f"range eps = {number(value.eps)}"
    if isinstance(value, MetricDP):
        far = "" if value.reach is oo else f", up to distance {value.reach}"
        return f"eps = {number(value.eps)} times the distance{far}"
    if isinstance(value, ApproxDP):
        return f"eps = {number(value.eps)} at delta = {number(value.delta)}"
    if isinstance(value, RenyiDP):
        order, budget = value.budget.shown()
        orders: tuple[Expr, ...] = value.orders.args if isinstance(value.orders, FiniteSet) else ()
        where = f"order {orders[0]}" if len(orders) == 1 else f"orders {order} in {value.orders}"
        return f"Rényi budget {budget} for {where}"
    if isinstance(value, ZCDP):
        return f"rho = {number(value.rho)}" + (f", xi = {number(value.xi)}" if value.xi != 0 else "") + " (zCDP)"
    if isinstance(value, TruncatedCDP):
        return f"rho = {number(value.rho)} below order {value.omega} (truncated CDP)"
    if isinstance(value, GDP):
        return f"mu = {number(value.mu)} (GDP)"
    if isinstance(value, TradeOffDP):
        level, tradeoff = value.tradeoff.shown()
        return f"trade-off function f({level}) = {tradeoff}"
    if isinstance(value, ProfileDP):
        threshold, profile = value.profile.shown()
        return f"profile delta({threshold}) = {profile}"
    if isinstance(value, LossDP):
        return ", ".join(f"{mechanism}" + (f" {count} times" if count != 1 else "") for mechanism, count in value.parts)
    return str(value)


def formula(value: Notion) -> str:
    """Return a promise as LaTeX, without dollar signs; numbers are rounded up."""
    value = in_short(value)
    if isinstance(value, BoundedRangeDP):
        return rf"\sup\log\tfrac PQ - \inf\log\tfrac PQ \le {_digits(value.eps)}"
    if isinstance(value, MetricDP):
        far = "" if value.reach is oo else rf",\ d(x, y) \le {tex(value.reach)}"
        return rf"\varepsilon(x, y) = {_digits(value.eps)}\, d(x, y){far}"
    if isinstance(value, RenyiDP):
        ((left, budget),) = equations(value)
        behind = _orders(value)
        return rf"{left} \le {_digits(budget)}" + (rf",\ {behind}" if behind else "")
    if isinstance(value, LossDP):
        parts = (
            _noise(mechanism) + ("" if count == 1 else rf"^{{\otimes {tex(count)}}}")
            for mechanism, count in value.parts
        )
        return r" \otimes ".join(parts)
    # a symbol that is called as its parameter is usually is not equal to itself, but given
    shown = [
        left if tex(right) == left else rf"{_apart(left, right)} = {_digits(right)}" for left, right in equations(value)
    ]
    return r",\ ".join(shown) or rf"\text{{{value}}}"


def _noise(mechanism: Mechanism) -> str:
    """Return the law of a run, with the sensitivity and the sampling where they are not the usual ones."""
    notes = [rf"\Delta = {tex(mechanism.sensitivity)}"] if mechanism.sensitivity != 1 else []
    if mechanism.slots != 1:
        notes += [f"t = {mechanism.slots}"] + ([f"k = {mechanism.selected}"] if mechanism.selected != 1 else [])
    elif mechanism.rate != 1:
        notes += [f"q = {tex(mechanism.rate)}"]
    law = tex(mechanism.law)
    return rf"\left.{law}\right|_{{{', '.join(notes)}}}" if notes else law


def _orders(value: RenyiDP) -> str:
    """Return the orders of a budget; nothing of one order, which stands at the divergence."""
    return "" if _order(value) is not None else rf"{tex(value.budget.shown()[0])} \in {tex(value.orders)}"


def _order(value: RenyiDP) -> Expr | None:
    """Return the order of a budget that holds at one alone."""
    orders: tuple[Expr, ...] = value.orders.args if isinstance(value.orders, FiniteSet) else ()
    return orders[0] if len(orders) == 1 else None


def equations(value: Notion) -> list[tuple[str, Expr]]:
    """Return what a promise says in equations: LaTeX of a left side, and the right side; nothing of a privacy loss."""
    if isinstance(value, PureDP):
        return [(r"\varepsilon", value.eps)]
    if isinstance(value, ApproxDP):
        # what is asked for at a name is a function of it, and nothing equals itself
        if value.delta.is_Symbol:
            return [(rf"\varepsilon({tex(value.delta)})", value.eps)]
        if value.eps.is_Symbol:
            return [(rf"\delta({tex(value.eps)})", value.delta)]
        return [(r"\varepsilon", value.eps), (r"\delta", value.delta)]
    if isinstance(value, ZCDP):
        return [(r"\rho", value.rho), *([(r"\xi", value.xi)] if value.xi != 0 else [])]
    if isinstance(value, TruncatedCDP):
        return [(r"\rho", value.rho), (r"\omega", value.omega)]
    if isinstance(value, GDP):
        return [(r"\mu", value.mu)]
    if isinstance(value, (RenyiDP, TradeOffDP, ProfileDP)):
        name, curve = _CURVES[type(value)]
        variable, right = getattr(value, curve).shown()
        single = _order(value) if isinstance(value, RenyiDP) else None
        return [(name.format(tex(variable if single is None else single)), right)]
    return []


def _apart(left: str, right: Expr) -> str:
    """Return a left side that is told from a symbol of the right one, as mu of a group is from the mu of one step."""
    return f"{left}'" if left in map(tex, right.free_symbols) else left


_CURVES = {RenyiDP: ("D_{{{}}}", "budget"), TradeOffDP: ("f({})", "tradeoff"), ProfileDP: (r"\delta({})", "profile")}


def display(value: Notion, width: float = WIDTH) -> list[str]:
    """Return a promise as the lines of an ``align*`` environment, no wider than that where it can be broken so far."""
    value = in_short(value)
    if isinstance(value, LossDP) or not equations(value):
        return [f"&{formula(value)}"]
    behind = _orders(value) if isinstance(value, RenyiDP) else ""
    relation = r"\le" if isinstance(value, RenyiDP) else "="
    found = (
        rows(_apart(left, right), right, width, relation, behind)
        if right.free_symbols
        else [f"{left} &{relation} {_digits(right)}"]
        for left, right in equations(value)
    )
    return [line for lines in found for line in lines]


def _digits(value: Expr) -> str:
    if value.free_symbols:
        return r"\allowbreak ".join(pieces(value, _INLINE))
    mantissa, _, exponent = number(value).partition("e")
    power = f"10^{{{exponent}}}"
    return mantissa if not exponent else power if mantissa == "1" else rf"{mantissa} \cdot {power}"


def escape(text: str) -> str:
    """Return text that LaTeX prints as it stands."""
    return text.translate(_ESCAPES)


def cite(*sources: Any) -> str:
    r"""Return one citation of sources with a key and a locator, ``\cite[{Proposition 6}]{mironov2017renyi}``; of several the locators follow."""
    # braces keep a bracket in the locator from closing the optional argument
    if len(sources) == 1:
        (source,) = sources
        return rf"\cite[{{{escape(source.locator)}}}]{{{source.key}}}" if source.locator else rf"\cite{{{source.key}}}"
    keys = ",".join(dict.fromkeys(source.key for source in sources))
    places = "; ".join(escape(source.locator) for source in sources if source.locator)
    return rf"\cite{{{keys}}}" + (f" ({places})" if places else "")
