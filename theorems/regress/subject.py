"""What a claim is about: the mechanisms that are run, exactly, as they are read from the text of a chain."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from fractions import Fraction
from functools import lru_cache
from typing import Any

from theorems.regress.chains import chain
from theorems.regress.errors import UnreadableClaimError
from theorems.regress.refusals import refusal
from theorems.regress.replaced import is_of_replaced, replacing
from theorems.regress.runs import Run, Subject
from theorems.regress.tree import facts_of, is_asked, parts_of, says_distances, scales_of, symbols_of

Values = tuple[tuple[str, Fraction], ...]

_NUMBER = r"(?:\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})(?:[eE][+-]?\d{1,2})?"
# the most frequent chains with numbers alone; everything else goes through the grammar, and a test holds one against the other
_PLAIN = re.compile(
    rf"\s*(?:(Gaussian)\((?:sigma=)?|(Laplace|DiscreteLaplace)\((?:scale=)?|(RR|RandomizedResponse)\((?:eps=)?)"
    rf"({_NUMBER}|[A-Za-z]\w*)\)(?:\.subsample\((?:rate=)?({_NUMBER})\))?(?:\.compose\(({_NUMBER})\))?\s*",
    re.ASCII,
)
_ONE = Fraction(1)
_FULL_NAMES = {"RR": "RandomizedResponse"}
_RELATIONS = ("add-remove", "replace", "l1-ball", "add", "remove")
_RELATED = {
    **dict.fromkeys(
        ("add-or-remove", "add-or-remove-one", "add-remove-one", "unbounded", "unbounded-dp"), "add-remove"
    ),
    **dict.fromkeys(
        (
            *("replace-one", "replaced", "replacement", "change-one", "substitute", "substitution", "substitute-one"),
            *("swap", "swap-one", "swapped", "bounded", "bounded-dp"),
        ),
        "replace",
    ),
    **dict.fromkeys(("zeroed-out", "replace-special"), "zero-out"),
}
"""Relations by other names."""
_INTEGER = frozenset({"DiscreteLaplace", "DiscreteGaussian"})
_NAMED_SCALES = frozenset({"Gaussian", "Laplace", "DiscreteLaplace"})


@lru_cache(maxsize=1 << 14)
def subject(text: str, adjacency: str = "", sensitivity: Fraction | None = None, values: Values = ()) -> Subject:
    """Return what the text of a chain is about.

    Parameters
    ----------
    text : str
        In the grammar of `dpsym.guarantees.reading`, without a conversion at its end.
    adjacency : str, optional
        Of the claim; the chain's own if it is empty.
    sensitivity : Fraction, optional
        Of every query, instead of the chain's own.
    values : tuple of (str, Fraction), optional
        Numbers for the names in it.

    Raises
    ------
    UnreadableClaimError
        If it is not such a chain, a name is left in it, the adjacency is not known, or the sensitivity is not one of its noise.
    """
    found = _plain(text, dict(values)) or _read(text, dict(values), _relation(adjacency))
    if sensitivity is not None:
        if (
            not found.parts
            or found.says_distances
            or any(run.family in ("RandomizedResponse", "KaryResponse") for run, _ in found.parts)
        ):
            rule = "left out: the mechanism has none, or the chain says itself how far queries move"
            raise UnreadableClaimError("sensitivity", rule, str(sensitivity))
        if sensitivity <= 0:
            raise UnreadableClaimError("sensitivity", "positive and finite", str(sensitivity))
        parts = tuple((replace(run, sensitivity=sensitivity), count) for run, count in found.parts)
        found = replace(found, parts=parts)
    for run, _ in found.parts:
        if run.sensitivity.denominator != 1 and (run.family in _INTEGER or getattr(run.law, "is_discrete", False)):
            rule = "an integer, of noise on the integers"
            raise UnreadableClaimError("sensitivity", rule, str(run.sensitivity))
    return _between(found, adjacency) if adjacency else found


def _relation(adjacency: str) -> str:
    """Return the name that a relation has here, itself where it has no other."""
    relation = re.sub(r"[\s_/]+", "-", adjacency.strip().lower())
    return _RELATED.get(relation, relation)


def _between(found: Subject, adjacency: str) -> Subject:
    relation = _relation(adjacency)
    if relation == "zero-out":  # of which noise on sums has the pairs of one record removed
        if not found.parts or any(run.family in ("RandomizedResponse", "KaryResponse") for run, _ in found.parts):
            raise UnreadableClaimError("adjacency", "zero-out of noise on sums alone", adjacency)
        relation = "add-remove"
    if relation not in _RELATIONS:
        near = get_close_matches(relation, (*_RELATIONS, *_RELATED), n=1)
        meaning = f" (did you mean {near[0]}?)" if near else ""
        raise UnreadableClaimError("adjacency", f"one of {', '.join(_RELATIONS)}{meaning}", adjacency)
    if relation in ("add", "remove"):
        if found.relation != "add-remove":
            raise UnreadableClaimError("adjacency", f"that of the mechanism, {found.relation}", adjacency)
        return replace(found, directions=(relation,))
    if relation == found.relation:
        return found
    if found.relation != "add-remove":
        raise UnreadableClaimError("adjacency", f"that of the mechanism, {found.relation}", adjacency)
    if found.parts and not found.is_sampled:  # the sensitivity is that of one step of whichever adjacency
        return replace(found, relation=relation)
    if relation != "replace":
        raise UnreadableClaimError("adjacency", "add-remove or replace of a sampled mechanism", adjacency)
    return of_guarantee(guarantee_of(found).to_replace())


def guarantee_of(found: Subject) -> Any:
    """Return the chain of a subject as the calculus has it."""
    if found.guarantee is not None:
        return found.guarantee
    from dpsym.guarantees.guarantee import composed, guarantee

    runs = []
    for run, count in found.parts:
        between = "replace" if found.is_replaced and not run.is_sampled else "add-remove"
        made = guarantee(law_of(run), sensitivity=run.sensitivity, adjacency=between)
        sampled = made.subsample(run.rate) if run.is_sampled else made
        sampled = sampled.to_replace() if run.replaced else sampled
        sampled = sampled.group(run.records) if run.records > 1 else sampled
        runs.append(sampled.compose(count) if count > 1 else sampled)
    return runs[0] if len(runs) == 1 else composed(runs)


def law_of(run: Run) -> Any:
    """Return the law of a run as an object of `dpsym`."""
    if run.law is not None:
        return run.law
    from sympy import Rational

    from dpsym import distributions

    return getattr(distributions, run.family)(*(Rational(each) for each in run.arguments))


def _plain(text: str, values: Mapping[str, Fraction]) -> Subject | None:
    """Return what a chain of the most frequent form is about; None of any other, and of one that the grammar has to refuse."""
    matched = _PLAIN.fullmatch(text) if isinstance(text, str) else None
    if matched is None:
        return None
    family, number = matched[1] or matched[2] or matched[3], matched[4]
    value = Fraction(number) if number[0] in ".0123456789" else values.get(number)
    rate = Fraction(matched[5]) if matched[5] else _ONE
    count = Fraction(matched[6]) if matched[6] else _ONE
    if value is None or value.numerator <= 0 or count.denominator != 1 or count.numerator < 1:
        return None
    if rate is not _ONE and not 0 < rate <= 1:
        return None
    run = Run(_FULL_NAMES.get(family, family), (value,), rate=rate)
    return Subject(((run, int(count)),))


def _read(text: str, values: Mapping[str, Fraction], relation: str = "") -> Subject:
    from dpsym.errors import DpsymError, ParameterError
    from dpsym.guarantees.guarantee import Guarantee
    from dpsym.guarantees.reading import read

    words = chain(text)
    try:
        found = replacing(words, values) if relation == "replace" and is_of_replaced(words) else read(words, values)
    except DpsymError as error:
        if isinstance(error, ParameterError) and relation != "replace" and is_of_replaced(words):
            rule = "replace where answers are shuffled or a sample has a fixed size"
            raise UnreadableClaimError("adjacency", rule, relation) from None
        raise refusal(text, error) from None
    except (RecursionError, OverflowError, TypeError, ValueError, ZeroDivisionError) as error:
        raise refusal(text, error) from None
    if not isinstance(found, Guarantee):
        raise UnreadableClaimError("mechanism", "a chain without a question at its end", text)
    return of_guarantee(found, text)


def of_guarantee(found: Any, text: str = "") -> Subject:
    """Return what a guarantee of `dpsym` is about.

    Raises
    ------
    UnreadableClaimError
        If it is an answer to a question already, or symbols are left in it.
    """
    shown = text or str(found)
    if is_asked(found.node):
        raise UnreadableClaimError(
            "mechanism", "a chain without a conversion at its end (the quantity is a column)", shown
        )
    if names := symbols_of(found.node):
        raise UnreadableClaimError(
            "mechanism", f"without names, but for the scale that is claimed, not {', '.join(names)}", shown
        )
    adjacency = found.adjacency
    parts = parts_of(found.node)
    if not parts:
        return Subject((), adjacency.relation.value, guarantee=found)
    return Subject(
        parts, adjacency.relation.value, also=facts_of(found.node), says_distances=says_distances(found.node)
    )


def scale_name(text: str) -> str:
    """Return the name that stands for the noise scale in a chain, of Gaussian, Laplace or discrete Laplace noise.

    Raises
    ------
    UnreadableClaimError
        If there is no such name, or several, or it does not stand for the scale of one of these.
    """
    if (matched := _PLAIN.fullmatch(text)) is not None and matched[4][0].isalpha() and not matched[3]:
        return str(matched[4])
    from dpsym.guarantees.reading import read

    rule = f"a chain with one name, the scale of {', '.join(sorted(_NAMED_SCALES))} noise, such as Gaussian(sigma)"
    try:
        names = scales_of(read(text).node, _NAMED_SCALES)  # type: ignore[union-attr]
    except (ValueError, ArithmeticError, AttributeError, RecursionError) as error:
        raise UnreadableClaimError("mechanism", f"{rule} ({error})", text) from None
    if len(names) != 1:
        raise UnreadableClaimError("mechanism", rule, text)
    return names.pop()
