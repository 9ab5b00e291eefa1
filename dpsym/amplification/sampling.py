"""What a mechanism is run on: a Poisson sample, a sample of fixed size, or the shuffled answers of many users."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from sympy import Expr, Interval, Rational, S, symbols
from sympy.logic.boolalg import Boolean

from dpsym.errors import NotApplicableError, ParameterError
from dpsym.guarantees.adjacency import Relation
from dpsym.guarantees.arrow import Arrow, Kind, Request, Source
from dpsym.guarantees.notions import Notion
from dpsym.parameters import Parameter, n, q

RATE = Parameter("sampling rate q", q, Interval(0, 1, left_open=True), "in (0, 1]", (Rational(1, 1000), Rational(1, 2)))
SIZE = Parameter(
    "sample size m",
    symbols("m", integer=True, positive=True),
    S.Naturals,
    "a positive integer",
    (Rational(1), Rational(100)),
)
POPULATION = Parameter("population size n", n, S.Naturals, "a positive integer", (Rational(100), Rational(10000)))
STEPS, SELECTED, EPOCHS = (
    Parameter(f"number of {name}", symbols(letter, integer=True, positive=True), S.Naturals, "a positive integer", box)
    for name, letter, box in (
        ("steps t", "t", (Rational(1), Rational(10000))),
        ("selected steps k", "k", (Rational(1), Rational(100))),
        ("epochs", "E", (Rational(1), Rational(100))),
    )
)
USERS = Parameter("number of users n", n, S.Naturals, "a positive integer", (Rational(1000), Rational(10**6)))


@dataclass(frozen=True)
class Sampling:
    """How the input of a mechanism is made from the dataset, or its output from the answers."""

    needs: ClassVar[Relation]
    """The relation for which the mechanism itself must be private."""
    gives: ClassVar[Relation]
    """The relation for which the sampled mechanism is."""
    words: ClassVar[str]
    domains: ClassVar[dict[str, Parameter]] = {}
    name: ClassVar[str] = ""
    """What the names of its arrows begin with."""
    asks: ClassVar[tuple[str, ...]] = ()
    """The hypotheses of its arrows."""
    share: ClassVar[str] = ""
    """What its rate is, where a formula of its arrows has one."""

    def __post_init__(self) -> None:
        for name, parameter in self.domains.items():
            object.__setattr__(self, name, parameter.check(getattr(self, name)))

    @property
    def free_symbols(self) -> set[Any]:
        """The symbols for which numbers have yet to be put in."""
        return {symbol for value in vars(self).values() for symbol in value.free_symbols}

    @property
    def is_idle(self) -> bool:
        """Whether all records are sampled, or the answer of one user alone is shuffled."""
        return False

    @property
    def runs(self) -> Expr | None:
        """In how many runs a record takes part whatever is drawn, where not every notion has an amplification; None elsewhere."""
        return None

    @property
    def conditions(self) -> tuple[Boolean, ...]:
        """What its numbers have to keep among themselves, where symbols leave it open."""
        return ()


@dataclass(frozen=True)
class Poisson(Sampling):
    """Each record enters the sample with the same probability, independently of the others.

    Parameters
    ----------
    rate : real in (0, 1]
        The probability q with which a record is sampled.

    Raises
    ------
    ParameterError
        If the rate is outside (0, 1].
    """

    needs, gives, words = Relation.ADD_REMOVE, Relation.ADD_REMOVE, "Poisson sampling"
    domains = {"rate": RATE}
    name, asks = "poisson", ("add-remove or zero-out adjacency", "each record sampled independently with probability q")
    rate: Expr

    @property
    def is_idle(self) -> bool:
        return self.rate == 1

    def __str__(self) -> str:
        return f"Poisson sampling at rate {self.rate}"


@dataclass(frozen=True)
class WithoutReplacement(Sampling):
    """The sample is a uniformly random subset of fixed size of a dataset of known size.

    Parameters
    ----------
    size : positive integer
        The records in the sample, m.
    population : positive integer
        The records in the dataset, n >= m.

    Raises
    ------
    ParameterError
        If a size is not a positive integer, or the sample greater than the population.
    """

    needs, gives, words = Relation.REPLACE, Relation.REPLACE, "sampling without replacement"
    domains = {"size": SIZE, "population": POPULATION}
    name, asks = "without_replacement", ("replace adjacency", "m of n records sampled without replacement")
    share = ", q = m/n"
    size: Expr
    population: Expr

    def __post_init__(self) -> None:
        super().__post_init__()
        if (self.size > self.population) == True:  # noqa: E712
            raise ParameterError(SIZE.name, f"at most the population size {self.population}", self.size)

    @property
    def rate(self) -> Expr:
        """The share of the population that is sampled, m/n."""
        return self.size / self.population

    @property
    def is_idle(self) -> bool:
        return self.rate == 1

    @property
    def conditions(self) -> tuple[Boolean, ...]:
        return _left_open(self.size <= self.population)

    def __str__(self) -> str:
        return f"sampling {self.size} of {self.population} without replacement"


@dataclass(frozen=True)
class Shuffle(Sampling):
    """Each user answers through the same local randomiser, and only the shuffled answers are seen.

    Parameters
    ----------
    count : positive integer
        The users, n.

    Raises
    ------
    ParameterError
        If the count is not a positive integer.
    """

    needs, gives, words = Relation.REPLACE, Relation.REPLACE, "shuffling"
    domains = {"count": USERS}
    count: Expr

    @property
    def runs(self) -> Expr:
        return S.One

    @property
    def is_idle(self) -> bool:
        return self.count == 1

    def __str__(self) -> str:
        return f"shuffling the answers of {self.count} users"


@dataclass(frozen=True)
class Allocation(Sampling):
    """A record takes part in some of the steps of an epoch, drawn at random: random allocation, or balls in bins.

    Parameters
    ----------
    steps : positive integer
        The steps of an epoch, t.
    selected : positive integer, optional
        In how many of them a record takes part, k <= t: a uniformly random subset, drawn for each record by itself.
    epochs : positive integer, optional
        How many epochs there are, each drawn anew.

    Raises
    ------
    ParameterError
        If a number is not a positive integer, or more steps are selected than there are.
    """

    needs, gives, words = Relation.ADD_REMOVE, Relation.ADD_REMOVE, "random allocation"
    domains = {"steps": STEPS, "selected": SELECTED, "epochs": EPOCHS}
    steps: Expr
    selected: Expr = S.One
    epochs: Expr = S.One

    def __post_init__(self) -> None:
        super().__post_init__()
        if (self.selected > self.steps) == True:  # noqa: E712
            raise ParameterError(SELECTED.name, f"at most the number of steps {self.steps}", self.selected)

    @property
    def is_idle(self) -> bool:
        return bool(self.steps == 1 and self.epochs == 1)

    @property
    def runs(self) -> Expr:
        return self.selected * self.epochs

    @property
    def conditions(self) -> tuple[Boolean, ...]:
        return _left_open(self.selected <= self.steps)

    @property
    def once(self) -> tuple[Allocation, Expr]:
        """One epoch, and their number."""
        return replace(self, epochs=S.One), self.epochs

    def repeated(self, count: Expr) -> Allocation:
        """Return so many times as many epochs."""
        return replace(self, epochs=self.epochs * count)

    def __str__(self) -> str:
        epochs = f", {self.epochs} epochs" if self.epochs != 1 else ""
        return f"random allocation to {self.selected} of {self.steps} steps{epochs}"


def _left_open(relation: Boolean) -> tuple[Boolean, ...]:
    return () if relation == True else (relation,)  # noqa: E712


def require_sampling(given: object, kind: type[Sampling]) -> None:
    """Refuse an arrow where the sampling is of another kind.

    Raises
    ------
    NotApplicableError
        If it is.
    """
    if not isinstance(given, kind):
        raise NotApplicableError(f"it is about {kind.words}, not {given}")


def along(
    kind: type[Sampling],
    name: str,
    source: type[Notion],
    theorems: tuple[str, ...],
    says: str,
    cite: Source,
    apply: Callable[..., Notion],
    *hypotheses: str,
    **more: Any,
) -> Arrow:
    """Return an arrow of one kind of sampling with a rate: it refuses the others, and has the hypotheses of its kind."""

    def checked(value: Notion, sampling: Sampling, request: Request) -> Notion:
        require_sampling(sampling, kind)
        return apply(value, sampling, request)

    return Arrow(
        name=f"{kind.name}.{name}",
        kind=Kind.AMPLIFICATION,
        source=source,
        theorems=theorems,
        says=says + kind.share,
        cites=(cite,),
        apply=checked,
        hypotheses=(*kind.asks, *hypotheses),
        **more,
    )
