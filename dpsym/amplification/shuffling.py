"""Shuffling the answers of users who each ran a pure local randomiser: the closed form by clones."""

from __future__ import annotations

from sympy import Expr, exp, log, sqrt

from dpsym.amplification.sampling import Shuffle, require_sampling
from dpsym.conversion.hypotheses import at_least
from dpsym.guarantees.arrow import Arrow, Conditional, Kind, Request, Source, require, under
from dpsym.guarantees.notions import ApproxDP, PureDP


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
