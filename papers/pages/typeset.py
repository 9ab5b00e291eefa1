r"""Prose with formulas in plain characters, as LaTeX: ``e^eps`` becomes $e^{\varepsilon}$, ``<=`` becomes $\le$.

Errata and statements are written so that a terminal shows them; on paper their letters are set as mathematics. Only single letters,
Greek words, indices, powers and relations are touched: everything else stays as it was typed.
"""

from __future__ import annotations

import re
import unicodedata

from papers.errors import PaperDataError
from papers.pages.formulas import joined


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_GREEK = _words(
    "alpha beta gamma delta eps epsilon zeta eta theta kappa lambda mu nu xi pi rho sigma tau phi chi psi omega "
    "Gamma Delta Theta Lambda Sigma Phi Psi Omega"
)
_MACROS = {word: rf"\{word}" for word in _GREEK} | {"eps": r"\varepsilon", "epsilon": r"\varepsilon"}
_RELATIONS = {
    "<=": r"\le",
    ">=": r"\ge",
    "!=": r"\ne",
    "+/-": r"\pm",
    "==": "=",
    "->": r"\to",
    "<": "<",
    ">": ">",
    "~": r"\sim",
}
_CHARACTERS = {
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "|": r"$|$",
    "…": r"\dots{}",
    "–": "--",
    "—": "---",
    "‘": "`",
    "’": "'",
    "“": "``",
    "”": "''",
    "„": ",,",
    "«": r"$\ll$",
    "»": r"$\gg$",
    "\u00a0": "~",
    "ß": r"\ss{}",
    "ø": r"\o{}",
    "Ø": r"\O{}",
    "æ": r"\ae{}",
    "œ": r"\oe{}",
    "ł": r"\l{}",
    "Ł": r"\L{}",
    "đ": "d",
    "ı": r"\i{}",
    "¿": "?`",
    "¡": "!`",
    "§": r"\S{}",
    "°": r"$^\circ$",
    "ª": r"$^{\mathrm a}$",
    "º": r"$^{\mathrm o}$",
    "≤": r"$\le$",
    "≥": r"$\ge$",
    "≠": r"$\ne$",
    "→": r"$\to$",
    "∞": r"$\infty$",
    "×": r"$\times$",
    "·": r"$\cdot$",
    "<": "$<$",
    ">": "$>$",
    "−": "$-$",
    "±": r"$\pm$",
    "√": r"$\surd$",
    "∈": r"$\in$",
    "∼": r"$\sim$",
    "ℓ": r"$\ell$",
    "²": "$^2$",
    "³": "$^3$",
    "α": r"$\alpha$",
    "β": r"$\beta$",
    "γ": r"$\gamma$",
    "δ": r"$\delta$",
    "ε": r"$\varepsilon$",
    "ζ": r"$\zeta$",
    "η": r"$\eta$",
    "θ": r"$\theta$",
    "κ": r"$\kappa$",
    "λ": r"$\lambda$",
    "μ": r"$\mu$",
    "ξ": r"$\xi$",
    "π": r"$\pi$",
    "ρ": r"$\rho$",
    "σ": r"$\sigma$",
    "τ": r"$\tau$",
    "φ": r"$\varphi$",
    "ω": r"$\omega$",
    "Γ": r"$\Gamma$",
    "Δ": r"$\Delta$",
    "Σ": r"$\Sigma$",
    "Φ": r"$\Phi$",
    "Ω": r"$\Omega$",
} | {symbol: rf"\{symbol}" for symbol in "{}$&%#_"}
_ACCENTS = dict(
    zip("\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0327\u0328", "`'^~=u.\"rHvck", strict=True)
)
_SHOWN = {"infinity": r"$\infty$", "binary": r"$\log_2$", "parallel": r"$\|$", "dots": r"\dots{}"}
_INITIALS = _words("g kk n d tt r m b pp s ss _ j jj ch k t p h")
_VOWELS = _words("a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i")
_FINALS = _words("_ k k k n n n t l k m l l l p l m p p t t ng t t k t p t")

_WORDS = "|".join(_GREEK)
_INNER = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
_INDEX = rf"{_WORDS}|[A-Za-z0-9]{{1,2}}|{_INNER}"
_POWER = rf"\^(?P<power{{}}>-?{_INNER}|-?[A-Za-z0-9]+)"
_TOKEN = re.compile(
    r"(?<![\w.])(?P<mantissa>\d+(?:\.\d+)?)e(?P<exponent>[-+]?\d+)\b|"
    # names of entries and files, but not Greek letters with an index
    rf"(?P<name>\b(?!(?:{_WORDS})_\w{{1,2}}\b)[A-Za-z][A-Za-z0-9]+(?:[._/]\w+)*(?:\.(?:csv|py|toml|json)|_\w\w+|\.[a-z]\w+)\b)"
    rf"|\b(?P<word>(?!(?:{_WORDS})_)[A-Za-z][a-z]+)_(?P<index4>[A-Za-z0-9])(?!\w)"
    rf"|(?<![\w.])(?P<letter>(?!Gamma(?!\())(?:{_WORDS})(?P<number>\d?)|(?<!')(?!(?<=\d )s\b)[B-HJ-Zb-z]|(?<=')(?!s\b)[B-HJ-Zb-z]|[aA](?=[_^']))"
    rf"(?P<prime>'(?!s\b))?(?:_(?P<index>{_INDEX}))?(?:{_POWER.format(1)})?(?!\w|\.\w|_\w)"
    rf"|(?<=[\w)\]|])(?:_(?P<index2>[A-Za-z0-9](?!\w)))?{_POWER.format(2)}"
    r"|(?<=\|)_(?P<index3>[A-Za-z0-9])(?!\w)"
    r"|(?P<relation>\+/-|<=|>=|!=|==|->|<|>|~)"
    r"|\boo\b(?P<infinity>)|\blog2\b(?P<binary>)|\|\|(?P<parallel>)"
    r"|(?<![\w)\]])-(?=[\w(\\])(?P<sign>)|(?<= )-(?= )(?P<minus>)"
    r"|\.\.\.(?P<dots>)|(?P<quote>\")"
)


def typeset(text: str) -> str:
    """Return prose as LaTeX, its formulas as mathematics.

    Raises
    ------
    PaperDataError
        If a character cannot be printed by pdfTeX with the fonts that every installation has.
    """
    quoted = False
    parts, position = [], 0
    for token in _TOKEN.finditer(text):
        if token.start() < position:
            continue
        parts.append(plain(text[position : token.start()]))
        if token["quote"]:
            quoted = not quoted
            parts.append("``" if quoted else "''")
        else:
            parts.append(_formula(token))
        position = token.end()
    parts.append(plain(text[position:]))
    # neighbours are one piece, but for a power of a power
    pieces = re.sub(r"(?<!\\)\$\$", "", re.sub(r"(?<=\})\$\$(?=[_^])", "${}$", "".join(parts)))
    return joined(pieces)


def _formula(token: re.Match[str]) -> str:
    found = token.groupdict()
    if found["name"]:
        return rf"\texttt{{{code(token[0])}}}"
    if found["mantissa"]:
        return rf"${found['mantissa']} \cdot 10^{{{int(found['exponent'])}}}$"
    if found["word"]:
        return f"{found['word']}$_{{{found['index4']}}}$"
    if found["letter"]:
        number = found["number"] or ""
        letter = token["letter"].removesuffix(number) if number else token["letter"]
        index = f"_{{{_inner(found['index'] or number)}}}" if found["index"] or number else ""
        return f"${_MACROS.get(letter, letter)}{found['prime'] or ''}{index}{_raised(found['power1'])}$"
    if found["power2"] is not None:
        index = f"_{{{found['index2']}}}" if found["index2"] else ""
        return f"${index}{_raised(found['power2'])}$"
    if found["index3"]:
        return f"$_{{{found['index3']}}}$"
    if found["relation"]:
        return f"${_RELATIONS[token['relation']]}$"
    return next((shown for name, shown in _SHOWN.items() if found[name] is not None), "$-$")


def _raised(power: str | None) -> str:
    return f"^{{{_inner(power)}}}" if power else ""


def _inner(formula: str) -> str:
    """Return what stands in an index or a power, without the brackets that held it together."""
    if formula.startswith("(") and formula.endswith(")"):
        formula = formula[1:-1]
    if formula == "oo":
        return r"\infty"
    words = re.compile(rf"\b({_WORDS})(\d?)\b")
    shown = words.sub(lambda word: _MACROS[word[1]] + (f"_{word[2]}" if word[2] else " "), formula)
    return re.sub(r"(?<![\\A-Za-z])(log|exp|sqrt|min|max)\b", r"\\operatorname{\1}", shown).replace("*", r"\,")


def plain(text: str) -> str:
    """Return text as LaTeX that prints it as it stands, in any fonts: accents as commands, Hangul romanised."""
    return "".join(map(_character, unicodedata.normalize("NFC", text)))


def ascii_only(latex: str) -> str:
    """Return LaTeX in which every letter beyond ASCII is a command, in text as in mathematics."""
    return "".join(
        letter if letter.isascii() else re.sub(r"^\$(.*)\$$", r"\\ensuremath{\1}", _character(letter))
        for letter in unicodedata.normalize("NFC", latex)
    )


def _character(character: str) -> str:
    if character in _CHARACTERS:
        return _CHARACTERS[character]
    if character.isascii():
        return character if character.isprintable() else " "
    if "가" <= character <= "힣":
        return romanised(character)
    base, *marks = list(unicodedata.normalize("NFD", character))
    if base.isascii() and len(marks) == 1 and marks[0] in _ACCENTS:
        dotless = {"i": r"\i", "j": r"\j"}.get(base, base) if marks[0] not in "\u0327\u0328" else base
        return rf"\{_ACCENTS[marks[0]]}{{{dotless}}}"
    raise PaperDataError(
        f"text must have characters that pdfTeX can print, got {character!r} ({unicodedata.name(character, 'unnamed')})"
    )


def romanised(text: str) -> str:
    """Return Hangul in Latin letters, syllable by syllable (Revised Romanization without changes between syllables)."""
    letters = []
    for character in text:
        number = ord(character) - 0xAC00
        if 0 <= number < 11172:
            parts = _INITIALS[number // 588], _VOWELS[number % 588 // 28], _FINALS[number % 28]
            character = "".join(part for part in parts if part != "_")
        letters.append(character)
    return "".join(letters)


def code(text: str) -> str:
    """Return an expression or identifier for typewriter face, in which lines may break after operators, brackets and commas."""
    parts = re.split(r"(?<=[*+/=(,_])(?=[^\s*=])|(?<=\.)(?=[A-Za-z])", text)
    return r"\allowbreak{}".join("".join(map(_typed, part)) for part in parts)


def _typed(character: str) -> str:
    # by number, so that what is copied out of the PDF is the character
    if character in "\\{}$&%#_^~":
        return rf"\char{ord(character)}{{}}"
    return character if character.isascii() else _character(character)
