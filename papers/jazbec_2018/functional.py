"""The numbered results of chapter 6, on functions, and the mechanisms that it prints."""

from __future__ import annotations

from papers.mechanism import PrintedMechanism
from papers.result import Result

_TWO = "two points; two centres"
_REMARK = "a remark; an entry bears on it"
_GROWTH = "what more points tell grows to the norm in the Hilbert space; on the line, by the exact profile"

CHAPTER_6: tuple[Result, ...] = (
    Result("Izrek 6.1", ("functional.noise.range", "cylinder.points"), scope=f"{_GROWTH}; for eps up to 19/3"),
    Result(
        "Izrek 6.2",
        ("functional.noise", "functional.noise.exact"),
        {"the threshold": "6.2-threshold"},
        "every covariance in the plane; the loss depends on the Mahalanobis distance alone",
    ),
    Result("Lema 6.3", ("dp.set",), scope="laws on finitely many points; its converse is false"),
    Result("Opomba 6.4", ("dp.set",), scope="laws on finitely many points, masses for densities"),
    Result(
        "Izrek 6.5",
        ("hockey_stick.data_processing", "cylinder.points"),
        {"rectangles for all events": "6.5-rectangles"},
        "finite-dimensional laws; the passage to the limit is the theorem on monotone classes",
    ),
    Result(
        "Opomba 6.6", about=("cylinder.rectangles",), scope="why an algebra is needed, and rectangles are not enough"
    ),
    Result("Opomba 6.7", about=("cylinder.points",), scope=_REMARK),
    Result("Opomba 6.8", about=("cylinder.points",), scope=_REMARK),
    Result("Izrek 6.9", ("rkhs.points",), scope=f"the Gaussian kernel, {_TWO}; equality in the span of the sections"),
    Result(
        "Posledica 6.10",
        ("functional.noise.range", "rkhs.points"),
        scope=f"the Gaussian kernel, {_TWO}; for eps up to 19/3",
    ),
    Result("Lema 6.11", ("rkhs.independent",), scope="three points of a line"),
    Result("Primer 6.12", ("density.distance", "density.distance.bounded", "density.release.printed")),
)

_LEAST = "dpsym.calibration.gaussian_scale(eps, delta, Delta): {} times the printed noise at eps = 1 and delta = 10^-5"

MECHANISMS_6: tuple[PrintedMechanism, ...] = (
    PrintedMechanism(
        "Izrek 6.1",
        "a path of a Gaussian process times sqrt(2 log(2/delta)) Delta/eps, for every eps",
        "(eps, delta)-DP",
        False,
        "delta = Phi(eps/(2 c) - c) - e^eps Phi(-eps/(2 c) - c) with c = sqrt(2 log(2/delta)): less than promised up to eps = 6.3676 "
        "for every delta, 97 times the promised at eps = 20 and delta = 10^-5",
        _LEAST.format("0.755"),
        ("functional.noise.exact", "functional.noise.range", "functional.noise.everywhere", "6.1-eps"),
    ),
    PrintedMechanism(
        "Izrek 6.2",
        "Gaussian noise of covariance M times sqrt(2 log(2/delta)) Delta/eps, for eps <= 1",
        "(eps, delta)-DP",
        True,
        "delta = Phi(eps/(2 c) - c) - e^eps Phi(-eps/(2 c) - c): 2.4e-8 at eps = 1 where 10^-5 is promised",
        _LEAST.format("0.755"),
        ("functional.noise.exact", "functional.noise", "6.2-constant"),
    ),
    PrintedMechanism(
        "Posledica 6.10",
        "a path with the kernel as covariance times sqrt(2 log(2/delta)) Delta/eps, Delta in the kernel's Hilbert space, every eps",
        "(eps, delta)-DP",
        False,
        "as Izrek 6.1",
        _LEAST.format("0.755"),
        ("functional.noise.exact", "rkhs.points", "functional.noise.everywhere", "6.10-eps"),
    ),
    PrintedMechanism(
        "Primer 6.12",
        "a kernel density estimate with noise sqrt(log(2/delta))/(eps n (2 pi h^2)^(d/2))",
        "(eps, delta)-DP",
        False,
        "delta = Phi(eps/c - c/2) - e^eps Phi(-eps/c - c/2): 1.4e-3 at eps = 1 and delta = 10^-5, or eps = 1.58 at that delta",
        _LEAST.format("1.51"),
        ("functional.noise.exact", "density.release", "density.release.printed", "6.12-noise"),
    ),
)
