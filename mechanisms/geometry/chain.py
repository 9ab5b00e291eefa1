"""Markov chains for the noise of density exp(-gauge): the exact Hamiltonian flow from facet cone to facet cone.

In the cone of a facet with basis B the gauge of ``B @ c`` is the sum of c, a linear function, so the force is
constant and the path a parabola until a coordinate reaches zero. The gauge is continuous there, so the momentum
is, and the flow goes on in the neighbouring cone. It conserves energy exactly: there is no step size and nothing is
rejected. Before each trajectory the momentum is drawn from a Gaussian and the coordinates in the present cone,
which are independent and exponential, are drawn anew.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mechanisms.errors import ConvergenceError
from mechanisms.geometry.diagnostics import effective_samples, gauge_fit, independence_fit, observables, split_rhat
from mechanisms.geometry.facets import BUDGET, Frame
from mechanisms.geometry.law import ChainLaw
from mechanisms.validate import Array

METHOD = "Hamiltonian flow over facet cones"
CHAINS = 4
# About a quarter of the period of a unit Gaussian in whitened coordinates, jittered so that nothing resonates.
TRAVEL, JITTER = 1.65, 0.15
WARM_UP = 30
# Samples that are held in memory at once as momenta and coordinates.
BLOCK = 4096
SMALLEST = 32


@dataclass(frozen=True)
class Run:
    """One chain: states at the ends of trajectories in the walk's coordinates, and what happened on the way."""

    points: Array
    gauges: Array
    second_moment: Array
    pivots: int
    violation: float


class FacetWalk:
    """Chains for noise of density exp(-gauge) on the hull of columns in general position.

    Preparing it estimates the covariance of the noise in three rounds of growing length; the flow then runs in
    coordinates in which that covariance is the identity. The estimate changes how fast the chain mixes, not its law.

    Parameters
    ----------
    columns : array, shape (r, m)
        Columns in general position, of rank r.
    shrink : float
        Recorded in the law of the samples.
    rng : numpy.random.Generator
        The source of randomness of the preparation.
    """

    def __init__(self, columns: Array, shrink: float, rng: np.random.Generator) -> None:
        rank = columns.shape[0]
        self.columns, self.shrink = columns, shrink
        self.whitening = np.linalg.cholesky(columns @ columns.T * (2 * rank / columns.shape[1]))
        self.covariance = np.eye(rank)
        moments = []
        for length in (rank + 20, 4 * rank, 12 * rank):
            run = self._run(length, 1, WARM_UP, rng)
            moments.append((length, run.second_moment))
            self.covariance = moments[-1][1]
            self.whitening = np.linalg.cholesky(self.covariance)
        weights = [length for length, _ in moments[1:]]
        self.covariance = np.average([moment for _, moment in moments[1:]], axis=0, weights=weights)
        self.whitening = np.linalg.cholesky(self.covariance)
        self.pilot = self.law([run], 1)

    def sample(self, size: int, rng: np.random.Generator, thinning: int = 1) -> tuple[Array, ChainLaw]:
        """Return noise of density exp(-gauge), (size, r), and what is known of its law.

        Parameters
        ----------
        size : int
            Number of points; 32 and more come from four chains.
        rng : numpy.random.Generator
            The source of randomness.
        thinning : int
            Trajectories per sample.
        """
        runs = self.runs(size, rng, thinning)
        return np.concatenate([run.points for run in runs])[:size], self.law(runs, thinning)

    def runs(self, size: int, rng: np.random.Generator, thinning: int = 1) -> list[Run]:
        """Run the chains for `size` points, without looking at them."""
        chains = CHAINS if size >= SMALLEST else 1
        return [self._run(-(-size // chains), thinning, WARM_UP, rng) for _ in range(chains)]

    def _run(self, size: int, thinning: int, warm_up: int, rng: np.random.Generator) -> Run:
        """Run one chain from the facet that a random ray meets."""
        frame = Frame(np.asarray(np.linalg.solve(self.whitening, self.columns), dtype=float))
        frame.start(rng)
        self._block(frame, warm_up, rng)
        blocks, done = [], 0
        while done < size * thinning:
            length = min(BLOCK, size * thinning - done)
            blocks.append(self._block(frame, length, rng))
            done += length
        points = np.concatenate([block.points for block in blocks])[thinning - 1 :: thinning]
        gauges = np.concatenate([block.gauges for block in blocks])[thinning - 1 :: thinning]
        lengths = [len(block.gauges) for block in blocks]
        moment = np.average([block.second_moment for block in blocks], axis=0, weights=lengths)
        L = self.whitening
        pivots, violation = sum(block.pivots for block in blocks), max(block.violation for block in blocks)
        return Run(points @ L.T, gauges, L @ moment @ L.T, pivots, violation)

    def _block(self, frame: Frame, length: int, rng: np.random.Generator) -> Run:
        from mechanisms.geometry.kernels.flow import trajectories

        rank, m = frame.F.shape
        momenta, coordinates = rng.standard_normal((length, rank)), rng.standard_exponential((length, rank))
        times = TRAVEL * rng.uniform(1 - JITTER, 1 + JITTER, length)
        points, gauges, centres = np.empty((length, rank)), np.empty(length), np.empty((length, rank))
        visits = np.zeros(m, dtype=np.int64)
        pivots, _, violation = trajectories(
            frame.F,
            frame.columns,
            frame.facet,
            momenta,
            coordinates,
            times,
            BUDGET,
            frame.work,
            points,
            gauges,
            centres,
            visits,
        )
        if pivots < 0 or not violation <= 1e-8:
            raise ConvergenceError(f"a path over the facets was lost (violation {violation:.1e})")
        # Given the cone, coordinates are independent and exponential: E c c' = I + 1 1'.
        moment = ((frame.F * visits) @ frame.F.T + centres.T @ centres) / length
        return Run(points, gauges, moment, pivots, violation)

    def law(self, runs: list[Run], thinning: int) -> ChainLaw:
        """Return what chains show about their law; shorter than 8 states they show what the pilot run did."""
        pivots, violation = sum(run.pivots for run in runs), max(run.violation for run in runs)
        if len(runs[0].points) < 8:
            known = self.pilot
            measured = (known.effective, known.rhat, known.autocorrelation_time, known.gauge_p, known.independence_p)
        else:
            points, gauges = (np.stack([run.points for run in runs]), np.concatenate([run.gauges for run in runs]))
            seen = observables(points)
            effective = float(effective_samples(seen).min())
            white = np.asarray(np.linalg.solve(self.whitening, points.reshape(len(gauges), -1).T).T, dtype=float)
            fits = gauge_fit(gauges, points.shape[-1]), independence_fit(gauges, white)
            time = max(1.0, len(gauges) / max(effective, 1.0)) * thinning
            measured = (effective, float(split_rhat(seen).max()), time, *fits)
        return ChainLaw(METHOD, len(runs), WARM_UP, thinning, *measured, pivots, violation, self.shrink)
