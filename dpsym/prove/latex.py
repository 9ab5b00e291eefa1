r"""A proof as a paper has it: LaTeX that is made from its plain data, claim by claim, each step with its reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import sympy as sp

from dpsym.parse import parse

Data = Mapping[str, Any]
_RELATIONS = {"<=": r"\le", "<": "<", "==": "="}


class Writer:
    """Writes the plain data of one proof, in the symbols of its box."""

    def __init__(self, names: Mapping[str, sp.Symbol]) -> None:
        self.names = dict(names)

    def proof(self, data: Data) -> Iterator[str]:
        """Yield the sentences that show a claim over a box."""
        inner = Writer(
            self.names | {name: sp.Symbol(name, real=True) for name in data["box"] if name not in self.names}
        )
        yield from inner._claim(data)

    def _claim(self, data: Data) -> Iterator[str]:
        derived = data["derived"]
        claim = f"{self.formula(derived['left'])} {_RELATIONS[derived['kind']]} {self.formula(derived['right'])}"
        if not data["box"]:
            yield f"The two numbers are ${claim}$."
            return
        yield f"We show ${claim}$ for {self.box(data['box'])}."
        if not data["pieces"]:
            yield "Both sides have the same normal form."
        for piece in data["pieces"]:
            if len(data["pieces"]) > 1:
                yield f"Let {self.box(piece['box'])}."
            yield from getattr(self, f"_{piece['method']}")(piece)
        for face in data["faces"]:
            yield f"There remains the face ${self.formula(face['symbol'])} = {self.formula(face['end'])}$."
            yield from self.proof(face["proof"])

    def _cases(self, piece: Data) -> Iterator[str]:
        symbol, place = self.formula(piece["symbol"]), self.formula(piece["place"])
        for relation, proof in zip(("<", r"\ge"), piece["proofs"], strict=True):
            (share,) = set(proof["box"]) - set(piece["box"])
            yield rf"\emph{{Case ${symbol} {relation} {place}$}}, by the distance ${sp.latex(sp.Symbol(share))}$ from an end or the share of it."
            yield from self.proof(proof)

    def _change(self, piece: Data) -> Iterator[str]:
        (proof,) = piece["proofs"]
        (inner,) = set(proof["box"]) - set(piece["box"])
        yield f"Put ${sp.latex(sp.Symbol(inner))} = {sp.latex(self.names[piece['symbol']] ** sp.Rational(piece['power']))}$."
        yield from self.proof(proof)

    def _cover(self, piece: Data) -> Iterator[str]:
        writer = Writer(
            {**self.names, **{name: sp.Symbol(name, positive=True) for name in piece["over"] if name not in self.names}}
        )
        changes = ", ".join(f"${name} = {writer.formula(text)}$" for name, text in piece["changes"].items())
        yield (
            f"Interval arithmetic shows it on each of {len(piece['boxes'])} boxes that tile the compact part"
            + (f", with {changes}." if changes else ".")
        )

    def _descent(self, piece: Data) -> Iterator[str]:
        yield from self._step(piece["steps"], 0)

    def _step(self, steps: Sequence[Data], place: int) -> Iterator[str]:
        step = steps[place]
        function = self.formula(step["function"])
        if step["by"] == "signs":
            zero = step["function"] == "0"
            yield "This is $0$." if zero else f"Each factor of ${function}$ keeps its sign, and ${function} \\ge 0$."
            return
        core = self.formula(step["core"])
        factor = "" if step["positive"] == "1" else f", since ${self.formula(step['positive'])} \\ge 0$"
        yield f"It suffices that ${core} \\ge 0${factor}."
        if step["by"] == "turn":
            rest = self.formula(steps[step["rest"]]["function"])
            yield f"It has the sign of ${rest}$, by a logarithm or a power of both terms in ${self.formula(step['quantity'])}$."
        else:
            times = step["multiplier"] != "1"
            product = (
                f"$g = {self.formula(step['multiplier'])} \\cdot \\left({core}\\right)$" if times else f"$g = {core}$"
            )
            yield f"Let {product}{', the factor being positive' if times else ''}."
            yield from getattr(self, f"_by_{step['by']}")(steps, step)
        yield from self._step(steps, step["rest"])

    def _by_descent(self, steps: Sequence[Data], step: Data) -> Iterator[str]:
        symbol, end = self.formula(step["symbol"]), self.formula(step["end"])
        yield f"As ${symbol} \\to {end}$, $g \\to {self.formula(step['limit'])}$."
        yield from self._edge(steps, step["limit"], step["edge"])
        yield f"Away from there $g$ changes in ${symbol}$ at the rate ${self.formula(step['slope'])}$, which is not negative:"

    def _by_valley(self, steps: Sequence[Data], step: Data) -> Iterator[str]:
        symbol, at = self.formula(step["symbol"]), self.formula(step["at"])
        yield f"It is least at ${symbol} = {at}$, and not negative there:"
        yield from self._step(steps, step["edge"])
        slope = self.formula(step["slope"])
        yield f"For $g' = \\left({symbol} - \\left({at}\\right)\\right) \\cdot \\left({slope}\\right)$, the second factor not negative:"

    def _by_arch(self, steps: Sequence[Data], step: Data) -> Iterator[str]:
        low, high = (self.formula(limit) for limit in step["limits"])
        yield f"At the ends of the range of ${self.formula(step['symbol'])}$ it tends to ${low}$ and ${high}$."
        for limit, edge in zip(step["limits"], step["edges"], strict=True):
            yield from self._edge(steps, limit, edge)
        weight, slope = self.formula(step["weight"]), self.formula(step["slope"])
        yield f"It rises, then falls: $g' \\cdot \\left({weight}\\right)$ falls at the rate ${slope}$, not negative:"

    def _edge(self, steps: Sequence[Data], limit: str, edge: int | None) -> Iterator[str]:
        if edge is not None and limit != "0":
            yield f"The limit ${self.formula(limit)}$ is not negative:"
            yield from self._step(steps, edge)

    def formula(self, text: str) -> str:
        """Return a formula of the proof in LaTeX."""
        if text in ("oo", "-oo"):
            return r"\infty" if text == "oo" else r"-\infty"
        return str(sp.latex(parse(text, self.names)))

    def box(self, box: Mapping[str, Sequence[Any]]) -> str:
        """Return a box in LaTeX."""
        return ", ".join(
            f"${self.formula(name)} \\in {'(' if left else '['}{self.formula(low)}, {self.formula(high)}{')' if right else ']'}$"
            for name, (low, high, left, right) in box.items()
        )
