"""Heads and laws print by patterns: their arguments in their places, and in no others."""

from __future__ import annotations

import pytest
from sympy import Symbol, latex

from dpsym.distributions import AnyKernel, AnyLaw, Image, Joint
from dpsym.distributions.families import Member
from dpsym.divergences import Renyi
from dpsym.divergences.least import DominationGap

A, B, P, Q = (AnyLaw(name) for name in "ABPQ")
K, n, alpha = AnyKernel("K"), Symbol("n"), Symbol("alpha")


@pytest.mark.parametrize(
    ("node", "text"),
    [
        (Member(K, n), "K_{n}"),
        (Image(K, P), r"K \circ P"),
        (Joint(P, K), r"P \rtimes K"),
        (Renyi(alpha, P, Q), r"D_{\alpha}\left(P \,\middle\|\, Q\right)"),
        (
            DominationGap(P, Q, A, B),
            r"\sup_{\varepsilon} \left( H_{e^{\varepsilon}}\left(P \,\middle\|\, Q\right)"
            r" - H_{e^{\varepsilon}}\left(A \,\middle\|\, B\right) \right)",
        ),
    ],
    ids=["member", "image", "joint", "renyi", "gap"],
)
def test_each_argument_stands_in_its_place(node, text):
    assert latex(node) == text
    assert "#" not in latex(node)


def test_arguments_that_are_exchanged_print_otherwise():
    assert latex(DominationGap(P, Q, A, B)) != latex(DominationGap(A, B, P, Q))
