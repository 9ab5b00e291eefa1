"""The runner of sweeps.

A result belongs to the cell, the seed and the code: a sweep that is run again after a kill does what is missing, and one whose
code changed does everything. A kill loses the cells that were running. The generator of a cell follows from its content and
the seed alone, so that neither the order of the cells nor the number of workers changes a result. Cells are kept in memory,
results are not.
"""

from __future__ import annotations

import hashlib
import json
import os
import socket
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from types import ModuleType
from typing import Any

import numpy as np

from mechanisms.errors import ParameterError
from mechanisms.processes import tie_to_parent
from mechanisms.sweep.cells import canonical, cell_seed, plain
from mechanisms.sweep.code import code_digest, package_digest
from mechanisms.sweep.errors import CellError
from mechanisms.sweep.store import Results, ResultsFile
from mechanisms.validate import integer

# How long a scheduler may take to answer, in seconds.
_PATIENCE = 10

Function = Callable[[Mapping[str, Any], np.random.Generator], Any]
Cell = dict[str, Any]


def run_sweep(
    function: Function,
    cells: Iterable[Mapping[str, Any]],
    path: str | os.PathLike[str],
    *,
    seed: int = 0,
    jobs: int | None = None,
    cluster: str | None = None,
    progress: bool | None = None,
    depends: Sequence[ModuleType] = (),
) -> Results:
    """Run a function on every cell that is not finished, and keep each result as soon as it is there.

    Parameters
    ----------
    function : callable
        ``function(cell, rng)`` returns numbers, text, booleans, None, arrays, and lists and dictionaries of these.
        A named function without a closure, or a ``functools.partial`` of one with plain arguments.
    cells : iterable of mapping
        Distinct parameter dictionaries of plain values; see :func:`mechanisms.sweep.cells.grid`.
    path : str or path
        The results file, one JSON object a line.
    seed : int
        Seed of the sweep, non-negative.
    jobs : int, optional
        Processes on this machine; one for each core if left out.
    cluster : str, optional
        Address of a dask scheduler, such as ``tcp://10.0.0.1:8786``: the cells run on its workers, which have this
        package installed. A worker that dies costs its running cells a second start.
    progress : bool, optional
        Whether to draw a progress bar on standard error; if left out, when that is a terminal.
    depends : sequence of module
        Modules, or packages with all their modules, that the function uses beyond its own file and this package.

    Raises
    ------
    ParameterError
        If an argument breaks its rule, or the file belongs to something else.
    CellError
        If the function raised an error on some cells, after all others were run.
    OSError
        If no scheduler answers at the address.
    """
    _check(seed, jobs, cluster)
    keyed = _keyed(cells, seed, code_digest(function, depends))
    with ResultsFile(path) as file:
        waiting = [(key, cell) for key, cell in keyed.items() if key not in file.places]
        tasks = ((function, key, cell, seed, package_digest()) for key, cell in waiting)
        errors = []
        for line in _followed(_run(tasks, jobs, cluster), len(keyed), len(waiting), progress):
            file.append(line)
            if "error" in line:
                errors.append(f"{canonical(line['cell'])}: {line['error'].splitlines()[-1]}")
        if errors:
            raise CellError(len(errors), len(keyed), str(file.path), errors[0])
        return Results(file.path, [file.places[key] for key in keyed])


def _check(seed: Any, jobs: Any, cluster: Any) -> None:
    integer("seed", seed, 0, rule="a non-negative integer")
    if jobs is not None:
        integer("jobs", jobs, 1, rule="a positive integer")
    if cluster is not None:
        check_cluster(cluster)
    if cluster is not None and jobs is not None:
        raise ParameterError("jobs", "left out on a cluster, which has its own workers", jobs)


def check_cluster(cluster: Any) -> None:
    """Refuse what is no address of a scheduler.

    Raises
    ------
    ParameterError
        If it is none.
    """
    if not isinstance(cluster, str) or "://" not in cluster:
        raise ParameterError("cluster", "the address of a scheduler, such as tcp://10.0.0.1:8786", cluster)


def _keyed(cells: Iterable[Mapping[str, Any]], seed: int, code: str) -> dict[str, Cell]:
    """Return the cells under digests of content, seed and code, in their order."""
    keyed: dict[str, Cell] = {}
    for given in cells:
        cell = plain(given)
        key = hashlib.sha256(f"{code} {seed} {canonical(cell)}".encode()).hexdigest()
        if key in keyed:
            raise ParameterError("cells", "distinct", cell)
        keyed[key] = cell
    return keyed


def _run(tasks: Iterable[tuple[Any, ...]], jobs: int | None, cluster: str | None) -> Iterator[dict[str, Any]]:
    """Yield the lines of cells as they are done, on whichever machines."""
    from joblib import Parallel, delayed

    # One cell a task: what is done is on the disk, and what is not is small.
    options: dict[str, Any] = {"return_as": "generator_unordered", "batch_size": 1}
    if cluster is None:
        tied = {} if jobs == 1 else {"initializer": tie_to_parent, "initargs": (os.getpid(),)}
        options |= {"n_jobs": -1 if jobs is None else jobs, **tied}
    with ExitStack() as stack:
        if cluster is not None:
            stack.enter_context(scheduler(cluster))
        yield from Parallel(**options)(delayed(_run_cell)(*task) for task in tasks)


@contextmanager
def scheduler(cluster: str) -> Iterator[None]:
    """Let joblib run on the workers of a dask scheduler, for as long as the context is open.

    Raises
    ------
    OSError
        If no scheduler answers at the address.
    """
    from distributed import Client
    from joblib import parallel_config

    with (
        Client(cluster, set_as_default=False, timeout=_PATIENCE) as client,
        parallel_config("dask", client=client, n_jobs=-1),
    ):
        yield


def _run_cell(function: Function, key: str, cell: Cell, seed: int, package: str) -> dict[str, Any]:
    """Return the line of one cell; an error of the function is one of its results."""
    line: dict[str, Any] = {"key": key, "cell": cell}
    start = time.perf_counter()
    try:
        if package_digest() != package:
            raise RuntimeError(
                f"{socket.gethostname()} runs other code of this package than the sweep was started with"
            )
        result = function(cell, np.random.default_rng(cell_seed(cell, seed)))
        line["result"] = json.loads(json.dumps(result, default=_plain_numpy))
    except Exception:
        line["error"] = traceback.format_exc()
    line["seconds"] = round(time.perf_counter() - start, 6)
    return line


def _plain_numpy(value: Any) -> Any:
    if isinstance(value, (np.generic, np.ndarray)):
        return value.tolist()
    raise TypeError(f"a result must be made of numbers, text, lists and dictionaries, got {value!r}")


def _followed(
    lines: Iterator[dict[str, Any]], total: int, waiting: int, progress: bool | None
) -> Iterator[dict[str, Any]]:
    """Pass the lines on, with a bar on a terminal."""
    if not (sys.stderr.isatty() if progress is None else progress):
        yield from lines
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    # A bar that was asked for is drawn on anything.
    console = Console(stderr=True, force_terminal=progress)
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=total, completed=total - waiting)
        for line in lines:
            bar.advance(task)
            yield line
