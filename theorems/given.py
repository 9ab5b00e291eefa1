"""What an entry says of each of its checks, as text, for a replay: where it looks, what it claims there, which box, limit or print."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from theorems.entry import Check, Theorem

Given = dict[str, Any]
_NEAR = 15
"""How near a limit a replay looks: at distance 10^-15, or at 10^15; the value there must be within 10^-7."""
_PLACES = {"derive": 64, "dominated": 8, "proved": 8, "transcribed": 3, "limit": 6, "tight": 4}
"""How many points the replay of a check looks at, where the check itself does not say."""
_FORMS = 6


def given(theorem: Theorem, check: Check) -> Given:
    """Return what an entry says of a check, as text: where it looks, what it claims there; nothing of kinds that are not replayed."""
    from theorems.compare import point_text

    places = places_of(theorem, check)
    found: Given = {"at": [point_text(place) for place in places]}
    kind = kind_of(check)
    if kind in ("limit", "tight") and check.symbol is not None:  # type: ignore[attr-defined]
        found["near"] = [_near(check, place) for place in places]
    if kind == "limit":
        found["goal"] = str(check.to.doit())  # type: ignore[attr-defined]
    if kind == "transcribed":
        found["text"] = check.text  # type: ignore[attr-defined]
    if kind == "sampling":
        found |= {"size": check.size, "false_alarm": check.false_alarm}  # type: ignore[attr-defined]
    if kind == "dominated":
        found["claim"] = _claim(theorem, check)
    return found


def kind_of(check: Check) -> str:
    """Return the name of a check of the house, empty for any other."""
    return type(check).__name__.lower() if type(check).__module__.startswith("theorems.checks.") else ""


def places_of(theorem: Theorem, check: Any) -> list[dict[Any, Any]]:
    """Return the points and laws at which a replay looks, drawn again; none of kinds that have no places."""
    from theorems.points import instances, points

    kind = kind_of(check)
    if kind in ("enclose", "quadrature"):
        return points(theorem, check.count)
    if kind == "enumerate":
        return instances(theorem, check.count)
    # what is not asked for is not imported: a replay tells which modules it rests on
    if kind == "hostile":
        from theorems.hostile import hostile

        return hostile(theorem, check.count)
    if kind == "interleave":
        from theorems.dialogues import dialogues

        return dialogues(theorem, check.count)
    if kind == "iterating":
        from theorems.iterates import iterates

        return iterates(theorem, check.count)
    if kind == "at":
        return [dict(check.instance)]
    if kind == "audit":
        return [dict(check.at)]
    if kind == "derive":
        return _without_repetition([*points(theorem, _FORMS), *points(theorem, _PLACES[kind])])
    if kind == "tight":
        free = [symbol for symbol in theorem.typical if symbol not in check.at and symbol != check.symbol]
        drawn = points(theorem, _PLACES[kind]) if free else [{}]
        return [{**{symbol: place[symbol] for symbol in free}, **check.at} for place in drawn]
    if kind == "dominated":
        return _inside(check.box, _PLACES[kind])
    if kind in _PLACES:
        laws = any(getattr(name, "is_law_variable", False) for name in theorem.domain)
        return (instances if laws else points)(theorem, _PLACES[kind])
    return []


def _without_repetition(places: list[dict[Any, Any]]) -> list[dict[Any, Any]]:
    return [place for index, place in enumerate(places) if place not in places[:index]]


def _inside(box: Any, count: int) -> list[dict[Any, Any]]:
    """Return points inside a box, away from its faces and from its diagonal."""
    from sympy import Rational

    return [
        {
            symbol: low + (high - low) * Rational(1 + (k * (2 * place + 1)) % (count + 1), count + 2)
            for place, (symbol, (low, high)) in enumerate((s, tuple(map(Rational, ends))) for s, ends in box.items())
        }
        for k in range(1, count + 1)
    ]


def _near(check: Any, place: dict[Any, Any]) -> Given:
    """Return a place near a limit, with how near the value must be."""
    from sympy import Rational, S, oo

    from theorems.compare import point_text

    others = {name: value for name, value in place.items() if name != check.symbol}
    near = S(10) ** _NEAR if check.point == oo else check.point + Rational(1, 10**_NEAR)
    return {"at": point_text({**others, check.symbol: near}), "within": "10**(-7)"}


def _claim(theorem: Theorem, check: Any) -> Given:
    """Return the inequality of a cover: that of the statement, divergences in it derived, over the box of the check."""
    from sympy import Ge, Gt, Lt, Rational

    from dpsym.derive import derive
    from dpsym.divergences import Divergence

    statement = theorem.statement
    sides = (
        side.replace(lambda node: isinstance(node, Divergence), lambda node: derive(node).expression)
        for side in statement.args
    )
    first, second = map(str, sides)
    smaller, greater = (second, first) if isinstance(statement, (Ge, Gt)) else (first, second)
    box = {str(symbol): [str(Rational(end)) for end in ends] for symbol, ends in check.box.items()}
    return {"smaller": smaller, "greater": greater, "strict": isinstance(statement, (Lt, Gt)), "box": box}
