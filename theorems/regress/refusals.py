"""What is said of the text of a mechanism that is not understood: what it may be, and not how a parser came to grief over it."""

from __future__ import annotations

import re
from inspect import signature

from theorems.regress.chains import meant
from theorems.regress.errors import UnreadableClaimError

_CALLED = re.compile(r"a call of (\w+) with these arguments", re.ASCII)
_NO_FORMULA = re.compile(r"not a formula:|the word \w+ is not allowed|a function alone", re.ASCII)
_CHAIN = "a chain such as Gaussian(sigma=2).compose(10), or a name with its settings, such as Gaussian with sigma = 2"
_MEANT = {"Skellam": "; Skellam(m, m) is the difference of two Poisson counts of mean m each, whose variance is 2 m"}
"""What a law that has one parameter elsewhere is here."""


def refusal(text: str, error: Exception) -> UnreadableClaimError:
    """Return why the text of a mechanism is not understood, from what its reader says."""
    said = str(error)
    if called := _CALLED.search(said):
        return UnreadableClaimError(f"arguments of {called[1]}", _arguments(called[1]), text)
    if _NO_FORMULA.search(said):
        return UnreadableClaimError("mechanism", f"{_CHAIN}{meant(text)}", text)
    return UnreadableClaimError("mechanism", f"a chain that is understood ({said}{meant(text)})", text)


def _arguments(name: str) -> str:
    """Return what the arguments of a law are called."""
    from dpsym import distributions

    law = getattr(distributions, name)
    named = getattr(law, "argument_names", ())
    if named:
        return f"{', '.join(named[1:])}, behind a {named[0]} or without, in this order or by these names"
    asked = [each.name for each in law.parameters] or list(signature(law).parameters)
    return f"{', '.join(asked)}, in this order and without names{_MEANT.get(name, '')}"
