"""Probability laws: one file a family, and what is made of laws."""

from dpsym.distributions.arbitrary import AnyEvent, AnyKernel, AnyLaw, Laws
from dpsym.distributions.base import Law, LocationScale
from dpsym.distributions.constructions import Event, Image, Joint, Kernel, Mixture, Probability, Product
from dpsym.distributions.discrete import Bernoulli, Discrete, Finite, RandomizedResponse
from dpsym.distributions.gaussian import Gaussian
from dpsym.distributions.laplace import Laplace

RR = RandomizedResponse

__all__ = [
    "RR", "AnyEvent", "AnyKernel", "AnyLaw", "Bernoulli", "Discrete", "Event", "Finite", "Gaussian", "Image", "Joint", "Kernel", "Laplace",
    "Law", "Laws", "LocationScale", "Mixture", "Probability", "Product", "RandomizedResponse",
]  # fmt: skip
