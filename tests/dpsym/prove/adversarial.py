"""Statements that are false only at a face, at a jump, far out or in a narrow dip; and true ones that come as near to being false."""

from sympy import (
    Abs,
    And,
    E,
    Eq,
    Ge,
    Gt,
    Heaviside,
    Interval,
    Le,
    Lt,
    Max,
    Mod,
    Ne,
    Piecewise,
    Rational,
    Symbol,
    ceiling,
    cos,
    cosh,
    erfc,
    exp,
    floor,
    log,
    oo,
    sign,
    sin,
    sinh,
    sqrt,
    tanh,
)

from dpsym.prove import Convex, Monotone

x, y = Symbol("x", real=True), Symbol("y", real=True)
n = Symbol("n", nonnegative=True)
HALF, C, D = Rational(1, 2), Rational(12345, 67891), Rational(271, 828)
UNIT, HALF_LINE, LINE = {x: (0, 1)}, {x: (0, oo)}, {x: (-oo, oo)}
SQUARE, QUADRANT = {x: (0, 1), y: (0, 1)}, {x: (0, oo), y: (0, oo)}


def tiny(power):
    return Rational(1, 10**power)


def le(left, right):
    return Le(left, right, evaluate=False)


def lt(left, right):
    return Lt(left, right, evaluate=False)


def ge(left, right):
    return Ge(left, right, evaluate=False)


def gt(left, right):
    return Gt(left, right, evaluate=False)


def bump(power):
    """A function that is 1 at C and 0 elsewhere, as near as makes no difference, of width 10^(-power/2)."""
    return exp(-((x - C) ** 2) * 10**power)


FACES = [
    (lt(x**3, x**2), {x: (0, HALF)}),
    (lt(sin(x), x), UNIT),
    (lt(tanh(x), x), UNIT),
    (lt(1 + x, exp(x)), UNIT),
    (lt(log(1 + x), x), {x: (0, 2)}),
    (lt(x**2, x), UNIT),
    (lt(x**2, x), {x: (HALF, 1)}),
    (lt(exp(-x), 1), {x: (0, 3)}),
    (gt(cosh(x), 1), {x: (0, 2)}),
    (gt(sqrt(x), x), {x: (Rational(1, 4), 1)}),
    (lt(erfc(x), 1), {x: (0, 2)}),
    (lt(x**x, 1), {x: (HALF, 1)}),
    (gt((x - 1) ** 2, 0), {x: (0, 2)}),
    (gt(x * (1 - x), 0), UNIT),
    (gt(Abs(x), 0), {x: (-1, 1)}),
    (Ne(x**2, x), {x: (HALF, 1)}),
    (Ne(exp(x), 1 + x), UNIT),
    (lt(x * y, x), SQUARE),
    (gt(x**2 + y**2, 0), SQUARE),
    (lt(x * y, 1), SQUARE),
    (gt(exp(x + y), 1), SQUARE),
    (lt(x**y, 1), {x: (HALF, 1), y: (0, 1)}),
    (gt((x - y) ** 2, 0), {x: (0, 1), y: (1, 2)}),
    (lt(x + y, 2), SQUARE),
    (lt(2 * x * y, x**2 + y**2), {x: (1, 2), y: (2, 3)}),
    (lt(x * exp(-x * y), x), {x: (0, oo), y: (0, 1)}),
]
JUMPS = [
    (le(Piecewise((1, x <= 0), (0, True)), HALF), UNIT),
    (ge(sign(x), HALF), UNIT),
    (ge(sign(n), HALF), {n: (0, 1)}),
    (ge(Heaviside(x), Rational(3, 4)), UNIT),
    (le(0**x, HALF), UNIT),
    (le(floor(x), HALF), UNIT),
    (ge(ceiling(x), HALF), UNIT),
    (ge(Mod(x, 1), x / 2), UNIT),
    (ge(Mod(x, 1), x - HALF), UNIT),
    (le(sign(x - 1), -HALF), UNIT),
    (le(Heaviside(x - 1), Rational(1, 4)), UNIT),
    (le(Piecewise((x, x < 1), (2, True)), 1), UNIT),
    (le(Piecewise((2, Eq(x, HALF)), (x, True)), 1), UNIT),
    (le(Piecewise((0, Ne(x, Rational(1, 3))), (1, True)), HALF), UNIT),
    (ge(sign(x) ** 2, HALF), {x: (-1, 1)}),
    (ge(sign(x) ** 2, HALF), LINE),
    (le(0 ** (x**2), HALF), LINE),
    (le(Piecewise((2, x <= 0), (exp(-x), True)), exp(-x)), UNIT),
    (Eq(floor(x), 0, evaluate=False), UNIT),
    (Eq(Heaviside(x), 1, evaluate=False), UNIT),
    (Eq(0**x, 0, evaluate=False), UNIT),
    (Eq(sign(x) * x, sign(x) ** 2 * Abs(x) + 1 - sign(x) ** 2, evaluate=False), UNIT),
    (Monotone(Piecewise((1, x <= 0), (x, True)), x), UNIT),
    (Monotone(Piecewise((x, x < 1), (0, True)), x), UNIT),
    (Convex(Piecewise((-1, x <= 0), (0, True)), x), UNIT),
    (Monotone(x * Piecewise((-1, y <= 0), (1, True)), x), SQUARE),
    (ge(sign(x) + sign(y), 1), SQUARE),
    (le(Piecewise((1, And(x <= 0, y <= 0)), (0, True)), HALF), SQUARE),
    (le(0 ** (x + y), HALF), SQUARE),
    (ge(x * sign(y), x / 2), SQUARE),
    (ge(Heaviside(x * y), Rational(3, 4)), SQUARE),
    (le(floor(x * y), HALF), SQUARE),
    (ge(Max(sign(x), sign(y)), HALF), SQUARE),
    (ge(Abs(sign(x - y)), HALF), SQUARE),
]
LONG = le(log(x), Rational(36, 10) * x ** Rational(1, 10))
"""What takes seconds to find undecided."""

FAR = [
    (le(x, 10**6), HALF_LINE),
    (le(log(1 + x), 13), HALF_LINE),
    (ge(1 / (1 + x), tiny(6)), HALF_LINE),
    (ge(exp(-x), tiny(300)), HALF_LINE),
    (le(x**2, 10**6 * x + 1), HALF_LINE),
    (le(x / (1 + x), 1 - tiny(6)), HALF_LINE),
    (le(tanh(x), 1 - tiny(12)), HALF_LINE),
    (ge(sqrt(1 + x) - sqrt(x), tiny(3)), HALF_LINE),
    (ge(erfc(x), tiny(20)), HALF_LINE),
    (le(x / (1 + x), 1 - 2 / (x + 10**7)), HALF_LINE),
    (ge(x**3, -(10**18)), LINE),
    (LONG, {x: (1, oo)}),
    (le(x * y, 10**6 + x + y), QUADRANT),
    (le(x, 10**6 * (1 + y)), {x: (0, oo), y: (0, 1)}),
    (ge(exp(-x * y), tiny(6)), {x: (0, oo), y: (0, 1)}),
    (ge(1 / (1 + x + y), tiny(9)), QUADRANT),
]
DIPS = [
    (ge((x - C) ** 2, tiny(12)), UNIT),
    (ge((x - C) ** 2, tiny(24)), UNIT),
    (le(bump(8), HALF), UNIT),
    (le(bump(12), HALF), UNIT),
    (le(bump(16), HALF), UNIT),
    (le(bump(20), HALF), UNIT),
    (le(bump(24), HALF), UNIT),
    (le(1 / (1 + (x - C) ** 2 * 10**16), HALF), UNIT),
    (ge(Abs(x - C), tiny(9)), UNIT),
    (ge(x**2 - 2 * C * x + C**2 * (1 - tiny(16)), 0), UNIT),
    (le(cos(x), 1 - tiny(16)), {x: (-1, 2)}),
    (ge((x**2 - 2) ** 2, tiny(20)), {x: (1, 2)}),
    (ge((log(x) - Rational(1, 3)) ** 2, tiny(18)), {x: (1, 2)}),
    (ge(exp(x), 1 + x + tiny(10)), {x: (-1, 1)}),
    (ge(exp(x), E * x + tiny(12)), {x: (0, 3)}),
    (le(cosh(x), exp(x**2 * (HALF - tiny(9)))), LINE),
    (ge((x - C) ** 2 + (y - D) ** 2, tiny(10)), SQUARE),
    (le(exp(-(10**8) * ((x - C) ** 2 + (y - D) ** 2)), HALF), SQUARE),
    (ge((x - y) ** 2, tiny(9)), SQUARE),
    (ge((x * y - C) ** 2, tiny(14)), SQUARE),
    (Eq(sinh(2 * x), 2 * sinh(x) * cosh(x) + tiny(12), evaluate=False), LINE),
    (Eq(bump(16), 0, evaluate=False), UNIT),
]
TRUE = [
    (le(x**3, x**2), {x: (0, HALF)}),
    (lt(x**3, x**2), {x: Interval.Lopen(0, HALF)}),
    (lt(tanh(x), x), {x: Interval.Lopen(0, 1)}),
    (lt(1 + x, exp(x)), {x: Interval.Lopen(0, 1)}),
    (ge((x - C) ** 2, 0), UNIT),
    (le(bump(8), 1), UNIT),
    (lt(0, bump(2)), UNIT),
    (le(floor(x), 1), UNIT),
    (ge(Heaviside(x), HALF), UNIT),
    (ge(sign(x), 0), UNIT),
    (le(0**x, 1), UNIT),
    (ge(Mod(x, 1), 0), UNIT),
    (le(Piecewise((x * log(x), x > 0), (0, True)), 0), UNIT),
    (le(Piecewise((1, x <= 0), (0, True)), 1), UNIT),
    (Eq(Heaviside(x), 1, evaluate=False), {x: Interval.Lopen(0, 1)}),
    (Eq(Piecewise((0, x <= 0), (x, True)), x, evaluate=False), UNIT),
    (Monotone(Piecewise((x, x <= 1), (1 + 0 * x, True)), x), UNIT),
    (le(log(1 + x), x), HALF_LINE),
    (le(cos(x), 1), {x: (-1, 2)}),
    (le(x / (1 + x), 1 - 1 / (x + 10**7)), HALF_LINE),
    (lt(x / (1 + x), 1), HALF_LINE),
    (gt(erfc(x), 0), HALF_LINE),
    (ge(exp(x), E * x), {x: (0, 3)}),
    (le(cosh(x), exp(x**2 / 2)), LINE),
    (lt(x**x, 1), {x: Interval.open(HALF, 1)}),
    (le(2 * x * y, x**2 + y**2), SQUARE),
    (le(x * y, 1), SQUARE),
    (ge(exp(x + y), 1), SQUARE),
    (lt(x * y, x), {x: Interval.Lopen(0, 1), y: Interval.Ropen(0, 1)}),
    (le(Piecewise((1, And(x <= 0, y <= 0)), (0, True)), 1), SQUARE),
    (ge(x * sign(y), 0), SQUARE),
    (ge((x * y - C) ** 2, -tiny(14)), SQUARE),
]
