# ruff: noqa: D103 (a recipe is named after what it asks)
# mypy: disable-error-code="no-untyped-def"
"""Functions of OpenDP: the privacy maps of its measurements, conversions, composition, searches, and samplers."""


def version():
    from importlib.metadata import version

    import opendp.prelude  # noqa: F401 (what cannot be imported is absent)

    return version("opendp")


def laplace_pure_epsilon(b):
    import opendp.prelude as dp

    dp.enable_features("contrib")
    space = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)
    return dp.m.make_laplace(*space, scale=b).map(1.0)


def discrete_laplace_pure_epsilon(b):
    import opendp.prelude as dp

    dp.enable_features("contrib")
    return dp.m.make_laplace(dp.atom_domain(T=int), dp.absolute_distance(T=int), scale=b).map(1)


def geometric_pure_epsilon(b):
    import opendp.prelude as dp

    dp.enable_features("contrib")
    return dp.m.make_geometric(dp.atom_domain(T=int), dp.absolute_distance(T=int), scale=b).map(1)


def response_pure_epsilon(probability):
    import opendp.prelude as dp

    dp.enable_features("contrib")
    return dp.m.make_randomized_response_bool(prob=probability).map(1)


def gaussian_rho(sigma, k):
    import opendp.prelude as dp

    dp.enable_features("contrib")
    space = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)
    one = dp.m.make_gaussian(*space, scale=sigma)
    return (one if k == 1 else dp.c.make_composition([one] * k)).map(1.0)


def discrete_gaussian_rho(sigma):
    import opendp.prelude as dp

    dp.enable_features("contrib")
    return dp.m.make_gaussian(dp.atom_domain(T=int), dp.absolute_distance(T=int), scale=sigma).map(1)


def gaussian_epsilon(sigma, k, delta):
    import opendp.prelude as dp

    dp.enable_features("contrib")
    space = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)
    one = dp.m.make_gaussian(*space, scale=sigma)
    whole = one if k == 1 else dp.c.make_composition([one] * k)
    return dp.c.make_zCDP_to_approxDP(whole).map(1.0).epsilon(delta)


def gaussian_delta(sigma, k, epsilon):
    import opendp.prelude as dp

    dp.enable_features("contrib")
    space = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)
    one = dp.m.make_gaussian(*space, scale=sigma)
    whole = one if k == 1 else dp.c.make_composition([one] * k)
    return dp.c.make_zCDP_to_approxDP(whole).map(1.0).delta(epsilon)


def laplace_rho(b):
    import opendp.prelude as dp

    dp.enable_features("contrib")
    space = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)
    return dp.c.make_pureDP_to_zCDP(dp.m.make_laplace(*space, scale=b)).map(1.0)


def laplace_composed_pure_epsilon(b, k):
    import opendp.prelude as dp

    dp.enable_features("contrib")
    space = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)
    return dp.c.make_composition([dp.m.make_laplace(*space, scale=b)] * k).map(1.0)


def laplace_scale(epsilon):
    import opendp.prelude as dp

    dp.enable_features("contrib")
    space = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)
    return dp.binary_search_param(lambda scale: dp.m.make_laplace(*space, scale=scale), d_in=1.0, d_out=epsilon)


def gaussian_scale(epsilon, delta):
    import opendp.prelude as dp

    dp.enable_features("contrib")
    space = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)

    def fixed(scale):
        return dp.c.make_fix_delta(dp.c.make_zCDP_to_approxDP(dp.m.make_gaussian(*space, scale=scale)), delta)

    return dp.binary_search_param(fixed, d_in=1.0, d_out=(epsilon, delta), T=float)


def sample_laplace(b, n, seed):
    import opendp.prelude as dp

    dp.enable_features("contrib")
    space = dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.l1_distance(T=float)
    return dp.m.make_laplace(*space, scale=b)([0.0] * n)


def sample_gaussian(sigma, n, seed):
    import opendp.prelude as dp

    dp.enable_features("contrib")
    space = dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.l2_distance(T=float)
    return dp.m.make_gaussian(*space, scale=sigma)([0.0] * n)


def sample_discrete_laplace(b, n, seed):
    import opendp.prelude as dp

    dp.enable_features("contrib")
    space = dp.vector_domain(dp.atom_domain(T=int)), dp.l1_distance(T=int)
    return dp.m.make_laplace(*space, scale=b)([0] * n)


def sample_discrete_gaussian(sigma, n, seed):
    import opendp.prelude as dp

    dp.enable_features("contrib")
    space = dp.vector_domain(dp.atom_domain(T=int)), dp.l2_distance(T=int)
    return dp.m.make_gaussian(*space, scale=sigma)([0] * n)


def sample_response(probability, n, seed):
    import opendp.prelude as dp

    dp.enable_features("contrib")
    one = dp.m.make_randomized_response_bool(prob=probability)
    return [one(True) for _ in range(n)]


def release_laplace(b, answer, n, seed):
    import opendp.prelude as dp

    dp.enable_features("contrib")
    space = dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.l1_distance(T=float)
    return dp.m.make_laplace(*space, scale=b)([answer] * n)


def noisy_max_rho(epsilon):
    import opendp.prelude as dp

    dp.enable_features("contrib")
    space = dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.linf_distance(T=float)
    # each score may move by 1 either way, so that the odds of two candidates are within 2/scale
    return dp.m.make_noisy_max(*space, dp.zero_concentrated_divergence(), scale=2 / epsilon).map(1.0)
