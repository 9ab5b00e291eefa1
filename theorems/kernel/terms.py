"""Scalar expressions as Coq terms over the reals."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from sympy import (
    Abs,
    Add,
    E,
    Expr,
    Integer,
    Max,
    Min,
    Mul,
    Piecewise,
    Pow,
    Rational,
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
    expand,
    factorial,
    floor,
    fraction,
    gamma,
    log,
    pi,
    sinh,
    tanh,
)
from sympy.core.relational import Ge, Gt, Le, Lt, Relational

from dpsym.divergences.overall import UpTo
from theorems.kernel.errors import NotPrintableError

FUNCTIONS: Mapping[type, str] = {
    exp: "exp",
    log: "ln",
    tanh: "tanh",
    sinh: "sinh",
    cosh: "cosh",
    coth: "coth",
    Abs: "Rabs",
    atan: "atan",
    acos: "acos",
    erf: "erf",
    erfc: "erfc",
    erfinv: "erfinv",
}
_EXTREMES: Mapping[type, str] = {Max: "Rmax", Min: "Rmin"}
_RESERVED = {"R", "S", "O", "E", "C", "Z", "N", "I", "PI", "by", "at", "in", "as", "fix", "fun", "end"}
Replace = Mapping[Expr, str]
_OURS = re.compile(r"(value|size)\d+")
"""Names that the printer gives to values of divergences and to numbers of points."""


def name(symbol: Symbol | str) -> str:
    """Return the Coq name of a symbol; what Coq, the library or the printer call something else gets a prime."""
    text = str(symbol)
    if not text.isidentifier():
        raise NotPrintableError(f"a symbol called {text}")
    return f"{text}'" if text in _RESERVED or _OURS.fullmatch(text) else text


def term(expression: Expr, heads: Replace) -> str:
    """Return an expression as a Coq term of type R, fully bracketed; `heads` names the values of what is no scalar.

    Raises
    ------
    NotPrintableError
        If something in it has no counterpart.
    """
    return _Printer(heads).real(expression)


def natural(expression: Expr) -> str:
    """Return an expression in natural numbers as a Coq term of type nat."""
    if isinstance(expression, Integer) and expression >= 0:
        return f"{expression}%nat"
    if isinstance(expression, Symbol) and expression.is_integer:
        return name(expression)
    if isinstance(expression, Add) and all(arg.is_nonnegative for arg in expression.args):
        return "(" + " + ".join(map(natural, expression.as_ordered_terms())) + ")%nat"
    if isinstance(expression, Add) and (less := expression.as_coeff_Add()[0]).is_negative:
        for part in Add.make_args(expression - less):
            if (part + less).is_nonnegative:  # Coq cuts off at zero
                rest, difference = expression - part - less, f"({natural(part)} - {natural(-less)})%nat"
                return difference if rest == 0 else f"({natural(rest)} + {difference})%nat"
    if isinstance(expression, Pow) and expression.exp.is_nonnegative:
        return f"({natural(expression.base)} ^ {natural(expression.exp)})%nat"
    raise NotPrintableError(f"{expression} as a natural number")


class _Printer:
    def __init__(self, heads: Replace) -> None:
        self.heads = heads

    def real(self, node: Expr) -> str:
        if node in self.heads:
            return self.heads[node]
        for kind, printed in _KINDS:
            if isinstance(node, kind):
                return printed(self, node)
        if type(node) in FUNCTIONS and len(node.args) == 1:
            return f"({FUNCTIONS[type(node)]} {self.real(node.args[0])})"
        for kind, function in _EXTREMES.items():
            if isinstance(node, kind):
                return self._fold(function, node)
        raise NotPrintableError(type(node).__name__)

    def _fold(self, function: str, node: Expr) -> str:
        *first, last = sorted(map(self.real, node.args))
        for one in reversed(first):
            last = f"({function} {one} {last})"
        return last

    def _rational(self, node: Rational) -> str:
        text = str(abs(node.p)) if node.q == 1 else f"({abs(node.p)} / {node.q})"
        return text if node >= 0 else f"(- {text})"

    def _symbol(self, node: Symbol) -> str:
        if node.is_integer and node.is_nonnegative:
            return f"(INR {name(node)})"
        if node.is_integer:
            raise NotPrintableError(f"the integer {node}")
        return name(node)

    def _add(self, node: Add) -> str:
        text = ""
        for one in node.as_ordered_terms():
            minus = one.could_extract_minus_sign()
            part = self.real(-one if minus else one)
            text = f"{text} {'-' if minus else '+'} {part}" if text else f"(- {part})" if minus else part
        return f"({text})"

    def _mul(self, node: Mul) -> str:
        coefficient, factors = node.as_coeff_mul()
        if coefficient < 0:
            return (
                f"(- {self.real(Mul(-coefficient, *factors, evaluate=False) if coefficient != -1 else Mul(*factors))})"
            )
        over = [str(abs(coefficient.p))] if coefficient.p != 1 else []
        under = [str(coefficient.q)] if coefficient.q != 1 else []
        for factor in Mul(*factors).as_ordered_factors() if len(factors) > 1 else factors:
            base, exponent = factor.as_base_exp() if isinstance(factor, Pow) else (factor, S.One)
            if exponent.is_Rational and exponent < 0:
                under.append(self._power(base, -exponent))
            else:
                over.append(self.real(factor))
        top = " * ".join(over) or "1"
        if not under:
            return f"({top})"
        return f"({top} / {under[0]})" if len(under) == 1 else f"({top} / ({' * '.join(under)}))"

    def _pow(self, node: Pow) -> str:
        base, exponent = node.base, node.exp
        if base == E:
            return f"(exp {self.real(exponent)})"
        if exponent.is_Rational and exponent < 0:
            return f"(1 / {self._power(base, -exponent)})"
        return self._power(base, exponent)

    def _power(self, base: Expr, exponent: Expr) -> str:
        if exponent == 1:
            return self.real(base)
        if exponent == S.Half:
            return f"(sqrt {self.real(base)})"
        if isinstance(exponent, Integer):
            return f"({self.real(base)} ^ {exponent})"
        if isinstance(exponent, Symbol) and exponent.is_integer and exponent.is_nonnegative:
            return f"({self.real(base)} ^ {name(exponent)})"
        return f"(power {self.real(base)} {self.real(exponent)})"

    def _cases(self, node: Piecewise) -> str:
        *cases, (last, condition) = node.args
        if condition != True:  # noqa: E712
            raise NotPrintableError("cases without a last one")
        text = self.real(last)
        for value, condition in reversed(cases):
            text = f"({self._case(condition)} {self.real(value)} {text})"
        return text

    def _case(self, condition: Relational) -> str:
        sides = {Le: ("if_le", 1), Lt: ("if_lt", 1), Ge: ("if_le", -1), Gt: ("if_lt", -1)}
        if type(condition) not in sides:
            raise NotPrintableError(f"the case {condition}")
        function, step = sides[type(condition)]
        return f"{function} " + " ".join(map(self.real, condition.args[::step]))

    def _sum(self, node: Sum) -> str:
        (index, low, high), *more = node.limits
        if more or low != 0:
            raise NotPrintableError(f"a sum over {node.limits}")
        return f"(sum {natural(high + 1)} (fun {name(index)} : nat => {self.real(node.function)}))"

    def _up_to(self, node: UpTo) -> str:
        value, index, low, high = node.args
        return f"(sum_between {natural(low)} {natural(high)} (fun {name(index)} : nat => {self.real(value)}))"

    def _binomial(self, node: Expr) -> str:
        return f"(Binomial.C {natural(node.args[0])} {natural(node.args[1])})"

    def _factorial(self, node: Expr) -> str:
        return f"(INR (fact {natural(node.args[0])}))"

    def _gamma(self, node: Expr) -> str:
        """Return the gamma function at a natural number from one on, which is a factorial, or at half of one."""
        (order,) = node.args
        if order.is_integer:
            return f"(INR (fact {natural(order - 1)}))"
        if not order.is_positive:
            raise NotPrintableError(f"the gamma function at {order}")
        return f"(half_gamma {natural(expand(2 * order))})"

    def _floor(self, node: Expr) -> str:
        """Return the floor of a quotient of natural numbers: their division with remainder."""
        over, under = fraction(node.args[0])
        if not under.is_positive:
            raise NotPrintableError(f"the floor of {node.args[0]}")
        return f"(INR ({natural(over)} / {natural(under)})%nat)"


_KINDS: tuple[tuple[type, Callable[..., str]], ...] = (
    (Rational, _Printer._rational),
    (type(pi), lambda _, node: "PI"),
    (type(E), lambda _, node: "(exp 1)"),
    (Symbol, _Printer._symbol),
    (Add, _Printer._add),
    (Mul, _Printer._mul),
    (Pow, _Printer._pow),
    (exp, lambda self, node: f"(exp {self.real(node.args[0])})"),
    (Piecewise, _Printer._cases),
    (Sum, _Printer._sum),
    (UpTo, _Printer._up_to),
    (binomial, _Printer._binomial),
    (factorial, _Printer._factorial),
    (gamma, _Printer._gamma),
    (floor, _Printer._floor),
)
