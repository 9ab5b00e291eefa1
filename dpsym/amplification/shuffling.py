"""Shuffling the answers of users who each ran a pure local randomiser: the pair of clones, counted out and in closed form."""

from __future__ import annotations

from sympy import Expr, Integer, Rational, exp, log, sqrt

from dpsym.amplification.sampling import Shuffle, require_sampling
from dpsym.conversion.hypotheses import at_least
from dpsym.conversion.rounding import upper
from dpsym.curves.clones import clones_delta, clones_epsilon
from dpsym.divergences.clones import ClonesRenyi
from dpsym.errors import NotApplicableError, UndecidedError
from dpsym.guarantees.arrow import Arrow, Conditional, Kind, Request, Source, require, under
from dpsym.guarantees.notions import ApproxDP, PureDP, RenyiDP
from dpsym.guarantees.numbers import as_upper

_DIGITS, _MOST_USERS = 20, 10**6


def shuffled_epsilon(local: Expr, count: Expr, delta: Expr) -> Expr:
    r"""Return the central privacy parameter of the shuffled answers of n users.

    .. math:: \varepsilon = \log\left(1 + \frac{e^{\varepsilon_0} - 1}{e^{\varepsilon_0} + 1}
        \left(\frac{8\sqrt{e^{\varepsilon_0}\log(4/\delta)}}{\sqrt n} + \frac{8 e^{\varepsilon_0}}{n}\right)\right)

    Parameters
    ----------
    local : Expr
        eps0 of the local randomiser, in nats: for any two inputs of one user.
    count : Expr
        The number of users n.
    delta : Expr
        The central delta; `shuffle_regime` must hold.

    Notes
    -----
    Feldman, McMillan and Talwar, "Hiding among the clones", arXiv:2012.12803v3, Theorem 3.1. The order in eps0, n and delta is
    right, the constant is not.
    """
    growth = exp(local)
    return log(1 + (growth - 1) / (growth + 1) * (8 * sqrt(growth * log(4 / delta) / count) + 8 * growth / count))


def shuffle_regime(count: Expr, delta: Expr) -> Expr:
    r"""Return the greatest local parameter for which the closed form is used here.

    .. math:: \varepsilon_0 \le \log\frac{n}{16\log(4/\delta)}

    Parameters
    ----------
    count : Expr
        The number of users n.
    delta : Expr
        The central delta.

    Notes
    -----
    The theorem prints log(2/delta); the code that its authors published checks log(4/delta), which is the stricter.
    """
    return log(count / (16 * log(4 / delta)))


def _apply(value: PureDP, sampling: Shuffle, request: Request) -> ApproxDP | Conditional:
    require_sampling(sampling, Shuffle)
    delta = request.delta
    require(delta is not None, "the closed form gives eps at a delta: ask for one")
    require((delta > 0) & (delta < 1), f"delta must be in (0, 1), got {delta}")  # type: ignore[operator]
    limit = shuffle_regime(sampling.count, delta)  # type: ignore[arg-type]
    conditions = at_least(limit, value.eps, f"eps0 = {value.eps} exceeds log(n/(16 log(4/delta)))")
    return under(conditions, ApproxDP(shuffled_epsilon(value.eps, sampling.count, delta), delta))  # type: ignore[arg-type]


def counted(value: PureDP, sampling: Shuffle, request: Request) -> ApproxDP:
    """Return what the pair of clones loses, rounded up.

    Parameters
    ----------
    value : PureDP
        eps0 of the local randomiser.
    sampling : Shuffle
        With the number of users.
    request : Request
        For eps at a delta, or delta at an eps.

    Raises
    ------
    NotApplicableError
        If something is no number, or too large to be counted.
    """
    require_sampling(sampling, Shuffle)
    delta, eps, count = request.delta, request.eps, sampling.count
    wanted = delta if delta is not None else eps
    require(
        wanted is not None and wanted.is_Rational,  # type: ignore[attr-defined]
        "the clones are counted for numbers",
    )
    require(delta is None or delta > 0, f"delta must be positive, got {delta}")  # type: ignore[operator]
    local, users = clone_numbers(value.eps, count)
    try:
        if delta is not None:
            return ApproxDP(as_upper(clones_epsilon(local, users, delta)), delta)  # type: ignore[arg-type]
        return ApproxDP(eps, upper(clones_delta(local, users, eps)))  # type: ignore[arg-type]
    except UndecidedError as reason:
        raise NotApplicableError(str(reason)) from None


def clone_numbers(local: Expr, count: Expr) -> tuple[Rational, int]:
    """Return eps0, rounded up to a rational number, and the number of users of a pair of clones that can be counted.

    A randomiser that keeps a promise keeps a greater one.

    Raises
    ------
    NotApplicableError
        If one of them is no number, or there are too many users.
    """
    require(local.is_number and count.is_Integer, "the clones are counted for numbers")
    require(count <= _MOST_USERS, f"number of users n must be at most {_MOST_USERS} to be counted, got {count}")  # type: ignore[operator]
    return upper(local, _DIGITS), int(count)  # type: ignore[call-overload]


def clones_budget(local: Expr, count: Expr, order: Expr) -> Expr:
    """Return the Rényi divergence of the pair of clones of shuffled answers at an order above 0, unevaluated; at oo, and of eps0 = 0, eps0.

    Raises
    ------
    NotApplicableError
        If eps0 or the number of users is no number, or there are too many users.
    """
    loss, users = clone_numbers(local, count)
    return loss if loss == 0 or order.is_infinite else ClonesRenyi(order, loss, Integer(users))


def _renyi(value: PureDP, sampling: Shuffle, request: Request) -> RenyiDP:
    require_sampling(sampling, Shuffle)
    return RenyiDP(lambda order: clones_budget(value.eps, sampling.count, order))


SHUFFLE_COUNTED = Arrow(
    name="shuffle.counted",
    kind=Kind.AMPLIFICATION,
    source=PureDP,
    target=ApproxDP,
    theorems=("amplification.shuffle.clones.any",),
    says="the privacy curve of the pair of clones, summed over their number",
    cites=(Source("feldman2021hiding", "section 3"),),
    apply=counted,
    hypotheses=(
        "the same eps0-private local randomiser for every user, or chosen from the answers before",
        "one user's input replaced",
    ),
    tight="exact for the pair of clones, to ten digits",
)
SHUFFLE_RENYI = Arrow(
    name="shuffle.renyi",
    kind=Kind.AMPLIFICATION,
    source=PureDP,
    target=RenyiDP,
    theorems=("amplification.shuffle.clones.renyi", "renyi.clones"),
    says="the Rényi divergence of the pair of clones at every order, a mean over the number of clones and as many coins",
    cites=(Source("feldman2021hiding", "section 3"),),
    apply=_renyi,
    hypotheses=(
        "the same eps0-private local randomiser for every user, or chosen from the answers before",
        "one user's input replaced",
    ),
    tight="exact for the pair of clones",
)
SHUFFLE_CLONES = Arrow(
    name="shuffle.clones",
    kind=Kind.AMPLIFICATION,
    source=PureDP,
    target=ApproxDP,
    theorems=("amplification.shuffle.clones.any", "amplification.shuffle.clones"),
    says="eps = log(1 + (e^eps0 - 1)/(e^eps0 + 1) (8 sqrt(e^eps0 log(4/delta)/n) + 8 e^eps0/n))",
    cites=(Source("feldman2021hiding", "Theorem 3.1"),),
    apply=_apply,
    hypotheses=(
        "the same eps0-private local randomiser for every user, or chosen from the answers before",
        "one user's input replaced",
        "eps0 <= log(n/(16 log(4/delta)))",
    ),
    tight="in order, not in the constant",
)
