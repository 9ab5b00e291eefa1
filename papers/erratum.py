"""One erratum, as data: what is printed, what is right, and what shows the difference.

The class follows from one rule. *False as printed*: what is printed fails inside the domain that is printed. *Hypothesis missing*: it
fails there too, but for points that a condition leaves out which the document states nowhere, or too wide. *Omission*: the condition is
stated elsewhere in the document, is the common range of such a parameter (a scale above 0, an order above 1), or decides nothing but a
size that an asymptotic bound leaves out. *Argument fails*: a step of a proof is false where the proof uses it, or does not follow.
*Typographical*: the context tells what is meant.

What shows a slip follows from another. A formula, number or domain that is wrong or missing is *claimed* and decided at a point, or
stated by an *entry* of the registry; a wrong *reference* is looked up; a slip that is the *same* as another has the evidence of that.
What is left are slips of *words*: a letter, a name, a reason or a definition of which no instance can be decided. They are called so,
and neither make a statement false nor bear on privacy.

The origin tells whose slip it is. The *author*'s is what the page has. The *conversion*'s is what the text at hand has and the page has
not, by the author's own source; the formula that is judged is then the right one, and the slip typographical. It is *open* where the
text alone does not tell.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any

from papers.errors import PaperDataError

FALSE = "false as printed"
NOT_SHARP = "true but not sharp"
ARGUMENT = "argument fails, statement stands"
HYPOTHESIS = "hypothesis missing"
OMISSION = "omission"
TYPOGRAPHICAL = "typographical"
CLASSES = (FALSE, HYPOTHESIS, ARGUMENT, NOT_SHARP, OMISSION, TYPOGRAPHICAL)
WITNESSED = (FALSE, HYPOTHESIS, ARGUMENT, NOT_SHARP)
UNDER_NOISES = "under-noises"
NO_LOSS = "none"
OVER_NOISES = "over-noises"
PRIVACY = (UNDER_NOISES, OVER_NOISES, NO_LOSS)
AUTHOR = "author"
CONVERSION = "conversion"
OPEN = "open"
ORIGINS = (AUTHOR, CONVERSION, OPEN)
EVIDENCE = ("claim", "entry", "reference", "same", "words")
_PAIRS = (("claim", "mended"), ("reference_printed", "reference_correct"))


@dataclass(frozen=True)
class Erratum:
    """One erratum of a paper.

    Parameters
    ----------
    id : str
        Permanent and unique in the paper: ``"3.3.2-factor"``.
    where : str
        Label of the numbered result, or of the section if it is between the results.
    place : str
        Where in it: an equation, a line of the proof.
    printed, correct : str
        What it says and what it should say, in words.
    kind : str
        One of `CLASSES`; all but omissions and typographical ones need a witness.
    privacy : str
        One of `PRIVACY`: what happens to somebody who follows the print.
    amount : str
        By how much; needed where privacy is lost.
    origin : str
        One of `ORIGINS`: whose slip it is.
    claim, mended : str
        What is printed and what is right, both at one point, in the grammar of `dpsym.parse`: false and true.
    entry, repair : str
        Id of the statement as printed, and of the one that corrects or sharpens it.
    reference_printed, reference_correct : str
        A wrong cross-reference and the right one.
    same : str
        Id of the erratum of this paper that is the same slip, printed elsewhere: in the slides of a thesis, say. The two are of one
        class and have one effect on privacy.
    words : bool
        Whether no instance of it can be decided.
    note : str
        A remark for the reader.

    Raises
    ------
    PaperDataError
        If a field has a value that it may not have, or one that it needs is empty.
    """

    id: str
    where: str
    place: str
    printed: str
    correct: str
    kind: str
    privacy: str
    amount: str = ""
    origin: str = AUTHOR
    claim: str = ""
    mended: str = ""
    entry: str = ""
    repair: str = ""
    reference_printed: str = ""
    reference_correct: str = ""
    same: str = ""
    words: bool = False
    note: str = ""

    def __post_init__(self) -> None:
        if self.kind not in CLASSES:
            raise PaperDataError(f"class of erratum {self.id} must be one of {', '.join(CLASSES)}, got {self.kind!r}")
        if self.privacy not in PRIVACY:
            raise PaperDataError(
                f"privacy of erratum {self.id} must be one of {', '.join(PRIVACY)}, got {self.privacy!r}"
            )
        if bool(self.amount) != (self.privacy == UNDER_NOISES):
            raise PaperDataError(
                f"amount of erratum {self.id} must say how much where privacy is lost, got {self.amount!r}"
            )
        for one, other in _PAIRS:
            if bool(getattr(self, one)) != bool(getattr(self, other)):
                raise PaperDataError(f"{one} and {other} of erratum {self.id} must be given together")
        if self.kind in WITNESSED and not (self.claim or (self.entry and self.repair)):
            raise PaperDataError(
                f"erratum {self.id} must have a claim with its correction, or a refuted entry with its repair"
            )
        self._check_origin_and_evidence()

    def _check_origin_and_evidence(self) -> None:
        if self.origin not in ORIGINS:
            raise PaperDataError(
                f"origin of erratum {self.id} must be one of {', '.join(ORIGINS)}, got {self.origin!r}"
            )
        if self.origin == CONVERSION and self.kind != TYPOGRAPHICAL:
            raise PaperDataError(f"erratum {self.id} of the conversion must be {TYPOGRAPHICAL}, got {self.kind!r}")
        if self.words == bool(self._shown):
            raise PaperDataError(
                f"erratum {self.id} must be shown by one of {', '.join(EVIDENCE[:-1])}, or be of words, "
                f"got {self._shown or 'neither'}{' and words' if self.words else ''}"
            )

        if self.words and self.privacy != NO_LOSS:
            raise PaperDataError(f"erratum {self.id} of words must not bear on privacy, got {self.privacy!r}")

    @property
    def _shown(self) -> str:
        """What shows it, of all but words; empty if nothing does."""
        shown = (self.claim, self.entry and self.repair, self.reference_correct, self.same)
        return next((name for name, given in zip(EVIDENCE, shown, strict=False) if given), "")

    @property
    def evidence(self) -> str:
        """One of `EVIDENCE`: what shows it."""
        return self._shown or "words"


def read_erratum(record: Mapping[str, Any]) -> Erratum:
    """Return the erratum of a TOML record, in which `kind` is called ``class``.

    Raises
    ------
    PaperDataError
        If a field is missing, unknown or of another type, or has a value that it may not have.
    """
    given = {"kind" if name == "class" else name: value for name, value in record.items()}
    name = given.get("id", "without an id")
    known = {field.name: field for field in fields(Erratum)}
    if unknown := set(given) - set(known):
        raise PaperDataError(f"erratum {name} must have known fields only, got {sorted(unknown)}")
    if missing := {field.name for field in known.values() if field.default is MISSING} - set(given):
        raise PaperDataError(f"erratum {name} must have all fields, got none for {sorted(missing)}")
    for field, value in given.items():
        if not isinstance(value, bool if field == "words" else str):
            kind = "a truth value" if field == "words" else "text"
            raise PaperDataError(f"{field} of erratum {name} must be {kind}, got {value!r}")
    return Erratum(**given)
