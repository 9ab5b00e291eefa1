"""Repairs are attacked: a false one falls, points at which nothing false falls are found out, and what cannot be evaluated fails."""

import math

import numpy as np
import pytest

from papers.erratum import TYPOGRAPHICAL, read_erratum
from papers.errors import PaperDataError
from papers.flores_2023 import steps
from papers.lodrant_2019 import repairs
from papers.paper import assemble, load
from papers.repair import Repair, attack, grid, share
from papers.witness import examine, repair_text
from tests.papers.test_paper import RECORD, SLIP, linked
from theorems.registry import registry


def made(margin=lambda n: share(n, 2 * n), points=lambda: grid(n=(1, 2, 5)), **twins):
    return Repair("1.1-slip", "n <= 2 n", points, margin, twins or {"2 n <= n": lambda n: share(2 * n, n)})


def told(repair):
    erratum = read_erratum({**SLIP, "class": TYPOGRAPHICAL})
    paper = assemble("made_up", RECORD, linked(("jensen.exp",)), (erratum,), (repair,))
    return paper, examine(paper, erratum, registry())


def test_a_true_repair_stands_where_its_false_variant_falls():
    found = attack(made())

    assert found.tried == 3
    assert found.problems == ()


def test_a_false_repair_falls_at_the_point_where_it_fails_furthest():
    found = attack(made(lambda n: share(n * n, 4)))

    assert found.fall == "n = 5"
    assert "falls at n = 5" in found.problems[0]


@pytest.mark.parametrize("margin", [lambda n: math.nan, lambda n: 1 / 0, lambda n: math.exp(1e4 * n)])
def test_what_cannot_be_evaluated_in_the_domain_is_a_fall(margin):
    assert attack(made(margin)).fall


def test_points_that_refute_nothing_false_show_nothing():
    found = attack(made(points=lambda: grid(n=(1,)), **{"n^2 <= n": lambda n: share(n * n, n)}))

    assert found.standing == ("n^2 <= n",)
    assert "refute false ones, but 'n^2 <= n' stands" in found.problems[0]


def test_an_empty_domain_shows_nothing():
    assert attack(made(points=list)).fall


def test_equality_is_no_fall_and_infinities_compare():
    assert share(2.0, 2.0) == 0
    assert share(1.0, math.inf) == math.inf
    assert share(math.inf, 1.0) == -math.inf


def test_an_erratum_whose_repair_falls_does_not_come_out():
    paper, known = told(made(lambda n: share(n * n, 4)))

    assert any("its repair must hold" in problem for problem in known.problems)
    assert "falls at n = 5" in repair_text(paper, known)


def test_what_came_of_an_attack_is_told():
    paper, known = told(made())

    assert known.problems == ()
    assert repair_text(paper, known) == "n <= 2 n: stands at all 3 points that try it; refuted there: 2 n <= n"


def test_a_repair_without_an_erratum_is_refused():
    with pytest.raises(PaperDataError, match=r"must repair errata of the paper, got \['1\.1-slip'\]"):
        assemble("made_up", RECORD, linked(("jensen.exp",)), (), (made(),))


@pytest.mark.parametrize(("d", "size"), [(2, 1.4), (3, 0.5), (5, 2.2)])
def test_the_mean_norm_around_a_segment_is_that_of_samples(d, size):
    """Samples by rejection from a box; a standard error of 0.001 or less."""
    rng = np.random.default_rng(d)
    points = rng.uniform(-1, 1, (400_000, d)) * ([size + 1] + [1] * (d - 1))
    beyond = np.maximum(np.abs(points[:, 0]) - size, 0)
    norms = np.linalg.norm(points[np.hypot(beyond, np.linalg.norm(points[:, 1:], axis=1)) <= 1], axis=1)

    assert repairs._mean_norm("one long column", d, size, 1.0) == pytest.approx(
        norms.mean(), abs=5 * norms.std() / math.sqrt(len(norms))
    )


def test_repairs_are_tried_at_degenerate_sizes():
    tried = {repair.erratum: list(repair.points()) for repair in load("lodrant_2019").repairs.values()}

    assert any(point["n"] == point["d"] for point in tried["4.6-norms"])
    assert any(point["n"] < point["d"] for point in tried["4.6-norms"])
    assert any(point["body"] == "one long column" and point["d"] == 640 for point in tried["9.2-hull"])
    assert {point["p"] % 2 for point in tried["9.2-absolute"]} == {0, 1}
    assert {1} <= {point["d"] for point in tried["4.3-large"]}


def test_steps_of_proofs_are_tried_at_the_ends_of_their_ranges():
    tried = {
        repair.erratum: list(repair.points())
        for key in ("flores_2023", "jazbec_2018")
        for repair in load(key).repairs.values()
    }

    assert {0.0, 20.0} <= {point["zeta"] for point in tried["2.3.3-zero"]}
    assert any(point["x"] == point["y"] and point["more"] == 0 for point in tried["2.3.3-substitution"])
    assert {0.0} <= {point["ratio"] for point in tried["4.2.1-exponent"]}
    assert {0.0} <= {point["loss"] for point in tried["4.2.1-delta"]}
    assert {0.0} <= {point["apart"] for point in tried["4.3.1-reversed"]}
    assert {1} <= {point["m"] for point in tried["4.10-equal"]}


def test_the_distance_of_two_laws_is_that_of_their_masses():
    for point in steps._distances():
        p = point["part"] / (1 + math.exp(-point["zeta"]))
        q = p * math.exp(-point["zeta"])

        assert steps._distance(**point) == pytest.approx(abs(p - q) + abs(1 - p - (1 - q)), abs=1e-12)
        assert p == q or max(math.log(p / q), math.log((1 - q) / (1 - p))) <= point["zeta"] * (1 + 1e-9) + 1e-12
