r"""Prove a statement over a box, open or unbounded, or refute it; and check a stored proof again.

>>> from sympy import exp, oo
>>> from dpsym.parameters import alpha, eps
>>> outcome = prove(1 + alpha * eps <= exp(alpha * eps), {alpha: (1, oo), eps: (0, 8)})
>>> outcome.method
'descent'

An outcome is `Proved`, `Refuted` or `Undecided`; it has no truth value. A proof is plain data (`Proved.data`, strings, lists and
dicts that JSON holds), which `replay` checks without search. All formulas in it are text that `dpsym.parse` reads, all numbers text
of rationals or ``oo``. Its format, number 1:

``statement``
    ``{"kind", "left", "right"}`` with the kind one of ``<= < >= > == !=``, or ``{"kind": "monotone", "expression", "symbol",
    "increasing"}``, or ``{"kind": "convex", "expression", "symbol"}``.
``derived``
    The claim with divergences replaced by their derived forms: ``left`` is below ``right`` (``<=`` or ``<``) or equal to it
    (``==``). Of a monotonicity (convexity) `right` is what is differentiated once (twice), and the claim is that this is not
    negative, or not positive where it is nonincreasing. Of ``!=`` the kind is ``<``, and the sides may be exchanged.
``box``
    Name to ``[low, high, low is excluded, high is excluded]``. What is claimed holds on an end that is not excluded; one at which a side
    is undefined is left out, as is 0 for a symbol that is assumed to be positive.
``method``, ``pieces``, ``faces``
    The pieces tile the box. An identity has none: both sides have the same normal form inside. A face is ``{"symbol", "end", "proof"}``,
    the proof in this same format in one variable less (in none, a comparison of two numbers). A strict inequality has one for each closed
    end, and for each place where pieces meet. Anything else holds where pieces meet, for the sides are analytic inside the box or all
    pieces are covers, which are closed; and it has a face for each closed end that is not covered and up to which the sides are not
    seen to be continuous (`dpsym.prove.continuity`): by what heads are met, with the signs that their arguments have up to the end.

A piece with the method ``cases`` or ``change`` is the whole box, and has no face beside it: its ``proofs``, in this same format, are of the
claim in another variable, over the whole of its interval. By ``cases`` the ``symbol`` is at ``place``, certainly inside its interval (l, h),
on a border where a maximum changes its argument; below it is l + (place - l) s with s below 1, or place - s with s > 0 where l is infinite,
and from it on place + (h - place) s, or place + s, with s = 0 included; s is named ``x_s`` after x. By ``change`` the claim holds powers of
the ``symbol`` alone that are powers of its ``power``, ``x_u``.

A piece with the method ``cover`` has its ``box``; ``changes``, what its variables stand for where they were changed (`x` is
``low + 1/x_t - 1`` for an end at infinity); ``left`` and ``right``, the sides in its own variables; ``over``, the compact box of
these; ``strict``; and ``boxes`` that tile it, each with its ``sides`` and the ``rule`` of `dpsym.enclose.rules` that shows the claim
on it: ``interval``, ``mean value``, or either after ``face x=c order k`` (divide by the known zero) or ``descent x=c order k``; or ``taylor n``
of `dpsym.prove.taylor`: the Taylor polynomial at the middle, and the coefficient of order n over the whole box.

A piece with the method ``descent`` has its ``box``; ``steps``, of which step 0 shows right - left, up to a factor that is positive
inside the box, not negative there; and ``quantities``, what all functions are polynomials in, with bounds inside the box. A step
claims that its ``function`` is not negative. By ``signs``, each irreducible factor of it, as a polynomial in the quantities, keeps its
sign (with every quantity written by its distance from its bound, all coefficients have one sign), or is squared. Otherwise
``function`` is ``positive``, which is not negative, times ``core``, and

- by ``descent``, ``core`` times ``multiplier``, which is positive, tends to ``limit`` as ``symbol`` tends to ``end``, where step ``edge``
  shows it not negative (``oo`` needs no step); and ``slope``, its derivative away from that end, is a positive factor times the
  function of step ``rest``;
- by ``valley``, ``core`` times ``multiplier`` is least where ``symbol`` is ``at``, a place inside the box that depends on the other
  variables; step ``edge`` shows it not negative there, and ``slope``, its derivative divided by the distance from ``at``, is a positive
  factor times the function of step ``rest``;
- by ``arch``, ``core`` times ``multiplier`` rises, then falls: its derivative times ``weight``, which is positive, falls at the rate
  ``slope``, a positive factor times the function of step ``rest``; ``limits`` are what it tends to at both ends, shown not negative
  by the steps ``edges``;
- by ``turn``, ``core`` is p x^k - q or its negative, p and q positive and free of x, which is ``quantity``; the function of step
  ``rest`` has its sign: k log x + log p - log q of an exponential x, the difference of the powers p^m x^(k m) - q^m of a root.

Steps refer to later ones only.
"""

from dpsym.prove.enumeration import Enumerated, advanced_composition_margin, for_each
from dpsym.prove.outcome import Proved, Refuted, Undecided
from dpsym.prove.prover import prove
from dpsym.prove.replay import replay
from dpsym.prove.statement import Convex, Monotone
