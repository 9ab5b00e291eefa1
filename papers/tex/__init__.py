r"""A paper of anyone's, kept in step: ``\dpsym{...}`` in its source, what it stands for in a side file, an error where it does not hold."""
