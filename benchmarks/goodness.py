"""The fixture's test of a sampler beside SciPy's own Kolmogorov-Smirnov test, on as many samples, in one run.

Run `python benchmarks/goodness.py` for a table, `--json` for one JSON object. Processor time, the best of three runs each; the
fixture's includes making the distribution function from the law's density.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable


def seconds(run: Callable[[], object]) -> float:
    """Return the least processor time of three runs, after one that compiles."""
    run()
    found = []
    for _ in range(3):
        start = time.process_time()
        run()
        found.append(time.process_time() - start)
    return min(found)


def rows() -> dict[str, tuple[float, float]]:
    """Return the time of the fixture and that of SciPy by law."""
    import numpy as np
    from scipy import stats

    from dpsym import Gaussian, Laplace, Logistic
    from mechanisms.audit.fit import runs_for_distance
    from theorems.plugin.privacy import Privacy

    number = runs_for_distance(0.01, 1e-9, 0.999)
    laws = {
        Laplace(scale=2): (lambda rng, n: rng.laplace(scale=2, size=n), stats.laplace(scale=2)),
        Gaussian(sigma=2): (lambda rng, n: rng.normal(scale=2, size=n), stats.norm(scale=2)),
        Logistic(2): (lambda rng, n: rng.logistic(scale=2, size=n), stats.logistic(scale=2)),
    }
    return {
        str(law): (
            seconds(lambda: Privacy().check_sampler(draw, law)),  # noqa: B023 (called at once)
            seconds(lambda: stats.kstest(draw(np.random.default_rng(0), number), known.cdf)),  # noqa: B023
        )
        for law, (draw, known) in laws.items()
    }


def main() -> None:
    """Print the times and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    options = parser.parse_args()
    measured = rows()
    if options.json:
        print(json.dumps({law: {"ours": ours, "scipy": theirs} for law, (ours, theirs) in measured.items()}))
        return
    print(f"{'law':<20}{'ours':>10}{'scipy':>10}{'ratio':>8}")
    for law, (ours, theirs) in measured.items():
        print(f"{law:<20}{ours:>9.3f}s{theirs:>9.3f}s{ours / theirs:>8.1f}")


if __name__ == "__main__":
    main()
