"""Mechanisms for linear queries whose noise is shaped like the query: K-norm, NIM, and what they are compared with."""

from mechanisms.structured.baselines import LaplaceQueries, NoisyHistogram
from mechanisms.structured.bounds import LowerBound, projected_lower_bound, volume_lower_bound
from mechanisms.structured.compare import Comparison, compare
from mechanisms.structured.knorm import KNorm
from mechanisms.structured.mechanism import LinearMechanism, Privacy
from mechanisms.structured.nim import NIM
