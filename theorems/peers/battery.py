"""A battery: every case of a peer asked, judged, written down as it goes, and reported."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from mechanisms.files import locked, whole_lines
from theorems.cluster import check_reachable, on_cluster
from theorems.peers.adapters import adapter
from theorems.peers.base import Adapter, Case
from theorems.peers.collect import collect
from theorems.peers.report import Report, report_of, row_from
from theorems.peers.runner import Answer, Limits
from theorems.peers.verdicts import UNDECIDED, Row, verdict
from theorems.workers import Lost, Pool

VERDICTS = "verdicts.jsonl"
Progress = Callable[[str, int, int], None]


def run_battery(
    peer: str | Adapter,
    python: str | None = None,
    jobs: int = 2,
    out: Path = Path("peers"),
    limits: Limits | None = None,
    progress: Progress | None = None,
    only: str = "",
    cluster: str | None = None,
) -> Report:
    """Run the whole battery of a peer and return its report.

    Parameters
    ----------
    peer : str or Adapter
        The peer, by the name of its distribution.
    python : str, optional
        An interpreter that has it; the current one without it.
    jobs : int, optional
        How many calls, then how many judgements, run at a time.
    out : Path, optional
        A folder for what is found on the way: a run that was interrupted goes on from there.
    limits : Limits, optional
        For each call; a judgement takes at most `theorems.peers.verdicts.JUDGE_SECONDS`.
    progress : callable, optional
        Told the stage, how many are done, of how many.
    only : str, optional
        Only functions with this in their names.
    cluster : str, optional
        The address of a dask scheduler, on whose workers the answers are judged; the peer is asked here.

    Raises
    ------
    PeerError
        If the peer is not known, or cannot be imported in the interpreter.
    ParameterError
        If no scheduler answers at the address.
    """
    if cluster is not None:
        check_reachable(cluster)
    asked = adapter(peer) if isinstance(peer, str) else peer
    cases = [case for case in asked.cases() if only in case.function.name]
    folder = Path(out) / asked.name
    tell = progress or (lambda stage, done, total: None)
    about, answers = collect(asked, folder, python, jobs, limits, cases, lambda done, total: tell("asked", done, total))
    rows = _judged(cases, answers, folder / VERDICTS, (jobs, cluster), tell)
    return report_of(asked, about, rows)


@dataclass(frozen=True)
class _Task:
    case: Case
    answer: Answer
    key: str


def _judged(
    cases: list[Case], answers: Mapping[str, Answer], path: Path, where: tuple[int, str | None], tell: Progress
) -> list[Row]:
    """Return a row for each case; those judged before, of the same answer, are read."""
    tasks = [_Task(case, answers[case.id], _key(case, answers[case.id])) for case in cases]
    with locked(path) as file:
        stored = _stored(whole_lines(file, path, b'{"key": '))
        waiting = [task for task in tasks if task.key not in stored]
        for done, (task, row) in enumerate(_each(waiting, *where), 1):
            stored[task.key] = row
            file.write(json.dumps({"key": task.key, **asdict(row)}).encode() + b"\n")
            file.flush()
            tell("judged", len(tasks) - len(waiting) + done, len(tasks))
    return [stored[task.key] for task in tasks]


def _each(tasks: list[_Task], jobs: int, cluster: str | None) -> Iterator[tuple[_Task, Row]]:
    if cluster is None and (jobs == 1 or len(tasks) < 2):
        yield from ((task, _one(task)) for task in tasks)
        return
    judged = Pool(_one, tasks, jobs) if cluster is None else on_cluster(_one, tasks, cluster, batch=4)
    for number, row in judged:
        task = tasks[number]
        yield task, _undecided(task.case, row.reason) if isinstance(row, Lost) else row


def _undecided(case: Case, reason: str) -> Row:
    name = case.function.name
    return Row(
        case.id, name, case.arguments, UNDECIDED, direction=case.function.direction, reason=f"no verdict: {reason}"
    )


def _one(task: _Task) -> Row:
    return verdict(task.case, task.answer)


def _key(case: Case, answer: Answer) -> str:
    """Return what a judgement is of: the call, what is claimed by it, and the answer without its time."""
    function = case.function
    subject = "" if case.nonsense else repr(case.subject)
    return repr((case.id, function.direction, function.tolerance, subject, answer.value, answer.error, answer.failed))


def _stored(lines: Iterable[bytes]) -> dict[str, Row]:
    found: dict[str, Row] = {}
    for record in _records(lines):
        key = record.pop("key", None)
        if key is not None and record["kind"] != UNDECIDED:  # what could not be told may be told by now
            found[key] = row_from(record)
    return found


def _records(lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    for line in lines:
        try:
            yield json.loads(line)
        except ValueError:  # damaged: asked again
            continue
