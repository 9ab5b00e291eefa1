"""The subjects that several peers are asked about, as chains of the project's grammar."""

from __future__ import annotations

from decimal import Decimal, localcontext

from theorems.peers.base import Subject

_DIGITS = 80
_MARGIN = Decimal("1e-20")
"""By which share of its range the losses of a pair lie closer, so that rounded probabilities are those of such a pair."""


def text(number: float) -> str:
    """Return a number as decimal text: the shortest that reads back as the same float."""
    return repr(number)


def composed(law: str, k: int = 1, q: float = 1.0) -> str:
    """Return a chain: a law, sampled at a rate, run several times."""
    return law + (f".subsample({text(q)})" if q != 1 else "") + (f".compose({k})" if k != 1 else "")


def gaussian_epsilon(sigma: float, delta: float, k: int = 1, q: float = 1.0, **_: object) -> Subject:
    """Return epsilon at delta of (subsampled) Gaussian noise of deviation sigma, k times."""
    return Subject(composed(f"Gaussian(sigma={text(sigma)})", k, q), "epsilon", (("delta", delta),))


def gaussian_delta(sigma: float, epsilon: float, k: int = 1, **_: object) -> Subject:
    """Return delta at epsilon of Gaussian noise, k times."""
    return Subject(composed(f"Gaussian(sigma={text(sigma)})", k), "delta", (("epsilon", epsilon),))


def gaussian_scale(epsilon: float, delta: float, k: int = 1, q: float = 1.0, **_: object) -> Subject:
    """Return the least deviation of (subsampled) Gaussian noise for (epsilon, delta) after k runs."""
    return Subject(composed("Gaussian(sigma)", k, q), "scale", (("epsilon", epsilon), ("delta", delta)))


def gaussian_renyi(sigma: float, order: float, q: float = 1.0) -> Subject:
    """Return the Rényi divergence of (subsampled) Gaussian noise."""
    return Subject(composed(f"Gaussian(sigma={text(sigma)})", 1, q), "renyi", (("order", order),))


def gaussian_advantage(sigma: float, k: int = 1, q: float = 1.0) -> Subject:
    """Return the total variation distance of (subsampled) Gaussian noise, k times."""
    return Subject(composed(f"Gaussian(sigma={text(sigma)})", k, q), "advantage")


def laplace_epsilon(b: float, delta: float, k: int = 1, **_: object) -> Subject:
    """Return epsilon at delta of Laplace noise of scale b, k times."""
    return Subject(composed(f"Laplace({text(b)})", k), "epsilon", (("delta", delta),))


def laplace_delta(b: float, epsilon: float, k: int = 1, **_: object) -> Subject:
    """Return delta at epsilon of Laplace noise, k times."""
    return Subject(composed(f"Laplace({text(b)})", k), "delta", (("epsilon", epsilon),))


def laplace_pure(b: float, k: int = 1) -> Subject:
    """Return pure epsilon of Laplace noise, k times."""
    return Subject(composed(f"Laplace({text(b)})", k), "epsilon")


def laplace_scale(epsilon: float, delta: float = 0.0, k: int = 1) -> Subject:
    """Return the least scale of Laplace noise for (epsilon, delta) after k runs."""
    return Subject(composed("Laplace(b)", k), "scale", (("epsilon", epsilon), ("delta", delta)))


def laplace_renyi(b: float, order: float) -> Subject:
    """Return the Rényi divergence of Laplace noise."""
    return Subject(f"Laplace({text(b)})", "renyi", (("order", order),))


def laplace_advantage(b: float, k: int = 1) -> Subject:
    """Return the total variation distance of Laplace noise, k times."""
    return Subject(composed(f"Laplace({text(b)})", k), "advantage")


def response_epsilon(epsilon: float, delta: float, k: int = 1, **_: object) -> Subject:
    """Return epsilon at delta of binary randomized response, k times: the worst mechanism of pure privacy too."""
    return Subject(composed(f"RR({text(epsilon)})", k), "epsilon", (("delta", delta),))


def response_renyi(epsilon: float, order: float) -> Subject:
    """Return the Rényi divergence of binary randomized response."""
    return Subject(f"RR({text(epsilon)})", "renyi", (("order", order),))


def discrete_laplace_epsilon(b: float, delta: float, k: int = 1) -> Subject:
    """Return epsilon at delta of two-sided geometric noise of scale b, k times."""
    return Subject(composed(f"DiscreteLaplace({text(b)})", k), "epsilon", (("delta", delta),))


def discrete_gaussian_epsilon(sigma: float, delta: float, k: int = 1, **_: object) -> Subject:
    """Return epsilon at delta of discrete Gaussian noise, k times."""
    return Subject(composed(f"DiscreteGaussian(sigma={text(sigma)})", k), "epsilon", (("delta", delta),))


def both_epsilon(sigma: float, b: float, k: int, delta: float) -> Subject:
    """Return epsilon at delta of k runs of Gaussian noise and k of Laplace noise."""
    first, second = composed(f"Gaussian(sigma={text(sigma)})", k), composed(f"Laplace({text(b)})", k)
    return Subject(f"{first}.compose({second})", "epsilon", (("delta", delta),))


def laplace_sampled_epsilon(b: float, q: float, delta: float, k: int = 1, **_: object) -> Subject:
    """Return epsilon at delta of Laplace noise on a Poisson sample, k times."""
    return Subject(composed(f"Laplace({text(b)})", k, q), "epsilon", (("delta", delta),))


def gaussian_replaced_epsilon(sigma: float, delta: float, k: int = 1, q: float = 1.0) -> Subject:
    """Return epsilon at delta of Gaussian noise on a Poisson sample where a record is replaced; sigma is in sensitivities to one added."""
    return Subject(composed(f"Gaussian(sigma={text(sigma)})", k, q), "epsilon", (("delta", delta),), "replace")


def fixed_size_epsilon(sigma: float, size: int, population: int, delta: float, k: int = 1) -> Subject:
    """Return epsilon at delta of a pair that Gaussian noise on samples of fixed size has, k times, a record replaced.

    All records but one are alike, and the one differs from them on one side: it is in the sample with probability size/population, so
    that the pair is that of the Poisson sample at this rate. Whatever holds for all records replaced is no less.
    """
    return gaussian_epsilon(sigma, delta, k, size / population)


def fixed_size_renyi(sigma: float, size: int, population: int, order: float) -> Subject:
    """Return the Rényi divergence of the same pair."""
    return gaussian_renyi(sigma, order, size / population)


def range_renyi(epsilon: float, order: float) -> Subject:
    r"""Return the Rényi divergence of two laws on two points whose losses t and t - epsilon are those of an exponential mechanism.

    .. math:: P(1) = \frac{1 - e^{t - \varepsilon}}{1 - e^{-\varepsilon}}, \quad Q(1) = e^{-t} P(1), \qquad
        e^{t - \varepsilon} = \frac{(\alpha - 1)(1 - e^{-\alpha\varepsilon})}{\alpha\,(1 - e^{-(\alpha - 1)\varepsilon})}

    At this t the divergence of such pairs is greatest; at any t they are pairs that the mechanism has. The losses are brought closer
    than epsilon by more than the digits round.
    """
    with localcontext() as digits:
        digits.prec = _DIGITS
        near, power = Decimal(epsilon) * (1 - _MARGIN), Decimal(order)
        least = (power - 1) / power * (1 - (-power * near).exp()) / (1 - ((1 - power) * near).exp())
        first = (1 - least) / (1 - (-near).exp())
        second = first * (-near).exp() / least
    return Subject(f"Pair(Bernoulli({first:f}), Bernoulli({second:f}))", "renyi", (("order", order),))


def range_epsilon(epsilon: float, delta: float, k: int = 1) -> Subject:
    """Return epsilon at delta of an exponential mechanism on two candidates, the better one moved, k times: their odds are e^(+-epsilon/2)."""
    return response_epsilon(epsilon / 2, delta, k)


def range_rho(epsilon: float) -> Subject:
    """Return the zero-concentrated budget of the same mechanism."""
    return Subject(f"RR({text(epsilon / 2)})", "rho")
