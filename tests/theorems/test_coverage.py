"""The coverage table in the slow run: what closes and what backs it, as text, LaTeX, Markdown and JSON; the committed page is current."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from theorems.cli import main
from theorems.coverage import QUANTITIES, coverage
from theorems.export import coverage as export
from theorems.registry import registry

pytestmark = pytest.mark.slow  # forty families; that the committed page is current is asked with every commit as well
PAGE = Path(__file__).parents[2] / "theorems" / "coverage.md"


@pytest.fixture(scope="module")
def cells():
    return list(coverage(registry()))


def test_every_family_has_a_cell_for_every_quantity(cells):
    assert len(cells) == len(export.table_rows(cells)) * len(QUANTITIES)


def test_the_committed_page_is_what_the_command_makes(cells):
    assert PAGE.read_text(encoding="utf-8") == export.markdown(cells, registry())


def test_a_closed_form_that_the_registry_has_checked_says_so(cells):
    (laplace,) = (cell for cell in cells if (cell.family, cell.quantity) == ("Laplace", "Rényi"))
    assert "renyi.laplace" in laplace.entries
    assert export.evidence(laplace, registry()) not in (export.OPEN, export.CLOSED)


def test_what_does_not_close_has_no_formula(cells):
    (shifted,) = (cell for cell in cells if (cell.family, cell.quantity) == ("K-norm, shifted", "Rényi"))
    assert shifted.form is None
    assert export.evidence(shifted, registry()) == export.OPEN


def test_the_longtable_has_a_row_a_closed_form(cells):
    table = export.longtable(cells, registry())
    closed = [cell for cell in cells if cell.form is not None]
    assert table.count(r" \\") >= len(closed)
    plain = table.replace(r"\{", "").replace(r"\}", "")
    assert plain.count("{") == plain.count("}")


def test_the_command_writes_json_and_refuses_two_formats():
    result = CliRunner().invoke(main, ["coverage", "--json"])
    assert result.exit_code == 0
    records = json.loads(result.stdout)
    assert {record["quantity"] for record in records} == set(QUANTITIES)
    assert CliRunner().invoke(main, ["coverage", "--json", "--latex"]).exit_code == 2
