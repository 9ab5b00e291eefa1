"""What a promise is, and the calculus of promises: each remembers the theorems that made it."""

from dpsym.guarantees.adjacency import Adjacency, Relation
from dpsym.guarantees.arrow import Arrow, Kind, Request, Source
from dpsym.guarantees.batches import cyclic_descent
from dpsym.guarantees.directions import DirectionOracle, priv_unit
from dpsym.guarantees.ellipsoids import EllipticalNoise, elliptical_gaussian
from dpsym.guarantees.guarantee import Guarantee, composed, guarantee
from dpsym.guarantees.iteration import noisy_descent, one_pass_descent
from dpsym.guarantees.local import (
    FrequencyOracle,
    MeanOracle,
    hadamard_response,
    hybrid_mean,
    one_bit_mean,
    optimized_unary_encoding,
    piecewise_mean,
    subset_selection,
    symmetric_unary_encoding,
    unary_encoding,
)
from dpsym.guarantees.mechanism import Mechanism
from dpsym.guarantees.metric import MetricNoise, planar_laplace
from dpsym.guarantees.notions import (
    GDP,
    NOTIONS,
    ZCDP,
    ApproxDP,
    BoundedRangeDP,
    LossDP,
    MetricDP,
    Notion,
    ProfileDP,
    PureDP,
    RenyiDP,
    TradeOffDP,
    TruncatedCDP,
)
from dpsym.guarantees.rappor import rappor
from dpsym.guarantees.selection import (
    above_threshold,
    exponential_mechanism,
    permute_and_flip,
    private_quantile,
    report_noisy_max,
)
from dpsym.guarantees.stability import propose_test_release, smooth_cauchy, smooth_laplace, smooth_student
from dpsym.guarantees.streams import matrix_mechanism
from dpsym.guarantees.vectors import gaussian_vector, laplace_vector
from dpsym.guarantees.votes import noisy_vote, vote_chance

__all__ = [
    "GDP",
    "NOTIONS",
    "ZCDP",
    "Adjacency",
    "ApproxDP",
    "Arrow",
    "BoundedRangeDP",
    "DirectionOracle",
    "EllipticalNoise",
    "FrequencyOracle",
    "Guarantee",
    "Kind",
    "LossDP",
    "MeanOracle",
    "Mechanism",
    "MetricDP",
    "MetricNoise",
    "Notion",
    "ProfileDP",
    "PureDP",
    "Relation",
    "RenyiDP",
    "Request",
    "Source",
    "TradeOffDP",
    "TruncatedCDP",
    "above_threshold",
    "composed",
    "cyclic_descent",
    "elliptical_gaussian",
    "exponential_mechanism",
    "gaussian_vector",
    "guarantee",
    "hadamard_response",
    "hybrid_mean",
    "laplace_vector",
    "matrix_mechanism",
    "noisy_descent",
    "noisy_vote",
    "one_bit_mean",
    "one_pass_descent",
    "optimized_unary_encoding",
    "permute_and_flip",
    "piecewise_mean",
    "planar_laplace",
    "priv_unit",
    "private_quantile",
    "propose_test_release",
    "rappor",
    "report_noisy_max",
    "smooth_cauchy",
    "smooth_laplace",
    "smooth_student",
    "subset_selection",
    "symmetric_unary_encoding",
    "unary_encoding",
    "vote_chance",
]
