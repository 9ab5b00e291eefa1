"""Mechanisms that release a function, as values on points that may be asked for one after the other."""
