"""What became of a mutant."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant.

    Parameters
    ----------
    kind : str
        ``refuted`` (a check has a witness), ``text`` (only the source's text tells it from the entry), ``open`` (a check can no longer
        decide, which fails the run), ``weaker`` (another status), ``equivalent``, ``superfluous`` (a hypothesis without which the
        statement holds as far as the checks see) or ``survived``.
    by : str
        The check that noticed, or how the equivalence was shown.
    witness : dict of str to str
        Where the mutant fails, if it is known to.
    """

    kind: str
    by: str = ""
    witness: dict[str, str] = field(default_factory=dict)
