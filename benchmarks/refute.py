"""How long counterexamples take to find, to certify and to simplify, and optimal finite mechanisms to be proved optimal.

Run `python benchmarks/refute.py` for a table, `--json` for one JSON object. Every statement is tried first in a process
that has not seen it ("first", with what SymPy does once) and then again ("least" of the other runs), both in seconds of
wall time; "cpu" is the least processor time of all runs, which other work on the machine does not touch. With
`--registry` every entry of the registry is tried too, which takes minutes: its verdict is compared with the committed
certificate.
"""

from __future__ import annotations

import argparse
import json
import runpy
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

from dpsym.refute import Refuted, refute
from mechanisms.finite.optimal import Optimum, optimal_mechanism, worst_case

CLAIMS = Path(__file__).parent.parent / "tests" / "dpsym" / "refute" / "claims.py"


def timed(work: Callable[[], object], repeats: int) -> tuple[dict[str, float], object]:
    """Return the times of the first and of some more runs, in seconds, and the last result."""
    times, processor, result = [], [], None
    for _ in range(1 + repeats):
        start, used = time.perf_counter(), time.process_time()
        result = work()
        times.append(time.perf_counter() - start)
        processor.append(time.process_time() - used)
    return {"first": times[0], "least": min(times[1:]), "cpu": min(processor)}, result


def statements(kind: str, repeats: int, seconds: float) -> list[dict]:
    """Return a row for each of the claims of one kind."""
    rows = []
    for name, (statement, domain, hypotheses) in runpy.run_path(str(CLAIMS))[kind].items():
        work = lambda s=statement, d=domain, h=hypotheses: refute(s, d, hypotheses=h, seconds=seconds)  # noqa: E731
        times, answer = timed(work, repeats)
        row = {"claim": name, **times, "points": answer.tried}
        if isinstance(answer, Refuted):
            witness = ", ".join(f"{variable} = {value}" for variable, value in answer.witness.items())
            row |= {"refuted": True, "by": answer.how, "witness": witness, "margin": str(answer.margin)}
        else:
            row |= {"refuted": False, "exhausted": answer.exhausted}
        rows.append(row)
    return rows


def programs(repeats: int) -> list[dict]:
    """Return a row for each of some linear programs over private mechanisms."""
    distance = lambda n: [[abs(x - y) for y in range(n)] for x in range(n)]  # noqa: E731
    error = lambda n: [[int(x != y) for y in range(n)] for x in range(n)]  # noqa: E731
    chain = lambda k, f: [[1, 0], *([[0, 0]] * (k - 1)), [-(f**k), 0]]  # noqa: E731
    tenth, tiny = Fraction(11, 10), Fraction(1, 10**6)
    cases: dict[str, Callable[[], Optimum]] = {}
    for n in (5, 8, 12):
        cases[f"count 0..{n - 1}, mean distance, uniform prior, e^eps = 2"] = lambda n=n: optimal_mechanism(
            distance(n), 2, prior=[Fraction(1, n)] * n
        )
        cases[f"count 0..{n - 1}, worst distance, e^eps = 1.1"] = lambda n=n: optimal_mechanism(distance(n), tenth)
        cases[f"{n} values, any two adjacent, worst error, e^eps = 3"] = lambda n=n: optimal_mechanism(
            error(n), 3, neighbours="all"
        )
        cases[f"chain of {n} neighbours, delta = 1e-6, e^eps = 2"] = lambda n=n: (
            worst_case(chain(n, 2), 2, tiny, neighbours="path").opposite
        )
    rows = []
    for name, work in cases.items():
        times, optimum = timed(work, repeats)
        rows.append({"program": name, **times, "proved optimal": optimum.is_exact, "value": str(abs(optimum.upper))})
    return rows


def registry_entries(seconds: float) -> list[dict]:
    """Return a row for each entry of the registry: whether it was refuted, and whether its certificate says so."""
    from theorems.registry import registry
    from theorems.status import Status

    rows = []
    entries = registry()
    for name, entry in entries.items():
        start = time.perf_counter()
        answer = refute(entry.statement, entry.domain, hypotheses=entry.hypotheses, seconds=seconds)
        rows.append(
            {
                "entry": name,
                "seconds": time.perf_counter() - start,
                "points": answer.tried,
                "refuted": isinstance(answer, Refuted),
                "certificate says refuted": entries.own_status(name) is Status.REFUTED,
            }
        )
    return rows


def printed(title: str, rows: list[dict]) -> None:
    """Print a table."""
    print(f"\n{title}")
    for row in rows:
        cells = [
            f"{name} {value:.3g}" if isinstance(value, float) else f"{name} {value}" for name, value in row.items()
        ]
        print("  " + "\n      ".join([cells[0].split(" ", 1)[1], ", ".join(cells[1:])]))


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    parser.add_argument("--repeats", type=int, default=2, help="runs after the first, of which the quickest counts")
    parser.add_argument("--seconds", type=float, default=5.0, help="when a search gives up")
    parser.add_argument("--registry", action="store_true", help="try every entry of the registry too")
    options = parser.parse_args()
    figures = {
        "false statements": statements("FALSE", options.repeats, options.seconds),
        "statements false by a shade": statements("NEARLY_TRUE", options.repeats, 5 * options.seconds),
        "true statements": statements("TRUE", 1, options.seconds),
        "linear programs": programs(options.repeats),
    }
    if options.registry:
        figures["registry"] = registry_entries(options.seconds)
    if options.json:
        print(json.dumps(figures))
        return
    for title, rows in figures.items():
        printed(title, rows)


if __name__ == "__main__":
    main()
