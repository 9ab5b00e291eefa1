"""Values of two independent references, by quadrature of the definition and by closed forms in mpmath, are never called unsound."""

from fractions import Fraction

import mpmath as mp
import pytest
from reference.definitions import gaussian, hockey_stick, laplace, renyi

from theorems.regress import Claim, Kind, judge

EPSILONS = ("0.01", "0.7", "2.5")
SCALES = ("0.6", "1", "3.5")


def delta(mechanism, eps, value, direction="exact"):
    return judge(Claim(mechanism, "delta", (("epsilon", eps),), value, direction))


def epsilon(mechanism, delta, value, direction="exact"):
    return judge(Claim(mechanism, "epsilon", (("delta", delta),), value, direction))


def written(value, digits=17, rounding="n"):
    """Return a positive number as decimal text, rounded to nearest, up ("u") or down ("d")."""
    with mp.workdps(60):
        value = mp.mpf(value)
        exponent = int(mp.floor(mp.log10(value))) - digits + 1
        scaled = value / mp.mpf(10) ** exponent
        whole = {"n": mp.nint, "u": mp.ceil, "d": mp.floor}[rounding](scaled)
        return f"{int(whole)}e{exponent}"


def gaussian_delta(mu, eps):
    with mp.workdps(60):
        mu, eps = mp.mpf(mu), mp.mpf(eps)
        return mp.ncdf(mu / 2 - eps / mu) - mp.exp(eps) * mp.ncdf(-mu / 2 - eps / mu)


def gaussian_epsilon(mu, delta):
    with mp.workdps(60):
        return mp.findroot(
            lambda eps: mp.log(gaussian_delta(mu, eps)) - mp.log(mp.mpf(delta)), (1, 2), solver="anderson", tol=1e-90
        )


def both_references(family, closed, scale, eps):
    """Return delta from the definition, after a look that the closed form says the same."""
    zero, one, threshold = Fraction(0), Fraction(1), Fraction(eps)
    found = hockey_stick(family(zero, Fraction(scale)), family(one, Fraction(scale)), threshold)
    with mp.workdps(60):
        assert abs(found - closed(scale, eps)) <= mp.mpf(10) ** -35
    return found


def laplace_delta(scale, eps):
    return max(mp.mpf(0), -mp.expm1((mp.mpf(eps) - 1 / mp.mpf(scale)) / 2))


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize("eps", EPSILONS)
@pytest.mark.parametrize("scale", SCALES)
def test_a_delta_that_two_references_agree_on_is_right_however_it_is_rounded(scale, eps):
    cases = (
        (f"Gaussian({scale})", both_references(gaussian, lambda s, e: gaussian_delta(1 / mp.mpf(s), e), scale, eps)),
        (f"Laplace({scale})", both_references(laplace, laplace_delta, scale, eps)),
    )
    for mechanism, truth in cases:
        if truth == 0:
            assert delta(mechanism, eps, "0").kind is Kind.RIGHT
            continue
        for digits in (3, 6, 17):
            for rounding in "nud":
                verdict = delta(mechanism, eps, written(truth, digits, rounding))
                assert verdict.kind is Kind.RIGHT
        assert delta(mechanism, eps, written(truth, 17, "u"), "upper").kind is Kind.RIGHT
        assert delta(mechanism, eps, written(truth, 17, "d"), "lower").kind is Kind.RIGHT


@pytest.mark.parametrize("count", [1, 4, 100])
@pytest.mark.parametrize("wanted", ["1e-2", "1e-6", "1e-30"])
def test_an_epsilon_of_composed_gaussian_noise_is_right_and_a_shortfall_is_found(count, wanted):
    truth = gaussian_epsilon(mp.sqrt(count) / 2, wanted)
    mechanism = f"Gaussian(sigma=2).compose({count})"

    assert epsilon(mechanism, wanted, written(truth)).kind is Kind.RIGHT
    assert epsilon(mechanism, wanted, written(truth, 17, "u"), "upper").kind is Kind.RIGHT
    short = epsilon(mechanism, wanted, written(truth * (1 - mp.mpf("1e-7"))), "upper")
    assert short.kind is Kind.UNSOUND
    assert short.gap.relative == pytest.approx(-1e-7, rel=1e-2)
    assert short.reference.lower <= Fraction(written(truth, 40, "d")) + Fraction(1, 10**39)
    assert Fraction(written(truth, 40, "u")) <= short.reference.upper + Fraction(1, 10**39)


def test_a_hundred_claims_of_either_reference_raise_no_false_alarm_and_hide_no_shortfall():
    for row in range(1, 51):
        mu, eps = mp.mpf(row) / 17, mp.mpf(row) / 40
        truth = gaussian_delta(mu, eps)
        mechanism = f"Gaussian({Fraction(17, row)})"
        assert delta(mechanism, str(row / 40), written(truth)).kind is Kind.RIGHT
        assert delta(mechanism, str(row / 40), written(truth * mp.mpf("0.999999"))).kind is Kind.UNSOUND
        loose = delta(mechanism, str(row / 40), written(truth * mp.mpf("1.000001")), "upper")
        assert loose.kind is Kind.SOUND
        assert loose.factor == pytest.approx(1.000001, rel=1e-8)


@pytest.mark.parametrize("order", ["1.5", "2", "9"])
@pytest.mark.parametrize(("family", "name"), [(gaussian, "Gaussian"), (laplace, "Laplace")])
def test_a_renyi_divergence_from_its_definition_is_right(family, name, order):
    truth = renyi(family(Fraction(0), Fraction(2)), family(Fraction(1), Fraction(2)), Fraction(order))

    def claimed(value):
        return judge(Claim(f"{name}(2)", "renyi", (("order", order),), written(value)))

    assert claimed(truth).kind is Kind.RIGHT
    assert claimed(truth * mp.mpf("0.9999")).kind is Kind.UNSOUND
    assert claimed(truth * mp.mpf("1.0001")).kind is Kind.SOUND


def test_composed_randomized_response_is_held_against_the_binomial_sum():
    with mp.workdps(60):
        lie, count, eps = 1 / (1 + mp.e), 10, mp.mpf("1.5")
        weights = [
            mp.binomial(count, k) * (1 - lie) ** (count - k) * lie**k * max(0, -mp.expm1(eps - (count - 2 * k)))
            for k in range(count + 1)
        ]
        truth = sum(weights)

    assert delta("RR(1).compose(10)", "1.5", written(truth)).kind is Kind.RIGHT
    assert delta("PureDP(1).compose(10)", "1.5", written(truth)).kind is Kind.RIGHT
    assert delta("KaryResponse(1, 2).compose(10)", "1.5", written(truth)).kind is Kind.RIGHT
    assert delta("RR(1).compose(10)", "1.5", written(truth * mp.mpf("0.9999"))).kind is Kind.UNSOUND


def test_kary_response_together_is_held_against_the_trinomial_sum():
    with mp.workdps(60):
        total = mp.e + 3
        masses = {1: mp.e / total, 0: 2 / total, -1: 1 / total}
        sums = {0: mp.mpf(1)}
        for _ in range(5):
            sums = {
                place: sum(sums.get(place - step, 0) * mass for step, mass in masses.items()) for place in range(-5, 6)
            }
        truth = sum(mass * max(0, -mp.expm1(mp.mpf("0.5") - place)) for place, mass in sums.items())

    assert delta("KaryResponse(1, 4).compose(5)", "0.5", written(truth)).kind is Kind.RIGHT


def test_one_subsampled_gaussian_step_is_right_in_each_direction_and_the_greater_one_counts():
    q, sigma, eps = mp.mpf("0.1"), mp.mpf("0.8"), mp.mpf("0.5")
    with mp.workdps(40):

        def noise(x, shift):
            return mp.npdf(x, shift, sigma)

        def side(first, second):
            place = sigma**2 * mp.log((mp.exp(eps) - 1 + q) / q) + mp.mpf(1) / 2
            low = sigma**2 * mp.log((mp.exp(-eps) - 1 + q) / q) + mp.mpf(1) / 2 if mp.exp(-eps) > 1 - q else -mp.inf
            cuts = sorted({-30, place, 30} | ({low} if low != -mp.inf else set()))
            return mp.quad(lambda x: max(mp.mpf(0), first(x) - mp.exp(eps) * second(x)), cuts)

        mixed = lambda x: (1 - q) * noise(x, 0) + q * noise(x, 1)  # noqa: E731
        plain = lambda x: noise(x, 0)  # noqa: E731
        removed, added = side(mixed, plain), side(plain, mixed)

    chain, where = "Gaussian(0.8).subsample(0.1)", (("epsilon", "0.5"),)
    assert judge(Claim(chain, "delta", where, written(removed, 12), adjacency="remove")).kind is Kind.RIGHT
    assert judge(Claim(chain, "delta", where, written(max(removed, added), 12))).kind is Kind.RIGHT
    assert added < removed
    assert judge(Claim(chain, "delta", where, written(removed, 12), adjacency="add")).kind is Kind.SOUND


@pytest.mark.parametrize(
    ("chain", "right", "small"),
    [
        ("Skellam(20, 20).compose(2)", "0.803705763", "0.8037"),
        pytest.param("Skellam(20, 20).compose(10)", "1.98342", "1.983", marks=pytest.mark.slow),
        ("Binomial(100, 0.5)", "0.752737849", "0.7527"),
        ("Poisson(100)", "0.392345205", "0.3923"),
    ],
)
def test_noise_on_the_integers_is_held_against_its_curve(chain, right, small):
    assert epsilon(chain, "1e-5", right).kind is Kind.RIGHT
    assert epsilon(chain, "1e-5", small, "upper").kind is Kind.UNSOUND
