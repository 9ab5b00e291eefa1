"""The run of which a calibration asks how often, or on how large a sample, given in any way that the rest of the library takes."""

from __future__ import annotations

from typing import Any

from sympy import Rational

from dpsym.amplification.sampling import Poisson
from dpsym.distributions import Law
from dpsym.errors import NoRouteError, ParameterError
from dpsym.guarantees.guarantee import Guarantee, guarantee
from dpsym.guarantees.mechanism import Mechanism
from dpsym.guarantees.notions import LossDP, Notion

_NAME = "mechanism to calibrate"
_RULE = "one run whose worst pair is known (a law, a promise, a Guarantee or a Mechanism)"
_HALF = Rational(1, 2)


def run_of(subject: object) -> Mechanism:
    """Return one run as a mechanism.

    Parameters
    ----------
    subject : Law, Notion, Guarantee or Mechanism
        Of a promise the run is that of the worst pair that keeps it.

    Raises
    ------
    ParameterError
        If it is none of these, is several runs, or its worst pair is not known.
    """
    return subject if isinstance(subject, Mechanism) else _single(_as_guarantee(subject), subject)


def sampled_run_of(subject: object) -> Mechanism:
    """Return one run as a mechanism before which a sample may be drawn: a Poisson sample where no other is drawn already.

    Parameters
    ----------
    subject : Law, Notion, Guarantee or Mechanism
        Of a promise the run is that of the worst pair that keeps it.

    Raises
    ------
    ParameterError
        If it is none of these, is several runs, its worst pair is not known, or a Poisson sample needs another adjacency.
    """
    run = run_of(subject)
    if run.slots != 1:
        raise ParameterError(_NAME, "one run, and no epoch of steps", run)
    if isinstance(subject, Mechanism) or run.rate != 1:
        return run
    return _single(_as_guarantee(subject).sampled(Poisson(_HALF)), subject)


def _as_guarantee(subject: Any) -> Guarantee:
    if isinstance(subject, (Law, Notion)):
        return guarantee(subject)
    if isinstance(subject, Guarantee):
        return subject
    raise ParameterError(_NAME, _RULE, subject)


def _single(given: Guarantee, subject: object) -> Mechanism:
    """Return the one run of a guarantee."""
    try:
        proof = given.to(LossDP).proof
    except NoRouteError:
        raise ParameterError(_NAME, _RULE, subject) from None
    if not proof.is_of_the_worst_pair:
        raise ParameterError(_NAME, _RULE, subject)
    (mechanism, count), *others = proof.value.parts  # type: ignore[attr-defined]
    if others or count != 1:
        raise ParameterError(_NAME, _RULE, " + ".join(f"{times} x {each}" for each, times in proof.value.parts))  # type: ignore[attr-defined]
    return mechanism
