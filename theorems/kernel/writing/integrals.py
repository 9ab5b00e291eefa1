"""The integral over the line of what two log-affine densities give, cell by cell, as sentences of a script.

On each cell both log-densities are affine, so that what is integrated is (A x + B) exp(c x + d), whose primitive the library has.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Eq, Expr, Ge, Gt, Le, Lt, Rational, S, Symbol, cancel, expand, expand_log, fraction, log, oo, together
from sympy.core.relational import Relational

from dpsym.derive.cells import Cell, cut
from dpsym.divergences import KL, ChiSquaredDivergence, Divergence, Renyi, SquaredHellinger
from theorems.entry import Theorem
from theorems.kernel.errors import NotWrittenError
from theorems.kernel.laws import Spaces
from theorems.kernel.terms import term
from theorems.kernel.writing.norms import norm, norm_text

_SAMPLE = (Rational(31, 7), Rational(47, 10), Rational(53, 11), Rational(61, 12), Rational(71, 13))


@dataclass(frozen=True)
class Piece:
    """A cell, with what is integrated there: (A x + B) exp(c x + d); nothing where it vanishes."""

    lower: Expr
    upper: Expr
    text: str
    slope: Expr
    constant: Expr


class Script:
    """The sentences that come first: hypotheses, signs of slopes, and the integral over the line."""

    def __init__(self, entry: Theorem) -> None:
        statement = entry.statement
        if not (
            isinstance(statement, Eq) and isinstance(statement.lhs, (Renyi, KL, ChiSquaredDivergence, SquaredHellinger))
        ):
            raise NotWrittenError(f"the statement {statement}")
        self.head: Divergence = statement.lhs
        self.value: Expr = statement.rhs
        self.first, self.second = self.head.args[-2:]
        self.norms = norm(self.first), norm(self.second)
        self.texts = norm_text(self.first), norm_text(self.second)
        self.symbols = [symbol for symbol in entry.domain if isinstance(symbol, Symbol)]
        self.values = dict(zip(self.symbols, _SAMPLE, strict=False))
        for symbol, values in entry.domain.items():  # inside the domain and the hypotheses
            if isinstance(symbol, Symbol) and not values.contains(self.values[symbol]):
                self.values[symbol] = (values.inf + values.sup) / 2
        self.hypotheses = entry.hypotheses
        self._inside(entry.hypotheses)
        self.spaces = Spaces((statement,))
        self.lines: list[str] = ["red; intros."]
        self.known: set[str] = set()
        for hypothesis in entry.hypotheses:
            self._clear(hypothesis)

    def _clear(self, hypothesis: Relational) -> None:
        """Write a hypothesis without denominators as an assertion."""
        if not isinstance(hypothesis, (Gt, Ge, Lt, Le)):
            raise NotWrittenError(f"the hypothesis {hypothesis}")
        more, less = hypothesis.gts, hypothesis.lts
        over, under = fraction(together(more - less))
        if under != 1:
            whole = f"({term(more, {})} - {term(less, {})}) * {term(under, {})}"
            over = term(expand(over), {})
            self.lines.append(
                f"assert (0 < {over}) by (replace {over} with ({whole}) by alike; apply Rmult_pos; [lra | positive])."
            )

    def _inside(self, hypotheses: tuple[Relational, ...]) -> None:
        """Move the sample to where the hypotheses hold."""
        for symbol in [None, *self.symbols]:
            for times in (1, Rational(1, 7), 7, Rational(1, 40), 40):
                values = self.values if symbol is None else {**self.values, symbol: self.values[symbol] * times}
                if all(hypothesis.subs(values) == True for hypothesis in hypotheses):  # noqa: E712
                    self.values = values
                    return
        raise NotWrittenError("hypotheses that no sample of ours fulfils")

    # what is integrated

    def order(self) -> tuple[Expr, Expr]:
        """Return the powers of the two densities."""
        if isinstance(self.head, SquaredHellinger):
            return Rational(1, 2), Rational(1, 2)
        a = self.head.args[0] if isinstance(self.head, Renyi) else S(2)
        return a, 1 - a

    def weight(self) -> str:
        """Return the constant before the exponential, as Coq text."""
        one, other = self.texts
        if isinstance(self.head, SquaredHellinger):
            return f"(/ sqrt ({one} * {other}))"
        if one == other:
            return f"(/ {one})"
        a = term(self.order()[0], {})
        return f"(exp (- ({a} * ln {one}) - (1 - {a}) * ln {other}))"

    def piece(self, cell: Cell) -> Piece | None:
        """Return what is integrated over a cell, None where it vanishes."""
        if cell.first is None or (cell.second is None and not isinstance(self.head, KL)):
            return None
        if cell.second is None:
            raise NotWrittenError("a divergence that is infinite")
        x = cell.point
        forms = []
        for terms, divisor in zip((cell.first, cell.second), self.norms, strict=True):
            slope = terms.get(x, S.Zero)
            constant = cancel(together(expand_log(terms.get(S.One, S.Zero) + log(divisor), force=True)))
            if set(terms) - {x, S.One} or constant.has(log):
                raise NotWrittenError(f"the log-density {terms}")
            forms.append((slope, constant))
        (s, k), (t, m) = forms
        if isinstance(self.head, KL):
            one, other = self.texts
            rise, height = (term(_tidy(difference), {}) for difference in (s - t, k - m))
            parts = f"({rise} / {one}) (({height} + ln ({other} / {one})) / {one})"
            slope, constant = _tidy(s), _tidy(k)
        else:
            a, b = self.order()
            slope, constant = _tidy(a * s + b * t), _tidy(a * k + b * m)
            parts = f"0 {self.weight()}"
        return Piece(cell.lower, cell.upper, f"{parts} {term(slope, {})} {term(constant, {})}", slope, constant)

    def tactic(self) -> str:
        """Return the tactic that shows what is integrated over a cell."""
        if isinstance(self.head, KL):
            return "log_ratio_cell"
        if isinstance(self.head, SquaredHellinger):
            return "root_cell"
        return "moment_cell_alike" if self.texts[0] == self.texts[1] else "moment_cell"

    def integrand(self) -> str:
        """Return what is integrated, as Coq text."""
        p, q = self.spaces.law(self.first), self.spaces.law(self.second)
        if isinstance(self.head, KL):
            return f"(log_ratio (A := line) {p} {q})"
        if isinstance(self.head, SquaredHellinger):
            return f"(fun x => sqrt ({p} x) * sqrt ({q} x))"
        return f"(moment (A := line) {term(self.order()[0], {})} {p} {q})"

    # the integral

    def integral(self) -> tuple[str, list[Piece]]:
        """Write the integral over the line as an assertion; return its value, and the cells."""
        parts = cut(self.first, self.second)
        if parts.case != True and not self.hypotheses:  # noqa: E712
            raise NotWrittenError(f"the case {parts.case}")
        cells = parts.parts
        pieces = [(cell.lower, cell.upper, self.piece(cell)) for cell in cells]
        found = [piece for *_, piece in pieces if piece is not None]
        for one in found:
            self.sign(one.slope)
        self.lines.append(f"set (f := {self.integrand()}).")
        show = f"unfold f; {self.tactic()}"
        total, at, count = "0", pieces[0][0] if pieces[0][0] != -oo else None, 0
        if at is not None:
            self.lines.append(f"assert (L0 : until f {term(at, {})} 0) by (apply start_0; {show}).")
        for lower, upper, piece in pieces:
            count += 1
            before = f"L{count - 1}"
            if upper == oo:
                if piece is None:
                    self.lines.append(
                        f"assert (L : line_int f ({total})) by (apply (finish_0 f {term(lower, {})} _ {before}); {show})."
                    )
                    return total, found
                value = f"- primitive {piece.text} {term(lower, {})}"
                ends = (
                    f"apply (finish f (cell {piece.text}) {term(lower, {})} _ _ {before}); [{show} | apply cell_p; lra]"
                )
                total = f"{total} + ({value})"
                self.lines.append(f"assert (L : line_int f ({total})) by ({ends}).")
                return total, found
            end = term(upper, {})
            if lower == -oo:
                if piece is None:
                    self.lines.append(f"assert (L{count} : until f {end} 0) by (apply start_0; {show}).")
                    continue
                total = f"primitive {piece.text} {end}"
                self.lines.append(
                    f"assert (L{count} : until f {end} ({total})) by (apply (start f (cell {piece.text})); [{show} | apply cell_m; lra])."
                )
                continue
            begin = term(lower, {})
            if piece is None:
                self.lines.append(
                    f"assert (L{count} : until f {end} ({total})) by (apply (step_0 f {begin} {end} _ {before}); [lra | {show}])."
                )
                continue
            if piece.slope == 0:
                a, b, _, d = _split(piece.text)
                value, last = (
                    f"({a} * ({end} * {end} - {begin} * {begin}) / 2 + {b} * ({end} - {begin})) * exp {d}",
                    "apply cell_flat",
                )
            else:
                value, last = f"primitive {piece.text} {end} - primitive {piece.text} {begin}", "apply cell_mid; lra"
            total = f"{total} + ({value})"
            steps = f"apply (step f (cell {piece.text}) {begin} {end} _ _ {before}); [lra | {show} | {last}]"
            self.lines.append(f"assert (L{count} : until f {end} ({total})) by ({steps}).")
        self.lines.append(
            f"assert (L : line_int f ({total})) by (apply (finish_0 f {term(pieces[-1][1], {})} _ L{count}); {show})."
        )
        return total, found

    def sign(self, slope: Expr) -> None:
        """Write the sign of a slope as an assertion."""
        text = term(slope, {})
        if slope == 0 or text in self.known:
            return
        self.known.add(text)
        down = slope.subs(self.values) < 0
        over, under = fraction(together(-slope if down else slope))
        quotient = f"{term(expand(over), {})} / {term(under, {})}"
        self.lines.append(f"assert (0 < {quotient}) by positive.")
        self.lines.append(
            f"assert ({text} < 0) by (replace {text} with (- ({quotient})) by alike; lra)."
            if down
            else f"assert (0 < {text}) by (replace {text} with ({quotient}) by alike; lra)."
        )


def _split(text: str) -> list[str]:
    """Return the arguments of a cell."""
    parts, depth, start = [], 0, 0
    for index, letter in enumerate(f"{text} "):
        depth += (letter == "(") - (letter == ")")
        if letter == " " and depth == 0:
            parts.append(text[start:index])
            start = index + 1
    return parts


def _tidy(expression: Expr) -> Expr:
    return cancel(together(expand(expression)))
