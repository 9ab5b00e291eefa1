"""Noisy records in practice: what delta means, what a rescaled metric costs, and what a scale read off the data costs."""

from __future__ import annotations

from typing import Any

from sympy import Max, exp, log, sqrt

from dpsym import HockeyStick, Laplace, LossTail, MaxDivergence
from dpsym.parameters import SENSITIVITY, delta, eps, r
from theorems.checks import Derive, Enclose, Quadrature, Transcribed
from theorems.entry import Cite, Theorem
from theorems.library.metric import practical_runs as runs
from theorems.library.space import LOSS, ranges
from theorems.library.variables import HALF
from theorems.statement import ABOVE_ONE, NONNEGATIVE, POSITIVE, UNIT_OPEN, eq, le

_JAZBEC = "jazbec2018"
Delta = SENSITIVITY.symbol
_SCALE = Delta / (eps - log(1 - delta))
_DOMAIN = Laplace(0, _SCALE), Laplace(Delta, _SCALE)
_FINER = Laplace(0, _SCALE / r), Laplace(Delta, _SCALE / r)
_TARGET = {eps: LOSS, delta: (UNIT_OPEN, ("1/100", "4/5")), Delta: (POSITIVE, (HALF, 2))}
_SPACE, _RESCALED = ranges(_TARGET), ranges({**_TARGET, r: (ABOVE_ONE, ("5/4", 8))})
_TEXT = "Laplace(0, Delta/(epsilon - log(1 - delta)){0}), Laplace(Delta, Delta/(epsilon - log(1 - delta)){0})"

BREAK_PRINTED = Theorem(
    id="mechanism.domain_laplace.break.printed",
    title="Laplace noise for (eps, delta) has a loss above eps with probability delta (as printed)",
    statement=le(LossTail(eps, *_DOMAIN), delta),
    **_SPACE,
    cites=(Cite(_JAZBEC, "Razdelek 7.1, before Tabela 3"),),
    checks=(Enclose(), Transcribed(f"LossTail(epsilon, {_TEXT.format('')}) <= delta")),
    note="Printed in words: delta = 0.7 means that the mechanism breaks with a probability of 70 %.",
)

BREAK = Theorem(
    id="mechanism.domain_laplace.break",
    title="Laplace noise for (eps, delta) has a loss above eps with probability 1 - sqrt(1 - delta)/2, above one half",
    statement=eq(LossTail(eps, *_DOMAIN), 1 - sqrt(1 - delta) / 2),
    **_SPACE,
    uses=("loss_tail.laplace",),
    checks=(Derive(), Quadrature(runs.break_of_domain), Enclose()),
    corrects="mechanism.domain_laplace.break.printed",
    note="Ours: as delta tends to 0 the probability tends to 1/2: noise at the pure scale loses exactly eps on a half line.",
)

GREATEST = Theorem(
    id="mechanism.domain_laplace.greatest",
    title="Laplace noise for (eps, delta) never loses more than eps - log(1 - delta): it does not break",
    statement=eq(MaxDivergence(*_DOMAIN), eps - log(1 - delta)),
    **_SPACE,
    uses=("max.laplace",),
    specializes="mechanism.laplace",
    note="Ours: the greatest loss of Laplace noise is the distance over the scale.",
    checks=(Derive(), Quadrature(runs.greatest_of_domain), Enclose()),
)

RESCALED_PRINTED = Theorem(
    id="mechanism.domain_laplace.rescaled.printed",
    title="With a metric divided by r the noise may be divided by r too (as printed)",
    statement=le(HockeyStick(eps, *_FINER), delta),
    **_RESCALED,
    cites=(Cite(_JAZBEC, "Opomba 7.3"),),
    checks=(Enclose(), Transcribed(f"HockeyStick(epsilon, {_TEXT.format('/r')}) <= delta")),
    note="The proof of the scale takes |x - d|/b in the density and diam(D) in one and the same metric; only one was divided.",
)

RESCALED = Theorem(
    id="mechanism.domain_laplace.rescaled",
    title="Noise divided by r, as a metric divided by r suggests: its exact delta at eps",
    statement=eq(HockeyStick(eps, *_FINER), Max(0, 1 - exp((eps - r * (eps - log(1 - delta))) / 2))),
    **_RESCALED,
    uses=("profile.laplace",),
    checks=(Derive(), Quadrature(runs.profile_of_rescaled), Enclose()),
    corrects="mechanism.domain_laplace.rescaled.printed",
    specializes="metric.laplace.profile",
    note="Ours: the profile of Laplace noise at the scale divided by r.",
)

_WIDE = r * (log(r) - eps) / (r - 1)
_RANGES: dict[Any, Any] = {eps: (NONNEGATIVE, ("1/20", 1)), r: (ABOVE_ONE, (4, 64))}
_HYPOTHESES = (log(r) > eps,)
_READ_OFF = Laplace(0, 1), Laplace(0, r)

RANGE_PRINTED = Theorem(
    id="mechanism.domain_laplace.range.printed",
    title="A scale read off the range of the data costs one record nothing beyond (eps, delta) (as done)",
    statement=le(HockeyStick(eps, *_READ_OFF), delta),
    **ranges({**_RANGES, delta: (UNIT_OPEN, ("1/100", "4/5"))}),
    hypotheses=_HYPOTHESES,
    cites=(Cite(_JAZBEC, "Razdelek 7.1, the diameter of the data"), Cite("jazbec2018program", "the diameter")),
    checks=(Enclose(), Transcribed("HockeyStick(epsilon, Laplace(0, 1), Laplace(0, r)) <= delta")),
    note="Two neighbouring databases may have ranges of any ratio r, and each record that they share has noise of both scales.",
)

RANGE = Theorem(
    id="mechanism.domain_laplace.range",
    title="Noise of two scales on the same record tells the scales apart: the exact delta at eps",
    statement=eq(HockeyStick(eps, *_READ_OFF), 1 - exp(-_WIDE) - exp(eps) * (1 - exp(-_WIDE / r))),
    **ranges(_RANGES),
    hypotheses=_HYPOTHESES,
    checks=(Derive(), Quadrature(runs.profile_of_ranges), Enclose()),
    corrects="mechanism.domain_laplace.range.printed",
    note="Ours: it tends to 1 as r grows, for a single record; a database of n records shows the scale n times.",
)
