"""What makes a finite mechanism private, and multipliers that bound what private mechanisms can do: rational arithmetic alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from mechanisms.errors import ParameterError

Matrix = Sequence[Sequence[Fraction]]


@dataclass(frozen=True)
class Constraints:
    r"""What makes a mechanism private: :math:`\sum_y (M(x)_y - f_{x,x'} M(x')_y)_+ \le \delta` for ordered pairs of inputs.

    Parameters
    ----------
    factors : mapping of (int, int) to Fraction
        The factor e^eps of each ordered pair of neighbours.
    delta : Fraction
        The failure probability delta.
    """

    factors: Mapping[tuple[int, int], Fraction]
    delta: Fraction

    def excess(self, rows: Matrix) -> Fraction:
        """Return by how much a matrix breaks the worst of the constraints, exactly; not positive where it meets them."""
        gains = (
            sum((max(Fraction(0), a - f * b) for a, b in zip(rows[x], rows[z], strict=True)), Fraction(0))
            for (x, z), f in self.factors.items()
        )
        return max(gains, default=Fraction(0)) - self.delta


@dataclass(frozen=True)
class DualCertificate:
    r"""Multipliers that prove a lower bound on the expected loss of every private mechanism, by weak duality.

    With a weight :math:`w_x \ge 0` for each input and :math:`m_{x,x',y} \ge 0` for each constraint,

    .. math:: \sum_x w_x \sum_y L_{xy} M(x)_y \ge \sum_x \min_y \Big( w_x L_{xy} + \sum_{x'} m_{x,x',y}
              - \sum_{x'} f_{x',x} m_{x',x,y} \Big) - \delta \sum_{x,x'} \max_y m_{x,x',y},

    because :math:`\sum_y m_y (p_y - f q_y) \le \max_y m_y \sum_y (p_y - f q_y)_+`.

    Parameters
    ----------
    weights : tuple of Fraction
        A weight for each input.
    multipliers : mapping of (int, int) to tuple of Fraction
        For each ordered pair of neighbours a multiplier for each output.
    """

    weights: tuple[Fraction, ...]
    multipliers: Mapping[tuple[int, int], tuple[Fraction, ...]]

    def bound(self, loss: Matrix, constraints: Constraints) -> Fraction:
        """Return the bound that the multipliers prove, by rational arithmetic alone.

        Raises
        ------
        ParameterError
            If a weight or a multiplier is negative: such numbers prove nothing.
        """
        if min(self.weights) < 0 or any(min(each) < 0 for each in self.multipliers.values()):
            raise ParameterError("multipliers", "non-negative", self)
        reduced = [[weight * value for value in row] for weight, row in zip(self.weights, loss, strict=True)]
        spent = Fraction(0)
        for pair, each in self.multipliers.items():
            spent += constraints.delta * max(each)
            for y, multiplier in enumerate(each):
                reduced[pair[0]][y] += multiplier
                reduced[pair[1]][y] -= constraints.factors[pair] * multiplier
        return sum((min(row) for row in reduced), Fraction(0)) - spent
