"""The catalogue of families: its runs say what they ask of which pair, and its entries take a numeric road each."""

import math

import pytest

from theorems.checks import Quadrature
from theorems.checks.run import function_key
from theorems.index import cards, load
from theorems.library.catalogue import runs

# what they state of a mechanism is run by the mechanism
MECHANISMS = ("families", "gaussian_mechanism", "laplace_mechanism", "response")


def _cards():
    import theorems.library.catalogue as catalogue

    return [card for card in cards(catalogue.__name__) if card.module.rpartition(".")[2] not in MECHANISMS]


def test_the_key_of_a_run_tells_the_pair_and_the_quantity():
    keys = {
        function_key(ask(pair)) for ask in (runs.renyi, runs.kl, runs.profile) for pair in (runs.poisson, runs.laplace)
    }
    keys |= {function_key(runs.of_order(order, runs.laplace)) for order in (2, 3)}

    assert len(keys) == 8
    assert all("catalogue.runs" in key for key in keys)


def test_the_code_behind_a_run_is_that_of_the_pairs():
    assert Quadrature(runs.renyi(runs.poisson)).modules()[0] == runs.__name__


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize("delta", [0.01, 0.1, 0.3])
def test_the_least_eps_is_where_the_profile_meets_delta(delta):
    found = runs.inverse_profile(runs.laplace)(delta=delta, b=1.0)
    pair = runs.laplace(1.0)

    assert (
        pair.hockey_stick(found.value + 2 * found.error + 1e-9).value
        < delta
        < pair.hockey_stick(found.value - 2 * found.error - 1e-9).value
    )


def test_the_least_eps_is_zero_where_the_total_variation_is_below_delta():
    assert runs.inverse_profile(runs.laplace)(delta=0.9, b=1.0).value == 0


def test_the_least_eps_is_infinite_where_no_eps_will_do():
    assert runs.inverse_profile(runs.uniform)(delta=0.1, a=2.0).value == math.inf


@pytest.mark.slow
def test_each_entry_is_run_by_a_pair_of_the_catalogue():
    ran = {
        card.id: [check.against.__module__ for check in load(card).checks if isinstance(check, Quadrature)]
        for card in _cards()
    }

    assert len(ran) > 200
    assert {id: modules for id, modules in ran.items() if modules != [runs.__name__]} == {}
