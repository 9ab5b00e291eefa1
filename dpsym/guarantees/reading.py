"""A guarantee from text: ``Gaussian(sigma=2).compose(1000).to_approx(delta=1e-6)``, by a whitelist, never evaluated.

The text is cut at the points between calls; the names of the methods are looked up here, and whatever stands between
parentheses is read by `dpsym.parse`, or is such a text itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from sympy import Expr

from dpsym.distributions import Law
from dpsym.errors import ParseError
from dpsym.guarantees.guarantee import Guarantee, guarantee
from dpsym.guarantees.local import ORACLES
from dpsym.guarantees.metric import planar_laplace
from dpsym.guarantees.notions import NOTIONS, LossDP, Notion, RenyiDP
from dpsym.guarantees.rappor import rappor
from dpsym.guarantees.selection import SELECTIONS
from dpsym.guarantees.stability import STABLE
from dpsym.guarantees.vectors import laplace_vector
from dpsym.parse import parse

Names = Mapping[str, object] | None

_LONGEST, _DEEPEST = 4000, 6
QUESTIONS = (
    "advantage",
    "kl",
    "max_divergence",
    "membership",
    "profile",
    "reconstruction",
    "renyi",
    "total_variation",
    "tradeoff",
)
"""What a law or guarantee answers by a number or formula that ends a text; delta and epsilon do so too."""
_METHODS = (
    *QUESTIONS,
    "allocate",
    "best_of",
    "best_of_poisson",
    "compose",
    "delta",
    "epsilon",
    "group",
    "post_process",
    "shuffle",
    "subsample",
    "to_approx",
    "to_gdp",
    "to_profile",
    "to_pure",
    "to_renyi",
    "to_replace",
    "to_tradeoff",
    "to_zcdp",
)
_PROMISES: dict[str, Callable[..., Notion | Guarantee]] = {
    **{kind.__name__: kind for kind in NOTIONS.values() if kind is not LossDP},
    **SELECTIONS,
    **ORACLES,
    **STABLE,
    "RenyiPoint": RenyiDP.at_order,
    "LaplaceVector": laplace_vector,
    "Rappor": rappor,
    "PlanarLaplace": lambda eps, **where: planar_laplace(eps).guarantee(**where),
}
_WORDS = ("adjacency", "noise")
_CALL = re.compile(r"\s*([A-Za-z_]\w*)\s*\((.*)\)\s*", re.DOTALL | re.ASCII)
_KEYWORD = re.compile(r"\s*([A-Za-z_]\w*)\s*=(?!=)(.*)", re.DOTALL | re.ASCII)


def is_chain(text: str) -> bool:
    """Return whether a text is a call with methods behind it, and not a formula."""
    return len(_cut(text, ".")) > 1 or _is_promise(text)


def read(text: str, names: Mapping[str, object] | None = None, depth: int = 0) -> Guarantee | Expr:
    """Return the guarantee that a text describes, or the number that its last method returns.

    Parameters
    ----------
    text : str
        A law, a promise such as ``PureDP(1)`` or, of a Rényi budget at one order, ``RenyiPoint(8, 1)``, or a choice such as
        ``ExponentialMechanism(1)``, with methods behind it: compose, subsample, allocate, shuffle, group, post_process, to_replace, and
        to_approx, to_pure, ... or epsilon, delta and `QUESTIONS` at the end; ``guarantee(adjacency=replace, sensitivity=2)`` directly behind
        a law says for which datasets.
    names : mapping of str to number or expression, optional
        Values of names in it.

    Raises
    ------
    ParseError
        If it holds anything else, or is too long or too deep.
    """
    if not isinstance(text, str) or not 0 < len(text) <= _LONGEST or depth > _DEEPEST:
        raise ParseError(
            f"a guarantee must be a text of 1 to {_LONGEST} characters, at most {_DEEPEST} deep, got {str(text)[:40]!r}"
        )
    value = _after(_cut(text, "."), names, depth)
    return guarantee(value) if isinstance(value, (Law, Notion)) else value


def asked(text: str) -> tuple[Any, str, list[Any], dict[str, Any]]:
    """Return what stands before the last call of a text, the name of the call, and its arguments; of a promise alone the name is "".

    Raises
    ------
    ParseError
        As `read` does.
    """
    *front, last = _cut(text, ".")
    if not front:
        return _start(text, None, 0), "", [], {}
    name, arguments, named = _call(last, None, 0)
    if name != "guarantee":
        _check(name)
    return _after(front, None, 0), name, arguments, named


def _after(pieces: list[str], names: Names, depth: int) -> Any:
    """Return what is left when the methods behind a law or promise have been called, one after the other."""
    first, *calls = pieces
    start = _start(first, names, depth)
    value: Any = start
    for place, call in enumerate(calls):
        name, arguments, named = _call(call, names, depth)
        if name == "guarantee" and place == 0 and isinstance(start, Law):
            value = guarantee(start, *arguments, **named)
            continue
        _check(name)
        if isinstance(value, (Law, Notion)) and name not in QUESTIONS:
            value = guarantee(value)
        value = _applied(value, name, arguments, named)
    return value


def _check(name: str) -> None:
    if name not in _METHODS:
        near = get_close_matches(name, _METHODS, n=1)
        raise ParseError(f"{name!r} is not a method of a guarantee" + (f"; did you mean {near[0]}?" if near else ""))


def _applied(value: Any, name: str, arguments: list[Any], named: dict[str, Any]) -> Any:
    if isinstance(value, Expr) and not isinstance(value, Law):
        raise ParseError(f"{name!r} stands behind a number: epsilon, delta and {', '.join(QUESTIONS)} end a text")
    method: Callable[..., Any] = getattr(value, name)
    try:
        return method(*arguments, **named)
    except TypeError as error:
        raise ParseError(f"{name} was called wrongly: {error}") from None


def _start(text: str, names: Names, depth: int) -> Law | Notion | Guarantee:
    if (promise := _promise(text, names, depth)) is not None:
        return promise
    found = parse(text, names)
    if not isinstance(found, Law):
        raise ParseError(f"a guarantee must begin with a law or a promise ({', '.join(_PROMISES)}), got {text[:40]!r}")
    return found


def _is_promise(text: str) -> bool:
    matched = _CALL.fullmatch(text)
    return matched is not None and matched[1] in _PROMISES


def _promise(text: str, names: Names, depth: int) -> Notion | Guarantee | None:
    matched = _CALL.fullmatch(text)
    if matched is None or matched[1] not in _PROMISES:
        return None
    _, arguments, named = _call(text, names, depth)
    try:
        return _PROMISES[matched[1]](*arguments, **named)
    except TypeError as error:
        raise ParseError(f"{matched[1]} was called wrongly: {error}") from None


def _call(text: str, names: Names, depth: int) -> tuple[str, list[Any], dict[str, Any]]:
    matched = _CALL.fullmatch(text)
    if matched is None:
        raise ParseError(f"a call was expected, got {text[:40]!r}")
    arguments: list[Any] = []
    named: dict[str, Any] = {}
    for piece in _cut(matched[2], ",") if matched[2].strip() else []:
        keyword = _KEYWORD.fullmatch(piece)
        if keyword is None:
            arguments.append(_argument(piece, names, depth))
        elif keyword[1] in _WORDS:
            named[keyword[1]] = keyword[2].strip(" \t'\"").replace("_", "-")
        else:
            named[keyword[1]] = _argument(keyword[2], names, depth)
    return matched[1], arguments, named


def _argument(text: str, names: Names, depth: int) -> Any:
    return read(text, names, depth + 1) if is_chain(text) else parse(text, names)


def pieces(text: str) -> list[str]:
    """Return the parts of a text between its commas, those inside parentheses aside.

    Raises
    ------
    ParseError
        If a parenthesis is closed that was not opened.
    """
    return _cut(text, ",")


def _cut(text: str, mark: str) -> list[str]:
    """Return the parts of a text between marks outside all parentheses; a point counts behind a parenthesis only."""
    return list(_parts(text, mark))


def _parts(text: str, mark: str) -> Iterator[str]:
    depth, start = 0, 0
    for place, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth < 0:
            raise ParseError(f"a parenthesis is closed that was not opened, at column {place + 1}")
        if depth == 0 and character == mark and (mark != "." or text[:place].rstrip().endswith(")")):
            yield text[start:place]
            start = place + 1
    yield text[start:]
