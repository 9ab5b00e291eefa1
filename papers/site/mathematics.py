r"""LaTeX as MathML, when the site is built: a browser sets it without a script, a screen reader reads it."""

from __future__ import annotations

import re
from functools import cache

from latex2mathml.converter import convert
from markupsafe import Markup, escape

_SPACE = re.compile(r' xmlns="[^"]*"')
_NAME = re.compile(r"<mo>(∞|[^\W\d_]{2,}[\w .-]*)</mo>")
_LONE = re.compile(r"<mrow>(<(m[ino])(?: [^>]*)?>[^<]*</\2>)</mrow>")
_FENCE = re.compile(r'<mo stretchy="true" fence="true" form="(?:pre|post)fix">([()\[\]{}])</mo>')
_ENTITY = re.compile(r"&#x([0-9A-F]+);")
_INLINE = re.compile(r"\$([^$]+)\$")
_KEPT = frozenset("<>&")


@cache
def display(latex: str) -> Markup:
    """Return a formula on a line of its own."""
    return _mathml(latex, "block")


@cache
def inline(latex: str) -> Markup:
    """Return a formula in a line of text."""
    return _mathml(latex, "inline")


def prose(text: str) -> Markup:
    """Return a text in which dollars stand around formulas."""
    parts = _INLINE.split(text)
    return Markup("").join(inline(part) if number % 2 else escape(part) for number, part in enumerate(parts))


def _mathml(latex: str, kind: str) -> Markup:
    made = _SPACE.sub("", convert(latex, display=kind))
    made = _ENTITY.sub(lambda found: _character(found[1], found[0]), made)
    # names of laws are identifiers and not operators, which would be set with space around them; what has its default is not said
    made = _FENCE.sub(r"<mo>\1</mo>", _NAME.sub(r"<mi>\1</mi>", made))
    while (shorter := _LONE.sub(r"\1", made)) != made:
        made = shorter
    return Markup(made)  # noqa: S704  (the converter escapes what it is given)


def _character(code: str, entity: str) -> str:
    character = chr(int(code, 16))
    return entity if character in _KEPT else character
