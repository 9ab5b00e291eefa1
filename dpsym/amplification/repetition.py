"""Private selection: the best answer of a random number of runs, and nothing else, is told."""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr, Interval, Max, Ne, Piecewise, Rational, S, Symbol, exp, log, oo, sqrt

from dpsym.amplification.sampling import Sampling
from dpsym.conversion.concentrated import coefficients
from dpsym.conversion.concentrated_to_approx import zcdp_delta_tail
from dpsym.errors import NotApplicableError
from dpsym.guarantees.adjacency import Relation
from dpsym.guarantees.arrow import Arrow, Kind, Request, Source, require
from dpsym.guarantees.binding import Curve
from dpsym.guarantees.notions import ZCDP, PureDP, RenyiDP
from dpsym.parameters import MEAN, Parameter

_SHAPE = Parameter(
    "shape of the number of runs",
    Symbol("eta", real=True),
    Interval.open(-1, oo),
    "above -1 and finite",
    (Rational(-1, 2), Rational(2)),
)
_HALTING = Parameter(
    "halting probability",
    Symbol("gamma", positive=True),
    Interval.open(0, 1),
    "in (0, 1)",
    (Rational(1, 100), Rational(1, 2)),
)


@dataclass(frozen=True)
class Repetitions(Sampling):
    r"""The mechanism is run a truncated negative binomial number of times, and the best answer is told.

    .. math:: \mathbb{E}\, t^K = \frac{(1 - (1 - \gamma) t)^{-\eta} - 1}{\gamma^{-\eta} - 1}

    It is geometric at eta = 1, logarithmic at eta = 0.

    Parameters
    ----------
    halting : real in (0, 1)
        gamma.
    shape : real above -1, optional
        eta; 1 if left out.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """

    needs, gives, words = Relation.ADD_REMOVE, Relation.ADD_REMOVE, "selection among repetitions"
    domains = {"halting": _HALTING, "shape": _SHAPE}
    halting: Expr
    shape: Expr = S.One

    @property
    def mean(self) -> Expr:
        """The mean number of runs."""
        return mean_runs(self.shape, self.halting)

    def __str__(self) -> str:
        return f"the best of a number of runs with shape {self.shape} and halting probability {self.halting}"


@dataclass(frozen=True)
class PoissonRepetitions(Sampling):
    """The mechanism is run a Poisson number of times, and the best answer is told, or that there was none.

    Parameters
    ----------
    mean : positive real
        The mean number of runs.

    Raises
    ------
    ParameterError
        If it is not positive.
    """

    needs, gives, words = Relation.ADD_REMOVE, Relation.ADD_REMOVE, "selection among repetitions"
    domains = {"mean": MEAN}
    mean: Expr

    def __str__(self) -> str:
        return f"the best of a Poisson number of runs of mean {self.mean}"


def mean_runs(shape: Expr, halting: Expr) -> Expr:
    r"""Return the mean of a truncated negative binomial number of runs.

    .. math:: \mathbb{E} K = \frac{\eta (1 - \gamma)}{\gamma (1 - \gamma^\eta)}, \qquad
              \frac{1/\gamma - 1}{\log(1/\gamma)}\ \text{at}\ \eta = 0

    Parameters
    ----------
    shape, halting : Expr
        eta above -1, and gamma in (0, 1).
    """
    return Piecewise(
        (shape * (1 - halting) / (halting * (1 - halting**shape)), Ne(shape, 0)),
        ((1 / halting - 1) / log(1 / halting), True),
    )


def selected_epsilon(forward: Expr, backward: Expr, shape: Expr) -> Expr:
    r"""Return the max divergence of the best of many runs, by those of one run in both directions.

    .. math:: \varepsilon' = \varepsilon_{P, Q} + (1 + \eta)\, \varepsilon_{Q, P}

    Parameters
    ----------
    forward, backward : Expr
        In nats.
    shape : Expr
        eta, above -1.

    Notes
    -----
    Papernot and Steinke, Theorem 2 at high orders: (2 + eta) eps, which is 3 eps for a geometric number of runs.
    """
    return forward + (1 + shape) * backward


def selected_renyi(order: Expr, other: Expr, budget: Expr, second: Expr, shape: Expr, halting: Expr) -> Expr:
    r"""Return the Rényi budget of the best of many runs.

    .. math:: \zeta'(\alpha) = \zeta(\alpha) + (1 + \eta)\left(1 - \frac1\beta\right)\zeta(\beta)
              + \frac{(1 + \eta)\log(1/\gamma)}\beta + \frac{\log \mathbb{E} K}{\alpha - 1}

    Parameters
    ----------
    order, other : Expr
        alpha above 1, and any beta from 1 on.
    budget, second : Expr
        Of one run at alpha, and at beta in both directions.
    shape, halting : Expr
        eta and gamma of the number of runs.

    Notes
    -----
    Papernot and Steinke, Theorem 2.
    """
    return (
        budget
        + (1 + shape) * (1 - 1 / other) * second
        + (1 + shape) * log(1 / halting) / other
        + log(mean_runs(shape, halting)) / (order - 1)
    )


def poisson_selected_renyi(order: Expr, budget: Expr, chance: Expr, mean: Expr) -> Expr:
    r"""Return the Rényi budget of the best of a Poisson number of runs.

    .. math:: \zeta'(\alpha) = \frac1{\alpha - 1} \log\left(e^{-m} + m\, e^{(\alpha - 1)(\zeta(\alpha) + m \delta)}\right)

    Parameters
    ----------
    order, budget : Expr
        alpha above 1, and the budget of one run.
    chance, mean : Expr
        delta of one run at the eps log(alpha/(alpha - 1)), and the mean m of the number of runs.

    Notes
    -----
    After Papernot and Steinke, whose theorem has zeta + m delta + log(m)/(alpha - 1); what is added counts that there may be no run.
    """
    return log(exp(-mean) + mean * exp((order - 1) * (budget + mean * chance))) / (order - 1)


def _poisson(value: ZCDP, sampling: Sampling, request: Request) -> RenyiDP:
    require(isinstance(sampling, PoissonRepetitions), f"it is about a Poisson number of runs, not {sampling}")
    require(value.xi.is_zero and value.rho.is_positive, "the tail of the loss is known for xi = 0 and rho above 0")
    mean: Expr = sampling.mean  # type: ignore[attr-defined]

    def budget(order: Expr) -> Expr:
        tail = zcdp_delta_tail(value.rho, log(order / (order - 1)))
        return poisson_selected_renyi(order, value.rho * order, tail, mean)

    # up to there log(alpha/(alpha - 1)) is not below rho
    return RenyiDP(budget, Interval.Lopen(1, 1 / (1 - exp(-value.rho))))


def _other_order(budget: Curve, order: Expr, halting: Expr) -> Expr:
    """Return the best second order of a budget xi + rho alpha, which is sqrt((log(1/gamma) - xi)/rho) or 1; of others the first order."""
    try:
        constant, slope = coefficients(budget)
    except NotApplicableError:
        return order
    if slope.is_zero or (slope.is_positive is None and constant != 0):
        return order
    return sqrt(Max(1, (log(1 / halting) - constant) / slope))


def _pure(value: PureDP, sampling: Sampling, request: Request) -> PureDP:
    require(isinstance(sampling, Repetitions), f"it is about repetitions, not {sampling}")
    return PureDP((2 + sampling.shape) * value.eps)  # type: ignore[attr-defined]


def _renyi(value: RenyiDP, sampling: Sampling, request: Request) -> RenyiDP:
    require(isinstance(sampling, Repetitions), f"it is about repetitions, not {sampling}")
    runs: Repetitions = sampling  # type: ignore[assignment]
    everywhere = value.orders == Interval.open(1, oo)

    def budget(order: Expr) -> Expr:
        other = _other_order(value.budget, order, runs.halting) if everywhere else order
        # at order 1 the second budget is multiplied by 0
        return selected_renyi(order, other, value.budget(order), value.budget(other), runs.shape, runs.halting)

    return RenyiDP(budget, value.orders)


_SELECTED = "the best of the answers is told, not how many there were"
_STEINKE = "papernotsteinke2022"

REPEATED_PURE = Arrow(
    name="repeated.pure",
    kind=Kind.AMPLIFICATION,
    source=PureDP,
    theorems=("max.selection",),
    says="eps' = (2 + eta) eps, whatever the mean number of runs",
    cites=(Source(_STEINKE, "the pure case, by high orders of Theorem 2"),),
    apply=_pure,
    hypotheses=(_SELECTED, "the number of runs is truncated negative binomial"),
)
REPEATED_RENYI = Arrow(
    name="repeated.renyi",
    kind=Kind.AMPLIFICATION,
    source=RenyiDP,
    theorems=("rdp.selection",),
    says="zeta'(alpha) = zeta(alpha) + (1 + eta)((1 - 1/beta) zeta(beta) + log(1/gamma)/beta) + log(mean runs)/(alpha - 1)",
    cites=(Source(_STEINKE, "Theorem 2"),),
    apply=_renyi,
    hypotheses=(_SELECTED, "the number of runs is truncated negative binomial"),
)
REPEATED_POISSON = Arrow(
    name="repeated.poisson",
    kind=Kind.AMPLIFICATION,
    source=ZCDP,
    target=RenyiDP,
    theorems=("rdp.selection.poisson",),
    says="zeta'(alpha) = log(e^-m + m e^((alpha - 1)(rho alpha + m delta)))/(alpha - 1), delta at log(alpha/(alpha - 1))",
    cites=(Source(_STEINKE, "the Poisson number of runs"),),
    apply=_poisson,
    hypotheses=(_SELECTED, "the number of runs is a Poisson one"),
)
