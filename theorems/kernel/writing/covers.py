"""Scripts from a cover of a box, one call of `interval` a box, and from the witness of a refutation."""

from __future__ import annotations

from collections.abc import Mapping

from sympy import Expr, Ge, Gt, Le, Lt, Rational, S, Set, Symbol
from sympy.core.relational import Relational

from dpsym.prove.outcome import CoverPiece, Proved
from theorems.kernel.errors import NotWrittenError
from theorems.kernel.terms import name, term

INTERVAL = "From Interval Require Import Tactic.\n"
_MOST = 200
_REFUTED = {Le: "Rlt_not_le", Ge: "Rlt_not_ge", Lt: "Rle_not_lt", Gt: "Rle_not_gt"}


def cover(proved: Proved) -> list[str]:
    """Return the proof of an inequality over a box whose proof is a cover, sentence by sentence.

    Raises
    ------
    NotWrittenError
        If the proof is another, or the cover has more boxes than a script should.
    """
    statement = proved.statement
    if not isinstance(statement, (Le, Ge)):
        raise NotWrittenError(f"the statement {statement}")
    left, right = (statement.lhs, statement.rhs) if isinstance(statement, Le) else (statement.rhs, statement.lhs)
    lines = ["red; intros."]
    symbols = list(proved.box)
    cuts: dict[Symbol, set[Rational]] = {symbol: set() for symbol in symbols}
    boxes: list[Mapping[Symbol, tuple[Expr, Expr]]] = []
    if not proved.pieces:
        raise NotWrittenError(f"a proof by {proved.method}")
    for piece in proved.pieces:
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
            f"(intros; unfold tanh, sinh, cosh; interval with ({halved}, i_prec 60))."
        )
    lines.append(f"assert ({term(left, {})} - {term(right, {})} <= 0); [|lra].")
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
    values = []
    for symbol, within in domain.items():
        if symbol.is_integer:
            values += [f"{point[symbol]}%nat", *["ltac:(lia)"] * (within != S.Naturals0)]
            continue
        ends = (within.inf.is_finite, within.sup.is_finite)
        values += [term(Rational(point[symbol]), {}), *["ltac:(lra)"] * sum(map(bool, ends))]
    return [
        f"intros H. assert (C := H {' '.join(values)}).",
        f"revert C. simpl INR. guarded. unfold tanh, sinh, cosh. apply {_REFUTED[type(statement)]}.",
        "first [lra | interval with (i_prec 60)].",
    ]
