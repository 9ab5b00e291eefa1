r"""Random allocation in front of Gaussian and Laplace noise and of pure mechanisms: certified curves.

A uniformly random set of k of t steps is drawn as well by dividing the steps at random into k blocks of given sizes, and
one step of each block: a set that permutations of the steps do not change in law is uniform. With the blocks told to everybody,
which helps an adversary, each block is an allocation to one of its steps, and by joint convexity what is so told dominates.
Sizes that differ by one at most are taken.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from sympy import Expr, Integer, Rational

from dpsym.amplification.certified import CertifiedPromise, Ends, rounded_end
from dpsym.amplification.sampling import Allocation, require_sampling
from dpsym.conversion.rounding import lower, upper
from dpsym.curves import allocated_bracket, allocated_laplace_bracket, allocated_pure_bracket, allocated_renyi
from dpsym.distributions import Gaussian, Laplace, Law, RandomizedResponse
from dpsym.guarantees.arrow import Arrow, Kind, Request, Source, numbers_only, require
from dpsym.guarantees.mechanism import Mechanism
from dpsym.guarantees.notions import ApproxDP, LossDP, PureDP, RenyiDP

_SPARE_DIGITS, _MOST_STEPS = 20, 10**5
RENYI_ORDERS = (*range(2, 17), 20, 24, 28, 32, 40, 48, 64)
"""The orders at which a Rényi budget is offered."""


def noise_ends(value: LossDP, sampling: Allocation, at: dict[str, object]) -> Ends:
    """Return certified bounds of what noise loses, of the worse direction.

    Parameters
    ----------
    value : LossDP
        One run of Gaussian or Laplace noise.
    sampling : Allocation
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
    law, scale = _noise(value, (Gaussian, Laplace), "certified curve")

    def bracket(noise: Expr) -> Ends:
        if isinstance(law, Gaussian):
            return allocated_bracket(noise, *_counts(sampling), **at)  # type: ignore[arg-type]
        return allocated_laplace_bracket(1 / noise, *_counts(sampling), **at)  # type: ignore[arg-type]

    if scale.is_Rational:
        return bracket(scale)
    # less noise tells more: it is processed to what there is
    return bracket(upper(scale, _SPARE_DIGITS))[0], bracket(lower(scale, _SPARE_DIGITS))[1]


def _noise(value: LossDP, kinds: tuple[type[Law], ...], what: str) -> tuple[Law, Expr]:
    """Return the law of one run of noise of a kind, and its scale in the unit of the sensitivity."""
    run = _run(value, kinds, what)
    return run.law, run.law.args[1] / run.sensitivity


def _run(value: LossDP, kinds: tuple[type[Law], ...], what: str) -> Mechanism:
    """Return one run of a law of a kind."""
    numbers_only(value, f"a {what}")
    (mechanism, count), *others = value.parts
    require(count == 1 and not others and mechanism.rate == 1, "one run is allocated, and no sample of one")
    require(isinstance(mechanism.law, kinds), f"no {what} is known for {mechanism.law} under random allocation")
    require(not mechanism.replaced and not mechanism.fixed_size, "the record is added or removed")
    return mechanism


def pure_ends(value: PureDP, sampling: Allocation, at: dict[str, object]) -> Ends:
    """Return certified bounds of the most that steps lose which keep a pure promise, of the worse direction; as of `noise_ends`."""
    numbers_only(value, "a certified curve")
    steps, selected, epochs = _counts(sampling)
    require(steps <= _MOST_STEPS, f"more than {_MOST_STEPS} steps are not summed over")
    return allocated_pure_bracket(upper(value.eps, _SPARE_DIGITS), steps, selected, epochs, **at)


def _counts(sampling: Allocation) -> tuple[int, int, int]:
    require(not sampling.free_symbols, "a certified curve is for numbers")
    return tuple(int(each) for each in (sampling.steps, sampling.selected, sampling.epochs))  # type: ignore[call-overload,return-value]


def _renyi(value: LossDP, sampling: Allocation, request: Request) -> RenyiDP:
    """Return the budgets of as many blocks of steps as are selected, from each of which one is drawn; they add up."""
    require_sampling(sampling, Allocation)
    _, scale = _noise(value, (Gaussian,), "Rényi budget")
    steps, selected, epochs = _counts(sampling)
    rational = lower(scale, _SPARE_DIGITS)  # less noise tells more
    noise = Fraction(int(rational.p), int(rational.q))
    size, longer = divmod(steps, selected)
    blocks = [(slots, count) for slots, count in ((size, selected - longer), (size + 1, longer)) if count]
    return RenyiDP(
        {
            order: rounded_end(
                epochs * sum((count * allocated_renyi(noise, slots, order) for slots, count in blocks), Fraction(0))
            )
            for order in RENYI_ORDERS
        }
    )


def _loss(value: LossDP, sampling: Allocation, request: Request) -> LossDP:
    """Return epochs of steps, in some of which a record takes part."""
    require_sampling(sampling, Allocation)
    run = _run(value, (Gaussian, Laplace, RandomizedResponse), "privacy loss")
    steps, selected, epochs = _counts(sampling)
    require(selected < steps, "the loss is that of steps of which not all are drawn")
    return LossDP(((replace(run, rate=Rational(selected, steps), slots=steps), Integer(epochs)),))


_DRAWN = (
    "add-remove or zero-out adjacency: without the record every step answers as if it took no part",
    "k of t steps drawn uniformly, for each record by itself and anew in each epoch",
)
_NOISE, _PURE = CertifiedPromise(noise_ends, Allocation), CertifiedPromise(pure_ends, Allocation)

ALLOCATION = Arrow(
    name="allocation.curve",
    kind=Kind.AMPLIFICATION,
    source=LossDP,
    target=ApproxDP,
    theorems=(
        "amplification.allocation.partition",
        "amplification.allocation.response",
        "amplification.allocation.pure.several",
        "dominating.composition.many",
    ),
    says="the privacy profile of the mean of t ratios, as a contour integral enclosed by Arb; of the mean over all sets of k of t by a sum that "
    "tells it nearly, for several epochs by pairs of atoms that dominate each of them; or that of k blocks, one of each",
    cites=(Source("feldman2025allocation", "the pair, and its decomposition"),),
    apply=_NOISE,
    settled=_NOISE.is_narrow,
    hypotheses=(*_DRAWN, "Gaussian or Laplace noise, with numbers for all parameters"),
    tight="exact to 12 digits for Gaussian noise in one step of one epoch, to 7 where sigma is below 1/4, or 1/2 of many steps, to 10 for several "
    "epochs, unless they have very many steps; about five digits for several steps of one epoch and for Laplace noise, in several epochs as well; "
    "three for several steps in several epochs, unless they are few or there is little noise",
)
ALLOCATION_LOSS = Arrow(
    name="allocation.loss",
    kind=Kind.AMPLIFICATION,
    source=LossDP,
    theorems=(
        "amplification.allocation.partition",
        "amplification.allocation.pure.several",
        "dominating.composition.many",
    ),
    says="the loss of the mean, over all sets of k of t steps, of the products of their ratios, or its negative, in each epoch",
    cites=(Source("feldman2025allocation", "the pair, and its decomposition"),),
    apply=_loss,
    hypotheses=(*_DRAWN, "Gaussian or Laplace noise, or a randomized response, with numbers for all parameters"),
    tight="exact: for one of t steps with Gaussian noise of at least half the sensitivity, and for randomized response; else the pair is told by "
    "one of atoms above it and one below",
)
ALLOCATION_PURE = Arrow(
    name="allocation.pure",
    kind=Kind.AMPLIFICATION,
    source=PureDP,
    target=ApproxDP,
    theorems=(
        "amplification.allocation.pure",
        "amplification.allocation.pure.several",
        "amplification.allocation.partition",
        "amplification.allocation.response",
        "amplification.allocation.response.several",
    ),
    says="the privacy profile of randomized response under the same allocation, a binomial sum",
    cites=(Source("feldman2025allocation", "the pair, and its decomposition"),),
    apply=_PURE,
    settled=_PURE.is_narrow,
    hypotheses=(*_DRAWN, "each step pure in the given parameter"),
    tight="randomized response: exact to 12 digits for one epoch, a bracket on a lattice for several; a bound for very many steps",
)
ALLOCATION_RENYI = Arrow(
    name="allocation.renyi",
    kind=Kind.AMPLIFICATION,
    source=LossDP,
    target=RenyiDP,
    theorems=(
        "amplification.allocation.renyi",
        "amplification.allocation.renyi.reversed",
        "amplification.allocation.partition",
        "amplification.allocation.partition.reversed",
    ),
    says="where a record is removed the moments of the mean of t ratios, alpha!/t^alpha [z^alpha] (sum of E Y^j z^j/j!)^t; where it is "
    "added an integral over the power of the transform of a ratio, and at most the divergence of one step at the order 1 + (alpha - 1)/t",
    cites=(Source("feldman2025allocation", "the pair, and its decomposition"),),
    apply=_renyi,
    hypotheses=(*_DRAWN, "Gaussian noise, with numbers for all parameters; integer orders"),
    tight="exact where a record is removed, to three digits where it is added, for one step of an epoch; a bound for several steps",
)
