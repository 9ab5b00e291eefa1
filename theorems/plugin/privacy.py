"""What the fixture `privacy` offers: checks of numbers, curves, samplers and mechanisms, that fail a test with both numbers and the theorem."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from dpsym.errors import ParameterError
from dpsym.guarantees import Guarantee
from dpsym.guarantees.notions import ApproxDP
from theorems.plugin.chain import chain_of
from theorems.regress.claim import Claim
from theorems.regress.decimals import of_float
from theorems.regress.verdict import Kind, Verdict, judge

if TYPE_CHECKING:
    from mechanisms.audit.result import Audit
    from mechanisms.numeric.goodness import Verdict as Fit

_PLACES = {"delta": "epsilon", "eps": "delta", "order": "renyi"}
_NAMES = {"eps": "epsilon"}


class Privacy:
    """Holds a project's own numbers against certified values; every method raises AssertionError where they are wrong."""

    def check(
        self,
        mechanism: object,
        claimed: object,
        *,
        delta: object = None,
        eps: object = None,
        order: object = None,
        direction: str = "exact",
        tolerance: float | None = None,
        loose: float | None = None,
    ) -> Verdict:
        """Check a claimed privacy loss: eps at a delta, delta at an eps, or the Rényi divergence at an order.

        Parameters
        ----------
        mechanism : Law, Guarantee or str
            For example ``Gaussian(sigma=2).compose(1000)``, the same as text, or ``….to_approx(delta=1e-5)``, which stands for
            eps at that delta.
        claimed : real, decimal text, or pair of these
            The number that some accountant returned; of a pair, the ends of its bracket.
        delta, eps, order : real or decimal text, optional
            Where; exactly one of them, none behind to_approx.
        direction : {"exact", "upper", "lower"}
            What is claimed: the value, an upper bound (no shortfall is forgiven), or a lower bound.
        tolerance : float, optional
            The relative shortfall that an exact claim is forgiven.
        loose : float, optional
            How far above the truth, relatively, a claim may be; any distance by default.

        Returns
        -------
        Verdict
            Of a claim that passes.

        Raises
        ------
        AssertionError
            If the claim is below the truth (above it, of a lower bound), too loose, undecided or not understood; the message has
            both numbers, the gap and the theorems.
        ParameterError
            If the place is missing, or given twice.
        """
        __tracebackhide__ = True
        quantity, place = _place(mechanism, {"delta": delta, "eps": eps, "order": order})
        pair = isinstance(claimed, tuple)
        value = "" if pair else _decimal("claimed", claimed)
        bracket = tuple(_decimal("claimed", end) for end in claimed) if pair else None  # type: ignore[attr-defined]
        claim = Claim(chain_of(mechanism), quantity, (place,), value, direction, bracket)  # type: ignore[arg-type]
        verdict = judge(claim, tolerance=tolerance)
        _fail_unless(verdict, loose)
        return verdict

    def check_curve(
        self,
        mechanism: object,
        claimed: Mapping[object, object] | Callable[[float], object],
        *,
        deltas: tuple[float, ...] = (1e-3, 1e-5, 1e-7, 1e-9),
        **options: Any,
    ) -> list[Verdict]:
        """Check eps at several deltas: a mapping of delta to eps, or a function that is called at `deltas`.

        Parameters
        ----------
        mechanism : Law, Guarantee or str
            As in `check`.
        claimed : mapping or callable
            The accountant's curve.
        deltas : tuple of float
            Where a function is called.
        **options
            As in `check`.

        Raises
        ------
        AssertionError
            At the first delta at which the curve is wrong.
        """
        __tracebackhide__ = True
        points = claimed if isinstance(claimed, Mapping) else {delta: claimed(delta) for delta in deltas}
        return [self.check(mechanism, value, delta=delta, **options) for delta, value in points.items()]

    def check_sampler(
        self,
        draw: Callable[[np.random.Generator, int], Any],
        law: object,
        *,
        distance: float = 0.01,
        false_alarm: float = 1e-9,
        power: float = 0.999,
        seed: int = 0,
    ) -> Fit:
        """Check that samples follow a law, with as many as the power takes.

        Parameters
        ----------
        draw : callable
            ``draw(rng, n)`` returns n independent samples; a sampler with a source of its own ignores `rng`.
        law : Law or callable
            For example ``Laplace(scale=2)``, or a distribution function.
        distance : float
            The Kolmogorov distance at which a wrong sampler is found with probability `power`.
        false_alarm : float
            The probability with which a right sampler fails.
        power : float
            Strictly between 0 and 1.
        seed : int
            Seed of the generator.

        Raises
        ------
        AssertionError
            If the samples refute the law; the message says what is wrong with them where one simple change explains it, and names the
            theorem that is about the law.
        """
        __tracebackhide__ = True
        from mechanisms.audit.fit import fit_sampler
        from theorems.plugin.law import distribution_function
        from theorems.plugin.sampled import diagnosis

        cdf = law if callable(law) and not hasattr(law, "log_density") else distribution_function(law)  # type: ignore[arg-type]
        rng = np.random.default_rng(seed)
        kept: list[Any] = []

        def drawn(source: np.random.Generator, n: int) -> Any:
            kept.append(draw(source, n))
            return kept[-1]

        found = fit_sampler(drawn, cdf, rng, distance=distance, false_alarm=false_alarm, power=power)  # type: ignore[arg-type]
        if not found.accepted:
            why = diagnosis(np.asarray(kept[-1], dtype=float), cdf, false_alarm, _unit(law))  # type: ignore[arg-type]
            raise AssertionError(
                f"the samples do not follow {law}: {why}\n"
                f"  distance {found.statistic:.3g} (Kolmogorov) of {found.n} samples; a right sampler is beyond "
                f"{found.threshold:.3g} with probability at most {false_alarm:g}{_rests(law)}"
            )
        return found

    def audit(
        self,
        mechanism: Callable[..., Any],
        neighbours: tuple[Any, Any],
        claimed_eps: float,
        *,
        delta: float = 0.0,
        runs: int = 200_000,
        confidence: float = 0.999999,
        seed: int = 0,
        batched: bool = False,
        statistics: Sequence[str | Callable[[Any], Any]] = ("usual", "lowest-bit"),
    ) -> Audit:
        """Run a mechanism on two neighbours and bound its privacy loss from below.

        Parameters
        ----------
        mechanism : callable
            ``mechanism(dataset, rng)`` returns one output; if `batched`, ``mechanism(dataset, rng, n)`` returns n.
        neighbours : pair
            Two neighbouring datasets.
        claimed_eps : float
            The claim, at `delta`.
        delta : float
            Between 0 and 1.
        runs : int
            How often it is run, both datasets together.
        confidence : float
            The probability with which a private mechanism passes.
        seed : int
            Seed of the generator.
        batched : bool
            Whether it returns many outputs at a call.
        statistics : sequence of str and callable
            Where to look, as in :func:`mechanisms.audit_mechanism`; ``["usual"]`` forgives what the lowest bits of noise in
            floating point give away.

        Raises
        ------
        AssertionError
            If the bound is above the claim; that it is not proves nothing.
        """
        __tracebackhide__ = True
        from mechanisms.audit.claims import ApproximateClaim
        from mechanisms.audit.run import audit_mechanism

        claim = ApproximateClaim(claimed_eps, delta)
        rng = np.random.default_rng(seed)
        found = audit_mechanism(
            mechanism, neighbours, claim, rng, runs=runs, confidence=confidence, batched=batched, statistics=statistics
        )
        if found.contradicted:
            raise AssertionError(f"the mechanism is not ({claimed_eps:g}, {delta:g})-DP: {found}")
        return found


def _unit(law: object) -> float | None:
    """Return the scale of a law as a number; None where it has none."""
    unit = getattr(law, "unit", None)
    return None if unit is None or getattr(unit, "free_symbols", True) else float(unit)


def _rests(law: object) -> str:
    """Return a line that names the theorem about a mechanism with this noise; nothing where there is no such mechanism."""
    import mechanisms

    known = getattr(getattr(mechanisms, type(law).__name__, None), "guarantee", "")
    return (
        f"\n  theorem  {known} is about {type(law).__name__} noise as it is stated, and says nothing about these"
        if known
        else ""
    )


def _place(mechanism: object, given: Mapping[str, object]) -> tuple[str, tuple[str, str]]:
    """Return the quantity that is claimed, and where."""
    said = {name: value for name, value in given.items() if value is not None}
    if isinstance(mechanism, Guarantee) and mechanism.question is not None and isinstance(mechanism.value, ApproxDP):
        said = {"delta": mechanism.value.delta, **said}
    if len(said) != 1:
        raise ParameterError("place of the claim", "one of delta, eps and order", said)
    ((name, value),) = said.items()
    return _PLACES[name], (_NAMES.get(name, name), _decimal(name, value))


def _decimal(name: str, value: object) -> str:
    """Return a number as decimal text: of a float all its digits, of what is exact no less."""
    if isinstance(value, str):
        return value
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise ParameterError(name, "a real number or decimal text", value) from None
    # a place is what its shortest decimal says; a claim is the very float that the accountant returned
    return of_float(number) if name == "claimed" else repr(number).removesuffix(".0")


def _fail_unless(verdict: Verdict, loose: float | None) -> None:
    """Raise where a claim is wrong, open, or looser than it may be."""
    __tracebackhide__ = True
    far = verdict.gap is not None and loose is not None and abs(verdict.gap.relative) > loose
    if verdict.kind is Kind.RIGHT or (verdict.kind is Kind.SOUND and not far):
        return
    claim, found = verdict.claim, verdict.reference
    place = ", ".join(f"{name} {value}" for name, value in claim.at)
    claimed = " to ".join(repr(float(text)) for text in claim.bracket or (claim.value,))
    lines = [
        f"{claim.quantity} of {claim.mechanism} at {place}: {'looser than allowed' if far else verdict.kind.value}",
        f"  claimed  {claimed} ({claim.direction})",
    ]
    if found is not None:
        lines += [f"  true     {found}", f"  by       {', '.join(found.theorems)} ({found.road})"]
    raise AssertionError("\n".join([*lines, f"  so       {verdict.reason}"]))
