"""What the test functions of an accountant assert of sampled Gaussian noise: calls and numbers of Python source, read and never run.

Read are `compute_rdp(q, noise_multiplier, steps, orders)` of TensorFlow Privacy, and the accountants of dp-accounting after `compose`, with
their `get_epsilon`, `get_delta` and `_rdp`, of Gaussian and Laplace noise, sampled and composed. An assertion to within an absolute `delta` that is
more than the last digit of its number states a bracket.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from decimal import Decimal
from itertools import chain

from theorems.regress.tables import Table

HEADER = ("mechanism", "quantity", "order", "delta", "epsilon", "value")
_EQUAL = frozenset(
    ("allclose", "assertAllClose", "assertAlmostEqual", "assertEqual", "assertSequenceAlmostEqual", "assert_allclose")
)
_BELOW = frozenset({"assertLess", "assertLessEqual"})
_ACCOUNTANTS = frozenset({"PLDAccountant", "RdpAccountant"})
_NOISE = {"GaussianDpEvent": "Gaussian", "LaplaceDpEvent": "Laplace"}
_ARGUMENTS = {
    "compute_rdp": ("q", "noise_multiplier", "steps", "orders"),
    "PoissonSampledDpEvent": ("sampling_probability", "event"),
    "SelfComposedDpEvent": ("event", "count"),
    "ComposedDpEvent": ("events",),
    **dict.fromkeys(_NOISE, ("noise_multiplier",)),
    "compose": ("event", "count"),
    "get_epsilon": ("target_delta",),
    "get_delta": ("target_epsilon",),
    "RdpAccountant": ("orders",),
    "PLDAccountant": (),
}
"""The parameters of what is read, in their order; a call with another one is passed over."""
_INFINITE = frozenset({"math.inf", "np.inf", "inf", "float('inf')"})
_OF_MECHANISM = {"get_epsilon": ("epsilon", "delta"), "get_delta": ("delta", "epsilon")}
Cells = dict[str, str]


class UnreadError(Exception):
    """What is asserted is none of what is read."""


def asserted(function: ast.FunctionDef) -> Table | None:
    """Return the numbers that a test function asserts, a row each, or None where it asserts none that is read.

    Parameters
    ----------
    function : ast.FunctionDef
        Without arguments but self.
    """
    scope = _Scope(function)
    found = [cells for call in scope.calls if _name(call) in _EQUAL | _BELOW for cells in scope.rows(call)]
    lines = tuple(tuple(cells.get(name, "") for name in HEADER) for cells in found)
    return Table(function.name.replace("_", " "), HEADER, lines) if lines else None


def _name(node: ast.AST) -> str:
    """Return the last name of what is called."""
    function = node.func if isinstance(node, ast.Call) else None
    return (
        function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
    )


def assigned(function: ast.FunctionDef) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield each target of an assignment with its value, of two tuples their parts; what is unpacked comes twice, as it is no one thing."""
    for node in ast.walk(function):
        if not isinstance(node, ast.Assign):
            continue
        for target, value in ((each, node.value) for each in node.targets):
            if not isinstance(target, ast.Tuple):
                yield target, value
            elif isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts):
                yield from zip(target.elts, value.elts, strict=True)
            else:
                yield from ((name, value) for name in target.elts for _ in range(2))


class _Scope:
    """The names of a test function, each with the one thing that it is assigned, and its calls."""

    def __init__(self, function: ast.FunctionDef) -> None:
        self.calls = [node for node in ast.walk(function) if isinstance(node, ast.Call)]
        targets: dict[str, list[ast.expr]] = {}
        for target, value in assigned(function):
            targets.setdefault(ast.unparse(target), []).append(value)
        for node in ast.walk(function):
            if isinstance(node, ast.AugAssign):
                targets.setdefault(ast.unparse(node.target), []).extend([node.value, node.value])
        self.values = {name: given[0] for name, given in targets.items() if len(given) == 1}
        self.is_plain = not any(isinstance(node, (ast.For, ast.While, ast.With)) for node in ast.walk(function))

    def rows(self, call: ast.Call) -> Iterator[Cells]:
        """Yield what an assertion states; nothing where it is not read."""
        if len(call.args) < 2 or not self.is_plain:
            return
        try:
            if _name(call) in _BELOW:
                yield from self._pairs(call.args[0], call.args[1], "<= {}")
                return
            within = next((each.value for each in call.keywords if each.arg == "delta"), None)
            for cells in self._pairs(call.args[0], call.args[1], "{}"):
                yield {**cells, "value": _widened(cells["value"], None if within is None else self.number(within))}
        except (UnreadError, ArithmeticError, LookupError, ValueError):
            return

    def _pairs(self, asked: ast.expr, stated: ast.expr, form: str) -> Iterator[Cells]:
        places, numbers = self.asked(asked), self.numbers(stated)
        if len(places) != len(numbers):
            raise UnreadError
        for place, number in zip(places, numbers, strict=True):
            yield {**place, "value": form.format(number)}

    def asked(self, node: ast.expr) -> list[Cells]:
        """Return of what an expression is the number, or the numbers."""
        node = self.resolved(node)
        if isinstance(node, ast.Attribute) and node.attr == "_rdp":
            made = self.resolved(node.value)
            orders = self.arguments(made).get("orders") if _name(made) == "RdpAccountant" else None
            return self._of_orders(self.composed(node.value), orders)
        if _name(node) == "compute_rdp":
            given = self.arguments(node)
            if given.keys() != set(_ARGUMENTS["compute_rdp"]):
                raise UnreadError
            law = f"Gaussian({self.number(given['noise_multiplier'])})"
            return self._of_orders(_run(law, self.number(given["q"]), self.number(given["steps"])), given["orders"])
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _OF_MECHANISM:
            (place,) = self.arguments(node).values()
            quantity, at = _OF_MECHANISM[node.func.attr]
            return [{"mechanism": self.composed(node.func.value), "quantity": quantity, at: self.number(place)}]
        raise UnreadError

    def _of_orders(self, mechanism: str, orders: ast.expr | None) -> list[Cells]:
        if orders is None:
            raise UnreadError
        return [{"mechanism": mechanism, "quantity": "renyi", "order": order} for order in self.numbers(orders)]

    def composed(self, accountant: ast.expr) -> str:
        """Return all that an accountant composes, as a chain."""
        name = ast.unparse(accountant)
        if _name(self.resolved(accountant)) not in _ACCOUNTANTS:
            raise UnreadError
        self.arguments(self.resolved(accountant))  # another adjacency is no part of what is read
        parts = []
        for call in self.calls:
            if (
                _name(call) == "compose"
                and isinstance(call.func, ast.Attribute)
                and ast.unparse(call.func.value) == name
            ):
                given = self.arguments(call)
                parts.append(
                    _run(self.event(given["event"]), "1", self.number(given["count"]) if "count" in given else "1")
                )
        return _chained(parts)

    def event(self, node: ast.expr) -> str:
        """Return an event of dp-accounting as a chain."""
        node = self.resolved(node)
        name, given = _name(node), self.arguments(node)
        if name in _NOISE:
            return f"{_NOISE[name]}({self.number(given['noise_multiplier'])})"
        if name == "PoissonSampledDpEvent":
            inner = self.event(given["event"])
            if ").compose(" in inner or ").subsample(" in inner:
                raise UnreadError  # a sample of a composition is not one of each part
            return _run(inner, self.number(given["sampling_probability"]), "1")
        if name == "SelfComposedDpEvent":
            return _run(self.event(given["event"]), "1", self.number(given["count"]))
        events = self.resolved(given["events"]) if name == "ComposedDpEvent" else None
        if not isinstance(events, ast.List):
            raise UnreadError
        return _chained([self.event(each) for each in events.elts])

    def arguments(self, node: ast.expr) -> dict[str, ast.expr]:
        """Return the arguments of a call that is read, by their names."""
        names = _ARGUMENTS.get(_name(node))
        if names is None or not isinstance(node, ast.Call) or len(node.args) > len(names):
            raise UnreadError
        pairs = chain(zip(names, node.args, strict=False), ((each.arg or "", each.value) for each in node.keywords))
        found = dict(pairs)
        if not found.keys() <= set(names):
            raise UnreadError
        return found

    def resolved(self, node: ast.expr) -> ast.expr:
        """Return what a name stands for, where that is one thing."""
        for _ in range(len(self.values) + 1):
            found = self.values.get(ast.unparse(node)) if isinstance(node, ast.Name) else None
            if found is None:
                return node
            node = found
        raise UnreadError

    def numbers(self, node: ast.expr) -> list[str]:
        """Return the numbers of a list, or the one number."""
        node = self.resolved(node)
        return [self.number(each) for each in (node.elts if isinstance(node, (ast.List, ast.Tuple)) else [node])]

    def number(self, node: ast.expr) -> str:
        """Return a number as text."""
        node = self.resolved(node)
        text = ast.unparse(node)
        if text in _INFINITE:
            return "inf"
        if _name(node) == "sqrt" and isinstance(node, ast.Call) and len(node.args) == 1:
            return f"sqrt({self.number(node.args[0])})"
        if isinstance(node, ast.Constant) and type(node.value) in (int, float):
            return text
        raise UnreadError


def _run(law: str, rate: str, count: str) -> str:
    return law + (f".subsample({rate})" if Decimal(rate) != 1 else "") + (f".compose({count})" if count != "1" else "")


def _chained(parts: list[str]) -> str:
    if not parts:
        raise UnreadError
    return parts[0] + "".join(f".compose({part})" for part in parts[1:])


def _widened(number: str, within: str | None) -> str:
    """Return a number, or the bracket that it is the middle of where it is asserted to within more than its last digit."""
    value = Decimal(number)
    exponent = value.as_tuple().exponent
    if within is None or not isinstance(exponent, int) or Decimal(within) <= Decimal(10) ** exponent:
        return number
    return f"[{max(value - Decimal(within), Decimal(0))}, {value + Decimal(within)}]"
