"""Derive closed-form privacy bounds, with their hypotheses and a trace: symbols in, SymPy expressions out."""

from types import ModuleType
from typing import TYPE_CHECKING

from dpsym import distributions, divergences, session  # the last attaches the questions that laws and guarantees answer
from dpsym.amplification import sampled_descent
from dpsym.composition import ApproxFilter, GaussianFilter, PureFilter, RenyiFilter, RenyiOdometer, ZCDPFilter
from dpsym.distributions import *  # noqa: F403  (what stands there is told once)
from dpsym.distributions import RR as RR
from dpsym.divergences import *  # noqa: F403
from dpsym.errors import DpsymError, NotDerivedError, ParameterError, ParseError, UndecidedError
from dpsym.guarantees import (
    GDP,
    ZCDP,
    Adjacency,
    ApproxDP,
    BoundedRangeDP,
    DirectionOracle,
    EllipticalNoise,
    FrequencyOracle,
    Guarantee,
    MeanOracle,
    MetricDP,
    MetricNoise,
    ProfileDP,
    PureDP,
    RenyiDP,
    TradeOffDP,
    TruncatedCDP,
    above_threshold,
    composed,
    cyclic_descent,
    elliptical_gaussian,
    exponential_mechanism,
    gaussian_vector,
    guarantee,
    hadamard_response,
    hybrid_mean,
    laplace_vector,
    matrix_mechanism,
    noisy_descent,
    noisy_vote,
    one_bit_mean,
    one_pass_descent,
    optimized_unary_encoding,
    permute_and_flip,
    piecewise_mean,
    planar_laplace,
    priv_unit,
    private_quantile,
    propose_test_release,
    rappor,
    report_noisy_max,
    smooth_cauchy,
    smooth_laplace,
    smooth_student,
    subset_selection,
    symmetric_unary_encoding,
    unary_encoding,
    vote_chance,
)
from dpsym.kinds import HEADS, LAWS
from dpsym.parameters import Parameter
from dpsym.streams import (
    Participation,
    buffered_factorization,
    compare_factorizations,
    full_factorization,
    identity_factorization,
    inverse_square_root_factorization,
    least_root_error,
    matrix_factorization,
    square_root_factorization,
    standard_factorizations,
    toeplitz_factorization,
    tree_factorization,
)

if not TYPE_CHECKING:  # a checker takes the names that are imported
    __all__ = [  # in one statement, on which nothing rests
        name
        for name, value in dict(vars()).items()
        if not (name.startswith("_") or isinstance(value, ModuleType))
        and (name in LAWS or name in HEADS or name not in (*distributions.__all__, *divergences.__all__))
        and name not in ("HEADS", "LAWS", "RR", "TYPE_CHECKING", "ModuleType")
    ]
