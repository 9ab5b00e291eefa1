# ruff: noqa: D103 (a recipe is named after what it asks)
# mypy: disable-error-code="no-untyped-def"
"""Functions of PLD_accounting: random allocation and Poisson sampling by privacy-loss distributions on linear and geometric grids."""


def version():
    from importlib.metadata import version

    import PLD_accounting  # noqa: F401 (what cannot be imported is absent)

    return version("PLD_accounting")


def allocation_range(sigma, steps, selected, epochs, delta):
    from PLD_accounting import gaussian_allocation_epsilon_range

    upper, lower = gaussian_allocation_epsilon_range(
        delta=delta, sigma=sigma, num_steps=steps, num_selected=selected, num_epochs=epochs
    )
    return [lower, (lower + upper) / 2, upper]


def selected_range(sigma, steps, selected, epochs, delta, accuracy):
    from PLD_accounting import gaussian_allocation_epsilon_range

    upper, lower = gaussian_allocation_epsilon_range(
        delta=delta, sigma=sigma, num_steps=steps, num_selected=selected, num_epochs=epochs, epsilon_accuracy=accuracy
    )
    return [lower, (lower + upper) / 2, upper]


def allocation_epsilon(sigma, steps, selected, epochs, delta):
    from PLD_accounting import AllocationSchemeConfig, PrivacyParams, gaussian_allocation_epsilon_configurable

    params = PrivacyParams(sigma=sigma, num_steps=steps, num_selected=selected, num_epochs=epochs, delta=delta)
    return gaussian_allocation_epsilon_configurable(params=params, config=AllocationSchemeConfig())


def allocation_delta(sigma, steps, selected, epochs, epsilon):
    from PLD_accounting import AllocationSchemeConfig, PrivacyParams, gaussian_allocation_delta_configurable

    params = PrivacyParams(sigma=sigma, num_steps=steps, num_selected=selected, num_epochs=epochs, epsilon=epsilon)
    return gaussian_allocation_delta_configurable(params=params, config=AllocationSchemeConfig())


def subsampled_gaussian_epsilon(sigma, q, k, delta):
    from dp_accounting.pld import privacy_loss_distribution
    from PLD_accounting import subsample_pld

    one = privacy_loss_distribution.from_gaussian_mechanism(sigma)
    return subsample_pld(pld=one, sampling_probability=q).self_compose(k).get_epsilon_for_delta(delta)


def subsampled_laplace_epsilon(b, q, k, delta):
    from dp_accounting.pld import privacy_loss_distribution
    from PLD_accounting import subsample_pld

    one = privacy_loss_distribution.from_laplace_mechanism(b)
    return subsample_pld(pld=one, sampling_probability=q).self_compose(k).get_epsilon_for_delta(delta)
