"""Our derivations beside plain SymPy's, family by family, and both against Arb.

Run `python benchmarks/derive.py` for a table, `--json` for one JSON object, `--limit` for the seconds that SymPy gets a family
(60 by default), `--families` to name some. For each family: the time of one core to derive the Rényi divergence, cold; the time of SymPy's own
integration of the definition, or that it gave up; and the agreement of both with 30-digit enclosures of the definition at rational
points.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import statistics
import time
from itertools import islice
from typing import Any

from sympy import Integral, Ne, Sum, oo

from dpsym.derive import attempt
from dpsym.distributions import RR
from dpsym.divergences import KL, Divergence, HockeyStick, Renyi
from dpsym.enclose import enclose
from dpsym.errors import DpsymError
from dpsym.families import FAMILIES, Family
from dpsym.parameters import eps

POINTS = 20


def cold(head: Divergence) -> float:
    """Return the seconds of one core that a derivation takes when it is asked for the first time."""
    start = time.process_time()
    attempt(head)
    return time.process_time() - start


def by_sympy(head: Divergence, limit: float) -> tuple[Any, float]:
    """Return SymPy's own result, or None where it fails or runs out of time, and the seconds it took."""
    definition = head.definition()
    if definition == head:  # no single integral or sum that SymPy could be asked for
        return None, 0.0
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    worker = context.Process(target=lambda: sender.send(definition.doit()), daemon=True)
    start = time.perf_counter()
    worker.start()
    sender.close()
    try:
        value = receiver.recv() if receiver.poll(limit) else None
    except EOFError:
        value = None
    seconds = time.perf_counter() - start
    worker.kill()
    worker.join()
    closed = value is not None and not value.has(Integral, Sum, Renyi)
    return (value if closed else None), seconds


def agreement(value: Any, head: Divergence, family: Family) -> str:
    """Return at how many of the points the value is what the definition encloses."""
    if value is None:
        return ""
    derivation = attempt(head)
    excluded = [condition for condition in derivation.conditions if isinstance(condition, Ne)] if derivation else []
    good = tried = 0
    for point in islice(family.points(head.free_symbols), 3 * POINTS):
        if any(condition.subs(point) == False for condition in excluded) or tried == POINTS:  # noqa: E712
            continue
        try:
            defined = enclose(head.subs(point), digits=30)
        except DpsymError:
            continue
        tried += 1
        here = value.subs(point)
        try:
            good += here is oo if not defined.value.is_finite() else enclose(here, digits=30).overlaps(defined)
        except DpsymError:
            continue
    return f"{good}/{tried}"


def measure(families: list[Family], limit: float) -> list[dict[str, Any]]:
    """Return a record a family."""
    attempt(KL(*RR(1).neighbours()))  # what is imported on first use is not part of a derivation
    records = []
    for family in families:
        head = Renyi(family.order, family.first, family.second)
        ours = cold(head)
        derivation = attempt(head)
        profile = cold(HockeyStick(eps, family.first, family.second))
        closes = attempt(HockeyStick(eps, family.first, family.second)) is not None
        theirs, seconds = by_sympy(head, limit)
        records.append(
            {
                "family": family.name,
                "ours ms": 1000 * ours,
                "closed": derivation is not None,
                "ours agrees": agreement(derivation.value if derivation else None, head, family),
                "profile ms": 1000 * profile if closes else None,
                "sympy s": seconds,
                "sympy closed": theirs is not None,
                "sympy agrees": agreement(theirs, head, family),
            }
        )
    return records


def main() -> None:
    """Print the table or the JSON object."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--limit", type=float, default=60.0)
    parser.add_argument("--families", nargs="*")
    options = parser.parse_args()
    records = measure(
        [each for each in FAMILIES if not options.families or each.name in options.families], options.limit
    )
    times = [record["ours ms"] for record in records if record["closed"]]
    total = {
        "closed": len(times),
        "families": len(records),
        "median ms": statistics.median(times),
        "greatest ms": max(times),
        "sympy closed": sum(record["sympy closed"] for record in records),
    }
    if options.json:
        print(json.dumps({"families": records, **total}))
        return
    print(f"{'family':40} {'ours':>9} {'agrees':>7} {'profile':>9} {'SymPy':>9} {'agrees':>7}")
    for record in records:
        ours = f"{record['ours ms']:.0f} ms" if record["closed"] else "-"
        profile = "-" if record["profile ms"] is None else f"{record['profile ms']:.0f} ms"
        theirs = f"{record['sympy s']:.1f} s" if record["sympy closed"] else f"> {record['sympy s']:.0f} s"
        print(
            f"{record['family']:40} {ours:>9} {record['ours agrees']:>7} {profile:>9} {theirs:>9} {record['sympy agrees']:>7}"
        )
    print(", ".join(f"{name} {value:.3g}" for name, value in total.items()))


if __name__ == "__main__":
    main()
