"""What audits find: planted bugs by number of runs, and how often right mechanisms are accused.

Run `python benchmarks/audit.py` for a table, `--json` for one JSON object. Every audit is a cell of a sweep: a run that was
interrupted goes on where it was, and `--cluster tcp://...` spreads it over the workers of a dask scheduler.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from mechanisms.audit.directions import NAMES
from mechanisms.sweep.cells import grid
from mechanisms.sweep.run import run_sweep

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "mechanisms" / "audit"
CONFIDENCE = 0.99
# Runs of an audit, and how many audits with other seeds there are of each bug.
SIZES = {1_000: 20, 10_000: 20, 100_000: 5, 1_000_000: 1}
TRIALS, TRIAL_RUNS, BLOCK = 1000, 4000, 50


def planted(name: str) -> ModuleType:
    """Return a module of mechanisms to audit, which live beside the tests."""
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    if spec is None or spec.loader is None:
        raise ImportError(f"no module {name} in {FOLDER}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def case_of(kind: str, name: str) -> tuple[Any, Any, Any, tuple[str, ...]]:
    """Return a mechanism, two data sets, what is claimed, and where to look."""
    if kind == "BUGS":
        return (*planted("planted_bugs").BUGS[name], NAMES)
    case = planted("planted").RIGHT[name]
    return case.mechanism, case.datasets, case.claim, case.statistics


def audit(cell: Mapping[str, Any], rng: np.random.Generator) -> dict[str, Any]:
    """Audit one mechanism some times; return accusations, the last lower bound, and processor seconds for each audit."""
    from mechanisms.audit.run import audit_mechanism

    mechanism, datasets, claim, statistics = case_of(cell["kind"], cell["name"])
    options = {"runs": cell["runs"], "confidence": cell["confidence"], "statistics": statistics, "batched": True}
    start = time.process_time()
    found = [audit_mechanism(mechanism, datasets, claim, source, **options) for source in rng.spawn(cell["audits"])]
    return {
        "accused": sum(one.contradicted for one in found),
        "lower": found[-1].lower,
        "claimed": claim.claimed,
        "parameter": claim.parameter,
        "event": found[-1].event,
        "seconds": (time.process_time() - start) / len(found),
    }


def cells() -> Iterator[dict[str, Any]]:
    """Yield every audit: bugs at all sizes, right mechanisms in blocks of trials at two confidences."""
    for runs, audits in SIZES.items():
        yield from grid(
            kind=["BUGS"],
            name=planted("planted_bugs").BUGS,
            runs=[runs],
            audits=[audits],
            confidence=[CONFIDENCE],
            block=[0],
        )
    yield from grid(
        kind=["RIGHT"],
        name=planted("planted").RIGHT,
        runs=[TRIAL_RUNS],
        audits=[BLOCK],
        confidence=[CONFIDENCE, 0.5],
        block=range(TRIALS // BLOCK),
    )


def measure(path: Path, jobs: int | None, cluster: str | None) -> dict[str, Any]:
    """Return every figure."""
    bugs: dict[str, Any] = {}
    right: dict[str, Any] = {}
    for record in run_sweep(
        audit, cells(), path, jobs=jobs, cluster=cluster, depends=[planted("planted"), planted("planted_bugs")]
    ):
        cell, result = record.cell, record.result
        if cell["kind"] == "BUGS":
            row = bugs.setdefault(cell["name"], {"found": {}})
            row["found"][cell["runs"]] = f"{result['accused']}/{cell['audits']}"
            row |= {name: result[name] for name in ("parameter", "claimed", "lower", "seconds", "event")}
        else:
            row = right.setdefault(cell["name"], {"trials": TRIALS})
            at = f"accused at {cell['confidence']:g}"
            row[at] = row.get(at, 0) + result["accused"]
    return {"planted bugs": bugs, "right mechanisms": right}


def show(figures: dict[str, Any]) -> None:
    """Print the figures as two tables."""
    print(f"{'planted bug':<34}{'found / audits by runs':>42}{'claimed':>10}{'lower':>9}{'seconds':>9}")
    for name, row in figures["planted bugs"].items():
        found = "  ".join(f"{runs:.0e}: {share}".replace("e+0", "e") for runs, share in row["found"].items())
        claimed = f"{row['parameter'].split()[0]} {row['claimed']:g}"
        print(f"{name:<34}{found:>42}{claimed:>10}{row['lower']:>9.3f}{row['seconds']:>9.1f}")
    print("\n(lower bound and seconds: of the largest audit)\n")
    print(f"{'right mechanism':<34}{'trials':>8}{'accused at 99 %':>18}{'accused at 50 %':>18}")
    for name, row in figures["right mechanisms"].items():
        print(f"{name:<34}{row['trials']:>8}{row['accused at 0.99']:>18}{row['accused at 0.5']:>18}")


def main() -> None:
    """Run what is missing and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    parser.add_argument("--out", type=Path, help="results file to go on with; a temporary one if left out")
    parser.add_argument("--jobs", type=int, help="processes on this machine; one for each core if left out")
    parser.add_argument("--cluster", metavar="tcp://...", help="address of a dask scheduler")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = options.out or Path(folder) / "audit.jsonl"
        figures = measure(path, options.jobs, options.cluster)
    if options.json:
        print(json.dumps(figures))
    else:
        show(figures)


if __name__ == "__main__":
    main()
