"""What the cells of the grid end in: ``python -m grid RECORD [SHARE]`` in `tests`.

One cell in `SHARE` is asked, all of them if nothing is said. Each is a line of the file `RECORD`, written as it ends: a run that
was stopped goes on where it was, and one that is complete only tells. A cell that does not come back to Python is ended by the
system, and is a fault if that happens twice.
"""

import json
import resource
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from grid.cells import ROWS, SECONDS, run, some

HARD = 6 * SECONDS


def recorded(record: Path) -> tuple[dict[str, dict[str, Any]], Counter[str]]:
    """Return the cells that ended, and how often each of the others was begun."""
    ended, begun = {}, Counter()
    for line in record.read_text(encoding="utf-8").splitlines() if record.exists() else []:
        found = json.loads(line)
        if "ended" in found:
            ended[found["cell"]] = found
        else:
            begun[found["cell"]] += 1
    return ended, begun


def main(record: Path, share: int = 1) -> None:
    ended, begun = recorded(record)
    with record.open("a", encoding="utf-8") as lines:

        def put(**found: Any) -> None:
            lines.write(json.dumps(found) + "\n")
            lines.flush()

        for cell in (cell for row in ROWS for cell in some(row, share) if str(cell) not in ended):
            name, began = str(cell), time.process_time()
            if begun[name] > 1:
                put(cell=name, row=cell.row.name, ended="fault", seconds=HARD, words=[f"{name}: does not end in {HARD} s"])
                continue
            put(cell=name)
            resource.setrlimit(resource.RLIMIT_CPU, (int(began) + HARD, resource.RLIM_INFINITY))
            tally = run([cell])
            spent = round(time.process_time() - began, 3)
            put(cell=name, row=cell.row.name, ended=next(iter(tally.ended)), seconds=spent, words=tally.faults + tally.refusals)
    tell(record)


def tell(record: Path) -> None:
    """Write what each row ended in, the faults, and all in one line."""
    ended, _ = recorded(record)
    for row in dict.fromkeys(found["row"] for found in ended.values()):
        of = [found for found in ended.values() if found["row"] == row]
        counts = dict(Counter(found["ended"] for found in of))
        sys.stdout.write(f"{row}: {counts}, {sum(found['seconds'] for found in of):.0f} s\n")
    for found in ended.values():
        if found["ended"] == "fault":
            sys.stdout.write(f"  {' '.join(found['words'])[:240]}\n")
    seconds = sum(found["seconds"] for found in ended.values())
    sys.stdout.write(f"{len(ended)} cells, {dict(Counter(found['ended'] for found in ended.values()))}, {seconds:.0f} s\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
