"""The signs that an expression can have over a domain under hypotheses: exact, and open where nothing shows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any

from sympy import And, Basic, Expr, S, Set, Symbol

from dpsym.derive.charts import Chart, places_of
from dpsym.derive.sign_sets import ALLOWED, ANY, SignSet

_MOST_CHARTS = 32


class Signs:
    """What is known of signs where every symbol is in its domain and every hypothesis holds.

    Parameters
    ----------
    domain : mapping of Symbol to Set
        Where the symbols are; what is no symbol is passed over.
    hypotheses : iterable of Boolean
        Relations between scalars; others are passed over.
    """

    def __init__(self, domain: Mapping[Any, Set], hypotheses: Iterable[Basic] = ()) -> None:
        self._domain, self._hypotheses = domain, tuple(hypotheses)
        symbols = [symbol for symbol in domain if isinstance(symbol, Symbol)]
        relations = [part for hypothesis in self._hypotheses for part in And.make_args(hypothesis)]
        choices = list(product(*(places_of(symbol, domain[symbol]) for symbol in symbols)))[: _MOST_CHARTS + 1]
        charts = (Chart(dict(zip(symbols, place, strict=True)), relations) for place in choices[:_MOST_CHARTS])
        self._charts = [chart for chart in charts if not chart.is_empty]
        self._is_whole = len(choices) <= _MOST_CHARTS
        self._known: dict[Expr, SignSet] = {}

    @property
    def exclude_all(self) -> bool:
        """Whether the hypotheses are shown to contradict one another, or the domain."""
        return self._is_whole and not self._charts

    def __call__(self, expression: Expr) -> SignSet:
        """Return the signs that are not excluded anywhere."""
        if expression not in self._known:
            found = [chart.signs(expression) for chart in self._charts] if self._is_whole else [ANY]
            self._known[expression] = frozenset().union(*found)
        return self._known[expression]

    def given(self, *more: Basic) -> Signs:
        """Return what is known where these relations hold as well."""
        new = tuple(each for each in more if each != S.true)
        return Signs(self._domain, (*self._hypotheses, *new)) if new else self

    def imply(self, condition: Basic) -> bool:
        """Return True if the condition is shown to follow."""
        if condition in (S.true, S.false, *self._hypotheses):
            return condition is not S.false
        if isinstance(condition, And):
            return all(map(self.imply, condition.args))
        allowed = ALLOWED.get(type(condition))
        return allowed is not None and self(condition.lhs - condition.rhs) <= allowed
