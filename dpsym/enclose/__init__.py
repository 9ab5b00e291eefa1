"""Rigorous numbers: enclose an expression or a divergence in a ball, prove or refute an inequality."""

from dpsym.enclose.ball import Ball
from dpsym.enclose.box import enclose_box
from dpsym.enclose.cover import Cover
from dpsym.enclose.dominate import dominate, monotone
from dpsym.enclose.expression import enclose
from dpsym.enclose.verify import verify_cover

__all__ = ["Ball", "Cover", "dominate", "enclose", "enclose_box", "monotone", "verify_cover"]
