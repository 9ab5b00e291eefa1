# ruff: noqa: D103 (a recipe is named after what it asks)
# mypy: disable-error-code="no-untyped-def"
"""Functions of opake-accounting: privacy-loss distributions on a grid, in Rust, at the default configuration."""


def version():
    from importlib.metadata import version

    from opake.api.accounting.core import opake_accounting  # noqa: F401 (what cannot be imported is absent)

    return version("opake-accounting")


def _gaussian(sigma, k, q=1.0):
    from opake.api.accounting.core import opake_accounting as native

    one = native.gaussian_pld(sigma, native.DiscretizationConfig())
    if q != 1:
        one = native.poisson_pld(one, q)
    return one if k == 1 else one.self_compose(k)


def gaussian_epsilon(sigma, k, delta):
    return _gaussian(sigma, k).epsilon_at(delta)


def gaussian_delta(sigma, k, epsilon):
    return _gaussian(sigma, k).delta_at(epsilon)


def gaussian_advantage(sigma, k):
    return _gaussian(sigma, k).advantage()


def gaussian_type_two_error(sigma, k, level):
    return _gaussian(sigma, k).beta_at(level)


def subsampled_gaussian_epsilon(sigma, q, k, delta):
    return _gaussian(sigma, k, q).epsilon_at(delta)


def subsampled_gaussian_delta(sigma, q, k, epsilon):
    return _gaussian(sigma, k, q).delta_at(epsilon)


def response_epsilon(epsilon, k, delta):
    from opake.api.accounting.core import opake_accounting as native

    return native.eps_delta_pld(epsilon, 0.0, native.DiscretizationConfig()).self_compose(k).epsilon_at(delta)


def allocation_epsilon(sigma, steps, selected, delta):
    from opake.api.accounting.core import opake_accounting as native

    pld = native.random_allocation_gaussian_pld(sigma, steps, selected, native.DiscretizationConfig())
    return pld.epsilon_at(delta)
