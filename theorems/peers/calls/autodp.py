# ruff: noqa: D103 (a recipe is named after what it asks)
# mypy: disable-error-code="no-untyped-def"
"""Functions of autodp: the mechanism zoo, its banks of formulas, Fourier accounting, and calibration."""


def version():
    from importlib.metadata import version

    import autodp.mechanism_zoo
    import autodp.privacy_calibrator  # noqa: F401 (what cannot be imported is absent)

    return version("autodp")


def gaussian_epsilon(sigma, delta):
    from autodp.mechanism_zoo import GaussianMechanism

    return GaussianMechanism(sigma).get_approxDP(delta)


def gaussian_rdp_epsilon(sigma, delta):
    from autodp.mechanism_zoo import GaussianMechanism

    return GaussianMechanism(sigma, approxDP_off=True).get_approxDP(delta)


def gaussian_rdp_delta(sigma, epsilon):
    from autodp.mechanism_zoo import GaussianMechanism

    return GaussianMechanism(sigma, approxDP_off=True).get_approx_delta(epsilon)


def gaussian_composed_epsilon(sigma, k, delta):
    from autodp.mechanism_zoo import GaussianMechanism
    from autodp.transformer_zoo import ComposeGaussian

    return ComposeGaussian()([GaussianMechanism(sigma)], [k]).get_approxDP(delta)


def gaussian_fourier_epsilon(sigma, k, delta):
    from autodp.mechanism_zoo import GaussianMechanism
    from autodp.transformer_zoo import ComposeAFA

    one = GaussianMechanism(sigma, phi_off=False)
    return ComposeAFA()([one], [k]).get_approxDP(delta)


def laplace_epsilon(b, delta):
    from autodp.mechanism_zoo import LaplaceMechanism

    return LaplaceMechanism(b).get_approxDP(delta)


def laplace_delta(b, epsilon):
    from autodp.mechanism_zoo import LaplaceMechanism

    return LaplaceMechanism(b).get_approx_delta(epsilon)


def laplace_composed_epsilon(b, k, delta):
    from autodp.mechanism_zoo import LaplaceMechanism
    from autodp.transformer_zoo import Composition

    return Composition()([LaplaceMechanism(b)], [k]).get_approxDP(delta)


def laplace_fourier_epsilon(b, k, delta):
    from autodp.mechanism_zoo import LaplaceMechanism
    from autodp.transformer_zoo import ComposeAFA

    one = LaplaceMechanism(b, phi_off=False)
    return ComposeAFA()([one], [k]).get_approxDP(delta)


def response_epsilon(epsilon, delta):
    import math

    from autodp.mechanism_zoo import RandresponseMechanism

    # the peer's parameter is the probability of the truth
    return RandresponseMechanism(p=1 / (1 + math.exp(-epsilon))).get_approxDP(delta)


def response_composed_epsilon(epsilon, k, delta):
    import math

    from autodp.mechanism_zoo import RandresponseMechanism
    from autodp.transformer_zoo import Composition

    one = RandresponseMechanism(p=1 / (1 + math.exp(-epsilon)))
    return Composition()([one], [k]).get_approxDP(delta)


def pure_epsilon(epsilon, delta):
    from autodp.mechanism_zoo import PureDP_Mechanism

    return PureDP_Mechanism(epsilon).get_approxDP(delta)


def pure_rdp(epsilon, order):
    from autodp.mechanism_zoo import PureDP_Mechanism

    return PureDP_Mechanism(epsilon).get_RDP(order)


def discrete_gaussian_epsilon(sigma, delta):
    from autodp.mechanism_zoo import DiscreteGaussianMechanism

    return DiscreteGaussianMechanism(sigma).get_approxDP(delta)


def subsampled_gaussian_epsilon(sigma, q, k, delta):
    from autodp.mechanism_zoo import SubsampleGaussianMechanism

    return SubsampleGaussianMechanism({"prob": q, "sigma": sigma, "coeff": k}).get_approxDP(delta)


def subsampled_gaussian_rdp(sigma, q, order):
    from autodp.mechanism_zoo import SubsampleGaussianMechanism

    return SubsampleGaussianMechanism({"prob": q, "sigma": sigma, "coeff": 1}).get_RDP(order)


def gaussian_rdp(sigma, order):
    from autodp.mechanism_zoo import GaussianMechanism

    return GaussianMechanism(sigma).get_RDP(order)


def laplace_rdp(b, order):
    from autodp.mechanism_zoo import LaplaceMechanism

    return LaplaceMechanism(b).get_RDP(order)


def response_rdp(epsilon, order):
    import math

    from autodp.mechanism_zoo import RandresponseMechanism

    return RandresponseMechanism(p=1 / (1 + math.exp(-epsilon))).get_RDP(order)


def analytic_gaussian_scale(epsilon, delta):
    import autodp.mechanism_zoo  # noqa: F401 (the calibrator alone does not import)
    from autodp.privacy_calibrator import ana_gaussian_mech

    return ana_gaussian_mech(epsilon, delta)["sigma"]


def analytic_gaussian_calibrator_scale(epsilon, delta):
    from autodp.calibrator_zoo import ana_gaussian_calibrator
    from autodp.mechanism_zoo import GaussianMechanism

    return ana_gaussian_calibrator()(GaussianMechanism, epsilon, delta).params["sigma"]


def classical_gaussian_scale(epsilon, delta):
    import autodp.mechanism_zoo  # noqa: F401 (the calibrator alone does not import)
    from autodp.privacy_calibrator import classical_gaussian_mech

    return classical_gaussian_mech(epsilon, delta)["sigma"]


def gaussian_scale(epsilon, delta, k):
    import autodp.mechanism_zoo  # noqa: F401 (the calibrator alone does not import)
    from autodp.privacy_calibrator import gaussian_mech

    return gaussian_mech(epsilon, delta, k=k)["sigma"]


def laplace_scale(epsilon, delta, k):
    import autodp.mechanism_zoo  # noqa: F401 (the calibrator alone does not import)
    from autodp.privacy_calibrator import laplace_mech

    return laplace_mech(epsilon, delta, k=k)["b"]


def fixed_size_gaussian_rdp(sigma, size, population, order):
    from autodp.mechanism_zoo import GaussianMechanism
    from autodp.transformer_zoo import AmplificationBySampling

    one = GaussianMechanism(sigma)
    one.neighboring = "replace_one"
    sampled = AmplificationBySampling(PoissonSampling=False)(one, size / population, improved_bound_flag=True)
    return sampled.get_RDP(order)


def fixed_size_gaussian_epsilon(sigma, size, population, k, delta):
    from autodp.mechanism_zoo import GaussianMechanism
    from autodp.transformer_zoo import AmplificationBySampling, Composition

    one = GaussianMechanism(sigma)
    one.neighboring = "replace_one"
    sampled = AmplificationBySampling(PoissonSampling=False)(one, size / population, improved_bound_flag=True)
    return Composition()([sampled], [k]).get_approxDP(delta)


def exponential_rdp(epsilon, order):
    from autodp.mechanism_zoo import ExponentialMechanism

    return ExponentialMechanism(epsilon).get_RDP(order)


def exponential_epsilon(epsilon, k, delta):
    from autodp.mechanism_zoo import ExponentialMechanism
    from autodp.transformer_zoo import Composition

    return Composition()([ExponentialMechanism(epsilon)], [k]).get_approxDP(delta)
