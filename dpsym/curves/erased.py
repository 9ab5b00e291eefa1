"""The privacy loss of randomized response whose answer may be erased: three atoms."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from flint import arb
from sympy import Add, Expr, Mul, Pow, S, exp, sympify

from dpsym.curves.loss import ball_of, checked_fraction
from dpsym.curves.pieces import PiecewiseLoss, Terms
from dpsym.errors import ParameterError
from dpsym.parameters import PRIVACY_LOSS


@dataclass(frozen=True)
class ErasedResponseLoss(PiecewiseLoss):
    """The privacy loss of `ErasedResponse`: eps where the answer is true, -eps where it is false, 0 where there is none.

    Parameters
    ----------
    eps : non-negative rational
        In nats.
    weight : Expr
        How often there is no answer, in units of the probability of a false one: a quotient of sums of powers of e with rational
        exponents, not negative.

    Raises
    ------
    ParameterError
        If eps is not rational, non-negative and finite, or the weight is not of this form.
    """

    eps: Fraction
    weight: Expr

    def __post_init__(self) -> None:
        object.__setattr__(self, "eps", checked_fraction(PRIVACY_LOSS, self.eps))
        object.__setattr__(self, "weight", sympify(self.weight))
        if not _ball(self.weight) >= 0:
            raise ParameterError("weight of silence", "non-negative", self.weight)

    def terms(self) -> Terms:
        if self.eps == 0:
            return {Fraction(0): (arb(1), arb(0))}
        lie = (-ball_of(self.eps)).exp()
        silence = _ball(self.weight) * lie
        total = 1 + lie + silence
        rest = {} if self.weight == 0 else {Fraction(0): (silence / total, arb(0))}
        return {self.eps: (1 / total, arb(0)), **rest, -self.eps: (lie / total, arb(0))}


def _ball(value: Expr) -> arb:
    """Return a rational function of powers of e as a ball at the working precision."""
    if value.is_Rational:
        return ball_of(Fraction(int(value.p), int(value.q)))
    if value is S.Exp1 or (isinstance(value, exp) and value.exp.is_Rational):
        return _ball(value.exp if isinstance(value, exp) else S.One).exp()
    if isinstance(value, Pow) and value.exp.is_Integer:
        return _ball(value.base) ** int(value.exp)
    if isinstance(value, Add):
        return sum(map(_ball, value.args), arb(0))
    if isinstance(value, Mul):
        product = arb(1)
        for factor in value.args:
            product *= _ball(factor)
        return product
    raise ParameterError("weight of silence", "made of rational numbers and rational powers of e", value)
