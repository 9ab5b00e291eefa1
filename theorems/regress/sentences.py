"""Claims in sentences, one a line: ``Gaussian(1): epsilon = 4.38 at delta = 1e-5``; what stands behind # is not read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from theorems.regress.chains import plain
from theorems.regress.decimals import LONGEST

Cells = dict[str, str]

_SENTENCE = "MECHANISM: QUANTITY = VALUE at PLACE = NUMBER, such as Gaussian(1): epsilon = 4.38 at delta = 1e-5"
_SAID = re.compile(
    r"\s*(?P<quantity>[^=<>]+?)\s*(?P<sign><=|>=|=|<|>|is|of|~)\s*(?P<value>[^\s,]+)\s*(?:(?:at|for|where|with|,)\s+(?P<where>.*?))?\s*",
    re.ASCII,
)
_PLACE = re.compile(r"\s*([A-Za-z_]+)\s*(?:=|of)\s*(\S+?)\s*", re.ASCII)
_BETWEEN = re.compile(r",|\band\b")


def sentences(text: str) -> Iterator[Cells | str]:
    """Yield the cells of every line that claims something, or why it is not understood."""
    for line in text.splitlines():
        if len(line) > LONGEST:
            yield f"line must have at most {LONGEST} characters, got {len(line)}"
        elif said := line.partition("#")[0].strip():
            yield sentence(said) or f"line must be {_SENTENCE}, got {said[:80]!r}"


def sentence(line: str) -> Cells | None:
    """Return the cells that a sentence states, or None if it is no claim of this form."""
    mechanism, mark, claim = plain(line).partition(": ")
    found = _SAID.fullmatch(claim) if mark else None
    if found is None:
        return None
    cells = {"mechanism": mechanism.strip(), "quantity": found["quantity"], "value": found["value"]}
    if found["sign"] in ("<=", ">=", "<", ">"):
        cells["direction"] = found["sign"]
    for place in _BETWEEN.split(found["where"] or ""):
        if not place.strip():
            continue
        named = _PLACE.fullmatch(place)
        if named is None or named[1] in cells:
            return None
        cells[named[1]] = named[2]
    return cells
