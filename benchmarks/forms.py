"""Our forms beside those of the literature: what each costs a reader, and what finding it costs as a multiple of `import sympy`.

Run `python benchmarks/forms.py` for tables, `--json` for one JSON object, `--cells` for every family and quantity that closes: the
processor time of derivation and of its short form, and the cost before and after. A literature form is the shortest that we know in
print (`forms.toml`); each is compared with ours in balls at rational points, so that a slip in the typing is no gain.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from sympy import Expr, Piecewise, Rational, Symbol, oo
from sympy.logic.boolalg import Boolean

from dpsym.derive import attempt
from dpsym.derive.form import cost, short
from dpsym.divergences import Divergence
from dpsym.enclose import enclose
from dpsym.parse import parse
from dpsym.symbols import alpha, delta, p, q, t

_PLACES = (Rational(13, 10), Rational(7, 10), Rational(3, 5), Rational(9, 4), Rational(17, 8), Rational(11, 7))
_BELOW_ONE = {p, q, t, delta}
_TURNS, _COMPARED = 18, 3


def literature() -> Iterator[tuple[Divergence, Expr, str]]:
    """Yield a divergence, its shortest form that we know in print, and where, from `forms.toml`."""
    for row in tomllib.loads(Path(__file__).with_name("forms.toml").read_text(encoding="utf-8"))["form"]:
        cases = [(parse(value), *map(parse, when)) for value, *when in row.get("cases", ())]
        form = (
            Piecewise(*((value, when[0] if when else True) for value, *when in cases)) if cases else parse(row["form"])
        )
        yield parse(row["head"]), form, row["source"]


def points(symbols_: set[Symbol]) -> Iterator[dict[Symbol, Any]]:
    """Yield rational values; probabilities stay below 1, counts are whole."""
    ordered = sorted(symbols_, key=str)
    for turn in range(_TURNS):
        values = {each: _PLACES[(turn * (place + 1) + place) % len(_PLACES)] for place, each in enumerate(ordered)}
        for each in ordered:
            if each in _BELOW_ONE:
                values[each] /= 5
            if each.is_integer:
                values[each] = 3 + turn
            if each == alpha:
                values[each] = 1 + values[each] / (1 + turn)
        yield values


def same(one: Expr, other: Expr, conditions: Iterable[Boolean]) -> bool:
    """Return whether two forms agree in balls at the first points where the derivation's conditions hold; there are such points."""
    symbols_ = one.free_symbols | other.free_symbols
    held = (point for point in points(symbols_) if all(each.subs(point) == True for each in conditions))  # noqa: E712
    compared = 0
    for point in islice(held, _COMPARED):
        values = [each.xreplace(point) for each in (one, other)]
        if oo not in values and not enclose(values[0], digits=25).overlaps(enclose(values[1], digits=25)):
            return False
        if (values[0] == oo) != (values[1] == oo):
            return False
        compared += 1
    return compared == _COMPARED


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
    for head, printed, source in literature():
        derivation = attempt(head)
        if derivation is None:
            records.append({"head": str(head), "source": source, "closed": False})
            continue
        seconds, ours = timed(lambda given=derivation: given.simplified)
        lengths = {"derived": cost(derivation.expression), "ours": cost(ours), "printed": cost(printed)}
        records.append(
            {
                "head": str(head),
                "source": source,
                "closed": True,
                "same": same(ours, printed, derivation.conditions),
                "milliseconds": 1000 * seconds,
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
        "median ms": statistics.median(record["milliseconds"] for record in records if record["closed"]),
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
