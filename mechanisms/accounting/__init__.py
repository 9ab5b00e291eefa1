"""Privacy-loss distributions with two-sided bounds: every composed delta and epsilon is a bracket."""

from mechanisms.accounting.bracket import Bracket
from mechanisms.accounting.distribution import LossDistribution, compose
from mechanisms.accounting.monotone import Law

__all__ = ["Bracket", "Law", "LossDistribution", "compose"]
