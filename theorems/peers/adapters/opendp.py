"""OpenDP: privacy maps, which are upper bounds by its definition of a measurement."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from theorems.peers import grids, subjects
from theorems.peers.base import UPPER, Adapter, Function, Subject

_MAP = "a measurement's privacy map returns a d_out such that it is (d_in, d_out)-close: an upper bound, rounded up"
_G = {"sigma": 2.0, "k": 10, "delta": 1e-5}
_GD = {"sigma": 2.0, "k": 10, "epsilon": 1.0}


def _discrete_laplace(b: float) -> Subject:
    return Subject(f"DiscreteLaplace({subjects.text(b)})", "epsilon")


def _response(probability: float) -> Subject:
    truth = Fraction(probability)
    # an odds ratio that no rational privacy loss has: the loss itself is a constant of the grammar
    return Subject(f"RR(log({truth.numerator}/{truth.denominator - truth.numerator}))", "epsilon")


def _rho(law: str, sigma: float = 0.0, k: int = 1, b: float = 0.0) -> Subject:
    return Subject(subjects.composed(law.format(subjects.text(sigma or b)), k), "rho")


ADAPTER = Adapter(
    name="opendp",
    module="opendp",
    conventions=(
        "d_in is 1, absolute or l1 distance: the sensitivity of the query",
        "scale is b of the Laplace law and the deviation sigma of the Gaussian law",
        "discrete noise is that of integer domains; the discrete Laplace law has masses proportional to exp(-|x|/scale)",
        "make_randomized_response_bool takes the probability of the truth",
        "a noisy maximum with Gumbel noise of scale 2/epsilon is the exponential mechanism; it is held against its two-candidate case",
        "zero-concentrated privacy is in rho, without bias",
    ),
    functions=(
        Function("laplace_pure_epsilon", subjects.laplace_pure, UPPER, _MAP, {"b": (*grids.SCALES, *grids.EXTREME_SCALES, 1e-9, 1e9)},
                 nonsense=grids.nonsense({"b": 2.0})),
        Function("discrete_laplace_pure_epsilon", _discrete_laplace, UPPER, _MAP, {"b": (*grids.SCALES, *grids.EXTREME_SCALES)},
                 nonsense=grids.nonsense({"b": 2.0})),
        Function("geometric_pure_epsilon", _discrete_laplace, UPPER, _MAP, {"b": (*grids.SCALES, *grids.EXTREME_SCALES)},
                 nonsense=grids.nonsense({"b": 2.0})),
        Function("laplace_composed_pure_epsilon", subjects.laplace_pure, UPPER, _MAP, {"b": grids.SCALES, "k": (2, 10, 100)}),
        Function("response_pure_epsilon", _response, UPPER, _MAP, {"probability": (0.5, 0.5000001, 0.75, 0.999, 1 - 2**-40)},
                 nonsense=grids.nonsense({"probability": 0.75})),
        Function("gaussian_rho", partial(_rho, "Gaussian(sigma={})"), UPPER, _MAP, {"sigma": (*grids.SIGMAS, *grids.EXTREME_SIGMAS), "k": (1, 10)},
                 nonsense=grids.nonsense({"sigma": 2.0, "k": 1})),
        Function("laplace_rho", partial(_rho, "Laplace({})"), UPPER, _MAP, {"b": (*grids.SCALES, *grids.EXTREME_SCALES)}),
        Function("discrete_gaussian_rho", partial(_rho, "DiscreteGaussian(sigma={})"), UPPER, _MAP, {"sigma": (0.5, 2.0, 50.0)}),
        Function("noisy_max_rho", subjects.range_rho, UPPER, _MAP, {"epsilon": (*grids.LOSSES, 1e-9, 1e-3, 30.0)}),
        Function("gaussian_epsilon", subjects.gaussian_epsilon, UPPER, _MAP,
                 {"sigma": grids.SIGMAS, "k": (1, 10, 100), "delta": grids.DELTAS},
                 more=grids.varied(_G, sigma=grids.EXTREME_SIGMAS, delta=grids.EXTREME_DELTAS), nonsense=grids.nonsense(_G)),
        Function("gaussian_delta", subjects.gaussian_delta, UPPER, _MAP, {"sigma": grids.SIGMAS, "k": (1, 10), "epsilon": grids.LOSSES},
                 more=grids.varied(_GD, sigma=grids.EXTREME_SIGMAS, epsilon=grids.EXTREME_LOSSES),
                 nonsense=grids.nonsense(_GD, epsilon=(grids.NAN,))),
        Function("laplace_scale", subjects.laplace_scale, UPPER, "binary_search_param finds a scale whose map is within d_out",
                 {"epsilon": (*grids.LOSSES, 1e-9, 1e-3, 100.0, 700.0)}, nonsense=grids.nonsense({"epsilon": 1.0})),
        Function("gaussian_scale", subjects.gaussian_scale, UPPER, "binary_search_param finds a scale whose map is within d_out",
                 {"epsilon": grids.LOSSES, "delta": (*grids.DELTAS, *grids.SMALL_DELTAS)}),
    ),
)  # fmt: skip
