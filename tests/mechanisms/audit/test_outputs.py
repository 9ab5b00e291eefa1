"""Outputs of any kind become numbers and labels, and outputs that differ are told apart."""

import math
from fractions import Fraction

import numpy as np
import pytest

from mechanisms import ParameterError
from mechanisms.audit.outputs import concatenate, to_batch
from mechanisms.audit.statistics import Coordinate, Difference, LinearForm, Norm, Structure, Whole, lowest_bit


def batch(*outputs):
    return to_batch(list(outputs), (), False)


def told_apart(first, second):
    both = batch(first, second)
    whole = Whole().keys(both)
    return whole[0] != whole[1]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (0.0, 1.0),
        (0.1 + 0.2, 0.3),
        (1, 2),
        ("a", "b"),
        ("a", b"a"),
        (None, "None"),
        (None, 0.0),
        ("1", 1),
        ((1.0, 2.0), (2.0, 1.0)),
        ([1.0], [1.0, 1.0]),
        ({"a": 1.0}, {"b": 1.0}),
        ({"a": 1.0}, {"a": 1.0, "b": 0.0}),
        ({"a", "b"}, {"a"}),
        (np.zeros(2), np.zeros(3)),
        (np.zeros((2, 3)), np.zeros((3, 2))),
        (1j, 1 + 0j),
        ([1, [2, "x"]], [1, [2, "y"]]),
        (10**400, 10**400 + 1),
        (Fraction(1, 3), Fraction(1, 7)),
        (np.array(["a"]), np.array(["b"])),
        (math.inf, -math.inf),
    ],
)
def test_outputs_that_differ_are_told_apart(first, second):
    assert told_apart(first, second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (1, 1.0),
        (True, np.int64(1)),
        ({"a": 1.0, "b": 2.0}, {"b": 2.0, "a": 1.0}),
        ({"a", "b"}, {"b", "a"}),
        (np.float64(0.5), 0.5),
        (np.str_("a"), "a"),
        ("a", "a"),
        (math.nan, math.nan),
    ],
)
def test_outputs_that_are_equal_are_not(first, second):
    assert not told_apart(first, second)


def test_the_quick_road_and_the_slow_road_read_the_same():
    """A list of numbers or of arrays of one shape is read at once; beside a word each output is read alone."""
    for output in (0.25, 3, np.arange(6.0).reshape(2, 3), np.array([1 + 2j, 3j]), np.array([True, False])):
        quick, slow = batch(output, output), batch(output, output, "word").rows(0, 2)
        np.testing.assert_array_equal(quick.labels, slow.labels)
        np.testing.assert_array_equal(quick.matrix(slow.width), slow.numbers)
        np.testing.assert_array_equal(quick.lengths, slow.lengths)
        rows = to_batch(np.stack([output, output]), (), True)
        np.testing.assert_array_equal(rows.labels, quick.labels)
        np.testing.assert_array_equal(rows.numbers, quick.numbers)


def test_the_length_of_an_output_counts_characters_bytes_and_parts():
    outputs = ("three", b"\0\0", [1.0, "four"], {"a": 1, "b": ()}, {1, 2, 3}, np.zeros((2, 3)), None, 7.0, 10**400)
    np.testing.assert_array_equal(batch(*outputs).lengths, [5, 2, 6, 2, 3, 6, 0, 0, 0])
    np.testing.assert_array_equal(concatenate([batch("ab"), batch([1.0])]).lengths, [2, 1])


def test_short_outputs_are_padded_with_nan():
    found = concatenate([batch([1.0]), batch([2.0, 3.0])])
    np.testing.assert_array_equal(found.numbers, [[1.0, math.nan], [2.0, 3.0]])
    np.testing.assert_array_equal(batch(1.0).column(4), [math.nan])
    assert len(found) == 2


def test_an_output_has_the_same_key_in_batches_of_different_width():
    narrow, wide = batch([1.0]), batch([1.0], [1.0, 2.0])
    assert Whole().keys(narrow)[0] == Whole().keys(wide)[0]
    assert Structure().keys(narrow)[0] == Structure().keys(wide)[0]


def test_statistics_of_numbers():
    found = batch([3.0, 4.0], [1.0, -1.0])
    np.testing.assert_array_equal(Coordinate(1).values(found), [4.0, -1.0])
    np.testing.assert_array_equal(Difference(0, 1).values(found), [-1.0, 2.0])
    np.testing.assert_array_equal(LinearForm(np.array([1.0, 2.0]), "form").values(found), [11.0, -1.0])
    np.testing.assert_allclose(Norm(2).values(found), [5.0, math.sqrt(2)])


def test_the_lowest_bit_is_the_finest_grid_of_a_float():
    assert lowest_bit(1.0) == 0
    assert lowest_bit(-12.0) == 2
    assert lowest_bit(0.75) == -2
    assert lowest_bit(2.0**-1074) == -1074
    assert lowest_bit(1 + 2.0**-52) == -52
    assert lowest_bit([0.0, math.inf]).tolist() == [math.inf, math.inf]
    with pytest.raises(ParameterError, match=r"^x must be"):
        lowest_bit(math.nan)


def test_other_outputs_are_refused():
    with pytest.raises(ParameterError, match=r"^mechanism must be a function whose outputs are numbers, text"):
        batch(object())
    with pytest.raises(ParameterError, match=r"^mechanism must be"):
        batch([1.0, lambda: None])


@pytest.mark.parametrize("function", [lambda x: "a", lambda x: 1j, lambda x: [1, 2]])
def test_functions_without_one_real_value_are_refused(function):
    with pytest.raises(ParameterError, match=r"^statistics and events must be"):
        to_batch([1.0, 2.0], (function,), False)


def test_batched_functions_see_all_outputs_at_once():
    found = to_batch(np.array([[1.0, 2.0], [3.0, 4.0]]), (lambda x: x.sum(axis=1), lambda x: x[:, 0] > 2), True)
    np.testing.assert_array_equal(found.custom, [[3.0, 0.0], [7.0, 1.0]])
    with pytest.raises(ParameterError, match=r"^statistics and events must be"):
        to_batch(np.zeros((3, 2)), (lambda x: 1.0,), True)
