"""Mechanisms and promises in words, put into calls: ``DP-SGD with noise multiplier 1, sampling rate 0.01 and 10000 steps``.

A name that is known, then settings, each with its number, and nothing else: what is left over is told and nothing of it guessed. A law of
noise *times ten* may be ten runs or ten times the noise, so that it is asked which is meant; of a promise or a choice it is ten runs.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from theorems.regress.amounts import of_batches
from theorems.regress.chains import called, plain
from theorems.regress.errors import UnreadableClaimError

_NOISE = {
    "Gaussian": (("sigma",), ("noise_multiplier",), ("variance",)),
    "Laplace": (("scale",), ("noise_multiplier",), ("eps",)),
}
_FORMS: dict[str, tuple[tuple[str, ...], ...]] = {
    **_NOISE,
    **{f"Discrete{name}": forms for name, forms in _NOISE.items()},
    **dict.fromkeys(("RR", "RandomizedResponse"), (("eps",), ("p",))),
    "KaryResponse": (("eps", "k"),),
    **dict.fromkeys(("ExponentialMechanism", "PermuteAndFlip", "AboveThreshold"), (("eps",),)),
    "SparseVector": (("eps",), ("eps", "c")),
    "ReportNoisyMax": (("scale",),),
    "PureDP": (("eps",),),
    "ApproxDP": (("eps", "delta"),),
    "ZCDP": (("rho",),),
    "GDP": (("mu",),),
    "TruncatedCDP": (("rho", "omega"),),
    "RDP": (("alpha", "eps"),),
}
"""What each name can be told by: one of these sets of parameters."""
_DISCRETE = frozenset(f"Discrete{name}" for name in _NOISE)
_WORDS = {
    "sigma": ("sigma", "std", "standard deviation", "noise std"),
    "noise_multiplier": ("noise multiplier",),
    "variance": ("variance",),
    "scale": ("scale", "noise scale", "b"),
    "eps": ("eps", "epsilon"),
    "alpha": ("alpha", "order"),
    **{name: (name,) for name in ("delta", "rho", "mu", "omega", "p", "k", "c")},
    "sensitivity": ("sensitivity",),
    "rate": ("q", "sampling rate", "sample rate", "sampling ratio", "sampling probability", "subsampling rate"),
    "count": ("steps", "num steps", "iterations", "compositions", "t"),
    "epochs": ("epochs", "num epochs"),
    "batch": ("batch size", "lot size"),
    "records": ("dataset size", "sample size", "n"),
}
_COUNTED = {
    **dict.fromkeys(("steps", "iterations", "compositions", "times"), "count"),
    "epochs": "epochs",
    **dict.fromkeys(("examples", "training examples", "records"), "records"),
}
_OF_RUNS = ("rate", "count", "epochs", "batch", "records")
_NAMED = {word: name for name, words in _WORDS.items() for word in words}
_NUMBER = r"(?:\d{1,3}(?:,\d{3})+|\d+/\d+|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?\s?%?)(?![\w%]|[.,/]\d)"
_ANY = "|".join(sorted((word.replace(" ", "[ _-]") for word in _NAMED), key=len, reverse=True))
_SETTING = re.compile(rf"({_ANY})\s*(?:(=|:|\bof\b|\bis\b)\s*|\s)({_NUMBER})", re.ASCII)
_AMOUNT = re.compile(rf"({_NUMBER})\s+({'|'.join(_COUNTED)})\b", re.ASCII)
_BETWEEN = re.compile(
    r"(?:[\s,;:]|\b(?:mechanism|noise(?![ _-](?:multiplier|scale|std))|technique|with|of|and|for|over|run|composed|repeated|an?|the)\b)*",
    re.ASCII,
)
_ARTICLE = re.compile(r"\s*(?:the|an?)\s+", re.IGNORECASE)
_WORD = re.compile(r"[ _-]?([A-Za-z]+)", re.ASCII)
_SAMPLED = re.compile(r"(?:poisson[ _-]?)?(?:sub[ _-]?)?sampled[ _-]?", re.IGNORECASE)
_TIMES = re.compile(r"(.+?)(?<![\w.])[x×]\s*(\w[\w.]*)\s*", re.DOTALL)
_HEAD = re.compile(r"\s*([A-Za-z][A-Za-z _-]*)\(", re.ASCII)
_MOST_WORDS = 4


def phrased(text: str, beside: Collection[str] = ()) -> str:
    """Return a mechanism that is told in words as a call with methods behind it; any other text as it is.

    Parameters
    ----------
    text : str
        Such as ``the Gaussian mechanism with sigma = 2``, ``zCDP rho=0.5``, ``GDP(0.3) x 10``.
    beside : collection of str, optional
        What is stated elsewhere: rate, count, epochs, batch.

    Raises
    ------
    UnreadableClaimError
        If it begins as one, and says something else too, the same thing twice, or not all that the mechanism needs.
    """
    if (times := _TIMES.fullmatch(text)) and not _TIMES.fullmatch(times[1]):
        what = phrased(times[1].strip(), beside)
        if what.endswith((")", "DP")):
            return _repeated(text, what, times[2])
    said = text[article.end() :] if (article := _ARTICLE.match(text)) else text
    sampled = _SAMPLED.match(said.lstrip())
    start = said.lstrip()[sampled.end() if sampled else 0 :]
    found = _name(start)
    if found is None or ((head := _HEAD.match(start)) and called(head[1].strip()) in _FORMS):
        return said if found else text
    name, rest = found[0], start[found[1] :].replace("_", " ").lstrip("- ").rstrip()
    if not _starts_settings(rest):
        return said
    settings = _settings(plain(rest).lower(), name, text)
    is_training = re.sub(r"[ _-]", "", start[: found[1]]).lower() == "dpsgd"
    told = {*settings, *beside}
    if (sampled or is_training) and not {"rate", "batch"} & told:
        raise UnreadableClaimError("sampling rate", f"stated of {start[: found[1]]}, such as q = 0.01", text)
    if is_training and not {"count", "epochs"} & told:
        raise UnreadableClaimError("steps", "stated of DP-SGD, such as 1000 steps", text)
    return _call(name, settings, text)


def _starts_settings(rest: str) -> bool:
    """Return whether there is something behind a name, and neither an argument nor a method."""
    return bool(_BETWEEN.sub("", rest, count=1)) and rest[0] not in "(."


def _name(text: str) -> tuple[str, int] | None:
    """Return the name here of what a text begins with, of its first words as few as make one, and where it ends."""
    at, words = 0, ""
    for _ in range(_MOST_WORDS):
        found = _WORD.match(text, at)
        if found is None:
            return None
        at, words = found.end(), words + found[1]
        name = "RDP" if words.lower() == "rdp" else called(words)
        if name in _FORMS:
            return name, at
    return None


def _settings(rest: str, name: str, text: str) -> dict[str, str]:
    """Return the number of each setting that a text states, with nothing between them that says more."""
    found: dict[str, str] = {}
    at = _past(rest, 0)
    while at < len(rest):
        if amount := _AMOUNT.match(rest, at):
            key, number, end = _COUNTED[amount[2]], amount[1], amount.end()
        elif setting := _SETTING.match(rest, at):
            key, number, end = _NAMED[re.sub(r"[ _-]", " ", setting[1])], setting[3], setting.end()
            if len(setting[1]) == 1 and not setting[2]:
                raise UnreadableClaimError(setting[1], f"written {setting[1]} = {number}", text)
        else:
            rule = f"a name with its settings, such as {name} with {_example(name)}, and nothing else"
            raise UnreadableClaimError("mechanism", f"{rule} ({rest[at : at + 30]!r} is not known)", text)
        if key in found:
            raise UnreadableClaimError(key, "stated once", text)
        found[key] = number.replace(" ", "")
        at = _past(rest, end)
    for one, other in (("rate", "batch"), ("count", "epochs")):
        if one in found and other in found:
            raise UnreadableClaimError(one, f"left out where {other} is stated, or the other way round", text)
    return _run(found, text)


def _run(found: dict[str, str], text: str) -> dict[str, str]:
    """Return settings with the rate and the count that batches and epochs tell."""
    told = {name: found.pop(name) for name in _OF_RUNS if name in found}
    if wrong := of_batches(told):
        raise UnreadableClaimError("mechanism", f"one of which all numbers are told ({wrong})", text)
    return found | {name: told[name] for name in ("rate", "count") if name in told}


def _past(text: str, at: int) -> int:
    between = _BETWEEN.match(text, at)
    return between.end() if between else at


def _example(name: str) -> str:
    return " or ".join(" and ".join(f"{each} = 1" for each in form) for form in _FORMS[name])


def _call(name: str, settings: dict[str, str], text: str) -> str:
    """Return a name with its parameters, and the sampling and the composition behind it."""
    behind = {"rate": "subsample", "count": "compose"}
    own = {key: number for key, number in settings.items() if key not in behind and key != "sensitivity"}
    if name.removeprefix("Discrete") == "Gaussian" and set(own) == {"scale"}:
        own = {"sigma": own["scale"]}
    if comma := next((key for key, number in settings.items() if "," in number), ""):
        raise UnreadableClaimError(comma, "a number without a comma, which may be a point", text)
    form = next((each for each in _FORMS[name] if set(each) == set(own)), None)
    if form is None:
        stated = ", ".join(own) or "none"
        raise UnreadableClaimError(f"parameters of {name}", f"stated as in {_example(name)}, not {stated}", text)
    terms = [f"{key}={own[key]}" for key in form]
    if "sensitivity" in settings:
        if name.removeprefix("Discrete") not in _NOISE or form == ("eps",) or form == ("noise_multiplier",):
            rule = "left out: it belongs to noise that is stated by its own size"
            raise UnreadableClaimError("sensitivity", rule, text)
        terms.append(f"sensitivity={settings['sensitivity']}")
    methods = "".join(f".{method}({settings[key]})" for key, method in behind.items() if key in settings)
    return f"{name}({', '.join(terms)}){methods}"


def _repeated(text: str, what: str, count: str) -> str:
    """Return ``GDP(0.3) x 10`` as a chain of ten runs, which of a law of noise may be ten times the noise."""
    head = _HEAD.match(what)
    is_clear = not head or called(head[1]) in _FORMS.keys() - _NOISE.keys() - _DISCRETE or head[1] == "RDP"
    if is_clear and count.isascii() and count.isdecimal() and count.strip("0"):
        return f"{what}.compose({count})"
    rule = "a chain with .compose(k) where a mechanism is run k times: is that meant?"
    raise UnreadableClaimError("mechanism", rule, text)
