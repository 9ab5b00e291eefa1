# ruff: noqa: D103 (a recipe is named after what it asks)
# mypy: disable-error-code="no-untyped-def"
"""Functions of prv-accountant: brackets (lower, estimate, upper) by Fourier transforms of privacy random variables."""


def version():
    from importlib.metadata import version

    import prv_accountant  # noqa: F401 (what cannot be imported is absent)

    return version("prv-accountant")


def gaussian_epsilon(sigma, k, delta, eps_error=0.01):
    from prv_accountant import PRVAccountant
    from prv_accountant.privacy_random_variables import GaussianMechanism

    accountant = PRVAccountant(GaussianMechanism(sigma), eps_error, delta / 1000, max_self_compositions=k)
    return accountant.compute_epsilon(delta, [k])


def gaussian_delta(sigma, k, epsilon, delta_error=1e-9):
    from prv_accountant import PRVAccountant
    from prv_accountant.privacy_random_variables import GaussianMechanism

    accountant = PRVAccountant(GaussianMechanism(sigma), 0.01, delta_error, max_self_compositions=k)
    return accountant.compute_delta(epsilon, [k])


def laplace_epsilon(b, k, delta, eps_error=0.01):
    from prv_accountant import PRVAccountant
    from prv_accountant.privacy_random_variables import LaplaceMechanism

    # the peer's parameter is the pure privacy loss, one over the scale
    accountant = PRVAccountant(LaplaceMechanism(1 / b), eps_error, delta / 1000, max_self_compositions=k)
    return accountant.compute_epsilon(delta, [k])


def laplace_delta(b, k, epsilon, delta_error=1e-9):
    from prv_accountant import PRVAccountant
    from prv_accountant.privacy_random_variables import LaplaceMechanism

    accountant = PRVAccountant(LaplaceMechanism(1 / b), 0.01, delta_error, max_self_compositions=k)
    return accountant.compute_delta(epsilon, [k])


def response_epsilon(epsilon, k, delta, eps_error=0.01):
    from prv_accountant import PRVAccountant
    from prv_accountant.privacy_random_variables import PureDPMechanism

    accountant = PRVAccountant(PureDPMechanism(epsilon), eps_error, delta / 1000, max_self_compositions=k)
    return accountant.compute_epsilon(delta, [k])


def response_delta(epsilon, k, at, delta_error=1e-9):
    from prv_accountant import PRVAccountant
    from prv_accountant.privacy_random_variables import PureDPMechanism

    accountant = PRVAccountant(PureDPMechanism(epsilon), 0.01, delta_error, max_self_compositions=k)
    return accountant.compute_delta(at, [k])


def subsampled_gaussian_epsilon(sigma, q, k, delta, eps_error=0.01):
    from prv_accountant import PRVAccountant
    from prv_accountant.privacy_random_variables import PoissonSubsampledGaussianMechanism

    one = PoissonSubsampledGaussianMechanism(sampling_probability=q, noise_multiplier=sigma)
    accountant = PRVAccountant(one, eps_error, delta / 1000, max_self_compositions=k)
    return accountant.compute_epsilon(delta, [k])


def gaussian_laplace_epsilon(sigma, b, k, delta, eps_error=0.01):
    from prv_accountant import PRVAccountant
    from prv_accountant.privacy_random_variables import GaussianMechanism, LaplaceMechanism

    both = [GaussianMechanism(sigma), LaplaceMechanism(1 / b)]
    return PRVAccountant(both, eps_error, delta / 1000, [k, k]).compute_epsilon(delta, [k, k])


def subsampled_gaussian_scale(epsilon, delta, k, q):
    from prv_accountant.dpsgd import find_noise_multiplier

    return find_noise_multiplier(q, k, epsilon, delta)
