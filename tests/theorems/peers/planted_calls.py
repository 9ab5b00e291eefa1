"""The child's part of a peer that does not exist: right, below the truth, hanging, greedy, crashing, and careless functions."""


def version():
    return "1.0"


def right(b, delta):
    import math

    return max(1 / b + 2 * math.log1p(-delta), 0.0)


def below(b, delta):
    import math

    return 0.9 * max(1 / b + 2 * math.log1p(-delta), 0.0)


def above(b, delta):
    return 1.25 / b


def estimated(b, delta):
    return 0.5 / b


def bracket(b, delta):
    return [0.9 / b, 1.0 / b, 1.1 / b]


def missing_bracket(b, delta):
    return [1.1 / b, 1.2 / b, 1.3 / b]


def hangs(b):
    while True:
        b += 1


def eats(b):
    chunks = []
    while True:
        chunks.append(bytearray(1 << 24))


def crashes(b):
    import os

    os.abort()


def prints(b):
    import os
    import sys

    print("noise on the line")  # noqa: T201 (what must not reach the line)
    sys.stderr.write("and here\n")
    os.write(1, b"and there\n")
    return b


def careless(b, delta):
    return float("nan") if b == 7.0 else 0.0


def careful(b, delta):
    if not (b > 0 and 0 <= delta <= 1):
        raise ValueError(f"b must be positive and delta in [0, 1], got {b} and {delta}")
    return 1 / b


def counted(b, path):
    with open(path, "a") as file:
        file.write("x")
    return 1 / b


def sample_laplace(b, n, seed):
    import random

    draw = random.Random(seed)
    return [draw.choice((-1, 1)) * draw.expovariate(1 / b) for _ in range(n)]


def sample_gaussian(sigma, n, seed):
    import random

    # a tenth too wide
    draw = random.Random(seed)
    return [draw.gauss(0, 1.1 * sigma) for _ in range(n)]


def sample_response(probability, n, seed):
    raise ValueError("no samples today")
