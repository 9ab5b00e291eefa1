"""Laws of directions, of counts in several classes, and the logarithmic series: by their log-partition function."""

from sympy import Expr, Ne, cosh, log, sinh

from dpsym import KL, LogarithmicSeries, Multinomial, Renyi, VonMisesFisher
from dpsym.parameters import alpha, k1, k2, m1, m2, n, p, q
from theorems.checks import Derive, Limit, Quadrature
from theorems.entry import Cite, Theorem
from theorems.library.catalogue.asking import kl, renyi
from theorems.library.catalogue.space import over
from theorems.library.posteriors import direction_runs as runs
from theorems.statement import eq, lt

_GIL = Cite("gil2013renyi", "equation (13): of an exponential family")


def _log_mean(concentration: Expr) -> Expr:
    """Return the logarithm of the mean of e^(kappa z) over the sphere in space."""
    return log(sinh(concentration) / concentration)


_DIRECTIONS = VonMisesFisher(0, 0, k1), VonMisesFisher(0, 0, k2)
_MIXED = alpha * k1 - alpha * k2 + k2

RENYI_VON_MISES_FISHER = Theorem(
    id="renyi.von_mises_fisher",
    title="Rényi divergence of two von Mises-Fisher laws of one mean direction in space",
    statement=eq(
        Renyi(alpha, *_DIRECTIONS),
        (_log_mean(_MIXED) - alpha * _log_mean(k1) - (1 - alpha) * _log_mean(k2)) / (alpha - 1),
    ),
    **over(alpha, k1, k2),
    hypotheses=(Ne(_MIXED, 0),),
    cites=(_GIL,),
    checks=(Derive(), Quadrature(renyi(runs.directions), 8), Limit(alpha, 1, KL(*_DIRECTIONS))),
    note="Where the concentrations cancel, the first term is 0.",
)
KL_VON_MISES_FISHER = Theorem(
    id="kl.von_mises_fisher",
    title="Kullback-Leibler divergence of two von Mises-Fisher laws of one mean direction in space",
    statement=eq(KL(*_DIRECTIONS), _log_mean(k2) - _log_mean(k1) + (k1 - k2) * (cosh(k1) / sinh(k1) - 1 / k1)),
    **over(k1, k2),
    cites=(_GIL,),
    uses=("renyi.von_mises_fisher",),
    checks=(Derive(), Quadrature(kl(runs.directions), 8)),
)

_COUNTS = Multinomial(n, p, m1, 1), Multinomial(n, q, m2, 1)

RENYI_MULTINOMIAL = Theorem(
    id="renyi.multinomial",
    title="Rényi divergence of two multinomial laws of three answers",
    statement=eq(
        Renyi(alpha, *_COUNTS),
        n
        * (
            log(p**alpha * q ** (1 - alpha) + m1**alpha * m2 ** (1 - alpha) + 1)
            - alpha * log(p + m1 + 1)
            - (1 - alpha) * log(q + m2 + 1)
        )
        / (alpha - 1),
    ),
    **over(alpha, n, p, q, m1, m2),
    cites=(_GIL,),
    checks=(Derive(), Quadrature(renyi(runs.multinomial), 8), Limit(alpha, 1, KL(*_COUNTS))),
    note="The masses are given up to a factor. It is n times that of one trial.",
)
KL_MULTINOMIAL = Theorem(
    id="kl.multinomial",
    title="Kullback-Leibler divergence of two multinomial laws of three answers",
    statement=eq(
        KL(*_COUNTS), n * ((p * log(p / q) + m1 * log(m1 / m2)) / (p + m1 + 1) + log((q + m2 + 1) / (p + m1 + 1)))
    ),
    **over(n, p, q, m1, m2),
    cites=(_GIL,),
    uses=("renyi.multinomial",),
    checks=(Derive(), Quadrature(kl(runs.multinomial), 8)),
)

_SERIES = LogarithmicSeries(p), LogarithmicSeries(q)
_RATIO = p**alpha * q ** (1 - alpha)

RENYI_LOGARITHMIC_SERIES = Theorem(
    id="renyi.logarithmic_series",
    title="Rényi divergence of two logarithmic series laws",
    statement=eq(
        Renyi(alpha, *_SERIES),
        (log(-log(1 - _RATIO)) - alpha * log(-log(1 - p)) - (1 - alpha) * log(-log(1 - q))) / (alpha - 1),
    ),
    **over(alpha, p, q),
    hypotheses=(lt(0, 1 - _RATIO),),
    cites=(_GIL,),
    checks=(Derive(), Quadrature(renyi(runs.logarithmic_series), 8), Limit(alpha, 1, KL(*_SERIES))),
    note="Where the ratio p^alpha q^(1 - alpha) is 1 or more, the divergence is infinite.",
)
KL_LOGARITHMIC_SERIES = Theorem(
    id="kl.logarithmic_series",
    title="Kullback-Leibler divergence of two logarithmic series laws",
    statement=eq(KL(*_SERIES), log(log(1 - q) / log(1 - p)) - p * log(p / q) / ((1 - p) * log(1 - p))),
    **over(p, q),
    cites=(_GIL,),
    uses=("renyi.logarithmic_series",),
    checks=(Derive(), Quadrature(kl(runs.logarithmic_series), 8)),
)
