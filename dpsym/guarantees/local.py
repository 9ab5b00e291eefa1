r"""Local randomisers: what each tells of two values, as a guarantee to compose, shuffle and convert, and how far its estimates are off.

Of two values each of them is randomized response whose answer may be erased (`dpsym.ErasedResponse`), so that one law gives the exact
privacy of all. A *frequency oracle* answers with a set of values: the true one is in it with probability p (`hit`), each other one with
probability q (`chance`), and the share of a value in the population is estimated, without bias, from n answers as

.. math:: \hat f = \frac{\text{share of the answers that hold it} - q}{p - q}.

A *mean oracle* answers with a number whose mean is the true one, from [-1, 1]. Neighbours are any two values of one user.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

from sympy import Expr, Integer, Rational, S, coth, exp, log
from sympy.logic.boolalg import Boolean

from dpsym.derive.form import short
from dpsym.distributions import ErasedResponse, Law, RandomizedResponse
from dpsym.errors import ParameterError
from dpsym.guarantees.adjacency import Relation
from dpsym.guarantees.arrow import Arrow, Source
from dpsym.guarantees.asked import HasGuarantee
from dpsym.guarantees.granted import granted, granting
from dpsym.guarantees.guarantee import Guarantee
from dpsym.guarantees.mechanism import Mechanism
from dpsym.guarantees.notions import LossDP
from dpsym.parameters import CHOICES, COUNT, OPEN_PROBABILITY, POSITIVE_LOSS, PROBABILITY, SCORE

_SIZE = replace(COUNT, name="size d of a subset")
_WANG, _MEANS = "wang2017protocols", "wang2019multidimensional"


def _rule(name: str, theorem: str, says: str, *cites: Source) -> Arrow:
    return granting(f"local.{name}", LossDP, (theorem,), says, ("neighbours are any two values of one user",), *cites)


_UNARY = _rule(
    "unary_encoding",
    "profile.unary_encoding",
    "two of the bits tell two values apart",
    Source(_WANG, "optimized unary encoding"),
)
_BLOCKS = _rule(
    "block_design",
    "profile.block_design",
    "the blocks that hold one of two values, and not the other, tell them apart",
    Source("park2023block", "block design schemes"),
)
_ONE_BIT = _rule(
    "one_bit_mean", "mechanism.one_bit_mean", "the ends of the interval are told apart best", Source("duchi2018minimax")
)
_PIECEWISE = _rule(
    "piecewise_mean",
    "profile.piecewise_mean",
    "numbers so far apart that the high parts of their densities are disjoint are told apart best",
    Source(_MEANS, "the piecewise mechanism"),
)
_HYBRID = _rule(
    "hybrid_mean",
    "profile.hybrid_mean",
    "the answer shows which of the two mechanisms was run",
    Source(_MEANS, "the hybrid mechanism"),
)


@dataclass(frozen=True)
class _Randomiser(HasGuarantee):
    law: Law
    """What tells two values apart best: its `neighbours` are the worst pair."""
    rule: Arrow
    given: Boolean = field(default=S.true, kw_only=True)
    """What its parameters have to keep among themselves, where symbols leave it open."""

    def guarantee(self) -> Guarantee:
        """Return the guarantee for one user's value replaced by any other."""
        return granted(self.rule, LossDP(((Mechanism(self.law), Integer(1)),)), Relation.REPLACE, self.given)


@dataclass(frozen=True)
class FrequencyOracle(_Randomiser):
    """A local randomiser of one of several values, which answers with a set of them.

    Parameters
    ----------
    law : Law
        What tells two values apart.
    rule : Arrow
        Why.
    hit, chance : Expr
        The probabilities with which the answer holds the true value, and any other one.
    """

    hit: Expr
    chance: Expr

    def variance(self, frequency: object = 0) -> Expr:
        """Return n times the variance of the estimated share of a value that this share of the n users has; of a rare one by default."""
        share = PROBABILITY.check(frequency)
        true, false = (each * (1 - each) for each in (self.hit, self.chance))
        return short((share * true + (1 - share) * false) / (self.hit - self.chance) ** 2)


@dataclass(frozen=True)
class MeanOracle(_Randomiser):
    """A local randomiser of a number in [-1, 1], which answers with a number of the same mean.

    Parameters
    ----------
    law : Law
        What tells -1 and 1 apart.
    rule : Arrow
        Why.
    constant, quadratic : Expr
        The variance of the answer to x is their sum, the second times x^2.
    """

    constant: Expr
    quadratic: Expr

    def variance(self, value: object) -> Expr:
        """Return the variance of the answer to a number in [-1, 1].

        Raises
        ------
        ParameterError
            If it lies outside.
        """
        x = SCORE.check(value)
        if (x**2 > 1) == True:  # noqa: E712
            raise ParameterError("value", "in [-1, 1]", value)
        return short(self.constant + self.quadratic * x**2)


def unary_encoding(hit: object, chance: object) -> FrequencyOracle:
    r"""Return unary encoding: a bit for each value, told 1 with probability p of the true value, q of any other, each by itself.

    .. math:: \varepsilon = \log\frac{p (1 - q)}{q (1 - p)}

    Parameters
    ----------
    hit, chance : real in (0, 1)
        p and q; p is the greater one.

    Raises
    ------
    ParameterError
        If they lie outside (0, 1), or q is not below p.

    Examples
    --------
    >>> from dpsym import optimized_unary_encoding
    >>> from dpsym.symbols import eps
    >>> optimized_unary_encoding(eps).variance()
    sinh(epsilon/2)**(-2)
    """
    p, q = OPEN_PROBABILITY.check(hit), OPEN_PROBABILITY.check(chance)
    if (p > q) == False:  # noqa: E712
        raise ParameterError("chance", "below the probability of a hit", chance)
    odds = p * (1 - q) / (q * (1 - p))
    return FrequencyOracle(
        ErasedResponse(short(log(odds)), short(p / (1 - p) + (1 - q) / q)), _UNARY, p, q, given=p > q
    )


def symmetric_unary_encoding(eps: object) -> FrequencyOracle:
    r"""Return unary encoding whose bits are randomized responses with half of eps, as basic RAPPOR has them.

    Parameters
    ----------
    eps : positive real
        In nats.
    """
    budget = POSITIVE_LOSS.check(eps)
    root = exp(budget / 2)
    return FrequencyOracle(ErasedResponse(budget, 2 * root), _UNARY, root / (1 + root), 1 / (1 + root))


def optimized_unary_encoding(eps: object) -> FrequencyOracle:
    r"""Return the unary encoding of eps whose estimates of rare values vary least: p = 1/2, q = 1/(1 + e^eps).

    Parameters
    ----------
    eps : positive real
        In nats.
    """
    budget = POSITIVE_LOSS.check(eps)
    return FrequencyOracle(ErasedResponse(budget, 1 + exp(budget)), _UNARY, Rational(1, 2), 1 / (1 + exp(budget)))


def _of_design(eps: Expr, blocks: Expr, of_each: Expr, of_both: Expr, given: Boolean = S.true) -> FrequencyOracle:
    """Return the response by blocks: so many in all, those that hold a value, and those that hold two values."""
    odds, total = exp(eps), of_each * exp(eps) + blocks - of_each
    apart = of_each - of_both
    weight = short((of_both * odds + blocks - 2 * of_each + of_both) / apart)
    hit, chance = of_each * odds / total, (of_both * odds + apart) / total
    return FrequencyOracle(ErasedResponse(eps, weight), _BLOCKS, short(hit), short(chance), given=given)


def subset_selection(eps: object, choices: object, size: object) -> FrequencyOracle:
    r"""Return subset selection: a set of d of the k values, e^eps times as likely where it holds the true one; k-ary response for d = 1.

    Parameters
    ----------
    eps : positive real
        In nats.
    choices : integer from 2 on
        The number k of values.
    size : positive integer below k
        The number d of values in an answer.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """
    budget, k, d = POSITIVE_LOSS.check(eps), CHOICES.check(choices), _SIZE.check(size)
    if (d < k) == False:  # noqa: E712
        raise ParameterError("size", "below the number of values", size)
    # in units of the number of sets that hold one of two values and not the other
    both, neither = (d - 1) / (k - d), (k - d - 1) / d
    return _of_design(budget, both + 2 + neither, 1 + both, both, d < k)


def hadamard_response(eps: object) -> FrequencyOracle:
    r"""Return Hadamard response: the answer is a column of a Hadamard matrix, e^eps times as likely where the row of the value has a 1.

    Half of the columns hold a value, a quarter any two of them; privacy and error do not depend on the number of values.

    Parameters
    ----------
    eps : positive real
        In nats.
    """
    return _of_design(POSITIVE_LOSS.check(eps), Integer(4), Integer(2), Integer(1))


def one_bit_mean(eps: object) -> MeanOracle:
    r"""Return the answer with one bit: coth(eps/2), or its negative, of the right mean.

    Parameters
    ----------
    eps : positive real
        In nats.
    """
    budget = POSITIVE_LOSS.check(eps)
    return MeanOracle(RandomizedResponse(budget), _ONE_BIT, coth(budget / 2) ** 2, Integer(-1))


def piecewise_mean(eps: object) -> MeanOracle:
    r"""Return the piecewise mechanism: a density that is e^eps times as high on an interval around the true number as outside.

    .. math:: C = \frac{e^{\varepsilon/2} + 1}{e^{\varepsilon/2} - 1}, \qquad
              \text{high on } \left[\tfrac{C+1}2 x - \tfrac{C-1}2,\ \tfrac{C+1}2 x + \tfrac{C-1}2\right] \text{ of } [-C, C]

    Parameters
    ----------
    eps : positive real
        In nats.
    """
    budget = POSITIVE_LOSS.check(eps)
    root = exp(budget / 2)
    return MeanOracle(ErasedResponse(budget, root - 1), _PIECEWISE, *_piecewise_variance(root))


def hybrid_mean(eps: object) -> MeanOracle:
    r"""Return the hybrid mechanism: the piecewise one with probability 1 - e^(-eps/2), else one bit; its variance is the same everywhere.

    Where 3 z^3 - z^2 + z <= 7 for z = e^(eps/2), which is up to eps = 0.61, one bit alone varies less: there `one_bit_mean` is the better one.

    Parameters
    ----------
    eps : positive real
        In nats.
    """
    budget = POSITIVE_LOSS.check(eps)
    root = exp(budget / 2)
    mixed = (root - 1) ** 2 * (root**2 + 1) / (root**3 + 2 * root - 1)
    share, constant = 1 - 1 / root, _piecewise_variance(root)[0]
    error = share * constant + one_bit_mean(budget).constant / root
    return MeanOracle(ErasedResponse(budget, mixed), _HYBRID, error, Integer(0))


def _piecewise_variance(root: Expr) -> tuple[Expr, Expr]:
    return (root + 3) / (3 * (root - 1) ** 2), 1 / (root - 1)


def _guaranteed(make: Callable[..., FrequencyOracle | MeanOracle], *arguments: object, **named: object) -> Guarantee:
    return make(*arguments, **named).guarantee()


ORACLES: dict[str, Callable[..., Guarantee]] = {
    "UnaryEncoding": partial(_guaranteed, unary_encoding),
    "SymmetricUnaryEncoding": partial(_guaranteed, symmetric_unary_encoding),
    "OptimizedUnaryEncoding": partial(_guaranteed, optimized_unary_encoding),
    "SubsetSelection": partial(_guaranteed, subset_selection),
    "HadamardResponse": partial(_guaranteed, hadamard_response),
    "OneBitMean": partial(_guaranteed, one_bit_mean),
    "PiecewiseMean": partial(_guaranteed, piecewise_mean),
    "HybridMean": partial(_guaranteed, hybrid_mean),
}
"""Their guarantees, by the names that texts use."""
