"""Check: an equation between formulas with integrals and sums inside, each of them worked out by the table of those that close."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sympy import Add, Dummy, Eq, Expr, Integral, Mul, Poly, S, Sum, Symbol, exp, expand, integrate, log, loggamma, oo

from dpsym.derive import kernels
from dpsym.derive.identity import unmet
from dpsym.derive.kernels.closed import above
from dpsym.derive.signs import Signs
from dpsym.distributions import Law
from dpsym.divergences import Divergence
from dpsym.errors import NotDerivedError
from theorems.checks.integrated import Integrated
from theorems.entry import Theorem
from theorems.errors import EntryError
from theorems.outcome import DPSYM, Outcome
from theorems.status import Status

_FEW = 16


class _OpenError(Exception):
    """What could not be worked out."""


@dataclass(frozen=True)
class Evaluated:
    """Work out the integrals and sums in an equation, and show that its sides agree for all symbols of the domain.

    An integral is one of the table of `dpsym.derive.kernels`, Gamma's after the substitution of a power, or of a polynomial; a sum has few
    terms, or terms that are a polynomial of the index. The conditions under which they converge must follow from the domain and the hypotheses.
    """

    def key(self) -> str:
        return "evaluated"

    def modules(self) -> tuple[str, ...]:
        return (
            "dpsym.derive",
            "theorems.checks.evaluated",
            "theorems.checks.integrated",
            "theorems.compare",
            "theorems.points",
        )

    def road(self) -> tuple[str, ...]:
        return ("dpsym.derive",)

    def run(self, theorem: Theorem) -> Outcome:
        statement = theorem.statement
        if not isinstance(statement, Eq) or statement.has(Divergence, Law):
            raise EntryError(
                f"statement of {theorem.id} must equate formulas without laws and divergences, got {statement}"
            )
        signs = Signs(theorem.domain, theorem.hypotheses)
        ways: list[str] = []
        try:
            left, right = (_worked_out(side, signs, ways) for side in statement.args)
        except (_OpenError, NotDerivedError) as reason:
            return Outcome("evaluated", DPSYM, Status.CLAIMED, str(reason))
        if left == right:
            return _same_form(left, signs, ways)
        found = Integrated().run(replace(theorem, statement=Eq(left, right, evaluate=False), checks=()))
        detail = _told(ways) if found.status is Status.PROVED else found.detail
        return replace(found, check="evaluated", detail=detail)


def _same_form(value: Expr, signs: Signs, ways: list[str]) -> Outcome:
    """Return what is found where both sides were worked out to the same formula: it has to be a real number."""
    if unreal := unmet(value, signs):
        return Outcome(
            "evaluated", DPSYM, Status.CLAIMED, f"not shown to be a real number: {unreal[0]} does not follow"
        )
    return Outcome("evaluated", DPSYM, Status.PROVED, _told(ways))


def _told(ways: list[str]) -> str:
    return ", ".join(dict.fromkeys(ways)) or "rewriting alone"


def _worked_out(side: Expr, signs: Signs, ways: list[str]) -> Expr:
    """Return a side with its integrals and sums replaced by their values, the innermost first."""
    while nodes := side.atoms(Integral, Sum):
        node = min(nodes, key=lambda each: (len(each.atoms(Integral, Sum)), str(each)))
        if len(node.limits) != 1 or len(node.limits[0]) != 3:
            raise _OpenError(f"{node} is not between two ends")
        variable, lower, upper = node.limits[0]
        work_out = _sum if isinstance(node, Sum) else _integral
        value, way = work_out(node.function, variable, lower, upper, signs)
        ways.append(way)
        side = side.xreplace({node: value})
    return side


def _integral(integrand: Expr, variable: Symbol, lower: Expr, upper: Expr, signs: Signs) -> tuple[Expr, str]:
    _refuse_assumptions(variable, lower)
    if lower.is_finite and upper.is_finite and integrand.is_polynomial(variable):
        found = integrate(integrand, variable)
        if expand(found.diff(variable) - integrand) != 0:
            raise _OpenError(f"no antiderivative of {integrand}")
        return found.subs(variable, upper) - found.subs(variable, lower), "a polynomial"
    place = Dummy("x", positive=True) if lower.is_nonnegative else Dummy("x", real=True)
    terms: dict[Expr, Expr] = {}
    for factor in Mul.make_args(integrand.xreplace({variable: place})):
        for summand in Add.make_args(_logarithm(factor, place)):
            times, statistic = summand.as_independent(place, as_Add=False)
            terms[statistic] = terms.get(statistic, S.Zero) + times
    closed = kernels.integrate(terms, place, lower, upper) or _gamma_of_a_power(terms, place, lower, upper)
    if closed is None:
        raise _OpenError(f"no integral of the table has the integrand {integrand}")
    if unshown := [each for each in closed.conditions if not signs.imply(each)]:
        raise _OpenError(f"hypothesis missing: {', '.join(map(str, unshown))}")
    if unreal := unmet(exp(terms.get(S.One, S.Zero)), signs):
        raise _OpenError(f"not shown to be a real number: {unreal[0]} does not follow")
    return closed.value, closed.name


def _refuse_assumptions(variable: Symbol, lower: Expr) -> None:
    """Refuse a variable that is assumed to be what the places between the ends are not."""
    if variable.is_integer or not variable.is_extended_real:
        raise _OpenError(f"{variable} must be real, and no integer")
    if (variable.is_nonnegative and not lower.is_nonnegative) or variable.is_nonpositive:
        raise _OpenError(f"{variable} has a sign that its values have not")


def _logarithm(factor: Expr, place: Symbol) -> Expr:
    """Return the logarithm of a factor, with what depends on the place in products."""
    if isinstance(factor, exp):
        return factor.args[0].expand()
    base, power = factor.as_base_exp()
    if place not in factor.free_symbols:
        return log(factor)
    return (power * log(base)).expand()


def _gamma_of_a_power(terms: kernels.Terms, x: Symbol, lower: Expr, upper: Expr) -> kernels.Closed | None:
    r"""Integrate x^(s-1) exp(-c x^r) on the half line: with u = c x^r it is Gamma(s/r) / (r c^(s/r))."""
    powers = [each for each in terms if each not in (S.One, log(x))]
    if lower != 0 or upper is not oo or len(powers) != 1:
        return None
    base, power = powers[0].as_base_exp()
    if base != x or x in power.free_symbols:
        return None
    rate, shape = -terms[powers[0]], (terms.get(log(x), S.Zero) + 1) / power
    exponent = loggamma(shape) - log(power) - shape * log(rate) + terms.get(S.One, S.Zero)
    return kernels.Closed("Gamma's integral of a power", S.One, exponent, above(rate) + above(power) + above(shape))


def _sum(term: Expr, index: Symbol, lower: Expr, upper: Expr, signs: Signs) -> tuple[Expr, str]:
    count = upper - lower + 1
    if count.is_Integer and 0 <= count <= _FEW:
        terms = [term.subs(index, lower + step) for step in range(int(count))]
        if unreal := [each for one in terms for each in unmet(one, signs)]:
            raise _OpenError(f"term from {lower}: {unreal[0]} does not follow")
        return Add(*terms), "all terms"
    if not (term.is_polynomial(index) and signs.imply(upper - lower >= -1)):
        raise _OpenError(f"no sum of the table has the terms {term}")
    total = _antidifference(term, index)
    return total.subs(index, upper + 1) - total.subs(index, lower), "a polynomial"


def _antidifference(term: Expr, index: Symbol) -> Expr:
    """Return F with F(j + 1) - F(j) equal to a polynomial."""
    rest, total = Poly(term, index), S.Zero
    while not rest.is_zero:
        degree, leading = rest.degree(), rest.LC()
        part = leading * index ** (degree + 1) / (degree + 1)
        total += part
        rest = Poly(rest.as_expr() - expand(part.subs(index, index + 1) - part), index)
    return total
