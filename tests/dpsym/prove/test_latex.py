"""A proof is written as a paper has it, whatever its steps are."""

import pytest
from sympy import Abs, Eq, Interval, Le, Symbol, erfc, exp, log, oo, pi, sqrt

from dpsym.prove import prove

x, w = Symbol("x", real=True), Symbol("w", positive=True)
PROOFS = {
    "descent": (1 + x + x**2 >= exp(x), {x: (0, 1)}, "Away from there $g$ changes in $x$"),
    "valley": (x * log(x / w) >= x - w, {x: (0, oo), w: (0, oo)}, "It is least at $x = w$"),
    "arch": (erfc(x) * sqrt(pi) * (x + sqrt(x**2 + 4 / pi)) <= 2 * exp(-(x**2)), {x: (0, oo)}, "It rises, then falls"),
    "turn": (sqrt(1 - exp(-2 * x)) >= 1 - exp(-x), {x: (0, oo)}, "It has the sign of"),
    "strict": (1 + x < exp(x), {x: Interval.Lopen(0, 1)}, "There remains the face"),
    "cases": (Le(Abs(x) - Abs(w), Abs(x - w), evaluate=False), {x: (-oo, oo), w: (0, oo)}, r"\emph{Case"),
    "cover": (abs(x) <= 2, {x: (-1, 1)}, "boxes that tile"),
    "identity": (Eq(exp(x) * exp(-x + w), exp(w), evaluate=False), {x: (0, 1), w: (1, 2)}, "the same normal form"),
}


@pytest.mark.parametrize("name", PROOFS)
def test_each_kind_of_step_is_told(name):
    claim, box, words = PROOFS[name]
    text = prove(claim, box).latex()
    assert words in text
    assert text.startswith("\\begin{proof}\n")
    assert text.endswith("\n\\end{proof}")
    assert text.count("{") == text.count("}")
    assert text.count("$") % 2 == 0
