"""Amplification by iteration: what moves before the noise is added is paid for by the noise."""

from dpsym import Renyi
from dpsym.distributions import Image
from dpsym.distributions.families import Row
from dpsym.divergences.overall import Worst
from dpsym.parameters import alpha
from theorems.checks.enclose import Enumerate
from theorems.checks.hostile import Hostile
from theorems.entry import Cite, Theorem
from theorems.library.variables import ALL, ORDERS, K, L, P, Q
from theorems.statement import ABOVE_ONE, le

SHIFT = Theorem(
    id="renyi.shift_reduction",
    title="Shift reduction for any kernels: the divergence of a coupled law before the noise, and of the noise over the move that is left",
    statement=le(Renyi(alpha, Image(K, P), Image(L, Q)), Renyi(alpha, P, Q) + Worst(Renyi(alpha, Row(K), Row(L)))),
    domain={alpha: ABOVE_ONE, P: ALL, Q: ALL, K: ALL, L: ALL},
    typical={alpha: ORDERS},
    cites=(Cite("feldman2018iteration", "the shift-reduction lemma", "arXiv:1808.08763"),),
    uses=("rdp.composition.adaptive", "renyi.data_processing"),
    checks=(Hostile(), Enumerate(40)),
    note="L adds noise to the iterate; K first moves it, by a coupling of P with the law that the iterate has, and then adds the noise. "
    "Of noise on the line and moves by at most a, the last term is the greatest divergence of the noise from itself shifted by up to "
    "a. That lemma of the source is for shifts on a normed space, z of which are kept for later; here all of the move is paid for, "
    "by any kernels, step by step.",
)
