r"""PrivUnit: a unit vector told under local privacy by a point of a cap around it, or of the rest of the sphere.

With the probability p the answer is uniform on the cap of the directions v with :math:`\langle v, u\rangle \ge \gamma`, whose share of the
sphere is c, else on the rest; divided by its mean length along u, m, it has the mean u.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr, Integer, Interval, Range, Rational, Symbol, acos, betainc_regularized, exp, gamma, oo, pi

from dpsym.derive.form import short
from dpsym.distributions import ErasedResponse
from dpsym.guarantees.adjacency import Relation
from dpsym.guarantees.arrow import Source
from dpsym.guarantees.asked import HasGuarantee
from dpsym.guarantees.granted import granted, granting
from dpsym.guarantees.guarantee import Guarantee
from dpsym.guarantees.mechanism import Mechanism
from dpsym.guarantees.notions import LossDP
from dpsym.parameters import POSITIVE_LOSS, Parameter

_DIMENSION = Parameter(
    "dimension d",
    Symbol("d", integer=True, positive=True),
    Range(2, oo),
    "an integer from 2 on",
    (Rational(2), Rational(12)),
)
_THRESHOLD = Parameter(
    "threshold gamma",
    Symbol("gamma", nonnegative=True),
    Interval.Ropen(0, 1),
    "in [0, 1)",
    (Rational(1, 10), Rational(9, 10)),
)
_BHOWMICK = Source("bhowmick2018protection", "PrivUnit")
_CAPS = granting(
    "local.priv_unit",
    LossDP,
    ("mechanism.priv_unit",),
    "the caps of two opposite directions, which are disjoint, tell them apart best",
    ("neighbours are any two directions of one user",),
    _BHOWMICK,
)


def cap_share(dimension: Expr, threshold: Expr) -> Expr:
    r"""Return the share of the sphere of the directions whose inner product with a given one is at least a threshold.

    .. math:: c = \frac12 I_{1 - \gamma^2}\left(\frac{d - 1}2, \frac12\right)

    Parameters
    ----------
    dimension, threshold : Expr
        d, and gamma in [0, 1).
    """
    if threshold == 0:
        return Rational(1, 2)
    if dimension in (2, 3):
        return acos(threshold) / pi if dimension == 2 else (1 - threshold) / 2
    return betainc_regularized((dimension - 1) / 2, Rational(1, 2), 0, 1 - threshold**2) / 2


def cap_probability(eps: Expr, share: Expr) -> Expr:
    """Return the probability p of the cap, at which points in it are e^eps times as likely as others."""
    return exp(eps) * share / (1 - share + exp(eps) * share)


def mean_projection(eps: Expr, dimension: Expr, threshold: Expr) -> Expr:
    r"""Return the mean of the inner product of the answer, before it is scaled, with the true direction.

    .. math:: m = \frac{(1 - \gamma^2)^{(d - 1)/2}}{(d - 1)\, B(\frac{d - 1}2, \frac12)} \cdot \frac{p - c}{c (1 - c)}

    Parameters
    ----------
    eps, dimension, threshold : Expr
        eps in nats, d, and gamma in [0, 1).
    """
    share = cap_share(dimension, threshold)
    chance = cap_probability(eps, share)
    height = (1 - threshold**2) ** ((dimension - 1) / 2) / ((dimension - 1) * _beta(dimension))
    return height * (chance - share) / (share * (1 - share))


def _beta(dimension: Expr) -> Expr:
    half = Rational(1, 2)
    return gamma((dimension - 1) / 2) * gamma(half) / gamma(dimension / 2)


@dataclass(frozen=True)
class DirectionOracle(HasGuarantee):
    """A local randomiser of a unit vector.

    Parameters
    ----------
    eps, dimension, threshold : Expr
        eps in nats, d, and gamma.
    """

    eps: Expr
    dimension: Expr
    threshold: Expr

    def guarantee(self) -> Guarantee:
        """Return the guarantee for one user's direction replaced by any other."""
        share = cap_share(self.dimension, self.threshold)
        law = ErasedResponse(self.eps, short(1 / share - 2))
        return granted(_CAPS, LossDP(((Mechanism(law), Integer(1)),)), Relation.REPLACE)

    def variance(self) -> Expr:
        """Return the mean squared distance of the scaled answer from the true direction."""
        return short(1 / mean_projection(self.eps, self.dimension, self.threshold) ** 2 - 1)


def priv_unit(eps: object, dimension: object, threshold: object = 0) -> DirectionOracle:
    """Return PrivUnit, of which a threshold of 0 is the answer by one half of the sphere.

    Parameters
    ----------
    eps : positive real
        In nats.
    dimension : integer from 2 on
        d.
    threshold : real in [0, 1), optional
        gamma; 0 if left out. The least variance is at a greater one where eps is large.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.

    Examples
    --------
    >>> from dpsym import priv_unit
    >>> from sympy import log
    >>> priv_unit(log(3), 3).variance()
    15
    """
    return DirectionOracle(POSITIVE_LOSS.check(eps), _DIMENSION.check(dimension), _THRESHOLD.check(threshold))
