"""The search for a good order, or a good threshold, by floats: it finds it, in few steps, and a coarser search is told apart."""

import math

import pytest

from dpsym.conversion.orders import golden, parabolic


@pytest.mark.parametrize("least", [0.3, 1.7, 2.9])
def test_the_least_value_of_a_smooth_function_takes_few_parabolas(least):
    asked = []

    def height(place):
        asked.append(place)
        return -math.exp(-((place - least) ** 2)) + 0.1 * (place - least) ** 2

    place, value = parabolic(height, 0.0, 1.5, 3.0, 1e-4)
    assert abs(place - least) < 1e-4
    assert value == height(place)
    assert len(asked) < 20
    asked.clear()
    assert abs(golden(height, 0.0, 3.0, 1e-4)[0] - least) < 1e-4
    assert not len(asked) < 20


def test_a_corner_is_found_as_well():
    place, _ = parabolic(lambda place: abs(place - 0.3), 0.0, 0.5, 1.0, 1e-5)
    assert abs(place - 0.3) < 1e-4
