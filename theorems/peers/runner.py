"""Calls of a peer's functions in a child process, with limits of time and memory for each call."""

from __future__ import annotations

import json
import math
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from theorems.peers.errors import PeerError

CHILD = Path(__file__).with_name("child.py")
START_SECONDS = 120.0  # to start an interpreter and import the peer on a busy machine
_ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")


@dataclass(frozen=True)
class Limits:
    """What a single call may use.

    Parameters
    ----------
    seconds : float, optional
        Time by the clock; the child is killed after it.
    memory : int, optional
        Bytes beyond what the peer's import has mapped.

    Raises
    ------
    PeerError
        If one of them is not positive and finite.
    """

    seconds: float = 20.0
    memory: int = 3 << 30

    def __post_init__(self) -> None:
        for name in ("seconds", "memory"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < math.inf:
                raise PeerError(f"limit {name}", "positive and finite", value)


@dataclass(frozen=True)
class Answer:
    """What came of one call: a value, an error that the peer raised, or a failure of the process.

    Parameters
    ----------
    value : float, str, list or None
        What the function returned.
    error : str, optional
        Kind and message of the exception.
    failed : str, optional
        "time", "memory" or "crash".
    seconds : float, optional
        How long it took.
    """

    value: Any = None
    error: str = ""
    failed: str = ""
    seconds: float = 0.0


class Runner:
    """A child process that answers calls; a call that kills it costs a new child.

    Parameters
    ----------
    calls : Path
        The file with the functions; it has a function `version`.
    python : str, optional
        The child's interpreter; the current one without it.
    limits : Limits, optional
        For each call.

    Raises
    ------
    PeerError
        If the interpreter cannot be started, or the peer cannot be imported in it.
    """

    def __init__(self, calls: Path, python: str | None = None, limits: Limits | None = None) -> None:
        self.calls, self.python, self.limits = calls, python or sys.executable, limits or Limits()
        self.version, self.python_version = "", ""
        self.beside: dict[str, str] = {}
        self._child: subprocess.Popen[bytes] | None = None
        self._started()

    def __enter__(self) -> Runner:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def ask(self, call: str, arguments: Mapping[str, Any]) -> Answer:
        """Return what came of one call."""
        child = self._started()
        line = json.dumps({"call": call, "arguments": dict(arguments)})
        start = time.monotonic()
        try:
            assert child.stdin is not None  # noqa: S101 (a pipe was asked for)
            child.stdin.write(line.encode() + b"\n")
            child.stdin.flush()
        except OSError:
            self.close()
            return Answer(failed="crash")
        found = self._line(self.limits.seconds)
        seconds = round(time.monotonic() - start, 3)
        if not found:
            self.close()
            return Answer(failed="time" if found is None else "crash", seconds=seconds)
        answer = Answer(**json.loads(found))
        if answer.failed:
            self.close()  # what a peer leaves behind after it ran out of memory is not relied on
        return answer

    def close(self) -> None:
        """End the child."""
        child, self._child = self._child, None
        if child is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()
        for pipe in (child.stdin, child.stdout):
            if pipe is not None:
                with suppress(OSError):  # what was not yet sent
                    pipe.close()

    def _started(self) -> subprocess.Popen[bytes]:
        if self._child is not None:
            return self._child
        command = [self.python, str(CHILD), str(self.calls), str(self.limits.seconds), str(int(self.limits.memory))]
        environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")} | _ONE_THREAD
        try:
            self._child = subprocess.Popen(  # noqa: S603 (an interpreter that the user names)
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=environment,
                cwd="/",
                start_new_session=True,
            )
        except OSError as error:
            raise PeerError("interpreter", "one that can be started", f"{self.python}: {error.strerror}") from None
        found = self._line(START_SECONDS)
        hello: dict[str, Any] = json.loads(found) if found else {"absent": "the child ended before it said anything"}
        if "absent" in hello:
            self.close()
            raise PeerError("peer", f"importable in {self.python}", hello["absent"])
        self.version, self.python_version, self.beside = hello["version"], hello["python"], hello["beside"]
        return self._child

    def _line(self, seconds: float) -> bytes | None:
        """Return the next line, nothing if the child has ended, None if it has not answered in time."""
        assert self._child is not None  # noqa: S101 (called with a child alone)
        assert self._child.stdout is not None  # noqa: S101 (a pipe was asked for)
        pipe, found, end = self._child.stdout, b"", time.monotonic() + seconds
        with selectors.DefaultSelector() as ready:
            ready.register(pipe, selectors.EVENT_READ)
            while not found.endswith(b"\n"):
                if not ready.select(max(0.0, end - time.monotonic())):
                    return None
                piece = os.read(pipe.fileno(), 1 << 16)
                if not piece:
                    return b""
                found += piece
        return found
