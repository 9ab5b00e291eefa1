"""What commands cost before they say a word, as multiples of the processor time of `import sympy`, at several sizes of the registry.

Run with ``python benchmarks/start.py [--entries 500 5000] [--json]``. The built-in registry is measured as it is; larger ones are synthetic:
a library of that many entries, 100 a module, in a copy of the registry, with certificates. Each figure is the least of three runs, with
the cache warm, as it is from the second command on; `cold` is the first one, which writes the cache.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[1]
IGNORED = shutil.ignore_patterns("__pycache__", "certificates", "library")
MODULE = """
from sympy import Interval, Le, exp, oo, symbols
from theorems.entry import Theorem

x = symbols("x", positive=True)
ENTRIES = [
    Theorem(f"topic{{number // 50}}.e{{number}}", "An entry", Le(x, exp(x) + number, evaluate=False), {{x: Interval.open(0, oo)}}, {{x: (1, 2)}})
    for number in range({start}, {stop})
]
for entry in ENTRIES:
    globals()["E_" + entry.id.replace(".", "_")] = entry
"""


def cost(root: Path, *arguments: str, runs: int = 3) -> float:
    """Return the least processor time of a command in seconds, its children included."""
    environment = {**os.environ, "PYTHONPATH": str(root), "DPSYM_CACHE": str(root / ".start"), "COLUMNS": "80"}
    found = []
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *arguments], cwd=root.parent, env=environment, capture_output=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(found)


def synthetic(root: Path, entries: int) -> None:
    """Put a registry of so many entries beside the two sides, and check them."""
    shutil.copytree(HOUSE / "theorems", root / "theorems", ignore=IGNORED)
    for package in ("dpsym", "mechanisms"):
        (root / package).symlink_to(HOUSE / package)
    library = root / "theorems" / "library"
    library.mkdir()
    (library / "__init__.py").write_text("")
    for start in range(0, entries, 100):
        (library / f"part{start // 100}.py").write_text(MODULE.format(start=start, stop=min(start + 100, entries)))


def measured(root: Path, id: str, typo: str, check: bool) -> dict[str, float]:
    """Return what each command costs, in units of `import sympy`."""
    unit = cost(root, "-c", "import sympy")
    command = ("-m", "theorems.cli")
    found = {"cold": cost(root, *command, "show", id, runs=1)}
    if check:
        cost(root, *command, "check", "--jobs", "1", runs=1)
    for name, arguments in {
        "show": ("show", id),
        "mistyped": ("show", typo),
        "list": ("list", "entry"),
        "table": ("table", id),
        "check of one": ("check", id, "--frozen"),
        "check of all": ("check", "--frozen"),
    }.items():
        found[name] = cost(root, *command, *arguments)
    return {"import sympy, s": unit} | {name: seconds / unit for name, seconds in found.items()}


def main() -> None:
    """Print a table, or JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, nargs="*", default=[500, 5000])
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder) / "built-in"
        here.mkdir()
        for package in ("dpsym", "mechanisms", "theorems"):
            (here / package).symlink_to(HOUSE / package)
        rows["built-in"] = measured(here, "renyi.laplace", "renyi.lapalce", check=False)
        for entries in options.entries:
            root = Path(folder) / f"of-{entries}"
            root.mkdir()
            synthetic(root, entries)
            rows[f"{entries} synthetic"] = measured(root, "topic0.e7", "topic0.e7x", check=True)
    if options.json:
        print(json.dumps(rows, indent=1))
        return
    for name in rows["built-in"]:
        print(f"{name:18}" + "".join(f"{row[name]:16.2f}" for row in rows.values()))
    print(f"{'':18}" + "".join(f"{name:>16}" for name in rows))


if __name__ == "__main__":
    main()
