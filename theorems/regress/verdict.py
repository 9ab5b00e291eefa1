r"""What is said about a claim: right to so many digits, sound but loose, unsound, undecided, or not understood.

A claimed loss v (epsilon, delta, renyi, rho, mu, advantage; or a scale, of which too little is what is unsound) is held against the
truth t by comparisons of certified balls alone:

- ``exact`` and ``upper``: unsound if :math:`t > v + s`; else right if also :math:`t > v - w`; else sound, loose by v/t.
- ``lower``: unsound if :math:`t \le v - s`; else right if :math:`t \le v + w`; else sound.
- a bracket: unsound if t is above its upper end or below its lower one, as above; a value inside it is not held on its own.

What a value's carrier cannot say is no fault of it. For ``upper``, ``lower`` and brackets s is one rounding of a double,
:math:`2^{-52} v`, and w is :math:`10^{-9} v`. For ``exact`` both are :math:`10^{-9} v` or, if that is more, a unit of the last digit
printed, since some round and some cut off, but at most v/100: 4.38 is right of 4.3849, and 1.2 is not right of 1.24. All are at least
half the least double.
With a `tolerance`, s and w are that fraction of v instead. What is not a number or negative is unsound, and so is 0 where the
truth is positive; an infinite loss is sound and says nothing, unless it is right.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from dpsym.errors import DpsymError
from theorems.regress.claim import Claim
from theorems.regress.decimals import read_finite
from theorems.regress.errors import UndecidedError, UnreadableClaimError
from theorems.regress.judging import Judge
from theorems.regress.kinds import Gap, Kind, Verdict
from theorems.regress.question import question

__all__ = ["Gap", "Kind", "Tolerance", "Verdict", "checked_tolerance", "judge"]

Tolerance = Fraction | float | str | None
_LEAST_TOLERANCE = Fraction(1, 10**400)
_TOLERANCE = "a number in [0, 1), 0 or at least 1e-400"


def judge(claim: Claim, *, tolerance: Tolerance = None) -> Verdict:
    """Return what a claim is, by comparisons of certified balls.

    Parameters
    ----------
    claim : Claim
        Whatever it holds, no error is raised.
    tolerance : number or decimal text, optional
        The relative slack; left out, what the value's carrier cannot say (see the module).

    Raises
    ------
    ValueError
        If the tolerance is not a number in [0, 1).
    """
    slack = checked_tolerance(tolerance)
    try:
        asked = question(claim)
        truth = asked.truth()
        found = Judge(asked, truth, slack).verdict()
        said = "" if found.kind is Kind.UNDECIDED else asked.convention(truth)
        return replace(found, reason=found.reason + said) if said else found
    except UnreadableClaimError as error:
        return Verdict(claim, Kind.NOT_UNDERSTOOD, None, None, None, str(error))
    except UndecidedError as error:
        return Verdict(claim, Kind.UNDECIDED, None, None, None, str(error))
    except DpsymError as error:  # a rule of the calculus that a chain breaks
        return Verdict(claim, Kind.NOT_UNDERSTOOD, None, None, None, str(error))
    except Exception as error:  # a fault of the engine settles nothing, and is no reason to leave other rows
        reason = f"the engine failed ({type(error).__name__}: {' '.join(str(error).split())[:200]})"
        return Verdict(claim, Kind.UNDECIDED, None, None, None, reason)


def checked_tolerance(tolerance: Tolerance) -> Fraction | None:
    """Return a relative tolerance as a Fraction.

    Raises
    ------
    UnreadableClaimError
        If it is not a number in [0, 1).
    """
    if tolerance is None:
        return None
    try:
        text = repr(tolerance) if isinstance(tolerance, float) else tolerance
        found = Fraction(text) if isinstance(text, (int, Fraction)) else read_finite("tolerance", text)
    except UnreadableClaimError:
        raise UnreadableClaimError("tolerance", _TOLERANCE, tolerance) from None
    if not 0 <= found < 1 or (found and found < _LEAST_TOLERANCE):
        raise UnreadableClaimError("tolerance", _TOLERANCE, tolerance)
    return found
