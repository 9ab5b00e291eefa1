"""The documentation: the guides and notebooks, in four kinds; formulas between dollars are set when the site is built."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markupsafe import escape

from papers.site.mathematics import display, inline
from papers.site.page import Page, markup

FOLDER = "docs"
SOURCES = Path(__file__).parents[1] / "guide"
_REPOSITORY = SOURCES.parents[1]
NOTEBOOKS = (
    "a-bound-from-scratch",
    "dp-sgd-accounting",
    "which-mechanism-for-my-counts",
    "auditing-a-library",
    "refuting-a-claim",
)
KINDS = (
    ("Tutorial", ("tutorial",)),
    ("How to", ("tex", "tables", "numbers", "own", "from-other-tools", *NOTEBOOKS)),
    ("Reference", ("reference", "glossary")),
    ("Explanation", ("explanation", "findings", "contributing", "architecture")),
)
"""What stands where; a page without a source is left out."""
_PLACES = (
    {name: SOURCES / "notebooks" / f"{name}.ipynb" for name in NOTEBOOKS}
    | {name: _REPOSITORY / f"{name.upper()}.md" for name in ("contributing", "architecture")}
    | {"findings": _REPOSITORY / "theorems" / "peers" / "findings.md"}
)
"""The sources that do not lie in the folder of the guides."""
_PAGE = "site:"
"""What stands before the address of a page of the site in the guides."""
_MATH = re.compile(r"\$(\$?)([^$\n]+)\$(\1)")
_AS_HTML = "{=html}"
"""What stands behind the marks of lines that are taken as they are, as Pandoc has it; outputs of notebooks alone are such lines."""
_SLUG = re.compile(r"\W+")


@dataclass(frozen=True)
class Document:
    """A page of the documentation: its name in addresses, its title, and its Markdown without the title."""

    name: str
    title: str
    text: str


def sources() -> dict[str, Path]:
    """Return where the source of each page is, of those that there are."""
    places = {name: _PLACES.get(name, SOURCES / f"{name}.md") for _, names in KINDS for name in names}
    return {name: path.resolve() for name, path in places.items() if path.is_file()}


def documents() -> dict[str, Document]:
    """Return the pages that are written in Markdown or as notebooks, by name."""
    found = {}
    for name, path in sources().items():
        text = path.read_text(encoding="utf-8")
        title, _, rest = (_told(text) if path.suffix == ".ipynb" else text).partition("\n")
        found[name] = Document(name, title.lstrip("# ").strip(), rest)
    return found


def _told(notebook: str) -> str:
    """Return a notebook as Markdown, with what its cells show."""
    parts = []
    for cell in json.loads(notebook)["cells"]:
        source = "".join(cell["source"])
        parts.append(source if cell["cell_type"] == "markdown" else _fenced(source, "python"))
        parts += map(_shown, cell.get("outputs", ()))
    return "\n\n".join(parts)


def _shown(output: dict[str, Any]) -> str:
    """Return an output of a cell as Markdown: its page, its picture, its formula or its text, the first of these that it has."""
    if "data" not in output:  # what was printed, or an error
        return _fenced("".join(output.get("text", output.get("traceback", ""))), "text")
    data = {kind: "".join(content) for kind, content in output["data"].items()}
    text = data.get("text/plain", "")
    if page := data.get("text/html"):
        return _fenced(f'<div class="wide">{page}</div>', _AS_HTML)
    for kind in ("image/svg+xml", "image/png"):
        if kind in data:
            code = b64encode(data[kind].encode()).decode() if kind.endswith("xml") else "".join(data[kind].split())
            return _fenced(f'<img alt="{escape(text)}" src="data:{kind};base64,{code}">', _AS_HTML)
    latex = " ".join(data.get("text/latex", "").split())
    is_formula = latex and r"\begin" not in latex  # a derivation over many lines is told in words
    return f"$${latex.strip('$')}$$" if is_formula else _fenced(text, "text")


def _fenced(code: str, language: str) -> str:
    """Return lines between marks that are longer than any in them."""
    longest = max(map(len, re.findall("`+", code)), default=0)
    mark = "`" * max(3, longest + 1)
    return f"{mark}{language}\n{code}\n{mark}"


def contents() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the kinds of documentation, each with the names and titles of its pages."""
    titles = {"reference": "Reference"} | {name: one.title for name, one in documents().items()}
    return [(kind, [(name, titles[name]) for name in names if name in titles]) for kind, names in KINDS]


def pages() -> Iterator[Page]:
    """Yield every page of the documentation, the first one listing the others."""
    found = contents()
    yield Page(
        FOLDER,
        "Documentation",
        "docs",
        {"contents": found, "here": ""},
        says="Tutorial, how-to, reference, explanation.",
    )
    for name, one in documents().items():
        content = {"contents": found, "here": name, "body": markup(rendered(one.text, sources()[name].parent))}
        yield Page(f"{FOLDER}/{name}", one.title, "document", content)


def rendered(text: str, home: Path = SOURCES) -> str:
    """Return Markdown as HTML, with formulas as MathML, names on headings, and code that can be scrolled and copied.

    Parameters
    ----------
    text : str
        The Markdown.
    home : Path, optional
        The folder of its file, from which links to other files count.
    """
    pages = {path: name for name, path in sources().items()}
    made = MarkdownIt("commonmark", {"html": False}).enable("table")
    made.inline.ruler.before("escape", "math", _math)
    made.add_render_rule("math", _as_mathml)
    made.add_render_rule("fence", _fence)
    made.add_render_rule("heading_open", _heading)
    made.core.ruler.push("links", lambda state: _relink(state.tokens, home, pages))
    made.add_render_rule("table_open", lambda *_: '<div class="wide"><table>')
    made.add_render_rule("table_close", lambda *_: "</table></div>")
    return made.render(text)


def _math(state: StateInline, silent: bool) -> bool:
    found = _MATH.match(state.src, state.pos)
    if found is None:
        return False
    if not silent:
        token = state.push("math", "", 0)
        token.content, token.markup = found[2], found[1]
    state.pos = found.end()
    return True


def _as_mathml(renderer: RendererHTML, tokens: list[Token], at: int, *_: Any) -> str:
    token = tokens[at]
    return str(display(token.content) if token.markup else inline(token.content))


def _fence(renderer: RendererHTML, tokens: list[Token], at: int, *_: Any) -> str:
    token = tokens[at]
    language = token.info.strip() or "text"
    if language == _AS_HTML:
        return token.content
    code = _without_directives(token.content)
    copier = '<button type="button" class="copier" aria-label="Copy these lines">Copy</button>'
    return (
        f'<div class="code">{copier if language != "text" else ""}'
        f'<pre tabindex="0" aria-label="{escape(language)}"><code>{escape(code)}</code></pre></div>\n'
    )


def _without_directives(code: str) -> str:
    """Return lines without what they tell doctest alone."""
    return re.sub(r" *# doctest: \+\w+", "", code).replace("<BLANKLINE>", "").rstrip()


def _heading(renderer: RendererHTML, tokens: list[Token], at: int, *_: Any) -> str:
    name = _SLUG.sub("-", tokens[at + 1].content.lower()).strip("-")
    return f'<{tokens[at].tag} id="{name}">'


def _relink(tokens: list[Token], home: Path, pages: dict[Path, str]) -> None:
    """Lead links to other sources to the pages that are made of them, and leave the words alone of those to anything else in the repository."""
    for token in (child for one in tokens for child in one.children or () if child.type == "link_open"):
        target = str(token.attrGet("href"))
        name = pages.get((home / target).resolve())
        if target.startswith(_PAGE):
            token.attrSet("href", f"../../{target.removeprefix(_PAGE)}/index.html")
        elif name is not None:
            token.attrSet("href", f"../{name}/index.html")
        elif "://" not in target:
            token.attrs.pop("href")
