"""Divergences as unevaluated heads; `.doit()` derives them from the definition."""

from typing import TYPE_CHECKING

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

if not TYPE_CHECKING:  # a checker takes the names that are imported
    __all__ = [name for name, value in dict(vars()).items() if isinstance(value, type)]
