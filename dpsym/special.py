"""Functions that SymPy lacks: sums of a Gaussian over the integers (theta functions), the normal law, a numeric erfcinv."""

from __future__ import annotations

from typing import Any

import sympy
from sympy import Dummy, Expr, Function, Integer, S, Sum, erfc, exp, loggamma, oo, pi, sqrt

_GREATEST_WRITTEN_OUT = 64


def log_gamma(value: Expr) -> Expr:
    """Return the logarithm of the Gamma function, unevaluated at great integers: SymPy would write the factorial out."""
    return loggamma(value, evaluate=not (value.is_Integer and value > _GREATEST_WRITTEN_OUT))


class GaussianSum(Function):
    r"""A moment of a Gaussian over the integers, a Jacobi theta function up to a factor.

    .. math:: \Theta_k(c, \sigma) = \sum_{n \in \mathbb{Z}} (n - c)^k e^{-(n-c)^2/(2\sigma^2)}

    Parameters
    ----------
    center : real
        The centre c; only its part after the point matters.
    sigma : positive real
        The width.
    power : non-negative integer, optional
        The power k, 0 if left out.
    """

    is_extended_real = True

    @classmethod
    def eval(cls, center: Expr, sigma: Expr, power: Expr = S.Zero) -> Any:
        """Reduce the centre to [0, 1/2], by the periodicity and the reflection of the sum."""
        rest = (power,) if power != 0 else ()
        if center.is_integer and center is not S.Zero:
            return cls(S.Zero, sigma, *rest)
        if power.is_odd and (2 * center).is_integer:
            return S.Zero
        if center.is_Rational:
            near = center - center.round()
            if near.is_negative:
                return (-1) ** power * cls(-near, sigma, *rest)
            if near != center:
                return cls(near, sigma, *rest)
        return None

    def _eval_is_positive(self) -> bool | None:
        return True if self.power.is_even else None

    @property
    def power(self) -> Integer:
        """The power of the distance from the centre."""
        return self.args[2] if len(self.args) > 2 else S.Zero

    def fdiff(self, argindex: int = 1) -> Expr:
        """Return the derivative, again a combination of such sums."""
        center, sigma, power = self.args[0], self.args[1], self.power
        if argindex == 1:
            lower = (power - 1,) if power > 1 else ()
            falling = -power * GaussianSum(center, sigma, *lower) if power > 0 else S.Zero
            return falling + GaussianSum(center, sigma, power + 1) / sigma**2
        return GaussianSum(center, sigma, power + 2) / sigma**3

    def as_sum(self) -> Sum:
        """Return the sum itself."""
        index = Dummy("n", integer=True)
        center, sigma = self.args[:2]
        gap = index - center
        return Sum(gap**self.power * exp(-(gap**2) / (2 * sigma**2)), (index, -oo, oo))

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        center, sigma = map(printer._print, self.args[:2])
        text = rf"\Theta_{{{printer._print(self.power)}}}\left({center}, {sigma}\right)"
        return text if exp is None else rf"{text}^{{{exp}}}"


class erfcinv(sympy.erfcinv):  # noqa: N801 - the name by which SymPy prints it
    """The inverse of the complementary error function; SymPy's own has no numeric value, which `dpsym.session` gives this one."""


class Phi(Function):
    r"""The distribution function of the standard normal law.

    .. math:: \Phi(x) = \tfrac12 \operatorname{erfc}(-x/\sqrt2)
    """

    is_extended_real = True

    @classmethod
    def eval(cls, argument: Expr) -> Any:
        """Return the values at 0 and at both ends."""
        return {S.Zero: S.Half, S.Infinity: S.One, S.NegativeInfinity: S.Zero}.get(argument)

    def _eval_is_positive(self) -> bool | None:
        return True if self.args[0].is_finite else None

    def fdiff(self, argindex: int = 1) -> Expr:
        """Return the density."""
        return exp(-(self.args[0] ** 2) / 2) / sqrt(2 * pi)

    def _eval_rewrite_as_erfc(self, argument: Expr, **hints: object) -> Expr:
        return erfc(-argument / sqrt(2)) / 2

    def _eval_evalf(self, precision: int) -> Expr:
        return self.rewrite(erfc)._eval_evalf(precision)

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        text = rf"\Phi\left({printer._print(self.args[0])}\right)"
        return text if exp is None else rf"{text}^{{{exp}}}"
