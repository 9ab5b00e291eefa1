"""The calculus of guarantees: each entry states the formula of an arrow."""
