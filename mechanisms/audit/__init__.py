"""Audits: lower bounds on the privacy loss of a mechanism from its runs, and tests of samplers, with stated errors."""
