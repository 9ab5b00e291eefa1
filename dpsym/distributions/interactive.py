"""Interactive mechanisms, asked by a strategy that goes from one to another as it likes: the law of what it sees.

An interactive mechanism is a kernel: it gives the law of its next answer for each history of the questions that it was asked, and of its
answers to them. Questions and answers are numbered alike, so that there are as many of the ones as of the others. A mechanism is not told
what others are asked: that is what concurrent composition means. A kernel with fewer rows than are asked for begins again at its first.
"""

from __future__ import annotations

from typing import Any

from sympy import Basic, Expr, S

from dpsym.distributions.arbitrary import AnyKernel
from dpsym.distributions.base import Counted
from dpsym.distributions.constructions import Kernel
from dpsym.distributions.discrete import Discrete, listed
from dpsym.distributions.families import answers_of, check_steps, histories, require_few, require_kernel, row
from dpsym.errors import ParameterError

Dialogue = tuple[tuple[int, int], ...]
"""What a mechanism was asked and has answered, question by question."""


def reply(mechanism: Kernel, past: Dialogue, question: int) -> Discrete:
    """Return the law of the answer of a mechanism to a question, after these questions and answers."""
    return row(mechanism, number_of(past, answers_of(mechanism)) * answers_of(mechanism) + question)


def number_of(past: Dialogue, answers: int) -> int:
    """Return the number of a dialogue: shorter ones come first, then by their digits."""
    number = 0
    for question, answer in past:
        number = number * answers**2 + question * answers + answer
    return histories(answers**2, len(past)).start + number


class Asked(Counted, abstract=True):
    """The law of all that a strategy, bound elsewhere, sees of one interactive mechanism."""

    printed = r"S \leftrightarrow #1"

    def __new__(cls, mechanism: Kernel | AnyKernel) -> Any:
        require_kernel(mechanism)
        return Basic.__new__(cls, mechanism)


class View(Counted):
    r"""The law of what a strategy sees of interactive mechanisms that it asks concurrently: whom it asks what, and the answer.

    With m mechanisms that have a answers each, the j-th move is question :math:`\lfloor j/m \rfloor \bmod a` to the mechanism of the number
    :math:`j \bmod m`.

    Parameters
    ----------
    strategy : Kernel or AnyKernel
        The law of the next move for each history of moves and answers.
    rounds : positive integer or symbol
        How many questions are asked, of all mechanisms together.
    *mechanisms : Kernel or AnyKernel
        Each the law of its next answer for each history of its own.

    Raises
    ------
    ParameterError
        If the mechanisms have not the same number of answers.
    NotDerivedError
        If there are too many outcomes to be written out.

    References
    ----------
    Vadhan and Wang, Concurrent composition of differential privacy, 2021.
    """

    def __new__(cls, strategy: Kernel | AnyKernel, rounds: object, *mechanisms: Kernel | AnyKernel) -> Any:
        for kernel in (strategy, *mechanisms):
            require_kernel(kernel)
        count = check_steps(rounds)
        if not mechanisms:
            raise ParameterError("mechanisms", "one at least", mechanisms)
        if not (count.is_Integer and all(isinstance(kernel, Kernel) for kernel in (strategy, *mechanisms))):
            return Basic.__new__(cls, strategy, count, *mechanisms)
        if len({answers_of(kernel) for kernel in mechanisms}) != 1:
            raise ParameterError("interactive mechanisms", "with the same answers", mechanisms)
        require_few(answers_of(strategy) * answers_of(mechanisms[0]), int(count))
        masses = _seen(strategy, int(count), mechanisms)
        return listed(masses, (S.One,) * len(masses))

    def _latex(self, printer: Any) -> str:
        strategy, count, *mechanisms = map(printer._print, self.args)
        all_of_them = ", ".join(mechanisms)
        return rf"{strategy}_{{1:{count}}} \leftrightarrow ({all_of_them})"


def _seen(strategy: Kernel, rounds: int, mechanisms: tuple[Kernel, ...]) -> list[Expr]:
    """Return the masses of all histories of moves and answers."""
    moves, answers = answers_of(strategy), answers_of(mechanisms[0])
    found: list[tuple[Expr, tuple[Dialogue, ...]]] = [(S.One, ((),) * len(mechanisms))]
    for step in range(rounds):
        longer = []
        for (mass, past), place in zip(found, histories(moves * answers, step), strict=True):
            for move, share in enumerate(row(strategy, place).masses):
                which, question = move % len(mechanisms), move // len(mechanisms) % answers
                for answer, part in enumerate(reply(mechanisms[which], past[which], question).masses):
                    own = (*past[which], (question, answer))
                    longer.append((mass * share * part, (*past[:which], own, *past[which + 1 :])))
        found = longer
    return [mass for mass, _ in found]
