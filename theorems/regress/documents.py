"""The claims of a document: the tables of Markdown and LaTeX, the cases of an accountant's own tests in Python, and sentences."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from theorems.regress.errors import ClaimsFileError
from theorems.regress.headers import claims
from theorems.regress.sentences import sentences
from theorems.regress.suites import suite
from theorems.regress.tables import latex, markdown

_READERS = {".md": markdown, ".markdown": markdown, ".tex": latex, ".py": suite}
DOCUMENTS = (*_READERS, ".txt")
"""How the names of documents end."""
_LONGEST = 1 << 24


def cells_of(path: Path, given: Collection[str]) -> Iterator[dict[str, str] | str]:
    """Yield the cells of each claim of a document, by the names of columns; a text is why a table cannot be read.

    A table that tells no number of a mechanism, such as one of accuracies, is passed over.

    Parameters
    ----------
    path : Path
        The document.
    given : collection of str
        The columns that are known beside it.

    Raises
    ------
    ClaimsFileError
        If it is longer than any document, or no Python where its name says so.
    """
    with path.open(encoding="utf-8-sig", errors="replace") as file:
        text = file.read(_LONGEST + 1)
    if len(text) > _LONGEST:
        raise ClaimsFileError(f"{path} must have at most {_LONGEST} characters, or be CSV or JSON lines")
    if path.suffix.lower() == ".txt":
        yield from sentences(text)
        return
    try:
        for number, table in enumerate(_READERS[path.suffix.lower()](text), 1):
            yield from claims(table, number, given)
    except (SyntaxError, ValueError, RecursionError) as error:
        raise ClaimsFileError(f"{path} must be readable as {path.suffix}, got: {error}") from None
