"""The checks are attacked: a formula changed by one sign or by 1 % does not pass."""

import itertools

import pytest

from theorems.mutate import mutants, notices
from theorems.registry import registry

LIBRARY = registry()


@pytest.mark.parametrize("id", LIBRARY)
def test_the_first_mutants_of_each_entry_are_noticed(id):
    first = list(itertools.islice(mutants(LIBRARY[id]), 2))

    assert first
    assert [mutant.description for mutant in first if not notices(mutant, LIBRARY.own_status(id))] == []


@pytest.mark.slow
@pytest.mark.parametrize("id", LIBRARY)
def test_all_mutants_of_each_entry_are_noticed(id):
    assert [mutant.description for mutant in mutants(LIBRARY[id]) if not notices(mutant, LIBRARY.own_status(id))] == []
