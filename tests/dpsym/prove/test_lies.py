"""Random statements near the border of truth: whatever is proved holds at sample points, and its proof replays."""

import random
from fractions import Fraction
from math import prod

import pytest
from sympy import Abs, Eq, Interval, Le, Max, Piecewise, Rational, S, Symbol, erfc, exp, log, oo, sinh, sqrt, tanh

from dpsym.enclose import enclose
from dpsym.errors import UndecidedError
from dpsym.prove import Proved, Refuted, Undecided, prove, replay

x = Symbol("x", positive=True)
a, y = Symbol("a", positive=True), Symbol("y", positive=True)
ATOMS = (
    x,
    x**2,
    exp(x),
    exp(-2 * x),
    exp(-x / 2),
    log(1 + x),
    1 / (1 + x),
    erfc(x),
    sqrt(1 + x),
    exp(-(x**2)),
    log(exp(x) + 2),
)
BOXES = ((0, oo), (0, 1), (1, oo), (Fraction(1, 2), 3))


def statement(generator):
    """A random combination that is lifted to just above or just below 0 on a sample of the box."""
    terms = [
        Rational(generator.randint(-6, 6), generator.choice((1, 2, 3)))
        * prod((generator.choice(ATOMS) for _ in range(k)), start=S.One)
        for k in (1, 2, 1)
    ]
    low, high = generator.choice(BOXES)
    points = [low + Rational(k * k, 400) * (8 if high is oo else high - low) for k in range(1, 20)]
    total = sum(terms)
    values = [enclose(total.subs(x, point), digits=12).mid for point in points] if total.has(x) else [0]
    lift = Rational(round(min(values) * 10**6), 10**6) - Rational(generator.choice((-1, 1, 10, 1000)), 10**4)
    return Le(lift, total, evaluate=False), {x: (low, high)}, points


@pytest.mark.cases(1 / 4)
@pytest.mark.parametrize("seed", range(4))
def test_what_is_proved_is_true_at_sample_points(seed):
    generator, proofs, refutations = random.Random(seed), 0, 0
    for _ in range(12):
        claim, box, points = statement(generator)
        outcome = prove(claim, box, boxes=200)
        refutations += isinstance(outcome, Refuted)
        if not isinstance(outcome, Proved):
            continue
        proofs += 1
        replay(outcome.data)
        for point in points:
            try:
                left, right = (enclose(side.subs(x, point)) for side in claim.args)
            except UndecidedError:
                continue
            assert not right.certainly_below(left), (claim, box, point)
    assert proofs
    assert refutations


RISING = (x, exp(x) - 1, log(1 + x), x**2, sqrt(1 + x), 1 - exp(-x), x / (1 + x), -erfc(x))
SMALLER = ((log(1 + x), x), (1 - exp(-x), x), (x, exp(x) - 1), (x, sinh(x)), (tanh(x), x))
SHADE = Rational(1, 10**6)


def near_miss(generator):
    """A true claim about a maximum or a power, moved by a millionth on one side of a border alone, or everywhere."""
    one = generator.choice(RISING)
    other, gap = one.xreplace({x: y}), generator.choice((x - y, y - x, x - 2 * y, x - y - 1))
    ends = {x: (0, generator.choice((oo, 2))), y: (0, generator.choice((oo, 2)))}
    weight = generator.choice((S.One, exp(x), 1 + y, exp(-y)))
    if generator.random() < 1 / 3:
        power = generator.choice((-3, -2, -1, 2, 3))
        least, greatest = (side.xreplace({x: x**power}) for side in generator.choice(SMALLER))
        return Le(least, (1 - SHADE) * greatest, evaluate=False), {x: (1 if power < 0 else 0, oo)}
    if generator.random() < 1 / 2:
        moved = SHADE * generator.choice((Max(0, one - other), Max(0, x - y)))
        return Le(Max(0, one - other) * weight, (Max(one, other) - other) * weight - moved, evaluate=False), ends
    return Eq(Max(one, other), (one + other) / 2 + Abs(one - other) / 2 + SHADE * Max(0, gap), evaluate=False), ends


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_no_near_miss_on_one_side_of_a_border_or_in_a_power_is_proved(seed):
    generator, refuted = random.Random(seed), 0
    for _ in range(6):
        outcome = prove(*near_miss(generator), seconds=5)
        assert not isinstance(outcome, Proved)
        refuted += isinstance(outcome, Refuted)
    assert refuted >= 4


@pytest.mark.parametrize(
    "claim",
    [
        Eq(2**a, 2 ** (a / 2)),
        Eq(y**a, y ** (a / 2)),
        Le(y**a, y ** (a / 3) + a / 100),
        Eq(exp(a * exp(y)), exp(a * exp(y) / 2)),
        Eq(exp(a * log(1 + y)), (1 + y) ** (a / 2)),
    ],
    ids=str,
)
@pytest.mark.parametrize("low", [0, 1])
def test_a_power_is_not_taken_for_a_root_of_it(claim, low):
    box = {symbol: (low + (symbol is y), low + 2) for symbol in (a, y) if claim.has(symbol)}
    assert isinstance(prove(claim, box, seconds=5), Refuted)


def test_a_maximum_of_what_is_not_real_somewhere_is_left_open_and_raises_nothing():
    place = Symbol("y", real=True)
    broken = Max(0, log(Piecewise((place, place < -1), (1, True))))
    assert isinstance(prove(broken <= Rational(1, 4), {place: Interval(-oo, 0)}), Undecided)
    whole = Max(0, log(Piecewise((-place, place < -1), (1, True))))
    assert isinstance(prove(whole <= Rational(1, 4), {place: Interval(-oo, 0)}), Refuted)
