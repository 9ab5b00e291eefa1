"""Claims in sentences, one a line: ``Gaussian(1): epsilon = 4.38 at delta = 1e-5``; what stands behind # is not read.

``The Gaussian mechanism with sigma = 2 is (2, 1e-5)-DP`` claims that epsilon is at most 2, and ``GDP(1) has epsilon = 4.38 at delta = 1e-5`` is
the first form in other words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from theorems.regress.chains import plain
from theorems.regress.decimals import LONGEST

Cells = dict[str, str]

_SENTENCE = (
    "MECHANISM: QUANTITY = VALUE at PLACE = NUMBER, such as Gaussian(1): epsilon = 4.38 at delta = 1e-5, "
    "or MECHANISM is PROMISE, such as Gaussian(1) is (4.38, 1e-5)-DP"
)
_SAID = re.compile(
    r"\s*(?P<quantity>[^=<>]+?)\s*(?P<sign><=|>=|=|<|>|is|of|~)\s*(?P<value>[^\s,]+)\s*(?:(?:at|for|where|with|,)\s+(?P<where>.*?))?\s*",
    re.ASCII,
)
_PLACE = re.compile(r"\s*([A-Za-z_]+)\s*(?:=|of)\s*(\S+?)\s*", re.ASCII)
_BETWEEN = re.compile(r",|\band\b")
_NUMBER = r"((?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d{1,4})?|10\^-?\d{1,4})"
_PROMISED = re.compile(
    r"(?P<mechanism>.+) (?:is|satisfies|achieves|provides|guarantees|gives|ensures) (?P<promise>.+)", re.ASCII
)
_EPS, _RHO, _MU, _ORDER = (rf"(?:(?:{name})\s*=\s*)?" for name in ("eps|epsilon", "rho", "mu", "alpha|order"))
_DP = r"(?:DP|differential privacy|differentially private)"
_PROMISES: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = tuple(
    (re.compile(pattern, re.ASCII | re.IGNORECASE), names)
    for pattern, names in (
        (rf"\(\s*{_EPS}{_NUMBER},\s*(?:delta\s*=\s*)?{_NUMBER}\s*\)[- ]{_DP}", ("epsilon", "delta")),
        (rf"{_NUMBER}[- ](?:pure )?{_DP}", ("epsilon",)),
        (rf"\(?\s*{_RHO}{_NUMBER}\s*\)?[- ]zCDP", ("rho",)),
        (rf"\(?\s*{_MU}{_NUMBER}\s*\)?[- ](?:GDP|Gaussian {_DP})", ("mu",)),
        (rf"\(\s*{_ORDER}{_NUMBER},\s*{_EPS}{_NUMBER}\s*\)[- ](?:RDP|R[eé]nyi {_DP})", ("order", "renyi")),
    )
)
"""What is promised, and which numbers it states in their order; the quantity is the one that is no place."""
_HAS = re.compile(r"(?P<mechanism>.+) has (?:an? )?(?P<claim>.+)", re.ASCII)


def sentences(text: str) -> Iterator[Cells | str]:
    """Yield the cells of every line that claims something, or why it is not understood."""
    for line in text.splitlines():
        if len(line) > LONGEST:
            yield f"line must have at most {LONGEST} characters, got {len(line)}"
        elif said := line.partition("#")[0].strip():
            yield sentence(said) or f"line must be {_SENTENCE}, got {said[:80]!r}"


def sentence(line: str) -> Cells | None:
    """Return the cells that a sentence states, or None if it is no claim of one of the forms."""
    line = plain(line)
    mechanism, mark, claim = line.partition(": ")
    if not mark:
        line = " ".join(line.split()).rstrip(" .")
        if promised := _promise(line):
            return promised
        has = _HAS.fullmatch(line)
        mechanism, mark, claim = (has["mechanism"], "has", has["claim"]) if has else (line, "", "")
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


def _promise(line: str) -> Cells | None:
    """Return the cells of a mechanism that keeps a promise: what is promised is an upper bound."""
    said = _PROMISED.fullmatch(line)
    for pattern, names in _PROMISES if said else ():
        if promised := pattern.fullmatch(said["promise"]):  # type: ignore[index]
            stated = dict(zip(names, promised.groups(), strict=True))
            quantity = next(name for name in names if name not in ("delta", "order"))
            cells = {"mechanism": said["mechanism"], "quantity": quantity, "value": stated.pop(quantity)}  # type: ignore[index]
            return {**cells, "direction": "upper", **stated}
    return None
