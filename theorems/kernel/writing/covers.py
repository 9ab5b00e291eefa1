"""Scripts from a cover of a box, one call of `interval` a box, and from the witness of a refutation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sympy import (
    Abs,
    Add,
    Expr,
    Function,
    Ge,
    Gt,
    Le,
    Lt,
    Max,
    Min,
    Mul,
    Pow,
    Rational,
    S,
    Set,
    Symbol,
    atan,
    cosh,
    coth,
    exp,
    log,
    ordered,
    preorder_traversal,
    sinh,
    tanh,
)
from sympy.core.relational import Relational

from dpsym.prove.covering import plainly, prepared
from dpsym.prove.outcome import Proved
from dpsym.prove.pieces import CoverPiece
from theorems.kernel.errors import NotWrittenError
from theorems.kernel.terms import name, term

INTERVAL = "From Interval Require Import Tactic.\n"
_MOST = 200
_KNOWN = (Add, Mul, Pow, Abs, Max, Min, atan, cosh, coth, exp, log, sinh, tanh)
"""What `interval` encloses: hyperbolic functions as exponentials, extremes as absolute values."""
_OPENED = "unfold coth, tanh, sinh, cosh"
_EXTREMES = "".join(
    f" repeat match goal with |- context [{called} ?a ?b] => replace ({called} a b) with ((a + b {sign} Rabs (a - b)) / 2) by "
    f"(unfold {called}, Rabs; destruct (Rle_dec a b), (Rcase_abs (a - b)); lra) end;"
    for called, sign in (("Rmax", "+"), ("Rmin", "-"))
)
_REFUTED = {Le: "Rlt_not_le", Ge: "Rlt_not_ge", Lt: "Rle_not_lt", Gt: "Rle_not_gt"}


def _enclosed(statement: Relational) -> None:
    """Raise if there is something in a statement that `interval` does not enclose."""
    for node in preorder_traversal(statement):
        if isinstance(node, (Function, Add, Mul, Pow, Max, Min)) and not isinstance(node, _KNOWN):
            raise NotWrittenError(f"the function {type(node).__name__}, of which there is no enclosure")


def _pieces(proved: Proved) -> Sequence[object]:
    """Return what a proof is made of, or one cover of ranges in its place where few boxes suffice: no descent is written."""
    if all(isinstance(piece, CoverPiece) for piece in proved.pieces):
        return proved.pieces
    piece = plainly(prepared(proved.goal, proved.box), _MOST, lambda _shown, _waiting: False)
    return (piece,) if piece.cover.verdict == "proved" else proved.pieces


def cover(proved: Proved) -> list[str]:
    """Return the proof of an inequality over a box by a cover, sentence by sentence.

    Raises
    ------
    NotWrittenError
        If the proof is another and no cover is found, or the cover has more boxes than a script should.
    """
    statement = proved.statement
    if not isinstance(statement, (Le, Ge)):
        raise NotWrittenError(f"the statement {statement}")
    _enclosed(statement)
    if powers := [
        node for node in ordered(statement.atoms(Pow)) if not (node.exp.is_Integer or abs(node.exp) == S.Half)
    ]:
        raise NotWrittenError(f"the power {powers[0]}, which is none of a whole number or a root")
    left, right = (statement.lhs, statement.rhs) if isinstance(statement, Le) else (statement.rhs, statement.lhs)
    lines = ["red."]  # no variable is bound yet: each box binds its own, by the same names
    symbols = list(proved.box)
    extremes = _EXTREMES if statement.has(Max, Min) else ""
    cuts: dict[Symbol, set[Rational]] = {symbol: set() for symbol in symbols}
    boxes: list[Mapping[Symbol, tuple[Expr, Expr]]] = []
    pieces = _pieces(proved)
    if not pieces:
        raise NotWrittenError(f"a proof by {proved.method}")
    for piece in pieces:
        if not isinstance(piece, CoverPiece) or piece.changes:
            raise NotWrittenError(f"a proof by {proved.method}")
        for box in piece.cover.boxes:
            sides = {symbol: tuple(map(Rational, side)) for symbol, side in zip(piece.box, box.sides, strict=True)}
            boxes.append(sides)
            for symbol, side in sides.items():
                cuts[symbol].update(side)
    if len(boxes) > _MOST:
        raise NotWrittenError(f"a cover of {len(boxes)} boxes")
    for number, each in enumerate(boxes):
        binders = " ".join(name(symbol) for symbol in symbols)
        within = " -> ".join(
            f"{term(low, {})} <= {name(symbol)} <= {term(high, {})}" for symbol, (low, high) in each.items()
        )
        halved = ", ".join(f"i_bisect {name(symbol)}" for symbol in symbols)
        lines.append(
            f"assert (B{number} : forall {binders} : R, {within} -> {term(left, {})} - {term(right, {})} <= 0) by "
            f"(intros; {_OPENED};{extremes} interval with ({halved}, i_prec 60))."
        )
    lines += ["intros.", f"assert ({term(left, {})} - {term(right, {})} <= 0); [|lra]."]
    for symbol, places in cuts.items():
        lines += [f"destruct (Rle_dec {name(symbol)} {term(place, {})});" for place in sorted(places)[1:-1]]
    known = " | ".join(f"apply B{number}; lra" for number in range(len(boxes)))
    return [*lines, f"first [exfalso; lra | {known}]."]


def at(statement: Relational, point: Mapping[Symbol, Rational], domain: Mapping[Symbol, Set]) -> list[str]:
    """Return the refutation of an inequality between scalars at a point of its domain, sentence by sentence.

    Raises
    ------
    NotWrittenError
        If the statement is no inequality.
    """
    if type(statement) not in _REFUTED:
        raise NotWrittenError(f"the statement {statement}")
    _enclosed(statement)
    values = []
    for symbol, within in domain.items():
        if symbol.is_integer:
            values += [f"{point[symbol]}%nat", *["ltac:(lia)"] * (within != S.Naturals0)]
            continue
        ends = (within.inf.is_finite, within.sup.is_finite)
        values += [term(Rational(point[symbol]), {}), *["ltac:(lra)"] * sum(map(bool, ends))]
    return [
        f"intros H. assert (C := H {' '.join(values)}).",
        f"revert C. simpl INR. guarded. {_OPENED}. apply {_REFUTED[type(statement)]}.",
        f"first [lra |{_EXTREMES if statement.has(Max, Min) else ''} interval with (i_prec 60)].",
    ]
