"""What each special function does in the walk, in one and in several arguments."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import sympy as sp
from flint import acb, arb, fmpq

from dpsym.enclose.arithmetic import Value, alike, apply, checked, signs
from dpsym.enclose.ranges import Range
from dpsym.enclose.walker import Rule, Walker
from dpsym.errors import NotDerivedError, UndecidedError

_MOST_FACTORS = 1 << 12
_BRANCH_POINT = fmpq(-367, 1000)  # a little right of -1/e, where the branches of Lambert's W meet
_Region = Callable[..., Any]


def _right(*places: Any) -> Any:
    return places[-1].real > 0


def _unit(*places: Any) -> Any:
    return all(place.real > 0 and place.real < 1 for place in places[-2:])


def _strip(place: Any) -> Any:
    return abs(place.real) < 1


_ONE_ARGUMENT: dict[type, tuple[str, _Region]] = {
    sp.loggamma: ("lgamma", _right), sp.asin: ("asin", _strip), sp.acos: ("acos", _strip), sp.atanh: ("atanh", _strip),
    sp.atan: ("atan", lambda place: abs(place.imag) < 1), sp.asinh: ("asinh", lambda place: abs(place.imag) < 1),
    sp.acosh: ("acosh", lambda place: place.real > 1),
    sp.erfinv: ("erfinv", _strip), sp.erfcinv: ("erfcinv", lambda place: abs(place.real - 1) < 1),
}  # fmt: skip


def _guard(walk: Walker, node: sp.Basic, places: list[Value], is_analytic: _Region) -> None:
    """Refuse complex places, and places where analyticity is wanted, that are not certainly in a region of it."""
    is_complex = any(isinstance(place, acb) for place in places)
    if not (walk.smooth or is_complex):
        return
    plain = [place.ball() if isinstance(place, Range) else acb(place) for place in places]
    if not is_analytic(*plain):
        raise UndecidedError(f"{type(node).__name__} may not be analytic here")


def _one_argument(name: str, is_analytic: _Region) -> Rule:
    def rule(walk: Walker, node: sp.Basic) -> Value:
        value = walk(node.args[0])
        _guard(walk, node, [value], is_analytic)
        if isinstance(value, acb) and not hasattr(value, name):
            raise NotDerivedError(
                f"no rigorous evaluation is known for a complex argument of {type(node).__name__}"
            )
        return apply(name, value, walk.smooth)

    return rule


def _several(
    function: Callable[..., Any], count: int, is_analytic: _Region = _right, is_complex: bool = False
) -> Rule:
    """Make the rule of a function of several numbers; some exist for complex numbers only."""

    def rule(walk: Walker, node: sp.Basic) -> Value:
        values = [walk(part) for part in node.args]
        if len(values) != count:
            raise NotDerivedError(f"no rigorous evaluation is known for {node}")
        _guard(walk, node, values, is_analytic)
        balls = [value.ball() if isinstance(value, Range) else value for value in values]
        places = alike(*balls) if not is_complex else tuple(map(acb, balls))
        found = function(*places)
        if is_complex and not any(isinstance(ball, acb) for ball in balls):
            if not found.imag.contains(0):
                raise UndecidedError(f"{node} is not a real number")
            found = found.real
        found = checked(found, type(node).__name__)
        return Range.of(found) if any(isinstance(value, Range) for value in values) else found

    return rule


def _lambert(walk: Walker, node: sp.Basic) -> Value:
    value, branch = walk(node.args[0]), int(node.args[1]) if len(node.args) > 1 else 0
    if isinstance(value, acb) or branch not in (0, -1):
        raise NotDerivedError(f"no rigorous evaluation is known for {node} here")
    _guard(walk, node, [value], lambda place: place.real > _BRANCH_POINT and (branch == 0 or place.real < 0))
    if isinstance(value, Range):
        ends = [end.lambertw(branch) for end in (value.lo, value.hi)]
        return Range(*(ends if branch == 0 else ends[::-1]))
    return arb(value).lambertw(branch)


def _rounding(name: str) -> Rule:
    """Make the rule of floor and ceiling, which are constant between integers."""

    def rule(walk: Walker, node: sp.Basic) -> Value:
        value = walk(node.args[0])
        if isinstance(value, acb):
            return getattr(value, "real_floor" if name == "floor" else "real_ceil")(analytic=walk.smooth)
        wide = Range.of(value)
        if isinstance(value, fmpq):
            return fmpq(getattr(value, name)())
        low, high = (getattr(end, name)() for end in (wide.lo, wide.hi))
        if low == high:
            return low.fmpq()
        if not walk.hull:
            raise UndecidedError(f"{node} may have a jump here")
        return Range(low, high)

    return rule


def _binomial(walk: Walker, node: sp.Basic) -> Value:
    """Return the binomial coefficient: a polynomial in the upper index, or from gamma functions."""
    upper, lower = (walk(part) for part in node.args)
    if isinstance(lower, fmpq) and lower.denominator == 1:
        return _falling(upper, int(lower.numerator))
    places = [value + fmpq(1) for value in (upper, lower, upper + (-lower))]
    if any(signs(place) != {1} for place in places):
        raise UndecidedError(f"{node} with an argument that is not certainly above -1")
    whole, *parts = (apply("lgamma", place, walk.smooth) for place in places)
    return apply("exp", whole + (-parts[0]) + (-parts[1]), walk.smooth)


def _falling(upper: Value, lower: int) -> Value:
    if lower > _MOST_FACTORS:
        raise NotDerivedError(f"a binomial coefficient with the lower index {lower}")
    if isinstance(upper, fmpq) and upper.denominator == 1 and upper >= 0 <= lower:
        return fmpq(math.comb(int(upper.numerator), lower))
    total: Any = fmpq(1 if lower >= 0 else 0)
    for k in range(lower):
        total = total * (upper + fmpq(-k)) * fmpq(1, k + 1)
    return total


def _factorial(walk: Walker, node: sp.Basic) -> Value:
    value = walk(node.args[0])
    if isinstance(value, fmpq) and value.denominator == 1 and 0 <= value <= _MOST_FACTORS:
        return fmpq(int(sp.factorial(int(value.numerator))))
    return apply("gamma", value + fmpq(1), walk.smooth)


def _hyper(walk: Walker, node: sp.Basic) -> Value:
    upper, lower, place = node.args
    if any(isinstance(walk(part), (Range, acb)) for part in (*upper, *lower, place)):
        raise NotDerivedError("a hypergeometric function is enclosed at exact points")
    found = acb(arb(walk(place))).hypgeom(
        *([acb(arb(walk(part))) for part in group] for group in (upper, lower))
    )
    if not found.imag.contains(0):
        raise UndecidedError(f"{node} is not a real number")
    return checked(found.real, "a hypergeometric function")


_ZETAS = {1: _several(lambda s: s.zeta(), 1, lambda s: s.real > 1), 2: _several(lambda s, a: s.zeta(a), 2)}
FUNCTION_RULES: dict[type, Rule] = {
    **{kind: _one_argument(*region) for kind, region in _ONE_ARGUMENT.items()},
    sp.polygamma: _several(lambda n, x: x.polygamma(n), 2, is_complex=True),
    sp.uppergamma: _several(lambda s, x: x.gamma_upper(s), 2),
    sp.lowergamma: _several(lambda s, x: x.gamma_lower(s), 2),
    sp.besseli: _several(lambda nu, x: x.bessel_i(nu), 2),
    sp.besselk: _several(lambda nu, x: x.bessel_k(nu), 2),
    sp.beta: _several(lambda a, b: a.gamma() * b.gamma() * (a + b).rgamma(), 2, lambda a, b: a.real > 0 and b.real > 0),
    sp.betainc: _several(lambda a, b, x, y: y.beta_lower(a, b) - x.beta_lower(a, b), 4, _unit),
    sp.betainc_regularized: _several(lambda a, b, x, y: y.beta_lower(a, b, 1) - x.beta_lower(a, b, 1), 4, _unit),
    sp.zeta: lambda walk, node: _ZETAS[len(node.args)](walk, node),
    sp.expint: _several(lambda s, x: x.expint(s), 2),
    sp.legendre: _several(lambda n, x: x.legendre_p(n), 2, lambda n, x: x.real > -1),
    sp.elliptic_k: _several(lambda m: m.elliptic_k(), 1, lambda m: m.real < 1, is_complex=True),
    sp.elliptic_e: _several(lambda m: m.elliptic_e(), 1, lambda m: m.real < 1, is_complex=True),
    sp.Ei: _several(lambda x: x.ei(), 1),
    sp.LambertW: _lambert, sp.hyper: _hyper, sp.binomial: _binomial, sp.factorial: _factorial,
    sp.floor: _rounding("floor"), sp.ceiling: _rounding("ceil"),
    type(sp.EulerGamma): lambda walk, node: arb.const_euler(),
    type(sp.Catalan): lambda walk, node: arb.const_catalan(),
}  # fmt: skip
