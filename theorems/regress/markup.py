"""The plain text of what a table prints: cells in Markdown or LaTeX without marks, their numbers and letters in ASCII."""

from __future__ import annotations

import re

from theorems.regress.chains import plain
from theorems.regress.decimals import LONGEST

_COMMANDS = {
    **dict.fromkeys(("leq", "le", "leqslant"), "<="),
    **dict.fromkeys(("geq", "ge", "geqslant"), ">="),
    **dict.fromkeys(("approx", "sim", "simeq"), "~"),
    **dict.fromkeys(("times", "cdot", "ast"), "x"),
    **dict.fromkeys(("varepsilon", "epsilon"), "eps"),
    **{name: name for name in ("delta", "sigma", "alpha", "mu", "rho", "eta", "lambda", "gamma", "tau")},
    "pm": "+-",
    "infty": "inf",
    "textendash": "-",
}
_KEPT = re.compile(
    r"\\(?:textbf|textit|emph|text|mathrm|mathbf|mathit|underline|texttt|textsc|bm|boldsymbol|makecell|num|tilde|widetilde)"
    r"(?:\[[^\]]*\])?\{([^{}]*)\}"
)
_DROPPED = re.compile(
    r"\\(?:footnote|tablefootnote|cite[a-z]*|label|ref|textsuperscript|footnotemark)(?:\[[^\]]*\])?(?:\{[^{}]*\})?"
)
_MARK = re.compile(
    r"\^\s*(?:\{\s*(?:\\?(?:dagger|ddagger|ast|star|S)|[*a-z])\s*\}|\\(?:dagger|ddagger|ast|star)|\*)|[†‡*]+(?=\$?$)"
)
_RAISED = re.compile(r"<sup>\s*([+-]?\d+)\s*</sup>", re.I)
_TAG = re.compile(r"</?[a-z][^<>]*>", re.I)
_BOLD = re.compile(r"(\*\*|__)(?=\S)(.*?\S)\1")
_POWER = re.compile(r"10\s*\^\s*\{?\s*\(?([+-]?\d+)\)?\s*\}?")
_SUPERSCRIPTS = str.maketrans("⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹", "-+0123456789")
_RAISED_DIGITS = re.compile(r"10([⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)")
_COMMAND = re.compile(r"\\([A-Za-z]+)\s*")
_TEXT = {"×": "x", "·": "x", "∞": "inf", "\u2009": "", "\u202f": "", "\xa0": " ", "\u2212": "-", "—": "--", "–": "--"}


def text_of(cell: str) -> str:
    r"""Return what a cell says, without marks: ``$\mathbf{2\times 10^{-5}}$`` is ``2x10^-5``, and ``__1.1__`` is ``1.1``.

    Parameters
    ----------
    cell : str
        In Markdown or LaTeX.
    """
    if len(cell) > LONGEST:  # which is no cell of a claim
        return cell
    text = _RAISED.sub(r"^\1", cell)
    text = _RAISED_DIGITS.sub(lambda found: f"10^{found[1].translate(_SUPERSCRIPTS)}", text)
    for sign, instead in _TEXT.items():
        text = text.replace(sign, instead)
    text = _DROPPED.sub("", text.strip())
    while (inner := _KEPT.sub(r"\1", _BOLD.sub(r"\2", text))) != text:
        text = inner
    text = _MARK.sub("", text)
    text = text.replace("{,}", ",").replace(r"\,", "").replace(r"\%", "%").replace("``", "").replace("`", "")
    text = _COMMAND.sub(lambda found: f" {_COMMANDS.get(found[1], '')} ", text)
    text = _TAG.sub(" ", text.replace("$", "").replace(r"\_", "_"))
    text = _POWER.sub(r"10^\1", text).replace("{", "").replace("}", "").replace("\\", "")
    return re.sub(r"\s*x\s*(?=10\^)", "x", " ".join(plain(text).split()))
