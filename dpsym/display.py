r"""Formulas for a column of a paper: where one may be broken, how wide it is about, and its lines.

TeX breaks nothing between ``\left`` and ``\right``, into which SymPy puts every bracket: a long formula is taken apart here, into
pieces between which a line may end. Brackets around what is taken apart get a fixed size.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sympy import Add, Basic, Dummy, Expr, Max, Min, Mul, Piecewise, Pow, latex, log, true

WIDTH = 32.0
"""The width of a column of the class `article`, in em."""
_INDENT = 2.0
_BAR = r" \,\middle\|\, "
_RELATIONS = frozenset({"=", "<", ">", r"\le", r"\ge", r"\leq", r"\geq", r"\neq", r"\in", r"\mapsto", r"\to"})
_WORDS = frozenset({r"\text", r"\operatorname", r"\mathrm", r"\texttt"})
_SPACES = {r"\quad": 1.0, r"\qquad": 2.0, r"\ ": 0.33, r"\,": 0.17, r"\;": 0.28, "&": 0.0, r"\\": 0.0}
_NOTHING = frozenset({r"\left", r"\right", r"\middle", r"\bigl", r"\bigr", r"\Bigl", r"\Bigr", r"\displaystyle"})
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\S")
_LETTER, _MARK, _FUNCTION, _OPERATOR, _SCRIPT = 0.56, 0.42, 1.5, 1.2, 0.72
_GREEK = r"alpha|beta|delta|lambda|sigma|zeta|rho|eps|epsilon|eta|mu|nu|phi"
_ATOM = rf"(?:(?:{_GREEK})\d?|_?[A-Zb-z]\d?|\d+|oo)"
_SUM = rf"-?{_ATOM}(?: ?[-+*/] ?{_ATOM})*"
_BRACKET = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
_POWER = rf"(?:{_ATOM}|{_BRACKET})(?:\*\*|\^)(?:{_ATOM}|{_BRACKET})"
_CALL = rf"(?:(?:sqrt|Abs|log|tan|cos){_BRACKET}|{_POWER})"
_TERM = rf"(?:{_CALL}|{_ATOM}|{_BRACKET})"
_CHAIN = rf"(?:{_SUM} = )?-?(?:{_TERM} ?[-+*/] ?)*{_CALL}(?: ?[-+*/] ?{_TERM}| {_CALL})*"
_FORMULA = re.compile(
    rf"(?<![\w'])(?:{_CHAIN}|exp\([^()]*\)|(?:\w\^\({_SUM}\)|{_ATOM}\^{_ATOM})|\({_SUM}, {_SUM}\)|E\[[^\]]*\]|D_\w+|{_SUM} (?:<=|=|<|>) {_SUM}"
    rf"|(?:{_GREEK})\d?(?: ?[-+/] ?{_ATOM})*|_?[A-Zd-z])(?![\w'])"
)
_POLYGAMMA = re.compile(r"\\operatorname\{polygamma\}\{\\left\((\d+),")
_SIGNS = {
    r"\epsilon": r"\varepsilon",
    r"\operatorname{loggamma}": r"\log \Gamma",
    r"\operatorname{acos}": r"\arccos",
    r"\operatorname{acosh}": r"\operatorname{arcosh}",
}
_ESCAPES = str.maketrans({"&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_", "^": r"\^{}"})


def pieces(value: Expr, widest: float = WIDTH - _INDENT) -> list[str]:
    """Return a formula as LaTeX in pieces, between which a line may end: terms, cases, what stands under a logarithm.

    Parameters
    ----------
    value : Expr
        The formula.
    widest : float, optional
        In em: what is wider is taken apart further, where it can be.
    """
    whole = tex(value)
    if width(whole) <= widest:
        return [whole]
    if isinstance(value, Add):
        return [piece for number, term in enumerate(value.as_ordered_terms()) for piece in _term(term, number, widest)]
    if isinstance(value, Piecewise):
        cases = (_case(piece, "" if where == true else tex(where), widest) for piece, where in value.args)
        return list(_joined(cases, ","))
    if isinstance(value, (Max, Min)):
        inside = list(_joined((pieces(each, widest) for each in value.args), ","))
        return _bracketed(r"\max" if isinstance(value, Max) else r"\min", inside, "")
    factor, inner = _opened(value)
    if inner is None:
        return [whole]
    function = r"\log" if isinstance(inner, log) else ""
    inside = pieces(inner.args[0] if function else inner, widest)
    lead = "" if factor == 1 else "-" if factor == -1 else tex(factor) + r"\,"
    return _bracketed(lead + function, inside, "")


def _term(term: Expr, number: int, widest: float) -> list[str]:
    """Return the pieces of a summand, its sign in front."""
    if number == 0:
        return pieces(term, widest)
    negative = term.could_extract_minus_sign()
    first, *more = pieces(-term if negative else term, widest - _OPERATOR)
    return [("{}- " if negative else "{}+ ") + first, *more]


def _case(value: Expr, where: str, widest: float) -> list[str]:
    *before, last = pieces(value, widest)
    return [*before, last + (rf"\ \text{{for}}\ {where}" if where else r"\ \text{otherwise}")]


def _joined(groups: Iterator[list[str]], mark: str) -> Iterator[str]:
    held: str | None = None
    for group in groups:
        if held is not None:
            yield held + mark + r"\ "
        yield from group[:-1]
        held = group[-1]
    if held is not None:
        yield held


def _bracketed(before: str, inside: Sequence[str], after: str) -> list[str]:
    first, *more = inside
    return [*[rf"{before}\Bigl({first}", *more][:-1], ([rf"{before}\Bigl({first}", *more][-1]) + rf"\Bigr){after}"]


def _opened(value: Expr) -> tuple[Expr, Expr | None]:
    """Return a factor and the logarithm or the sum that it stands before; no sum where that is not the one thing that is long."""
    factors = Mul.make_args(value)
    found = [each for each in factors if isinstance(each, log) or (isinstance(each, Add) and len(each.args) > 1)]
    if not found:
        return value, None
    inner = max(found, key=lambda each: width(tex(each)))
    rest = Mul(*(each for each in factors if each != inner))
    long = rest.has(Piecewise, Max, Min) or (isinstance(inner, log) and isinstance(inner.args[0], (Mul, Pow)))
    return rest, None if long or factors.count(inner) > 1 else inner


def width(text: str) -> float:
    r"""Return about how wide LaTeX of a formula is set in ``\displaystyle``, in em of the text."""
    tokens = _TOKEN.findall(text)
    total, place = 0.0, 0
    while place < len(tokens):
        wide, place = _item(tokens, place)
        total += wide
    return total


def _item(tokens: Sequence[str], place: int) -> tuple[float, int]:
    """Return the width of the item that begins at a place, and where the next one begins."""
    part = tokens[place]
    place += 1
    if part == "{":
        total = 0.0
        while place < len(tokens) and tokens[place] != "}":
            wide, place = _item(tokens, place)
            total += wide
        return total, place + 1
    if place < len(tokens) and part in ("^", "_"):
        wide, place = _item(tokens, place)
        return _SCRIPT * wide, place
    if place < len(tokens) and part == r"\frac":
        above, place = _item(tokens, place)
        below, place = _item(tokens, place) if place < len(tokens) else (0.0, place)
        return max(above, below) + 0.24, place
    if part in _WORDS or part == r"\sqrt":
        wide, place = _item(tokens, place) if place < len(tokens) else (0.0, place)
        return (wide + 0.9 if part == r"\sqrt" else 0.9 * wide), place
    if part in (r"\begin", r"\end"):
        _, place = _item(tokens, place) if place < len(tokens) else (0.0, place)
        return 0.5, place
    return _width_of(part), place


def _width_of(part: str) -> float:
    if part in _NOTHING or part == "}":
        return 0.0
    if part in _SPACES:
        return _SPACES[part]
    if part in _RELATIONS:
        return 1.34
    if part in ("+", "-", r"\pm", r"\cdot", r"\times"):
        return _OPERATOR
    if part in ("(", ")", "[", "]", ",", "|", r"\|", "!", r"\{", r"\}"):
        return _MARK
    if part in (r"\log", r"\exp", r"\max", r"\min", r"\sinh", r"\cosh", r"\tanh", r"\coth", r"\operatorname"):
        return _FUNCTION
    return _LETTER


def folded(parts: Sequence[str], widest: float = WIDTH, start: float = 0.0) -> list[list[str]]:
    """Return pieces in lines no wider than that, where their pieces allow it; the first line begins behind `start`."""
    lines: list[list[str]] = [[]]
    room = widest - start
    for part in parts:
        wide = width(part)
        if lines[-1] and wide > room:
            lines.append([])
            room = widest - _INDENT
        lines[-1].append(part)
        room -= wide
    return lines


def rows(left: str, value: Expr, widest: float = WIDTH, relation: str = "=", behind: str = "") -> list[str]:
    """Return ``left = value`` as the lines of an ``align*`` environment, with marks of alignment and without ends of line.

    Parameters
    ----------
    left : str
        LaTeX of the left side; nothing for the value alone.
    value : Expr
        The right side.
    widest : float, optional
        Of a line, in em.
    relation : str, optional
        LaTeX between the sides.
    behind : str, optional
        LaTeX behind the value, such as its hypotheses, on a line of its own where there is no room.
    """
    before = f"{left} &{relation} " if left else "&"
    parts = pieces(value, widest - _INDENT - 1)
    if behind:
        parts = [*parts[:-1], parts[-1] + ",", rf"\quad {behind}"]
    lines = folded(parts, widest, width(before))
    long = len(lines) > 1 or width(before + "".join(lines[0])) > widest
    if long and left and width(before) > widest / 4:
        lines = folded(parts, widest, _INDENT + 1)
        rest = [rf"&\qquad {''.join(line)}" for line in lines[1:]]
        return [*_sides(left, widest), rf"&\quad {relation} " + "".join(lines[0]), *rest]
    return [before + "".join(lines[0]), *(rf"&\quad {''.join(line)}" for line in lines[1:])]


def _sides(left: str, widest: float) -> list[str]:
    """Return a left side on a line of its own, on two where it is a divergence of two laws with long names."""
    first, bar, second = left.partition(_BAR)
    if width(left) <= widest or not bar or first.count(r"\left(") != first.count(r"\right)") + 1:
        return [f"&{left}"]
    head, _, law = first.partition(r"\left(")
    other = second.removesuffix(r"\right)")
    return [rf"&{head}\bigl({law} \,\big\|", rf"&\qquad {other}\bigr)"]


def inline(left: str, value: Expr, relation: str, widest: float) -> str:
    """Return ``left relation value`` for a line of text: what is wider than `widest` may be broken at a bar or an operator."""
    first, *rest = (line.lstrip("&").removeprefix(r"\qquad ") for line in _sides(left, widest))
    return r"\,\allowbreak ".join([first, *rest]) + f" {relation} " + r"\allowbreak ".join(pieces(value, widest))


def prose(text: str) -> str:
    """Return the words of a step as LaTeX, the letters, powers, intervals and relations among them as mathematics."""
    parts, place = [], 0
    for found in _FORMULA.finditer(text):
        parts += [text[place : found.start()].translate(_ESCAPES), f"${_set(found[0])}$"]
        place = found.end()
    return "".join([*parts, text[place:].translate(_ESCAPES)])


def _set(formula: str) -> str:
    """Return a formula in plain characters as LaTeX."""
    shown = _called(formula.replace("**", "^"))
    shown = re.sub(r"\^\(([^()]*)\)|\^(\w+)", lambda power: f"^{{{power[1] or power[2]}}}", shown).replace(
        "exp(", r"\exp("
    )
    shown = re.sub(r"(?<![A-Za-z])_(\w)", r"\1", shown).replace("<=", r"\le ").replace("*", " ")
    shown = re.sub(rf"(?<![A-Za-z\\])({_GREEK})(\d?)(?![A-Za-z])", lambda name: _letter(*name.groups()), shown)
    return re.sub(r"\boo\b", r"\\infty", shown)


def _called(formula: str) -> str:
    """Return a formula in plain characters with its roots and absolute values in braces, other functions with a backslash."""
    for name, opening, closing in (("sqrt", r"\sqrt{", "}"), ("Abs", r"\lvert ", r"\rvert ")):
        while found := re.search(rf"(?<!\\)\b{name}({_BRACKET})", formula):
            formula = f"{formula[: found.start()]}{opening}{found[1][1:-1]}{closing}{formula[found.end() :]}"
    formula = re.sub(r"(?<![A-Za-z\\])([A-Za-z])(\d)\b", r"\1_\2", formula)
    return re.sub(r"(?<!\\)\b(log|tan|cos)\(", r"\\\1(", formula)


def _letter(name: str, number: str) -> str:
    return rf"\{'varepsilon' if name in ('eps', 'epsilon') else name}" + (f"_{number}" if number else " ").rstrip()


def tex(value: object) -> str:
    r"""Return an expression as LaTeX, its eps as ``\varepsilon``, the functions of Euler and the inverse ones by their signs."""
    shown = _POLYGAMMA.sub(
        lambda order: r"\psi" + (f"^{{({order[1]})}}" if order[1] != "0" else "") + r"{\left(", _latex(value)
    )
    for name, sign in _SIGNS.items():
        shown = shown.replace(name, sign)
    return shown


def _latex(value: object) -> str:
    try:
        return latex(value)
    except ValueError:
        # SymPy puts 0 for the symbols of an exponent to see whether it is constant, and there a Max may have no value
        if not (isinstance(value, Basic) and value.has(Max, Min)):
            raise
        names = {extreme: Dummy() for extreme in value.atoms(Max, Min)}
        said = {name: _extreme(extreme) for extreme, name in names.items()}
        return latex(value.xreplace(names), symbol_names=said)


def _extreme(value: Expr) -> str:
    return rf"\{type(value).__name__.lower()}\left({', '.join(map(_latex, value.args))}\right)"
