"""The pictures of both sides: which entries have one, and that the curves are those of the sides."""

from types import SimpleNamespace

import pytest

from papers.site.sides import points, sides
from theorems.registry import registry


@pytest.fixture(scope="module")
def library():
    return registry()


@pytest.fixture(autouse=True)
def on_a_busy_machine(monkeypatch):
    monkeypatch.setattr("papers.site.sides._SECONDS", 60)


def test_the_curves_are_the_values_of_the_sides(library):
    found = points(library, "renyi.gaussian.sensitivity_two.printed")
    sigma = float(found["fixed"].removeprefix("σ = "))

    for alpha, left, right in zip(*found["curves"], strict=True):
        assert left == pytest.approx(2 * alpha / sigma**2, rel=1e-4)
        assert right == pytest.approx(alpha / (2 * sigma**2), rel=1e-4)


def test_a_false_inequality_is_seen_to_fail(library):
    found = points(library, "amplification.poisson.linear.printed")
    (eps,) = (float(part.split("= ")[1]) for part in found["fixed"].split(", "))
    q, left, right = (curve[16] for curve in found["curves"])

    assert left > right
    assert right == pytest.approx(q * eps, rel=1e-4)


def test_a_picture_is_named_and_has_two_lines(library):
    drawn = sides(points(library, "amplification.poisson.linear.printed"))

    assert drawn.picture.count("<path") == 3
    assert 'role="img" aria-label="Both sides against q"' in drawn.picture


def test_equations_that_hold_and_entries_about_any_law_have_none(library):
    assert sides(points(library, "max.laplace")) is None
    assert sides(points(library, "renyi.data_processing")) is None


def test_what_took_too_long_is_tried_again(library, monkeypatch):
    kept = {}
    monkeypatch.setattr("theorems.memory._STORE", SimpleNamespace(get=kept.get, put=kept.__setitem__))
    with monkeypatch.context() as late:
        late.setattr("papers.site.sides.in_time", lambda work, seconds: None)
        assert points(library, "amplification.poisson.linear.printed") == {}
    assert kept == {}
    assert points(library, "amplification.poisson.linear.printed")["across"] == "q"
    assert len(kept) == 1
