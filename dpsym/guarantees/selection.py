"""Mechanisms that choose one of any number of candidates by their scores, as guarantees to compose and convert.

The scores are functions of the data; between neighbours each changes by at most their sensitivity. Scores that all change in the same
direction, as counts do where a record is added, are monotone, and cost half.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Expr, Integer, Max, Rational

from dpsym.errors import ParameterError
from dpsym.guarantees.adjacency import Relation, adjacency_of
from dpsym.guarantees.arrow import Arrow, Source
from dpsym.guarantees.granted import granted, granting
from dpsym.guarantees.guarantee import Guarantee
from dpsym.guarantees.notions import BoundedRangeDP, Notion, PureDP
from dpsym.parameters import PRIVACY_LOSS, PROBABILITY, RATE, SCALE, SENSITIVITY

_DWORK_ROTH = "dworkroth2014"
_SCORES = "between neighbours each score changes by the sensitivity at most"


def _rule(name: str, target: type[Notion], theorem: str, says: str, *cites: Source) -> Arrow:
    return granting(f"selection.{name}", target, (theorem,), says, (_SCORES,), *cites)


_EXPONENTIAL = _rule(
    "exponential",
    BoundedRangeDP,
    "mechanism.exponential.range",
    "the privacy loss of the exponential mechanism lies in an interval of length eps",
    Source("cesar2021bounding", "bounded range of the exponential mechanism"),
)
_PERMUTE_AND_FLIP = _rule(
    "permute_and_flip",
    PureDP,
    "mechanism.permute_and_flip.any",
    "permute-and-flip is eps-DP, as is the maximum of scores with exponential noise, which has the same law",
    Source("mckenna2020permute", "Theorem 1"),
    Source("ding2021permute", "Theorem 5"),
)
_NOISY_MAX = _rule(
    "report_noisy_max",
    PureDP,
    "mechanism.report_noisy_max.any",
    "the maximum of scores with Laplace noise of scale b is (2 sensitivity/b)-DP",
    Source(_DWORK_ROTH, "Claim 3.9"),
)
_THRESHOLD = _rule(
    "above_threshold",
    PureDP,
    "mechanism.above_threshold.any",
    "the first answer above a noisy threshold, of a stream of any length, is told with eps",
    Source(_DWORK_ROTH, "Theorem 3.23"),
    Source("lyu2017sparse", "Theorem 2"),
)
_QUANTILE = granting(
    "selection.quantile",
    BoundedRangeDP,
    ("mechanism.quantile", "mechanism.exponential.range"),
    "the distance of a rank from the one wanted moves by the sensitivity, and the exponential mechanism has twice the rate times it as range",
    (
        "the places and the interval are no secret, and the score is minus the distance of the number of values below from the level times n",
    ),
    Source("smith2011statistical", "Algorithm 2"),
)
_NOISES = {"gumbel": _EXPONENTIAL, "exponential": _PERMUTE_AND_FLIP, "laplace": _NOISY_MAX}


def exponential_mechanism(eps: object, *, adjacency: object = Relation.ADD_REMOVE) -> Guarantee:
    r"""Return the guarantee of the exponential mechanism, whatever the candidates and their scores u of sensitivity Delta.

    .. math:: \Pr[y] \propto e^{\varepsilon u(y)/(2\Delta)}, \qquad \text{or}\ e^{\varepsilon u(y)/\Delta}\ \text{for monotone scores}

    Its privacy loss lies in an interval of length eps, which is more than pure privacy: it is eps^2/8-zCDP.

    Parameters
    ----------
    eps : non-negative real
        In nats.
    adjacency : Adjacency or str, optional
        Of which datasets the sensitivity speaks.

    Raises
    ------
    ParameterError
        If eps is negative.

    Examples
    --------
    >>> from dpsym import exponential_mechanism
    >>> from sympy import Rational
    >>> exponential_mechanism(Rational(1, 10)).compose(100).to_zcdp()
    rho = 0.125 (zCDP) for add-remove, by selection.exponential > range_to_zcdp > composition.zcdp
    """
    return _made(_EXPONENTIAL, PRIVACY_LOSS.check(eps), adjacency)


def rank_sensitivity(level: Expr, relation: Relation = Relation.ADD_REMOVE) -> Expr:
    """Return by how much the distance of a rank from a level times n moves: max(q, 1 - q) for a value more, 1 for one replaced."""
    return Max(level, 1 - level) if relation is Relation.ADD_REMOVE else Integer(1)


def rank_range(level: Expr, relation: Relation = Relation.ADD_REMOVE) -> Expr:
    """Return the range of the moves of that distance: twice the sensitivity, and 1 at both ends, where all move the same way."""
    return Integer(1) if level in (0, 1) else 2 * rank_sensitivity(level, relation)


def private_quantile(
    rate: object, level: object = Rational(1, 2), *, adjacency: object = Relation.ADD_REMOVE
) -> Guarantee:
    r"""Return the guarantee of a private quantile: a place y of an interval, drawn by how far its rank is from the one wanted.

    .. math:: p(y) \propto e^{-r |\#\{i : x_i < y\} - q n|}, \qquad \varepsilon = 2 r \max(q, 1 - q)

    It is the exponential mechanism, with a range and not only pure privacy: the median costs r, and no 2 r. The least and the greatest
    value (q = 0 and q = 1) cost r too: all scores move in the same direction there, by 1 at most.

    Parameters
    ----------
    rate : positive real
        r, nats a rank.
    level : real in [0, 1], optional
        q; the median if left out.
    adjacency : Adjacency or str, optional
        One value added or removed, or one replaced, which moves the score by 1.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule, or the adjacency is another one.

    Examples
    --------
    >>> from dpsym import private_quantile
    >>> private_quantile(1).to_zcdp().value.rho
    1/8
    """
    step = adjacency_of(adjacency)
    if step.relation not in (Relation.ADD_REMOVE, Relation.REPLACE) or step.distance != 1:
        raise ParameterError("adjacency", "add-remove or replace, one step apart", str(step))
    place = PROBABILITY.check(level)
    return _made(_QUANTILE, RATE.check(rate) * rank_range(place, step.relation), step)


def permute_and_flip(eps: object, *, adjacency: object = Relation.ADD_REMOVE) -> Guarantee:
    r"""Return the guarantee of permute-and-flip, which goes through the candidates in random order and stops at the first that it takes.

    .. math:: \Pr[\text{taken}] = e^{\varepsilon (u(y) - \max u)/(2\Delta)}

    Parameters
    ----------
    eps : non-negative real
        In nats.
    adjacency : Adjacency or str, optional
        Of which datasets the sensitivity speaks.

    Raises
    ------
    ParameterError
        If eps is negative.
    """
    return _made(_PERMUTE_AND_FLIP, PRIVACY_LOSS.check(eps), adjacency)


def report_noisy_max(
    scale: object,
    noise: str = "laplace",
    *,
    sensitivity: object = 1,
    monotone: bool = False,
    adjacency: object = Relation.ADD_REMOVE,
) -> Guarantee:
    r"""Return the guarantee of the candidate whose score with noise of a scale b is the greatest; the noisy score itself is not told.

    .. math:: \varepsilon = \frac{2\Delta}b, \qquad \text{or}\ \frac{\Delta}b\ \text{for monotone scores}

    With Gumbel noise it is the exponential mechanism, with exponential noise permute-and-flip.

    Parameters
    ----------
    scale : positive real
        Of the noise, b.
    noise : {"laplace", "gumbel", "exponential"}, optional
        Its law.
    sensitivity : positive real, optional
        By how much a score changes between neighbours at most, Delta.
    monotone : bool, optional
        Whether all scores change in the same direction.
    adjacency : Adjacency or str, optional
        Of which datasets the sensitivity speaks.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """
    if not isinstance(noise, str) or noise not in _NOISES:
        raise ParameterError("noise", f"one of {', '.join(sorted(_NOISES))}", noise)
    if not isinstance(monotone, bool):
        raise ParameterError("monotone", "True or False", monotone)
    spread = SENSITIVITY.check(sensitivity) * (1 if monotone else 2)
    return _made(_NOISES[noise], spread / SCALE.check(scale), adjacency)


def above_threshold(eps: object, *, adjacency: object = Relation.ADD_REMOVE) -> Guarantee:
    r"""Return the guarantee of AboveThreshold, which tells the first answer of a stream that lies above a threshold, and nothing else.

    The threshold has Laplace noise of scale :math:`2\Delta/\varepsilon`, each answer Laplace noise of scale :math:`4\Delta/\varepsilon`.
    The sparse vector technique that tells c answers is ``above_threshold(eps).compose(c)``.

    Parameters
    ----------
    eps : non-negative real
        In nats.
    adjacency : Adjacency or str, optional
        Of which datasets the sensitivity speaks.

    Raises
    ------
    ParameterError
        If eps is negative.
    """
    return _made(_THRESHOLD, PRIVACY_LOSS.check(eps), adjacency)


def _made(rule: Arrow, eps: Any, adjacency: object) -> Guarantee:
    return granted(rule, rule.target(eps), adjacency)  # type: ignore[call-arg]


SELECTIONS: dict[str, Callable[..., Guarantee]] = {
    "ExponentialMechanism": exponential_mechanism,
    "PermuteAndFlip": permute_and_flip,
    "ReportNoisyMax": report_noisy_max,
    "AboveThreshold": above_threshold,
    "PrivateQuantile": private_quantile,
}
"""By the names that texts use."""
