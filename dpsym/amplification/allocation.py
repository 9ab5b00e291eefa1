r"""Random allocation in front of Gaussian noise: the certified curve of the pair, exact for one step of an epoch, a bound for several.

A uniformly random set of k of t steps is drawn as well by dividing the steps at random into k blocks of given sizes, and
one step of each block: a set that permutations of the steps do not change in law is uniform. With the blocks told to everybody,
which helps an adversary, each block is an allocation to one of its steps, and by joint convexity what is so told dominates.
Sizes that differ by one at most are taken.
"""

from __future__ import annotations

from fractions import Fraction

from sympy import Expr, Integer

from dpsym.amplification.sampling import Allocation, require_sampling
from dpsym.ball import exact_fraction
from dpsym.curves import allocated_bracket
from dpsym.distributions import Gaussian
from dpsym.errors import NotApplicableError, ParameterError, UndecidedError
from dpsym.guarantees.arrow import Arrow, Kind, Request, Source, numbers_only, require
from dpsym.guarantees.notions import ApproxDP, LossDP
from dpsym.guarantees.numbers import rounded_up

_DIGITS = 12


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
    numbers = (int(each) for each in (sampling.steps, sampling.selected, sampling.epochs))
    try:
        sigma = exact_fraction("sigma", mechanism.law.args[1] / mechanism.sensitivity)
        if request.delta is not None:
            _, high = allocated_bracket(sigma, *numbers, delta=exact_fraction("delta", request.delta))
            return ApproxDP(_rounded(high), request.delta)
        _, high = allocated_bracket(sigma, *numbers, eps=exact_fraction("eps", request.eps))
        return ApproxDP(request.eps, min(Integer(1), _rounded(high)))  # type: ignore[arg-type]
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
        "add-remove adjacency: without the record every step answers as if it took no part",
        "k of t steps drawn uniformly, for each record by itself and anew in each epoch",
        "Gaussian noise with numbers for all parameters",
    ),
    tight="exact to 12 digits for one step of one epoch, a bracket on a lattice for several epochs; a bound for several steps",
)
