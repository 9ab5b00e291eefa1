r"""Formulas out of their pieces: ``$d$ = $n$/2`` is one formula, ``sqrt($d$)`` a root, and prose between formulas stays prose.

What `papers.pages.typeset` leaves are letters and signs in mathematics with numbers, brackets and names of functions between them. A run of
those that has an operator is set as one formula; brackets that are not closed in it, commas outside of brackets, and words end it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

_NAMED = {"log", "exp", "min", "max", "det", "tanh"}
_FUNCTIONS = _NAMED | {"sqrt", "floor", "ceil", "vol", "err", "diam", "GVolLB", "VolLB"}
_ROUNDED = {"floor": (r"\lfloor ", r"\rfloor "), "ceil": (r"\lceil ", r"\rceil ")}
_PIECE = re.compile(
    r"(?P<math>\$(?:\\.|[^$\\])*\$)|(?P<dots>\\dots\{\})|(?P<other>\\[A-Za-z]+(?:\{(?:[^{}]|\{[^{}]*\})*\})*|\\.|\(\d+\.\d+\))|(?P<empty>\{\})"
    r"|\bl(?P<norm>[12p])\b|(?<![\w.])(?P<product>\d+[cdhkmnpt])(?![\w.])|(?P<number>(?<![\w.])\d+(?:,\d{3})*(?:\.\d+)?(?![\w]|\.\w))|(?P<space>\s+)|(?P<sign>[+=/()\[\],*!])"
    rf"|\b(?P<function>{'|'.join(sorted(_FUNCTIONS, key=len, reverse=True))})(?![\w'-])|\b(?P<letter>[aA]|Fx|Fy)(?![\w'-])|(?P<word>[^\W\d_]+|.)",
    re.DOTALL,
)
_SIGNS = re.compile(r"\$(?:-|=|<|>|\\(?:le|ge|ne|pm|to|sim|in|times|cdot|infty))\$")
_BY = r"\,\penalty700 "  # between factors, where a line may end
_BRACKETS = {"(": ")", "[": "]"}


@dataclass(frozen=True)
class _Piece:
    kind: str
    text: str

    @property
    def is_sign(self) -> bool:
        """Whether it joins two sides."""
        return self.kind == "sign" or bool(_SIGNS.fullmatch(self.text) and self.text != r"$\infty$")


def joined(latex: str) -> str:
    """Return LaTeX in which the pieces of a formula are one formula."""
    pieces = [_Piece(token.lastgroup or "word", token[0]) for token in _PIECE.finditer(latex)]
    return "".join(_shown(run) for run in _runs(_letters([_named(piece) for piece in pieces])))


def _named(piece: _Piece) -> _Piece:
    """Return a norm, a number times a letter, or the dots of a sequence, as mathematics."""
    if piece.kind == "norm":
        return _Piece("math", rf"$\ell_{{{piece.text[1]}}}$")
    if piece.kind == "product":
        return _Piece("math", f"${piece.text[:-1]}{_BY}{piece.text[-1]}$")
    return replace(piece, kind="math") if piece.kind == "dots" else piece


def _letters(pieces: list[_Piece]) -> list[_Piece]:
    """Call a letter mathematics where a sign or bar stands beside it: elsewhere it is an article, or a word."""
    found = list(pieces)
    for at, piece in enumerate(pieces):
        if piece.kind != "letter":
            continue
        before, behind = (_beside(pieces, at, step) for step in (-1, 1))
        left = (
            before is not None and (before.is_sign or before.text.endswith("|$")) and before.text not in (")", "]", ",")
        )
        right = (
            behind is not None and (behind.is_sign or behind.text.startswith("$|")) and behind.text not in ("(", "[")
        )
        relation = behind is not None and (behind.text == "=" or _SIGNS.fullmatch(behind.text))
        strict = relation or (at and pieces[at - 1].text == "/")
        shown = {"Fx": "F x", "Fy": "F y"}.get(piece.text, piece.text)
        found[at] = _Piece("math", f"${shown}$") if strict or (left and right) else replace(piece, kind="word")
    return found


def _beside(pieces: list[_Piece], at: int, step: int) -> _Piece | None:
    places = range(at + step, len(pieces) if step > 0 else -1, step)
    return next((pieces[place] for place in places if pieces[place].kind != "space"), None)


def _runs(pieces: list[_Piece]) -> Iterator[list[_Piece]]:
    """Yield the pieces in runs, each a formula or a piece of prose."""
    run: list[_Piece] = []
    label = False
    for piece in pieces:
        ends = piece.kind in ("word", "other") or (piece.kind == "number" and label and not run)
        if ends:
            yield from _balanced(run)
            run = []
            yield [piece]
        else:
            run.append(piece)
        if piece.kind != "space":
            label = piece.kind == "word" and piece.text[:1].isupper() and len(piece.text) > 1
        if piece.kind == "space" and label and len(run) == 1:
            yield run
            run = []
    yield from _balanced(run)


def _balanced(run: list[_Piece]) -> Iterator[list[_Piece]]:
    """Yield the parts of a run between brackets without a partner and commas outside of brackets."""
    partners: dict[int, int] = {}
    stack: list[int] = []
    for at, piece in enumerate(run):
        if piece.kind == "sign" and piece.text in _BRACKETS:
            stack.append(at)
        elif piece.kind == "sign" and stack and piece.text == _BRACKETS[run[stack[-1]].text]:
            partners[stack.pop()] = at
    inside = {at for one, other in partners.items() for at in range(one, other + 1)}
    part: list[_Piece] = []
    for at, piece in enumerate(run):
        if at not in inside and piece.kind == "sign" and piece.text in "()[],!":
            if piece.text == "!" and part and part[-1].text == ")":
                part.append(piece)
                continue
            yield from _trimmed(part)
            yield [_Piece("word", piece.text)]
            part = []
        else:
            part.append(piece)
    yield from _trimmed(part)


def _trimmed(part: list[_Piece]) -> Iterator[list[_Piece]]:
    """Yield the spaces around a part apart from it, and a function of nothing behind it."""
    start, end = 0, len(part)
    while start < end and part[start].kind == "space":
        start += 1
    while end > start and part[end - 1].kind in ("space", "function"):
        end -= 1
    yield from ([piece] for piece in part[:start])
    if start < end:
        yield part[start:end]
    yield from ([piece] for piece in part[end:])


def _shown(run: list[_Piece]) -> str:
    kinds = [piece.kind for piece in run]
    formula = "math" in kinds or ("function" in kinds and {"number", "sign"} & set(kinds))
    joins = any(piece.is_sign or piece.kind in ("function", "number", "empty") for piece in run) or "space" not in kinds
    return f"${_set(run)}$" if len(run) > 1 and formula and joins else "".join(piece.text for piece in run)


def _set(run: list[_Piece]) -> str:
    """Return a formula without its dollars."""
    shown, at = "", 0
    while at < len(run):
        piece = run[at]
        if piece.kind == "function" and piece.text in ("sqrt", *_ROUNDED):
            argument, at = _argument(run, at + 1)
            left, right = _ROUNDED.get(piece.text, (r"\sqrt{", "}"))
            shown += f"{left}{_set(argument)}{right}"
            continue
        if piece.kind == "space":
            before, behind = run[at - 1], run[at + 1]
            apart = (before.is_sign and before.text not in ")]!") or (behind.is_sign and behind.text not in "([")
            named = before.kind == "function" or before.text.endswith(r"\log_2$")
            shown += " " if apart or named else _BY
        elif piece.kind == "function":
            shown += rf"\{piece.text} " if piece.text in _NAMED else rf"\operatorname{{{piece.text}}}"
        elif piece.kind == "math":
            shown += r"\dots " if piece.text == r"\dots{}" else piece.text[1:-1]
        else:
            shown += {",": r",\allowbreak{}", "*": r"\cdot "}.get(piece.text, piece.text.replace(",", "{,}"))
        at += 1
    return shown


def _argument(run: list[_Piece], at: int) -> tuple[list[_Piece], int]:
    """Return what a function is of: what stands in the brackets behind it, or the next piece, with what that is of; and where it ends."""
    while at < len(run) and run[at].kind == "space":
        at += 1
    if at >= len(run) or run[at].text != "(":
        if at < len(run) and (run[at].kind == "function" or run[at].text == r"$\log_2$"):
            end = _argument(run, at + 1)[1]
            return run[at:end], end
        return run[at : at + 1], at + 1
    depth, end = 1, at + 1
    while depth:
        depth += {"(": 1, ")": -1}.get(run[end].text, 0)
        end += 1
    return run[at + 1 : end - 1], end
