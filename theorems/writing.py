"""Write the proofs of the registry that the program writes, and that no person wrote: `python -m theorems.writing`."""

from theorems.kernel.run import write
from theorems.registry import registry

if __name__ == "__main__":
    write(registry())
