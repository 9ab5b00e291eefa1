"""Numbers of functions of what cancels, which SymPy works out wrongly.

Inside of a sum SymPy knows an argument to about twice the digits that it wants of the sum, and believes all digits of its logarithm,
power or arctangent; and a logarithm of what rounds to 1 is 0 to it. So it finds that log(10^30 (e^(10^-33) - 1) + 1), which is about
0.001, is not below 1, and that log(cosh(10^-20)) is not above 10^-41, and decides each `Max`, `Min`, `Piecewise` and comparison of such
numbers by that while a formula is built. A sum of numbers that agree in a hundred digits it compares with nothing, and `Max` refuses it.
Here these functions take an argument to as many digits as they need, of up to 2000 bits, and so do sums.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import Any

from sympy import Add, Expr, Pow, atan, cos, exp, log, sin, tan
from sympy.core import evalf

from dpsym.errors import DpsymError

_MOST_BITS = 2000  # with which heads of divergences are still enclosed
_FUNCTIONS = {Add, log, Pow, exp, atan, cos, sin, tan}
_INSIDE = "inside"
"""The option that tells a term of a sum, or an argument, that digits are looked for by what it is inside of."""

_Evaluation = Callable[[Expr, int, dict[str, Any]], Any]


def know_arguments() -> None:
    """Let SymPy know the arguments of these functions, and the terms of a sum, to as many digits as they need."""
    evalf._create_evalf_table()  # as its first evaluation does
    table = evalf.evalf_table
    for function in table.keys() & _FUNCTIONS:  # an older SymPy has no tangent there
        table[function] = _repaired(function, table[function])


def _repaired(function: type[Expr], evaluate: _Evaluation) -> _Evaluation:
    """Return the same with all bits for an argument, with more where it rounds to 1, and for the terms of a sum where nothing is known of it.

    A sum that is 0 may have terms of which so many bits are out of reach, and is left as it is then.
    """

    @wraps(evaluate)
    def evaluated(expression: Expr, bits: int, options: dict[str, Any]) -> Any:
        farther = {**options, "maxprec": max(_MOST_BITS, options.get("maxprec", 0)), _INSIDE: True}
        if function is Add:
            found = evaluate(expression, bits, {**options, _INSIDE: True})
            if isinstance(found, tuple) and evalf.complex_accuracy(found) < 1 and _INSIDE not in options:
                with suppress(DpsymError):
                    found = evaluate(expression, bits, farther)
            return found
        found = evaluate(expression, bits, farther)
        while function is log and isinstance(found, tuple) and found[:2] == (evalf.fzero, None) and bits < _MOST_BITS:
            bits *= 2
            found = evaluate(expression, bits, farther)
        return found

    return evaluated
