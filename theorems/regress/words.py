"""What users call columns and parameters: read by the names that they have here, and put together to a mechanism and a quantity.

A table of the field has a row for each run: ``noise_multiplier,q,steps,delta,eps`` states that Gaussian noise on Poisson samples, composed, has
this epsilon at this delta. The columns ``sigma``, ``noise_multiplier`` or ``scale`` (of the law that ``mechanism`` names, Gaussian if it is left
out), ``q`` or ``sampling_rate``, and ``steps`` make the mechanism; what is stated of it is the value of the quantity where none is named.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

_MADE_OF = {
    "scale": ("sigma", "noise_multiplier", "scale", "noise_scale", "std", "stddev"),
    "rate": ("q", "rate", "sampling_rate", "sample_rate", "sampling_probability", "sampling_prob"),
    "count": ("steps", "num_steps", "compositions", "num_compositions", "iterations", "count"),
}
_COLUMNS = {
    "mechanism": ("mech", "law"),
    "quantity": ("metric", "claim"),
    "value": ("claimed", "result"),
    "epsilon": ("eps", "target_epsilon", "target_eps"),
    "delta": ("target_delta", "dp_delta"),
    "order": ("alpha", "renyi_order"),
    "renyi": ("rdp", "rdp_epsilon"),
    "rho": ("zcdp",),
    "mu": ("gdp",),
    "adjacency": ("neighboring_relation", "relation"),
}
WORDS = {word: name for names in (_MADE_OF, _COLUMNS) for name, words in names.items() for word in (name, *words)}
"""Each word for a column or a parameter, with its name here."""

_STATED = ("renyi", "epsilon", "delta", "rho", "mu")
_CHAIN = (
    (re.compile(r"\b((?:Discrete)?Gaussian)\(\s*(?:noise_multiplier|std|stddev|sd|scale)\s*=", re.ASCII), r"\1(sigma="),
    (re.compile(r"\b((?:Discrete)?Laplace)\(\s*(?:b|noise_multiplier|noise_scale)\s*=", re.ASCII), r"\1(scale="),
    (re.compile(r"\b(RR|RandomizedResponse)\(\s*epsilon\s*=", re.ASCII), r"\1(eps="),
    (
        re.compile(r"\.subsample\(\s*(?:q|sampling_rate|sample_rate|sampling_probability|sampling_prob)\s*=", re.ASCII),
        ".subsample(rate=",
    ),
    (re.compile(r"\.compose\(\s*(?:steps|num_steps|count|compositions|iterations|k)\s*=", re.ASCII), ".compose("),
)

_LOCAL = re.compile(r"\s*(?:RR|RandomizedResponse|KaryResponse|Laplace|Gaussian|DiscreteLaplace)\([^()]*\)", re.ASCII)


def named(column: str) -> str:
    """Return the name that a column has here, itself where it has no other."""
    return WORDS.get(column, column)


def chain(text: str) -> str:
    """Return the text of a chain with parameters by their names here: ``Gaussian(noise_multiplier=1)`` is ``Gaussian(sigma=1)``."""
    for pattern, instead in _CHAIN:
        text = pattern.sub(instead, text)
    if ".shuffle(" in text and ".guarantee(" not in text and _LOCAL.match(text):
        # what a user answers locally is replaced by another answer, and nobody is left out
        return _LOCAL.sub(r"\g<0>.guarantee(adjacency=replace)", text, count=1)
    return text


def tells(columns: Collection[str]) -> bool:
    """Return whether columns, by their names here, tell a mechanism and a quantity without naming both."""
    mechanism = "mechanism" in columns or "scale" in columns
    stated = [name for name in _STATED if name in columns]
    quantity = "quantity" in columns or (
        {"epsilon", "delta"} <= set(columns)
        or stated[:1] in (["renyi"], ["rho"], ["mu"])
        or ("value" in columns and bool({"delta", "epsilon", "order"} & set(columns)))
    )
    return mechanism and quantity


def whole(cells: Mapping[str, Any]) -> dict[str, Any] | str:
    """Return the cells of a row with its mechanism and quantity put together, or why they cannot be.

    Parameters
    ----------
    cells : mapping
        By the names of columns here.
    """
    found = {name: cell for name, cell in cells.items() if name not in _MADE_OF}
    settings = {name: str(cells[name]).strip() for name in _MADE_OF if cells.get(name) not in (None, "")}
    law = str(found.get("mechanism") or "").strip()
    if settings:
        bare = law.isidentifier() or not law
        if "scale" in settings and not bare:
            return f"scale must be left out where the mechanism states it, got {settings['scale']!r} beside {law!r}"
        if bare and "scale" not in settings:
            return f"mechanism must be a law with its scale (a column sigma, noise_multiplier or scale), got {law!r}"
        text = f"{law or 'Gaussian'}({settings['scale']})" if bare else law
        text += f".subsample({settings['rate']})" if settings.get("rate", "1") != "1" else ""
        text += f".compose({settings['count']})" if settings.get("count", "1") != "1" else ""
        found["mechanism"] = text
    if not found.get("quantity"):
        _stated(found)
    found.pop("renyi", None)
    return found


def _stated(found: dict[str, Any]) -> None:
    """Name the quantity that a row states, where it names none: what is not where it is stated."""
    given = [name for name in _STATED if found.get(name) not in (None, "")]
    if found.get("value") not in (None, "") or found.get("lower") not in (None, ""):
        places = {"delta": "epsilon", "epsilon": "delta", "order": "renyi"}
        asked = [quantity for place, quantity in places.items() if found.get(place) not in (None, "")]
        if len(asked) == 1:
            found["quantity"] = asked[0]
    elif given:
        found["quantity"], found["value"] = given[0], found.pop(given[0])
