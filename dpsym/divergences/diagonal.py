"""How far the trade-off function of one pair lies above that of another, along the diagonal."""

from __future__ import annotations

from sympy import Expr, S

from dpsym.divergences.least import OfTwoPairs, Pairs, excess


class DiagonalGap(OfTwoPairs):
    r"""The greatest excess of the profile of the pair (A, B) over that of (P, Q), by the sum of the two errors that it may cost.

    .. math:: \sup_{\gamma \ge 0} \left( \frac{H_\gamma(A\|B) - H_\gamma(P\|Q)}{1 + \gamma} \right)_+

    Of laws on finitely many points the quotient is monotone between the kinks of the two profiles, so that it is taken at one of them.

    Parameters
    ----------
    first, second, one, other : Law
        P, Q, A and B.

    References
    ----------
    Kaissis, Kolek, Balle, Hayes and Rueckert, Beyond the calibration point, 2024, where the shift itself is the definition.
    """

    printed = (
        r"\sup_{\gamma \geq 0} \left( \tfrac{H_{\gamma}\left(#3 \,\middle\|\, #4\right)"
        r" - H_{\gamma}\left(#1 \,\middle\|\, #2\right)}{1 + \gamma} \right)_+"
    )

    @classmethod
    def _found(cls, pairs: Pairs, others: Pairs) -> Expr:
        kinks = {mass / other for mass, other in (*pairs, *others) if other}
        return max(S.Zero, *((excess(others, kink) - excess(pairs, kink)) / (1 + kink) for kink in kinks))
