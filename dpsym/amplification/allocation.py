r"""Random allocation in front of Gaussian noise and of pure mechanisms: certified curves, exact for one step of an epoch.

A uniformly random set of k of t steps is drawn as well by dividing the steps at random into k blocks of given sizes, and
one step of each block: a set that permutations of the steps do not change in law is uniform. With the blocks told to everybody,
which helps an adversary, each block is an allocation to one of its steps, and by joint convexity what is so told dominates.
Sizes that differ by one at most are taken.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from sympy import Expr, Integer

from dpsym.amplification.sampling import Allocation, require_sampling
from dpsym.conversion.rounding import upper
from dpsym.curves import allocated_bracket, allocated_pure_upper
from dpsym.distributions import Gaussian
from dpsym.errors import NotApplicableError, ParameterError, UndecidedError
from dpsym.guarantees.arrow import Arrow, Kind, Request, Source, numbers_only, require
from dpsym.guarantees.notions import ApproxDP, LossDP, PureDP
from dpsym.guarantees.numbers import rounded_up

_DIGITS, _MOST_STEPS = 12, 10**5


def _allocated(value: LossDP, sampling: Allocation, request: Request) -> ApproxDP:
    require_sampling(sampling, Allocation)
    numbers_only(value, "a certified curve")
    require(not sampling.free_symbols, "a certified curve is for numbers")
    (mechanism, count), *others = value.parts
    require(count == 1 and not others and mechanism.rate == 1, "one run is allocated, and no sample of one")
    require(
        isinstance(mechanism.law, Gaussian), f"no certified curve is known for {mechanism.law} under random allocation"
    )
    require(not mechanism.replaced and not mechanism.fixed_size, "the record is added or removed")
    sigma = mechanism.law.args[1] / mechanism.sensitivity
    return _answer(lambda *counts, **at: allocated_bracket(sigma, *counts, **at)[1], sampling, request)


def _pure(value: PureDP, sampling: Allocation, request: Request) -> ApproxDP:
    require_sampling(sampling, Allocation)
    numbers_only(value, "a certified curve")
    require(not sampling.free_symbols, "a certified curve is for numbers")
    require(int(sampling.steps) <= _MOST_STEPS, f"more than {_MOST_STEPS} steps are not summed over")  # type: ignore[call-overload]
    local = upper(value.eps, _DIGITS + 8)
    return _answer(lambda *counts, **at: allocated_pure_upper(local, *counts, **at), sampling, request)


def _answer(end: Callable[..., Fraction | float], sampling: Allocation, request: Request) -> ApproxDP:
    """Return the promise that the upper end of a certified curve makes."""
    counts = [int(each) for each in (sampling.steps, sampling.selected, sampling.epochs)]  # type: ignore[call-overload]
    try:
        if request.delta is not None:
            return ApproxDP(_rounded(end(*counts, delta=request.delta)), request.delta)
        return ApproxDP(request.eps, min(Integer(1), _rounded(end(*counts, eps=request.eps))))  # type: ignore[arg-type]
    except ParameterError as error:
        raise NotApplicableError(f"no certified curve: {error}") from None
    except UndecidedError as error:
        raise NotApplicableError(f"the certified curve is undecided: {error}") from None


def _rounded(value: Fraction | float) -> Expr:
    require(isinstance(value, Fraction), "it is infinite")
    return rounded_up(value, _DIGITS)  # type: ignore[arg-type]


ALLOCATION = Arrow(
    name="allocation.curve",
    kind=Kind.AMPLIFICATION,
    source=LossDP,
    target=ApproxDP,
    theorems=("amplification.allocation.partition", "amplification.allocation.response"),
    says="the privacy profile of the mean of t ratios, as a contour integral enclosed by Arb; of k of t steps that of k blocks, one of each",
    cites=(Source("feldman2025allocation", "the pair, and its decomposition"),),
    apply=_allocated,
    hypotheses=(
        "add-remove or zero-out adjacency: without the record every step answers as if it took no part",
        "k of t steps drawn uniformly, for each record by itself and anew in each epoch",
        "Gaussian noise with numbers for all parameters",
    ),
    tight="exact to 12 digits for one step of one epoch, a bracket on a lattice for several epochs; a bound for several steps",
)
ALLOCATION_PURE = Arrow(
    name="allocation.pure",
    kind=Kind.AMPLIFICATION,
    source=PureDP,
    target=ApproxDP,
    theorems=(
        "amplification.allocation.pure",
        "amplification.allocation.partition",
        "amplification.allocation.response",
    ),
    says="the privacy profile of randomized response under the same allocation, a binomial sum",
    cites=(Source("feldman2025allocation", "the pair, and its decomposition"),),
    apply=_pure,
    hypotheses=(
        "add-remove or zero-out adjacency: without the record every step answers as if it took no part",
        "k of t steps drawn uniformly, for each record by itself and anew in each epoch",
        "each step pure in the given parameter",
    ),
    tight="randomized response in one selected step: exact to 12 digits for one epoch, a bracket on a lattice for several",
)
