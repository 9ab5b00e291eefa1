"""Random allocation of Gaussian noise: the certified bracket of eps against that of PLD_accounting, with processor times.

`python benchmarks/allocation.py --python PATH` runs the other library by its own interpreter (``pip install PLD_accounting``),
asked for an absolute gap of 0.05, since at its defaults a question takes minutes, and for 45 seconds at most; without it the certified
brackets alone are printed. Times are of the processor, of one question each, nothing warmed up. All of it takes eight minutes at most. Of several
selected steps the other library's lower end is that of blocks of steps, which lose more: it may lie above the truth, as in 3 of 10 steps (finding 9).
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from fractions import Fraction

from dpsym.curves import allocated_bracket

CASES = (
    ("1", 1000, 1, 1, "1e-6"),
    ("2", 1000, 1, 1, "1e-6"),
    ("1/2", 100, 1, 1, "1e-6"),
    ("2", 1000, 1, 10, "1e-6"),
    ("5", 1000, 1, 1, "1e-6"),
    ("2", 100, 3, 1, "1e-5"),
    ("2", 10, 3, 1, "1e-3"),
    ("1", 10, 2, 3, "1e-3"),
    ("3", 1000, 50, 1, "1e-8"),
    ("1", 1000, 10, 1, "1e-6"),
    ("2", 100, 3, 10, "1e-5"),
)
"""sigma, steps, selected steps, epochs, delta."""
_THEIRS = """
import json, sys, time
from PLD_accounting import gaussian_allocation_epsilon_range as ask
sigma, steps, selected, epochs, delta = json.load(sys.stdin)
start = time.process_time()
high, low = ask(delta=delta, sigma=sigma, num_steps=steps, num_selected=selected, num_epochs=epochs, epsilon_accuracy=0.05)
print(json.dumps([low, high, time.process_time() - start]))
"""
_PATIENCE = 45  # seconds, for each question to the other library


def ours(sigma: str, steps: int, selected: int, epochs: int, delta: str) -> tuple[float, float, float]:
    """Return the ends of the bracket, and the seconds."""
    start = time.process_time()
    low, high = allocated_bracket(Fraction(sigma), steps, selected, epochs, delta=Fraction(delta))
    return float(low), float(high), time.process_time() - start


def theirs(
    python: str, sigma: str, steps: int, selected: int, epochs: int, delta: str
) -> tuple[float, float, float] | None:
    """Return the same of the other library, by its interpreter; nothing where its time is over."""
    asked = json.dumps((float(Fraction(sigma)), steps, selected, epochs, float(delta)))
    try:
        found = subprocess.run(
            [python, "-c", _THEIRS], input=asked, capture_output=True, text=True, check=True, timeout=_PATIENCE
        )
    except subprocess.TimeoutExpired:
        return None
    low, high, seconds = json.loads(found.stdout)
    return low, high, seconds


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", help="an interpreter that has PLD_accounting")
    python = parser.parse_args().python
    for case in CASES:
        sigma, steps, selected, epochs, delta = case
        lead = f"sigma {sigma:>4}  {selected} of {steps:<5} x {epochs:<3} delta {delta}"
        rows = [("certified", ours(*case)), *([("PLD_accounting", theirs(python, *case))] if python else [])]
        for name, row in rows:
            if row is None:
                print(f"{lead}  {name:<15} no answer in {_PATIENCE} s", flush=True)
                continue
            low, high, seconds = row
            print(
                f"{lead}  {name:<15} [{low:.12g}, {high:.12g}]  width {(high - low) / high:.1e}  {seconds:.1f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
