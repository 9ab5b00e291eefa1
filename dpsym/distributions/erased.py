"""Randomized response whose answer may be erased: what any of the usual local randomisers tells of two values."""

from __future__ import annotations

from typing import Any

from sympy import Basic, Expr, Integer, Interval, Rational, S, exp, oo, symbols

from dpsym.distributions.discrete import Answer
from dpsym.errors import ParameterError
from dpsym.parameters import PRIVACY_LOSS, Parameter

WEIGHT = Parameter(
    "weight w of silence",
    symbols("w", nonnegative=True),
    Interval(0, oo, right_open=True),
    "non-negative and finite",
    (Rational(1, 10), Rational(8)),
    "in probabilities of a false answer",
)


class ErasedResponse(Answer):
    r"""The answer of randomized response to a bit, or silence, which is as likely for either bit.

    .. math:: \Pr[\text{bit}] = \frac{e^\varepsilon}{e^\varepsilon + 1 + w}, \qquad
              \Pr[\text{other bit}] = \frac{1}{e^\varepsilon + 1 + w}, \qquad \Pr[\text{silence}] = \frac{w}{e^\varepsilon + 1 + w}

    Two values of a local randomiser whose loss is eps, -eps or 0 are told apart so: of k-ary response w is k - 2, of optimized
    unary encoding and Hadamard response 1 + e^eps. The points are 0, 1 and silence.

    Parameters
    ----------
    eps : non-negative real
        The privacy parameter, in nats.
    weight : non-negative real
        How often there is silence, w, in units of the probability of a false answer.
    bit : 0 or 1, optional
        The true bit, 1 if left out.

    Raises
    ------
    ParameterError
        If eps or the weight is negative or infinite, or bit is neither 0 nor 1.
    """

    is_symmetric = True

    def __new__(cls, eps: object, weight: object, bit: object = 1) -> Any:
        if isinstance(bit, bool) or bit not in (0, 1):
            raise ParameterError("true bit", "0 or 1", bit)
        return Basic.__new__(cls, PRIVACY_LOSS.check(eps), WEIGHT.check(weight), Integer(bit))

    @property
    def weights(self) -> tuple[Expr, ...]:
        eps, _, bit = self.args
        return (S.One, exp(eps), S.One) if bit == 1 else (exp(eps), S.One, S.One)

    @property
    def masses(self) -> tuple[Expr, ...]:
        eps, weight, _ = self.args
        return tuple(each / (exp(eps) + 1 + weight) for each in self.weights)

    @property
    def multiplicities(self) -> tuple[Expr, ...]:
        """How many false answers each mass is as likely as: silence is so w times, which need not be a whole number."""
        return S.One, S.One, self.args[1]
