"""Look for counterexamples, certify them, and make them simple."""

from dpsym.refute.answer import NotRefuted, Refuted
from dpsym.refute.certification import certify
from dpsym.refute.refutation import refute

__all__ = ["NotRefuted", "Refuted", "certify", "refute"]
