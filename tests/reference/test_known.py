"""The fast reference values agree with blind quadrature of the known."""

import mpmath as mp
import pytest
from reference import families, known


@pytest.mark.parametrize("order", [0.5, 1.5, 2.0, 5.0])
def test_laplace_renyi_reference_agrees_with_quadrature(order):
    p, q = families.both("laplace", (0, 0.75), (1, 0.75))
    points = [-mp.inf, -20, -5, 0, 1, 6, 20, mp.inf]
    assert mp.almosteq(
        known.laplace_renyi(order, 0.75, 1.0), families.by_quadrature("renyi", p, q, points, order), 1e-14
    )


@pytest.mark.parametrize("order", [0.5, 2.0])
def test_gaussian_renyi_reference_agrees_with_quadrature(order):
    p, q = families.both("gaussian", (0, 1.25), (1, 2))
    points = [-mp.inf, -10, -5, 0, 1, 5, 10, mp.inf]
    assert mp.almosteq(
        known.gaussian_renyi(order, 0.0, 1.25, 1.0, 2.0), families.by_quadrature("renyi", p, q, points, order), 1e-14
    )


def test_kl_references_agree_with_quadrature():
    points = [-mp.inf, -20, -5, 0, 1, 6, 20, mp.inf]
    p, q = families.both("laplace", (0, 2), (1, 2))
    laplace = families.by_quadrature("kl", p, q, points)
    assert mp.almosteq(known.laplace_renyi(1.0, 2.0, 1.0), laplace, 1e-14)
    p, q = families.both("gaussian", (0, 2), (1, 1))
    gaussian = families.by_quadrature("kl", p, q, points)
    assert mp.almosteq(known.gaussian_renyi(1.0, 0.0, 2.0, 1.0, 1.0), gaussian, 1e-14)


def test_hockey_stick_references_agree_with_quadrature():
    p, q = families.both("laplace", (0, 1), (1, 1))
    points = [-mp.inf, -20, -5, 0, mp.mpf(1) / 4, 1]  # the loss 1 - 2x crosses 1/2 at 1/4
    laplace = families.by_quadrature("hockey stick", p, q, points, 0.5)
    assert mp.almosteq(known.laplace_hockey_stick(0.5, 1.0, 1.0), laplace, 1e-14)
    p, q = families.both("gaussian", (0, 1), (1, 1))
    points = [-mp.inf, -15, -8, -4, -2, 0]  # the loss 1/2 - x crosses 1/2 at 0
    gaussian = families.by_quadrature("hockey stick", p, q, points, 0.5)
    assert mp.almosteq(known.gaussian_level_set(0.5, 0.0, 1.0, 1.0, 1.0)[1], gaussian, 1e-14)
