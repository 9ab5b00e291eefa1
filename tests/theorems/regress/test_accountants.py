"""Whose epsilon a header speaks of: the accountant that found it, or a Rényi budget where an order is stated."""

import pytest

from theorems.regress.claim import Unread
from theorems.regress.headers import column
from theorems.regress.rows import rows

_SAMPLED = "Gaussian(1).subsample(0.01).compose(10)"


def read(tmp_path, header, line, given=None):
    path = tmp_path / "a.md"
    path.write_text(f"| {header} |\n|{'---|' * (header.count('|') + 1)}\n| {line} |\n", encoding="utf-8")
    return list(rows(path, given))


@pytest.mark.parametrize(
    ("header", "qualifier"),
    [
        ("Privacy eps (RDP, delta=1e-5)", "rdp"),
        ("epsilon (RDP)", "rdp"),
        ("RDP epsilon", "rdp"),
        ("Rényi DP ε", "renyi"),
        ("eps by zCDP", "by zcdp"),
        ("ε (GDP)", "gdp"),
        ("eps (PLD)", "pld"),
        ("RDP accountant eps", "rdp accountant"),
        ("moments accountant epsilon", "moments accountant"),
        ("eps (Poisson sampling)", "poisson sampling"),
    ],
)
def test_beside_an_epsilon_a_notion_is_the_accountant(header, qualifier):
    found = column(header.replace("ε", "eps"))
    assert (found.name, found.qualifier) == ("epsilon", qualifier)


@pytest.mark.parametrize(
    ("header", "has_order", "name"),
    [
        ("RDP epsilon", True, "renyi"),
        ("RDP epsilon (alpha = 8)", False, "renyi"),
        ("RDP", False, "renyi"),
        ("RDP budget", False, "renyi"),
        ("zCDP rho", False, "rho"),
        ("GDP mu", False, "mu"),
        ("Moments accountant", False, "accountant"),
    ],
)
def test_beside_an_order_or_without_an_epsilon_it_is_what_is_claimed(header, has_order, name):
    assert column(header, has_order).name == name


@pytest.mark.parametrize(
    ("header", "has_order"),
    [
        ("epsilon (RDP)", True),
        ("epsilon (RDP, alpha=8)", False),
        ("eps, mu (GDP)", False),
        ("eps per step (RDP)", False),
    ],
)
def test_what_may_be_either_is_no_column(header, has_order):
    assert column(header, has_order) is None


def test_a_row_claims_an_epsilon_by_each_accountant(tmp_path):
    found = read(tmp_path, "sigma | q | steps | delta | eps (RDP) | eps (PLD)", "1 | 0.01 | 10 | 1e-5 | 2 | 1")
    assert [(each.name, each.value) for each in found] == [("table 1 row 1 (rdp)", "2"), ("table 1 row 1 (pld)", "1")]
    assert {(each.mechanism, each.quantity, each.at) for each in found} == {(_SAMPLED, "epsilon", (("delta", "1e-5"),))}


def test_an_order_makes_it_a_budget_and_without_delta_it_is_none_of_pure_privacy(tmp_path):
    (budget,) = read(tmp_path, "sigma | alpha | RDP epsilon", "1 | 8 | 4")
    assert (budget.quantity, budget.at, budget.value) == ("renyi", (("order", "8"),), "4")
    (either,) = read(tmp_path, "sigma | alpha | delta | eps (RDP)", "1 | 8 | 1e-5 | 4")
    assert "columns that are known, got 'eps (RDP)'" in either.reason
    (bare,) = read(tmp_path, "sigma | eps (RDP)", "1 | 4")
    assert isinstance(bare, Unread)
    assert "must state delta" in bare.reason
    (other,) = read(tmp_path, "sigma | eps (PLD, delta=1e-5) | eps (RDP)", "1 | 4 | 5")
    assert "must state delta" in other.reason
    (given,) = read(tmp_path, "sigma | eps (RDP)", "1 | 4", {"delta": "1e-5"})
    assert (given.quantity, given.at) == ("epsilon", (("delta", "1e-5"),))


def test_samples_without_replacement_of_a_caption_are_not_taken_for_poisson_samples(tmp_path):
    path = tmp_path / "a.md"
    table = "| sigma | batch size | N | eps | adjacency |{}\n|{}\n| 1 | 10 | 1000 | 1 | replace |{}\n"
    said = "Samples without replacement, 10 steps, delta = 1e-5.\n\n"
    path.write_text(said + table.format("", "---|" * 5, ""), encoding="utf-8")
    (refused,) = rows(path)
    assert "must have a column sampling" in refused.reason
    path.write_text(said + table.format(" sampling |", "---|" * 6, " without replacement |"), encoding="utf-8")
    (found,) = rows(path)
    assert found.mechanism == "Gaussian(1).subsample(size=10, population=1000).compose(10)"
    path.write_text("10 steps, delta = 1e-5.\n\n" + table.format("", "---|" * 5, ""), encoding="utf-8")
    (poisson,) = rows(path)
    assert poisson.mechanism == "Gaussian(1).subsample(1/100).compose(10)"
