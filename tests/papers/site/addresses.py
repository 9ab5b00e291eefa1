"""What a page links to and loads, read from its HTML."""

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The addresses, names and headings of a page."""

    def __init__(self, path):
        super().__init__()
        self.path, self.links, self.loads, self.names, self.headings, self.unlabelled = (
            Path(path),
            [],
            [],
            set(),
            [],
            [],
        )
        self.feed(self.path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if "id" in given:
            self.names.add(given["id"])
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag in ("script", "link", "img") and (source := given.get("src") or given.get("href")):
            self.loads.append(source)
        if tag in ("h1", "h2", "h3", "h4"):
            self.headings.append(int(tag[1]))
        if tag == "img" and "alt" not in given:
            self.unlabelled.append(given.get("src"))

    def target(self, address):
        """Return the file that an address leads to, and the name in it; None for another host."""
        parts = urlsplit(address)
        if parts.scheme or parts.netloc:
            return None, ""
        file = self.path.parent / unquote(parts.path) if parts.path else self.path
        return file.resolve(), unquote(parts.fragment)


def broken(folder):
    """Return the links and sources below a folder that lead to no file, or to a name that a page does not have."""
    pages = {path.resolve(): Page(path) for path in Path(folder).rglob("*.html")}
    found = []
    for page in pages.values():
        for address in (*page.links, *page.loads):
            file, name = page.target(address)
            if file is None:
                continue
            is_state = "=" in name or "graph" in file.parts  # what a script reads, and no name in the page
            if not file.is_file() or (name and not is_state and file in pages and name not in pages[file].names):
                found.append((str(page.path), address))
    return found


def elsewhere(folder):
    """Return what pages load from other hosts."""
    pages = map(Page, Path(folder).rglob("*.html"))
    return [
        (str(page.path), source)
        for page in pages
        for source in page.loads
        if page.target(source)[0] is None and not source.startswith("data:")
    ]
