"""Random allocation: a record takes part in one of several steps, which is drawn at random."""

from sympy import Max, Rational, binomial, cosh, exp, log

from dpsym import Bernoulli, HockeyStick, KaryResponse, Mixture, ProductLaw, Renyi
from dpsym.parameters import alpha, eps, zeta
from theorems.checks import Enclose, Enumerate, Quadrature, Transcribed
from theorems.entry import Cite, Theorem
from theorems.library.amplification import allocation_runs as runs
from theorems.library.catalogue.space import over
from theorems.library.space import ranges
from theorems.library.variables import FULL, P, Q
from theorems.statement import ABOVE_ONE, eq, le

_TRUTH = exp(zeta) / (1 + exp(zeta))
_WITH, _WITHOUT = Bernoulli(_TRUTH), Bernoulli(1 - _TRUTH)

RESPONSE = Theorem(
    id="amplification.allocation.response",
    title="Random allocation to one of two steps: privacy profile where a step is randomized response",
    statement=eq(
        HockeyStick(
            eps,
            Mixture(Rational(1, 2), ProductLaw(_WITH, _WITHOUT), ProductLaw(_WITHOUT, _WITH)),
            ProductLaw(_WITHOUT, _WITHOUT),
        ),
        (Max(0, exp(zeta) - exp(eps)) + 2 * exp(zeta) * Max(0, cosh(zeta) - exp(eps))) / (1 + exp(zeta)) ** 2,
    ),
    **over(eps, zeta),
    cites=(Cite("feldman2025allocation", "the pair of random allocation", "arXiv:2502.08202"),),
    checks=(Enclose(8), Quadrature(runs.response, 8)),
    note="Without the record both steps lie; with it one of them, drawn at random, tells the truth. The ratio of the pair is the mean of the "
    "ratios of the steps: e^zeta, cosh(zeta) or e^(-zeta).",
)

_TRIPLES = tuple(
    ProductLaw(*(_WITH if step in chosen else _WITHOUT for step in range(3))) for chosen in ((0, 1), (0, 2), (1, 2))
)
_TWO_OF_THREE = Mixture(Rational(1, 3), _TRIPLES[0], Mixture(Rational(1, 2), _TRIPLES[1], _TRIPLES[2]))
_BLOCKS = Mixture(Rational(1, 2), ProductLaw(_WITH, _WITH, _WITHOUT), ProductLaw(_WITH, _WITHOUT, _WITH))
_NONE = ProductLaw(_WITHOUT, _WITHOUT, _WITHOUT)

PARTITION = Theorem(
    id="amplification.allocation.partition",
    title="Random allocation to two of three steps: at most the privacy profile of one step and one of the two others, for randomized response",
    statement=le(HockeyStick(eps, _TWO_OF_THREE, _NONE), HockeyStick(eps, _BLOCKS, _NONE)),
    **over(eps, zeta),
    cites=(Cite("feldman2025allocation", "allocation to several steps", "arXiv:2502.08202"),),
    checks=(Enclose(8), Quadrature(runs.two_of_three, 8)),
    note="Ours: divide t steps at random into k blocks of given sizes, and draw one step of each. The set that is drawn has a law that no "
    "permutation of the steps changes, so that it is uniform. Given the division the pair is the product of allocations to one step of each "
    "block, up to the order of the steps, and has the same profile whatever the division; the hockey-stick divergence is jointly convex, so "
    "that the mixture over all divisions has no greater one. Nothing is used of the laws of a step. With several epochs the products are "
    "composed.",
)

PARTITION_REMOVED = Theorem(
    id="amplification.allocation.partition.reversed",
    title="Random allocation to two of three steps, a record added: at most the profile of one step and one of the two others",
    statement=le(HockeyStick(eps, _NONE, _TWO_OF_THREE), HockeyStick(eps, _NONE, _BLOCKS)),
    **over(eps, zeta),
    cites=(Cite("feldman2025allocation", "allocation to several steps", "arXiv:2502.08202"),),
    checks=(Enclose(8), Quadrature(runs.two_of_three_added, 8)),
    note="Ours: the proof of amplification.allocation.partition, with the two laws exchanged.",
)

_PLAIN, _MOVED = (KaryResponse(zeta, 3, place) for place in (0, 1))

PURE = Theorem(
    id="amplification.allocation.pure",
    title="Random allocation to one of two steps: at most the privacy profile of randomized response, where a step is ternary response",
    statement=le(
        HockeyStick(
            eps,
            Mixture(Rational(1, 2), ProductLaw(_MOVED, _PLAIN), ProductLaw(_PLAIN, _MOVED)),
            ProductLaw(_PLAIN, _PLAIN),
        ),
        (Max(0, exp(zeta) - exp(eps)) + 2 * exp(zeta) * Max(0, cosh(zeta) - exp(eps))) / (1 + exp(zeta)) ** 2,
    ),
    **over(eps, zeta),
    cites=(Cite("feldman2025allocation", "the pair of random allocation", "arXiv:2502.08202"),),
    uses=("amplification.allocation.response",),
    checks=(Enclose(8), Quadrature(runs.ternary, 8)),
    note="Ours: of a pure mechanism the ratio of a step lies between e^(-zeta) and e^zeta, with mean 1 without the record. A chord lies above "
    "a convex function, so that the expectation of any is at most that of the law on the two ends with the same mean, which is the ratio of "
    "randomized response; one step after the other is replaced, the others held. Both directions of the profile are expectations of convex "
    "functions of the mean ratio: (r - e^eps)_+ and (1 - e^eps r)_+.",
)

_RATIOS = (exp(-2 * zeta), (2 + exp(-2 * zeta)) / 3, (2 + exp(2 * zeta)) / 3, exp(2 * zeta))
_SEVERAL = sum(
    binomial(3, told) * exp((3 - told) * zeta) / (1 + exp(zeta)) ** 3 * Max(0, ratio - exp(eps))
    for told, ratio in enumerate(_RATIOS)
)

RESPONSE_SEVERAL = Theorem(
    id="amplification.allocation.response.several",
    title="Random allocation to two of three steps: privacy profile where a step is randomized response",
    statement=eq(HockeyStick(eps, _TWO_OF_THREE, _NONE), _SEVERAL),
    **over(eps, zeta),
    cites=(Cite("feldman2025allocation", "allocation to several steps", "arXiv:2502.08202"),),
    checks=(Enclose(8), Quadrature(runs.two_of_three, 8)),
    note="The ratio of the pair of k of t steps is the mean, over all sets of k, of the products of their ratios. Of randomized response it is "
    "known by the number of steps that tell the truth, which is binomial without the record.",
)

_TERNARY = tuple(
    ProductLaw(*(_MOVED if step in chosen else _PLAIN for step in range(3))) for chosen in ((0, 1), (0, 2), (1, 2))
)

PURE_SEVERAL = Theorem(
    id="amplification.allocation.pure.several",
    title="Random allocation to two of three steps: at most the profile of randomized response, where a step is ternary response",
    statement=le(
        HockeyStick(
            eps,
            Mixture(Rational(1, 3), _TERNARY[0], Mixture(Rational(1, 2), _TERNARY[1], _TERNARY[2])),
            ProductLaw(_PLAIN, _PLAIN, _PLAIN),
        ),
        _SEVERAL,
    ),
    **over(eps, zeta),
    cites=(Cite("feldman2025allocation", "allocation to several steps", "arXiv:2502.08202"),),
    uses=("amplification.allocation.response.several",),
    checks=(Enclose(8), Quadrature(runs.ternary_of_three, 8)),
    note="Ours: the ratio of k of t steps is affine in the ratio of each step, so that the expectation of a convex function of it only grows "
    "where the ratio of one step is replaced by a law above it in the convex order, the others held. One step after the other is replaced, the last "
    "one first where they are adaptive: by the law on the two ends for pure steps, by that of the greatest shift for noise, and by laws on "
    "points, above and below, where it is enclosed.",
)

_ONE_OF_TWO, _PLAIN_TWO = Mixture(Rational(1, 2), ProductLaw(P, Q), ProductLaw(Q, P)), ProductLaw(Q, Q)

RENYI = Theorem(
    id="amplification.allocation.renyi",
    title="Random allocation to one of two steps: the Rényi divergence of order 3 where a record is removed",
    statement=eq(Renyi(3, _ONE_OF_TWO, _PLAIN_TWO), log((exp(2 * Renyi(3, P, Q)) + 3 * exp(Renyi(2, P, Q))) / 4) / 2),
    **ranges({P: FULL, Q: FULL}),
    cites=(Cite("feldman2025allocation", "the pair of random allocation", "arXiv:2502.08202"),),
    checks=(
        Enumerate(),
        Transcribed(
            "Renyi(3, Mixture(1/2, ProductLaw(P, Q), ProductLaw(Q, P)), ProductLaw(Q, Q)) == "
            "log((exp(2*Renyi(3, P, Q)) + 3*exp(Renyi(2, P, Q)))/4)/2"
        ),
    ),
    note="The ratio R of the pair is the mean of the ratios Y of t steps, which are independent without the record. At a whole "
    "order alpha the moment of their sum is alpha! times the coefficient of z^alpha in the t-th power of the sum over j of "
    "E Y^j z^j/j!, with E Y^j = e^((j-1) D_j(P||Q)).",
)

RENYI_ADDED = Theorem(
    id="amplification.allocation.renyi.reversed",
    title="Random allocation to one of two steps, a record added: at most the Rényi divergence of one step at the order 1 + (alpha - 1)/2",
    statement=le(Renyi(alpha, _PLAIN_TWO, _ONE_OF_TWO), Renyi((alpha + 1) / 2, Q, P)),
    **ranges({alpha: (ABOVE_ONE, ("11/10", 8)), P: FULL, Q: FULL}),
    cites=(Cite("feldman2025allocation", "the pair of random allocation", "arXiv:2502.08202"),),
    checks=(
        Enumerate(),
        Transcribed(
            "Renyi(alpha, ProductLaw(Q, Q), Mixture(1/2, ProductLaw(P, Q), ProductLaw(Q, P))) <= Renyi((alpha + 1)/2, Q, P)"
        ),
    ),
    note="Ours: the moment is E R^(1 - alpha) without the record, R the mean of t ratios Y. The arithmetic mean is at least the "
    "geometric one, and the exponent is negative, so that it is at most the t-th power of E Y^(-(alpha - 1)/t), which is "
    "the divergence of one step at the order 1 + (alpha - 1)/t. Where there are many steps it is rather E v(U) + 1, with U "
    "of the law Gamma(alpha - 1) and v(u) = E e^(u (1 - R)) - 1, as R^(-p) is the integral of u^(p - 1) e^(-u R)/Gamma(p); "
    "v is convex, and chords of it, or of the logarithm of E e^(-u R), are bounds from above.",
)
