"""The laws and divergences by their names: what `dpsym` hands out, a text can name and tables list."""

from __future__ import annotations

from dpsym import distributions, divergences

LAWS: dict[str, type[distributions.Law]] = {
    name: value
    for name, value in vars(distributions).items()
    if isinstance(value, type) and issubclass(value, distributions.Law) and not value.is_abstract
}
"""The laws by their names, the synonym included."""

HEADS: dict[str, type] = {
    name: value
    for name, value in vars(divergences).items()
    if isinstance(value, type) and value is not divergences.Divergence
}
"""The divergences by their names."""

WORDS: dict[str, type] = {
    name: value
    for name, value in vars(distributions).items()
    if getattr(value, "is_written", False) and not getattr(value, "is_abstract", False)
} | HEADS
"""What a text can name: divergences, laws and what is made of laws, if their arguments can be written."""


def every() -> tuple[str, ...]:
    """Return all words."""
    return tuple(WORDS)
