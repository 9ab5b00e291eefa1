"""Amplification of Rényi budgets by Poisson sampling and by sampling without replacement."""

from functools import partial

from sympy import Add, Expr, Ge, Integer, Interval, Le, Max, Range, Rational, S, Sum, binomial, exp, log, oo

from dpsym import Gaussian, Mixture, Renyi
from dpsym.amplification import convex_renyi, direction_weight, fixed_size_renyi, poisson_renyi
from dpsym.parameters import alpha, q, r, sigma
from theorems.checks import Enclose, Enumerate, Quadrature, Tight, Transcribed
from theorems.checks.derive import Derive
from theorems.entry import Cite, Theorem
from theorems.library.amplification import runs
from theorems.library.catalogue.asking import renyi
from theorems.library.catalogue.space import order
from theorems.library.space import ranges
from theorems.library.variables import FULL, P, Q, R, finite, j
from theorems.statement import ABOVE_ONE, POSITIVE, UNIT_OPEN, eq, le

_RATES = (Rational(1, 20), Rational(9, 10))
_SAMPLED = Mixture(q, P, Q)
_FULL = {P: FULL, Q: FULL}
_HALVES = {q: Rational(1, 2), P: finite("3/4", "1/4"), Q: finite("1/4", "3/4"), R: finite("1/4", "3/4")}


def written_out(expression: Expr) -> Expr:
    """Return an expression with its finite sums written out term by term."""
    return expression.replace(
        lambda node: isinstance(node, Sum),
        lambda node: Add(*(node.args[0].subs(node.args[1][0], place) for place in _places(node))),
    )


def _places(node: Sum) -> range:
    _, low, high = node.args[1]
    return range(int(low), int(high) + 1)


_ORDER_SPACE = ranges({alpha: (ABOVE_ONE, ("11/10", 8)), q: (UNIT_OPEN, _RATES), **_FULL})

POISSON_CONVEX = Theorem(
    id="amplification.poisson.renyi.convex",
    title="Poisson sampling and a Rényi budget at one order, by convexity, a record added",
    statement=le(Renyi(alpha, _SAMPLED, Q), convex_renyi(Renyi(alpha, P, Q), alpha, q)),
    **_ORDER_SPACE,
    cites=(Cite("vanervenharremoes2014", "Theorem 13, at the moments"),),
    checks=(
        Enumerate(),
        Transcribed(
            "Renyi(alpha, Mixture(q, P, Q), Q) <= log(1 - q + q*exp((alpha - 1)*Renyi(alpha, P, Q)))/(alpha - 1)"
        ),
    ),
)

POISSON_CONVEX_REMOVED = Theorem(
    id="amplification.poisson.renyi.convex.removed",
    title="Poisson sampling and a Rényi budget at one order, by convexity, a record removed",
    statement=le(Renyi(alpha, Q, _SAMPLED), convex_renyi(Renyi(alpha, Q, P), alpha, q)),
    **_ORDER_SPACE,
    cites=(Cite("vanervenharremoes2014", "Theorem 13, at the moments"),),
    checks=(
        Enumerate(),
        Transcribed(
            "Renyi(alpha, Q, Mixture(q, P, Q)) <= log(1 - q + q*exp((alpha - 1)*Renyi(alpha, Q, P)))/(alpha - 1)"
        ),
    ),
)


_TWO, _THREE, _FOUR = (f"Max(Renyi({whole}, P, Q), Renyi({whole}, Q, P))" for whole in (2, 3, 4))
_PRINTED = (
    f"log((1 - q)*(1 + q) + q**2*exp({_TWO}))",
    f"log((1 - q)**2*(1 + 2*q) + 3*q**2*(1 - q)*exp({_TWO}) + q**3*exp(2*{_THREE}))/2",
    f"log((1 - q)**3*(1 + 3*q) + 6*q**2*(1 - q)**2*exp({_TWO}) + 4*q**3*(1 - q)*exp(2*{_THREE}) + q**4*exp(3*{_FOUR}))/3",
)


def _either(place: Expr) -> Expr:
    """Return the greater of the two divergences of P and Q at an order."""
    return Max(Renyi(place, P, Q), Renyi(place, Q, P))


def _poisson(whole: int) -> Le:
    """Return the statement at the orders up to this one, its sums written out."""
    return le(
        Max(Renyi(whole, _SAMPLED, Q), Renyi(whole, Q, _SAMPLED)),
        written_out(poisson_renyi(_either, Integer(whole), q)),
    )


POISSON_RENYI_TWO, POISSON_RENYI_THREE, POISSON_RENYI_FOUR = (
    Theorem(
        id=f"amplification.poisson.renyi.order_{whole}",
        title=f"Poisson sampling and a Rényi budget at the orders up to {whole}, both directions",
        statement=partial(_poisson, whole),
        **ranges({q: (UNIT_OPEN, _RATES), **_FULL}),
        cites=(Cite("zhuwang2019poisson", "Theorem 5, with the factor 3 dropped"),),
        uses=("amplification.poisson.direction",),
        specializes="amplification.poisson.renyi",
        checks=(
            Enumerate(60),
            Tight(at=_HALVES),
            Transcribed(
                f"Max(Renyi({whole}, Mixture(q, P, Q), Q), Renyi({whole}, Q, Mixture(q, P, Q))) <= {_PRINTED[whole - 2]}"
            ),
        ),
        sharpens=sharpens,
    )
    for whole, sharpens in ((2, ""), (3, "amplification.poisson.renyi.threefold"), (4, ""))
)

POISSON_RENYI_THREEFOLD = Theorem(
    id="amplification.poisson.renyi.threefold",
    title="Poisson sampling and a Rényi budget at the orders 2 and 3, both directions, the last term threefold (as printed)",
    statement=le(
        Max(Renyi(3, _SAMPLED, Q), Renyi(3, Q, _SAMPLED)),
        log((1 - q) ** 2 * (1 + 2 * q) + 3 * q**2 * (1 - q) * exp(_either(S(2))) + 3 * q**3 * exp(2 * _either(S(3))))
        / 2,
    ),
    **ranges({q: (UNIT_OPEN, _RATES), **_FULL}),
    cites=(Cite("zhuwang2019poisson", "Theorem 5"),),
    checks=(
        Enumerate(),
        Transcribed(
            "Max(Renyi(3, Mixture(q, P, Q), Q), Renyi(3, Q, Mixture(q, P, Q))) <= log((1 - q)**2*(1 + 2*q) "
            "+ 3*q**2*(1 - q)*exp(Max(Renyi(2, P, Q), Renyi(2, Q, P))) + 3*q**3*exp(2*Max(Renyi(3, P, Q), Renyi(3, Q, P))))/2"
        ),
    ),
)

_FROM_TWO = ranges({alpha: (Interval(2, oo), (2, 8)), q: (UNIT_OPEN, _RATES), **_FULL})

POISSON_DIRECTION = Theorem(
    id="amplification.poisson.direction",
    title="Under Poisson sampling, and from order 2 on, a record removed is no worse than a record added, to one of the two laws",
    statement=le(Renyi(alpha, Q, _SAMPLED), Max(Renyi(alpha, _SAMPLED, Q), Renyi(alpha, Mixture(q, Q, P), P))),
    **_FROM_TWO,
    uses=("amplification.poisson.direction.step",),
    checks=(
        Enumerate(),
        Tight(at={alpha: S(2), q: Rational(1, 2), P: finite("1/2", "1/2"), Q: finite("1/2", "1/2")}),
        Transcribed(
            "Renyi(alpha, Q, Mixture(q, P, Q)) <= Max(Renyi(alpha, Mixture(q, P, Q), Q), Renyi(alpha, Mixture(q, Q, P), P))"
        ),
    ),
    corrects="amplification.poisson.direction.printed",
    note=(
        "Ours: by amplification.poisson.direction.step a weighted mean of the moments on the right, less that on the left, is convex in the "
        "ratio r of P to Q, so no less than its tangent at r = 1, where it is 0; and the mean of r is 1. So one budget for both directions of "
        "the mechanism covers both directions of the sampled one, without a factor."
    ),
)

POISSON_DIRECTION_PRINTED = Theorem(
    id="amplification.poisson.direction.printed",
    title="Under Poisson sampling the sampled law against the plain one is the worse direction, whatever the laws (overstated)",
    statement=le(Renyi(alpha, Q, _SAMPLED), Renyi(alpha, _SAMPLED, Q)),
    **_FROM_TWO,
    cites=(Cite("lebeda2024pitfalls", "the two directions, as often taken for granted", "arXiv:2405.20769"),),
    checks=(Enumerate(), Transcribed("Renyi(alpha, Q, Mixture(q, P, Q)) <= Renyi(alpha, Mixture(q, P, Q), Q)")),
    note="It holds where the two laws may be exchanged, as for symmetric noise.",
)

_U, _V, _WEIGHT = 1 - q + q * r, q + (1 - q) * r, direction_weight(alpha, q)

POISSON_DIRECTION_STEP = Theorem(
    id="amplification.poisson.direction.step",
    title="The pointwise inequality behind the two directions of Poisson sampling: a difference is convex in the likelihood ratio",
    statement=le(
        _U ** (-alpha - 1), _WEIGHT * _U ** (alpha - 2) + (1 - _WEIGHT) * _V ** (alpha - 2) * r ** (-alpha - 1)
    ),
    **ranges({alpha: (Interval(2, oo), (2, 16)), q: (UNIT_OPEN, _RATES), r: (POSITIVE, ("1/20", 20))}),
    checks=(
        Enclose(32),
        Tight(at={r: S.One}),
        Transcribed(
            "(1 - q + q*r)**(-alpha - 1) <= 3*(1 - q)/(2*(alpha - 2)*q + 3)*(1 - q + q*r)**(alpha - 2) "
            "+ (1 - 3*(1 - q)/(2*(alpha - 2)*q + 3))*(q + (1 - q)*r)**(alpha - 2)*r**(-alpha - 1)"
        ),
    ),
    note="Ours: by the inequality of the means and the sign of one derivative: see the notes of direction_weight.",
)

_GAUSSIAN = (Mixture(q, Gaussian(1, sigma), Gaussian(0, sigma)), Gaussian(0, sigma))

GAUSSIAN_RENYI = Theorem(
    id="amplification.poisson.gaussian.renyi",
    title="Rényi budget of the Gaussian mechanism on a Poisson sample at integer orders",
    statement=eq(
        Renyi(order, *_GAUSSIAN),
        log(Sum(binomial(order, j) * (1 - q) ** (order - j) * q**j * exp(j * (j - 1) / (2 * sigma**2)), (j, 0, order)))
        / (order - 1),
    ),
    **ranges({order: (Range(2, oo), (2, 12)), q: (UNIT_OPEN, _RATES), sigma: (POSITIVE, ("1/2", 4))}),
    cites=(Cite("mironov2019sampled", "section 3.3, integer orders", "arXiv:1908.10530v1"),),
    uses=("renyi.gaussian.shared",),
    checks=(Derive(), Quadrature(renyi(runs.sampled_gaussian), 8), Enclose(8)),
)

GAUSSIAN_DIRECTION = Theorem(
    id="amplification.poisson.gaussian.direction",
    title="The Gaussian mechanism on a Poisson sample: the sampled law against the plain one is the worse direction",
    statement=Ge(Renyi(alpha, *_GAUSSIAN), Renyi(alpha, *_GAUSSIAN[::-1]), evaluate=False),
    **ranges({alpha: (ABOVE_ONE, ("11/10", 12)), q: (UNIT_OPEN, _RATES), sigma: (POSITIVE, ("1/2", 4))}),
    cites=(Cite("mironov2019sampled", "Theorem 5", "arXiv:1908.10530v1"),),
    checks=(
        Quadrature(runs.renyi_sampled_gaussian, 32),
        Enclose(8),
        Transcribed(
            "Renyi(alpha, Mixture(q, Gaussian(1, sigma), Gaussian(0, sigma)), Gaussian(0, sigma)) >= "
            "Renyi(alpha, Gaussian(0, sigma), Mixture(q, Gaussian(1, sigma), Gaussian(0, sigma)))"
        ),
    ),
)

_PAIRS = ("P, Q", "P, R", "Q, P", "Q, R", "R, P", "R, Q")
_ANY = {whole: "Max(" + ", ".join(f"Renyi({whole}, {pair})" for pair in _PAIRS) + ")" for whole in (2, 3, 4)}
_LEADING = f"Min(4*(exp({_ANY[2]}) - 1), 2*exp({_ANY[2]}))"
_FIXED_PRINTED = (
    f"log(1 + q**2*{_LEADING})",
    f"log(1 + 3*q**2*{_LEADING} + 2*q**3*exp(2*{_ANY[3]}))/2",
    f"log(1 + 6*q**2*{_LEADING} + 8*q**3*exp(2*{_ANY[3]}) + 2*q**4*exp(3*{_ANY[4]}))/3",
)


def _any_pair(place: Expr) -> Expr:
    """Return the greatest divergence among P, Q and R at an order."""
    return Max(*(Renyi(place, one, two) for one in (P, Q, R) for two in (P, Q, R) if one != two))


def _fixed(whole: int) -> Le:
    """Return the statement at the orders up to this one, its sums written out."""
    return le(
        Renyi(whole, Mixture(q, P, R), Mixture(q, Q, R)), written_out(fixed_size_renyi(_any_pair, Integer(whole), q))
    )


FIXED_RENYI_TWO, FIXED_RENYI_THREE, FIXED_RENYI_FOUR = (
    Theorem(
        id=f"amplification.without_replacement.renyi.order_{whole}",
        title=f"Sampling without replacement and a Rényi budget at the orders up to {whole}",
        statement=partial(_fixed, whole),
        **ranges({q: (UNIT_OPEN, _RATES), **_FULL, R: FULL}),
        cites=(Cite("wang2019subsampled", "Theorem 9", "arXiv:1808.00087v2"),),
        specializes="amplification.without_replacement.renyi",
        checks=(
            Enumerate(24),
            Transcribed(f"Renyi({whole}, Mixture(q, P, R), Mixture(q, Q, R)) <= {_FIXED_PRINTED[whole - 2]}"),
        ),
        note="P and Q are the laws with the one record or the other in the sample, R with neither; q = m/n.",
    )
    for whole in (2, 3, 4)
)
