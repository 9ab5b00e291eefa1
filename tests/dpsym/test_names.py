"""A law is one class and one line of import: names, words and tables follow from it."""

import pytest

import dpsym
from dpsym import distributions, divergences
from dpsym.distributions import Law
from dpsym.errors import ParseError
from dpsym.families import FAMILIES
from dpsym.kinds import HEADS, LAWS
from dpsym.parse import parse


def test_every_law_is_a_name_of_the_package_and_nothing_abstract_is():
    assert {name for name in LAWS if name != "RR"} | set(HEADS) <= set(dpsym.__all__)
    assert not any(issubclass(Law, kind) or kind.is_abstract for kind in LAWS.values())
    assert {"Law", "LocationFamily", "LocationScale", "Discrete"}.isdisjoint({*LAWS, *dpsym.__all__})
    assert set(dpsym.__all__) <= set(dir(dpsym))


@pytest.mark.parametrize(
    "name", ["AnyLaw", "MultivariateGaussian", "Law", "LocationScale", "Discrete", "Divergence", "Piece"]
)
def test_what_has_no_arguments_that_can_be_written_is_no_word(name):
    assert hasattr(distributions, name) or hasattr(divergences, name)
    with pytest.raises(ParseError, match=f"unknown function {name}"):
        parse(f"{name}(1)")


def test_every_law_with_parameters_is_in_the_tables():
    shown = {type(law) for family in FAMILIES for law in (family.first, family.second)}

    assert {kind for kind in LAWS.values() if kind.parameters} <= shown
