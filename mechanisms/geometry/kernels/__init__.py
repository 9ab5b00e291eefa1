"""Compiled inner loops; importing a module of this folder loads numba, so callers do it when they need one."""
