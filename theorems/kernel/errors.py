"""Errors of the kernel proofs, each one line."""

from theorems.errors import RegistryError

__all__ = ["GateError", "NotPrintableError", "NotWrittenError", "ReadingError"]


class NotPrintableError(RegistryError, ValueError):
    """The statement has something that the Coq library has no word for."""

    def __init__(self, what: object) -> None:
        super().__init__(f"statement must be made of what the Coq library defines, got {what}")


class ReadingError(RegistryError, ValueError):
    """What Coq printed is no statement of ours."""


class GateError(RegistryError, ValueError):
    """A proof that must not pass."""


class NotWrittenError(RegistryError, ValueError):
    """The proof is of no kind that the program writes."""

    def __init__(self, what: object) -> None:
        super().__init__(f"proof must be of a kind that the program writes, got {what}")
