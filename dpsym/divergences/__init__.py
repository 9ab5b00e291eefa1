"""Divergences as unevaluated heads; `.doit()` derives them from the definition."""

from dpsym.divergences.base import Divergence
from dpsym.divergences.conditional import KernelRenyi
from dpsym.divergences.hockey_stick import HockeyStick
from dpsym.divergences.kl import KL
from dpsym.divergences.maximum import MaxDivergence
from dpsym.divergences.renyi import Renyi

__all__ = ["KL", "Divergence", "HockeyStick", "KernelRenyi", "MaxDivergence", "Renyi"]
