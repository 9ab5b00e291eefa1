"""What prints in LaTeX by a pattern in which #1, #2, ... stand for its arguments, as in a macro of TeX."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from sympy import Basic, Expr


def filled(pattern: str, node: Basic, printer: Any) -> str:
    """Return a pattern with the arguments of a node printed in their places."""
    return re.sub(r"#(\d)", lambda place: printer._print(node.args[int(place[1]) - 1]), pattern)


class Head(Expr):
    """A number that laws, kernels and parameters have, unevaluated: a subclass says how it is printed."""

    is_extended_real = True
    printed: ClassVar[str] = ""

    def _latex(self, printer: Any) -> str:
        return filled(self.printed, self, printer)
