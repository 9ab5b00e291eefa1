"""What all mechanisms have in common: they take randomness from a generator alone, survive pickling, and are values."""

import inspect
import pickle

import numpy as np
import pytest

import mechanisms as m
from mechanisms.errors import GeneratorError

SCORES, COVARIANCE = [3.0, 1.0, 2.5], [[2.0, 0.5], [0.5, 1.0]]
# how each is made, and what it is asked for
MADE = {
    m.AboveThreshold: (lambda: m.AboveThreshold(3.0, 2.0), (SCORES,)),
    m.Binomial: (lambda: m.Binomial(40), (7,)),
    m.DiscreteGaussian: (lambda: m.DiscreteGaussian(4), (7,)),
    m.DomainLaplace: (lambda: m.DomainLaplace(-1.0, 4.0, 2.0), (0.5,)),
    m.ExponentialMechanism: (lambda: m.ExponentialMechanism(1.0), (SCORES,)),
    m.Gaussian: (lambda: m.Gaussian(2.0), (0.5,)),
    m.HadamardResponse: (lambda: m.HadamardResponse(3, 1.0), (0,)),
    m.HybridMean: (lambda: m.HybridMean(1.0), (0.5,)),
    m.KaryRandomizedResponse: (lambda: m.KaryRandomizedResponse(3, 1.0), (1,)),
    m.Laplace: (lambda: m.Laplace(2.0), (0.5,)),
    m.OneBitMean: (lambda: m.OneBitMean(1.0), (0.5,)),
    m.PermuteAndFlip: (lambda: m.PermuteAndFlip(1.5), (SCORES,)),
    m.PlanarLaplace: (lambda: m.PlanarLaplace(1.0), ([0.0, 0.0],)),
    m.PrivUnit: (lambda: m.PrivUnit(1.0, 3), ([1.0, 0.0, 0.0],)),
    m.ProposeTestRelease: (lambda: m.ProposeTestRelease(1.0, 0.1), (0.0, 1)),
    m.PrivateQuantile: (lambda: m.PrivateQuantile(1.0), ([0.25, 0.5, 0.75],)),
    m.PiecewiseMean: (lambda: m.PiecewiseMean(1.0), (0.5,)),
    m.RandomizedResponse: (lambda: m.RandomizedResponse(1.0), (1,)),
    m.ReportNoisyMax: (lambda: m.ReportNoisyMax(2.0), (SCORES,)),
    m.Skellam: (lambda: m.Skellam(2.5), (7,)),
    m.Staircase: (lambda: m.Staircase(1.0), (0.5,)),
    m.SubsetSelection: (lambda: m.SubsetSelection(4, 1.0, 2), (0,)),
    m.TruncatedLaplace: (lambda: m.TruncatedLaplace(1.0, 2.0), (0.5,)),
    m.TwoSidedGeometric: (lambda: m.TwoSidedGeometric(2), (7,)),
    m.UnaryEncoding: (lambda: m.UnaryEncoding(3, 0.75, 0.25), (0,)),
    m.VectorGaussian: (lambda: m.VectorGaussian(COVARIANCE), ([0.0, 0.0],)),
    m.VectorLaplace: (lambda: m.VectorLaplace(1.0), ([0.0, 0.0],)),
}
EACH = pytest.mark.parametrize("kind", MADE, ids=lambda kind: kind.__name__)


# those of linear queries, of streams and of reports that are remembered have tests of their own
OTHERS = {m.KNorm, m.LaplaceQueries, m.NIM, m.NoisyHistogram, m.Rappor, m.StreamGaussian, m.TreeGaussian}


def test_no_mechanism_is_left_out():
    released = {getattr(m, name) for name in m.__all__ if hasattr(getattr(m, name), "release")}
    assert released == {*MADE, *OTHERS}


@EACH
@pytest.mark.parametrize("source", [None, 7, np.random, np.random.RandomState(1), "seed"])
def test_only_a_generator_is_a_source(kind, source):
    make, asked = MADE[kind]
    if source is None and inspect.signature(kind.release).parameters["rng"].default is None:
        return  # then the operating system is asked
    with pytest.raises(GeneratorError, match=r"^rng must be a numpy\.random\.Generator") as caught:
        make().release(*asked, source)
    assert isinstance(caught.value, TypeError)


@EACH
def test_a_mechanism_is_a_value(kind):
    make, asked = MADE[kind]
    one = make()
    copy = pickle.loads(pickle.dumps(one))  # noqa: S301
    assert (copy, hash(copy)) == (one, hash(one)) == (make(), hash(make()))
    first, second = (np.asarray(each.release(*asked, np.random.default_rng(5))) for each in (one, copy))
    assert (first == second).all()
