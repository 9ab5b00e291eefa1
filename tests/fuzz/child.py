"""Take hostile inputs in a process of its own, within limits, and tell of each that is not refused in one line.

``python child.py TARGET SEED COUNT``: writes the input at hand to the file `at`, and what was found to standard output, as JSON. An audit
hook sees every evaluation of code that stands in no file of the installation, every program that is started, every file that is written
outside the folder of the run, and every connection.
"""

import json
import os
import random
import resource
import signal
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

import inputs

SECONDS, BYTES = 60, 6 << 30  # of processor time; of address space
ROOT = Path(__file__).resolve().parents[2]
HOMES = tuple(
    str(Path(place).resolve())
    for place in {ROOT, sys.prefix, sys.base_prefix, sysconfig.get_paths()["stdlib"]}
)
STARTED = (
    "subprocess.Popen",
    "os.system",
    "os.exec",
    "os.posix_spawn",
    "os.fork",
    "socket.connect",
    "socket.bind",
    "os.symlink",
)
seen: list[str] = []


class SlowError(BaseException):
    """An input took longer than it may."""


def watch(event: str, arguments: tuple) -> None:
    """Note what no input may bring about."""
    if event in STARTED:
        seen.append(f"{event} {arguments!r:.200}")
    elif event == "exec":
        place = getattr(arguments[0], "co_filename", "")
        # SymPy and dataclasses write functions of their own, from names that they made
        if not place.startswith(
            ("<lambdifygenerated", "<frozen", "<string>", "<__array_function__")
        ) and not inside(place, HOMES):
            seen.append(f"exec {place}")
        if place == "<string>" and not is_of_library():
            seen.append(f"exec {arguments!r:.200}")
    elif event == "open":
        path, _, flags = arguments
        writes = isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        allowed = (os.getcwd(), "/dev/")
        if writes and isinstance(path, (str, bytes)) and not inside(os.fsdecode(path), allowed):
            seen.append(f"write {path!r}")


def inside(path: str, folders: tuple) -> bool:
    """Return whether a path is in one of some folders."""
    return os.path.abspath(path).startswith(folders)


def is_of_library() -> bool:
    """Return whether text is evaluated that a library made, neither a module of ours nor what SymPy takes for a formula."""
    frame = sys._getframe(2)
    if frame.f_code.co_filename.startswith(str(ROOT)) and ".venv" not in frame.f_code.co_filename:
        return False
    while frame is not None:
        if frame.f_code.co_filename.endswith("sympy_parser.py"):
            return False
        frame = frame.f_back
    return True


def formula(draw: random.Random, folder: Path) -> tuple:
    from dpsym.errors import DpsymError
    from dpsym.parse import parse

    text = inputs.formula(draw)
    return text, lambda: parse(text), (DpsymError,)


def replayed(draw: random.Random, folder: Path) -> tuple:
    from theorems.verify.formula import UnreadableError, value

    text = inputs.formula(draw)
    return text, lambda: value(text, {}), (UnreadableError,)


def claims(draw: random.Random, folder: Path) -> tuple:
    from theorems.regress import ClaimsFileError
    from theorems.regress.running import regress

    ending, content = inputs.claims(draw)
    path = folder / f"claims{ending}"
    path.write_bytes(content)
    return repr(content), lambda: list(regress(path, limit=2)), (ClaimsFileError,)


def project(draw: random.Random, folder: Path) -> tuple:
    from theorems.project import ProjectError, at

    name, content = inputs.project(draw)
    for old in ("dpsym.toml", "pyproject.toml"):
        (folder / old).unlink(missing_ok=True)
    (folder / name).write_bytes(content)
    return repr((name, content)), lambda: at(folder), (ProjectError,)


def certificate(draw: random.Random, folder: Path) -> tuple:
    from theorems.certificate import replay_record
    from theorems.verify.replay import replayed

    record = inputs.certificate(replay_record(draw.choice(CERTIFICATES)), draw)
    return json.dumps(record)[:2000], lambda: list(replayed(record)), (ValueError,)


def command(draw: random.Random, folder: Path) -> tuple:
    from click.testing import CliRunner

    from papers.cli import main
    from theorems.registry import registry

    words = inputs.arguments(draw)

    def run() -> None:
        found = CliRunner().invoke(main, words, obj=registry())
        is_told = (
            found.exit_code != 2
            or "Error: " in found.stderr.splitlines()[-1]
            or found.stderr.startswith("Usage: ")
        )
        if found.exit_code not in (0, 1, 2) or not is_told:
            raise RuntimeError(f"exit status {found.exit_code}: {found.stderr[-300:]!r}") from found.exception

    return repr(words), run, ()


def evaluator(draw: random.Random, folder: Path) -> tuple:
    """Do what must be noticed: the twin of the other targets."""
    from sympy import sympify

    return "sympify", lambda: sympify("len('abc')"), (Exception,)


TARGETS: dict[str, Callable] = {
    each.__name__: each for each in (formula, replayed, claims, project, certificate, command, evaluator)
}
CERTIFICATES = ("renyi.laplace", "renyi.gaussian", "renyi.rr", "kl.laplace", "renyi.nonnegative")


def ring(*_: object) -> None:
    raise SlowError


def main() -> None:
    target, seed, count = TARGETS[sys.argv[1]], int(sys.argv[2]), int(sys.argv[3])
    folder = Path.cwd()
    (folder / "claims.csv").write_text(inputs.CSV)
    if target is command:  # the index of the library, made once on a new machine, is no time of a command
        from theorems.registry import registry

        registry()
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    signal.signal(signal.SIGPROF, ring)
    sys.addaudithook(watch)
    found = []
    for number in range(count):
        draw = random.Random(f"{target.__name__} {seed} {number}")
        shown, run, expected = target(draw, folder)
        (folder / "at").write_text(shown, errors="backslashreplace")
        seen.clear()
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            run()
        except expected:
            pass
        except SlowError:
            found.append((shown, f"took more than {SECONDS} s of processor time"))
        except Exception as error:
            found.append((shown, f"{type(error).__name__}: {error}"))
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        found += [(shown, each) for each in seen]
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
