"""The checks are attacked: every entry is changed in one place after the other, and its own checks must notice."""
