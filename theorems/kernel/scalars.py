"""Coq terms over the reals, naturals and integers, read back as expressions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sympy import (
    Abs,
    Add,
    Expr,
    Integer,
    Mul,
    Piecewise,
    Pow,
    S,
    Sum,
    Symbol,
    acos,
    atan,
    binomial,
    cosh,
    coth,
    erf,
    erfc,
    erfinv,
    exp,
    factorial,
    floor,
    gamma,
    log,
    pi,
    sinh,
    sqrt,
    tanh,
)

from dpsym.divergences.overall import Greatest, Least, UpTo
from theorems.kernel.errors import ReadingError
from theorems.kernel.syntax import Bound, Tree

_FUNCTIONS: Mapping[str, Callable[..., Expr]] = {
    "exp": exp,
    "ln": log,
    "tanh": tanh,
    "sinh": sinh,
    "cosh": cosh,
    "coth": coth,
    "Rabs": Abs,
    "atan": atan,
    "acos": acos,
    "erf": erf,
    "erfc": erfc,
    "erfinv": erfinv,
    "sqrt": sqrt,
    "Ropp": lambda x: -x,
    "Rmax": Greatest,
    "Rmin": Least,
    "Rplus": Add,
    "Rmult": Mul,
    "Rminus": lambda x, y: x - y,
    "Rdiv": lambda x, y: x / y,
    "power": Pow,
    "Rbar_plus": Add,
    "Rbar_mult": Mul,
    "if_le": lambda a, b, x, y: Piecewise((x, a <= b), (y, True)),
    "if_lt": lambda a, b, x, y: Piecewise((x, a < b), (y, True)),
}


class Scalars:
    """A reader of scalars, which knows what the bound names stand for."""

    def __init__(self, symbols: Mapping[str, Symbol]) -> None:
        self.symbols = symbols
        self.known: dict[str, Any] = {}  # bound names: symbols, laws, sizes, values
        self.each: dict[
            str, tuple[Symbol, Expr, Expr, Expr]
        ] = {}  # values by an index: the index, its limits, the divergence
        self.limits: dict[Symbol, tuple[Expr, Expr]] = {}  # of the indices of the sums that are open

    def list(self, tree: Tree) -> list[Expr]:
        if isinstance(tree, tuple) and tree[:2] == ("@cons", "R"):
            return [self.real(tree[2]), *self.list(tree[3])]
        if tree != ("@nil", "R"):
            raise ReadingError(f"masses must be a list, got {tree}")
        return []

    def local(self, called: str, **assumptions: bool) -> Symbol:
        """Return the symbol of a bound variable: that of the entry if it has one of this name."""
        known = self.symbols.get(called.rstrip("'"), Symbol(called.rstrip("'"), **assumptions))
        self.known[called] = known
        return known

    def real(self, tree: Tree) -> Expr:
        """Read a real, or an extended one."""
        if isinstance(tree, str):
            constants = {"PI": pi, "p_infty": S.Infinity, "m_infty": S.NegativeInfinity}
            if tree in constants:
                return constants[tree]
            value = self.known.get(tree)
            if not isinstance(value, Expr) or (isinstance(value, Symbol) and value.is_integer):
                raise ReadingError(f"real must be one of the variables, got {tree}")
            return value
        if not isinstance(tree, tuple):
            raise ReadingError(f"real must be a term, got {tree}")
        called, *arguments = tree
        if called == "Finite":
            return self.real(arguments[0])
        if called == "IZR":
            return self.integer(arguments[0])
        if called == "INR":
            return self.natural(arguments[0])
        if called == "half_gamma":
            twice = self.natural(arguments[0])
            if not twice.is_positive:
                raise ReadingError(f"gamma function must be at a positive number by its symbols, got {twice} / 2")
            return gamma(twice / 2)
        if called == "pow":
            return self.real(arguments[0]) ** self.natural(arguments[1])
        if called == "sum":
            count, function = arguments
            if not isinstance(function, Bound) or function.kind != "nat":
                raise ReadingError("summand must be a function of a natural number")
            high = self.natural(count) - 1
            index = self.local(function.name, integer=True, nonnegative=True)
            return Sum(self.real(function.body), (index, 0, high))
        if called == "sum_between":
            return self.up_to(*arguments)
        if str(called) in self.each:
            index, low, high, head = self.each[str(called)]
            if (
                len(arguments) != 1
                or self.known.get(str(arguments[0])) != index
                or self.limits.get(index) != (low, high)
            ):
                raise ReadingError(f"value must be at an index for which it is said to exist, got {tree}")
            return head
        if called in ("Binomial.C", "C"):
            return binomial(*map(self.natural, arguments))
        if str(called) not in _FUNCTIONS:
            raise ReadingError(f"function must be one of the library, got {called}")
        return _FUNCTIONS[str(called)](*map(self.real, arguments))

    def up_to(self, first: Tree, last: Tree, function: Tree) -> Expr:
        """Read a sum of terms that may hold values by the index."""
        if not isinstance(function, Bound) or function.kind != "nat":
            raise ReadingError("summand must be a function of a natural number")
        low, high = self.natural(first), self.natural(last)
        index = self.local(function.name, integer=True, nonnegative=True)
        self.limits[index] = low, high
        value = self.real(function.body)
        del self.limits[index]
        return UpTo(value, index, low, high)

    def natural(self, tree: Tree) -> Expr:
        """Read a natural number."""
        count = 0
        while isinstance(tree, tuple) and tree[0] == "S":
            count, tree = count + 1, tree[1]
        if tree == "O":
            return Integer(count)
        if isinstance(tree, str) and isinstance(known := self.known.get(tree), Symbol) and known.is_integer:
            return known + count
        if isinstance(tree, tuple) and tree[0] in ("add", "Nat.add", "Init.Nat.add"):
            return Add(*map(self.natural, tree[1:])) + count
        if isinstance(tree, tuple) and tree[0] in ("sub", "Nat.sub", "Init.Nat.sub"):
            less = self.natural(tree[1]) - self.natural(tree[2])
            if not less.is_nonnegative:
                raise ReadingError(f"difference must be a natural number by its symbols, got {less}")
            return less + count
        if isinstance(tree, tuple) and tree[0] in ("div", "Nat.div"):
            over, under = map(self.natural, tree[1:])
            if not under.is_positive:
                raise ReadingError(f"divisor must be positive by its symbols, got {under}")
            return floor(over / under) + count
        if isinstance(tree, tuple) and tree[0] in ("pow", "Nat.pow", "Init.Nat.pow"):
            return Pow(*map(self.natural, tree[1:]))
        if isinstance(tree, tuple) and tree[0] == "fact":
            return factorial(self.natural(tree[1]))
        raise ReadingError(f"natural number must be made of the variables, got {tree}")

    def integer(self, tree: Tree) -> Expr:
        """Read an integer, written in binary or made of a natural number."""
        if tree == "Z0":
            return S.Zero
        if not isinstance(tree, tuple):
            raise ReadingError(f"integer must be a number, got {tree}")
        if tree[0] in ("Zpos", "Zneg"):
            digits, rest = "", tree[1]
            while isinstance(rest, tuple) and rest[0] in ("xI", "xO"):
                digits, rest = ("1" if rest[0] == "xI" else "0") + digits, rest[1]
            if rest != "xH":
                raise ReadingError(f"digit must be binary, got {rest}")
            return Integer(int("1" + digits, 2)) * (1 if tree[0] == "Zpos" else -1)
        if tree[0] == "Z.of_nat":
            return self.natural(tree[1])
        raise ReadingError(f"integer must be a number, got {tree}")
