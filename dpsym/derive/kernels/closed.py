"""What a kernel returns, and the questions that kernels ask about signs."""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Add, Expr, Ge, Gt, Mul, S, exp, fraction, log, sqrt
from sympy.logic.boolalg import Boolean

Terms = dict[Expr, Expr]


@dataclass(frozen=True)
class Closed:
    """The value ``factor * exp(exponent)`` of an integral or a sum, and where it converges.

    Parameters
    ----------
    name : str
        The kernel, as the trace names it.
    factor, exponent : Expr
        The value, with what is naturally an exponential kept apart.
    conditions : tuple of Boolean
        Where the value converges; outside it is infinite.
    """

    name: str
    factor: Expr
    exponent: Expr = S.Zero
    conditions: tuple[Boolean, ...] = ()

    @property
    def value(self) -> Expr:
        """The value itself."""
        return self.factor * exp(self.exponent)

    @property
    def logarithm(self) -> Expr:
        """The logarithm of the value."""
        return (self.exponent if self.factor == 1 else self.exponent + log(self.factor)).expand(
            mul=False, multinomial=False, power_base=False, power_exp=False, basic=False
        )


def above(value: Expr) -> tuple[Boolean, ...]:
    """Return the condition that a value is positive: nothing where it always is, false where it never is."""
    if value.is_positive:
        return ()
    if value.is_nonpositive:
        return (S.false,)
    numerator = _numerator(value)
    return (
        above(numerator)
        if numerator != value and numerator.is_positive is not None
        else (Gt(numerator, 0, evaluate=False),)
    )


def at_least(value: Expr) -> tuple[Boolean, ...]:
    """Return the condition that a value is not negative: nothing where it never is, false where it always is."""
    if value.is_nonnegative:
        return ()
    return (S.false,) if value.is_negative else (Ge(_numerator(value), 0, evaluate=False),)


def _numerator(value: Expr) -> Expr:
    """Return the numerator of a fraction with a positive denominator."""
    numerator, denominator = fraction(value if value.has(log) else value.together())
    return numerator if denominator.is_positive else value


def exponential(exponent: Expr) -> Expr:
    """Return e to a sum as a product of powers, so that logarithms in it disappear."""
    return Mul(*(_power(term) for term in Add.make_args(exponent.expand())))


def _power(term: Expr) -> Expr:
    """Return e to a product: u**c for c log(u)."""
    logs = [part for part in Mul.make_args(term) if part.func is log]
    return logs[0].args[0] ** (term / logs[0]) if len(logs) == 1 else exp(term)


def joined(expression: Expr) -> Expr:
    """Return a sum with its logarithms of coefficient 1 and -1 joined into one."""
    argument, rest = S.One, []
    for term in Add.make_args(expression):
        number, factor = term.as_coeff_Mul()
        if factor.func is log and abs(number) == 1:
            argument *= factor.args[0] ** number
        elif factor.func is log and abs(number) == S.Half:
            argument *= sqrt(factor.args[0]) ** (2 * number)
        else:
            rest.append(term)
    return log(argument) + Add(*rest)
