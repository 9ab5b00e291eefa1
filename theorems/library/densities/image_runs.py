"""Images of simpler laws as the mechanisms know them: pairs of the law with itself, by the names of the symbols."""

from mechanisms.families import exponential_images, images
from mechanisms.numeric.pair import Pair


def frechet(k: float, b: float) -> Pair:
    return exponential_images.frechet_pair(k, b, k, b)


def levy(b: float) -> Pair:
    return images.levy_pair(b, b)


def inverse_chi_squared(nu: float) -> Pair:
    return images.inverse_chi_squared_pair(nu, nu)


def scaled_inverse_chi_squared(nu: float, m: float) -> Pair:
    return images.scaled_inverse_chi_squared_pair(nu, m, nu, m)


def power_function(a: float, k: float) -> Pair:
    return exponential_images.power_function_pair(a, k, a, k)


def log_laplace(mu1: float, b: float) -> Pair:
    return images.log_laplace_pair(mu1, b, mu1, b)


def gompertz(b: float, k: float) -> Pair:
    return exponential_images.gompertz_pair(b, k, b, k)


def half_normal(sigma: float) -> Pair:
    return images.half_normal_pair(sigma, sigma)


def chi(nu: float) -> Pair:
    return images.chi_pair(nu, nu)


def nakagami(k: float, m: float) -> Pair:
    return images.nakagami_pair(k, m, k, m)


def generalized_gamma(r: float, k: float, b: float) -> Pair:
    return images.generalized_gamma_pair(r, k, b, r, k, b)


def exp_gamma(k: float, r: float) -> Pair:
    return images.exp_gamma_pair(k, r, k, r)


def reversed_gumbel(mu1: float, b: float) -> Pair:
    return exponential_images.reversed_gumbel_pair(mu1, b, mu1, b)


def generalized_logistic(k: float) -> Pair:
    return exponential_images.generalized_logistic_pair(k, k)


def lomax(m: float, k: float) -> Pair:
    return exponential_images.lomax_pair(m, k, m, k)


def inverse_lomax(m: float, k: float) -> Pair:
    return exponential_images.inverse_lomax_pair(m, k, m, k)


def beta_prime(k1: float, k2: float) -> Pair:
    return images.beta_prime_pair(k1, k2, k1, k2)


def birnbaum_saunders(m: float, sigma: float) -> Pair:
    return images.birnbaum_saunders_pair(m, sigma, m, sigma)


def half_cauchy(b: float) -> Pair:
    return images.half_cauchy_pair(b, b)


def reciprocal_inverse_gaussian(m: float, k: float) -> Pair:
    return images.reciprocal_inverse_gaussian_pair(m, k, m, k)


def truncated_exponential(b: float, a: float) -> Pair:
    return exponential_images.truncated_exponential_pair(b, a, b, a)


def bounded_pareto(m: float, k: float, a: float) -> Pair:
    return exponential_images.bounded_pareto_pair(m, k, a, m, k, a)
