r"""Votes with Gaussian noise, of which the winner alone is told (PATE), as guarantees: for any votes, and sharper for those in hand.

Each voter's data are those of one part of the population, so that a record changes one vote, and two counts by 1. Whatever the votes,
the winner of counts with noise N(0, sigma^2) is :math:`(\sqrt2/\sigma)`-GDP. Where one candidate wins but with a probability q, far less
is told.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sympy import Add, Expr, Min, Piecewise, Rational, erfc, exp, log, sqrt

from dpsym.enclose import enclose
from dpsym.errors import ParameterError
from dpsym.guarantees.adjacency import Relation
from dpsym.guarantees.arrow import Source
from dpsym.guarantees.granted import granted, granting
from dpsym.guarantees.guarantee import Guarantee
from dpsym.guarantees.hand import IN_HAND
from dpsym.guarantees.notions import GDP, RenyiDP
from dpsym.guarantees.numbers import upper
from dpsym.parameters import DEVIATION, LOCATION, OPEN_PROBABILITY
from dpsym.special import erfcinv

_PAPERNOT = "papernot2018scalable"
_ONE_VOTE = "between neighbours one vote changes, two counts by 1 each"
_ANY = granting(
    "votes.gaussian",
    GDP,
    ("mechanism.gaussian.vector", "gdp.data_processing"),
    "the winner of noisy counts tells no more than the counts, which move by sqrt(2)",
    (_ONE_VOTE,),
    Source(_PAPERNOT, "Proposition 8"),
)
_HERE = granting(
    "votes.gaussian.likely",
    RenyiDP,
    ("rdp.likely_outcome", "mechanism.gaussian.vector", "renyi.data_processing", "gdp.to_tradeoff"),
    "where one winner is likely, for a neighbour too, the answer tells little",
    (_ONE_VOTE, IN_HAND),
    Source(_PAPERNOT, "Theorem 6"),
)
_DIGITS = 6


def likely_renyi(order: Any, chance: Any, first: Any, budget: Any, second: Any, back: Any) -> Any:
    r"""Return a bound on the Rényi divergence where one outcome has all but a small probability q.

    .. math:: \frac1{\lambda - 1} \log\left((1 - q) A^{\lambda - 1} + q B^{\lambda - 1}\right), \quad
              A = \frac{1 - q}{1 - (q e^{\varepsilon_2})^{(\mu_2 - 1)/\mu_2}}, \quad B = \frac{e^{\varepsilon_1}}{q^{1/(\mu_1 - 1)}}

    Parameters
    ----------
    order, chance : Expr
        lambda, up to mu_1, and q.
    first, budget : Expr
        mu_1, and a bound on the divergence of that order.
    second, back : Expr
        mu_2, and a bound on the divergence of that order in the other direction.

    Notes
    -----
    Papernot and others, Theorem 6. The likely outcome adds its own term, in which the other law has at least 1 - (q e^eps2)^... of its mass
    by probability preservation; on the others Hölder's inequality bounds the moment by that of the order mu_1.
    """
    likely = (1 - chance) / (1 - (chance * exp(back)) ** ((second - 1) / second))
    rest = exp(budget) / chance ** (1 / (first - 1))
    return log((1 - chance) * likely ** (order - 1) + chance * rest ** (order - 1)) / (order - 1)


def likely_threshold(first: Any, second: Any, back: Any) -> Any:
    r"""Return up to which q the bound `likely_renyi` grows with q, so that a bound on q will do.

    .. math:: q \le e^{(\mu_2 - 1)\varepsilon_2} \left(\frac{\mu_1}{\mu_1 - 1} \cdot \frac{\mu_2}{\mu_2 - 1}\right)^{-\mu_2}

    Parameters
    ----------
    first, second, back : Expr
        mu_1, mu_2 and eps_2.
    """
    return exp((second - 1) * back) / (first / (first - 1) * second / (second - 1)) ** second


def vote_chance(deviation: object, votes: Iterable[object]) -> Expr:
    r"""Return a bound on the probability that the candidate with most votes does not win.

    .. math:: q = \frac12 \sum_{i \ne i^*} \operatorname{erfc}\left(\frac{n_{i^*} - n_i}{2\sigma}\right)

    Parameters
    ----------
    deviation : positive real
        Of the noise on each count, sigma.
    votes : iterable of real
        The counts n_i of two candidates or more.

    Raises
    ------
    ParameterError
        If there are fewer than two, or one is no number.

    Notes
    -----
    Papernot and others, Proposition 7: the sum of the probabilities that each of the others comes out above.
    """
    sigma = DEVIATION.check(deviation)
    if not isinstance(votes, Iterable) or isinstance(votes, str):
        raise ParameterError("votes", "counts of two candidates or more", votes)
    counts = [LOCATION.check(each) for each in votes]
    if not all(each.is_number for each in counts):
        raise ParameterError("votes", "numbers: the greatest of them has to be known", votes)
    counts.sort(reverse=True)
    if len(counts) < 2:
        raise ParameterError("votes", "counts of two candidates or more", votes)
    return Add(*(erfc((counts[0] - each) / (2 * sigma)) for each in counts[1:])) / 2


def noisy_vote(deviation: object, chance: object = None, *, adjacency: object = Relation.REPLACE) -> Guarantee:
    """Return the guarantee of the winner of counts with Gaussian noise.

    Parameters
    ----------
    deviation : positive real
        Of the noise on each count, sigma.
    chance : real in (0, 1), optional
        A bound on the probability that another candidate wins than the likeliest one, as `vote_chance` gives it: then the promise is
        one for these votes, which composes and is refused to groups and samples. If left out, for any.
    adjacency : Adjacency or str, optional
        Of which datasets one step changes one vote.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.

    Examples
    --------
    >>> from dpsym import noisy_vote, vote_chance
    >>> votes = noisy_vote(40, vote_chance(40, [220, 20, 10]))
    >>> float(votes.renyi(10)) < float(noisy_vote(40).renyi(10)) / 4
    True
    """
    sigma = DEVIATION.check(deviation)
    if chance is None:
        return granted(_ANY, GDP(sqrt(2) / sigma), adjacency)
    found = OPEN_PROBABILITY.check(chance)
    if not (found.is_number and sigma.is_number):
        raise ParameterError("chance", "a number, as the deviation", chance)
    # a rational above it: the bound grows with q
    q = upper(_next_chance(upper(found, _DIGITS), sigma), _DIGITS)
    return granted(_HERE, RenyiDP(lambda order: _budget(order, q, sigma)), adjacency)


def _next_chance(chance: Expr, sigma: Expr) -> Expr:
    r"""Return a bound on the probability of another winner on a neighbour: :math:`\Phi(\Phi^{-1}(q) + \sqrt2/\sigma)`.

    The rule about a likely winner bounds the divergence from the votes at which it is likely; with this q it bounds both directions.
    """
    return erfc(erfcinv(2 * chance) - 1 / sigma) / 2


def _budget(order: Expr, chance: Expr, sigma: Expr) -> Expr:
    usual = order / sigma**2
    if chance >= 1:
        return usual
    # rational orders near sigma sqrt(log(1/q)), the best at large orders
    second = Rational(max(2, round(float(sigma * sqrt(log(1 / chance))))))
    first = second + 1
    back = second / sigma**2
    if not _is_below(chance, likely_threshold(first, second, back)) or not _is_below(chance, exp(-back)):
        return usual
    bound = likely_renyi(order, chance, first, first / sigma**2, second, back)
    return Piecewise((Min(usual, bound), order <= first), (usual, True))


def _is_below(value: Expr, limit: Expr) -> bool:
    """Return whether a number is certainly below another one."""
    return enclose(limit - value, {}, digits=6).is_positive()
