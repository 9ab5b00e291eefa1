"""What the density of a law on the line divides its exponential by, as an expression and as the Coq library writes it."""

from __future__ import annotations

from sympy import Expr, Mul, exp

from dpsym.distributions import AsymmetricLaplace, Exponential, Laplace, Law, TruncatedLaplace, Uniform
from theorems.kernel.errors import NotWrittenError
from theorems.kernel.terms import term


def norm(law: Law) -> Expr:
    """Return what the density of a law divides its exponential by, in the form that the Coq library has."""
    if isinstance(law, Laplace):
        return 2 * law.scale
    if isinstance(law, AsymmetricLaplace):
        return law.args[1] + law.args[2]
    if isinstance(law, Exponential):
        return law.scale
    if isinstance(law, Uniform):
        return 2 * law.args[1]
    if isinstance(law, TruncatedLaplace):
        return Mul(2, law.args[1], 1 - exp(-law.args[2] / law.args[1]), evaluate=False)
    raise NotWrittenError(f"the law {type(law).__name__}")


def norm_text(law: Law) -> str:
    """Return the same as the library writes it."""
    arguments = [term(argument, {}) for argument in law.args]
    forms = {Laplace: "(2 * {1})", AsymmetricLaplace: "({1} + {2})", Exponential: "{1}", Uniform: "(2 * {1})"}
    forms[TruncatedLaplace] = "(2 * {1} * (1 - exp (- {2} / {1})))"
    return forms[type(law)].format(*arguments)
