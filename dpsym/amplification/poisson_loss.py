"""Poisson subsampling of one run of a mechanism whose privacy loss is known: exact, and its Rényi budget."""

from __future__ import annotations

from sympy import Add, Expr, Integer, Max, sqrt

from dpsym.amplification.sampling import Poisson, Sampling, require_sampling
from dpsym.curves.adapters import EITHER_WAY
from dpsym.distributions import Gaussian
from dpsym.divergences import Renyi
from dpsym.guarantees.arrow import Arrow, Kind, Request, Source, require
from dpsym.guarantees.mechanism import Mechanism
from dpsym.guarantees.notions import LossDP, RenyiDP


def sampled_mechanism(mechanism: Mechanism, rate: Expr) -> Mechanism:
    r"""Return one run of a mechanism on a Poisson sample; a sample of a sample has the product of the rates.

    Its worst pairs are the mixture :math:`q P_1 + (1-q) P_0` against :math:`P_0`, and the reverse, for
    :math:`(P_0, P_1)` the worst pair of the mechanism.

    Parameters
    ----------
    mechanism : Mechanism
        Of a law whose worst pair is the same in both directions, or noise of which one pair dominates both.
    rate : Expr
        The probability q with which a record is sampled.

    Raises
    ------
    NotApplicableError
        If the law is not symmetric, nor noise of which such a pair is known, or the run is an epoch of steps.
    """
    require(mechanism.slots == 1, f"no sample of {mechanism} is known")
    plain = Mechanism(mechanism.law, mechanism.sensitivity)
    known = plain.is_symmetric or isinstance(plain.law, EITHER_WAY)
    require(known, f"the two directions of {plain} differ: its sampled pair is not known")
    return Mechanism(mechanism.law, mechanism.sensitivity, mechanism.rate * rate)


def sampled_renyi(mechanism: Mechanism, order: Expr) -> Expr:
    r"""Return the Rényi budget of one run on a Poisson sample.

    .. math:: \max\left(D_\alpha(qP_1 + (1-q)P_0 \| P_0),\; D_\alpha(P_0 \| qP_1 + (1-q)P_0)\right),

    the divergences unevaluated: `enclose` bounds them at any rational order, `doit` derives the first at integer orders,
    as a binomial sum. For the Gaussian law the first is the greater one, and stands alone.

    Parameters
    ----------
    mechanism : Mechanism
        With its sampling rate.
    order : Expr
        The order alpha above 1.

    Notes
    -----
    Mironov, Talwar and Zhang, arXiv:1908.10530, Theorem 5: the direction of the mixture is the greater one.
    """
    first, *others = mechanism.pairs()
    if isinstance(mechanism.law, Gaussian):
        return Renyi(order, *first)
    return Max(*(Renyi(order, *pair) for pair in (first, *others)))


def one_run(value: LossDP, sampling: Sampling, kind: type[Sampling]) -> Mechanism:
    r"""Return the only mechanism, run once on a sample of a kind; several runs of Gaussian noise on the same sample are one.

    Their worst pair is a vector of noise that is moved by the vector of all moves, and along it a single Gaussian number:

    .. math:: \frac{\Delta}{\sigma} = \Bigl(\sum_i \frac{\Delta_i^2}{\sigma_i^2}\Bigr)^{1/2}

    Raises
    ------
    NotApplicableError
        If the sampling is another one, or there are several runs of other noise.
    """
    require_sampling(sampling, kind)
    (mechanism, count), *others = value.parts
    if count == 1 and not others:
        return mechanism
    require(
        all(isinstance(each.law, Gaussian) and each.rate == 1 for each, _ in value.parts),
        "one sample for several runs is not a sample for each: sample every run by itself",
    )
    moves = (times * (each.sensitivity / each.law.args[1]) ** 2 for each, times in value.parts)
    return Mechanism(Gaussian(0, Integer(1)), sqrt(Add(*moves)))


def joined(value: LossDP) -> tuple[str, ...]:
    """Return the entry on which it rests that several runs are one."""
    return () if len(value.parts) == 1 and value.parts[0][1] == 1 else ("gdp.filter",)


def _sampled(value: LossDP, sampling: Poisson) -> Mechanism:
    return sampled_mechanism(one_run(value, sampling, Poisson), sampling.rate)


def _renyi(value: LossDP, sampling: Poisson, request: Request) -> RenyiDP:
    mechanism = _sampled(value, sampling)
    return RenyiDP(lambda order: sampled_renyi(mechanism, order))


_HYPOTHESES = (
    "add-remove or zero-out adjacency",
    "each record sampled independently with probability q",
    "one run, its worst pair alike in both directions, or of noise of which one pair dominates both; or runs of Gaussian noise",
)

POISSON_LOSS = Arrow(
    name="poisson.loss",
    kind=Kind.AMPLIFICATION,
    source=LossDP,
    theorems=("dominating.poisson", "dominating.poisson.removed"),
    says="the loss of q P1 + (1-q) P0 against P0, and the reverse",
    cites=(Source("mironov2019sampled", "Theorem 4"),),
    apply=lambda value, sampling, request: LossDP(((_sampled(value, sampling), 1),)),
    hypotheses=_HYPOTHESES,
    tight="exact",
    also=joined,
)
POISSON_RENYI = Arrow(
    name="poisson.loss_to_renyi",
    kind=Kind.AMPLIFICATION,
    source=LossDP,
    target=RenyiDP,
    theorems=(
        "dominating.poisson.renyi",
        "dominating.poisson.removed.renyi",
        "amplification.poisson.gaussian.direction",
    ),
    says="zeta(alpha) = D_alpha(q P1 + (1-q) P0 || P0), or the reverse where that is greater",
    cites=(Source("mironov2019sampled", "Theorems 4 and 5"),),
    apply=_renyi,
    hypotheses=_HYPOTHESES,
    tight="exact",
    also=joined,
)
