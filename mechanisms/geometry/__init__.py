"""Convex bodies around the origin and noise of density exp(-gauge): exact where possible, fast where not."""

from mechanisms.geometry.body import Body
from mechanisms.geometry.certificate import GaugeCertificate
from mechanisms.geometry.classic import Box, Ellipsoid, LpBall, Product, Simplex
from mechanisms.geometry.law import ChainLaw, Draws, ExactLaw, JointLaw
from mechanisms.geometry.measured import Measured, Moments
from mechanisms.geometry.polytope import Polytope
