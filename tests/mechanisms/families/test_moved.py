"""Counts and the same counts moved."""

import numpy as np
import pytest
from scipy import stats

from mechanisms.errors import ParameterError
from mechanisms.families.moved import binomial_and_moved, poisson_and_moved

K = np.arange(-5, 200)


@pytest.mark.parametrize(
    ("pair", "law"),
    [(poisson_and_moved(6.5, 2), stats.poisson(6.5)), (binomial_and_moved(40, 0.3, 2), stats.binom(40, 0.3))],
)
def test_the_two_laws_are_the_count_and_the_count_moved(pair, law):
    p, q = law.pmf(K), law.pmf(K - 2)
    assert pair.total_variation().value == pytest.approx(np.abs(p - q).sum() / 2, rel=1e-10)
    assert pair.hockey_stick(0.3).value == pytest.approx(np.maximum(p - np.exp(0.3) * q, 0).sum(), rel=1e-9)
    assert pair.total_variation().value != pytest.approx(np.abs(p - law.pmf(K - 1)).sum() / 2, rel=0.1)
    assert pair.privacy_loss(0) == np.inf


def test_bad_parameters_are_refused():
    with pytest.raises(ParameterError, match="mean"):
        poisson_and_moved(0.0)
    with pytest.raises(ParameterError, match="shift"):
        poisson_and_moved(1.0, 0)
    with pytest.raises(ParameterError, match="success"):
        binomial_and_moved(3, 1.0)
