"""Calibration: the noise for a target, in closed form where it closes, else certified and rounded to the safe side."""

from dpsym.calibration.calibrated import Calibrated
from dpsym.calibration.composed import composed_scale, composition_count, sampling_rate
from dpsym.calibration.concentrated import (
    gaussian_scale_gdp,
    gaussian_scale_renyi,
    gaussian_scale_zcdp,
    gdp_deviation,
    laplace_budget,
    laplace_scale_renyi,
    renyi_deviation,
    zcdp_deviation,
)
from dpsym.calibration.gaussian import (
    analytic_delta,
    classical_deviation,
    classical_limit,
    gaussian_scale,
    total_variation_deviation,
)
from dpsym.calibration.laplace import geometric_scale, laplace_scale, least_geometric_scale, least_laplace_scale
from dpsym.calibration.response import greatest_truth, kary_parameter, randomized_response_truth

__all__ = [
    "Calibrated",
    "analytic_delta",
    "classical_deviation",
    "classical_limit",
    "composed_scale",
    "composition_count",
    "gaussian_scale",
    "gaussian_scale_gdp",
    "gaussian_scale_renyi",
    "gaussian_scale_zcdp",
    "gdp_deviation",
    "geometric_scale",
    "greatest_truth",
    "kary_parameter",
    "laplace_budget",
    "laplace_scale",
    "laplace_scale_renyi",
    "least_geometric_scale",
    "least_laplace_scale",
    "randomized_response_truth",
    "renyi_deviation",
    "sampling_rate",
    "total_variation_deviation",
    "zcdp_deviation",
]
