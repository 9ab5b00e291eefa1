"""Divergences as unevaluated heads; `.doit()` derives them from the definition."""

from dpsym.divergences.base import Divergence
from dpsym.divergences.conditional import KernelRenyi
from dpsym.divergences.hockey_stick import HockeyStick
from dpsym.divergences.inverse_profile import InverseProfile
from dpsym.divergences.kl import KL
from dpsym.divergences.loss import LossCumulant, LossTail
from dpsym.divergences.maximum import MaxDivergence
from dpsym.divergences.powers import ChiSquaredDivergence, SquaredHellinger
from dpsym.divergences.renyi import Renyi
from dpsym.divergences.total_variation import TotalVariation
from dpsym.divergences.trade_off import TradeOff

__all__ = [
    "KL",
    "ChiSquaredDivergence",
    "Divergence",
    "HockeyStick",
    "InverseProfile",
    "KernelRenyi",
    "LossCumulant",
    "LossTail",
    "MaxDivergence",
    "Renyi",
    "SquaredHellinger",
    "TotalVariation",
    "TradeOff",
]
