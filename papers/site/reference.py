"""The reference: the public names of the four packages with their docstrings, as pages."""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup, escape

from papers.site import documentation
from papers.site.mathematics import display, inline
from papers.site.page import Page, markup

MODULES = (
    "dpsym",
    "dpsym.prove",
    "dpsym.refute",
    "dpsym.enclose",
    "dpsym.calibration",
    "mechanisms",
    "theorems",
    "papers",
)
"""What users import from."""
_RULE = re.compile(r"^-{3,}\s*$")
_MARKS = re.compile(r":math:`([^`]+)`|``([^`]+)``|`([^`]+)`")
_DISPLAY = re.compile(r"^\.\. math::\s*")


@dataclass(frozen=True)
class Named:
    """A public name: how it is called, and what its docstring says as HTML."""

    name: str
    signature: str
    html: Markup


def pages() -> Iterator[Page]:
    """Yield a page that lists the modules, and one for each."""
    contents = documentation.contents()
    found = {module: names(module) for module in MODULES}
    listed = [
        (module, _first(importlib.import_module(module)), [one.name for one in found[module]]) for module in MODULES
    ]
    content = {"contents": contents, "here": "reference", "listed": listed}
    yield Page("docs/reference", "Reference", "reference", content, says="Public names with their docstrings.")
    for module in MODULES:
        named: dict[str, Any] = {"contents": contents, "here": "reference", "names": found[module]}
        yield Page(f"docs/reference/{module}", module, "module", named, says=_first(importlib.import_module(module)))


def names(module: str) -> list[Named]:
    """Return the public names of a module that have docstrings of their own."""
    loaded = importlib.import_module(module)
    public = getattr(loaded, "__all__", None) or [name for name in vars(loaded) if not name.startswith("_")]
    found = []
    for name in sorted(public, key=lambda name: (name.lower(), name)):
        value = getattr(loaded, name)
        if (inspect.isclass(value) or callable(value)) and inspect.getdoc(value):
            found.append(Named(name, _signature(value), docstring(inspect.getdoc(value) or "")))
    return found


def _signature(value: Any) -> str:
    try:
        return re.sub(r"<[^>]*>", "...", str(inspect.signature(value)).replace("'", ""))
    except (TypeError, ValueError):
        return "(...)"


def _first(module: Any) -> str:
    return (inspect.getdoc(module) or "").partition("\n")[0]


def docstring(text: str) -> Markup:
    """Return a numpydoc docstring as HTML: sections as headings, parameters as a list of definitions."""
    lines = text.splitlines()
    headings = [number for number, line in enumerate(lines[:-1]) if line.strip() and _RULE.match(lines[number + 1])]
    ends = [*headings[1:], len(lines)] if headings else []
    parts = [_paragraphs(lines[: headings[0]] if headings else lines)]
    for start, end in zip(headings, ends, strict=True):
        body = lines[start + 2 : end]
        shown = (
            _definitions(body) if lines[start].strip() not in ("Notes", "Examples", "See Also") else _paragraphs(body)
        )
        parts.append(Markup("<h3>{}</h3>{}").format(lines[start].strip(), shown))
    return Markup("").join(parts)


def _definitions(lines: list[str]) -> Markup:
    found: list[tuple[str, list[str]]] = []
    for line in lines:
        if line.strip() and not line.startswith(" "):
            found.append((line.strip(), []))
        elif found:
            found[-1][1].append(line[4:] if line.startswith("    ") else line)
    rows = (Markup("<dt>{}</dt><dd>{}</dd>").format(_marked(name), _paragraphs(body)) for name, body in found)
    return Markup("<dl>{}</dl>").format(Markup("").join(rows))


def _paragraphs(lines: list[str]) -> Markup:
    blocks = re.split(r"\n\s*\n", "\n".join(lines).strip("\n"))
    return Markup("").join(_block(block) for block in blocks if block.strip())


def _block(block: str) -> Markup:
    bare = inspect.cleandoc(block)
    if _DISPLAY.match(bare):
        return Markup('<div class="math">{}</div>').format(display(" ".join(_DISPLAY.sub("", bare).split())))
    if bare.startswith(">>>"):
        return Markup('<pre tabindex="0" aria-label="python"><code>{}</code></pre>').format(bare)
    if bare.startswith("- "):
        items = re.split(r"\n(?=- )", bare)
        return Markup("<ul>{}</ul>").format(
            Markup("").join(Markup("<li>{}</li>").format(_marked(item[2:])) for item in items)
        )
    return Markup("<p>{}</p>").format(_marked(bare))


def _marked(text: str) -> Markup:
    """Return a line in which formulas and code are marked as docstrings mark them."""
    made, at = [], 0
    for found in _MARKS.finditer(text):
        made.append(escape(text[at : found.start()]))
        made.append(inline(found[1]) if found[1] else markup(f"<code>{escape(found[2] or found[3])}</code>"))
        at = found.end()
    return Markup("").join([*made, escape(text[at:])])
