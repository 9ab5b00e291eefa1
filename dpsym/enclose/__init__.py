"""Rigorous numbers: enclose an expression or a divergence in a ball, prove or refute an inequality."""

from dpsym.ball import Ball
from dpsym.enclose.box import enclose_box
from dpsym.enclose.cover import Cover
from dpsym.enclose.dominate import dominate, monotone
from dpsym.enclose.expression import enclose
from dpsym.enclose.nodes import RULES
from dpsym.enclose.verify import verify_cover
from dpsym.enclose.walker import Walker

__all__ = ["Ball", "Cover", "dominate", "enclose", "enclose_box", "monotone", "verify_cover"]

# Sums, integrals and divergences are walks of their own: the walker is given what makes use of it.
Walker.rules.update(RULES)
