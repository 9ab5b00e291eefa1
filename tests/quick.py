"""Long rows of cases: some of them for the quick run, all of them for the slow one."""

import pytest


def some(cases, step):
    """Return all cases, every so manyth for the quick run: with a step that fits no row of a grid each row and column has some."""
    return [case if index % step == 0 else _slow(case) for index, case in enumerate(cases)]


def _slow(case):
    if isinstance(case, type(pytest.param())):
        return pytest.param(*case.values, id=case.id, marks=[*case.marks, pytest.mark.slow])
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.slow)
