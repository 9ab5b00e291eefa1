"""What makes a session pleasant, in one place: the questions that laws and guarantees answer are attached here.

Laws, divergences and promises know nothing of the rooms above them, which derive, enclose and search. `import dpsym` runs this
module, and with it each law has the methods of `LawQuestions`, each guarantee those of `GuaranteeQuestions`, each divergence
``derive``, ``doit`` and a numeric value, searches get the arrows of the calculus, and SymPy's numbers of what cancels are mended.
Both kinds answer the same questions by the same names with the same kinds of value:

- ``renyi``, ``kl``, ``max_divergence``, ``total_variation``, ``profile`` (or ``delta``), ``epsilon`` and ``tradeoff`` return a
  SymPy expression: the exact closed form where there is one, else, of numbers, an `Upper` (of a trade-off a `Lower`), which is
  a SymPy number rounded to the safe side, else the divergence unevaluated; a closed form of numbers that SymPy would work out
  wrongly, since its terms cancel, is told as such a number too;
- ``compose``, ``subsample``, ``allocate``, ``shuffle``, ``group``, ``post_process``, ``to_replace`` and ``to_*`` return a `Guarantee`;
- ``plot`` returns the axes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from typing import Any

from sympy import Add, Expr, FiniteSet, Integer, Max, Min, Piecewise, Rational, log, oo

from dpsym import amplification, composition, conversion, measurement
from dpsym.amplification import (
    Allocation,
    Poisson,
    PoissonRepetitions,
    Repetitions,
    Shuffle,
    TruncatedPoisson,
    WithoutReplacement,
)
from dpsym.answers import answer, inside, numbered, rounded, worse
from dpsym.conversion.envelope import envelope
from dpsym.conversion.listed_orders import budget_from
from dpsym.conversion.rounding import lower
from dpsym.derive import Derivation, derive
from dpsym.derive.form import short
from dpsym.distributions import Law
from dpsym.divergences import (
    KL,
    Divergence,
    HockeyStick,
    InverseProfile,
    MaxDivergence,
    Renyi,
    TotalVariation,
    TradeOff,
)
from dpsym.divergences.clones import ClonesRenyi
from dpsym.divergences.sampled import SampledCurve
from dpsym.enclose.cancelling import know_arguments
from dpsym.errors import DpsymError, NoRouteError, NotApplicableError, NotDerivedError, ParameterError, UndecidedError
from dpsym.guarantees import GDP, NOTIONS, ZCDP, Guarantee, LossDP, RenyiDP, guarantee, search
from dpsym.guarantees.adjacency import Relation
from dpsym.guarantees.faithful import faithful
from dpsym.guarantees.nodes import Sampled
from dpsym.guarantees.numbers import Upper, as_upper, upper
from dpsym.measurement import GaussianFit
from dpsym.parameters import LEVEL, ORDER
from dpsym.special import GaussianSum, erfcinv

_ONE = Integer(1)
_WRITTEN_OUT = 4
"""The greatest order at which a binomial sum is shown term by term."""


class LawQuestions:
    """What the law of a mechanism answers, about the pair of outputs that tells two neighbours apart best.

    The answer holds in both directions of the pair unless one is asked for: ``direction="forward"`` is the pair
    ``law.neighbours(sensitivity)`` in this order (for noise: the plain law, then the one shifted to the right), ``"backward"`` the
    other order. ``sensitivity`` says how far a neighbour moves the query, in the unit of the noise. Each question returns a SymPy
    expression; see `dpsym.session` for which.
    """

    def renyi(self: Any, order: object, sensitivity: object = _ONE, *, direction: str = "both") -> Expr:
        """Return the Rényi divergence of an order of the mechanism: the greater one of its two directions."""
        return answer(Renyi, (order,), self, sensitivity, direction)

    def kl(self: Any, sensitivity: object = _ONE, *, direction: str = "both") -> Expr:
        """Return the Kullback-Leibler divergence of the mechanism: the greater one of its two directions."""
        return answer(KL, (), self, sensitivity, direction)

    def max_divergence(self: Any, sensitivity: object = _ONE, *, direction: str = "both") -> Expr:
        """Return the max divergence of the mechanism: the least eps for which it is eps-DP."""
        return answer(MaxDivergence, (), self, sensitivity, direction)

    def total_variation(self: Any, sensitivity: object = _ONE) -> Expr:
        """Return the total variation distance of the mechanism's pair, which is the same in both directions."""
        return answer(TotalVariation, (), self, sensitivity, "forward")

    def profile(self: Any, eps: object, sensitivity: object = _ONE, *, direction: str = "both") -> Expr:
        """Return the privacy profile delta(eps) of the mechanism: the greater one of its two directions."""
        return answer(HockeyStick, (eps,), self, sensitivity, direction)

    def delta(self: Any, eps: object, sensitivity: object = _ONE, *, direction: str = "both") -> Expr:
        """Return the least delta for which the mechanism is (eps, delta)-DP: its profile, by the name of the parameter."""
        return answer(HockeyStick, (eps,), self, sensitivity, direction)

    def epsilon(self: Any, delta: object, sensitivity: object = _ONE, *, direction: str = "both") -> Expr:
        """Return the least eps from 0 on for which the mechanism is (eps, delta)-DP: the inverse of its profile."""
        return answer(InverseProfile, (delta,), self, sensitivity, direction)

    def tradeoff(self: Any, level: object, sensitivity: object = _ONE, *, direction: str = "both") -> Expr:
        """Return the least type II error of a test between neighbours at type I error `level`: the lower one of both directions.

        The lower of the two curves T(P, Q) and T(Q, P) is its own inverse, so that no third test is left out. It need not be
        convex: the greatest convex function below it is the greatest f for which the mechanism is f-DP.
        """
        number = (
            _number_at(self.guarantee(sensitivity=sensitivity), LEVEL.check(level)) if direction == "both" else None
        )
        return answer(TradeOff, (level,), self, sensitivity, direction) if number is None else number

    def guarantee(self: Any, *, adjacency: object = "add-remove", sensitivity: object = _ONE) -> Guarantee:
        """Return the guarantee of the mechanism, which can be composed, sampled and converted."""
        return guarantee(self, adjacency=adjacency, sensitivity=sensitivity)


class GuaranteeQuestions:
    """What a guarantee answers, by the names that laws have for it: the best bound that a chain of theorems proves.

    Each question returns a SymPy expression; see `dpsym.session` for which. `NoRouteError` is raised where no chain leads there.
    """

    def renyi(self: Any, order: object) -> Expr:
        """Return a bound on the Rényi divergence of an order, in both directions; of orders up to 1, and of oo, too.

        At an order that is a number it is exact of noise on samples, of which no formula is known at every order, and of known mechanisms
        at orders below 1.

        The divergence does not decrease in the order: below order 1 the bound of a promise is the one of order 1, and between single
        orders the least of those above. A symbol that may be below 1 is answered in cases.
        """
        alpha = ORDER.check(order)
        if (shuffled := amplification.shuffled_renyi(self, alpha)) is not None:
            return shuffled
        if alpha is oo:
            return self.max_divergence()
        above = alpha > 1
        if alpha.is_Rational and alpha != 1 and (number := _renyi_number(self, alpha)) is not None:
            return number
        if above == False:  # noqa: E712
            return self.kl()
        formula = _binomial_renyi(self, alpha) if alpha.is_integer else None
        budget = _renyi_budget(self, alpha) if formula is None else formula
        return budget if above == True else Piecewise((budget, above), (_kl_or_infinity(self), True))  # noqa: E712

    def kl(self: Any) -> Expr:
        """Return a bound on the Kullback-Leibler divergence.

        It is the sum over known mechanisms, else that of a concentrated promise, else the budget of the least order for which there is
        one, since the divergence does not decrease in the order.
        """
        if (shuffled := amplification.shuffled_renyi(self, _ONE)) is not None:
            return shuffled
        try:
            known = self.to(LossDP)
            total = numbered(Add(*(count * worse(KL, (), each) for each, count in known.value.parts)), KL)
        except (NoRouteError, NotApplicableError):
            return _kl_of_promise(self)
        # pairs that keep less than what was promised may lose more
        return total if known.proof.is_of_the_worst_pair else Min(total, _kl_of_promise(self))

    def max_divergence(self: Any) -> Expr:
        """Return the least eps for which the mechanism is known to be eps-DP."""
        shuffled = amplification.shuffled_renyi(self, oo)
        return self.to_pure().value.eps if shuffled is None else shuffled

    def total_variation(self: Any) -> Expr:
        """Return a bound on the total variation distance: delta at eps = 0."""
        return self.profile(0)

    def profile(self: Any, eps: object) -> Expr:
        """Return the privacy profile: the least delta at eps for which the mechanism is known to be (eps, delta)-DP."""
        return self.to_approx(eps=eps).value.delta

    def delta(self: Any, eps: object) -> Expr:
        """Return the least delta for which the mechanism is known to be (eps, delta)-DP, the profile at eps."""
        return self.to_approx(eps=eps).value.delta

    def epsilon(self: Any, delta: object) -> Expr:
        """Return the least eps for which the mechanism is known to be (eps, delta)-DP."""
        return self.to_approx(delta).value.eps

    def tradeoff(self: Any, level: object) -> Expr:
        """Return a lower bound on the type II error of every test between neighbours at type I error `level`.

        At a level that is a number it is exact of runs whose privacy curve is, several or on samples, of which no formula is known. Where a
        promise was converted on the way it is at least what the profile says.
        """
        place = LEVEL.check(level)
        number = _number_at(self, place)
        if number is not None:
            return number
        try:
            found = self.to_tradeoff()
        except NoRouteError:
            if not place.is_Rational:
                raise
            return envelope(self, place)
        error = _as_number(found.value.at(place))
        is_best = found.proof.is_of_the_worst_pair or found.proof.is_attained
        if (
            (is_best and not (found.proof.is_processed and self.node.told))
            or error.free_symbols
            or not place.is_Rational
        ):
            return error
        try:
            by_profile = envelope(self, place)
            return by_profile if by_profile > upper(error) else error
        except (NoRouteError, NotApplicableError):
            return error

    def to_gdp(self: Any) -> Guarantee:
        """Return Gaussian privacy: by a formula where one is known, else the least mu (`best_gaussian`), rounded up.

        Raises
        ------
        NoRouteError
            If neither is known.
        """
        known: list[Any] = []
        unknown = ""
        try:
            loss = self.to(LossDP)
            if (found := measurement.gaussian_privacy(loss.value, self.adjacency)) is not None:
                known.append(found)
                if loss.proof.is_of_the_worst_pair:
                    return found
        except NoRouteError:
            pass
        except NotApplicableError as reason:
            unknown = f"no mu was found: {reason}; "
        try:
            known.insert(0, self.to(GDP))
        except NoRouteError as reason:
            if not known:
                raise NoRouteError(f"{unknown}{reason}", reason.reasons) from None
        return min(known, key=lambda each: each.value.mu)

    def best_gaussian(self: Any, level: object = 0) -> GaussianFit:
        """Return the least mu for which the mechanism is mu-GDP, from both sides, and its regret.

        The regret is how far the trade-off function of this mu is below the mechanism's, along the diagonal: near 0 the one number mu tells
        all there is. Of noise on samples mu is that of all records in the far tail; with a level tests whose two errors are both at
        least this are looked at, which is what is reported as the mu of such runs. Where only a loss is known that is at least the
        mechanism's, mu is that of this loss, the least one is 0, and the regret is not told.

        Raises
        ------
        NoRouteError
            If the privacy loss of the mechanism is not known.
        NotApplicableError
            If no certified curve answers.
        """
        loss = self.to(LossDP)
        return measurement.gaussian_fit(loss.value, level, self.adjacency, loss.proof.is_of_the_worst_pair)

    def advantage(self: Any) -> Expr:
        """Return a bound on the advantage of membership inference, true positive less false positive rate: delta at eps = 0."""
        return self.profile(0)

    def membership(self: Any, prior: object = Rational(1, 2)) -> Expr:
        r"""Return a bound on the probability that membership is guessed right, where it has a prior probability.

        .. math:: m + (1 - m)\, \delta\left(\log\tfrac{m}{1 - m}\right), \qquad m = \max(\pi, 1 - \pi)

        It is attained by the best test. From `dominating.tradeoff` and `tradeoff.to_profile`.

        Raises
        ------
        ParameterError
            If the prior is not strictly between 0 and 1.
        """
        share = LEVEL.check(prior)
        if share in (0, 1):
            raise ParameterError("prior of membership", "strictly between 0 and 1", prior)
        greater = Max(share, 1 - share)
        if not share.is_Rational:  # a formula, if the profile is one
            return greater + (1 - greater) * self.profile(log(greater / (1 - greater)))
        place = log(greater / (1 - greater))
        # the profile does not increase, and of numbers is asked for at one that is not above the logarithm
        delta = self.profile(lower(place))
        delta = self.profile(place) if delta.free_symbols else delta
        return raised(greater + (1 - greater) * delta)

    def reconstruction(self: Any, baseline: object) -> Expr:
        r"""Return a bound on the probability that an attack reconstructs a record, given how often one succeeds without the answer.

        .. math:: 1 - f(\kappa)

        Of every prior of the record, and every notion of success, whose best blind guess succeeds with the probability kappa at most. From
        `dp.packing` at every eps, and `profile.to_tradeoff`.

        Raises
        ------
        ParameterError
            If the baseline is not in [0, 1].
        """
        return raised(1 - self.tradeoff(LEVEL.check(baseline)))

    def subsample(
        self: Any, rate: object = None, *, size: object = None, population: object = None, most: object = None
    ) -> Guarantee:
        """Return the guarantee on a random sample: Poisson at a rate, or a subset of fixed size of a population.

        Of a Poisson sample of a population at most `most` records may be kept, which changes nothing where these are all of it;
        ``compose(steps)`` behind it draws anew in each step.

        Raises
        ------
        ParameterError
            If neither, or both, are given, or the adjacency is not the one that the sampling needs.
        """
        given = tuple(each is not None for each in (rate, size, population, most))
        if given == (True, False, True, True):
            cut = TruncatedPoisson(rate, most, population)
            return self.sampled(Poisson(cut.rate) if (cut.most >= cut.population) == True else cut)  # noqa: E712
        if given == (False, True, True, False):
            return self.sampled(WithoutReplacement(size, population))
        if given != (True, False, False, False):
            raise ParameterError("sampling", "a rate, or a size with a population", (rate, size, population))
        return self.sampled(Poisson(rate))

    def shuffle(self: Any, count: object) -> Guarantee:
        """Return the guarantee of the shuffled answers of `count` users, each of whom runs this mechanism locally."""
        return self.sampled(Shuffle(count))

    def allocate(self: Any, steps: object, selected: object = _ONE) -> Guarantee:
        """Return the guarantee of an epoch of `steps` runs, in `selected` of which, drawn at random, a record takes part.

        ``compose(epochs)`` behind it draws anew in each epoch.
        """
        return self.sampled(Allocation(steps, selected))

    def best_of_poisson(self: Any, mean: object) -> Guarantee:
        """Return the guarantee of the best of a Poisson number of runs, which may be none."""
        return Guarantee(Sampled(self.node, PoissonRepetitions(mean)), self.adjacency)  # type: ignore[arg-type]

    def best_of(self: Any, halting: object, shape: object = _ONE) -> Guarantee:
        """Return the guarantee of the best of a random number of runs: geometric for shape 1, halting after each with a probability.

        Other shapes above -1 are the truncated negative binomial laws, 0 the logarithmic one (`dpsym.amplification.Repetitions`).
        """
        return Guarantee(Sampled(self.node, Repetitions(halting, shape)), self.adjacency)  # type: ignore[arg-type]


def _number_at(given: Any, level: Expr) -> Expr | None:
    """Return the trade-off function of runs without a formula at a level, None where they have one or no certified curve."""
    if not level.is_Rational:
        return None
    try:
        loss = given.to(LossDP)
        known = loss.proof.is_of_the_worst_pair and not loss.value.free_symbols
        return measurement.tradeoff_number(loss.value, level) if known else None
    except (NoRouteError, NotApplicableError):
        return None


def _as_number(error: Expr) -> Expr:
    """Return a type II error of numbers as one that is rounded down where it has a head that nothing closes."""
    return lower(error) if error.has(SampledCurve) and not error.free_symbols else error


def _renyi_number(given: Any, order: Expr) -> Expr | None:
    """Return the exact Rényi divergence where runs are sampled or the order is below 1, None where neither is, or not all of it is known."""
    try:
        loss = given.to(LossDP).value
        whole = all(mechanism.rate == 1 for mechanism, _ in loss.parts)
        if loss.free_symbols or (whole and order > 1):
            return None
        if whole and all(mechanism.is_symmetric for mechanism, _ in loss.parts):
            return numbered(Add(*(count * worse(Renyi, (order,), each) for each, count in loss.parts)), Renyi)
        return measurement.renyi_number(loss, order)
    except (NoRouteError, NotApplicableError, NotDerivedError, UndecidedError):
        return None


def _renyi_budget(given: Any, order: Expr) -> Expr:
    """Return the budget at an order: of a promise, else of numbers the sum of what the runs lose, each enclosed at that order."""
    try:
        return _enclosed(_budget_at(given.to_renyi().value, order))
    except NoRouteError:
        if not order.is_Rational:
            raise
        try:
            parts = given.to(LossDP).value.parts
            return _enclosed(Add(*(count * worse(Renyi, (order,), each) for each, count in parts)))
        except (NoRouteError, NotApplicableError):
            pass
        raise


def _budget_at(value: RenyiDP, order: Expr) -> Expr:
    """Return what a promise tells of an order: of numbers that were rounded up their sum as such a one."""
    budget = budget_from(value, order)
    return as_upper(budget) if value.budget.has(Upper) else budget


def _enclosed(budget: Expr) -> Expr:
    """Return a budget of numbers as one that is rounded up where it has a divergence that nothing closes, or as it is where none is found."""
    try:
        if budget.has(ClonesRenyi) and not budget.free_symbols:
            return upper(budget)
        return numbered(budget, Renyi)
    except (NotDerivedError, UndecidedError):
        return budget


def _binomial_renyi(given: Any, order: Expr) -> Expr | None:
    """Return the Rényi budget of runs on Poisson samples at an integer order, None where none are, or not all is known."""
    try:
        parts = given.to(LossDP).value.parts
        if all(mechanism.rate == 1 for mechanism, _ in parts):
            return None
        total = Add(*(count * _of_order(mechanism, order) for mechanism, count in parts))
        return short(total.doit() if order.is_number and order <= _WRITTEN_OUT else total)
    except (NoRouteError, NotApplicableError):
        return None


def _of_order(mechanism: Any, order: Expr) -> Expr:
    other = mechanism.fixed_size or mechanism.records != 1 or mechanism.slots != 1
    if other or (mechanism.rate != 1 and not mechanism.law.is_symmetric):
        raise NotApplicableError(f"the binomial sum is not that of {mechanism}")
    promise: Any = guarantee(mechanism.law, sensitivity=mechanism.sensitivity).to_renyi().value
    budget = promise.budget
    return budget(order) if mechanism.rate == 1 else amplification.binomial_renyi(budget, order, mechanism.rate)


def _kl_of_promise(given: Any) -> Expr:
    """Return the least bound of a concentrated promise, and of a budget at single orders where that is one of numbers."""
    bounds: list[Expr] = []
    try:
        promise = given.to(ZCDP).value
        bounds.append(promise.rho + promise.xi)
    except NoRouteError as reason:
        refusal = reason
    if not (bounds and bounds[0].free_symbols):
        try:
            renyi = given.to_renyi().value
            if isinstance(renyi.orders, FiniteSet):
                bounds.append(_budget_at(renyi, Min(*renyi.orders.args)))
        except NoRouteError as reason:
            refusal = reason
    if not bounds:
        raise refusal
    return Min(*bounds)


def _kl_or_infinity(given: Any) -> Expr:
    try:
        return given.kl()
    except NoRouteError:
        return oo


_THROUGH_GUARANTEE = (
    "compose",
    "subsample",
    "shuffle",
    "allocate",
    "best_of",
    "best_of_poisson",
    "group",
    "post_process",
    "to_replace",
    "best_gaussian",
    "membership",
    "reconstruction",
    "advantage",
    "to",
    "to_approx",
    "to_pure",
    "to_renyi",
    "to_zcdp",
    "to_gdp",
    "to_profile",
    "to_tradeoff",
)
"""What a law does by way of its guarantee, for the add-remove adjacency and sensitivity 1; a promise too.

Shuffled answers are each about one record, which a neighbour replaces: `shuffle` is for the replace adjacency.
"""
_ANSWERED = ("renyi", "kl", "max_divergence", "total_variation", "profile", "delta", "epsilon", "tradeoff")
"""The questions whose answers are expressions."""
_PROBABILITIES = ("total_variation", "profile", "delta")


def plot(
    self: Any,
    kind: str = "profile",
    interval: tuple[object, object] | None = None,
    axes: Any = None,
    label: str | None = None,
) -> Any:
    """Draw the privacy profile, the trade-off function or the Rényi budget, and return the axes.

    Parameters
    ----------
    kind : {"profile", "tradeoff", "renyi"}, optional
        delta against eps, type II against type I error, or the Rényi divergence against its order.
    interval : pair of real numbers, optional
        Of the abscissa.
    axes : matplotlib Axes, optional
        Where to draw; new ones (``.figure.savefig`` writes them) if left out.
    label : str, optional
        The entry in a legend.

    Raises
    ------
    ParameterError
        If the kind is not known, or a symbol has no number.
    """
    from dpsym.plot import draw  # NumPy, SciPy and matplotlib are loaded when the first curve is drawn

    return draw(self, kind, interval, axes, label)


def derivation(self: Any, seconds: float = 0.0) -> Derivation:
    """Return the derivation from the definition: expression, hypotheses and trace.

    Parameters
    ----------
    seconds : float, optional
        How long SymPy's own integration may take where no strategy closes it; 0 leaves it out.

    Raises
    ------
    NotDerivedError
        If no strategy closes it.
    """
    return derive(self, seconds)


def closed_form(self: Any, **hints: object) -> Expr:
    """Return the closed form with its convergence condition, or the divergence itself where nothing closes it.

    Where symbols may make a mass or a weight 0 the divergence itself is a case: with numbers put in, ``doit`` derives it there.
    """
    try:
        return inside(self, derive(self).value)
    except NotDerivedError:
        return self


def _through_guarantee(name: str) -> Callable[..., Guarantee]:
    """Return the method of a law or promise that asks its guarantee."""
    method = getattr(Guarantee, name)

    @wraps(method)
    def asked(self: Any, *arguments: object, **named: object) -> Guarantee:
        subject = guarantee(self, adjacency=Relation.REPLACE if name == "shuffle" else Relation.ADD_REMOVE)
        return method(subject, *arguments, **named)

    return asked


def _attach(target: type, methods: dict[str, Any]) -> None:
    for name, method in methods.items():
        if callable(method) and (not name.startswith("_") or name == "_eval_evalf"):
            setattr(target, name, method)


def raised(value: Expr) -> Expr:
    """Return a number as one that is rounded up, and an expression as it is."""
    return value if value.free_symbols else upper(value)


def _faithfully(methods: dict[str, Any]) -> dict[str, Any]:
    """Return questions whose answers, where they are numbers, have the float that they should have."""

    def told(name: str) -> Callable[..., Expr]:
        asked = methods[name]

        @wraps(asked)
        def question(self: Any, *arguments: object, **named: object) -> Expr:
            try:
                found = faithful(asked(self, *arguments, **named), is_upper=name != "tradeoff")
            except ValueError as refusal:
                if isinstance(refusal, DpsymError) or "not comparable" not in str(refusal):
                    raise
                raise UndecidedError("SymPy compares no numbers that agree in some six hundred digits") from refusal
            return Upper(1) if name in _PROBABILITIES and found.is_Rational and found > 1 else found  # it is rounded up

        return question

    return {**methods, **{name: told(name) for name in _ANSWERED if name in methods}}


search.use(arrow for room in (measurement, conversion, composition, amplification) for arrow in room.ARROWS)
_attach(Guarantee, {**_faithfully(dict(vars(GuaranteeQuestions))), "plot": plot})
_attach(
    Law,
    {
        **_faithfully(dict(vars(LawQuestions))),
        **{name: _through_guarantee(name) for name in _THROUGH_GUARANTEE},
        "plot": plot,
    },
)
for notion in NOTIONS.values():  # the parameters of a promise keep their names: the delta of (eps, delta) is a number
    names = {*_ANSWERED, *_THROUGH_GUARANTEE} - {field.name for field in fields(notion)}
    _attach(notion, {name: _through_guarantee(name) for name in names})
_attach(Divergence, {"derive": derivation, "doit": closed_form, "_eval_evalf": rounded("c")})
_attach(TradeOff, {"_eval_evalf": rounded("f")})
_attach(GaussianSum, {"_eval_evalf": rounded("n")})
_attach(ClonesRenyi, {"_eval_evalf": rounded("c")})
know_arguments()
_attach(erfcinv, {"_eval_evalf": rounded("n")})
