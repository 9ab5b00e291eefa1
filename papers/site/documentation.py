"""The documentation: Markdown in `docs/`, in four kinds, with a glossary; formulas between dollars are set when the site is built."""

from __future__ import annotations

import re
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
SOURCES = Path(__file__).with_name("docs")
_REPOSITORY = Path(__file__).parents[2]
KINDS = (
    ("Tutorial", ("tutorial",)),
    (
        "How to",
        (
            "a-table-in-a-paper",
            "a-number-in-a-test-suite",
            "which-mechanism",
            "prove-or-refute",
            "your-own-theorem",
            "from-other-tools",
        ),
    ),
    ("Reference", ("reference", "glossary")),
    ("Explanation", ("explanation", "contributing", "architecture")),
)
"""What stands where; a page without a source is left out."""
_ABOVE = {"contributing": "CONTRIBUTING.md", "architecture": "ARCHITECTURE.md"}
"""Pages whose source stands at the root of the repository, where there is one."""
_MATH = re.compile(r"\$(\$?)([^$\n]+)\$(\1)")
_SLUG = re.compile(r"\W+")


@dataclass(frozen=True)
class Document:
    """A page of the documentation: its name in addresses, its title, and its Markdown without the title."""

    name: str
    title: str
    text: str


def documents() -> dict[str, Document]:
    """Return the pages that are written in Markdown, by name."""
    found = {}
    for name in (name for _, names in KINDS for name in names):
        path = _REPOSITORY / _ABOVE[name] if name in _ABOVE else SOURCES / f"{name}.md"
        if path.is_file():
            title, _, text = path.read_text(encoding="utf-8").partition("\n")
            found[name] = Document(name, title.lstrip("# ").strip(), text)
    return found


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
        content = {"contents": found, "here": name, "body": markup(rendered(one.text))}
        yield Page(f"{FOLDER}/{name}", one.title, "document", content)


def rendered(text: str) -> str:
    """Return Markdown as HTML, with formulas as MathML, names on headings, and code that can be scrolled and copied."""
    made = MarkdownIt("commonmark", {"html": False}).enable("table")
    made.inline.ruler.before("escape", "math", _math)
    made.add_render_rule("math", _as_mathml)
    made.add_render_rule("fence", _fence)
    made.add_render_rule("heading_open", _heading)
    made.add_render_rule("link_open", _link)
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
    code = _without_directives(token.content)
    return (
        f'<div class="code"><button type="button" class="copier" aria-label="Copy these lines">Copy</button>'
        f'<pre tabindex="0" aria-label="{escape(language)}"><code>{escape(code)}</code></pre></div>\n'
    )


def _without_directives(code: str) -> str:
    """Return lines without what they tell doctest alone."""
    return re.sub(r" *# doctest: \+\w+", "", code).replace("<BLANKLINE>", "").rstrip()


def _heading(renderer: RendererHTML, tokens: list[Token], at: int, *_: Any) -> str:
    name = _SLUG.sub("-", tokens[at + 1].content.lower()).strip("-")
    return f'<{tokens[at].tag} id="{name}">'


def _link(renderer: RendererHTML, tokens: list[Token], at: int, *_: Any) -> str:
    """Return the beginning of a link; one to a file of the repository leads to the page that is made of it."""
    target = str(tokens[at].attrGet("href"))
    name = next((name for name, file in _ABOVE.items() if file == target), "")
    return f'<a href="{escape(f"../{name}/index.html" if name else target)}">'
