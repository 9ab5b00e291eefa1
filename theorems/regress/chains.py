"""The text of a mechanism as users write it, put into the words of the grammar: names of laws, promises, methods and parameters."""

from __future__ import annotations

import re
from difflib import get_close_matches

from theorems.regress.notation import check_is_settled, in_grammar, laws_in_grammar

_PREFIX = "(?:Poisson[_ -]?)?(?:Sub[_ -]?)?Sampled[_ -]?"
_SAMPLED = f"{_PREFIX}Gaussian"
_RATES = "q|rate|sampling_rate|sample_rate|sampling_ratio|sampling_probability|sampling_prob"
_STEPS = "steps|num_steps|n_steps|count|compositions|iterations|T"
_CALLED = {
    "Gaussian": ("gaussian", "gauss", "normal", "gaussiannoise", "gaussianmechanism", "dpsgd", "sgm"),
    "Laplace": ("laplace", "laplacenoise", "laplacemechanism"),
    "DiscreteGaussian": ("discretegaussian", "discretegaussianmechanism"),
    "DiscreteLaplace": (
        "discretelaplace",
        "discretelaplacemechanism",
        "geometricmechanism",
        "geometric",
        "twosidedgeometric",
    ),
    "RR": ("rr", "binaryrandomizedresponse", "randomisedresponse"),
    "RandomizedResponse": ("randomizedresponse",),
    "ExponentialMechanism": ("exponentialmechanism",),
    "PermuteAndFlip": ("permuteandflip",),
    "SparseVector": ("sparsevector", "sparsevectortechnique", "svt"),
    "KaryResponse": ("karyresponse", "krr", "karyrandomizedresponse", "grr"),
    "ReportNoisyMax": ("reportnoisymax", "noisymax"),
    "PureDP": ("puredp", "epsilondp", "epsdp"),
    "ApproxDP": ("approxdp",),
    "ZCDP": ("zcdp", "rhozcdp"),
    "TruncatedCDP": ("tcdp", "truncatedcdp"),
    "GDP": ("gdp", "mugdp"),
}
_NAMES = {word: name for name, words in _CALLED.items() for word in words}
_HEAD = re.compile(r"(?<![\w.])([A-Za-z][A-Za-z_ -]*)(?=\()", re.ASCII)
_SIGNS = str.maketrans(
    {
        "−": "-",
        "–": "-",
        "≤": "<=",
        "≥": ">=",
        "≈": "~",
        "±": "+-",
        "α": "alpha",
        "δ": "delta",
        "ε": "eps",
        "ϵ": "eps",
        "μ": "mu",
        "ρ": "rho",
        "σ": "sigma",
    }
)
_PATTERNS = (
    (
        re.compile(rf"\b{_SAMPLED}\(\s*([^(),]+),\s*(?:(?:{_RATES})\s*=\s*)?([^(),=]+)\)", re.I),
        r"Gaussian(\1).subsample(\2)",
    ),
    (
        re.compile(
            r"\b((?:Discrete)?(?:Gaussian|Laplace))\(([^(),]+),\s*sensitivity\s*=\s*([^(),]+(?:\([^(),]*\)[^(),]*)?)\)",
            re.ASCII,
        ),
        r"\1(\2).guarantee(sensitivity=\3)",
    ),
    (
        re.compile(r"\b((?:Discrete)?Gaussian)\(\s*(?:noise_multiplier|noise|std|stddev|sd|scale)\s*=", re.ASCII),
        r"\1(sigma=",
    ),
    (re.compile(r"\b((?:Discrete)?Gaussian)\(\s*(?:variance|var)\s*=\s*([^(),]+)\)", re.ASCII), r"\1(sqrt(\2))"),
    (re.compile(r"\b((?:Discrete)?Laplace)\(\s*(?:b|noise_multiplier|noise_scale)\s*=", re.ASCII), r"\1(scale="),
    (
        re.compile(
            r"\b(RR|RandomizedResponse|PureDP|ApproxDP|ExponentialMechanism|PermuteAndFlip|AboveThreshold)\(\s*epsilon\s*=",
            re.ASCII,
        ),
        r"\1(eps=",
    ),
    (re.compile(r"\.(?:self_compose|self_composed|composed|repeat)\(", re.ASCII), ".compose("),
    (re.compile(r"\.(?:poisson|poisson_sample|poisson_subsample|subsampled)\(", re.ASCII), ".subsample("),
    (re.compile(r"\.(?:shuffle|shuffled)\(\s*(?:(?:n|users|count)\s*=)?", re.ASCII), ".shuffle("),
    (re.compile(rf"\.subsample\(\s*(?:{_RATES})\s*=", re.ASCII), ".subsample(rate="),
    (re.compile(rf"\.compose\(\s*(?:{_STEPS}|k)\s*=", re.ASCII), ".compose("),
)
_INSIDE = r"(?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*"  # of a call, with parentheses up to three deep
_LOCAL = re.compile(
    rf"\s*(?:RR|RandomizedResponse|KaryResponse|Laplace|Gaussian|DiscreteLaplace)\({_INSIDE}\)", re.ASCII
)
_BOTH = re.compile(r"\(\s*\w+\([^()]*\)\s*,\s*\w+\([^()]*\)\s*\)\s*", re.ASCII)
_AGAINST = re.compile(r"\s*([^|]*\))\s*(?:\|\||\bvs\.?\s)\s*(\w[^|]*\))\s*", re.ASCII | re.DOTALL)


_RUN = re.compile(rf"\b({_PREFIX})?((?:Discrete)?(?:Gaussian|Laplace))\(([^()]*)\)", re.ASCII | re.IGNORECASE)
_OF_RUNS = {**dict.fromkeys(_RATES.split("|"), "subsample"), **dict.fromkeys(_STEPS.split("|"), "compose")}


def _run(found: re.Match[str]) -> str:
    """Return a law with what is done with it behind it: ``Gaussian(sigma=1, q=0.01, steps=10)`` is sampled and composed."""
    kept: list[str] = []
    done: dict[str, str] = {}
    for piece in found[3].split(","):
        name, _, value = (each.strip() for each in piece.partition("="))
        if name in _OF_RUNS and value and _OF_RUNS[name] not in done:
            done[_OF_RUNS[name]] = value
        else:
            kept.append(piece)
    if found[1] and "subsample" not in done:
        return found[0]
    behind = "".join(f".{method}({done[method]})" for method in ("subsample", "compose") if method in done)
    return f"{found[2]}({','.join(kept)}){behind}"


def plain(text: str) -> str:
    """Return a text with the letters and signs of a paper in the characters of the grammar: ``δ`` is ``delta``."""
    return text if text.isascii() else text.translate(_SIGNS)


def meant(text: str) -> str:
    """Return names that are close to those of several words in a text that are not known, as a question; empty where there is none."""
    for head in _HEAD.findall(text):
        word = re.sub(r"[\s_-]", "", head.lower())
        if word not in _NAMES and word != head.lower() and (near := get_close_matches(word, _NAMES, n=1, cutoff=0.75)):
            return f"; did you mean {_NAMES[near[0]]}?"
    return ""


def called(name: str) -> str:
    """Return the name that a law, a choice or a promise has here, itself where it has no other."""
    return _NAMES.get(re.sub(r"[\s_-]", "", name.lower()), name)


def chain(text: str) -> str:
    """Return the text of a chain in the words of the grammar: ``Gaussian(noise_multiplier=1)`` is ``Gaussian(sigma=1)``."""
    check_is_settled(text)  # before names are changed that leave it open
    text = in_grammar(_HEAD.sub(lambda head: called(head[1]), text))
    if "=" in text:
        text = _RUN.sub(_run, text)
    for pattern, instead in _PATTERNS:
        text = pattern.sub(instead, text)
    if ".shuffle(" in text and ".guarantee(" not in text and _LOCAL.match(text):
        # what a user answers locally is replaced by another answer, and nobody is left out
        return _LOCAL.sub(r"\g<0>.guarantee(adjacency=replace)", text, count=1)
    return text


def pair(text: str) -> str:
    """Return two laws that are held against each other, ``P vs Q``, ``P || Q`` or ``(P, Q)``, as ``Pair(P, Q)``; any other text as it is."""
    if text.startswith("(") and _BOTH.fullmatch(text):
        return laws_in_grammar(f"Pair{text}")
    found = _AGAINST.fullmatch(text) if "|" in text or " vs" in text else None
    return laws_in_grammar(f"Pair({found[1]}, {found[2]})") if found else text
