"""What the rows of the grid end in: ``python -m grid [first] [step] [share]`` in `tests`.

Every `step`-th row is asked from the `first` on, and one cell in `share` of it: all of the grid if nothing is said.
"""

import sys

from grid.cells import ROWS, run, some

first, step, share = (int(each) for each in (sys.argv[1:] + ["0", "1", "1"][len(sys.argv) - 1 :]))
for row in ROWS[first::step]:
    tally = run(some(row, share))
    named = {"fault": tally.faults, "slow": tally.slow, "refusal": tally.refusals}
    lines = [f"  {kind}: {line[:240]}" for kind, found in named.items() for line in found]
    sys.stdout.write("\n".join([f"{row.name}: {dict(tally.ended)}", *lines, ""]))
    sys.stdout.flush()
