"""The child's part of an accountant that does not exist: right by sums over points, and beside each function one with a planted bug."""


def version():
    return "1.0"


def renyi(sigma, q, order):
    import math

    step, reach = 0.02 * min(sigma, 1.0), 12 * sigma
    first, last = -int(reach / step), int((order + reach) / step)
    logs = []
    for k in range(first, last + 1):
        x = k * step
        power = (2 * x - 1) / (2 * sigma * sigma)
        ratio = math.log1p(q * math.expm1(power)) if power < 300 else math.log(q) + power
        logs.append(order * ratio - x * x / (2 * sigma * sigma))
    top = max(logs)
    total = (
        top + math.log(math.fsum(math.exp(log - top) for log in logs)) + math.log(step / sigma / math.sqrt(2 * math.pi))
    )
    return total / (order - 1)


def renyi_of_the_integer_below(sigma, q, order):
    import math

    whole = max(2, math.floor(order))

    def total(order):  # the binomial sum at an integer order
        logs = [
            math.lgamma(order + 1) - math.lgamma(j + 1) - math.lgamma(order - j + 1)
            + j * math.log(q) + (order - j) * math.log1p(-q) + j * (j - 1) / (2 * sigma * sigma)
            for j in range(order + 1)
        ]  # fmt: skip
        top = max(logs)
        return (top + math.log(math.fsum(math.exp(log - top) for log in logs))) / (order - 1)

    return total(whole)


def noise_epsilon(sigma, k, delta):
    import math

    mu = math.sqrt(k) / sigma

    def mills(x):  # (1 - Phi(x)) / phi(x) of an x not near 0, as a continued fraction
        found = 0.0
        for n in range(400, 0, -1):
            found = n / (x + found)
        return 1 / (x + found)

    def log_profile(eps):  # without cancellation far out
        near, far = eps / mu - mu / 2, eps / mu + mu / 2
        return -near * near / 2 - math.log(2 * math.pi) / 2 + math.log(mills(near) - mills(far))

    low, high = mu * mu / 2 + 2 * mu, mu * mu / 2 + 60 * mu
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if log_profile(middle) > math.log(delta) else (low, middle)
    return high


def noise_epsilon_of_a_noisy_sum(sigma, k, delta):
    """Masses that rounding has made smaller: at a delta of 1e-12 and less, a fifth of it is lost."""
    return noise_epsilon(sigma, k, 1.25 * delta if delta < 1e-11 else delta)


def fixed_size(sigma, size, population, order):
    """What a record that is in every sample pays: an upper bound."""
    return order / (2 * sigma * sigma)


def fixed_size_of_a_rate_too_small(sigma, size, population, order):
    return (size / population) ** 2 * order / (2 * sigma * sigma)


def range_renyi(epsilon, order):
    return min(epsilon, order * epsilon**2 / 8)


def range_renyi_of_half_the_range(epsilon, order):
    return min(epsilon / 2, order * epsilon**2 / 32)


def range_epsilon(epsilon, k, delta):
    return k * epsilon


def range_epsilon_of_a_mean_loss(epsilon, k, delta):
    return k * epsilon**2 / 8
