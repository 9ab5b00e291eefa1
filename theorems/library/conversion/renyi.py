"""From Rényi to approximate privacy."""

from sympy import Rational, S, log

from dpsym import Finite, HockeyStick, Renyi
from dpsym.parameters import alpha, delta
from theorems.checks import Enclose, Enumerate, Tight, Transcribed
from theorems.entry import Cite, Theorem
from theorems.library.space import ORDER, ranges
from theorems.library.variables import FLORES, FULL, MIRONOV, V3, P, Q, finite, loss
from theorems.statement import POSITIVE, UNIT_OPEN, le, lt

CONVERSION = Theorem(
    id="rdp.to_approx",
    title="From Rényi to approximate privacy",
    statement=le(HockeyStick(Renyi(alpha, P, Q) + log(1 / delta) / (alpha - 1), P, Q), delta),
    **ranges({alpha: ORDER, delta: (UNIT_OPEN, ("1/1000", "9/10")), P: FULL, Q: FULL}),
    cites=(Cite(FLORES, "Proposición 4.3.1"), Cite(MIRONOV, "Proposition 3", V3)),
    uses=("renyi.probability",),
    checks=(Enumerate(), Transcribed("HockeyStick(Renyi(alpha, P, Q) + log(1/delta)/(alpha - 1), P, Q) <= delta")),
)

CONVERSION_SHARP = Theorem(
    id="rdp.to_approx.improved",
    title="From Rényi to approximate privacy, the improved conversion",
    statement=le(
        HockeyStick(Renyi(alpha, P, Q) + log((alpha - 1) / alpha) - (log(delta) + log(alpha)) / (alpha - 1), P, Q),
        delta,
    ),
    **ranges({alpha: ORDER, delta: (UNIT_OPEN, ("1/1000", "9/10")), P: FULL, Q: FULL}),
    cites=(
        Cite("balle2020hypothesis", "Theorem 21", "arXiv:1905.09982"),
        Cite("canonne2020discrete", "Proposition 12", "arXiv:2004.00010v4"),
    ),
    # attained where the privacy loss is constant under P
    checks=(
        Enumerate(),
        Tight(at={alpha: S(2), delta: Rational(1, 2), P: Finite(1, 0), Q: finite("1/4", "3/4")}),
        Transcribed(
            "HockeyStick(log((alpha - 1)/alpha) + Renyi(alpha, P, Q) - (log(alpha) + "
            "log(delta))/(alpha - 1), P, Q) <= delta"
        ),
    ),
    sharpens="rdp.to_approx",
)

CONVERSION_STEP_PRINTED = Theorem(
    id="rdp.to_approx.case_two.printed",
    title="The second case of the conversion's proof (as printed)",
    statement=le(loss ** (1 - 1 / alpha), loss * delta ** (-1 / (alpha - 1))),
    **ranges({alpha: ORDER, delta: (UNIT_OPEN, ("1/100", "9/10")), loss: (POSITIVE, ("1/1000", 1))}),
    hypotheses=(lt(loss, delta ** (alpha / (alpha - 1))),),
    cites=(Cite(FLORES, "Proposición 4.3.1, case 2"),),
    checks=(Enclose(), Transcribed("L**(1 - 1/alpha) <= L*delta**(-1/(alpha - 1))")),
    note="L stands for e^zeta q. The printed exponent of delta in the hypothesis has its sign reversed as well.",
)

CONVERSION_STEP = Theorem(
    id="rdp.to_approx.case_two",
    title="The second case of the conversion's proof, mended",
    statement=le(loss ** (1 - 1 / alpha), delta),
    **ranges({alpha: ORDER, delta: (UNIT_OPEN, ("1/100", "9/10")), loss: (POSITIVE, ("1/1000", 1))}),
    hypotheses=(le(loss, delta ** (alpha / (alpha - 1))),),
    note="Ours: the hypothesis, raised to the power 1 - 1/alpha.",
    checks=(
        Enclose(),
        Tight(at={alpha: S(2), delta: Rational(1, 2), loss: Rational(1, 4)}),
        Transcribed("L**(1 - 1/alpha) <= delta"),
    ),
    corrects="rdp.to_approx.case_two.printed",
)
