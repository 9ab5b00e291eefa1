"""What can go wrong in `papers`: one class a mistake, each also the builtin that one would expect."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import ClassVar


class PaperError(Exception):
    """Any error that `papers` raises on purpose."""


class PaperDataError(PaperError, ValueError):
    """The data of a paper are malformed: a field is missing or unknown, or a name stands for nothing."""


class BuildError(PaperError, RuntimeError):
    """A PDF cannot be made, or is not fit to be handed on."""


class _UnknownError(PaperError, KeyError):
    rule: ClassVar[str]

    def __init__(self, unknown: str, known: Iterable[str]) -> None:
        super().__init__(unknown)
        self.unknown = unknown
        self.nearest = difflib.get_close_matches(unknown, list(known), n=1, cutoff=0.0)

    def __str__(self) -> str:
        hint = f"; the nearest is {self.nearest[0]!r}" if self.nearest else ""
        return f"{self.rule}, got {self.unknown!r}{hint}"


class UnknownPaperError(_UnknownError):
    """No paper has this key; the message names the nearest."""

    rule = "paper key must be one of the papers told here"


class UnknownLabelError(_UnknownError):
    """The paper has no numbered result with this label; the message names the nearest."""

    rule = "label must be that of a numbered result"
