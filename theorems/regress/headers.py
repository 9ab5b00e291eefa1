"""What the header and the caption of a printed table say of its rows: columns by their names here, and what all rows share."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from theorems.regress.tables import Table
from theorems.regress.words import NOTES, WORDS, named, tells

_CLAIMED = ("epsilon", "renyi", "mu", "rho", "value")
_NOT_OF = {"renyi": ("delta",), "mu": ("delta", "order"), "rho": ("delta", "order")}
"""What a table states of its rows that is not where a quantity is claimed."""
_FILLER = frozenset(
    (
        *("a", "an", "approx", "at", "dp", "for", "max", "no", "num", "number", "of", "privacy", "target", "the"),
        *("calibrated", "expected", "final", "least", "required", "smallest", "total"),
    )
)
_FOUND = frozenset({"calibrated", "expected", "least", "required", "smallest"})
"""Words beside which the scale of noise is a claim, and no parameter."""
_OTHER = frozenset(
    (
        *("client", "each", "group", "initial", "iteration", "layer", "local", "one", "per", "round", "single", "step"),
        *("replacement", "shuffled", "shuffling", "uniform", "user"),
    )
)
"""Words beside which a number is that of something else than the whole run."""
_ACCOUNTANTS = frozenset(("gdp", "rdp", "renyi", "zcdp"))
"""Notions that, said of an epsilon, name the accountant that found it, where no order is in sight."""
_PLACES = ("mechanism", "quantity", "direction", "adjacency", "unit", "sensitivity", "name", "note")
_OPEN = frozenset({"b", "z"})  # a batch, a scale or a depth
_KNOWN = {**WORDS, **{name: name for name in (*NOTES, *_PLACES)}}
_NUMBER = r"(?:10\^[+-]?\d+|\d[\d,]*/\d[\d,]*|\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+|x10\^[+-]?\d+)?\s?%?|\.\d+)"
_SPELT = "|".join(sorted((word.replace("_", "[ _-]") for word in WORDS.keys() - _OPEN), key=len, reverse=True))
_END = r"(?![\w.]*\w)"
_STATED = re.compile(rf"(?<![\w.])-*({_SPELT})\s*[=:]\s*({_NUMBER}){_END}", re.ASCII)
_SAID = re.compile(
    rf"(?<!\w)(batch size|lot size|noise (?:multiplier|scale|level)|sampling rat(?:e|io)) (?:of |is )?({_NUMBER}){_END}"
)
_COUNTED = re.compile(
    rf"(?<![\w.^])({_NUMBER})\s+(epochs|steps|iterations|compositions|(?:training )?examples|records)\b"
)
_LAWS = {"laplace": "Laplace", "gaussian": "Gaussian"}
_STRANGE = frozenset(("binomial", "cauchy", "exponential", "geometric", "response", "skellam", "staircase", "student"))
"""Words of laws whose parameters have many forms, so that a column has to state them."""
_REPLACING = frozenset(("replace", "replaced", "replacement", "replacing", "substitute", "substitution"))


@dataclass(frozen=True)
class Column:
    """What a column of a printed table is.

    Parameters
    ----------
    name : str
        Its name here.
    qualifier : str
        What else its header says: by which accountant a number was found.
    shared : dict
        What its header states of all its numbers, such as ``at delta = 1e-5``.
    """

    name: str
    qualifier: str
    shared: dict[str, str]


def column(header: str, has_order: bool = False) -> Column | None:
    """Return what stands under a header such as ``Privacy eps (RDP, delta=1e-5)``; None where it is not known, or no single thing.

    A parameter of the mechanism may be called by its name alone: beside it nothing is said but words like *number of*.

    Parameters
    ----------
    header : str
        What stands over the column.
    has_order : bool, optional
        Whether the table states an order, so that an epsilon of RDP may be a budget at this order.
    """
    words = _words(header)
    accountants = _accountants(header, words, has_order)
    spans = [(end - start, start) for start in range(len(words)) for end in range(start + 1, len(words) + 1)]
    for length, start in sorted(spans, key=lambda span: (-span[0], span[1])):
        word = "_".join(words[start : start + length])
        name = _KNOWN.get(word)
        if name is None or word in _OPEN or accountants.intersection(words[start : start + length]):
            continue
        if name in NOTES:
            return Column(name, "", {})
        rest = [each for each in words[:start] + words[start + length :] if each not in _FILLER]
        of_others = {_KNOWN.get(each, name) for each in rest if len(each) > 1 and each not in accountants}
        of_others -= NOTES | {name, "sampling"}
        is_claim = name in (*_CLAIMED, "upper", "lower")
        unsaid = (
            _OTHER.intersection(rest) if is_claim else [each for each in rest if len(each) > 1 and each not in WORDS]
        )
        if of_others or unsaid:
            return None
        if name == "scale" and _FOUND.intersection(words):
            return Column("value", "", {"quantity": "scale"})
        return Column(name, " ".join(rest) if is_claim else "", stated(header))
    return None


def _words(header: str) -> list[str]:
    return re.findall(r"[a-z]+\d*|\d+", _STATED.sub(" ", header.lower()).replace("é", "e"))


def _accountants(header: str, words: Collection[str], has_order: bool) -> frozenset[str]:
    """Return the words of a header that only say which accountant found its epsilon; none where an order may make it another number."""
    names = {_KNOWN.get(word) for word in words}
    if "epsilon" not in names:
        return frozenset()
    is_open = has_order or "order" in names or "order" in stated(header)
    return frozenset({"accountant"}) if is_open else _ACCOUNTANTS.intersection(words) | {"accountant"}


def stated(said: str) -> dict[str, str]:
    """Return what a text states of all rows: ``N = 60000``, ``batch size 256``, ``60 epochs``; not what it states twice otherwise."""
    text, found = said.lower(), dict[str, set[str]]()
    pairs = [*_STATED.findall(text), *_SAID.findall(text), *((word, number) for number, word in _COUNTED.findall(text))]
    for word, number in pairs:
        found.setdefault(named(re.sub(r"[ -]", "_", word)), set()).add(number.strip().rstrip(","))
    return {name: numbers.pop() for name, numbers in found.items() if len(numbers) == 1}


def law_of(said: str) -> str:
    """Return the law of noise that a caption names, empty where it names none.

    Raises
    ------
    ValueError
        If it names several, or one that a column has to state.
    """
    words = set(re.findall(r"[a-z]+", said.lower().replace("_", " ")))
    found = sorted((_LAWS.keys() | _STRANGE) & words)
    if len(found) > 1 or _STRANGE.intersection(found):
        raise ValueError(f"must have a column mechanism, as its caption names {' and '.join(found)}")
    return f"{'Discrete' * ('discrete' in words)}{_LAWS[found[0]]}" if found else ""


def claims(table: Table, number: int, given: Collection[str] = ()) -> Iterator[dict[str, str] | str]:
    """Yield the cells of each claim of a table, by the names of columns here; a text says why a table cannot be read.

    A row with several numbers that are claimed, such as one epsilon by each of two accountants, is as many claims.

    Parameters
    ----------
    table : Table
        Its texts.
    number : int
        Which table of its document it is, from 1.
    given : collection of str, optional
        What is known of all rows beside it, by the names of columns here.
    """
    shared = stated(table.caption)
    has_order = "order" in {*given, *shared, *(each.name for each in map(column, table.header) if each)}
    columns = [column(each, has_order) for each in table.header]
    found = [each for each in columns if each]
    beside = {name for each in found for name in each.shared}
    of_all = {*(each.name for each in found), *given, *shared}
    known = of_all | beside
    is_told = tells(known | ({"scale"} if "quantity" in beside else set()))
    strange = [header for each, header in zip(columns, table.header, strict=True) if each is None]
    if not is_told:
        strange = [header for header in strange if {_KNOWN.get(word) for word in _words(header)}.intersection(_CLAIMED)]
    if strange:
        yield f"table {number} must have columns that are known, got {strange[0][:80]!r}: call it note, or by what it is"
    if strange or not is_told:
        return
    is_run = bool({"mechanism", "scale", "quantity"} & known)
    quantities = ("value",) if "value" in known else _CLAIMED if is_run else ("epsilon",)
    claimed = [at for at, each in enumerate(found) if each.name in quantities]
    try:
        _check_delta(found, of_all)
        _check_once([each.name for at, each in enumerate(found) if at not in claimed and each.name not in NOTES])
        law = law_of(table.caption) if is_run and "mechanism" not in known else ""
        if "adjacency" not in known and _REPLACING.intersection(re.findall("[a-z]+", table.caption.lower())):
            raise ValueError("must have a column adjacency, as its caption speaks of replacing")
        if "sampling" not in known and "without replacement" in table.caption.lower():
            raise ValueError("must have a column sampling, as its caption speaks of samples without replacement")
    except ValueError as error:
        yield f"table {number} {error}"
        return
    if law or "quantity" in beside:
        shared.setdefault("mechanism", law or "Gaussian")
    for row, line in enumerate(table.lines, 1):
        cells = {found[at].name: cell for at, cell in enumerate(line[: len(found)]) if cell and at not in claimed}
        one = {"name": f"table {number} row {row}", **shared, **cells}
        for each, cell in [(found[at], line[at]) for at in claimed if at < len(line) and line[at]]:
            by = f" ({each.qualifier})" if each.qualifier else ""
            here = {**one, "name": one["name"] + by, **each.shared}
            yield {name: here[name] for name in here if name not in _NOT_OF.get(each.name, ())} | {each.name: cell}
        if not claimed:
            yield one


def _check_delta(columns: Collection[Column], known: Collection[str]) -> None:
    """Refuse an epsilon that an accountant of another notion found where no delta is stated: of pure privacy it is not."""
    for each in columns:
        is_converted = each.name == "epsilon" and _ACCOUNTANTS.intersection(each.qualifier.split())
        if is_converted and not {"delta", "quantity"}.intersection({*known, *each.shared}):
            raise ValueError(f"must state delta, or the order of a Rényi budget, beside epsilon ({each.qualifier})")


def _check_once(names: list[str]) -> None:
    """Refuse columns of which a row could state two."""
    if len(set(names)) < len(names):
        raise ValueError(f"must have each column once, got {', '.join(names)}")
