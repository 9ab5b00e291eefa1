"""The numbered results of chapter 6, on functions, and the mechanisms that it prints."""

from __future__ import annotations

from pathlib import Path

from papers.mechanism import PrintedMechanism, stored
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


MECHANISMS_6: tuple[PrintedMechanism, ...] = stored(Path(__file__).with_name("mechanisms_6.csv"))
