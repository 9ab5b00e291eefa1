"""Every density and mass function on its own: mass 1, distribution function and moments those of another's code, sampler.

The laws are found by walking the families and the classes of noise: one without a reference fails. References are
scipy.stats, or a formula typed here where scipy has none. For each law, planted errors (those that a wrong density on
both roads would share: a factor, a scale, a shift, a forgotten Jacobian, a changed shape) must be noticed.
"""

import importlib
import inspect
import itertools
import math
import pkgutil
from functools import partial

import numpy as np
import pytest
from scipy import stats

import mechanisms.families
import mechanisms.noise
from mechanisms.noise.additive import AdditiveNoise
from mechanisms.noise.integer import IntegerNoise
from mechanisms.noise.vector import VectorGaussian, VectorLaplace
from mechanisms.numeric.countable import CountablePair
from mechanisms.numeric.goodness import goodness_of_counts, goodness_of_fit
from mechanisms.numeric.quadrature import log_integral

LEVELS = (0.02, 0.3, 0.6, 0.95)
CLOSE = 1e-9
COVARIANCE = [[2.0, 0.5, 0.0], [0.5, 1.0, -0.25], [0.0, -0.25, 3.0]]
SAMPLES, EXACT_SAMPLES, FALSE_ALARM = 20_000, 2_000, 1e-6


def modules(package):
    return [
        importlib.import_module(f"{package.__name__}.{found.name}") for found in pkgutil.iter_modules(package.__path__)
    ]


def families():
    """Return every function of the families that makes a pair of laws on the line or on the integers."""
    found = {}
    for module in modules(mechanisms.families):
        for name, function in vars(module).items():
            own = inspect.isfunction(function) and function.__module__ == module.__name__
            if own and name.endswith("_pair") and inspect.signature(function).return_annotation in KINDS:
                found[name] = function
    return found


def noises():
    """Return every class of noise with a law of its own."""
    modules(mechanisms.noise)

    def below(kind):
        return [cls for sub in kind.__subclasses__() for cls in (sub, *below(sub))]

    return {
        cls.__name__: cls
        for kind in (AdditiveNoise, IntegerNoise)
        for cls in below(kind)
        if not inspect.isabstract(cls)
    }


class Steps:
    """A law on the line whose density is constant between kinks, or truncated: by its distribution function alone."""

    def __init__(self, cdf, low, high):
        self.cdf, self.low, self.high = cdf, low, high

    def ppf(self, level):
        low, high = self.low, self.high
        for _ in range(200):
            middle = (low + high) / 2
            low, high = (middle, high) if self.cdf(middle) < level else (low, middle)
        return high


class Masses:
    """A law on the integers by weights, added up from far away."""

    def __init__(self, weight, reach):
        self.points = np.arange(-reach, reach + 1)
        weights = np.array([weight(int(k)) for k in self.points])
        self.mass = weights / math.fsum(weights)

    def cdf(self, k):
        return math.fsum(self.mass[self.points <= k])

    def ppf(self, level):
        return float(self.points[np.searchsorted(np.cumsum(self.mass), level)])

    def mean(self):
        return math.fsum(self.mass * self.points)

    def var(self):
        return math.fsum(self.mass * (self.points - self.mean()) ** 2)


def truncated(location, scale, bound):
    whole = stats.laplace(location, scale)
    low, high = whole.cdf(location - bound), whole.cdf(location + bound)
    return Steps(lambda x: np.clip((whole.cdf(x) - low) / (high - low), 0.0, 1.0), location - bound, location + bound)


def asymmetric(location, left, right):
    return stats.laplace_asymmetric(math.sqrt(left / right), location, math.sqrt(left * right))


def staircase(eps, sensitivity, gamma):
    """Add up the masses of whole steps: from n widths to n + gamma at the height h e^(-n eps), then e^-eps of it."""
    height = 1 / sum(2 * sensitivity * math.exp(-eps * n) * (gamma + (1 - gamma) * math.exp(-eps)) for n in range(2000))

    def mass(distance):
        total, n = 0.0, 0
        while n * sensitivity < distance:
            inner = min(distance - n * sensitivity, gamma * sensitivity)
            outer = min(max(distance - (n + gamma) * sensitivity, 0.0), (1 - gamma) * sensitivity)
            total += height * math.exp(-eps * n) * (inner + outer * math.exp(-eps))
            n += 1
        return total

    signed = np.vectorize(lambda x: 0.5 + math.copysign(mass(abs(x)), x), otypes=[float])
    return Steps(signed, -200 * sensitivity, 200 * sensitivity)


def discrete_gaussian(location, sigma):
    return Masses(lambda k: math.exp(-((k - location) ** 2) / (2 * sigma**2)), 400)


def mixture(rate, shift, sigma):
    first, second = stats.norm(shift, sigma), stats.norm(0, sigma)
    return Steps(lambda x: rate * first.cdf(x) + (1 - rate) * second.cdf(x), -60 * sigma, 60 * sigma)


# Parameters of P, by their names without the suffix, and the reference that they belong to.
LAWS = {
    "truncated_laplace_pair": ({"location": 0.5, "scale": 1.5, "bound": 2.0}, truncated),
    "uniform_pair": ({"low": -1.0, "high": 2.5}, lambda low, high: stats.uniform(low, high - low)),
    "beta_pair": ({"first": 1.5, "second": 2.5}, stats.beta),
    "poisson_pair": ({"mean": 3.5}, stats.poisson),
    "geometric_pair": ({"success": 0.3}, lambda success: stats.geom(success, -1)),
    "negative_binomial_pair": ({"shape": 2.5, "success": 0.4}, stats.nbinom),
    "binomial_pair": ({"trials": 30, "success": 0.3, "location": 2}, stats.binom),
    "gaussian_pair": ({"mean": 1.0, "sigma": 2.0}, stats.norm),
    "exponential_pair": ({"rate": 1.5, "location": 0.5}, lambda rate, location: stats.expon(location, 1 / rate)),
    "gamma_pair": ({"shape": 2.5, "rate": 1.5}, lambda shape, rate: stats.gamma(shape, scale=1 / rate)),
    "inverse_gamma_pair": ({"shape": 2.5, "scale": 1.5}, lambda shape, scale: stats.invgamma(shape, scale=scale)),
    "chi_squared_pair": ({"dof": 3.0}, stats.chi2),
    "weibull_pair": ({"shape": 1.5, "scale": 2.0}, lambda shape, scale: stats.weibull_min(shape, scale=scale)),
    "rayleigh_pair": ({"sigma": 1.5}, lambda sigma: stats.rayleigh(scale=sigma)),
    "inverse_gaussian_pair": (
        {"mean": 1.5, "shape": 2.0},
        lambda mean, shape: stats.invgauss(mean / shape, scale=shape),
    ),
    "log_normal_pair": (
        {"location": 0.5, "sigma": 0.75},
        lambda location, sigma: stats.lognorm(sigma, scale=math.exp(location)),
    ),
    "pareto_pair": ({"minimum": 1.5, "shape": 3.5}, lambda minimum, shape: stats.pareto(shape, scale=minimum)),
    "frechet_pair": ({"shape": 3.5, "scale": 2.0}, lambda shape, scale: stats.invweibull(shape, scale=scale)),
    "levy_pair": ({"scale": 1.5}, lambda scale: stats.levy(scale=scale)),
    "inverse_chi_squared_pair": ({"dof": 6.5}, lambda dof: stats.invgamma(dof / 2, scale=0.5)),
    "scaled_inverse_chi_squared_pair": (
        {"dof": 6.5, "scale": 1.5},
        lambda dof, scale: stats.invgamma(dof / 2, scale=dof * scale / 2),
    ),
    "power_function_pair": ({"bound": 2.0, "shape": 1.5}, lambda bound, shape: stats.powerlaw(shape, scale=bound)),
    "log_laplace_pair": (
        {"location": 0.5, "scale": 0.25},
        lambda location, scale: stats.loglaplace(1 / scale, scale=math.exp(location)),
    ),
    "gompertz_pair": ({"scale": 1.5, "shape": 0.5}, lambda scale, shape: stats.gompertz(shape, scale=scale)),
    "half_normal_pair": ({"sigma": 1.5}, lambda sigma: stats.halfnorm(scale=sigma)),
    "chi_pair": ({"dof": 2.5}, stats.chi),
    "nakagami_pair": ({"shape": 1.5, "spread": 2.0}, lambda shape, spread: stats.nakagami(shape, scale=spread**0.5)),
    "generalized_gamma_pair": (
        {"power": 1.5, "shape": 2.5, "scale": 0.75},
        lambda power, shape, scale: stats.gengamma(shape, power, scale=scale),
    ),
    "exp_gamma_pair": ({"shape": 1.5, "rate": 2.0}, lambda shape, rate: stats.loggamma(shape, -math.log(rate))),
    "reversed_gumbel_pair": ({"location": 0.5, "scale": 1.5}, stats.gumbel_l),
    "generalized_logistic_pair": ({"shape": 2.5}, stats.genlogistic),
    "lomax_pair": ({"scale": 1.5, "shape": 3.5}, lambda scale, shape: stats.lomax(shape, scale=scale)),
    "inverse_lomax_pair": ({"scale": 1.5, "shape": 2.5}, lambda scale, shape: stats.burr(1, shape, scale=scale)),
    "beta_prime_pair": ({"first": 1.5, "second": 4.5}, stats.betaprime),
    "birnbaum_saunders_pair": (
        {"scale": 1.5, "sigma": 0.75},
        lambda scale, sigma: stats.fatiguelife(sigma, scale=scale),
    ),
    "half_cauchy_pair": ({"scale": 1.5}, lambda scale: stats.halfcauchy(scale=scale)),
    "reciprocal_inverse_gaussian_pair": (
        {"mean": 1.5, "shape": 2.0},
        lambda mean, shape: stats.recipinvgauss(mean / shape, scale=1 / shape),
    ),
    "truncated_exponential_pair": (
        {"scale": 1.5, "bound": 2.0},
        lambda scale, bound: stats.truncexpon(bound / scale, scale=scale),
    ),
    "bounded_pareto_pair": (
        {"minimum": 1.5, "shape": 2.5, "width": 1.0},
        lambda minimum, shape, width: stats.truncpareto(shape, math.exp(width), scale=minimum),
    ),
    "laplace_pair": ({"location": 0.5, "scale": 1.5}, stats.laplace),
    "two_sided_geometric_pair": (
        {"location": 2, "scale": 1.5},
        lambda location, scale: stats.dlaplace(1 / scale, location),
    ),
    "discrete_gaussian_pair": ({"location": 1, "sigma": 2.5}, discrete_gaussian),
    "skellam_pair": (
        {"first": 3.0, "second": 2.0, "location": 1},
        lambda first, second, location: stats.skellam(first, second, location),
    ),
    "cauchy_pair": ({"location": 0.5, "scale": 1.5}, stats.cauchy),
    "student_pair": ({"dof": 5.0, "location": 0.5, "scale": 1.5}, stats.t),
    "logistic_pair": ({"location": 0.5, "scale": 1.5}, stats.logistic),
    "gumbel_pair": ({"location": 0.5, "scale": 1.5}, stats.gumbel_r),
    "asymmetric_laplace_pair": ({"location": 0.5, "left": 1.0, "right": 2.0}, asymmetric),
    "gaussian_mixture_pair": ({"rate": 0.25, "shift": 2.0, "sigma": 1.0}, mixture),
    "gaussian_replaced_pair": ({"rate": 0.25, "shift": 2.0, "sigma": 1.0}, mixture),
    "gauge_pair": ({"dimension": 3, "eps": 1.5}, lambda dimension, eps: stats.gamma(dimension, scale=1 / eps)),
}
# The loss of noise of the cube has no law of a name: it is sampled.
BY_SAMPLES = {"cube_noise_pair"}
KINDS = {"Pair", "CountablePair"}
NOISES = {
    "Laplace": ({"scale": 1.5}, lambda scale: stats.laplace(0, scale)),
    "Gaussian": ({"sigma": 1.5}, lambda sigma: stats.norm(0, sigma)),
    "TruncatedLaplace": ({"scale": 1.5, "bound": 2.0}, partial(truncated, 0.0)),
    "DomainLaplace": ({"lower": 0.0, "upper": 1.0, "scale": 1.5}, lambda lower, upper, scale: stats.laplace(0, scale)),
    "Staircase": ({"eps": 1.0, "sensitivity": 1.5, "gamma": 0.3}, staircase),
    "TwoSidedGeometric": ({"scale": 1.5}, lambda scale: stats.dlaplace(1 / scale)),
    "DiscreteGaussian": ({"sigma2": 6.25}, lambda sigma2: discrete_gaussian(0, math.sqrt(sigma2))),
    "Skellam": ({"mu": 2.5}, lambda mu: stats.skellam(mu, mu)),
    "Binomial": ({"n": 30}, lambda n: stats.binom(n, 0.5, -n // 2)),
}


def pair_of(name):
    parameters, reference = LAWS[name]
    function = families()[name]
    given = {
        each: parameters[each.removesuffix("_p").removesuffix("_q")] for each in inspect.signature(function).parameters
    }
    return function(**given), reference(*parameters.values())


def moments(reference):
    """Return the mean and the variance, None where they are not known or infinite."""
    found = [getattr(reference, name, lambda: math.nan)() for name in ("mean", "var")]
    return [float(value) if math.isfinite(value) else None for value in found]


def check_density(log_density, points, support, reference):
    """Assert that a density has mass 1, and the distribution function and the moments of the reference."""

    def integral(log_f, low, high):
        return math.exp(log_integral(log_f, [x for x in points if low < x < high], (low, high)).value)

    assert integral(log_density, *support) == pytest.approx(1, abs=CLOSE)
    for level in LEVELS:
        place = float(reference.ppf(level))
        assert integral(log_density, support[0], place) == pytest.approx(float(reference.cdf(place)), rel=CLOSE), level
    mean, variance = moments(reference)
    if variance is not None:

        def square(x):
            with np.errstate(divide="ignore"):
                return log_density(x) + 2 * np.log(np.abs(x - mean))

        parts = [integral(square, support[0], mean), integral(square, mean, support[1])]
        assert sum(parts) == pytest.approx(variance, rel=1e-7)
    if mean is not None and variance is not None:
        start = support[0] if math.isfinite(support[0]) else float(reference.ppf(1e-3))

        def distance(sign, x):
            with np.errstate(divide="ignore"):
                return log_density(x) + np.log(np.maximum(sign * (x - start), 0.0))

        above = integral(partial(distance, 1), start, support[1])
        below = integral(partial(distance, -1), support[0], start) if support[0] < start else 0.0
        assert above - below == pytest.approx(mean - start, rel=1e-7)


def check_masses(log_mass, reference):
    """Assert that masses add up to 1, and have the distribution function and the moments of the reference."""
    reach = 400 if isinstance(reference, Masses) else 2000
    k = np.arange(-reach, reach + 1).astype(float)
    with np.errstate(all="ignore"):
        mass = np.exp(log_mass(k))
    assert math.fsum(mass) == pytest.approx(1, abs=CLOSE)
    for level in LEVELS:
        place = float(reference.ppf(level))
        assert math.fsum(mass[k <= place]) == pytest.approx(float(reference.cdf(place)), rel=CLOSE)
    mean, variance = moments(reference)
    assert math.fsum(mass * k) == pytest.approx(mean, rel=1e-8, abs=1e-8)
    assert math.fsum(mass * (k - mean) ** 2) == pytest.approx(variance, rel=1e-8)


def check(log_f, pair, reference):
    if isinstance(pair, CountablePair):
        first, last = pair.support
        check_masses(lambda k: np.where((k >= first) & (k <= last), log_f(np.clip(k, first, last)), -np.inf), reference)
    else:
        check_density(log_f, pair.breakpoints, pair.support, reference)


def test_every_law_has_a_reference():
    assert set(families()) == set(LAWS) | BY_SAMPLES
    assert set(noises()) == set(NOISES)


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow) if name == "reciprocal_inverse_gaussian_pair" else name
        for name in LAWS
    ],
)
def test_the_density_of_every_family_has_mass_one_and_the_moments_of_its_law(name):
    pair, reference = pair_of(name)
    check(pair.log_p, pair, reference)


def planted(log_f, pair):
    """Yield wrong densities."""
    yield "a factor of 2", lambda x: log_f(x) + math.log(2)
    yield "a factor off by a millionth", lambda x: log_f(x) + 1e-6
    if isinstance(pair, CountablePair):
        yield "moved by one", lambda x: log_f(x - 1)
        yield "flattened", lambda x: 0.999 * log_f(x)
        return
    yield "another scale", lambda x: log_f(x * 1.001) + math.log(1.001)
    yield "no Jacobian", lambda x: log_f(x * 1.001)
    yield "moved", lambda x: log_f(x - 0.001)
    yield "flattened", lambda x: 0.999 * log_f(x)


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize("name", LAWS)
def test_a_wrong_density_is_noticed_for_every_family(name):
    pair, reference = pair_of(name)
    for what, wrong in planted(pair.log_p, pair):
        noticed = False
        try:
            with np.errstate(all="ignore"):
                check(wrong, pair, reference)
        except (AssertionError, ValueError, ArithmeticError):
            noticed = True
        assert noticed, what


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow) if name in ("Staircase", "TwoSidedGeometric") else name
        for name in NOISES
    ],
)
def test_the_noise_of_every_mechanism_has_its_density_and_its_sampler_follows_the_law(name):
    """A seeded test of each sampler against the reference; a right one is refuted with probability 1e-6 at most."""
    parameters, law = NOISES[name]
    mechanism, reference = noises()[name](**parameters), law(*parameters.values())
    rng = np.random.default_rng(71)
    if isinstance(mechanism, IntegerNoise):
        check_masses(mechanism._log_noise_mass, reference)
        samples = mechanism.release(np.zeros(EXACT_SAMPLES, dtype=int), rng)
        places = np.arange(-60, 61)
        mass = np.diff([float(reference.cdf(k)) for k in (-61, *places)])
        counts = np.array([np.count_nonzero(samples == k) for k in places])
        kept = mass * EXACT_SAMPLES > 10
        rest = [1 - mass[kept].sum(), EXACT_SAMPLES - counts[kept].sum()]
        verdict = goodness_of_counts([*counts[kept], rest[1]], [*mass[kept], rest[0]], FALSE_ALARM)
    else:
        steps = getattr(mechanism, "sensitivity", 1.0)
        points = [0.0]
        if name == "Staircase":
            points = [s * (k + part) * steps for k in range(60) for part in (0.0, 0.3) for s in (-1, 1)]
        support = (-2.0, 2.0) if name == "TruncatedLaplace" else (-math.inf, math.inf)
        if name == "Staircase":
            support = (-90.0, 90.0)  # less than 1e-26 lies beyond
        check_density(mechanism.log_density, points, support, reference)
        grid = np.linspace(-5, 5, 101)
        np.testing.assert_allclose(mechanism.cdf(grid), reference.cdf(grid), rtol=1e-12, atol=1e-15)
        verdict = goodness_of_fit(mechanism.release(np.zeros(SAMPLES), rng), reference.cdf, FALSE_ALARM)
    assert verdict.accepted


def test_the_loss_of_cube_noise_has_the_law_that_is_sampled():
    """Noise of the cube drawn by its own construction: a Gamma radius, a uniform point of the cube."""
    dimension, eps, distance = 3, 1.5, 1.25
    pair = families()["cube_noise_pair"](dimension, eps, distance)
    rng = np.random.default_rng(72)
    radius = rng.gamma(dimension + 1, 1 / eps, SAMPLES)
    noise = radius[:, None] * rng.uniform(-1, 1, (SAMPLES, dimension))
    moved = noise.copy()
    moved[:, 0] -= distance
    loss = (np.abs(moved).max(axis=1) - np.abs(noise).max(axis=1)) / distance
    edges = np.linspace(-1, 1, 11)
    tiny = 1e-9
    atoms = [np.abs(loss - place) < tiny for place in (-1, 0, 1)]
    inside = [
        (loss > low + tiny) & (loss < high - tiny) & ~np.any(atoms, axis=0) for low, high in itertools.pairwise(edges)
    ]
    for law in (pair.log_p, pair.log_q):
        mass = [
            math.exp(log_integral(law, (0.0,) if low < 0 < high else (), (low, high)).value)
            for low, high in [*itertools.pairwise(edges), (1, 2), (2, 3), (3, 4)]
        ]
        assert math.fsum(mass) == pytest.approx(1, abs=1e-9)
        counts = [np.count_nonzero(part) for part in (*inside, *atoms)]
        verdict = goodness_of_counts(counts, mass, FALSE_ALARM)
        assert verdict.accepted == (law is pair.log_p)


@pytest.mark.parametrize(
    ("mechanism", "reference"),
    [
        (VectorLaplace(1.5), lambda x: stats.laplace(0, 1.5).logpdf(x).sum(axis=-1)),
        (VectorGaussian(COVARIANCE), stats.multivariate_normal(np.zeros(3), COVARIANCE).logpdf),
    ],
    ids=["Laplace", "Gaussian"],
)
def test_the_densities_of_vectors_are_those_of_scipy(mechanism, reference):
    x = np.random.default_rng(73).normal(0, 3, (50, 3))
    np.testing.assert_allclose(mechanism.log_density(x, np.zeros(3)), reference(x), rtol=1e-12)
    assert not np.allclose(mechanism.log_density(1.001 * x, np.zeros(3)), reference(x), rtol=1e-9)
