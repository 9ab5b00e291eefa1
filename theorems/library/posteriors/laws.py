"""Laws of posteriors: Dirichlet laws of shares, inverse Gamma laws of variances."""

from sympy import Add, Expr, digamma, log, loggamma, symbols

from dpsym import KL, Dirichlet, InverseGamma, Renyi
from dpsym.parameters import alpha, k1, k2, r1, r2
from theorems.checks import Derive, Limit, Quadrature
from theorems.entry import Cite, Theorem
from theorems.library.catalogue.asking import kl, renyi
from theorems.library.catalogue.space import over
from theorems.library.posteriors import runs
from theorems.library.space import ranges
from theorems.statement import ABOVE_ONE, POSITIVE, eq, lt

a1, a2, a3, b1, b2, b3 = symbols("a1 a2 a3 b1 b2 b3", positive=True)
_FIRST, _SECOND = (a1, a2, a3), (b1, b2, b3)
_MIXED = tuple(alpha * one + (1 - alpha) * other for one, other in zip(_FIRST, _SECOND, strict=True))
_GIL = Cite("gil2013renyi", "Dirichlet family")
_SHAPES = dict.fromkeys((*_FIRST, *_SECOND), (POSITIVE, (1, 6)))


def _log_beta(*shapes: Expr) -> Expr:
    return Add(*map(loggamma, shapes)) - loggamma(Add(*shapes))


RENYI_DIRICHLET = Theorem(
    id="renyi.dirichlet",
    title="Rényi divergence of two Dirichlet laws of three shares",
    statement=eq(
        Renyi(alpha, Dirichlet(*_FIRST), Dirichlet(*_SECOND)),
        (_log_beta(*_MIXED) - alpha * _log_beta(*_FIRST) - (1 - alpha) * _log_beta(*_SECOND)) / (alpha - 1),
    ),
    **ranges({**_SHAPES, alpha: (ABOVE_ONE, ("11/10", 2))}),
    hypotheses=tuple(lt(0, each) for each in _MIXED),
    cites=(_GIL,),
    checks=(Derive(), Quadrature(runs.renyi_dirichlet, 8)),
    note="Where a shape of the mixture is not positive the divergence is infinite. One draw from a posterior after counts has this privacy.",
)

KL_DIRICHLET = Theorem(
    id="kl.dirichlet",
    title="Kullback-Leibler divergence of two Dirichlet laws of three shares",
    statement=eq(
        KL(Dirichlet(*_FIRST), Dirichlet(*_SECOND)),
        _log_beta(*_SECOND)
        - _log_beta(*_FIRST)
        + sum(
            (one - other) * (digamma(one) - digamma(sum(_FIRST))) for one, other in zip(_FIRST, _SECOND, strict=True)
        ),
    ),
    **ranges(_SHAPES),
    cites=(_GIL,),
    uses=("renyi.dirichlet",),
    checks=(Derive(), Quadrature(runs.kl_dirichlet, 8)),
)

_PAIR = InverseGamma(k1, r1), InverseGamma(k2, r2)
_SHAPE, _SCALE = alpha * k1 + (1 - alpha) * k2, alpha * r1 + (1 - alpha) * r2

RENYI_INVERSE_GAMMA = Theorem(
    id="renyi.inverse_gamma",
    title="Rényi divergence of two inverse Gamma laws",
    statement=eq(
        Renyi(alpha, *_PAIR),
        (
            loggamma(_SHAPE)
            - _SHAPE * log(_SCALE)
            - alpha * (loggamma(k1) - k1 * log(r1))
            - (1 - alpha) * (loggamma(k2) - k2 * log(r2))
        )
        / (alpha - 1),
    ),
    **over(alpha, k1, r1, k2, r2),
    hypotheses=(lt(0, _SHAPE), lt(0, _SCALE)),
    uses=("renyi.gamma",),
    checks=(Derive(), Quadrature(renyi(runs.inverse_gamma), 8), Limit(alpha, 1, KL(*_PAIR))),
    note="That of the Gamma laws of which these are the inverses.",
)

KL_INVERSE_GAMMA = Theorem(
    id="kl.inverse_gamma",
    title="Kullback-Leibler divergence of two inverse Gamma laws",
    statement=eq(
        KL(*_PAIR), (k1 - k2) * digamma(k1) + loggamma(k2) - loggamma(k1) + k2 * log(r1 / r2) + k1 * (r2 - r1) / r1
    ),
    **over(k1, r1, k2, r2),
    uses=("renyi.inverse_gamma",),
    checks=(Derive(), Quadrature(kl(runs.inverse_gamma), 8)),
)
