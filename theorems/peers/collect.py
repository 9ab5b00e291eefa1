"""The first half of a battery: every case asked in a child, each answer written down before the next, so that a run resumes."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from queue import Empty, Queue
from typing import Any, BinaryIO

from mechanisms.files import locked, whole_lines
from theorems.peers.base import Adapter, Case
from theorems.peers.errors import PeerError
from theorems.peers.runner import Answer, Limits, Runner

ANSWERS = "answers.jsonl"


def collect(
    adapter: Adapter,
    out: Path,
    python: str | None = None,
    jobs: int = 2,
    limits: Limits | None = None,
    cases: Sequence[Case] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[dict[str, Any], dict[str, Answer]]:
    """Return the peer's version and interpreter, and the answer to every case.

    Parameters
    ----------
    adapter : Adapter
        The peer.
    out : Path
        A folder: what it holds from an earlier run of the same version is not asked again.
    python : str, optional
        The interpreter that has the peer; the current one without it.
    jobs : int, optional
        How many children run at a time.
    limits : Limits, optional
        For each call.
    cases : sequence of Case, optional
        The cases; all of the adapter's without it.
    progress : callable, optional
        Told how many answers there are, of how many.

    Raises
    ------
    PeerError
        If the peer cannot be imported in the interpreter, or `jobs` is not a positive integer.
    """
    if isinstance(jobs, bool) or not isinstance(jobs, int) or jobs < 1:
        raise PeerError("jobs", "a positive integer", jobs)
    asked = adapter.cases() if cases is None else list(cases)
    out.mkdir(parents=True, exist_ok=True)
    first = Runner(adapter.calls, python, limits)
    about = {
        "peer": adapter.name,
        "version": first.version,
        "python": first.python_version,
        "beside": first.beside,
        "seconds": first.limits.seconds,
        "memory": first.limits.memory,
    }
    with locked(out / ANSWERS) as file:
        stored = _stored(file, out / ANSWERS, about)
        _ask(adapter, [first], python, limits, jobs, asked, stored, file, progress)
    return about, {case.id: stored[case.id] for case in asked}


def _ask(
    adapter: Adapter,
    runners: list[Runner],
    python: str | None,
    limits: Limits | None,
    jobs: int,
    asked: Sequence[Case],
    stored: dict[str, Answer],
    file: BinaryIO,
    progress: Callable[[int, int], None] | None,
) -> None:
    """Ask what is not stored, by threads with a child each, and write each answer down."""
    waiting: Queue[Case] = Queue()
    for case in asked:
        if case.id not in stored:
            waiting.put(case)
    lock, errors = threading.Lock(), []

    def work(runner: Runner) -> None:
        try:
            with runner:
                while True:
                    case = waiting.get_nowait()
                    answer = runner.ask(case.function.name, case.arguments)
                    with lock:
                        stored[case.id] = answer
                        file.write(json.dumps({"id": case.id, **asdict(answer)}).encode() + b"\n")
                        file.flush()
                        if progress is not None:
                            progress(len(asked) - waiting.qsize(), len(asked))
        except Empty:
            return
        except BaseException as error:  # whatever it is, it is raised where the battery was asked for
            errors.append(error)

    runners += [Runner(adapter.calls, python, limits) for _ in range(min(jobs, waiting.qsize()) - 1)]
    threads = [threading.Thread(target=work, args=(runner,)) for runner in runners]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


def _stored(file: BinaryIO, path: Path, about: dict[str, Any]) -> dict[str, Answer]:
    """Return the answers of an earlier run; those of another version, and a line that was half written, are dropped."""
    lines = whole_lines(file, path, b'{"peer": ')
    if not lines or _read(lines[0]) != about:
        file.truncate(0)
        file.write(json.dumps(about).encode() + b"\n")
        file.flush()
        return {}
    records = [record for line in lines[1:] if (record := _read(line)) is not None and "id" in record]
    return {record.pop("id"): Answer(**record) for record in records}


def _read(line: bytes) -> dict[str, Any] | None:
    try:
        return json.loads(line)
    except ValueError:
        return None
