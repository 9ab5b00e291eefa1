"""Poisson samples of which no more than a given number of records is kept, as a batch of fixed memory does."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sympy import Expr, Integer, Rational, S, symbols

from dpsym.amplification.certified import CertifiedPromise, Ends
from dpsym.amplification.poisson_loss import joined, one_run, sampled_mechanism
from dpsym.amplification.sampling import POPULATION, RATE, STEPS, Sampling
from dpsym.curves import overflow_upper, truncated_bracket
from dpsym.errors import ParameterError
from dpsym.guarantees.adjacency import Relation
from dpsym.guarantees.arrow import Arrow, Kind, Source, numbers_only, require
from dpsym.guarantees.notions import ApproxDP, LossDP
from dpsym.measurement.curve import curves_of
from dpsym.parameters import Parameter

MOST = Parameter(
    "greatest batch B",
    symbols("B", integer=True, positive=True),
    S.Naturals,
    "a positive integer",
    (Rational(10), Rational(1000)),
)


@dataclass(frozen=True)
class TruncatedPoisson(Sampling):
    """Each record enters the sample with the same probability; of more than B sampled records B are kept, however they are chosen.

    Parameters
    ----------
    rate : rational in (0, 1)
        The probability q with which a record is sampled.
    most : positive integer
        How many records a batch holds, B, at least n q.
    population : positive integer
        The records n of a dataset at most, the larger one of two neighbours counted.
    steps : positive integer, optional
        How many batches are drawn, each anew.

    Raises
    ------
    ParameterError
        If a number is outside its domain.
    """

    needs, gives, words = Relation.ADD_REMOVE, Relation.ADD_REMOVE, "truncated Poisson sampling"
    domains = {"rate": RATE, "most": MOST, "population": POPULATION, "steps": STEPS}
    rate: Expr
    most: Expr
    population: Expr
    steps: Expr = S.One

    def __post_init__(self) -> None:
        super().__post_init__()
        if (self.most < self.population * self.rate) == True:  # noqa: E712
            raise ParameterError(MOST.name, f"at least the mean batch {self.population * self.rate}", self.most)

    @property
    def once(self) -> tuple[TruncatedPoisson, Expr]:
        """One batch, and their number."""
        return replace(self, steps=S.One), self.steps

    def repeated(self, count: Expr) -> TruncatedPoisson:
        """Return so many times as many batches."""
        return replace(self, steps=self.steps * count)

    def __str__(self) -> str:
        return f"Poisson sampling at rate {self.rate}, at most {self.most} of {self.population} records kept, {self.steps} times"


def truncated_ends(value: LossDP, sampling: TruncatedPoisson, at: dict[str, object]) -> Ends:
    """Return certified bounds of what batches lose, of the worse direction.

    Parameters
    ----------
    value : LossDP
        One run.
    sampling : TruncatedPoisson
        With numbers.
    at : dict
        The rational number of ``delta``, or of ``eps``.

    Raises
    ------
    NotApplicableError
        If no curve is known.
    UndecidedError
        If it is undecided.
    """
    mechanism = one_run(value, sampling, TruncatedPoisson)
    numbers_only(value, "a certified curve")
    require(not sampling.free_symbols and sampling.rate < 1, "a certified curve is for numbers, and a rate below 1")  # type: ignore[operator]
    steps, most, population = (int(each) for each in (sampling.steps, sampling.most, sampling.population))  # type: ignore[call-overload]
    runs = LossDP(((sampled_mechanism(mechanism, sampling.rate), Integer(steps)),))
    return truncated_bracket(list(curves_of(runs)), overflow_upper(population, sampling.rate, most, steps), **at)


_CURVE = CertifiedPromise(truncated_ends, TruncatedPoisson)

POISSON_TRUNCATED = Arrow(
    name="poisson.truncated",
    kind=Kind.AMPLIFICATION,
    source=LossDP,
    target=ApproxDP,
    theorems=("amplification.poisson.truncated", "dominating.poisson", "dominating.poisson.removed"),
    says="delta(eps) + tau (1 + e^eps), for delta that of Poisson samples, tau the probability that any batch is too large",
    cites=(Source("chua2024scalable", "the bound for truncated batches"),),
    apply=_CURVE,
    settled=_CURVE.is_narrow,
    hypotheses=(
        "add-remove adjacency",
        "each record sampled independently with probability q; of more than B any B are kept",
        "datasets of at most n records",
        "one run a batch, its worst pair alike in both directions, with numbers for all parameters",
    ),
    tight="up to 2 tau (1 + e^eps): the same below what Poisson samples attain is a lower bound",
    also=joined,
)
