"""Where the exact samplers get their random bits, as words of 32 bits."""

from __future__ import annotations

import secrets

import numpy as np
import numpy.typing as npt

from mechanisms.validate import generator

Words = npt.NDArray[np.uint32]

_BLOCK = 1024


class WordSource:
    r"""A stream of independent uniform words, of which integers below any bound are made by rejection.

    An integer below n takes the lowest :math:`\lceil \log_2 n \rceil` bits of as few words as hold them, the first word
    lowest, and starts over with new words unless it is below n. So every value has exactly the same probability.

    Parameters
    ----------
    rng : numpy.random.Generator or None
        A seeded source for study and tests; None for the operating system's cryptographic source, through
        ``secrets``, which is the one to release from.

    Raises
    ------
    GeneratorError
        If `rng` is neither None nor a ``numpy.random.Generator``; also a TypeError.
    """

    def __init__(self, rng: np.random.Generator | None = None) -> None:
        self._rng = None if rng is None else generator(rng)
        self._words = np.empty(0, dtype=np.uint32)
        self._next = 0

    def take(self, fresh: int) -> Words:
        """Hand out the words that were fetched and not used, and further ones behind them.

        Parameters
        ----------
        fresh : int
            How many further words, non-negative.
        """
        words = np.concatenate([self._words[self._next :], self._fresh(fresh)])
        self._next = len(self._words)
        return words

    def unread(self, words: Words) -> None:
        """Take back the last words that :meth:`take` handed out.

        Parameters
        ----------
        words : array of uint32
            An end of what the last call returned.
        """
        self._words, self._next = words, 0

    def below(self, n: int) -> int:
        """Return an integer from 0 to n - 1, each with probability 1/n.

        Parameters
        ----------
        n : int
            Any positive integer.
        """
        bits = (n - 1).bit_length()
        while True:
            value = 0
            for place in range(0, bits, 32):
                value |= self._word() << place
            value &= (1 << bits) - 1
            if value < n:
                return value

    def bernoulli(self, num: int, den: int) -> bool:
        """Return true with probability num/den.

        Parameters
        ----------
        num, den : int
            Integers with ``0 <= num <= den`` and ``den > 0``.
        """
        return self.below(den) < num

    def _word(self) -> int:
        if self._next == len(self._words):
            self._words, self._next = self._fresh(_BLOCK), 0
        word = self._words[self._next]
        self._next += 1
        return int(word)

    def _fresh(self, count: int) -> Words:
        raw = secrets.token_bytes(4 * count) if self._rng is None else self._rng.bytes(4 * count)
        return np.frombuffer(raw, dtype="<u4").astype(np.uint32)
