"""The algorithms' exact law, with no sample drawn: their trees of choices are walked with exact probabilities.

Every path that is finished adds its probability to its outcome, and what is cut off is counted; so each mass is
enclosed by two numbers of 40 digits, which must hold the true mass. The algorithms call one another: each is walked
with those below it replaced by choices of the law that their own walk has shown. A loop that starts over until a
round is accepted keeps nothing from the rounds before, so its law is that of one round given that it is accepted.
"""

from fractions import Fraction

import mpmath as mp
import pytest

from mechanisms.exact import algorithms

DIGITS = 40
SLACK = mp.mpf(10) ** -35


class CutError(Exception):
    """A path has become too unlikely to be followed."""


class Tree:
    """A source of choices that replays a path and takes the first branch beyond it."""

    def __init__(self, path, least):
        self.path, self.least = list(path), least
        self.alternatives, self.weight, self.step = [], mp.mpf(1), 0

    def choose(self, branches):
        if self.step == len(self.path):
            self.alternatives += [[*self.path, i] for i in range(1, len(branches))]
            self.path.append(0)
        value, probability = branches[self.path[self.step]]
        self.step += 1
        self.weight *= probability
        if self.weight < self.least:
            raise CutError
        return value

    def below(self, n):
        return self.choose([(value, mp.mpf(1) / n) for value in range(n)])

    def bernoulli(self, num, den):
        assert 0 <= num <= den
        return self.coin(mp.mpf(num) / den)

    def coin(self, chance):
        return self.choose([(value, p) for value, p in ((True, chance), (False, 1 - chance)) if p > 0])


def law(sampler, *parameters, least=1e-9):
    """Return the masses found, and how much probability was cut off."""
    masses, cut, paths = {}, mp.mpf(0), [[]]
    while paths:
        tree = Tree(paths.pop(), least)
        try:
            outcome = sampler(tree, *parameters)
        except CutError:
            cut += tree.weight
        else:
            masses[outcome] = masses.get(outcome, mp.mpf(0)) + tree.weight
        paths += tree.alternatives
    assert abs(mp.fsum(masses.values()) + cut - 1) < SLACK, "the choices are not probabilities"
    return masses, cut


def encloses(found, truth, most_cut):
    masses, cut = found
    assert cut < most_cut
    return all(mass - SLACK <= truth(outcome) <= mass + cut + SLACK for outcome, mass in masses.items())


@pytest.fixture(autouse=True)
def many_digits():
    with mp.workdps(DIGITS):
        yield


def geometric_mass(k, num, den):
    return -mp.expm1(-mp.mpf(num) / den) * mp.exp(-mp.mpf(k * num) / den)


def laplace_mass(k, num, den):
    return mp.tanh(mp.mpf(num) / (2 * den)) * mp.exp(-mp.mpf(abs(k) * num) / den)


def gaussian_mass(k, num, den):
    def weight(j):
        return mp.exp(-mp.mpf(j * j * den) / (2 * num))

    return weight(k) / (1 + 2 * mp.fsum(weight(j) for j in range(1, 80)))


def coin_of_exp(tree, num, den):
    return tree.coin(mp.exp(-mp.mpf(num) / den))


@pytest.mark.parametrize(
    ("num", "den"),
    [(0, 1), (1, 7), (5, 3), *(pytest.param(*each, marks=pytest.mark.slow) for each in ((1, 2), (1, 1), (4, 1)))],
)
def test_bernoulli_exp(num, den):
    chance = mp.exp(-mp.mpf(num) / den)
    found = law(algorithms.bernoulli_exp, num, den, least=1e-25)
    assert encloses(found, lambda bit: chance if bit else 1 - chance, 1e-21)


def one_round(primitive):
    """Let a choice with which every round begins be made once only."""

    def first_only(tree, *parameters):
        if tree.step:
            raise CutError
        value = tree.choose(primitive(*parameters))
        if value is None:
            raise CutError
        return value

    return first_only


def given_acceptance(found, far=()):
    """Return the law of a loop from that of its rounds; outcomes in `far` stand for all that is as far."""
    masses, _ = found
    total = mp.fsum(masses.values())
    masses = {outcome: mass / total for outcome, mass in masses.items() if outcome not in far}
    return masses, 1 - mp.fsum(masses.values())


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize(("num", "den"), [(1, 1), (1, 3), (3, 2), (5, 1), (2, 9)])
def test_geometric(monkeypatch, num, den):
    monkeypatch.setattr(algorithms, "below", one_round(lambda n: [(u, mp.mpf(1) / n) for u in range(n)]))
    monkeypatch.setattr(algorithms, "bernoulli_exp_unit", coin_of_exp)
    found = given_acceptance(law(algorithms.geometric, num, den, least=1e-40))
    assert encloses(found, lambda k: geometric_mass(k, num, den), 1e-30)


def geometric_choices(num, den):
    masses = [(k, geometric_mass(k, num, den)) for k in range(60)]
    return [*masses, (60, 1 - mp.fsum(mass for _, mass in masses))]


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize(("num", "den"), [(1, 1), (1, 2), (3, 2)])
def test_discrete_laplace(monkeypatch, num, den):
    monkeypatch.setattr(algorithms, "geometric", one_round(geometric_choices))
    found = given_acceptance(law(algorithms.discrete_laplace, num, den, least=0), far=(-60, 60))
    assert encloses(found, lambda k: laplace_mass(k, num, den), 1e-12)


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize(("num", "den", "scale"), [(1, 4, 1), (1, 1, 2), (1, 1, 1), (1, 1, 3), (5, 2, 2), (9, 1, 4)])
def test_discrete_gaussian(monkeypatch, num, den, scale):
    """The proposals' scale is floor(sigma) + 1; the law is right for any other as well.

    Proposals beyond 15 scales count as rejected: less than e^-100 of them would be accepted.
    """

    def choices(num, den):
        masses = [(k, laplace_mass(k, num, den)) for k in range(-15 * den, 15 * den + 1)]
        return [*masses, (None, 1 - mp.fsum(mass for _, mass in masses))]

    monkeypatch.setattr(algorithms, "discrete_laplace", one_round(choices))
    monkeypatch.setattr(algorithms, "bernoulli_exp", coin_of_exp)
    masses, _ = given_acceptance(law(algorithms.discrete_gaussian, num, den, scale, 0, least=0))
    assert encloses((masses, mp.mpf(10) ** -34), lambda k: gaussian_mass(k, num, den), 1e-30)


def test_binomial():
    masses, cut = law(algorithms.binomial, 1, 3, 4)
    assert cut == 0
    for k, ways in enumerate((1, 4, 6, 4, 1)):
        exact = Fraction(ways * 2 ** (4 - k), 81)
        assert abs(masses[k] - mp.mpf(exact.numerator) / exact.denominator) < SLACK


@pytest.mark.parametrize("wrong", ["first factor forgotten", "parity", "sign of zero"])
def test_a_wrong_step_is_caught(monkeypatch, wrong):
    """The walk refutes slips in each layer: a loop from k = 2, the wrong parity, zero counted under both signs."""
    if wrong == "sign of zero":

        def slip(tree):
            size = tree.choose(geometric_choices(1, 1))
            return -size if tree.below(2) else size

        found = given_acceptance(law(slip, least=0), far=(-60, 60))
        assert not encloses(found, lambda k: laplace_mass(k, 1, 1), 1e-12)
        return

    def slip(tree, num, den):
        k = 2 if wrong == "first factor forgotten" else 1
        while tree.bernoulli(num, den * k):
            k += 1
        return k % 2 == (0 if wrong == "parity" else 1)

    chance = mp.exp(-mp.mpf(1) / 2)
    found = law(slip, 1, 2, least=1e-20)
    assert not encloses(found, lambda bit: chance if bit else 1 - chance, 1e-15)
