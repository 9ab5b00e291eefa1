# ruff: noqa: D103 (a recipe is named after what it asks)
# mypy: disable-error-code="no-untyped-def"
"""Functions of gdpnum: the mu of Gaussian privacy of a discretized privacy loss, and what is read off the same loss."""


def version():
    from importlib.metadata import version

    import gdpnum  # noqa: F401 (what cannot be imported is absent)

    return version("gdpnum")


def gaussian_mu(sigma, k):
    from dp_accounting.pld import privacy_loss_distribution as pld
    from gdpnum import PLDConverter

    return float(PLDConverter(pld.from_gaussian_mechanism(sigma).self_compose(k)).get_mu())


def laplace_mu(b, k):
    from dp_accounting.pld import privacy_loss_distribution as pld
    from gdpnum import PLDConverter

    return float(PLDConverter(pld.from_laplace_mechanism(b).self_compose(k)).get_mu())


def sampled_mu(sigma, q):
    from gdpnum.dpsgd import get_mu_and_regret_for_dpsgd

    return float(get_mu_and_regret_for_dpsgd(sigma, q, 1)[0])


def sampled_grid_mu(sigma, q, step):
    from gdpnum.dpsgd import get_mu_and_regret_for_dpsgd

    return float(get_mu_and_regret_for_dpsgd(sigma, q, 1, grid_step=step)[0])


def gaussian_advantage(sigma, k):
    from dp_accounting.pld import privacy_loss_distribution as pld
    from gdpnum import PLDConverter

    return float(PLDConverter(pld.from_gaussian_mechanism(sigma).self_compose(k)).get_advantage())


def dpsgd_epsilon(sigma, q, k, delta):
    from gdpnum import CTDAccountant

    accountant = CTDAccountant()
    accountant.history = [(sigma, q, k)]
    return float(accountant.get_epsilon(delta=delta))
