"""Our forms beside those of the literature: what each costs a reader, and what finding it costs as a multiple of `import sympy`.

Run `python benchmarks/forms.py` for tables, `--json` for one JSON object, `--cells` for every family and quantity that closes: the
processor time of derivation and of its short form, and the cost before and after. A literature form is the shortest that we know in
print, typed by hand (a source without a number: from memory of the formula, not of the page); each is compared with ours in balls at
rational points, so that a slip in the typing is no gain.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from sympy import (
    Abs,
    Expr,
    Max,
    Piecewise,
    Rational,
    Symbol,
    cosh,
    exp,
    gamma,
    log,
    polygamma,
    sinh,
    sqrt,
    symbols,
    tanh,
)

from dpsym import distributions as d
from dpsym import divergences as q
from dpsym.derive import attempt
from dpsym.derive.form import cost, short
from dpsym.enclose import enclose
from dpsym.special import Phi, erfcinv
from dpsym.symbols import alpha, b, delta, eps, mu1, mu2, p, sigma, sigma1, sigma2, t, zeta

r, s, m1, m2, k1, k2, r1, r2 = symbols("r s m1 m2 k1 k2 r1 r2", positive=True)
k = Symbol("k", integer=True, positive=True)
_SHARE = Symbol("q", positive=True)
_PLACES = (Rational(13, 10), Rational(7, 10), Rational(3, 5), Rational(9, 4), Rational(17, 8), Rational(11, 7))
_L, _G, _RR = d.Laplace(b).neighbours(), d.Gaussian(sigma).neighbours(), d.RR(eps).neighbours()
_STEP = d.DiscreteLaplace(0, b), d.DiscreteLaplace(1, b)
_KARY = d.KaryResponse(zeta, k, 1), d.KaryResponse(zeta, k, 0)
_BITS = d.Bernoulli(p), d.Bernoulli(_SHARE)
_TWO = d.Gaussian(mu1, sigma1), d.Gaussian(mu2, sigma2)
_SKEW = d.AsymmetricLaplace(0, r1, r2), d.AsymmetricLaplace(t, r1, r2)
_CUT = exp(zeta) + k - 1

LITERATURE: tuple[tuple[q.Divergence, Expr, str], ...] = (
    (
        q.Renyi(alpha, *_L),
        log((alpha * exp((alpha - 1) / b) + (alpha - 1) * exp(-alpha / b)) / (2 * alpha - 1)) / (alpha - 1),
        "Mironov 2017, Proposition 6",
    ),
    (q.KL(*_L), 1 / b + exp(-1 / b) - 1, "Mironov 2017"),
    (q.MaxDivergence(*_L), 1 / b, "Dwork and Roth 2014, Theorem 3.6"),
    (q.HockeyStick(eps, *_L), Max(0, 1 - exp((eps - 1 / b) / 2)), "Balle, Barthe and Gaboardi 2018"),
    (q.TotalVariation(*_L), 1 - exp(-1 / (2 * b)), "the same at eps = 0"),
    (q.ChiSquaredDivergence(*_L), (2 * exp(1 / b) + exp(-2 / b)) / 3 - 1, "Mironov 2017, at order 2"),
    (
        q.TradeOff(t, *_L),
        Piecewise(
            (1 - t * exp(1 / b), t < exp(-1 / b) / 2),
            (exp(-1 / b) / (4 * t), t < Rational(1, 2)),
            ((1 - t) * exp(-1 / b), True),
        ),
        "Dong, Roth and Su 2022",
    ),
    (q.Renyi(alpha, *_G), alpha / (2 * sigma**2), "Mironov 2017, Proposition 7"),
    (q.KL(*_G), 1 / (2 * sigma**2), "Bun and Steinke 2016"),
    (
        q.HockeyStick(eps, *_G),
        Phi(1 / (2 * sigma) - eps * sigma) - exp(eps) * Phi(-1 / (2 * sigma) - eps * sigma),
        "Balle and Wang 2018, Theorem 8",
    ),
    (q.TotalVariation(*_G), 2 * Phi(1 / (2 * sigma)) - 1, "the same at eps = 0"),
    (q.TradeOff(t, *_G), Phi(sqrt(2) * erfcinv(2 * t) - 1 / sigma), "Dong, Roth and Su 2022, Definition 2.6"),
    (q.ChiSquaredDivergence(*_G), exp(1 / sigma**2) - 1, "textbook"),
    (q.SquaredHellinger(*_G), 1 - exp(-1 / (8 * sigma**2)), "textbook"),
    (q.LossTail(eps, *_G), Phi(1 / (2 * sigma) - eps * sigma), "Balle and Wang 2018"),
    (
        q.Renyi(alpha, *_RR),
        log((exp(alpha * eps) + exp((1 - alpha) * eps)) / (1 + exp(eps))) / (alpha - 1),
        "Steinke 2024, Theorem 4",
    ),
    (q.KL(*_RR), eps * tanh(eps / 2), "Steinke 2024, Theorem 5"),
    (q.TotalVariation(*_RR), tanh(eps / 2), "Kairouz, Oh and Viswanath 2015"),
    (
        q.HockeyStick(zeta, *_RR),
        Max(0, exp(eps) - exp(zeta)) / (1 + exp(eps)),
        "Kairouz, Oh and Viswanath 2015, at k = 1",
    ),
    (
        q.InverseProfile(delta, *_RR),
        Piecewise((log(exp(eps) - delta * (1 + exp(eps))), delta < tanh(eps / 2)), (0, True)),
        "its inverse",
    ),
    (q.TradeOff(t, *_RR), Max(1 - t * exp(eps), (1 - t) * exp(-eps)), "Dong, Roth and Su 2022"),
    (q.ChiSquaredDivergence(*_RR), 2 * cosh(eps) - 2, "textbook"),
    (q.SquaredHellinger(*_RR), 1 - 1 / cosh(eps / 2), "textbook"),
    (q.LossCumulant(2, *_RR), eps**2 / cosh(eps / 2) ** 2, "textbook"),
    (q.KL(*_STEP), tanh(1 / (2 * b)) / b, "RR(1/b)"),
    (q.TotalVariation(*_STEP), tanh(1 / (2 * b)), "RR(1/b)"),
    (q.HockeyStick(eps, *_STEP), Max(0, exp(1 / b) - exp(eps)) / (1 + exp(1 / b)), "RR(1/b)"),
    (q.Renyi(alpha, *_STEP), log((exp(alpha / b) + exp((1 - alpha) / b)) / (1 + exp(1 / b))) / (alpha - 1), "RR(1/b)"),
    (
        q.Renyi(alpha, *_KARY),
        log((exp(alpha * zeta) + exp((1 - alpha) * zeta) + k - 2) / _CUT) / (alpha - 1),
        "Kairouz, Oh and Viswanath 2016",
    ),
    (q.KL(*_KARY), zeta * (exp(zeta) - 1) / _CUT, "Kairouz, Oh and Viswanath 2016"),
    (q.TotalVariation(*_KARY), (exp(zeta) - 1) / _CUT, "Kairouz, Oh and Viswanath 2016"),
    (q.SquaredHellinger(*_KARY), (exp(zeta / 2) - 1) ** 2 / _CUT, "textbook"),
    (q.KL(*_BITS), p * log(p / _SHARE) + (1 - p) * log((1 - p) / (1 - _SHARE)), "textbook"),
    (
        q.Renyi(alpha, *_BITS),
        log(p**alpha * _SHARE ** (1 - alpha) + (1 - p) ** alpha * (1 - _SHARE) ** (1 - alpha)) / (alpha - 1),
        "van Erven and Harremoës 2014",
    ),
    (q.TotalVariation(*_BITS), Abs(p - _SHARE), "textbook"),
    (q.ChiSquaredDivergence(*_BITS), (p - _SHARE) ** 2 / (_SHARE * (1 - _SHARE)), "textbook"),
    (
        q.KL(*_TWO),
        log(sigma2 / sigma1) + (sigma1**2 + (mu1 - mu2) ** 2) / (2 * sigma2**2) - Rational(1, 2),
        "Gil, Alajaji and Linder 2013",
    ),
    (
        q.SquaredHellinger(*_TWO),
        1
        - sqrt(2 * sigma1 * sigma2 / (sigma1**2 + sigma2**2))
        * exp(-((mu1 - mu2) ** 2) / (4 * (sigma1**2 + sigma2**2))),
        "textbook",
    ),
    (q.KL(*_SKEW), (t - r2 * (1 - exp(-t / r2))) / r1, "by hand"),
    (q.HockeyStick(eps, *_SKEW), Max(0, 1 - exp((eps * r1 - t) / (r1 + r2))), "by hand"),
    (q.TotalVariation(*_SKEW), 1 - exp(-t / (r1 + r2)), "by hand"),
    (q.KL(d.Exponential(r1), d.Exponential(r2)), log(r2 / r1) + r1 / r2 - 1, "Gil, Alajaji and Linder 2013, by scales"),
    (q.KL(d.Pareto(m1, k1), d.Pareto(m1, k2)), log(k1 / k2) + k2 / k1 - 1, "Gil, Alajaji and Linder 2013"),
    (q.KL(d.Poisson(m1), d.Poisson(m2)), m1 * log(m1 / m2) + m2 - m1, "textbook"),
    (
        q.Renyi(alpha, d.Poisson(m1), d.Poisson(m2)),
        m2 + (m1**alpha * m2 ** (1 - alpha) - alpha * m1) / (alpha - 1),
        "Gil 2011",
    ),
    (q.SquaredHellinger(d.Poisson(m1), d.Poisson(m2)), 1 - exp(-((sqrt(m1) - sqrt(m2)) ** 2) / 2), "textbook"),
    (
        q.KL(d.Geometric(p), d.Geometric(_SHARE)),
        log(p / _SHARE) + (1 - p) / p * log((1 - p) / (1 - _SHARE)),
        "textbook",
    ),
    (
        q.KL(d.Rayleigh(sigma1), d.Rayleigh(sigma2)),
        2 * log(sigma2 / sigma1) + sigma1**2 / sigma2**2 - 1,
        "Gil, Alajaji and Linder 2013",
    ),
    (q.LossCumulant(2, d.ChiSquared(k1), d.ChiSquared(k2)), (k1 - k2) ** 2 * polygamma(1, k1 / 2) / 4, "textbook"),
    (
        q.ChiSquaredDivergence(d.ChiSquared(k1), d.ChiSquared(k2)),
        gamma(k2 / 2) * gamma(k1 - k2 / 2) / gamma(k1 / 2) ** 2 - 1,
        "by hand",
    ),
    (
        q.Renyi(alpha, d.Logistic(0, b), d.Logistic(t, b)),
        log(sinh((2 * alpha - 1) * t / (2 * b)) / ((2 * alpha - 1) * sinh(t / (2 * b)))) / (alpha - 1),
        "by hand",
    ),
)
"""A divergence, its shortest form that we know in print, and where."""


def points(symbols_: set[Symbol]) -> Iterator[dict[Symbol, Any]]:
    """Yield rational values; probabilities stay below 1, counts are whole."""
    ordered = sorted(symbols_, key=str)
    for turn in range(3):
        values = {each: _PLACES[(turn + place) % len(_PLACES)] for place, each in enumerate(ordered)}
        for each in ordered:
            if each in (p, _SHARE, t, delta):
                values[each] /= 5
            if each.is_integer:
                values[each] = 3 + turn
            if each == alpha:
                values[each] += 1
        yield values


def same(one: Expr, other: Expr) -> bool:
    """Return whether two forms agree in balls at each point where both have a number."""
    compared = 0
    for point in points(one.free_symbols | other.free_symbols):
        compared += 1
        if not enclose(one.xreplace(point), digits=25).overlaps(enclose(other.xreplace(point), digits=25)):
            return False
    return compared > 0


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Return the processor time of some work, and what it returns."""
    start = time.process_time()
    found = work()
    return time.process_time() - start, found


def unit() -> float:
    """Return the processor time of `import sympy` in a process of its own, the least of three."""
    text = "import time; s = time.process_time(); import sympy; print(time.process_time() - s)"
    return min(
        float(subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True).stdout)
        for _ in range(3)
    )


def forms() -> list[dict[str, Any]]:
    """Return a record a form of the literature."""
    records = []
    for head, printed, source in LITERATURE:
        derivation = attempt(head)
        if derivation is None:
            records.append({"head": str(head), "source": source, "closed": False})
            continue
        ours = derivation.simplified
        lengths = {"derived": cost(derivation.expression), "ours": cost(ours), "printed": cost(printed)}
        records.append(
            {
                "head": str(head),
                "source": source,
                "closed": True,
                "same": same(ours, printed),
                **lengths,
                "form": str(ours),
                "ratio": lengths["ours"] / lengths["printed"],
            }
        )
    return records


def cells() -> dict[str, Any]:
    """Return the times and costs over all families and quantities that close, times in units of `import sympy`."""
    from theorems.coverage import FAMILIES, QUANTITIES  # the registry is not needed for the table above

    base, derived, shown, before, after = unit(), [], [], 0, 0
    for family in FAMILIES:
        for make in QUANTITIES.values():
            head = make(family)
            seconds, derivation = timed(lambda head=head: attempt(head))
            if derivation is None:
                continue
            more, form = timed(lambda given=derivation: short(given.expression))
            derived.append(seconds / base)
            shown.append(more / base)
            before, after = before + cost(derivation.expression), after + cost(form)
    return {
        "import sympy ms": 1000 * base,
        "cells": len(derived),
        "derive median": statistics.median(derived),
        "derive greatest": max(derived),
        "form median": statistics.median(shown),
        "form greatest": max(shown),
        "cost derived": before,
        "cost shown": after,
    }


def main() -> None:
    """Print the tables or the JSON object."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--cells", action="store_true")
    options = parser.parse_args()
    records = forms()
    ratios = [record["ratio"] for record in records if record["closed"]]
    total = {
        "forms": len(ratios),
        "same value": sum(record.get("same", False) for record in records),
        "median ratio": statistics.median(ratios),
        "greatest ratio": max(ratios),
        "longer": sum(ratio > 1 for ratio in ratios),
    }
    more = cells() if options.cells else {}
    if options.json:
        print(json.dumps({"forms": records, **total, **more}))
        return
    print(f"{'derived':>8} {'ours':>5} {'printed':>8} {'ratio':>6}  same  form")
    for record in records:
        if not record["closed"]:
            print(f"{'-':>8} {'-':>5} {'-':>8} {'-':>6}  -     {record['head']}")
            continue
        print(
            f"{record['derived']:>8} {record['ours']:>5} {record['printed']:>8} {record['ratio']:>6.2f}  "
            f"{'yes' if record['same'] else 'NO':4}  {record['form'][:90]}   [{record['source']}]"
        )
    print(", ".join(f"{name} {value:.3g}" for name, value in {**total, **more}.items()))


if __name__ == "__main__":
    main()
