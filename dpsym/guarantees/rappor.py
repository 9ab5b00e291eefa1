"""RAPPOR as a guarantee: bits of a Bloom filter, randomised once for all, and once more in every report."""

from __future__ import annotations

from sympy import Expr, Rational, log

from dpsym.derive.form import short
from dpsym.errors import ParameterError
from dpsym.guarantees.adjacency import Relation
from dpsym.guarantees.arrow import Source
from dpsym.guarantees.granted import granted, granting
from dpsym.guarantees.guarantee import Guarantee
from dpsym.guarantees.local import unary_encoding
from dpsym.guarantees.mechanism import Mechanism
from dpsym.guarantees.notions import LossDP, PureDP
from dpsym.parameters import COUNT, OPEN_PROBABILITY

_MOST = 1000
"""Reports whose powers are formed."""
_BITS = "each bit is randomised by itself, and neighbours are any two values of one user"
_ERLINGSSON = "erlingsson2014rappor"
_RAPPOR = granting(
    "local.rappor",
    LossDP,
    ("profile.unary_encoding", "mechanism.unary_encoding"),
    "the 2 h bits in which two filters differ are h pairs of unary encoding",
    (_BITS,),
    Source(_ERLINGSSON, "Theorem 1"),
)
_REPORTS = granting(
    "local.rappor.reports",
    PureDP,
    ("mechanism.rappor",),
    "of each of the 2 h bits the number of ones in the reports is told best where it is greatest, or least",
    (_BITS,),
    Source(_ERLINGSSON, "Theorem 2, for one report"),
)


def rappor_epsilon(reports: Expr, noise: Expr, one: Expr, zero: Expr) -> Expr:
    r"""Return the eps of several reports by RAPPOR with one hash function.

    .. math:: \varepsilon_n = \log R(q, p) + \log R(1 - p, 1 - q), \qquad
              R(a, b) = \frac{(1 - f/2) a^n + (f/2) b^n}{(f/2) a^n + (1 - f/2) b^n}

    Parameters
    ----------
    reports, noise : Expr
        n, and f, the share of permanent bits that are drawn at random.
    one, zero : Expr
        q and p, the probabilities of a 1 in a report where the permanent bit is 1, and 0.

    Notes
    -----
    The number of ones among n reports of a bit has a likelihood ratio that grows with it, and is told best by all ones or none. As n grows it
    tends to 2 log((2 - f)/f), that of the permanent bits.
    """
    keep, turn = 1 - noise / 2, noise / 2

    def ratio(high: Expr, low: Expr) -> Expr:
        return (keep * high**reports + turn * low**reports) / (turn * high**reports + keep * low**reports)

    return log(ratio(one, zero)) + log(ratio(1 - zero, 1 - one))


def rappor(
    noise: object,
    hashes: object = 1,
    *,
    one: object = Rational(3, 4),
    zero: object = Rational(1, 2),
    reports: object = None,
) -> Guarantee:
    r"""Return the guarantee of RAPPOR: h bits of a Bloom filter, randomised once for all, and once more in every report.

    Permanent bits are drawn at random with probability f and kept; the answers to two values differ in 2 h bits at most.

    Parameters
    ----------
    noise : real in (0, 1)
        f.
    hashes : positive integer, optional
        The number h of hash functions.
    one, zero : real in (0, 1), optional
        q and p, the probabilities of a 1 in a report where the permanent bit is 1, and 0.
    reports : positive integer, optional
        The number of reports of one value; if left out, or above 1,000, any number.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule, or p is not below q.

    Examples
    --------
    >>> from dpsym import rappor
    >>> rappor(0.5, 2).to_pure().value.eps
    2*log(9)
    """
    f, count = OPEN_PROBABILITY.check(noise), COUNT.check(hashes)
    q, p = OPEN_PROBABILITY.check(one), OPEN_PROBABILITY.check(zero)
    if (p < q) == False:  # noqa: E712
        raise ParameterError("zero", "below the probability of a 1 where the permanent bit is 1", zero)
    if reports is None or reports == 1:
        high, low = (1 - f / 2, f / 2) if reports is None else (short(q - f * (q - p) / 2), short(p + f * (q - p) / 2))
        return granted(_RAPPOR, LossDP(((Mechanism(unary_encoding(high, low).law), count),)), Relation.REPLACE)
    times = COUNT.check(reports)
    if times.is_Integer and times > _MOST:
        # no more than any number of them; the powers would be fractions of that many digits
        return rappor(f, count, one=q, zero=p)
    return granted(_REPORTS, PureDP(count * rappor_epsilon(times, f, q, p)), Relation.REPLACE, p < q)
