"""The worst of a divergence over the places of a family, and its sum over the steps of an adaptive mechanism."""

from __future__ import annotations

from typing import Any, ClassVar

from sympy import Add, Expr, Integer, Max, Min, S
from sympy.core.sympify import _sympify

from dpsym.distributions.families import Here, Other, Row, Step, check_steps
from dpsym.distributions.places import kind_of, levels, placed
from dpsym.distributions.printed import Head
from dpsym.errors import ParameterError


class _Unordered:
    """What SymPy does not try to order: it would for seconds, and mostly in vain, where the arguments are divergences."""

    word: ClassVar[str]
    args: tuple[Expr, ...]

    def __new__(cls, *values: object) -> Any:
        return super().__new__(cls, *values, evaluate=False)  # type: ignore[call-arg]

    def doit(self, **hints: Any) -> Any:
        """Return it of closed forms, which stay as they stand."""
        return type(self)(*(each.doit(**hints) for each in self.args))

    def _sympystr(self, printer: Any) -> str:
        return f"{self.word}({', '.join(map(printer._print, self.args))})"

    def _latex(self, printer: Any, exp: str = "") -> str:
        power = f"^{{{exp}}}" if exp else ""
        return rf"\{self.word.lower()}{power}\left({', '.join(map(printer._print, self.args))}\right)"


class Greatest(_Unordered, Max):
    """A maximum as it stands."""

    word = "Max"


class Least(_Unordered, Min):
    """A minimum as it stands."""

    word = "Min"


class _Over(Head):
    """An expression of laws at bound places, taken over all of them."""

    def __new__(cls, value: object, count: object = 1) -> Any:
        expression, steps = _sympify(value), check_steps(count)
        if not isinstance(expression, Expr):
            raise ParameterError("what is taken over the places of a family", "an expression", value)
        found = levels(expression, steps)
        if found is None:
            return Expr.__new__(cls, expression, steps)
        worst = (greatest({expression.xreplace(place) for place in step}) for step in found)
        return cls._joined(list(worst))

    @classmethod
    def _joined(cls, worst: list[Expr]) -> Expr:
        raise NotImplementedError

    @property
    def _place(self) -> type:
        (kind,) = {kind_of(law) for law in placed(self.args[0])}
        return kind


class Worst(_Over):
    r"""The supremum of an expression over the places of the families in it.

    .. math:: \sup_x f(K(x), L(x)), \qquad \sup_{i \le k,\, y_{<i}} f(K(y_{<i}), L(y_{<i})), \qquad \max_{i \le k} f(P_{i-1}, P_i)

    Parameters
    ----------
    value : Expr
        Of laws at bound places: `Row`, `Step`, or `Here` and `Next`.
    count : positive integer or symbol, optional
        The number k of steps or links; of the rows of a kernel it is left out.
    """

    @classmethod
    def _joined(cls, worst: list[Expr]) -> Expr:
        return greatest(set(worst))

    def _latex(self, printer: Any) -> str:
        value, count = _bracketed(self.args[0], printer), printer._print(self.args[1])
        inputs = "x, x'" if any(isinstance(law, Other) for law in placed(self.args[0])) else "x"
        places: dict[type, str] = {Row: inputs, Step: rf"i \leq {count},\, y_{{<i}}", Here: rf"i \leq {count}"}
        return rf"\sup_{{{places[self._place]}}} {value}"


class Total(_Over):
    r"""The sum over the steps of an adaptive mechanism, at each of them of the supremum over the answers before it.

    .. math:: \sum_{i=1}^k \sup_{y_{<i}} f(K(y_{<i}), L(y_{<i}))

    Parameters
    ----------
    value : Expr
        Of laws at bound places.
    count : positive integer or symbol
        The number k of steps.
    """

    @classmethod
    def _joined(cls, worst: list[Expr]) -> Expr:
        return Add(*worst)

    def _latex(self, printer: Any) -> str:
        value, count = _bracketed(self.args[0], printer), printer._print(self.args[1])
        over = r"\sup_{y_{<i}} " if self._place is Step else ""
        return rf"\sum_{{i=1}}^{{{count}}} {over}{value}"


def _bracketed(value: Expr, printer: Any) -> str:
    """Return a term in LaTeX, in brackets if it is a sum."""
    text = printer._print(value)
    return rf"\left({text}\right)" if value.is_Add else text


def greatest(values: set[Expr]) -> Expr:
    """Return the greatest, without asking SymPy to order what is not rational."""
    if S.Infinity in values:
        return S.Infinity
    rational = [value for value in values if value.is_Rational]
    others = sorted((value for value in values if not value.is_Rational), key=str)
    found = [*([max(rational)] if rational else []), *others]
    return found[0] if len(found) == 1 else Greatest(*found)


class UpTo(Head):
    r"""A finite sum whose terms hold divergences of the index: written out as soon as its limits are numbers.

    Parameters
    ----------
    term : Expr
        Of the index.
    index : Symbol
        Bound.
    low, high : integers or expressions
        The limits, both included.
    """

    def __new__(cls, term: object, index: Any, low: object, high: object) -> Any:
        value, first, last = map(_sympify, (term, low, high))
        if first.is_Integer and last.is_Integer:
            terms = (value.xreplace({index: Integer(place)}) for place in range(int(first), int(last) + 1))
            return Add(*terms)
        return Expr.__new__(cls, value, index, first, last)

    @property
    def bound_symbols(self) -> list[Any]:
        """The index."""
        return [self.args[1]]

    @property
    def free_symbols(self) -> set[Any]:
        return super().free_symbols - {self.args[1]}

    def _latex(self, printer: Any) -> str:
        term = _bracketed(self.args[0], printer)
        index, low, high = map(printer._print, self.args[1:])
        return rf"\sum_{{{index}={low}}}^{{{high}}} {term}"
