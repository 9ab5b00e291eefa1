"""The samplers as they are called: two arithmetics, one stream of words; laws of samples; refusals."""

import subprocess
import sys
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import mpmath as mp
import numpy as np
import pytest

from mechanisms import ParameterError
from mechanisms.errors import GeneratorError
from mechanisms.exact import algorithms, limits, samplers
from mechanisms.exact.words import WordSource
from mechanisms.numeric.goodness import detectable_distance, goodness_of_counts, goodness_of_fit

FALSE_ALARM = 1e-6
POWER = 1 - 1e-6
N = 40_000
ROOT = Path(__file__).parents[3]


def rng(seed):
    return np.random.default_rng(seed)


def gaussian_masses(sigma2, reach):
    """Masses on -reach..reach, and what is left beyond it."""
    with mp.workdps(30):
        weights = [mp.exp(-mp.mpf(k * k) / (2 * mp.mpf(sigma2))) for k in range(-reach, reach + 1)]
        beyond = 2 * mp.nsum(lambda k: mp.exp(-(k**2) / (2 * mp.mpf(sigma2))), [reach + 1, mp.inf])
        total = mp.fsum(weights) + beyond
        return np.array([float(weight / total) for weight in [*weights, beyond]])


def count(samples, reach):
    """Counts on -reach..reach and of all that is beyond."""
    inside = np.abs(samples) <= reach
    counts = np.bincount(samples[inside].astype(np.int64) + reach, minlength=2 * reach + 1)
    return np.append(counts, np.count_nonzero(~inside))


def cdf(masses, first):
    sums = np.minimum(np.concatenate([[0.0], np.cumsum(masses)]), 1.0)
    return lambda x: sums[np.clip(np.floor(x).astype(np.int64) - first + 1, 0, len(masses))]


def distance(masses, others):
    return np.abs(np.cumsum(masses) - np.cumsum(others)).max()


LAWS = [
    (limits.BERNOULLI_EXP, 7, 2, 0),
    (limits.GEOMETRIC, 1, 2**40, 0),
    (limits.DISCRETE_LAPLACE, 3, 7, 0),
    (limits.DISCRETE_GAUSSIAN, 4, 1, 3),
    (limits.DISCRETE_GAUSSIAN, 10**8, 1, 10**4 + 1),
    (limits.DISCRETE_GAUSSIAN, 7, 3, 2),
    (limits.BINOMIAL, 1, 3, 20),
]


@pytest.mark.parametrize("law", LAWS)
def test_compiled_and_unbounded_integers_make_the_same_samples_of_the_same_words(law):
    compiled = samplers._sample(samplers._Law(*law), 2000, rng(5))
    unbounded = samplers._sample(samplers._Law(*law, compiles=False), 2000, rng(5))
    assert compiled.tolist() == unbounded.tolist()


@pytest.mark.parametrize("block", [1, 2, 7, 30])
def test_words_that_run_out_change_nothing(monkeypatch, block):
    """The tail of a sample that was begun is fetched, never redrawn: else short samples would be favoured."""
    expected = samplers.discrete_gaussian(9, 300, rng(6))
    monkeypatch.setattr(samplers, "_BLOCK", block)
    assert samplers.discrete_gaussian(9, 300, rng(6)).tolist() == expected.tolist()


def test_samples_that_leave_64_bits_are_repeated_in_unbounded_integers(monkeypatch):
    """With roots of squares limited to 50, one sample of six is too large for the compiled road."""
    expected = samplers.discrete_gaussian(16, 400, rng(7))
    seen = []
    monkeypatch.setattr(samplers, "MOST_SQUARED", 50)
    original = algorithms.draw
    monkeypatch.setattr(algorithms, "draw", lambda *args: seen.append(0) or original(*args))
    law = samplers._Law(limits.DISCRETE_GAUSSIAN, 16, 1, 5)
    assert samplers._sample(law, 400, rng(7)).tolist() == expected.tolist()
    assert 20 < len(seen) < 380


@pytest.mark.parametrize("n", [1, 2, 3, 5, 2**31 + 1, 2**32, 2**32 + 1, 2**61 + 1, 10**30])
def test_integers_below_a_bound(n):
    """Kolmogorov-Smirnov, false-alarm rate 1e-6; a wrong mask would leave out or repeat a part of the range."""
    values = samplers.uniform(n, 5000, rng(8))
    assert min(values) >= 0
    assert max(values) < n
    shares = np.array([float(Fraction(int(value), n)) for value in values])
    if n > 10**6:
        assert goodness_of_fit(shares, lambda x: np.clip(x, 0, 1), FALSE_ALARM).accepted
    else:
        assert goodness_of_counts(np.bincount(values), np.full(n, 1 / n), FALSE_ALARM).accepted


@pytest.mark.parametrize(
    "sigma2",
    [Fraction(1, 10), Fraction(1), Fraction(7, 3), 100, pytest.param(Fraction(0.3) ** 2, marks=pytest.mark.slow)],
)
def test_discrete_gaussian_samples_follow_their_masses(sigma2):
    """Exact binomial tails, false-alarm rate 1e-6 a call; the power is that of the controls below."""
    reach = int(6 * float(sigma2) ** 0.5) + 1
    samples = samplers.discrete_gaussian(sigma2, N, rng(9))
    assert goodness_of_counts(count(samples, reach), gaussian_masses(float(sigma2), reach), FALSE_ALARM).accepted


@pytest.mark.parametrize("scale", [Fraction(1, 3), 1, Fraction(22, 7), 50])
def test_discrete_laplace_and_geometric_samples_follow_their_masses(scale):
    """Kolmogorov-Smirnov, false-alarm rate 1e-6 a call."""
    reach, decay = int(40 * scale) + 1, np.exp(-1 / float(scale))
    masses = (1 - decay) * decay ** np.arange(reach + 1)
    samples = samplers.geometric(1 / Fraction(scale), N, rng(10))
    assert goodness_of_fit(samples, cdf(masses, 0), FALSE_ALARM).accepted
    masses = (1 - decay) / (1 + decay) * decay ** np.abs(np.arange(-reach, reach + 1))
    samples = samplers.discrete_laplace(scale, N, rng(11))
    assert goodness_of_fit(samples, cdf(masses, -reach), FALSE_ALARM).accepted


def rounded_gaussian(sigma, reach):
    """Masses of a continuous Gaussian that is rounded: what a naive sampler would make."""
    edges = [mp.ncdf((k + 0.5) / mp.mpf(sigma)) for k in range(-reach - 1, reach + 1)]
    inside = [float(b - a) for a, b in pairwise(edges)]
    return np.array([*inside, 1 - sum(inside)])


@pytest.mark.parametrize("planted", ["halved", "scale as variance", "rounded"])
def test_planted_faults_are_refuted(planted):
    """Each is further away than what 40000 samples detect with a power of 1 - 1e-6 at a false-alarm rate of 1e-6."""
    sigma2 = Fraction(1, 4) if planted == "rounded" else Fraction(4)
    drawn = {"halved": sigma2 / 4, "scale as variance": 2, "rounded": sigma2}[planted]
    masses = gaussian_masses(float(drawn), 30)
    stated = rounded_gaussian(0.5, 30) if planted == "rounded" else gaussian_masses(float(sigma2), 30)
    assert distance(masses, stated) > detectable_distance(N, FALSE_ALARM, POWER)
    samples = samplers.discrete_gaussian(drawn, N, rng(12))
    assert not goodness_of_fit(samples, cdf(stated[:-1], -30), FALSE_ALARM).accepted


@pytest.mark.slow
def test_ten_million_discrete_gaussians_have_their_law():
    """Exact binomial tails of the counts, false-alarm rate 1e-6, seeded.

    The power against sigma^2 off by 2 %: the mass of 0 moves by more than 14 standard deviations of its count and the
    threshold for 2 * 26 tails lies below 6, so a miss is beyond 8 of them, below 1e-14. The second half plants that.
    """
    n, masses = 10_000_000, gaussian_masses(4.0, 12)
    right = count(samplers.discrete_gaussian(4, n, rng(13)), 12)
    assert right.sum() == n
    assert goodness_of_counts(right, masses, FALSE_ALARM).accepted
    wrong = gaussian_masses(4.08, 12)
    shift = n * abs(wrong[12] - masses[12]) / (n * wrong[12] * (1 - wrong[12])) ** 0.5
    assert shift > 14
    assert not goodness_of_counts(rng(14).multinomial(n, wrong), masses, FALSE_ALARM).accepted


def test_integers_stay_integers_whatever_their_size():
    assert samplers.discrete_laplace(Fraction(1, 2), 0, rng(1)).shape == (0,)
    assert type(samplers.discrete_gaussian(Fraction(7, 5), rng=rng(1))) is int
    assert samplers.discrete_gaussian(5, 10, rng(1)).dtype == np.int64
    huge = samplers.discrete_laplace(10**40, 10, rng(1))
    assert huge.dtype == object
    assert max(map(abs, huge)) > 2**64
    assert abs(samplers.discrete_gaussian(10**80, rng=rng(1))) > 2**64
    assert samplers.bernoulli_exp(0, 50, rng(1)).tolist() == [1] * 50
    assert samplers.bernoulli_exp(10**9, 50, rng(1)).tolist() == [0] * 50
    assert samplers.binomial(0, Fraction(1, 2), 3, rng(1)).tolist() == [0] * 3
    assert samplers.binomial(7, 1, 3, rng(1)).tolist() == [7] * 3


def test_the_sampler_of_one_is_the_sampler_of_many():
    source = rng(15)
    single = [samplers.discrete_gaussian(2, rng=source) for _ in range(2000)]
    assert goodness_of_fit(single, cdf(gaussian_masses(2.0, 20)[:-1], -20), FALSE_ALARM).accepted


def test_without_a_generator_the_system_is_asked(monkeypatch):
    """Two calls differ, and the bytes come from `secrets`: fed from a table, they fix the samples."""
    assert samplers.uniform(2**128) != samplers.uniform(2**128)
    source = rng(16)
    monkeypatch.setattr("mechanisms.exact.words.secrets.token_bytes", lambda count: source.bytes(count))
    assert samplers.discrete_gaussian(3, 100).tolist() == samplers.discrete_gaussian(3, 100, rng(16)).tolist()


def test_no_float_is_made():
    """Every float that Python code could make goes through a float instruction; their names are traced."""
    script = """
import sys
from fractions import Fraction
from mechanisms.exact import algorithms, words
made = []
def trace(frame, event, arg):
    if "mechanisms/exact" in frame.f_code.co_filename:
        made.extend(v for v in frame.f_locals.values() if isinstance(v, float))
        if event == "return" and isinstance(arg, float):
            made.append(arg)
        return trace
source = words.WordSource()
sys.settrace(trace)
for _ in range(50):
    algorithms.discrete_gaussian(source, 7, 3, 2, 0)
    algorithms.discrete_laplace(source, 2, 5)
    algorithms.bernoulli_exp(source, 9, 4)
    algorithms.binomial(source, 1, 3, 5)
sys.settrace(None)
print(made)
"""
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.slow
def test_compiled_code_has_no_floating_point_type():
    import numba

    fresh = numba.njit(algorithms.fill.py_func)
    fresh(np.zeros(0, dtype=np.uint32), np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64), 0, 3, 2, 1, 2, 9)
    for code in fresh.inspect_llvm().values():
        assert "i64" in code
        assert "double" not in code
        assert "float" not in code


def test_words_come_back_in_their_order():
    source, twin = WordSource(rng(17)), WordSource(rng(17))
    first = source.take(10)
    source.unread(first[4:])
    assert np.concatenate([first[:4], source.take(3)]).tolist() == twin.take(13).tolist()


@pytest.mark.parametrize("wrong", [0, -1, Fraction(-1, 2), 1.0, np.float64(1), True, "1", None, 1j, [1]])
def test_bad_parameters_are_refused(wrong):
    for call, name in (
        (samplers.discrete_gaussian, "sigma2"),
        (samplers.discrete_laplace, "scale"),
        (samplers.geometric, "rate"),
    ):
        with pytest.raises(ParameterError, match=rf"^{name} must be a positive Fraction or integer, got "):
            call(wrong)
    with pytest.raises(ParameterError, match=r"^n must be an integer of at least 1, got "):
        samplers.uniform(wrong)


@pytest.mark.parametrize("wrong", [-1, 0.5, True, "1", None])
def test_bad_rates_and_probabilities_are_refused(wrong):
    with pytest.raises(ParameterError, match=r"^x must be a non-negative Fraction or integer, got "):
        samplers.bernoulli_exp(wrong)
    with pytest.raises(ParameterError, match=r"^p must be a Fraction or integer in \[0, 1\], got "):
        samplers.binomial(3, wrong)
    with pytest.raises(ParameterError, match=r"^p must be"):
        samplers.binomial(3, 2)
    with pytest.raises(ParameterError, match=r"^n must be"):
        samplers.binomial(wrong, 1)


@pytest.mark.parametrize("wrong", [-1, 1.5, True, "1", [1]])
def test_bad_sizes_are_refused(wrong):
    for call in (samplers.discrete_gaussian, samplers.uniform):
        with pytest.raises(ParameterError, match=r"^size must be an integer of at least 0, got "):
            call(1, wrong)


@pytest.mark.parametrize("wrong", [7, "seed", np.random.RandomState(1)])
def test_other_sources_are_refused(wrong):
    with pytest.raises(GeneratorError, match=r"^rng must be a numpy\.random\.Generator"):
        samplers.discrete_gaussian(1, 3, wrong)
    with pytest.raises(TypeError):
        samplers.uniform(3, None, wrong)
