"""Scripts about two log-affine densities on the line: the cells of the derivation, integrated one by one.

On each cell both log-densities are affine, so that what is integrated is (A x + B) exp(c x + d), whose primitive the library has.
What is left is an identity between exponentials, which are written as products of a few before `field` decides it.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import (
    Eq,
    Expr,
    Ge,
    Gt,
    I,
    Le,
    Lt,
    Mul,
    Pow,
    Rational,
    S,
    Symbol,
    cancel,
    exp,
    expand,
    expand_log,
    fraction,
    log,
    oo,
    together,
)
from sympy.core.relational import Relational

from dpsym.derive.cells import Cell, cut
from dpsym.distributions import AsymmetricLaplace, Exponential, Laplace, Law, TruncatedLaplace, Uniform
from dpsym.divergences import KL, ChiSquaredDivergence, Divergence, Renyi, SquaredHellinger
from theorems.entry import Theorem
from theorems.kernel.errors import NotWrittenError
from theorems.kernel.laws import Spaces
from theorems.kernel.terms import term
from theorems.kernel.writing.exponents import moment, opened, product, units_of

NEEDS = ("Basics", "Pieces", "Extremes", "Cells", "Closing")
"""What of the library such a proof needs."""
_SAMPLE = (Rational(31, 7), Rational(47, 10), Rational(53, 11), Rational(61, 12), Rational(71, 13))


def _norm(law: Law) -> Expr:
    """Return what the density of a law divides its exponential by, in the form that the Coq library has."""
    if isinstance(law, Laplace):
        return 2 * law.scale
    if isinstance(law, AsymmetricLaplace):
        return law.args[1] + law.args[2]
    if isinstance(law, Exponential):
        return law.scale
    if isinstance(law, Uniform):
        return 2 * law.args[1]
    if isinstance(law, TruncatedLaplace):
        return Mul(2, law.args[1], 1 - exp(-law.args[2] / law.args[1]), evaluate=False)
    raise NotWrittenError(f"the law {type(law).__name__}")


def _norm_text(law: Law) -> str:
    """Return the same as the library writes it."""
    arguments = [term(argument, {}) for argument in law.args]
    forms = {Laplace: "(2 * {1})", AsymmetricLaplace: "({1} + {2})", Exponential: "{1}", Uniform: "(2 * {1})"}
    forms[TruncatedLaplace] = "(2 * {1} * (1 - exp (- {2} / {1})))"
    return forms[type(law)].format(*arguments)


@dataclass(frozen=True)
class _Piece:
    """A cell, with what is integrated there: (A x + B) exp(c x + d); nothing where it vanishes."""

    lower: Expr
    upper: Expr
    text: str
    slope: Expr
    constant: Expr


class _Script:
    def __init__(self, entry: Theorem) -> None:
        statement = entry.statement
        if not (
            isinstance(statement, Eq) and isinstance(statement.lhs, (Renyi, KL, ChiSquaredDivergence, SquaredHellinger))
        ):
            raise NotWrittenError(f"the statement {statement}")
        self.head: Divergence = statement.lhs
        self.value: Expr = statement.rhs
        self.first, self.second = self.head.args[-2:]
        self.norms = _norm(self.first), _norm(self.second)
        self.texts = _norm_text(self.first), _norm_text(self.second)
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

    def piece(self, cell: Cell) -> _Piece | None:
        """Return what is integrated over a cell, None where it vanishes."""
        if cell.first is None or (cell.second is None and not isinstance(self.head, KL)):
            return None
        if cell.second is None:
            raise NotWrittenError("a divergence that is infinite")
        x = cell.point
        forms = []
        for terms, norm in zip((cell.first, cell.second), self.norms, strict=True):
            slope = terms.get(x, S.Zero)
            constant = cancel(together(expand_log(terms.get(S.One, S.Zero) + log(norm), force=True)))
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
        return _Piece(cell.lower, cell.upper, f"{parts} {term(slope, {})} {term(constant, {})}", slope, constant)

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

    def integral(self) -> tuple[str, list[_Piece]]:
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

    # what is left

    def identity(self, pieces: list[_Piece], printed: Expr) -> str:
        """Return the tactics that show the sum of the primitives to be a printed value."""
        exponents = {
            f"{term(piece.slope, {})} * {term(end, {})} + {term(piece.constant, {})}": piece.slope * end
            + piece.constant
            for piece in pieces
            for end in (piece.lower, piece.upper)
            if end.is_finite and piece.slope != 0
        }
        flat = {term(piece.constant, {}): piece.constant for piece in pieces if piece.slope == 0}
        # texts with the logarithm of what they are; of a logarithm, what it is
        rules: dict[str, Expr] = {f"exp ({text})": value for text, value in exponents.items()}
        rules |= {f"exp {text}": value for text, value in flat.items()}
        a = self.order()[0]
        one, other = map(log, self.norms)
        logarithms: dict[str, Expr] = {}
        if isinstance(self.head, KL):
            logarithms[f"ln ({self.texts[1]} / {self.texts[0]})"] = other - one
        elif isinstance(self.head, SquaredHellinger):
            rules[f"sqrt ({self.texts[0]} * {self.texts[1]})"] = (one + other) / 2
        elif self.texts[0] != self.texts[1]:
            rules[self.weight()] = -a * one - (1 - a) * other
        for node in printed.atoms(exp, Pow, log):
            if isinstance(node, log):
                logarithms.setdefault(term(node, {}), node)
            elif isinstance(node, exp):
                rules.setdefault(term(node, {}), node.args[0])
            elif not node.exp.is_Rational:
                rules.setdefault(term(node, {}), node.exp * log(node.base))
        rules = {text: opened(value) for text, value in rules.items()}
        units = units_of(list(rules.values()))
        steps = []
        for text, value in rules.items():
            if (known := product(value, units)) != text:
                steps.append(f"replace ({text}) with ({known}) by same_log.")
        for text, value in logarithms.items():
            if (known := term(opened(value), {})) != text:
                steps.append(f"replace ({text}) with ({known}) by (logs; alike).")
        return " ".join(["unfold primitive.", *steps])


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


def write(entry: Theorem) -> list[str]:
    """Return the proof of an entry, sentence by sentence.

    Raises
    ------
    NotWrittenError
        If it is not about two log-affine densities on the line, or about another divergence.
    """
    script = _Script(entry)
    total, pieces = script.integral()
    head, value = script.head, script.value
    if value == oo or value.has(I):
        raise NotWrittenError(f"the value {value}")
    if isinstance(head, SquaredHellinger):
        left = _left(script, pieces, 1 - value)
        return [*script.lines, f"refine (eq_ind ({total}) (fun v => integral line _ v) L _ _).", *left]
    if isinstance(head, KL):
        left = _left(script, pieces, value)
        return [
            *script.lines,
            "split. { dominates. }",
            f"refine (eq_ind ({total}) (fun v => integral line _ v) L _ _).",
            *left,
        ]
    if isinstance(head, ChiSquaredDivergence):
        left = _left(script, pieces, value)
        return [
            *script.lines,
            "split. { dominates. }",
            f"refine (eq_ind ({total}) (fun v => integral line _ v) L _ _).",
            *left,
        ]
    order = head.args[0]
    printed = moment(value, order)
    text = term(printed, {})
    inner = pieces[len(pieces) // 2]
    begin = inner.lower if inner.lower != -oo else inner.upper - 1
    end = inner.upper if inner.upper != oo else inner.lower + 1
    left = _left(script, pieces, printed)
    return [
        *script.lines,
        "split. { intros ?; first [exfalso; lra | dominates]. }",
        f"assert (V : {total} = {text}).",
        "{ " + " ".join(left) + " }",
        f"rewrite V in L. exists ({text}). split; [exact L | split].",
        f"- first [positive | apply (line_pos f (cell {inner.text}) {term(begin, {})} {term(end, {})} _); [intros; apply moment_nonneg | lra | "
        f"unfold f; {script.tactic()} | apply cell_continuous | unfold cell; rewrite Rmult_0_l, Rplus_0_l; positive | exact L]].",
        "- first [reflexivity | logs; alike].",
    ]


def _left(script: _Script, pieces: list[_Piece], printed: Expr) -> list[str]:
    """Return the tactics for the identity that is left."""
    roots = sorted(
        {node.base for node in printed.atoms(Pow) if node.exp == S.Half and isinstance(node.base, Symbol)}, key=str
    )
    squares = [
        f"set (r{index} := sqrt {term(root, {})}) in *. assert (Q{index} : {term(root, {})} = r{index} * r{index}) by "
        f"(symmetry; apply sqrt_sqrt; lra). assert (0 < r{index}) by (apply sqrt_lt_R0; lra). clearbody r{index}. "
        f"try clear L. subst {term(root, {})}."
        for index, root in enumerate(roots)
    ]
    return [script.identity(pieces, printed), *squares, "alike."]
