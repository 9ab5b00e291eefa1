# ruff: noqa: D103 (a recipe is named after what it asks)
# mypy: disable-error-code="no-untyped-def"
"""Functions of Opacus: the accountants of the Poisson subsampled Gaussian mechanism, and the search for its noise."""


def version():
    from importlib.metadata import version

    import opacus.accountants  # noqa: F401 (what cannot be imported is absent)

    return version("opacus")


def rdp_epsilon(sigma, q, k, delta):
    from opacus.accountants import RDPAccountant

    accountant = RDPAccountant()
    accountant.history = [(sigma, q, k)]
    return accountant.get_epsilon(delta)


def prv_epsilon(sigma, q, k, delta):
    from opacus.accountants import PRVAccountant

    accountant = PRVAccountant()
    accountant.history = [(sigma, q, k)]
    return accountant.get_epsilon(delta)


def gdp_epsilon(sigma, q, k, delta):
    from opacus.accountants import GaussianAccountant

    accountant = GaussianAccountant()
    accountant.history = [(sigma, q, k)]
    return accountant.get_epsilon(delta)


def rdp(sigma, q, order):
    from opacus.accountants.analysis.rdp import compute_rdp

    return compute_rdp(q=q, noise_multiplier=sigma, steps=1, orders=[order])[0]


def subsampled_gaussian_scale(epsilon, delta, k, q, accountant="rdp"):
    from opacus.accountants.utils import get_noise_multiplier

    return get_noise_multiplier(
        target_epsilon=epsilon, target_delta=delta, sample_rate=q, steps=k, accountant=accountant
    )
