"""Certified privacy curves: delta(eps) and eps(delta) of a composition, as one contour integral enclosed by Arb."""

from dpsym.curves.adapters import loss_of
from dpsym.curves.allocated import AllocatedGaussianLoss
from dpsym.curves.allocated_renyi import allocated_renyi
from dpsym.curves.allocated_response import AllocatedResponseLoss
from dpsym.curves.allocation import allocated_bracket, allocated_laplace_bracket, allocated_pure_bracket
from dpsym.curves.count_loss import CountLoss
from dpsym.curves.curve import PrivacyCurve, curve
from dpsym.curves.either_way import EitherWayLoss
from dpsym.curves.erased import ErasedResponseLoss
from dpsym.curves.families import (
    GeometricLoss,
    KaryResponseLoss,
    LaplaceLoss,
    RandomizedResponseLoss,
    StaircaseLoss,
    TruncatedLaplaceLoss,
)
from dpsym.curves.fixed_size import FixedSizeLoss
from dpsym.curves.gaussian import GaussianLoss
from dpsym.curves.group_counts import GroupCountLoss
from dpsym.curves.group_gaussian import GroupGaussianLoss
from dpsym.curves.group_response import GroupResponseLoss
from dpsym.curves.loss import PrivacyLoss
from dpsym.curves.mirrored_counts import FixedSizeCountLoss, ReplacedCountLoss
from dpsym.curves.pieces import PiecewiseLoss
from dpsym.curves.replaced import ReplacedGaussianLoss
from dpsym.curves.replaced_noise import ReplacedGeometricLoss, ReplacedLaplaceLoss
from dpsym.curves.replaced_response import ReplacedResponseLoss
from dpsym.curves.sampled import SampledLoss
from dpsym.curves.shuffled_response import shuffled_response_lower
from dpsym.curves.subsampled import SubsampledGaussianLoss
from dpsym.curves.theta import DiscreteGaussianLoss
from dpsym.curves.truncated import overflow_upper, truncated_bracket

__all__ = [
    "AllocatedGaussianLoss",
    "AllocatedResponseLoss",
    "CountLoss",
    "DiscreteGaussianLoss",
    "EitherWayLoss",
    "ErasedResponseLoss",
    "FixedSizeCountLoss",
    "FixedSizeLoss",
    "GaussianLoss",
    "GeometricLoss",
    "GroupCountLoss",
    "GroupGaussianLoss",
    "GroupResponseLoss",
    "KaryResponseLoss",
    "LaplaceLoss",
    "PiecewiseLoss",
    "PrivacyCurve",
    "PrivacyLoss",
    "RandomizedResponseLoss",
    "ReplacedCountLoss",
    "ReplacedGaussianLoss",
    "ReplacedGeometricLoss",
    "ReplacedLaplaceLoss",
    "ReplacedResponseLoss",
    "SampledLoss",
    "StaircaseLoss",
    "SubsampledGaussianLoss",
    "TruncatedLaplaceLoss",
    "allocated_bracket",
    "allocated_laplace_bracket",
    "allocated_pure_bracket",
    "allocated_renyi",
    "curve",
    "loss_of",
    "overflow_upper",
    "shuffled_response_lower",
    "truncated_bracket",
]
