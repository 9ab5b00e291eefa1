"""Streams under correlated Gaussian noise as guarantees to compose and convert: the matrix mechanism."""

from __future__ import annotations

from sympy import Expr, Integer

from dpsym.distributions import Gaussian
from dpsym.errors import NotApplicableError, ParameterError
from dpsym.guarantees.adjacency import Relation, adjacency_of
from dpsym.guarantees.arrow import Arrow, Source
from dpsym.guarantees.granted import granted, granting
from dpsym.guarantees.guarantee import Guarantee
from dpsym.guarantees.mechanism import Mechanism
from dpsym.guarantees.notions import LossDP
from dpsym.parameters import DEVIATION, PROBABILITY, SENSITIVITY
from dpsym.streams import Factorization, Participation, Toeplitz

_STREAM = Source("denisov2022streams", "Theorem 2.1")
_MATRIX = granting(
    "stream.matrix",
    LossDP,
    ("mechanism.matrix", "gdp.filter"),
    "a stream measured by a strategy under Gaussian noise tells as much as one number that moves by the sensitivity of the strategy",
    (
        "a record takes part at no other steps than those of the participation",
        "at each of them it moves the query by the sensitivity of a step at most, in the l2 norm",
    ),
    _STREAM,
)
_BANDED = granting(
    "stream.banded",
    LossDP,
    ("mechanism.matrix.banded", "gdp.filter"),
    "where the bands are no more than the steps between participations, each of these tells as much as a sampled Gaussian mechanism",
    (
        "the records are split into as many fixed parts as there are steps in a cycle, and a step samples from the part whose turn it is",
        "a record moves the query of a step that samples it by the sensitivity of a step at most, in the l2 norm",
    ),
    Source("choquettechoo2023amplified", "amplification of banded matrices by cyclic Poisson sampling"),
)


def matrix_mechanism(
    factorization: Factorization,
    sigma: object,
    participation: Participation | None = None,
    *,
    rate: object = 1,
    sensitivity: object = 1,
    adjacency: object = Relation.ADD_REMOVE,
) -> Guarantee:
    r"""Return the guarantee of the matrix mechanism: a factorization B C of the prefix sums, with Gaussian noise on the strategy C.

    .. math:: B (C x + z), \qquad z \sim N(0, \sigma^2 I), \qquad
              \mu = \frac{\Delta}{\sigma} \max_\pi \Bigl\lVert \sum_{i \in \pi} C e_i u_i^T \Bigr\rVert_F

    Parameters
    ----------
    factorization : Factorization
        B and C.
    sigma : positive real
        The standard deviation of the noise on each measurement.
    participation : Participation, optional
        At which steps a record may take part; at one of them by default.
    rate : real in [0, 1], optional
        With cyclic participation, and no more bands than there are steps in a cycle: the rate at which a step samples from the part of the
        records whose turn it is. All turns count then, whatever limit on participations there is.
    sensitivity : positive real, optional
        Of a step, Delta: the length by which a record moves its query, in the l2 norm.
    adjacency : Adjacency or str, optional
        Of which datasets they speak. A replaced record may move a query twice as far as one that is added.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule; sampling is for the add-remove and zero-out adjacencies.
    NotApplicableError
        If there is a rate, and no theorem for it: participation is not cyclic, or there are more bands than steps in a cycle.

    Notes
    -----
    The stream may be chosen by an adversary who has seen the sums before. The sensitivity of the strategy is rounded up, by less than 10^-20;
    where it is an upper bound, so is mu.

    Examples
    --------
    >>> from dpsym import Participation, matrix_mechanism, square_root_factorization
    >>> print(matrix_mechanism(square_root_factorization(3), 4).to_gdp())
    mu = 0.294811910377 (GDP) for add-remove, by stream.matrix > loss_to_gdp
    >>> epochs = Participation.separated(500, 4)
    >>> round(float(matrix_mechanism(square_root_factorization(2000), 10, epochs).epsilon(1e-6)), 6)
    2.000336
    """
    if not isinstance(factorization, Factorization):
        raise ParameterError(
            "factorization", "one of the prefix sums, such as square_root_factorization(n)", factorization
        )
    if not isinstance(participation, Participation | None):
        raise ParameterError("participation", "a Participation", participation)
    # rational numbers have certified curves, alone and with other mechanisms
    law, unit, share = Gaussian(0, DEVIATION.check(sigma)), SENSITIVITY.check(sensitivity), PROBABILITY.check(rate)
    if share == 1:
        moved = unit * factorization.sensitivity(participation).upper
        return _made(_MATRIX, Mechanism(law, moved), Integer(1), adjacency)
    if not (
        isinstance(factorization, Toeplitz)
        and participation is not None
        and participation.is_cyclic
        and len(factorization.coefficients) <= participation.every
    ):
        raise NotApplicableError("a sampling rate needs cyclic participation, and no more bands than steps in a cycle")
    if not adjacency_of(adjacency).relation.has_the_pairs_of_add_remove:
        raise ParameterError("adjacency under Poisson sampling", "add-remove or zero-out", str(adjacency_of(adjacency)))
    # each turn of a record's part may sample it: a limit on how often it takes part is none on its turns
    turns = Participation.cyclic(participation.every).count(factorization.steps)
    moved, times = unit * factorization.sensitivity().upper, Integer(turns)
    return _made(_BANDED, Mechanism(law, moved, share), times, adjacency)


def _made(rule: Arrow, mechanism: Mechanism, times: Expr, adjacency: object) -> Guarantee:
    return granted(rule, LossDP(((mechanism, times),)), adjacency)
