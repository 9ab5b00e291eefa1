"""The whole grid, or every n-th row from a place on: ``python -m grid [first] [step]`` in `tests` writes what each row ended in."""

import sys

from grid.cells import CELLS, run
from grid.rows import MECHANISMS, PAIRS

first, step = (int(each) for each in (sys.argv[1:] + ["0", "1"][len(sys.argv) - 1 :]))
for row in [*MECHANISMS, *PAIRS][first::step]:
    tally = run(cell for cell in CELLS if cell.row is row)
    named = {"fault": tally.faults, "slow": tally.slow, "refusal": tally.refusals}
    lines = [f"  {kind}: {line[:240]}" for kind, found in named.items() for line in found]
    sys.stdout.write("\n".join([f"{row.name}: {dict(tally.ended)}", *lines, ""]))
    sys.stdout.flush()
