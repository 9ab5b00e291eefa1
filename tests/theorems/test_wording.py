"""Titles say no more than their statements: the whole library, and titles that were found to say more."""

import re
from dataclasses import replace

import pytest

from dpsym.kinds import HEADS
from theorems.card import QUANTITY
from theorems.registry import registry
from theorems.wording import overstatements

LIBRARY = registry()
TOO_MUCH = {
    "lower_bound.constant": "every eps-DP mechanism errs by at least that",
    "metric.error.pair": "The least expected error over all private mechanisms",
    "metric.error.discrete.same": "On m + 1 points the least error is (1 - delta) kappa m/(m + e^eps)",
    "metric.error.response": "The discrete mechanism is (eps, delta)-DP and errs",
    "mechanism.exponential": "The exponential mechanism is eps-DP",
    "mechanism.above_threshold": "AboveThreshold is eps-DP",
    "mechanism.laplace.vector": "Independent Laplace noise is eps-DP for the l1 sensitivity over the scale",
    "dp.approx.tail": "delta is at most the probability that the loss exceeds eps",
    "dp.group.pure": "Group privacy of an eps-DP mechanism: k eps",
    "gdp.group": "Gaussian privacy at distance k: k mu",
    "calibration.laplace": "The least Laplace noise for (eps, delta)-privacy",
    "isotropic.simplex": "Isotropic constant of every simplex",
    "tradeoff.rr": "Trade-off function of randomized response, the least of all zeta-DP mechanisms",
    "dp.approx.event": "The hockey-stick divergence is the least delta for every event at once",
    "dp.approx.profile": "The greatest profile under an approximate guarantee",
    "range.renyi.any": "The greatest Rényi divergence of a bounded range, for any pair",
    "rdp.to_approx.optimal": "From Rényi to approximate privacy, the optimal conversion, for any ratio",
    "dp.group": "Group privacy at distance 2, exactly",
    "isotropic.ball.least": "Isotropic constants of balls are at least 1/sqrt(2 pi e), approached in high dimension",
    "dp.composition.adaptive.sharp": "Adaptive composition of two mechanisms, the first any, attained by randomized responses",
}
"""What is too much for the statement of an entry."""
NOT_TOO_MUCH = {
    "max.laplace": "The Laplace mechanism is eps-DP, and no better",
    "bandwidth.rule": "The bandwidth with the least leading terms of the square error",
    "renyi.pure_dp.exact": "No eps-DP pair has a greater divergence",
    "metric.laplace.profile": "Laplace noise on two numbers: the least delta",
    "dp.group.any": "Group privacy of any mechanism at distance k",
    "mechanism.exponential": "The exponential mechanism on three candidates is eps-DP",
    "metric.laplace.scale": "Laplace noise of this scale is (eps, delta)-private, and attains delta at the diameter",
    "dp.composition.concurrent.pure": "Two interactive mechanisms cost no more than the sum of their eps, against any strategy",
}


def _found(id, title):
    return list(overstatements(replace(LIBRARY.card(id), title=title)))


@pytest.mark.parametrize(("id", "title"), TOO_MUCH.items())
def test_a_title_that_says_more_than_its_statement_is_found(id, title):
    assert _found(id, title)


@pytest.mark.parametrize(("id", "title"), NOT_TOO_MUCH.items())
def test_an_extreme_or_a_law_that_the_statement_has_may_be_named(id, title):
    assert _found(id, title) == []


def test_what_is_asked_of_two_laws_makes_a_statement_more_than_a_step():
    assert [name for name in HEADS if not QUANTITY.search(f"{name}(P, Q)")] == []
    assert LIBRARY.card("integral.gaussian").is_step
    assert not LIBRARY.card("renyi.laplace").is_step
    assert not LIBRARY.card("max.data_processing").is_step


def test_an_id_is_a_topic_a_subject_and_qualifiers():
    assert [id for id in LIBRARY if not re.fullmatch(r"[a-z][a-z0-9_]*(\.[a-z0-9][a-z0-9_]*)*", id)] == []
    assert [id for id in LIBRARY if "printed" in id.split(".")[:-1]] == []


def test_no_title_of_the_library_says_more_than_its_statement():
    found = {id: reasons for id in LIBRARY if (reasons := list(overstatements(LIBRARY.card(id))))}
    assert found == {}
