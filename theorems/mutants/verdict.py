"""What became of a mutant."""

from __future__ import annotations

from dataclasses import dataclass, field

KINDS = {
    "refuted": "refuted by a mathematical check, at a witness",
    "text": "told from the text of a source alone",
    "open": "at which a check raises or cannot decide",
    "weaker": "end with a weaker status",
    "superfluous": "hold on more than is stated, as far as the checks see",
    "survived": "survive",
    "implied": "follow from the entry",
    "equivalent": "say the same",
}
"""How a mutant may end, with words for many. The first is noticed, the last two are left out of the score."""
NOTICED, LEFT_OUT = ("refuted",), ("implied", "equivalent")


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant.

    Parameters
    ----------
    kind : str
        One of `KINDS`.
    by : str
        The check that noticed, or why none did.
    witness : dict of str to str
        Where the mutant fails, if it is known to.
    """

    kind: str
    by: str = ""
    witness: dict[str, str] = field(default_factory=dict)
