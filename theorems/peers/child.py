"""The program that a child interpreter runs: reads calls as JSON lines, answers with JSON lines; the standard library only.

It is started as a script, by path, in an interpreter that may lack every package of this project. What the peer prints goes
nowhere, so that nothing but answers stands on the line; an alarm ends the process should its parent be gone by then.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import time
import warnings
from typing import Any

_PAGES = 4096  # the unit of /proc/self/statm on the machines that have one


def main() -> None:
    """Answer calls until the input ends: the arguments are the path of the functions, seconds and bytes a call may take."""
    path, seconds, memory = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
    del sys.path[0]  # this folder: a module of the peer must not be found here
    lines = os.fdopen(os.dup(1), "w", buffering=1)
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    warnings.simplefilter("ignore")
    functions = _functions(path)
    try:
        version = functions["version"]()
    except Exception as error:  # whatever the peer raises while it is imported is its answer
        lines.write(json.dumps({"absent": _told(error)}) + "\n")
        return
    _limit(memory)
    hello = {"version": version, "python": sys.version.split()[0], "beside": _beside()}
    lines.write(json.dumps(hello) + "\n")
    for line in sys.stdin:
        call = json.loads(line)
        signal.setitimer(signal.ITIMER_REAL, 2 * seconds + 5)
        lines.write(json.dumps(_answer(functions, call)) + "\n")
        signal.setitimer(signal.ITIMER_REAL, 0)


def _functions(path: str) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "calls", "__file__": path}
    with open(path, encoding="utf-8") as file:
        exec(compile(file.read(), path, "exec"), names)  # noqa: S102 (a file of this package)
    return names


def _beside() -> dict[str, str]:
    """Return the versions of the packages that most peers compute with: their answers depend on those too."""
    from importlib.metadata import PackageNotFoundError, version

    found = {}
    for name in ("numpy", "scipy"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def _limit(memory: int) -> None:
    """Let the process grow by so many bytes beyond what the peer's import has mapped."""
    with open("/proc/self/statm", encoding="ascii") as file:
        mapped = int(file.read().split()[0]) * _PAGES
    resource.setrlimit(resource.RLIMIT_AS, (mapped + memory, mapped + memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _answer(functions: dict[str, Any], call: dict[str, Any]) -> dict[str, Any]:
    start = time.perf_counter()
    try:
        found: dict[str, Any] = {"value": _plain(functions[call["call"]](**call["arguments"]))}
    except MemoryError:
        found = {"failed": "memory"}
    except Exception as error:  # an error is an answer like another
        found = {"error": _told(error)}
    return {**found, "seconds": round(time.perf_counter() - start, 3)}


def _plain(value: Any) -> Any:
    """Return numbers of numpy and the like as Python's; None stays."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, (list, tuple)) or getattr(value, "ndim", 0):
        return [_plain(each) for each in value]
    return float(value)


def _told(error: BaseException) -> str:
    return (type(error).__name__ + ": " + " ".join(str(error).split()))[:300]


if __name__ == "__main__":
    main()
