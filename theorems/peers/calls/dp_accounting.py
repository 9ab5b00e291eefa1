# ruff: noqa: D103 (a recipe is named after what it asks)
# mypy: disable-error-code="no-untyped-def"
"""Functions of dp-accounting: privacy-loss distributions, Rényi accounting, the analytic Gaussian, calibration."""


def version():
    from importlib.metadata import version

    import dp_accounting.pld.privacy_loss_distribution
    import dp_accounting.rdp  # noqa: F401 (what cannot be imported is absent)

    return version("dp-accounting")


def gaussian_epsilon(sigma, delta):
    from dp_accounting import gaussian_mechanism

    return gaussian_mechanism.get_epsilon_gaussian(sigma, delta)


def gaussian_scale(epsilon, delta):
    from dp_accounting import gaussian_mechanism

    return gaussian_mechanism.get_sigma_gaussian(epsilon, delta)


def gaussian_scale_composed(epsilon, delta, k):
    from dp_accounting.pld import accountant, common

    return accountant.get_smallest_gaussian_noise(common.DifferentialPrivacyParameters(epsilon, delta), k)


def laplace_scale_composed(epsilon, delta, k):
    from dp_accounting.pld import accountant, common

    return accountant.get_smallest_laplace_noise(common.DifferentialPrivacyParameters(epsilon, delta), k)


def discrete_laplace_inverse_parameter(epsilon, delta, k):
    from dp_accounting.pld import accountant, common

    return 1 / accountant.get_smallest_discrete_laplace_noise(common.DifferentialPrivacyParameters(epsilon, delta), k)


def subsampled_gaussian_scale(epsilon, delta, k, q):
    from dp_accounting.pld import accountant, common

    return accountant.get_smallest_subsampled_gaussian_noise(
        common.DifferentialPrivacyParameters(epsilon, delta), k, sampling_prob=q
    )


def advanced_composition(epsilon, k, delta):
    from dp_accounting.pld import accountant, common

    return accountant.advanced_composition(common.DifferentialPrivacyParameters(epsilon), k, delta)


def pld_gaussian_epsilon(sigma, k, delta, pessimistic=True):
    from dp_accounting.pld import privacy_loss_distribution as pld

    one = pld.from_gaussian_mechanism(sigma, pessimistic_estimate=pessimistic)
    return one.self_compose(k).get_epsilon_for_delta(delta)


def pld_gaussian_delta(sigma, k, epsilon, pessimistic=True):
    from dp_accounting.pld import privacy_loss_distribution as pld

    one = pld.from_gaussian_mechanism(sigma, pessimistic_estimate=pessimistic)
    return one.self_compose(k).get_delta_for_epsilon(epsilon)


def pld_subsampled_gaussian_epsilon(sigma, q, k, delta, pessimistic=True):
    from dp_accounting.pld import privacy_loss_distribution as pld

    one = pld.from_gaussian_mechanism(sigma, pessimistic_estimate=pessimistic, sampling_prob=q)
    return one.self_compose(k).get_epsilon_for_delta(delta)


def pld_laplace_epsilon(b, k, delta, pessimistic=True):
    from dp_accounting.pld import privacy_loss_distribution as pld

    one = pld.from_laplace_mechanism(b, pessimistic_estimate=pessimistic)
    return one.self_compose(k).get_epsilon_for_delta(delta)


def pld_laplace_delta(b, k, epsilon, pessimistic=True):
    from dp_accounting.pld import privacy_loss_distribution as pld

    one = pld.from_laplace_mechanism(b, pessimistic_estimate=pessimistic)
    return one.self_compose(k).get_delta_for_epsilon(epsilon)


def pld_response_epsilon(epsilon, k, delta, pessimistic=True):
    import math

    from dp_accounting.pld import privacy_loss_distribution as pld

    # the peer's parameter is the probability of a uniform answer: 1 - p + p/2 over p/2 is exp(epsilon)
    one = pld.from_randomized_response(2 / (1 + math.exp(epsilon)), 2, pessimistic_estimate=pessimistic)
    return one.self_compose(k).get_epsilon_for_delta(delta)


def pld_discrete_laplace_epsilon(a, k, delta, pessimistic=True):
    from dp_accounting.pld import privacy_loss_distribution as pld

    one = pld.from_discrete_laplace_mechanism(a, pessimistic_estimate=pessimistic)
    return one.self_compose(k).get_epsilon_for_delta(delta)


def pld_discrete_gaussian_epsilon(sigma, k, delta, pessimistic=True):
    from dp_accounting.pld import privacy_loss_distribution as pld

    one = pld.from_discrete_gaussian_mechanism(sigma, pessimistic_estimate=pessimistic)
    return one.self_compose(k).get_epsilon_for_delta(delta)


def pld_gaussian_laplace_epsilon(sigma, b, k, delta):
    import dp_accounting
    from dp_accounting.pld import PLDAccountant

    accountant = PLDAccountant()
    accountant.compose(dp_accounting.GaussianDpEvent(sigma), k)
    accountant.compose(dp_accounting.LaplaceDpEvent(b), k)
    return accountant.get_epsilon(delta)


def rdp_gaussian_epsilon(sigma, k, delta):
    import dp_accounting
    from dp_accounting.rdp import RdpAccountant

    return RdpAccountant().compose(dp_accounting.GaussianDpEvent(sigma), k).get_epsilon(delta)


def rdp_gaussian_delta(sigma, k, epsilon):
    import dp_accounting
    from dp_accounting.rdp import RdpAccountant

    return RdpAccountant().compose(dp_accounting.GaussianDpEvent(sigma), k).get_delta(epsilon)


def rdp_laplace_epsilon(b, k, delta):
    import dp_accounting
    from dp_accounting.rdp import RdpAccountant

    return RdpAccountant().compose(dp_accounting.LaplaceDpEvent(b), k).get_epsilon(delta)


def rdp_subsampled_gaussian_epsilon(sigma, q, k, delta):
    import dp_accounting
    from dp_accounting.rdp import RdpAccountant

    event = dp_accounting.PoissonSampledDpEvent(q, dp_accounting.GaussianDpEvent(sigma))
    return RdpAccountant().compose(event, k).get_epsilon(delta)


def rdp_gaussian(sigma, order):
    import dp_accounting
    from dp_accounting.rdp import RdpAccountant

    return RdpAccountant([order]).compose(dp_accounting.GaussianDpEvent(sigma)).rdp[0]


def rdp_laplace(b, order):
    import dp_accounting
    from dp_accounting.rdp import RdpAccountant

    return RdpAccountant([order]).compose(dp_accounting.LaplaceDpEvent(b)).rdp[0]


def rdp_response(epsilon, order):
    import math

    import dp_accounting
    from dp_accounting import NeighboringRelation
    from dp_accounting.rdp import RdpAccountant

    event = dp_accounting.RandomizedResponseDpEvent(2 / (1 + math.exp(epsilon)), 2)
    return RdpAccountant([order], NeighboringRelation.REPLACE_ONE).compose(event).rdp[0]


def rdp_subsampled_gaussian(sigma, q, order):
    import dp_accounting
    from dp_accounting.rdp import RdpAccountant

    event = dp_accounting.PoissonSampledDpEvent(q, dp_accounting.GaussianDpEvent(sigma))
    return RdpAccountant([order]).compose(event).rdp[0]


def pld_replaced_gaussian_epsilon(sigma, q, k, delta):
    from dp_accounting import NeighboringRelation
    from dp_accounting.pld import privacy_loss_distribution as pld

    relation = NeighboringRelation.REPLACE_ONE
    one = pld.from_gaussian_mechanism(sigma, sampling_prob=q, neighboring_relation=relation)
    return one.self_compose(k).get_epsilon_for_delta(delta)


def pld_subsampled_laplace_epsilon(b, q, k, delta):
    from dp_accounting.pld import privacy_loss_distribution as pld

    return pld.from_laplace_mechanism(b, sampling_prob=q).self_compose(k).get_epsilon_for_delta(delta)


def rdp_fixed_size_gaussian(sigma, size, population, order):
    import dp_accounting
    from dp_accounting import NeighboringRelation
    from dp_accounting.rdp import RdpAccountant

    event = dp_accounting.SampledWithoutReplacementDpEvent(population, size, dp_accounting.GaussianDpEvent(sigma))
    return RdpAccountant([order], NeighboringRelation.REPLACE_ONE).compose(event).rdp[0]


def rdp_fixed_size_gaussian_epsilon(sigma, size, population, k, delta):
    import dp_accounting
    from dp_accounting import NeighboringRelation
    from dp_accounting.rdp import RdpAccountant

    event = dp_accounting.SampledWithoutReplacementDpEvent(population, size, dp_accounting.GaussianDpEvent(sigma))
    return RdpAccountant(neighboring_relation=NeighboringRelation.REPLACE_ONE).compose(event, k).get_epsilon(delta)
