"""What the benchmarks work out of their times, on times that are made up."""

from pathlib import Path
from runpy import run_path

import pytest

CURVES = Path(__file__).parents[1] / "benchmarks" / "curves.py"


def rows(peer, removed=1.0, added=1.0):
    """Return a case of both directions with the time of one accountant."""
    case = {"q": 0.1, "sigma": 1.0, "steps": 10}
    return [
        {"direction": "remove", **case, "seconds": removed, "opake seconds": peer},
        {"direction": "add", **case, "seconds": added},
    ]


@pytest.mark.parametrize(
    ("times", "cases", "slower", "than_both"),
    [
        (rows(3.0), 1, 1, 1),
        (rows(1.5), 1, 1, 0),
        (rows(0.5), 1, 0, 0),
        (rows(3.0, added=None), 1, 1, 0),
        (rows(None), 0, 0, 0),
        (rows(3.0, removed=None), 0, 0, 0),
    ],
)
def test_an_accountant_is_slower_where_both_sides_answered_and_it_took_longer(times, cases, slower, than_both):
    (found,) = (row for row in run_path(str(CURVES))["summary"](times) if row["accountant"] == "opake")
    assert (found["cases"], found["slower than ours"], found["than both directions"]) == (cases, slower, than_both)
