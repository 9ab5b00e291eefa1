"""Every law, asked every question, at every kind of parameter, ends in a true number, or a refusal by name."""

import pytest
from grid.cells import CELLS, ROWS, run, some

EVERY_ROW = pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)

# Rows whose few cells take several seconds are left to the slow run.
DEAR = (
    "Weibull",
    "Beta",
    "sampled k-ary response",
    "negative binomial",
    "logistic",
    "ProfileDP",
    "discrete Gaussian, two widths",
    "chi-squared",
)


@pytest.mark.cases(1 / 80)
@pytest.mark.parametrize(
    "row",
    [pytest.param(row, marks=pytest.mark.slow) if row.name in DEAR else row for row in ROWS],
    ids=lambda row: row.name,
)
def test_some_cells_of_a_row_have_no_fault(row):
    tally = run(some(row))
    assert not tally.faults, "\n".join(tally.faults)


@pytest.mark.long
@EVERY_ROW
def test_a_whole_row_has_no_fault(row):
    tally = run(cell for cell in CELLS if cell.row is row)
    assert not tally.faults, "\n".join(tally.faults)


def test_the_grid_is_large_enough():
    assert len(CELLS) > 12_000
