"""Papers told from the registry: numbered results with verdicts, tables and figures made again, errata."""

from __future__ import annotations

__all__ = ["holds"]


def holds(claim: str) -> bool:
    """Return whether a claim without symbols is true, decided by balls from the definitions.

    Every erratum is shown by two such lines, the printed claim, which is false, and the mended one:

    >>> from papers import holds
    >>> holds("MaxDivergence(Laplace(0, 1), Laplace(1, 1)) <= 1/2")
    False

    Parameters
    ----------
    claim : str
        A comparison in the grammar of `dpsym.parse`, with ``==``, ``<=``, ``<``, ``>=`` or ``>``.

    Raises
    ------
    PaperDataError
        If the text is no claim, or the balls cannot decide it.
    """
    from papers.errors import PaperDataError
    from papers.witness import decide

    found = decide(claim)
    if not found.holds and not found.fails:
        raise PaperDataError(f"a claim must be one that balls can decide, got {claim!r}: {found.verdict}")
    return found.holds
