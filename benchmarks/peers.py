"""The peers' batteries: run and keep their reports, write the table of conventions, confirm each unsound row by a second road.

`python -m benchmarks.peers run NAME --python PATH` runs a battery and keeps its report beside the adapters, with `--new` only the cases
that the kept report of the same versions lacks; `record` writes from
the kept reports one right or sound row of each function, which the tests hold the translation of conventions against; `second`
computes the truth of every unsound row again at 50 digits from the definitions with mpmath, which shares no code with the certified
curves, and prints what does not agree: it should print nothing but the count. Random allocation is bounded by samples.
`reproduce NAME --python PATH` runs the scripts of unsound rows and compares what they print with the report.
"""

from __future__ import annotations

import argparse
import csv
import math
import re
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import mpmath as mp

from benchmarks.sampled_allocation import delta_at_most
from mechanisms.files import replaced, write
from theorems.peers.adapters import MODULES, adapter
from theorems.peers.base import Adapter, Case
from theorems.peers.battery import run_battery
from theorems.peers.report import REPORTS, Report, slim, stored, summary, to_json
from theorems.peers.runner import Limits
from theorems.peers.scripts import script
from theorems.peers.verdicts import OFF, RIGHT, SOUND, UNSOUND, Row

DIGITS = 50
CONVENTIONS = REPORTS.with_name("conventions.csv")
COLUMNS = ("peer", "version", "id", "value", "kind", "relative")
_CHAIN = re.compile(
    r"(\w+)\((?:sigma=|scale=)?([^),]*)(?:, bound=([^)]*))?\)(?:\.subsample\(([^)]*)\))?(?:\.compose\((\d+)\))?"
)
_ALLOCATED = re.compile(r"Gaussian\(sigma=([^)]*)\)\.allocate\((\d+), (\d+)\)")
_SAMPLES = 1 << 22
_NUMBER = re.compile(r"-?(?:\d+\.?\d*(?:e[+-]?\d+)?|inf)|nan")
_AGREE = mp.mpf(10) ** -8
Profile = Callable[[mp.mpf], mp.mpf]


def gaussian_profile(mu: mp.mpf) -> Profile:
    """Return delta(eps) of Gaussian noise of deviation 1/mu."""
    return lambda eps: mp.ncdf(mu / 2 - eps / mu) - mp.exp(eps) * mp.ncdf(-mu / 2 - eps / mu)


def sampled_profile(sigma: mp.mpf, rate: mp.mpf) -> Profile:
    """Return delta(eps), eps >= 0, of one run of the Poisson subsampled Gaussian: the removal, which is the worse direction."""

    def delta(eps: mp.mpf) -> mp.mpf:
        at = sigma**2 * mp.log(mp.expm1(eps) / rate + 1) + mp.mpf(1) / 2
        return rate * mp.ncdf((1 - at) / sigma) - (mp.expm1(eps) + rate) * mp.ncdf(-at / sigma)

    return delta


def laplace_profile(b: mp.mpf) -> Profile:
    """Return delta(eps) of Laplace noise, by the two laws' masses beyond the threshold of the loss."""

    def delta(eps: mp.mpf) -> mp.mpf:
        if eps >= 1 / b:
            return mp.mpf(0)
        at = (1 - b * eps) / 2  # the loss of x < at is above eps, where the other law sits at 1
        return 1 - mp.exp(-at / b) / 2 - mp.exp(eps) * mp.exp((at - 1) / b) / 2

    return delta


def response_profile(loss: mp.mpf, count: int) -> Profile:
    """Return delta(eps) of several randomized responses, by the number of false answers."""
    truth = 1 / (1 + mp.exp(-loss))

    def delta(eps: mp.mpf) -> mp.mpf:
        total = mp.mpf(0)
        for wrong in range(count + 1):
            value = (count - 2 * wrong) * loss
            if value <= eps:
                break
            total += (
                mp.binomial(count, wrong) * truth ** (count - wrong) * (1 - truth) ** wrong * (1 - mp.exp(eps - value))
            )
        return total

    return delta


def discrete_gaussian_profile(sigma: mp.mpf) -> Profile:
    """Return delta(eps) of discrete Gaussian noise, by its masses."""
    reach = int(mp.ceil(40 * sigma)) + 10
    masses = {n: mp.exp(-(mp.mpf(n) ** 2) / (2 * sigma**2)) for n in range(-reach, reach + 2)}
    whole = mp.fsum(masses.values())
    return lambda eps: (
        mp.fsum(max(masses[n] - mp.exp(eps) * masses[n + 1], 0) for n in range(-reach, reach + 1)) / whole
    )


def least(function: Callable[[mp.mpf], mp.mpf], goal: mp.mpf) -> mp.mpf:
    """Return where a decreasing function falls to a goal: 0 if it is not above it there."""
    low, high = mp.mpf(0), mp.mpf(1)
    if function(mp.mpf(10) ** -25) <= goal:
        return mp.mpf(0)
    while function(high) > goal:
        low, high = high, 2 * high
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if function(middle) > goal else (low, middle)
    return high


def renyi(row: Row, family: str, scale: mp.mpf, rate: mp.mpf, order: mp.mpf) -> mp.mpf:
    """Return a Rényi divergence from its definition: two masses, or an integral over the line."""
    if family == "RR":
        truth = 1 / (1 + mp.exp(-scale))
        moment = truth**order * (1 - truth) ** (1 - order) + (1 - truth) ** order * truth ** (1 - order)
        return mp.log(moment) / (order - 1)
    if family == "Laplace":
        plain = lambda x: mp.exp(-abs(x) / scale) / (2 * scale)  # noqa: E731
        moved = lambda x: mp.exp(-abs(x - 1) / scale) / (2 * scale)  # noqa: E731
        points = [-60 * scale, 0, 1, 1 + 60 * scale * (1 + order)]
        return _moment(lambda x: plain(x) ** order * moved(x) ** (1 - order), points, order)
    plain = lambda x: mp.npdf(x, 0, scale)  # noqa: E731
    mixed = lambda x: (1 - rate) * mp.npdf(x, 0, scale) + rate * mp.npdf(x, 1, scale)  # noqa: E731
    points = [-14 * scale, 0, 1, order + 14 * scale]
    return _moment(lambda x: mixed(x) ** order * plain(x) ** (1 - order), sorted(points), order)


def _moment(integrand: Callable[[mp.mpf], mp.mpf], points: list[mp.mpf], order: mp.mpf) -> mp.mpf:
    return mp.log(mp.quad(integrand, points, maxdegree=12)) / (order - 1)


def truth(row: Row) -> mp.mpf | None:
    """Return the truth of a row by the second road, or None where there is none yet."""
    found = _CHAIN.fullmatch(row.mechanism)
    if found is None or row.adjacency:
        return None
    family, given, bound, rate, count = (found[1], found[2], found[3], mp.mpf(found[4] or 1), int(found[5] or 1))
    at = {name: mp.mpf(value) for name, value in row.at}
    if row.quantity == "scale":
        if family != "Gaussian" or rate != 1 or at["delta"] == 0:
            return None
        return least(lambda sigma: gaussian_profile(mp.sqrt(count) / sigma)(at["epsilon"]), at["delta"])
    scale = mp.mpf(given) if not bound else 1 / mp.mpf(given.removeprefix("1/"))
    if row.quantity == "renyi":
        return renyi(row, family, scale, rate, at["order"])
    if family == "Laplace" and row.quantity == "delta" and at["epsilon"] >= count / scale:
        return mp.mpf(0)  # beyond the sum of the pure losses
    profile = _profile(family, scale, rate, count)
    if profile is None:
        return None
    if row.quantity == "epsilon":
        return least(profile, at["delta"]) if "delta" in at else None
    return profile(at["epsilon"]) if row.quantity == "delta" else profile(mp.mpf(0))


def _profile(family: str, scale: mp.mpf, rate: mp.mpf, count: int) -> Profile | None:
    if family == "Gaussian" and rate == 1:
        return gaussian_profile(mp.sqrt(count) / scale)
    if family == "Gaussian" and count == 1:
        return sampled_profile(scale, rate)
    if family == "Laplace" and count == 1:
        return laplace_profile(scale)
    if family == "RR":
        return response_profile(scale, count)
    return discrete_gaussian_profile(scale) if family == "DiscreteGaussian" and count == 1 else None


def accounted(row: Row, upper: bool) -> mp.mpf | None:
    """Return a bound on epsilon, from above or below, by the numeric loss distributions, which know no closed form."""
    from mechanisms import LossDistribution

    found = _CHAIN.fullmatch(row.mechanism)
    if found is None or row.quantity != "epsilon" or not row.at:
        return None
    scale, rate, count = float(found[2]), float(found[4] or 1), int(found[5] or 1)
    if row.adjacency == "replace" and found[1] == "Gaussian":
        both = [LossDistribution.from_pair(*(_mixture(scale, rate, place) for place in (1.0, -1.0)))]
        return _greatest(both, count, row, upper)
    kinds = {"Gaussian": LossDistribution.gaussian, "Laplace": LossDistribution.laplace}
    if found[1] not in kinds:
        return None
    one = kinds[found[1]](scale)
    both = [one] if rate == 1 else [one.subsample(rate, "remove"), one.subsample(rate, "add")]
    return _greatest(both, count, row, upper)


def _greatest(both: list[Any], count: int, row: Row, upper: bool) -> mp.mpf:
    found = [each.with_cells(1 << 17).compose(count).epsilon(float(row.at[0][1])) for each in both]
    return max(mp.mpf(each.upper if upper else each.lower) for each in found)


def _mixture(scale: float, rate: float, place: float) -> Any:
    """Return the law of Gaussian noise on a sample that one record at a place is in at a rate, among records at 0."""
    import numpy as np

    from mechanisms.accounting.laws import _normal_tail
    from mechanisms.accounting.monotone import Law

    def log_density(x: Any) -> Any:
        moved = np.log(rate) + (2 * place * x - place * place) / (2 * scale**2)
        return np.logaddexp(np.log1p(-rate), moved) - (x / scale) ** 2 / 2 - np.log(scale * np.sqrt(2 * np.pi))

    def above(x: Any, sign: float = 1.0) -> Any:
        return (1 - rate) * _normal_tail(sign * x / scale) + rate * _normal_tail(sign * (x - place) / scale)

    return Law(log_density, lambda x: above(x, -1.0), above)


def by_samples(row: Row) -> str | None:
    """Return "" if samples of a random allocation show that the lower end of a bracket is above the truth; None of other rows."""
    found = _ALLOCATED.fullmatch(row.mechanism)
    if found is None or row.quantity != "epsilon" or len(row.value) != 3:
        return None
    bound = delta_at_most(float(found[1]), int(found[2]), int(found[3]), float(row.value[0]), _SAMPLES)
    return "" if bound < float(row.at[0][1]) else f"samples give a delta of at most {bound:.3g} there"


def confirmed(row: Row) -> str:
    """Return "" if the second road agrees that a row is unsound and lies in its bracket, else what is the matter."""
    if (told := by_samples(row)) is not None:
        return told
    claimed = mp.mpf(row.claimed or row.value[-1])
    if claimed < 0:
        return ""  # no loss is negative
    optimistic = row.direction == "optimistic"
    with mp.workdps(DIGITS + _further_digits(row)):
        value = truth(row)
        if value is None:
            bound = accounted(row, optimistic)
            if bound is None:
                return "no second road"
            beyond = bound < claimed if optimistic else bound > claimed
            return "" if beyond else f"the second road gives {mp.nstr(bound, 12)} only"
        low, high = mp.mpf(row.lower or 0) * (1 - _AGREE), mp.mpf(row.upper) * (1 + _AGREE)
        if not low <= value <= high:
            return f"the second road gives {mp.nstr(value, 15)}"
        wrong = value < claimed if optimistic else value > claimed
        if len(row.value) == 3:
            wrong = value > mp.mpf(row.value[2]) or value < mp.mpf(row.value[0])
        return "" if wrong else f"the second road gives {mp.nstr(value, 15)}, which is not beyond {row.value}"


def _further_digits(row: Row) -> int:
    """Return how many digits the difference of two masses loses at the row's delta."""
    return max(
        (math.ceil(-math.log10(float(value))) for name, value in row.at if name == "delta" and float(value) > 0),
        default=0,
    )


def second(reports: list[Report]) -> int:
    """Print the unsound rows that the second road does not confirm; return how many they are."""
    open_rows = 0
    for report in reports:
        rows = report.of_kind(UNSOUND, OFF)
        told = [(row, confirmed(row)) for row in rows]
        for row, reason in told:
            if reason:
                print(
                    f"{report.peer}: {row.id} = {', '.join(row.value)}: {reason}; certified [{row.lower}, {row.upper}]"
                )
        open_rows += sum(bool(reason) for _, reason in told)
        print(
            f"{report.peer}: {sum(not reason for _, reason in told)} of {len(rows)} unsound rows confirmed by the second road"
        )
    return open_rows


def reproduce(report: Report, python: str, most: int) -> int:
    """Run the scripts of unsound rows in the peer's interpreter; return how many do not print what the report has."""
    different = 0
    rows = report.of_kind(UNSOUND)
    step = max(1, len(rows) // most)
    with tempfile.TemporaryDirectory() as folder:
        for row in rows[::step]:
            path = Path(folder) / "reproduction.py"
            path.write_text(script(report, row), encoding="utf-8")
            done = subprocess.run([python, str(path)], capture_output=True, text=True, timeout=120, cwd=folder)
            last = (done.stdout.splitlines() or [""])[-1]
            printed = [float(value) for value in _NUMBER.findall(re.sub(r"np\.float64|float", "", last))]
            if [f"{value:.9g}" for value in printed] != [f"{float(value):.9g}" for value in row.value]:
                print(f"{row.id}: printed {last or done.stderr[-200:]!r}, reported {row.value}")
                different += 1
    print(f"{report.peer}: {len(rows[::step]) - different} of {len(rows[::step])} scripts print the reported value")
    return different


def record(reports: list[Report]) -> None:
    """Write one right or sound row of each function: the closest to the truth."""
    with replaced(CONVENTIONS, force=True) as beside, beside.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for report in reports:
            for name in report.sources:
                fine = [row for row in report.rows if row.call == name and row.kind in (RIGHT, SOUND) and row.value]
                if fine:
                    best = min(fine, key=lambda row: (row.kind != RIGHT, abs(row.relative or 0.0)))
                    relative = "" if best.relative is None else f"{best.relative:.3g}"
                    writer.writerow([report.peer, report.version, best.id, ";".join(best.value), best.kind, relative])


@dataclass(frozen=True)
class Lacking(Adapter):
    """The cases of an adapter that a kept report has no rows of.

    Parameters
    ----------
    known : frozenset of str
        The cases that it has rows of.
    """

    known: frozenset[str] = frozenset()

    def cases(self) -> list[Case]:
        """Return the cases that are left."""
        return [case for case in super().cases() if case.id not in self.known]


def added(name: str, run: Callable[[Adapter], Report]) -> Report:
    """Return the kept report of a peer with rows of the cases that it lacks."""
    kept, whole = stored(name), adapter(name)
    if kept is None:
        raise SystemExit("no report is kept")
    parts = {each.name: getattr(whole, each.name) for each in fields(whole)}
    found = run(Lacking(**parts, known=frozenset(row.id for row in kept.rows)))
    for one, other in ((found.version, kept.version), (found.python, kept.python), (found.beside, kept.beside)):
        if one != other:
            raise SystemExit(f"the kept report is of {other}, not of {one}: run the whole battery")
    rows = {row.id: row for row in (*kept.rows, *found.rows)}
    return replace(found, rows=tuple(rows[case.id] for case in whole.cases()))


def main() -> None:
    """Run, record, or confirm."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    running = commands.add_parser("run")
    running.add_argument("name", choices=sorted(MODULES))
    running.add_argument("--python")
    running.add_argument("--out", type=Path, default=Path("peers"))
    running.add_argument("--new", action="store_true", help="only what the kept report lacks")
    running.add_argument("--jobs", type=int, default=1)
    running.add_argument("--seconds", type=float, default=20.0)
    reproducing = commands.add_parser("reproduce")
    reproducing.add_argument("name", choices=sorted(MODULES))
    reproducing.add_argument("--python", required=True)
    reproducing.add_argument("--most", type=int, default=10_000)
    for name in ("record", "second"):
        commands.add_parser(name)
    asked = parser.parse_args()
    if asked.command == "run":

        def run(peer: str | Adapter) -> Report:
            return run_battery(peer, asked.python, asked.jobs, asked.out, Limits(asked.seconds))

        report = added(asked.name, run) if asked.new else run(asked.name)
        REPORTS.mkdir(exist_ok=True)
        write(REPORTS / f"{asked.name}.json", to_json(slim(report)), force=True)
        print(summary(report))
        return
    if asked.command == "reproduce":
        found = stored(asked.name)
        raise SystemExit("no report is kept" if found is None else reproduce(found, asked.python, asked.most))
    kept = [report for name in MODULES if (report := stored(name)) is not None]
    if asked.command == "record":
        record(kept)
        return
    raise SystemExit(1 if second(kept) else 0)


if __name__ == "__main__":
    main()
