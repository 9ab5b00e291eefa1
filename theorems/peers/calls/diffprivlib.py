# ruff: noqa: D103 (a recipe is named after what it asks)
# mypy: disable-error-code="no-untyped-def"
"""Functions of diffprivlib: the noise that each mechanism adds for a promise, the budget accountant, and samplers."""


def version():
    from importlib.metadata import version

    import diffprivlib.mechanisms  # noqa: F401 (what cannot be imported is absent)

    return version("diffprivlib")


def laplace_scale(epsilon, delta):
    from diffprivlib.mechanisms import Laplace

    return (Laplace(epsilon=epsilon, delta=delta, sensitivity=1).variance(0) / 2) ** 0.5


def gaussian_classical_scale(epsilon, delta):
    from diffprivlib.mechanisms import Gaussian

    return Gaussian(epsilon=epsilon, delta=delta, sensitivity=1).variance(0) ** 0.5


def gaussian_analytic_scale(epsilon, delta):
    from diffprivlib.mechanisms import GaussianAnalytic

    return GaussianAnalytic(epsilon=epsilon, delta=delta, sensitivity=1).variance(0) ** 0.5


def discrete_gaussian_scale(epsilon, delta):
    from diffprivlib.mechanisms import GaussianDiscrete

    # the mechanism publishes no variance; `randomise` draws with this scale
    return GaussianDiscrete(epsilon=epsilon, delta=delta, sensitivity=1)._scale


def geometric_scale(epsilon):
    from diffprivlib.mechanisms import Geometric

    return -1 / Geometric(epsilon=epsilon, sensitivity=1)._scale


def geometric_variance_scale(epsilon):
    import math

    from diffprivlib.mechanisms import Geometric

    # the variance of the two-sided geometric law of scale s is 1 / (2 sinh(1 / (2 s))^2)
    return 1 / (2 * math.asinh((2 * Geometric(epsilon=epsilon, sensitivity=1).variance(0)) ** -0.5))


def laplace_bounded_noise_bound(epsilon, delta):
    from diffprivlib.mechanisms import LaplaceBoundedNoise

    one = LaplaceBoundedNoise(epsilon=epsilon, delta=delta, sensitivity=1, random_state=1)
    one.randomise(0.0)
    return one._noise_bound


def budget_epsilon(epsilon, k, slack):
    from diffprivlib import BudgetAccountant

    return BudgetAccountant(slack=slack, spent_budget=[(epsilon, 0.0)] * k).total()[0]


def sample_laplace(b, n, seed):
    from diffprivlib.mechanisms import Laplace

    one = Laplace(epsilon=1 / b, sensitivity=1, random_state=seed)
    return [one.randomise(0.0) for _ in range(n)]


def sample_gaussian(sigma, n, seed):
    import math

    from diffprivlib.mechanisms import Gaussian

    # the classical scale at epsilon 1 is sqrt(2 log(1.25 / delta)); the sensitivity makes it sigma
    delta = 1e-5
    sensitivity = sigma / math.sqrt(2 * math.log(1.25 / delta))
    one = Gaussian(epsilon=1.0, delta=delta, sensitivity=sensitivity, random_state=seed)
    return [one.randomise(0.0) for _ in range(n)]


def sample_discrete_laplace(b, n, seed):
    from diffprivlib.mechanisms import Geometric

    one = Geometric(epsilon=1 / b, sensitivity=1, random_state=seed)
    return [one.randomise(0) for _ in range(n)]


def sample_discrete_gaussian(sigma, n, seed):
    from diffprivlib.mechanisms import GaussianDiscrete

    one = GaussianDiscrete(epsilon=1.0, delta=1e-5, sensitivity=1, random_state=seed)
    one._scale = sigma  # the law at a scale of one's choice; the calibration is checked apart
    return [one.randomise(0) for _ in range(n)]


def sample_truncated_laplace(epsilon, delta, n, seed):
    from diffprivlib.mechanisms import LaplaceBoundedNoise

    one = LaplaceBoundedNoise(epsilon=epsilon, delta=delta, sensitivity=1, random_state=seed)
    return [one.randomise(0.0) for _ in range(n)]


def sample_uniform(delta, n, seed):
    from diffprivlib.mechanisms import Uniform

    one = Uniform(delta=delta, sensitivity=1, random_state=seed)
    return [one.randomise(0.0) for _ in range(n)]


def sample_staircase(epsilon, gamma, n, seed):
    from diffprivlib.mechanisms import Staircase

    one = Staircase(epsilon=epsilon, sensitivity=1, gamma=gamma, random_state=seed)
    return [one.randomise(0.0) for _ in range(n)]


def sample_response(probability, n, seed):
    import math

    from diffprivlib.mechanisms import Binary

    epsilon = math.log(probability / (1 - probability))
    one = Binary(epsilon=epsilon, value0="no", value1="yes", random_state=seed)
    return [one.randomise("yes") == "yes" for _ in range(n)]


def sample_domain_laplace(epsilon, lower, upper, answer, n, seed):
    from diffprivlib.mechanisms import LaplaceBoundedDomain

    one = LaplaceBoundedDomain(epsilon=epsilon, sensitivity=0.5, lower=lower, upper=upper, random_state=seed)
    # the first sample is followed by the scale that the mechanism found
    samples = [float(one.randomise(answer)) for _ in range(n)]
    return [*samples, one._scale]


def release_laplace(b, answer, n, seed):
    from diffprivlib.mechanisms import Laplace

    one = Laplace(epsilon=1 / b, sensitivity=1, random_state=seed)
    return [one.randomise(answer) for _ in range(n)]
