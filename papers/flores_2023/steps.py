"""Inequalities inside of proofs, as the errata mend them or leave them unproved, evaluated over their whole domain with false variants."""

from __future__ import annotations

import math

from papers.repair import Point, Repair, grid, share

# ---- Lema 2.3.3: the distance of two laws, and what is put for a power


def _distances() -> list[Point]:
    """Return budgets, and the share of the greatest first mass of two laws on two points whose log-ratios are zeta and -zeta at most."""
    return grid(zeta=(0.0, 1e-6, 0.1, 0.5, 1.0, 1.2564, 1.3, 2.0, 20.0), part=(0.01, 0.5, 1.0))


def _distance(zeta: float, part: float) -> float:
    """Return the l1 distance of (p, 1 - p) and (p e^-zeta, 1 - p e^-zeta); part = 1 is randomized response, which is the furthest."""
    return 2 * part / (1 + math.exp(-zeta)) * -math.expm1(-zeta)


def _bound(zeta: float) -> float:
    return min(2.0, math.expm1(zeta))


def _masses() -> list[Point]:
    """Return pairs of masses with an upper bound on their log-ratio and the share of beta in 1/zeta, equal masses among them."""
    return grid(
        x=(1e-9, 0.1, 0.5, 1.0), y=(1e-9, 0.1, 0.5, 1.0), more=(0.0, 1e-3, 1.0, 5.0), part=(0.0, 1e-3, 0.3, 1.0)
    )


def _powers(x: float, y: float, more: float, part: float, times: float = 1.0, signed: bool = False) -> float:
    zeta = abs(math.log(x / y)) + more
    turned = times * part  # beta zeta
    beta = turned / zeta if zeta else 0.0
    left = x * (x / y) ** beta + y * (y / x) ** beta
    return share(left, (1 + turned**2) * (x + y) + turned * (x - y if signed else abs(x - y)))


# ---- Lema 3.3.1: a probability is at most 1


def _cut(eps: float, y: float, delta: float) -> float:
    return min(1.0, math.exp(eps) * y + delta)


# ---- Proposición 4.2.1 and its corollary, with s = zeta sqrt(n) and logarithms for probabilities


def _events() -> list[Point]:
    return grid(s=(1e-4, 0.1, 1.0, 5.0, 30.0), ratio=(0.0, 1e-3, 0.49, 0.5, 1.0, 4.0, 4.1, 100.0, 1e6))


def _event(s: float, ratio: float, factor: float = 2.0) -> float:
    """Return what is left of the exponent for log(1/q) = ratio s^2; below 1/2 of the bound being at least 1."""
    log = ratio * s**2
    exponent = s * math.sqrt(2 * log) - s**2 / 2 if ratio >= 0.5 else log
    return share(exponent, factor * s * math.sqrt(log))


def _rare(log: float, loss: float, times: float) -> float:
    """Return what is left of exp(2 s sqrt(log(1/q))) q <= delta, for s^2 = loss log(1/delta) and log(1/q) = times log(1/delta)."""
    return share(2 * math.sqrt(loss * times) * log - times * log, -log)


# ---- Proposición 4.3.1: the two cases meet


def _cases(alpha: float, delta: float, apart: float, printed: bool = False, threshold: float = 0.0) -> float:
    """Return what is left of the bound of each case, in logarithms; e^zeta q is e^apart times the border between them."""
    log = math.log(delta)
    border = threshold * log if threshold else alpha / (alpha - 1) * log
    size = border + apart
    first = apart > 0 or printed
    return share((1 - 1 / alpha) * size, size - log / (alpha - 1) if first else log)


STEPS = (
    Repair(
        "2.3.3-zero",
        "the l1 distance is at most min(2, e^zeta - 1), and that at most 2 zeta: two points, zeta from 0 to 20",
        _distances,
        lambda zeta, part: min(share(_distance(zeta, part), _bound(zeta)), share(_bound(zeta), 2 * zeta)),
        {
            "half of it bounds the distance": lambda zeta, part: share(_distance(zeta, part), _bound(zeta) / 2),
            "e^zeta - 1 is at most 2 zeta": lambda zeta, part: share(math.expm1(zeta), 2 * zeta),
            "2 is at most 2 zeta": lambda zeta, part: share(2.0, 2 * zeta),
        },
    ),
    Repair(
        "2.3.3-substitution",
        "x^(beta + 1) y^-beta + x^-beta y^(beta + 1) <= (1 + (beta zeta)^2)(x + y) + beta zeta |x - y| for |log(x/y)| <= zeta and beta <= 1/zeta, "
        "whichever of x and y is the greater",
        _masses,
        _powers,
        {
            "x - y for its absolute value": lambda x, y, more, part: _powers(x, y, more, part, signed=True),
            "beta up to 4/zeta": lambda x, y, more, part: _powers(x, y, more, part, times=4.0),
        },
    ),
    Repair(
        "3.3.1-minimum",
        "what is at most e^eps y + delta and at most 1 is at most min(e^eps y, 1) + delta, ends of all ranges included",
        lambda: grid(eps=(0.0, 0.1, 1.0, 5.0), y=(0.0, 0.01, 0.5, 1.0), delta=(0.0, 0.01, 0.5, 1.0)),
        lambda eps, y, delta: share(_cut(eps, y, delta), min(math.exp(eps) * y, 1.0) + delta),
        {
            "e^eps y + delta <= min(e^eps y + delta, 1)": lambda eps, y, delta: share(
                math.exp(eps) * y + delta, _cut(eps, y, delta)
            ),
            "min(y, 1) + delta": lambda eps, y, delta: share(_cut(eps, y, delta), min(y, 1.0) + delta),
        },
    ),
    Repair(
        "4.2.1-exponent",
        "from alpha n zeta^2/2 the exponent is zeta sqrt(2 n log(1/q)) - n zeta^2/2 where alpha >= 1, at most the printed bound, which is at "
        "least log(1/q) elsewhere; q = 1 included",
        _events,
        _event,
        {
            "the printed start": lambda s, ratio: share(
                3 * s**2 * math.sqrt(ratio) - 2 * s**2, 2 * s**2 * math.sqrt(ratio)
            ),
            "half of the bound": lambda s, ratio: _event(s, ratio, 1.0),
        },
    ),
    Repair(
        "4.2.1-delta",
        "exp(2 zeta sqrt(n log(1/q))) q <= delta where log(1/delta) >= n zeta^2 and log(1/q) >= 8 log(1/delta), zeta = 0 included",
        lambda: grid(log=(1e-3, 1.0, 10.0, 1e3), loss=(0.0, 0.5, 1.0), times=(8.0, 9.0, 1e3)),
        _rare,
        {
            "from 5 log(1/delta) on": lambda log, loss, times: _rare(log, loss, times * 5 / 8),
            "without log(1/delta) >= n zeta^2": lambda log, loss, times: _rare(log, 10 * loss, times),
        },
    ),
    Repair(
        "4.3.1-reversed",
        "(e^zeta q)^(1 - 1/alpha) is at most e^zeta q delta^(-1/(alpha - 1)) above delta^(alpha/(alpha - 1)) and at most delta below, alpha from "
        "1.001 to 10000",
        lambda: grid(
            alpha=(1.001, 1.5, 2.0, 10.0, 1e4), delta=(1e-10, 0.1, 0.999), apart=(-50.0, -1e-3, 0.0, 1e-3, 50.0)
        ),
        _cases,
        {
            "the first bound in both cases": lambda alpha, delta, apart: _cases(alpha, delta, apart, printed=True),
            "the border at delta": lambda alpha, delta, apart: _cases(alpha, delta, apart, threshold=1.0),
        },
    ),
)
