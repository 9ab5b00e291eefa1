"""Promises as rows of the grid, each with a pair of laws that keeps it; an answer may not be below what that pair spends."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath as mp
from grid.questions import (
    COUNT,
    TARGET,
    USERS,
    Question,
    at_least,
    bound,
    directions,
    grouped,
    private,
    sampled,
    shuffled,
    twice,
)
from grid.rows import POSITIVE, TENTH, Row, truth, with_the_registry
from reference import laws as r
from reference import quantities as q
from sympy import Rational, erfc, exp, sqrt

import dpsym as d
from dpsym.parameters import alpha, eps
from dpsym.special import erfcinv


def _response(x: Any, share: Any = 0) -> tuple[Any, Any]:
    """Return a randomized response that tells the truth for certain in a share of cases, and says so."""
    chance, share = truth(x), r.real(share)
    masses = [share, (1 - share) * chance, (1 - share) * (1 - chance), 0]
    return r.finite(*masses), r.finite(*masses[::-1])


def _gaussian(mu: Any, distance: int = 1) -> tuple[Any, Any]:
    return r.gaussian(0, 1 / mu), r.gaussian(distance, 1 / mu)


def _curved(name: str, make: Callable[[Any], Any], mu: Callable[[Any], Any]) -> Row:
    """Return the row of a promise that Gaussian noise of a certain mu keeps; a curve is a lambda, as its variable may be the parameter."""

    def at(x, distance):
        return _gaussian(mu(r.real(x)), distance)

    return Row(name, lambda x: d.guarantee(make(x)), lambda x: at(x, 1), POSITIVE, at)


_PROMISES: tuple[Row, ...] = (
    Row(
        "PureDP", lambda x: d.guarantee(d.PureDP(x)), _response, POSITIVE, lambda x, count: _response(count * x), truth
    ),
    Row(
        "ApproxDP",
        lambda x: d.guarantee(d.ApproxDP(x, TENTH / 10)),
        lambda x: _response(x, Fraction(1, 100)),
        POSITIVE,
    ),
    _curved("ZCDP", d.ZCDP, lambda x: mp.sqrt(2 * x)),
    _curved("GDP", d.GDP, lambda x: x),
    _curved("RenyiDP", lambda x: d.RenyiDP(lambda order: order * x), lambda x: mp.sqrt(2 * x)),
    _curved("RenyiDP at order 2", lambda x: d.RenyiDP.at_order(2, x), mp.sqrt),
    _curved(
        "ProfileDP",
        lambda x: d.ProfileDP(
            lambda loss: (erfc((loss / x - x / 2) / sqrt(2)) - exp(loss) * erfc((loss / x + x / 2) / sqrt(2))) / 2
        ),
        lambda x: x,
    ),
    _curved(
        "TradeOffDP",
        lambda x: d.TradeOffDP(lambda level: erfc((x - sqrt(2) * erfcinv(2 * level)) / sqrt(2)) / 2),
        lambda x: x,
    ),
)
PROMISES = with_the_registry(_PROMISES)

OF_PROMISES: tuple[Question, ...] = (
    bound("renyi 2", lambda given: given.renyi(2), lambda pair, order, loss: q.renyi(pair, 2)),
    bound("renyi alpha", lambda given: given.renyi(alpha), lambda pair, order, loss: q.renyi(pair, order)),
    bound("kl", lambda given: given.kl(), lambda pair, order, loss: q.kl(pair)),
    bound("max", lambda given: given.max_divergence(), lambda pair, order, loss: q.maximum(pair)),
    bound(
        "profile 3/5",
        lambda given: given.profile(Rational(3, 5)),
        lambda pair, order, loss: q.hockey_stick(pair, Fraction(3, 5)),
    ),
    bound("profile 0", lambda given: given.profile(0), lambda pair, order, loss: q.hockey_stick(pair, 0)),
    bound("profile eps", lambda given: given.profile(eps), lambda pair, order, loss: q.hockey_stick(pair, loss)),
    private("epsilon", lambda given: given.epsilon(TARGET), directions),
    Question(
        "trade-off 1/5",
        lambda given: given.tradeoff(Rational(1, 5)),
        lambda value, row, number, order, loss: at_least(-value, -q.trade_off(row.pair(number), Fraction(1, 5))),
    ),
    private("compose", lambda given: given.compose(2).to_approx(TARGET).value.eps, twice),
    private("compose a count", lambda given: given.compose(COUNT).to_approx(TARGET).value.eps.subs(COUNT, 2), twice),
    private("group", lambda given: given.group(2).to_approx(TARGET).value.eps, grouped),
    private("group a count", lambda given: given.group(COUNT).to_approx(TARGET).value.eps.subs(COUNT, 2), grouped),
    private("to_replace", lambda given: given.to_replace().to_approx(TARGET).value.eps, grouped),
    private("subsample", lambda given: given.subsample(Rational(1, 5)).to_approx(TARGET).value.eps, sampled),
    private(
        "shuffle",
        lambda given: d.guarantee(given.node.proof.value, adjacency="replace").shuffle(USERS).to_approx(TARGET).value.eps,
        shuffled,
    ),
)
