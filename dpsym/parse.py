"""Read a formula given as text, by a whitelist over `ast`: nothing that the text says is ever executed.

Characters, words, numbers and nesting that the grammar lacks are refused before Python's own parser sees the
text, great powers and long sums before SymPy does: a hostile text costs neither time nor memory nor stack.
"""

from __future__ import annotations

import ast
import keyword
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, NoReturn

import sympy as sp
from sympy import Basic, Expr, Rational

from dpsym import distributions, divergences, parameters, words
from dpsym.arithmetic import BINDERS, FUNCTIONS, check_terms, combine, function, power
from dpsym.errors import ParameterError, ParseError

_LONGEST_TEXT, _DEEPEST, _MOST_OPERATORS, _SHOWN = 20_000, 100, 500, 40
_MOST_DIGITS, _GREATEST_EXPONENT = 400, 308
_MOST_MASSES = 256

_FOREIGN = re.compile(r"[^A-Za-z0-9_+\-*/().,<>=!\s]|!(?!=)", re.ASCII)
_TOKEN = re.compile(r"(\.?\d(?:(?<=[eE])[+-]|[\w.])*)|([A-Za-z_]\w*)|(\*\*|[^\s\w,])", re.ASCII)
_NUMBER = re.compile(r"(?:\d+\.?\d*|\.\d+)(?:[eE]([+-]?\d+))?", re.ASCII)
_CHARACTERS = {
    "^": "the operator ^ (write ** for a power)",
    "[": "a subscript or list",
    "{": "a set or dictionary",
    "'": "a string",
    '"': "a string",
    ":": "a colon (of lambda, := or a slice)",
    "#": "a comment",
    "≤": "the sign ≤ (write <=)",
    "≥": "the sign ≥ (write >=)",
    "−": "the sign − (write -)",
}
# Python reserves `lambda`, which names a scale here; the stand-in has as many bytes, and no text can hold it
_LAMBDA = "lambλ"
_RELATIONS: dict[type, type] = {ast.LtE: sp.Le, ast.Lt: sp.Lt, ast.GtE: sp.Ge, ast.Gt: sp.Gt, ast.Eq: sp.Eq}


_SYMBOLS = {name: value for name, value in vars(parameters).items() if isinstance(value, sp.Symbol)}
_SYMBOLS["Delta"] = parameters.SENSITIVITY.symbol
_SYMBOLS |= {symbol.name: symbol for symbol in _SYMBOLS.values()}
_STANDARD: dict[str, Any] = {**_SYMBOLS, "oo": sp.oo, "pi": sp.pi, "E": sp.E}


def parse(text: str, names: Mapping[str, object] | None = None) -> Basic:
    """Read a formula, a comparison, a law or a divergence from text.

    Parameters
    ----------
    text : str
        At most 20,000 ASCII characters and 500 operators: integers, decimals (read as rationals), the symbols
        of `dpsym.parameters`, oo, pi, E, ``+ - * / **``, parentheses, exp, log, sqrt, Abs, Max, Min, sinh,
        cosh, tanh, erf, erfc, Phi, gamma, factorial, binomial, ``Sum(term, j, low, high)`` and ``Integral`` alike, the
        laws and divergences of `dpsym`, and at most one comparison ``<= < >= > ==``, which stays unevaluated.
    names : mapping of str to SymPy object, number, or class of laws or divergences, optional
        Further names; they win over the standard ones.

    Raises
    ------
    ParseError
        If the text holds anything else, is too long or deep, or its value too great, undefined or not real.
    ParameterError
        If a law refuses its parameters, or a value of `names` is neither a SymPy object nor a real number.
    """
    if not isinstance(text, str) or not text.strip() or len(text) > _LONGEST_TEXT:
        given = f"{len(text)}: {_shown(text)}" if isinstance(text, str) else type(text).__name__
        raise ParseError(f"a formula must be a string of 1 to {_LONGEST_TEXT} characters, got {given}")
    # Python would take blanks in front for an indentation; in parentheses they keep every column, less one
    source = re.sub(r"\s", " ", text)
    numbers = _scan(source)
    try:
        tree = ast.parse("(" + re.sub(r"\blambda\b", _LAMBDA, source) + ")", mode="eval")
    except SyntaxError as error:
        column = min(max((error.offset or 2) - 2, 0), len(source) - 1)
        fragment = _shown(source[column:])
        raise ParseError(f"not a formula: {fragment} at column {column + 1} ({error.msg})") from None
    known = dict(_STANDARD)
    kinds: dict[str, type] = {}
    for name, value in (names or {}).items():
        if isinstance(value, type) and issubclass(value, (distributions.Law, divergences.Divergence)):
            kinds[name] = value
            continue
        is_law = isinstance(value, Basic) and not isinstance(value, Expr)
        known[name] = value if is_law else parameters.exact(value)
        if known[name] is None:
            raise ParameterError(f"value of the name {name}", "a SymPy object or a real number", value)
    return _Reader(source, numbers, known, kinds).top(tree.body)


def _shown(fragment: str) -> str:
    return repr(fragment if len(fragment) <= _SHOWN else fragment[: _SHOWN - 3] + "...")


def _refuse(what: str, source: str, column: int, length: int = _SHOWN) -> NoReturn:
    fragment = _shown(source[column : column + length])
    raise ParseError(f"{what} is not allowed in a formula: {fragment} at column {column + 1}")


def _scan(source: str) -> dict[int, Rational]:
    """Return the numbers by column; refuse characters, words, numbers and nesting that the grammar lacks."""
    if foreign := _FOREIGN.search(source):
        _refuse(_CHARACTERS.get(foreign.group(), "this character"), source, foreign.start(), 1)
    numbers: dict[int, Rational] = {}
    depth = operators = 0
    for token in _TOKEN.finditer(source):
        number, word, operator = token.groups()
        if number:
            numbers[token.start()] = _number(source, number, token.start())
        elif word and keyword.iskeyword(word) and word != "lambda":
            _refuse(f"the word {word}", source, token.start(), len(word))
        elif operator:
            operators += 1
            depth += (operator == "(") - (operator == ")")
            if operators > _MOST_OPERATORS or not 0 <= depth <= _DEEPEST:
                limit = f"more than {_MOST_OPERATORS} operators or nesting outside 0 to {_DEEPEST} levels"
                _refuse(limit, source, token.start())
    return numbers


def _number(source: str, lexeme: str, column: int) -> Rational:
    """Return a decimal as the rational that it prints."""
    match = _NUMBER.fullmatch(lexeme)
    if match is None:
        _refuse("this form of number", source, column, len(lexeme))
    digits = sum(character.isdigit() for character in lexeme)
    if digits > _MOST_DIGITS or abs(int(match[1] or 0)) > _GREATEST_EXPONENT:
        limit = f"{_MOST_DIGITS} digits or an exponent beyond {_GREATEST_EXPONENT}"
        _refuse(f"a number of more than {limit}", source, column, len(lexeme))
    return Rational(lexeme)


@dataclass(frozen=True)
class _Reader:
    """Turns the nodes of a syntax tree into SymPy objects, and refuses every node that it does not know."""

    source: str
    numbers: Mapping[int, Rational]
    names: Mapping[str, Basic]
    kinds: Mapping[str, type]

    def refuse(self, what: str, node: ast.expr) -> NoReturn:
        _refuse(what, self.source, node.col_offset - 1, (node.end_col_offset or 0) - node.col_offset)

    def kind(self, name: str) -> type | None:
        """Return the law or divergence that a word names, None if there is none."""
        if name in self.kinds or name in FUNCTIONS or name in BINDERS:
            return self.kinds.get(name)
        return words.named(name)

    def top(self, node: ast.expr) -> Basic:
        """Return the whole formula: the only place where a comparison may stand."""
        if not isinstance(node, ast.Compare):
            return self.read(node, 0)
        if len(node.ops) > 1 or type(node.ops[0]) not in _RELATIONS:
            self.refuse("this comparison (one of <= < >= > ==, not a chain)", node)
        left, right = (self.expression(side, 1) for side in (node.left, node.comparators[0]))
        return _RELATIONS[type(node.ops[0])](left, right, evaluate=False)

    def expression(self, node: ast.expr, depth: int) -> Expr:
        """Return a node that must be an expression, not a law."""
        value = self.read(node, depth)
        if not isinstance(value, Expr):
            self.refuse(f"{type(value).__name__} as a number", node)
        return value

    def read(self, node: ast.expr, depth: int) -> Basic:
        """Return any node but a comparison."""
        if depth > _DEEPEST:
            self.refuse(f"more than {_DEEPEST} levels", node)
        if isinstance(node, ast.Constant) and node.col_offset - 1 in self.numbers:
            return self.numbers[node.col_offset - 1]
        if isinstance(node, ast.Name):
            name = "lambda" if node.id == _LAMBDA else node.id
            if name not in self.names:
                bare = name in FUNCTIONS or name in BINDERS or self.kind(name)
                self.refuse("a function alone" if bare else _unknown("name", name, self.names), node)
            return self.names[name]
        try:
            value = self.compound(node, depth)
        except (OverflowError, RecursionError) as error:
            self.refuse(str(error), node)
        if value.has(sp.nan, sp.zoo, sp.I) or getattr(value, "is_extended_real", None) is False:
            self.refuse("a value that is undefined or not real", node)
        return value

    def compound(self, node: ast.expr, depth: int) -> Basic:
        """Return a call, a change of sign or an operation."""
        if isinstance(node, ast.Call):
            return self.call(node, depth)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return -self.expression(node.operand, depth + 1)
        if not isinstance(node, ast.BinOp):
            self.refuse(f"this ({type(node).__name__})", node)
        if isinstance(node.op, ast.Pow):
            return power(self.expression(node.left, depth + 1), self.expression(node.right, depth + 1))
        chain = (ast.Add, ast.Sub) if isinstance(node.op, (ast.Add, ast.Sub)) else (ast.Mult, ast.Div)
        operands: list[Expr] = []
        rest: ast.expr = node
        while isinstance(rest, ast.BinOp) and isinstance(rest.op, chain):  # one level, however long
            right, operator = self.expression(rest.right, depth + 1), type(rest.op)
            operands.append(-right if operator is ast.Sub else 1 / right if operator is ast.Div else right)
            rest = rest.left
        if not operands:
            self.refuse("this operator", node)
        operands.append(self.expression(rest, depth + 1))
        return combine(sp.Add if ast.Add in chain else sp.Mul, operands[::-1])

    def call(self, node: ast.Call, depth: int) -> Basic:
        """Return the value of a function, or a law or divergence."""
        if not isinstance(node.func, ast.Name):
            self.refuse(f"a call of this ({type(node.func).__name__})", node)
        name = node.func.id
        if name in self.names:
            self.refuse("a call of a name (write * for a product)", node)
        kind = self.kind(name)
        if kind is None:
            return self.function(name, node, depth)
        arguments = [self.read(argument, depth + 1) for argument in node.args]
        named = {str(word.arg): self.read(word.value, depth + 1) for word in node.keywords}
        check_terms(*arguments, *named.values())
        if name in ("ProductLaw", "Joint") and math.prod(map(_size, arguments)) > _MOST_MASSES:
            self.refuse(f"a law of more than {_MOST_MASSES} masses", node)
        try:
            return kind(*arguments, **named)
        except ParameterError:
            raise
        except (TypeError, ValueError, IndexError) as error:
            self.refuse(f"a call of {name} with these arguments ({error})", node)

    def function(self, name: str, node: ast.Call, depth: int) -> Expr:
        """Return the value of a function, a sum or an integral."""
        if name not in FUNCTIONS and name not in BINDERS:
            self.refuse(_unknown("function", name, (*FUNCTIONS, *BINDERS, *words.every(), *self.kinds)), node)
        if node.keywords:
            self.refuse("a named argument of a function", node)
        arguments = [self.expression(argument, depth + 1) for argument in node.args]
        check_terms(*arguments)
        if name in FUNCTIONS:
            return function(name, arguments)
        if len(arguments) != 4 or not isinstance(arguments[1], sp.Symbol):
            self.refuse(f"{name} without a term, a symbol and two limits", node)
        return BINDERS[name](arguments[0], tuple(arguments[1:]))


def _unknown(kind: str, name: str, known: Iterable[str]) -> str:
    (nearest,) = get_close_matches(name[:_SHOWN], known, n=1, cutoff=0)
    return f"the unknown {kind} {name[:_SHOWN]} (nearest known: {nearest})"


def _size(law: Basic) -> int:
    """Return how many masses a law, or the longest row of a kernel, brings to a product."""
    rows = (row for row in (law, *law.args) if isinstance(row, distributions.Discrete))
    return max((len(row.masses) for row in rows), default=1)
