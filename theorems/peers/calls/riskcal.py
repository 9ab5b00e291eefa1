# ruff: noqa: D103 (a recipe is named after what it asks)
# mypy: disable-error-code="no-untyped-def"
"""Functions of riskcal: attack advantage, the connect-the-dots accountant, and calibration to either."""


def version():
    from importlib.metadata import version

    import riskcal.analysis
    import riskcal.calibration  # noqa: F401 (what cannot be imported is absent)

    return version("riskcal")


def ctd_epsilon(sigma, q, k, delta):
    from riskcal.accountants import CTDAccountant

    accountant = CTDAccountant()
    accountant.history = [(sigma, q, k)]
    return accountant.get_epsilon(delta=delta)


def gaussian_advantage(sigma):
    from riskcal.analysis import get_advantage_from_gdp

    return get_advantage_from_gdp(1 / sigma)


def pld_gaussian_advantage(sigma, k):
    from dp_accounting.pld import privacy_loss_distribution as pld
    from riskcal.analysis import get_advantage_from_pld

    return get_advantage_from_pld(pld.from_gaussian_mechanism(sigma).self_compose(k))


def pld_laplace_advantage(b, k):
    from dp_accounting.pld import privacy_loss_distribution as pld
    from riskcal.analysis import get_advantage_from_pld

    return get_advantage_from_pld(pld.from_laplace_mechanism(b).self_compose(k))


def dpsgd_advantage(sigma, q, k):
    from riskcal.calibration import get_advantage_for_dpsgd

    return get_advantage_for_dpsgd(noise_multiplier=sigma, sample_rate=q, num_steps=k)


def response_advantage(epsilon):
    from riskcal.analysis import get_advantage_from_adp

    return get_advantage_from_adp(epsilon, 0.0)


def dpsgd_scale_for_advantage(advantage, q, k):
    from riskcal.calibration import find_noise_multiplier_for_advantage_dpsgd

    return find_noise_multiplier_for_advantage_dpsgd(sample_rate=q, num_steps=k, advantage=advantage)


def dpsgd_scale(epsilon, delta, q, k):
    from riskcal.accountants import CTDAccountant
    from riskcal.calibration import find_noise_multiplier_for_epsilon_delta

    return find_noise_multiplier_for_epsilon_delta(
        accountant=CTDAccountant, sample_rate=q, num_steps=k, epsilon=epsilon, delta=delta
    )
