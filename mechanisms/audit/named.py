"""Audits of mechanisms that are named by text: what a command line or a sweep can say, read by a whitelist and never evaluated."""

from __future__ import annotations

import ast
import difflib
import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np

from mechanisms.audit.claims import ApproximateClaim, Claim, GaussianClaim
from mechanisms.audit.run import audit_mechanism
from mechanisms.errors import ParameterError
from mechanisms.homes import HOMES

_ROOMS, _NONE = ("noise.", "response.", "selection."), "response.optimal"  # what is best there is a program's answer
NAMES = tuple(name for name, home in HOMES.items() if home.startswith(_ROOMS) and home != _NONE)
"""The mechanisms that can be named."""

_LONGEST = 400
_NUMBER = "a number, a fraction of integers, or a list of these"


def named_mechanism(text: str) -> Any:
    """Return the mechanism that a text names, such as ``Laplace(scale=2)`` or ``VectorGaussian([[1, 0], [0, 4]])``.

    Parameters
    ----------
    text : str
        The name of a class of :data:`NAMES` with its parameters: numbers, fractions such as ``1/3``, True and False, and
        lists of these.

    Raises
    ------
    ParameterError
        If it is anything else, or the class refuses a parameter.
    """
    call = _parsed("mechanism", text, "a mechanism with its parameters, such as Laplace(scale=2)")
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
        raise ParameterError("mechanism", "a mechanism with its parameters, such as Laplace(scale=2)", text)
    name = call.func.id
    if name not in NAMES:
        nearest = difflib.get_close_matches(name, NAMES, n=1)
        raise ParameterError("mechanism", f"one of {', '.join(nearest or NAMES)}", name)
    given = [_value("mechanism", node, text) for node in call.args]
    named = {str(word.arg): _value("mechanism", word.value, text) for word in call.keywords}
    try:
        return getattr(import_module(f"mechanisms.{HOMES[name]}"), name)(*given, **named)
    except TypeError as error:  # a parameter too many, too few, or of another name
        raise ParameterError("mechanism", f"called with the parameters of {name} ({error})", text) from None


def named_answer(text: str) -> Any:
    """Return the answer or the vector of scores that a text gives: a number, or a list of numbers.

    Parameters
    ----------
    text : str
        Such as ``1``, ``-0.5`` or ``[1, 0, -1]``.

    Raises
    ------
    ParameterError
        If it is anything else.
    """
    return _value("answers", _parsed("answers", text, _NUMBER), text)


def named_case(mechanism: str, answers: Sequence[str] | None = None) -> tuple[Any, tuple[Any, Any]]:
    """Return a mechanism and two neighbours, after one release on each has shown that they fit.

    Parameters
    ----------
    mechanism : str
        As in :func:`named_mechanism`.
    answers : pair of str, optional
        The neighbours, as in :func:`named_answer`; 0 and the mechanism's sensitivity by default.

    Raises
    ------
    ParameterError
        If a text cannot be read, or the mechanism refuses an answer.
    """
    made = named_mechanism(mechanism)
    first, second = map(named_answer, answers or ("0", str(getattr(made, "sensitivity", 1))))
    for answer in (first, second):
        made.release(np.asarray(answer), np.random.default_rng(0))
    return made, (first, second)


def audit_cell(cell: Mapping[str, Any], rng: np.random.Generator) -> dict[str, Any]:
    """Audit a named mechanism; the function of a sweep.

    Parameters
    ----------
    cell : mapping
        ``mechanism`` and ``answers`` as in :func:`named_case`; ``eps``, ``delta`` and ``mu``, what is claimed, or None; ``runs``,
        ``confidence``, ``family`` and ``statistics`` as in :func:`mechanisms.audit.run.audit_mechanism`.
    rng : numpy.random.Generator
        The source of randomness.

    Returns
    -------
    dict
        ``lower``, ``claimed``, ``parameter``, ``verdict``, ``contradicted``, ``event``, ``hits``, ``tested``,
        ``detectable`` (None where it is infinite) and ``sight``.

    Raises
    ------
    ParameterError
        If the cell holds anything else.
    """
    mechanism, answers = named_case(cell["mechanism"], cell["answers"])
    found = audit_mechanism(
        partial(_released, mechanism),
        answers,
        named_claim(cell["eps"], cell["delta"], cell["mu"]),
        rng,
        runs=cell["runs"],
        confidence=cell["confidence"],
        family=cell["family"],
        statistics=cell["statistics"],
        batched=True,
    )
    least = found.detectable
    return {
        "lower": found.lower,
        "claimed": found.claim.claimed,
        "parameter": found.claim.parameter,
        "verdict": found.verdict,
        "contradicted": found.contradicted,
        "event": found.event,
        "hits": found.hits,
        "tested": found.tested,
        "detectable": least if math.isfinite(least) else None,
        "sight": found.sight,
    }


def named_claim(eps: float | None, delta: float, mu: float | None) -> Claim:
    """Return the claim that is made by an eps and a delta, or by a mu.

    Raises
    ------
    ParameterError
        If a number breaks its rule, or both kinds are given.
    """
    if mu is None:
        return ApproximateClaim(eps, delta)
    if eps is not None or delta:
        raise ParameterError("mu", "left out where eps or delta is claimed", mu)
    return GaussianClaim(mu)


def _released(mechanism: Any, answer: Any, rng: np.random.Generator, n: int) -> Any:
    return mechanism.release(np.tile(np.asarray(answer), (n, *[1] * np.ndim(answer))), rng)


def _parsed(parameter: str, text: object, rule: str) -> ast.expr:
    if not isinstance(text, str) or not 0 < len(text) <= _LONGEST:
        raise ParameterError(parameter, f"{rule}, in at most {_LONGEST} characters", text)
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ParameterError(parameter, rule, text) from None


def _value(parameter: str, node: ast.expr, text: str) -> Any:
    """Return the value of a number, a fraction or a list; nothing else is let through."""
    if isinstance(node, ast.Constant) and isinstance(node.value, (bool, int, float)):
        return node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        inner = _value(parameter, node.operand, text)
        if not isinstance(inner, (bool, list)):
            return -inner if isinstance(node.op, ast.USub) else inner
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        parts = [_value(parameter, part, text) for part in (node.left, node.right)]
        if all(isinstance(part, int) and not isinstance(part, bool) for part in parts) and parts[1]:
            return Fraction(*parts)
    if isinstance(node, (ast.List, ast.Tuple)):
        return [_value(parameter, part, text) for part in node.elts]
    raise ParameterError(parameter, f"made of {_NUMBER}", text)
