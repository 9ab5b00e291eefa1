"""A page of the site, and the writer that puts pages and files into a folder."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from mechanisms.files import MARK, marked, write
from papers.site import mathematics
from theorems.commands.context import is_forced

INDEX = "index.html"
STATIC = Path(__file__).with_name("static")
LICENSE = Path(__file__).with_name("LICENSE-STIX.txt")
"""Of the font, which has one of its own."""


@dataclass(frozen=True)
class Page:
    """One page.

    Parameters
    ----------
    path : str
        Its folder, from the root of the site: ``"theorems/renyi.laplace"``; empty for the front page.
    title : str
        What the browser shows, and what stands at the top.
    template : str
        The name of the template, without its ending.
    content : mapping
        What the template is filled with.
    says : str
        One sentence for those who find the page by a search.
    """

    path: str
    title: str
    template: str
    content: Mapping[str, Any] = field(default_factory=dict)
    says: str = ""


class Writer:
    """Puts pages and files below a folder; every link is relative, so that the site can be opened from disk.

    Parameters
    ----------
    folder : Path
        The root of the site.
    navigation : sequence of (str, str)
        Paths and names of what every page links to.
    """

    def __init__(self, folder: Path, navigation: Sequence[tuple[str, str]]) -> None:
        self.folder = folder
        self.sizes: dict[str, int] = {}
        self._environment = Environment(
            loader=PackageLoader("papers.site"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._environment.filters |= {
            "prose": mathematics.prose,
            "display": mathematics.display,
            "inline": mathematics.inline,
        }
        self._environment.globals |= {"navigation": navigation}

    def page(self, page: Page) -> None:
        """Write a page."""
        depth = len([part for part in page.path.split("/") if part])
        text = self._environment.get_template(f"{page.template}.html").render(
            page=page, root="../" * depth, **page.content
        )
        self._write(f"{page.path}/{INDEX}".lstrip("/"), marked(text, "xml"))

    def data(self, name: str, variable: str, value: Any) -> None:
        """Write a value as a script that gives it a name: from a disk, a browser loads scripts and nothing else."""
        body = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        self._write(f"static/{name}", f"// {MARK}\nwindow.{variable} = {body};\n")

    def static(self) -> None:
        """Copy style, script and font, which carry the mark of this program themselves, and the license of the font."""
        for path in sorted(STATIC.iterdir()):
            self._write(f"static/{path.name}", path.read_bytes())
        self.file("static/math-license.txt", LICENSE.read_text(encoding="utf-8"))

    def picture(self, name: str, drawn: bytes) -> None:
        """Write a picture, which carries the mark in its metadata."""
        self._write(name, drawn)

    def file(self, name: str, text: str) -> None:
        """Write a text as it is, with the mark on a line of its own."""
        self._write(name, marked(text, "text"))

    def _write(self, name: str, content: str | bytes) -> None:
        place = self.folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        write(place, content, is_forced())
        self.sizes[name] = len(content.encode() if isinstance(content, str) else content)


def link(path: str, root: str = "") -> str:
    """Return the address of a page from another whose way to the root is given."""
    return f"{root}{path}/{INDEX}" if path else f"{root}{INDEX}"


def markup(text: str) -> Markup:
    """Return HTML that the program made, for a template to take as it is."""
    return Markup(text)  # noqa: S704
