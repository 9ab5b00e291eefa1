"""The questions of the grid: how dpsym is asked, and what the definitions say of the answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import mpmath as mp
from grid.rows import Row
from reference import laws as r
from reference import quantities as q
from reference.pairs import Pair, product
from sympy import Integer, Rational, Symbol

import dpsym as d
from dpsym.parameters import alpha, eps

RELATIVE, ABSOLUTE = 1e-9, 1e-11
ORDER, LOSS, LEVEL, DELTA = Fraction(7, 3), Fraction(4, 5), Fraction(1, 5), Fraction(1, 20)
NOT_HELD = "not held"
"""What is said of an answer that has no reference, or is infinite: no fault, and no comparison."""
Judge = Callable[[float, Row, Fraction, Fraction, Fraction], str | None]


@dataclass(frozen=True)
class Question:
    """One question.

    Parameters
    ----------
    name : str
        How a fault names it.
    ask : callable
        Takes what a row makes; returns the answer, a number or an expression.
    judge : callable
        Takes the answer as a float, the row, and the numbers of the parameter, of alpha and of eps; returns what is wrong, or None,
        or `NOT_HELD`.
    """

    name: str
    ask: Callable[[Any], Any]
    judge: Judge

    @property
    def searches(self) -> bool:
        """Whether it takes long: a route is searched for, or a curve drawn."""
        return self.name.split()[0] in ("compose", "group", "subsample", "shuffle", "to_replace", "plot")


def _near(value: float, truth: Any) -> str | None:
    if value == truth or abs(value - truth) <= RELATIVE * abs(truth) + ABSOLUTE:
        return None
    return f"{value!r} for {mp.nstr(truth, 15)}"


def at_least(value: float, truth: Any) -> str | None:
    if value >= truth or value >= truth - RELATIVE * abs(truth) - ABSOLUTE:
        return None
    return f"{value!r}, below the truth {mp.nstr(truth, 15)}"


def directions(row: Row, number: Fraction) -> tuple[Pair, Pair]:
    pair = row.pair(number)
    return pair, pair.reversed()


def _is_epsilon(value: float, pairs: tuple[Pair, ...], delta: Any) -> str | None:
    """Whether it is the least eps of both directions: delta there, and more before."""
    if value == mp.inf:
        spent = max(q.hockey_stick(pair, 50) for pair in pairs)
        return None if spent > delta else f"oo, where delta(50) = {mp.nstr(spent, 8)}"
    if not value >= 0:
        return f"{value!r} is no eps"
    spent = max(q.hockey_stick(pair, mp.mpf(value)) for pair in pairs)
    if spent > delta + 1e-9:
        return f"{value!r}, where delta = {mp.nstr(spent, 8)}"
    if value > 1e-6 and max(q.hockey_stick(pair, mp.mpf(value) - mp.mpf(10) ** -6) for pair in pairs) < delta - 1e-12:
        return f"{value!r}, and a smaller eps would do"
    return None


def _head(name: str, head: Any, truth: Callable[..., Any], *asked: Any) -> list[Question]:
    """Ask about a pair of laws, in both directions."""

    def number(value: Any, order: Fraction, loss: Fraction) -> Any:
        return order if value == alpha else loss if value == eps else Fraction(value.p, value.q)

    def one(reverse: bool) -> Question:
        def judge(value, row, number_of_row, order, loss):
            pair = directions(row, number_of_row)[reverse]
            return _near(value, truth(pair, *(number(each, order, loss) for each in asked)))

        turn = -1 if reverse else 1
        words = f"{name} {', '.join(map(str, asked))}".strip()
        return Question(
            words + (" reversed" if reverse else ""), lambda laws: head(*asked, *laws[::turn]).doit(), judge
        )

    return [one(False), one(True)]


def _epsilon_of_pair(reverse: bool) -> Question:
    turn = -1 if reverse else 1
    return Question(
        "epsilon" + (" reversed" if reverse else ""),
        lambda laws: d.InverseProfile(Rational(1, 20), *laws[::turn]).doit(),
        lambda value, row, number, order, loss: _is_epsilon(value, (directions(row, number)[reverse],), r.real(DELTA)),
    )


def _cumulant(degree: int) -> list[Question]:
    return _head("cumulant", d.LossCumulant, q.cumulant, Rational(degree))


OF_PAIRS: tuple[Question, ...] = (
    *_head("renyi", d.Renyi, q.renyi, Rational(2)),
    *_head("renyi", d.Renyi, q.renyi, Rational(5, 2)),
    *_head("renyi", d.Renyi, q.renyi, Rational(1, 2)),
    *_head("renyi", d.Renyi, q.renyi, alpha),
    *_head("kl", d.KL, q.kl),
    *_head("chi-squared", d.ChiSquaredDivergence, q.chi_squared),
    *_head("hellinger", d.SquaredHellinger, q.hellinger),
    *_head("total variation", d.TotalVariation, q.total_variation),
    *_head("max", d.MaxDivergence, q.maximum),
    *_head("hockey-stick", d.HockeyStick, q.hockey_stick, Rational(3, 10)),
    *_head("hockey-stick", d.HockeyStick, q.hockey_stick, Rational(-3, 2)),
    *_head("hockey-stick", d.HockeyStick, q.hockey_stick, eps),
    *_head("loss tail", d.LossTail, q.loss_tail, Rational(3, 10)),
    *_head("trade-off", d.TradeOff, q.trade_off, Rational(1, 5)),
    *_cumulant(2),
    *_cumulant(3),
    _epsilon_of_pair(False),
    _epsilon_of_pair(True),
)


def _worst(name: str, ask: Callable[[Any], Any], truth: Callable[..., Any], least: bool = False) -> Question:
    """Ask about a mechanism: the worse of both directions is wanted."""
    pick = min if least else max
    return Question(
        name,
        ask,
        lambda value, row, number, order, loss: _near(
            value, pick(truth(pair, order, loss) for pair in directions(row, number))
        ),
    )


def bound(name: str, ask: Callable[[Any], Any], truth: Callable[..., Any]) -> Question:
    """Ask for a bound, which may not be below the worse of both directions."""
    return Question(
        name,
        ask,
        lambda value, row, number, order, loss: at_least(
            value, max(truth(pair, order, loss) for pair in directions(row, number))
        ),
    )


def private(
    name: str, ask: Callable[[Any], Any], pairs: Callable[[Row, Fraction], tuple[Pair, ...] | None]
) -> Question:
    """Ask for an eps at a delta, of some pairs: there delta may not be exceeded. An infinite eps says nothing."""

    def judge(value, row, number, order, loss):
        found = pairs(row, number)
        if found is None or value == mp.inf:
            return NOT_HELD
        spent = max(q.hockey_stick(pair, mp.mpf(value)) for pair in found)
        return None if spent <= DELTA + 1e-9 else f"eps = {value!r}, where delta = {mp.nstr(spent, 8)}"

    return Question(name, ask, judge)


def of_pairs(
    name: str,
    ask: Callable[[Any], Any],
    pairs: Callable[[Row, Fraction], tuple[Pair, ...]],
    truth: Callable[[Pair], Any],
) -> Question:
    """Ask for a bound of a mechanism that is run twice or on a sample: not below the truth of some pairs."""
    return Question(
        name,
        ask,
        lambda value, row, number, order, loss: at_least(value, max(truth(pair) for pair in pairs(row, number))),
    )


def _profile(pair: Pair) -> Any:
    return q.hockey_stick(pair, Fraction(3, 5))


def _power(pair: Pair) -> Any:
    return -q.trade_off(pair, LEVEL)


@cache
def sampled(row: Row, number: Fraction) -> tuple[Pair, ...]:
    def make():
        plain, moved = row.pair(number).make()
        return r.mixture(Fraction(1, 5), moved, plain), plain

    pair = Pair(make)
    return pair, pair.reversed()


@cache
def grouped(row: Row, number: Fraction) -> tuple[Pair, ...] | None:
    if row.at_distance is None:
        return None
    pair = Pair(lambda: row.at_distance(number, 2))
    return pair, pair.reversed()


@cache
def twice(row: Row, number: Fraction) -> tuple[Pair, ...]:
    """Return two runs as one pair where they are sums; else one run, which is no worse than two."""
    return tuple(
        product(pair, pair) if pair.is_sum and pair.laws[0].kinks is None else pair for pair in directions(row, number)
    )


@cache
def shuffled(row: Row, number: Fraction) -> tuple[Pair, ...] | None:
    """Return the counts of ones of the users of a randomized response: of all others that say 0, and of one whose bit changes."""
    if row.shuffled is None:
        return None
    chance = row.shuffled(number)

    def make():
        others = r.binomial(USERS - 1, 1 - chance)
        with_one = others._replace(
            logarithm=lambda x: others.logarithm(x - 1), low=1, high=USERS, points=(others.points[0] + 1,)
        )
        return r.mixture(chance, with_one, others), r.mixture(1 - chance, with_one, others)

    pair = Pair(make)
    return pair, pair.reversed()


TARGET = Rational(1, 20)
COUNT, USERS = Symbol("k", integer=True, positive=True), 400
OF_MECHANISMS: tuple[Question, ...] = (
    _worst("renyi 2", lambda law: law.renyi(2), lambda pair, order, loss: q.renyi(pair, 2)),
    _worst("renyi 5/2", lambda law: law.renyi(Rational(5, 2)), lambda pair, order, loss: q.renyi(pair, Fraction(5, 2))),
    _worst("renyi alpha", lambda law: law.renyi(alpha), lambda pair, order, loss: q.renyi(pair, order)),
    _worst("kl", lambda law: law.kl(), lambda pair, order, loss: q.kl(pair)),
    _worst("max", lambda law: law.max_divergence(), lambda pair, order, loss: q.maximum(pair)),
    _worst(
        "profile 3/5",
        lambda law: law.profile(Rational(3, 5)),
        lambda pair, order, loss: q.hockey_stick(pair, Fraction(3, 5)),
    ),
    _worst("profile 0", lambda law: law.profile(0), lambda pair, order, loss: q.hockey_stick(pair, 0)),
    _worst("profile eps", lambda law: law.profile(eps), lambda pair, order, loss: q.hockey_stick(pair, loss)),
    _worst(
        "trade-off 1/5",
        lambda law: law.tradeoff(Rational(1, 5)),
        lambda pair, order, loss: q.trade_off(pair, LEVEL),
        least=True,
    ),
    Question(
        "epsilon",
        lambda law: law.epsilon(TARGET),
        lambda value, row, number, order, loss: _is_epsilon(value, directions(row, number), r.real(DELTA)),
    ),
    private("to_approx", lambda law: law.to_approx(TARGET).value.eps, directions),
    bound(
        "to_approx at eps",
        lambda law: law.to_approx(eps=Rational(3, 5)).value.delta,
        lambda pair, order, loss: q.hockey_stick(pair, Fraction(3, 5)),
    ),
    bound("to_pure", lambda law: law.guarantee().to_pure().value.eps, lambda pair, order, loss: q.maximum(pair)),
    bound("to_renyi", lambda law: law.guarantee().to_renyi().value.at(2), lambda pair, order, loss: q.renyi(pair, 2)),
    bound(
        "to_zcdp",
        lambda law: law.guarantee().to_zcdp().value.rho * 2 + law.guarantee().to_zcdp().value.xi,
        lambda pair, order, loss: q.renyi(pair, 2),
    ),
    bound(
        "to_profile",
        lambda law: law.guarantee().to_profile().value.at(Rational(3, 5)),
        lambda pair, order, loss: q.hockey_stick(pair, Fraction(3, 5)),
    ),
    Question(
        "to_tradeoff",
        lambda law: law.guarantee().to_tradeoff().value.at(Rational(1, 5)),
        lambda value, row, number, order, loss: at_least(
            -value, -min(q.trade_off(pair, LEVEL) for pair in directions(row, number))
        ),
    ),
    private("compose", lambda law: law.compose(2).to_approx(TARGET).value.eps, twice),
    of_pairs("compose renyi", lambda law: law.compose(2).renyi(2), twice, lambda pair: q.renyi(pair, 2)),
    of_pairs("compose profile", lambda law: law.compose(2).profile(Rational(3, 5)), twice, _profile),
    of_pairs("compose trade-off", lambda law: -law.compose(2).tradeoff(LEVEL), twice, _power),
    private("subsample", lambda law: law.subsample(Rational(1, 5)).to_approx(TARGET).value.eps, sampled),
    of_pairs("subsample profile", lambda law: law.subsample(Rational(1, 5)).profile(Rational(3, 5)), sampled, _profile),
    of_pairs("subsample trade-off", lambda law: -law.subsample(Rational(1, 5)).tradeoff(LEVEL), sampled, _power),
    private("group", lambda law: law.guarantee().group(2).to_approx(TARGET).value.eps, grouped),
    private("compose a count", lambda law: law.compose(COUNT).to_approx(TARGET).value.eps.subs(COUNT, 2), twice),
    private(
        "group a count", lambda law: law.guarantee().group(COUNT).to_approx(TARGET).value.eps.subs(COUNT, 2), grouped
    ),
    private("to_replace", lambda law: law.to_replace().to_approx(TARGET).value.eps, grouped),
    private(
        "shuffle", lambda law: law.guarantee(adjacency="replace").shuffle(USERS).to_approx(TARGET).value.eps, shuffled
    ),
    Question(
        "plot",
        lambda law: Integer(len(law.plot(interval=(0, 1)).lines)),
        lambda value, *_: None if value >= 1 else "an empty plot",
    ),
)
