"""What papers write of mechanisms and promises, put into the words of the grammar: ``(8, 1)-RDP``, ``N(0, 4)``, ``RR(p=0.75)``, sparse vector.

What can be read in two ways is not guessed: the error asks which one is meant.
"""

from __future__ import annotations

import re

from theorems.regress.errors import UnreadableClaimError

_NUMBER = r"[\d.]+(?:[eE][+-]?\d+)?(?:/\d+)?"
_PIECE = r"[^(),=]+"
_TERM = r"(?:\w+\s*=\s*)?(?:[^(),=]|\([^(),=]*\))+"
_PROMISED = re.compile(
    rf"(?:\(\s*({_TERM}),\s*({_TERM})\)|\((\w+\s*=[^(),=]+)\)|({_NUMBER}))\s*(?:-\s*(RDP|zCDP|GDP|DP)|\s(zCDP|GDP))\b",
    re.IGNORECASE,
)
_ONE = {"zcdp": "ZCDP", "gdp": "GDP", "dp": "PureDP"}
_TWO = {"rdp": "RenyiPoint", "dp": "ApproxDP"}
_EPS, _DELTA, _ALPHA = ("eps", "epsilon"), ("delta",), ("alpha", "order", "lambda")
_NAMES_OF: dict[tuple[str, int], tuple[tuple[str, ...], ...]] = {
    ("zcdp", 1): (("rho",),),
    ("gdp", 1): (("mu",),),
    ("dp", 1): (_EPS,),
    ("rdp", 2): (_ALPHA, (*_EPS, "rho", "budget")),
    ("dp", 2): (_EPS, _DELTA),
}
"""What the numbers of a promise are called, in their order."""
_ORDER, _BUDGET = r"(?:order|alpha)\s*=\s*", r"(?:eps|epsilon|budget|rho)\s*=\s*"
_CALLS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.ASCII), instead)
    for pattern, instead in (
        (rf"\bRDP\(\s*({_NUMBER})\s*,\s*({_NUMBER})\s*\)", r"RenyiPoint(\1, \2)"),
        (rf"\b(?:RDP|RenyiDP)\(\s*{_ORDER}({_PIECE}),\s*{_BUDGET}({_PIECE})\)", r"RenyiPoint(\1, \2)"),
        (rf"\b(?:RDP|RenyiDP)\(\s*(?:{_BUDGET})?({_PIECE}),\s*{_ORDER}({_PIECE})\)", r"RenyiPoint(\2, \1)"),
        (r"\bRDP\((?=[^()]*\balpha\b)", "RenyiDP("),
        (r"\b(?:f-?DP|FDP)\(", "TradeOffDP("),
        (r"\bBoundedRange\(", "BoundedRangeDP("),
        (rf"\bN\(\s*{_PIECE},\s*({_PIECE})\)", r"Gaussian(sqrt(\1))"),
        (rf"\b(?:Lap|Laplace)\(\s*0\s*,\s*({_PIECE})\)", r"Laplace(\1)"),
        (r"\bLap\(", "Laplace("),
        (rf"\b(RR|RandomizedResponse)\(\s*p\s*=\s*({_PIECE})\)", r"\1(log((\2)/(1 - (\2))))"),
        (
            rf"\b(?:SparseVector|SVT)\(\s*(?:(?:eps|epsilon)\s*=\s*)?({_PIECE}),\s*(?:(?:c|cutoff|k)\s*=\s*)?({_PIECE})\)",
            r"AboveThreshold((\1)/(\2)).compose(\2)",
        ),
        (r"\b(?:SparseVector|SVT)\(", "AboveThreshold("),
        (
            rf"\bExponentialMechanism\(\s*rate\s*=\s*({_PIECE}),\s*sensitivity\s*=\s*({_PIECE})\)",
            r"ExponentialMechanism(2*(\1)*(\2))",
        ),
        (
            rf"\b(ExponentialMechanism|PermuteAndFlip|AboveThreshold)\(\s*({_BUDGET})({_PIECE}),\s*sensitivity\s*=\s*{_PIECE}\)",
            r"\1(eps=\3)",
        ),
        (r"\bReportNoisyMax\(\s*b\s*=", "ReportNoisyMax(scale="),
        (rf"\bKaryResponse\(\s*{_BUDGET}({_PIECE}),\s*k\s*=\s*({_PIECE})\)", r"KaryResponse(1/(\1), \2)"),
        (rf"\bDiscreteLaplace\(\s*eps\s*=\s*({_PIECE})\)", r"DiscreteLaplace(1/(\1))"),
        (rf"\bLaplace\(\s*(?:eps|epsilon)\s*=\s*({_PIECE})\)", r"Laplace(1/(\1))"),
        (r"\)\s*,?\s*composed\s+(\d+)\s+times", r").compose(\1)"),
        (r"\)\s*(?:is\s+)?shuffled\s+(?:by\s+|among\s+)?n\s*=\s*(\d+)", r").shuffle(\1)"),
    )
)
_OPEN: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.ASCII | re.IGNORECASE), question)
    for pattern, question in (
        (
            rf"\bRDP\(\s*{_NUMBER}\s*\)",
            "RDP with its order and its budget, RDP(order=8, eps=1), or a curve, RDP(alpha/8): which is the number?",
        ),
        (
            r"^\s*(?:f-?DP|FDP)\s*$",
            "f-DP with its trade-off function, fDP((1 - t)**2), or mu-GDP(1): which function is meant?",
        ),
        (
            r"\b(?:RR|RandomizedResponse)\(\s*(?!eps|p\b)\w+\s*=",
            "RR(eps=1), or RR(p=0.75) with the probability of a true answer: which one?",
        ),
        (
            rf"\bNormal\s*\(\s*{_PIECE},(?!\s*1(?:\.0*)?\s*\))",
            "N(0, variance), or Gaussian(sigma=...): which is the second number?",
        ),
        (
            r"\)\s+and\s+\w+\(",
            "one chain, or several joined by composition: are both run on the same data, or which is meant?",
        ),
        (
            r"^[\w .-]*\([^()]*\)\s*(?:\^|\*\*)|^\s*\d+\s*[x*]\s*[A-Za-z]\w*\(",
            "a chain with .compose(k) where a mechanism is run k times: is that meant?",
        ),
        (
            r"(?:^|compose\()\s*(?:(?:Discrete)?(?:Gauss(?:ian)?|Lap(?:lace)?)\(\s*[1-9]\d*|(?:rho-)?zCDP\(\s*\d+),\d+\s*\)\s*(?:$|[.)])",
            "one number with a point, (0.5), or two with a space between them, (0, 5): which is meant?",
        ),
        (r"\(\s*\w+\s*=\s*\)", "a chain with every number stated: which value has the parameter?"),
    )
)
_TOLD: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.ASCII | re.IGNORECASE), words)
    for pattern, words in (
        (rf"\bN\(\s*{_PIECE},(?!\s*1(?:\.0*)?\s*\)){_PIECE}\)", "the second number of N(.,.) is the variance"),
        (r"\b(?:RR|RandomizedResponse)\(\s*p\s*=", "p is the probability of the true answer"),
        (rf"\bRDP\(\s*{_NUMBER}\s*,\s*{_NUMBER}\s*\)", "the first number of RDP(.,.) is the order"),
        (r"\b(?:SparseVector|Sparse vector|SVT)\([^()]*,", "eps is that of all c answers together"),
    )
)


def in_grammar(text: str) -> str:
    """Return a chain in the words of the grammar: ``(8, 1)-RDP`` is ``RenyiPoint(8, 1)``, ``N(0, 4)`` is ``Gaussian(sqrt(4))``.

    Parameters
    ----------
    text : str
        With the names of laws that the grammar has.

    Raises
    ------
    UnreadableClaimError
        If it can be read in several ways; the message asks which is meant.
    """
    check_is_settled(text)
    text = _PROMISED.sub(_promise, text)
    for pattern, instead in _CALLS:
        text = pattern.sub(instead, text)
    return text


def check_is_settled(text: str) -> None:
    """Refuse a text that can be read in several ways.

    Raises
    ------
    UnreadableClaimError
        If it is one; the message asks which is meant.
    """
    for pattern, question in _OPEN:
        if pattern.search(text):
            raise UnreadableClaimError("mechanism", question, text)


def laws_in_grammar(text: str) -> str:
    """Return two laws, held against each other, with ``N(0, 4)`` as ``Gaussian(0, sqrt(4))`` and ``Lap`` as ``Laplace``."""
    text = re.sub(rf"\bN\(\s*({_PIECE}),\s*({_PIECE})\)", r"Gaussian(\1, sqrt(\2))", text, flags=re.ASCII)
    return re.sub(r"\bLap\(", "Laplace(", text)


def _named(term: str) -> tuple[str, str]:
    """Return the name of a parameter, empty where it has none, and what it is."""
    name, sign, value = term.rpartition("=")
    return (name.strip().lower() if sign else ""), value.strip()


def said_of(text: str) -> str:
    """Return in words how a text was read that others may read otherwise; empty where there is nothing to say."""
    return "".join(f"; {words}" for pattern, words in _TOLD if pattern.search(text))


def _promise(found: re.Match[str]) -> str:
    kind = (found[5] or found[6]).lower()
    terms = [_named(each) for each in (found[1], found[2], found[3] or found[4]) if each is not None]
    names = _NAMES_OF.get((kind, len(terms)), ())
    if names and all(name in ("", *allowed) for (name, _), allowed in zip(terms, names, strict=True)):
        return f"{(_ONE if len(terms) == 1 else _TWO)[kind]}({', '.join(term for _, term in terms)})"
    if names and all(name in allowed for (name, _), allowed in zip(reversed(terms), names, strict=True)):
        return f"{_TWO[kind]}({', '.join(term for _, term in reversed(terms))})"
    raise UnreadableClaimError("promise", "(order, budget)-RDP, (eps, delta)-DP, eps-DP, rho-zCDP or mu-GDP", found[0])
