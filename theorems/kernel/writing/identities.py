"""The identity between exponentials that is left when an integral is worked out: products of a few of them, for `field` to decide."""

from __future__ import annotations

from sympy import Expr, Pow, S, Symbol, exp, log, ordered

from dpsym.divergences import KL, SquaredHellinger
from theorems.kernel.terms import term
from theorems.kernel.writing.exponents import opened, product, units_of
from theorems.kernel.writing.integrals import Piece, Script


def left(script: Script, pieces: list[Piece], printed: Expr) -> list[str]:
    """Return the tactics for the identity that is left."""
    roots = sorted(
        {node.base for node in printed.atoms(Pow) if node.exp == S.Half and isinstance(node.base, Symbol)}, key=str
    )
    squares = [
        f"set (r{index} := sqrt {term(root, {})}) in *. assert (Q{index} : {term(root, {})} = r{index} * r{index}) by "
        f"(symmetry; apply sqrt_sqrt; lra). assert (0 < r{index}) by (apply sqrt_lt_R0; lra). clearbody r{index}. "
        f"try clear L. subst {term(root, {})}."
        for index, root in enumerate(roots)
    ]
    return [_identity(script, pieces, printed), *squares, "alike."]


def _identity(script: Script, pieces: list[Piece], printed: Expr) -> str:
    """Return the tactics that show the sum of the primitives to be a printed value."""
    exponents = {
        f"{term(piece.slope, {})} * {term(end, {})} + {term(piece.constant, {})}": piece.slope * end + piece.constant
        for piece in pieces
        for end in (piece.lower, piece.upper)
        if end.is_finite and piece.slope != 0
    }
    flat = {term(piece.constant, {}): piece.constant for piece in pieces if piece.slope == 0}
    # texts with the logarithm of what they are; of a logarithm, what it is
    rules: dict[str, Expr] = {f"exp ({text})": value for text, value in exponents.items()}
    rules |= {f"exp {text}": value for text, value in flat.items()}
    a = script.order()[0]
    one, other = map(log, script.norms)
    logarithms: dict[str, Expr] = {}
    if isinstance(script.head, KL):
        logarithms[f"ln ({script.texts[1]} / {script.texts[0]})"] = other - one
    elif isinstance(script.head, SquaredHellinger):
        rules[f"sqrt ({script.texts[0]} * {script.texts[1]})"] = (one + other) / 2
    elif script.texts[0] != script.texts[1]:
        rules[script.weight()] = -a * one - (1 - a) * other
    for node in ordered(printed.atoms(exp, Pow, log)):  # a set has no order of its own
        if isinstance(node, log):
            logarithms.setdefault(term(node, {}), node)
        elif isinstance(node, exp):
            rules.setdefault(term(node, {}), node.args[0])
        elif not node.exp.is_Rational:
            rules.setdefault(term(node, {}), node.exp * log(node.base))
    rules = {text: opened(value) for text, value in rules.items()}
    units = units_of(list(rules.values()))
    steps = []
    for text, value in rules.items():
        if (known := product(value, units)) != text:
            steps.append(f"replace ({text}) with ({known}) by same_log.")
    for text, value in logarithms.items():
        if (known := term(opened(value), {})) != text:
            steps.append(f"replace ({text}) with ({known}) by (logs; alike).")
    return " ".join(["unfold primitive.", *steps])
