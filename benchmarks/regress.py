"""How fast claims are held against certified values: many Gaussian and Laplace rows, and a subsampled Gaussian row.

Run `python benchmarks/regress.py` for a table, `--json` for one JSON object, `--rows` for another number of rows, `--million` for a
million. The claims are made from floats: two thirds right to all digits, one sixth 3 % below the truth, one sixth 5 % above. The rows go
through the file, as `dpsym regress` reads it, with its processes started and the results written. The memory told is the greatest at any
time until a tenth, a half and all of the rows were judged, where the system tells it: it must not grow with their number.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import os
import random
import resource
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from theorems.regress import Claim, judge
from theorems.regress.decimals import of_float
from theorems.regress.running import regress

ROWS, MILLION, FEW, JOBS, SEED = 100_000, 1_000_000, 5_000, 2, 1
SHARES = (0.1, 0.5, 1.0)
COUNTS = (1, 1, 10, 100, 1000)
FACTORS = (1.0, 1.0, 1.0, 1.0, 0.97, 1.05)
SAMPLED = (
    ("Gaussian(sigma=1).subsample(0.01).compose(10000)", "6.18771238995"),
    ("Gaussian(sigma=1.1).subsample(0.004).compose(10000)", "2"),
    ("Gaussian(sigma=0.7).subsample(0.001).compose(1e6)", "30"),
    ("Gaussian(sigma=2).subsample(0.1).compose(300)", "4"),
)


def gaussian_delta(eps: float, mu: float) -> float:
    """Return delta of Gaussian noise in floats."""
    root = math.sqrt(2)
    far = math.exp(eps) * math.erfc((mu / 2 + eps / mu) / root) if eps < 700 else 0.0
    return (math.erfc((eps / mu - mu / 2) / root) - far) / 2


def gaussian_eps(delta: float, mu: float) -> float:
    """Return eps of Gaussian noise in floats, by bisection."""
    low, high = 0.0, mu * mu + 12 * mu
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if gaussian_delta(middle, mu) > delta else (low, middle)
    return high


def write(path: Path, rows: int) -> None:
    """Write a file of claims, half of them Gaussian and half Laplace, no two alike."""
    draw = random.Random(SEED)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(("mechanism", "quantity", "delta", "value"))
        for row in range(rows):
            scale, delta, count = draw.uniform(0.5, 50), 10 ** -draw.uniform(3, 8), draw.choice(COUNTS)
            factor = draw.choice(FACTORS)
            if row % 2:
                value = max(0.0, 1 / scale + 2 * math.log1p(-delta))
                writer.writerow((f"Laplace({scale!r})", "epsilon", repr(delta), of_float(value * factor)))
            else:
                value = gaussian_eps(delta, math.sqrt(count) / scale)
                writer.writerow(
                    (f"Gaussian(sigma={scale!r}).compose({count})", "epsilon", repr(delta), of_float(value * factor))
                )


def memory() -> tuple[float, float]:
    """Return the greatest memory until now in MiB: of this process, and of the greatest of those that it started."""
    here = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    peaks = [0.0]
    for task in Path("/proc/self/task").glob("*/children"):
        for child in task.read_text().split():
            lines = Path(f"/proc/{child}/status").read_text().splitlines()
            peaks += [int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM:")]
    return here, max(peaks)


def measured(rows: int, jobs: int) -> dict[str, Any]:
    """Return how long a file of claims takes, what was found, and the memory on the way."""
    marks = {max(int(share * rows), 1) for share in SHARES}
    counts: Counter[str] = Counter()
    peaks = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "claims.csv"
        write(path, rows)
        start, before = time.perf_counter(), sum(os.times()[:4])
        for done, row in enumerate(regress(path, jobs=jobs, out=Path(folder) / "results.jsonl"), 1):
            counts[row["verdict"]] += 1
            if done in marks:
                peaks.append({"rows": done, **dict(zip(("MiB here", "MiB of a process"), memory(), strict=True))})
        seconds = time.perf_counter() - start
    return {
        "rows": rows,
        "jobs": jobs,
        "seconds": seconds,
        "rows a minute": 60 * rows / seconds,
        "processor seconds": sum(os.times()[:4]) - before,
        "memory": peaks,
        "verdicts": dict(counts),
    }


def processor(rows: int) -> float:
    """Return the milliseconds of processor time that a row takes, from the file to the record, in one process."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "claims.csv"
        write(path, rows)
        start = time.process_time()
        done = sum(1 for _ in regress(path))
        return (time.process_time() - start) / done * 1000


def sampled() -> list[dict[str, Any]]:
    """Return what one subsampled Gaussian row takes of the processor: the claim is compared, and the bracket found."""
    found = []
    for mechanism, value in SAMPLED:
        start = time.process_time()
        verdict = judge(Claim(mechanism, "epsilon", (("delta", "1e-5"),), value))
        found.append(
            {
                "mechanism": mechanism,
                "claimed": value,
                "verdict": verdict.kind.value,
                "truth": str(verdict.reference),
                "processor seconds": time.process_time() - start,
            }
        )
    return found


def main() -> None:
    """Measure, and write a table or JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--rows", type=int, default=ROWS, help="rows of the file")
    parser.add_argument("--million", dest="rows", action="store_const", const=MILLION, help="a million rows")
    parser.add_argument("--jobs", type=int, default=JOBS, help="processes")
    asked = parser.parse_args()
    found: dict[str, Any] = {
        "processor milliseconds a row": processor(min(asked.rows, FEW)),
        "file": measured(asked.rows, asked.jobs),
        "sampled": sampled(),
    }
    if asked.json:
        print(json.dumps(found, indent=1))
        return
    whole = found["file"]
    print(f"{whole['rows']} Gaussian and Laplace rows, {whole['jobs']} processes: {whole['seconds']:.1f} s", end="")
    print(
        f" ({whole['rows a minute']:.0f} a minute, {whole['processor seconds']:.0f} s of processor time): {whole['verdicts']}"
    )
    for peak in whole["memory"]:
        print(
            f"{peak['rows']:8} rows: at most {peak['MiB here']:.0f} MiB here, {peak['MiB of a process']:.0f} in a process"
        )
    print(f"{found['processor milliseconds a row']:.2f} ms of processor time a row")
    for row in found["sampled"]:
        print(
            f"{row['processor seconds']:7.2f} s  {row['mechanism']} = {row['claimed']}: {row['verdict']}, truth {row['truth']}"
        )


if __name__ == "__main__":
    main()
