r"""A number as it is typed in a paper, ``49.32``, ``\le 1.2\cdot 10^{-5}``, ``\num{3e-6}``, read exactly, and what it claims."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from papers.errors import PaperDataError

_RELATIONS = {
    "": "=",
    "=": "=",
    "<": "<=",
    "<=": "<=",
    r"\le": "<=",
    r"\leq": "<=",
    r"\leqslant": "<=",
    ">": ">=",
    ">=": ">=",
    r"\ge": ">=",
    r"\geq": ">=",
    r"\geqslant": ">=",
    "~": "~",
    r"\approx": "~",
    r"\simeq": "~",
    r"\sim": "~",
}
_TYPED = re.compile(
    r"(?P<relation>\\[a-z]+|[<>]=?|=|~)?\s*(?:\\num\s*\{\s*)?(?P<digits>\d+(?:\.\d*)?|\.\d+)"
    r"(?:(?:[eE](?P<plain>[+-]?\d{1,4}))|(?:\\(?:cdot|times)\s*10\s*\^\s*(?:\{\s*(?P<power>[+-]?\d{1,4})\s*\}|(?P<digit>\d))))?\s*\}?"
)
_POWER = re.compile(
    r"(?P<relation>\\[a-z]+|[<>]=?|=|~)?\s*10\s*\^\s*(?:\{\s*(?P<power>[+-]?\d{1,4})\s*\}|(?P<digit>\d))"
)
_LONGEST = 60


@dataclass(frozen=True)
class Typed:
    """A number as typed.

    Parameters
    ----------
    relation : {"=", "<=", ">=", "~"}
        What it says: the bound, rounded up in its last digit; at most so much; at least; about.
    value : Fraction
        The number.
    unit : Fraction
        Of its last digit.
    """

    relation: str
    value: Fraction
    unit: Fraction

    @property
    def digits(self) -> int:
        """How many significant digits it has."""
        return len(str(int(self.value / self.unit))) if self.value else 1


def read_typed(text: str) -> Typed:
    """Return what a typed number claims.

    Raises
    ------
    PaperDataError
        If it is no number, with a relation before it or none.
    """
    plain = text.replace("$", "").replace("{,}", "").replace(r"\,", "").replace(r"\ ", " ").strip()
    found = (_POWER.fullmatch(plain) or _TYPED.fullmatch(plain)) if len(plain) <= _LONGEST else None
    if found is None or (relation := _RELATIONS.get(found["relation"] or "")) is None:
        raise PaperDataError(
            f"typed number must be a decimal such as 1.25, \\le 2.5 or 1.2\\cdot 10^{{-5}}, got {text!r}"
        )
    parts = found.groupdict()
    digits = parts.get("digits") or "1"
    exponent = int(parts.get("plain") or parts["power"] or parts["digit"] or 0)
    unit = Fraction(10) ** (exponent - len(digits.partition(".")[2]))
    return Typed(relation, Fraction(digits) * Fraction(10) ** exponent, unit)
