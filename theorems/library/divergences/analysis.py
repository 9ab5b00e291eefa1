"""Results of analysis that the proofs rest on."""

from sympy import E, Integral, Rational, S, Symbol, cosh, exp, log, oo, pi, sinh, sqrt, symbols

from dpsym.parameters import beta, t
from theorems.checks import At, Dominated, Enclose, Proved, Quadrature, Tight, Transcribed
from theorems.checks.evaluated import Evaluated
from theorems.entry import Cite, Theorem
from theorems.library.runs import mechanisms as runs
from theorems.library.space import SHARE, THRESHOLD, ranges
from theorems.statement import ABOVE_ONE, NONNEGATIVE, POSITIVE, REAL, UNIT_OPEN, eq, le, lt

x = Symbol("x", real=True)
a, y = symbols("a y", positive=True)
b, c = symbols("b c", real=True)
a1, a2, b1, b2, u = symbols("a1 a2 b1 b2 u", positive=True)
_FLORES = "flores2023"
_ROYDEN, _COVER = "roydenfitzpatrick2010", "coverthomas1991"

EXP_PLUS = Theorem(
    id="exp.quadratic.plus",
    title="exp(x) <= 1 + x + x^2 on [0, 1]",
    statement=le(exp(x), 1 + x + x**2),
    **ranges({x: SHARE}),
    cites=(Cite(_FLORES, "Lema 2.3.2, first"),),
    checks=(Dominated({x: (0, 1)}), Quadrature(runs.exponential), Enclose(), Transcribed("exp(x) <= 1 + x + x**2")),
)

EXP_MINUS = Theorem(
    id="exp.quadratic.minus",
    title="exp(-x) <= 1 - x + x^2 on [0, 1]",
    statement=le(exp(-x), 1 - x + x**2),
    **ranges({x: SHARE}),
    cites=(Cite(_FLORES, "Lema 2.3.2, second"),),
    checks=(
        Dominated({x: (0, 1)}),
        Quadrature(runs.exponential_falling),
        Enclose(),
        Transcribed("exp(-x) <= 1 - x + x**2"),
    ),
)

EXP_PLUS_SHARP = Theorem(
    id="exp.quadratic.plus.sharp",
    title="exp(x) <= 1 + x + (e - 2) x^2 on [0, 1], with equality at both ends",
    statement=le(exp(x), 1 + x + (E - 2) * x**2),
    **ranges({x: SHARE}),
    note="Ours: (e^x - 1 - x)/x^2 increases, from 1/2 to e - 2.",
    checks=(
        Dominated({x: (0, 1)}),
        Quadrature(runs.exponential),
        Enclose(),
        Tight(at={x: S.One}),
        Transcribed("exp(x) <= x**2*(-2 + E) + x + 1"),
    ),
    sharpens="exp.quadratic.plus",
)

EXP_MINUS_SHARP = Theorem(
    id="exp.quadratic.minus.sharp",
    title="exp(-x) <= 1 - x + x^2/2 on [0, 1]",
    statement=le((exp(-x) - 1 + x) / x**2, Rational(1, 2)),
    **ranges({x: (UNIT_OPEN, ("1/100", "99/100"))}),
    checks=(
        Proved(),
        Quadrature(runs.exponential_excess),
        Enclose(),
        Tight(symbol=x, point=S.Zero),
        Transcribed("(x - 1 + exp(-x))/x**2 <= 1/2"),
    ),
    sharpens="exp.quadratic.minus",
)

_LAMBDA = log(x / y)
_POWERS = x ** (beta + 1) * y ** (-beta) + x ** (-beta) * y ** (beta + 1)
POWER_TWO_SIDED = Theorem(
    id="power.two_sided",
    title="The two-sided power inequality behind the quadratic bound under pure privacy",
    statement=le(_POWERS, (1 + (beta * _LAMBDA) ** 2) * (x + y) + beta * _LAMBDA * (x - y)),
    **ranges({x: (POSITIVE, ("1/10", 10)), y: (POSITIVE, ("1/10", 10)), beta: (NONNEGATIVE, ("1/100", 5))}),
    hypotheses=(y < x, le(beta * _LAMBDA, 1)),
    cites=(Cite(_FLORES, "Proposición 2.3.6"), Cite("mironov2017renyi", "(2)", "arXiv:1702.07476v3")),
    uses=("exp.quadratic.plus", "exp.quadratic.minus"),
    checks=(
        Enclose(),
        Transcribed(
            "x**(beta + 1)*y**(-beta) + x**(-beta)*y**(beta + 1) <= "
            "(1 + (beta*log(x/y))**2)*(x + y) + beta*log(x/y)*(x - y)"
        ),
    ),
)

POWER_TWO_SIDED_SHARP = Theorem(
    id="power.two_sided.exact",
    title="The two-sided powers in closed form",
    statement=eq(_POWERS, cosh(beta * _LAMBDA) * (x + y) + sinh(beta * _LAMBDA) * (x - y)),
    **ranges({x: (POSITIVE, ("1/10", 10)), y: (POSITIVE, ("1/10", 10)), beta: (NONNEGATIVE, ("1/100", 5))}),
    note="Ours: with u = beta log(x/y) the powers are x e^u and y e^-u, and e^u = cosh(u) + sinh(u).",
    checks=(Enclose(),),
    sharpens="power.two_sided",
)

JENSEN = Theorem(
    id="jensen.exp",
    title="Jensen's inequality for the exponential function and two points",
    statement=le(exp(t * b + (1 - t) * c), t * exp(b) + (1 - t) * exp(c)),
    **ranges({t: SHARE, b: (REAL, (-3, 3)), c: (REAL, (-3, 3))}),
    cites=(Cite(_FLORES, "Teorema A.0.1"), Cite("jacodprotter2004", "Jensen's inequality")),
    checks=(
        Enclose(),
        Tight(at={b: S.One, c: S.One}),
        Transcribed("exp(b*t + c*(1 - t)) <= t*exp(b) + (1 - t)*exp(c)"),
    ),
    note="The general statement, with conditional expectations, is of measure theory and stays claimed beyond this case.",
)

HOLDER = Theorem(
    id="holder",
    title="Hölder's inequality for two terms",
    statement=le(
        a1 * b1 + a2 * b2, (a1**t + a2**t) ** (1 / t) * (b1 ** (t / (t - 1)) + b2 ** (t / (t - 1))) ** (1 - 1 / t)
    ),
    **ranges(
        {
            t: (ABOVE_ONE, ("6/5", 6)),
            a1: (POSITIVE, ("1/10", 5)),
            a2: (POSITIVE, ("1/10", 5)),
            b1: (POSITIVE, ("1/10", 5)),
            b2: (POSITIVE, ("1/10", 5)),
        }
    ),
    cites=(Cite(_FLORES, "Lema A.0.1"), Cite(_ROYDEN, "Hölder's inequality")),
    checks=(
        Enclose(),
        Tight(at={a1: S.One, a2: S.One, b1: S.One, b2: S.One}),
        Transcribed("a1*b1 + a2*b2 <= (a1**t + a2**t)**(1/t)*(b1**(t/(t - 1)) + b2**(t/(t - 1)))**(1 - 1/t)"),
    ),
)

LOG_SUM = Theorem(
    id="log_sum",
    title="The log-sum inequality for two terms",
    statement=le((a1 + a2) * log((a1 + a2) / (b1 + b2)), a1 * log(a1 / b1) + a2 * log(a2 / b2)),
    **ranges(
        {
            a1: (POSITIVE, ("1/10", 5)),
            a2: (POSITIVE, ("1/10", 5)),
            b1: (POSITIVE, ("1/10", 5)),
            b2: (POSITIVE, ("1/10", 5)),
        }
    ),
    cites=(Cite(_FLORES, "Teorema A.0.2"), Cite(_COVER, "log sum inequality")),
    checks=(
        Enclose(),
        Tight(at={a1: S(2), a2: S(4), b1: S(1), b2: S(2)}),
        Transcribed("(a1 + a2)*log((a1 + a2)/(b1 + b2)) <= a1*log(a1/b1) + a2*log(a2/b2)"),
    ),
)

INTEGRAL_GAUSSIAN_PRINTED = Theorem(
    id="integral.gaussian.printed",
    title="The Gaussian integral with a linear and a constant term (sign as printed)",
    statement=eq(Integral(exp(-a * x**2 + b * x + c), (x, -oo, oo)), sqrt(pi / a) * exp((b**2 - 4 * a * c) / (4 * a))),
    **ranges({a: (POSITIVE, ("1/4", 4)), b: (REAL, (-3, 3)), c: THRESHOLD}),
    cites=(Cite(_FLORES, "Teorema A.0.3"),),
    checks=(
        Enclose(),
        Transcribed("Integral(exp(-a*x**2 + b*x + c), x, -oo, oo) == sqrt(pi/a)*exp((b**2 - 4*a*c)/(4*a))"),
    ),
)

INTEGRAL_GAUSSIAN = Theorem(
    id="integral.gaussian",
    title="The Gaussian integral with a linear and a constant term",
    statement=eq(Integral(exp(-a * x**2 + b * x + c), (x, -oo, oo)), sqrt(pi / a) * exp((b**2 + 4 * a * c) / (4 * a))),
    **ranges({a: (POSITIVE, ("1/4", 4)), b: (REAL, (-3, 3)), c: THRESHOLD}),
    cites=(Cite("gradshteynryzhik2007", "3.323"),),
    checks=(
        Evaluated(),
        Enclose(),
        Transcribed("Integral(exp(-a*x**2 + b*x + c), x, -oo, oo) == sqrt(pi/a)*exp((b**2 + 4*a*c)/(4*a))"),
    ),
    corrects="integral.gaussian.printed",
)

F_DIVERGENCE_PRINTED = Theorem(
    id="f_divergence.strict.printed",
    title="The function t log t is strictly convex at 1 in the printed sense, with s = t = 1 admitted",
    statement=lt(0, a * u * log(u) + (1 - a) * ((1 - a * u) / (1 - a)) * log((1 - a * u) / (1 - a))),
    **ranges({a: (UNIT_OPEN, ("1/10", "9/10")), u: (POSITIVE, ("1/10", 1))}),
    hypotheses=(a * u < 1,),
    cites=(Cite(_FLORES, "Definición A.0.2"),),
    checks=(
        At({a: Rational(1, 2), u: S.One}),
        Transcribed("0 < a*u*log(u) + (1 - a)*((1 - a*u)/(1 - a))*log((1 - a*u)/(1 - a))"),
    ),
    note="At s = t = 1 the printed condition reads f(1) > f(1), which no function satisfies: the class it defines is empty.",
)

F_DIVERGENCE = Theorem(
    id="f_divergence.strict",
    title="The function t log t is strictly convex at 1, for s other than 1",
    statement=lt(0, a * u * log(u) + (1 - a) * ((1 - a * u) / (1 - a)) * log((1 - a * u) / (1 - a))),
    **ranges({a: (UNIT_OPEN, ("1/10", "9/10")), u: (UNIT_OPEN, ("1/10", "9/10"))}),
    cites=(Cite("polyanskiywu2014", "f-divergences"),),
    checks=(
        Proved(),
        Enclose(),
        Tight(at={a: Rational(1, 2), u: S.One}),
        Transcribed("0 < a*u*log(u) + (-a*u + 1)*log((-a*u + 1)/(1 - a))"),
    ),
    corrects="f_divergence.strict.printed",
)
