"""autodp: the mechanism zoo, its banks of formulas, Fourier accounting, and calibration."""

from __future__ import annotations

from theorems.peers import corners, grids, subjects
from theorems.peers.base import EXACT, UPPER, Adapter, Function, Subject

_ANALYTIC = "the analytic formula of Balle and Wang 2018, inverted"
_RDP = "Rényi divergence converted by Balle et al. 2020, Theorem 21: an upper bound"
_NEEDED = "'the standard deviation of Gaussian noise needed to achieve', with tol 1e-12 in delta"
_BANK = "rdp_bank: the Rényi divergence of the mechanism"
_FIXED = (
    "AmplificationBySampling(PoissonSampling=False): Wang, Balle and Kasiviswanathan 2019, Theorem 27, an upper bound"
)
_RANGE = "ExponentialMechanism: 'the zCDP bound is from here', Rogers and Steinke, and pure privacy: upper bounds"
_FOURIER = "ComposeAFA, the analytical Fourier accountant; 'tol denotes the relative difference in delta term', 1e-2"
_G = {"sigma": 2.0, "delta": 1e-5}
_GK = {"sigma": 2.0, "k": 10, "delta": 1e-5}
_L = {"b": 2.0, "delta": 1e-5}
_R = {"epsilon": 1.0, "delta": 1e-5}
_S = {"sigma": 1.0, "q": 0.01, "k": 1000, "delta": 1e-5}
_SCALE = {"epsilon": 1.0, "delta": 1e-5}
_ALL_DELTAS = (*grids.DELTAS, *grids.EXTREME_DELTAS)


def _pure_renyi(epsilon: float, order: float) -> Subject:
    # the worst mechanism of pure privacy is randomized response
    return subjects.response_renyi(epsilon, order)


_EPSILON = (
    Function(
        "gaussian_epsilon",
        subjects.gaussian_epsilon,
        EXACT,
        _ANALYTIC,
        {"sigma": (*grids.SIGMAS, *grids.EXTREME_SIGMAS), "delta": _ALL_DELTAS},
        nonsense=grids.nonsense(_G),
    ),
    Function(
        "gaussian_rdp_epsilon", subjects.gaussian_epsilon, UPPER, _RDP, {"sigma": grids.SIGMAS, "delta": _ALL_DELTAS}
    ),
    Function(
        "gaussian_rdp_delta",
        subjects.gaussian_delta,
        UPPER,
        _RDP,
        {"sigma": grids.SIGMAS, "epsilon": (*grids.LOSSES, *grids.EXTREME_LOSSES)},
    ),
    Function(
        "gaussian_composed_epsilon",
        subjects.gaussian_epsilon,
        EXACT,
        "ComposeGaussian: 'composition of only Gaussian mechanisms'",
        {"sigma": grids.SIGMAS, "k": grids.COUNTS, "delta": grids.DELTAS},
        more=grids.varied(_GK, k=grids.GREAT_COUNTS, delta=grids.EXTREME_DELTAS),
    ),
    Function(
        "laplace_epsilon",
        subjects.laplace_epsilon,
        UPPER,
        _RDP,
        {"b": (*grids.SCALES, *grids.EXTREME_SCALES), "delta": _ALL_DELTAS},
        nonsense=grids.nonsense(_L),
    ),
    Function(
        "laplace_delta",
        subjects.laplace_delta,
        UPPER,
        _RDP,
        {"b": grids.SCALES, "epsilon": (*grids.LOSSES, *grids.EXTREME_LOSSES)},
    ),
    Function(
        "laplace_composed_epsilon",
        subjects.laplace_epsilon,
        UPPER,
        _RDP,
        {"b": grids.SCALES, "k": grids.COUNTS, "delta": grids.DELTAS},
    ),
    Function(
        "response_epsilon",
        subjects.response_epsilon,
        EXACT,
        "get_eps_randresp_optimal: the optimal epsilon at delta",
        {"epsilon": (*grids.LOSSES, 1e-9, 1e-3, 30.0), "delta": _ALL_DELTAS},
        nonsense=grids.nonsense(_R, but=("epsilon",)),
    ),
    Function(
        "response_composed_epsilon",
        subjects.response_epsilon,
        UPPER,
        _RDP,
        {"epsilon": (0.1, 1.0, 4.0), "k": grids.COUNTS, "delta": grids.DELTAS},
    ),
    Function(
        "pure_epsilon",
        subjects.response_epsilon,
        UPPER,
        "puredp_to_approxdp: epsilon at delta of any pure mechanism",
        {"epsilon": (*grids.LOSSES, *grids.EXTREME_LOSSES), "delta": _ALL_DELTAS},
        nonsense=grids.nonsense(_R),
    ),
    Function(
        "discrete_gaussian_epsilon",
        subjects.discrete_gaussian_epsilon,
        UPPER,
        _RDP,
        {"sigma": (0.5, 2.0, 20.0), "delta": _ALL_DELTAS},
    ),
    Function(
        "subsampled_gaussian_epsilon",
        subjects.gaussian_epsilon,
        UPPER,
        _RDP,
        {"sigma": (0.6, 1.0, 4.0), "q": (0.01, 0.2), "k": (1, 1000), "delta": (1e-5,)},
        more=grids.varied(_S, delta=grids.EXTREME_DELTAS, q=(1e-6, 0.9), k=(10**5, 10**7)),
        nonsense=grids.nonsense(_S),
    ),
    Function(
        "gaussian_fourier_epsilon",
        subjects.gaussian_epsilon,
        EXACT,
        _FOURIER,
        {"sigma": (2.0, 50.0), "k": (1, 10, 1000), "delta": grids.DELTAS},
        tolerance=0.02,
    ),
    Function(
        "laplace_fourier_epsilon",
        subjects.laplace_epsilon,
        EXACT,
        _FOURIER,
        {"b": (2.0, 50.0), "k": (1, 10, 1000), "delta": grids.DELTAS},
        tolerance=0.02,
    ),
)

_RENYI = (
    Function(
        "gaussian_rdp",
        subjects.gaussian_renyi,
        EXACT,
        _BANK,
        {"sigma": grids.SIGMAS, "order": (*grids.ORDERS, *grids.EXTREME_ORDERS)},
        nonsense=grids.nonsense({"sigma": 2.0, "order": 2.0}),
    ),
    Function(
        "laplace_rdp",
        subjects.laplace_renyi,
        EXACT,
        _BANK,
        {"b": (*grids.SCALES, *grids.EXTREME_SCALES), "order": (*grids.ORDERS, *grids.EXTREME_ORDERS)},
        nonsense=grids.nonsense({"b": 2.0, "order": 2.0}),
    ),
    Function(
        "response_rdp",
        subjects.response_renyi,
        EXACT,
        _BANK,
        {"epsilon": (*grids.LOSSES, 1e-9, 1e-3, 30.0), "order": (*grids.ORDERS, *grids.EXTREME_ORDERS)},
    ),
    Function(
        "pure_rdp",
        _pure_renyi,
        EXACT,
        "RDP_pureDP: Bun and Steinke 2016, Lemma 4, attained by randomized response",
        {"epsilon": (*grids.LOSSES, 1e-9, 1e-3, 700.0), "order": (*grids.ORDERS, *grids.EXTREME_ORDERS)},
    ),
    Function(
        "subsampled_gaussian_rdp",
        subjects.gaussian_renyi,
        UPPER,
        "AmplificationBySampling: an upper bound",
        {"sigma": (0.6, 1.0, 4.0), "q": (0.001, 0.01, 0.2), "order": (2.0, 8.0, 32.0)},
        more=grids.varied({"sigma": 1.0, "q": 0.01, "order": 2.0}, order=(1.5, 2.5, 1.001, 200.0), q=(1e-9, 0.999)),
    ),
)

_CALIBRATION = (
    *(
        Function(
            name,
            subjects.gaussian_scale,
            UPPER,
            source,
            {"epsilon": (*grids.LOSSES, *grids.EXTREME_LOSSES[1:]), "delta": _ALL_DELTAS},
            nonsense=(*grids.nonsense(_SCALE), {"epsilon": 0.0, "delta": 1e-5}),
        )
        for name, source in (
            ("analytic_gaussian_scale", f"ana_gaussian_mech: {_NEEDED}"),
            ("analytic_gaussian_calibrator_scale", f"ana_gaussian_calibrator: {_NEEDED}"),
        )
    ),
    Function(
        "classical_gaussian_scale",
        subjects.gaussian_scale,
        UPPER,
        "classical_gaussian_mech: 'required noise level'",
        {"epsilon": (1e-9, 0.1, 0.5, 1.0), "delta": (0.9, *_ALL_DELTAS)},
        nonsense=grids.nonsense(_SCALE),
    ),
    Function(
        "gaussian_scale",
        subjects.gaussian_scale,
        UPPER,
        "gaussian_mech: 'Calibrate the scale parameter b of the Gaussian mechanism using RDP'",
        {"epsilon": grids.LOSSES, "delta": (1e-5, 1e-16, 1e-300), "k": (1, 100)},
    ),
    Function(
        "laplace_scale",
        subjects.laplace_scale,
        UPPER,
        "laplace_mech: 'Calibrate the scale parameter b of the Laplace mechanism'",
        {"epsilon": grids.LOSSES, "delta": (1e-5, 1e-16, 1e-300), "k": (1, 100)},
    ),
)

_CORNERS = (
    corners.orders("subsampled_gaussian_rdp", UPPER, "AmplificationBySampling: an upper bound", least=2.0),
    corners.long_runs("subsampled_gaussian_epsilon", UPPER, _RDP),
    corners.tiny_noise("gaussian_epsilon", EXACT, _ANALYTIC, epsilons=True),
    corners.fixed_size_orders("fixed_size_gaussian_rdp", _FIXED),
    corners.fixed_size_epsilons("fixed_size_gaussian_epsilon", _FIXED),
    Function(
        "exponential_rdp",
        subjects.range_renyi,
        UPPER,
        _RANGE,
        {"epsilon": (*grids.LOSSES, 1e-6, 1e-3, 30.0), "order": (1.25, 2.0, 2.5, 10.5, 64.0, 1000.5)},
        nonsense=grids.nonsense({"epsilon": 1.0, "order": 2.0}),
    ),
    Function(
        "exponential_epsilon",
        subjects.range_epsilon,
        UPPER,
        _RANGE,
        {"epsilon": (0.01, 0.5, 4.0), "k": (1, 10, 10_000), "delta": (1e-5, 1e-12, 1e-100)},
    ),
)

ADAPTER = Adapter(
    name="autodp",
    module="autodp",
    conventions=(
        "sigma and b are in sensitivities",
        "randomized response takes the probability of the truth, 1 / (1 + exp(-epsilon))",
        "a promise of pure privacy is held against randomized response, its worst mechanism",
        "an exponential mechanism is held against those on two candidates, whose losses lie epsilon apart",
        "a bound for samples of fixed size is held against a pair that they have: all records alike but the one",
        "the subsampled Gaussian by Rényi bounds: Poisson sampling, a record added or removed",
    ),
    functions=(*_EPSILON, *_RENYI, *_CALIBRATION, *_CORNERS),
)
