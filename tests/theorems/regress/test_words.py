"""What users write: columns and parameters by other names, tables of the field, pairs of laws, choices by scores; no row ends a run."""

import json
import math
import random

import pytest

from theorems.regress import Claim, ClaimsFileError, Kind, judge
from theorems.regress.chains import chain
from theorems.regress.claim import Unread
from theorems.regress.rows import rows
from theorems.regress.running import decided, regress


def read(tmp_path, text, name="a.csv"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return list(rows(path))


def test_a_table_of_the_field_is_read_without_retyping(tmp_path):
    first, second, third = read(
        tmp_path, "noise_multiplier,q,steps,target_delta,eps\n1.1,0.01,1000,1e-5,2\n4,1,1,1e-5,0.5\n2,,7,1e-6,3\n"
    )
    assert first == Claim("Gaussian(1.1).subsample(0.01).compose(1000)", "epsilon", (("delta", "1e-5"),), "2")
    assert second.mechanism == "Gaussian(4)"
    assert third.mechanism == "Gaussian(2).compose(7)"


@pytest.mark.parametrize(
    ("header", "line", "mechanism", "quantity", "at", "value"),
    [
        ("law,scale,alpha,rdp", "Laplace,2,4,0.3", "Laplace(2)", "renyi", (("order", "4"),), "0.3"),
        ("mechanism,rho", "Gaussian(2),0.125", "Gaussian(2)", "rho", (), "0.125"),
        ("mechanism,mu", "Gaussian(2),0.5", "Gaussian(2)", "mu", (), "0.5"),
        ("mechanism,delta,value", "Laplace(1),0.1,0.8", "Laplace(1)", "epsilon", (("delta", "0.1"),), "0.8"),
        ("mechanism,eps,value", "Laplace(1),1,0", "Laplace(1)", "delta", (("epsilon", "1"),), "0"),
        (
            "sigma,sampling_rate,eps,delta",
            "1,0.1,2,1e-5",
            "Gaussian(1).subsample(0.1)",
            "epsilon",
            (("delta", "1e-5"),),
            "2",
        ),
    ],
)
def test_what_is_stated_is_the_quantity_where_none_is_named(tmp_path, header, line, mechanism, quantity, at, value):
    (found,) = read(tmp_path, f"{header}\n{line}\n")
    assert (found.mechanism, found.quantity, found.at, found.value) == (mechanism, quantity, at, value)


def test_what_does_not_fit_together_is_one_line(tmp_path):
    twice, nothing = read(tmp_path, "mechanism,sigma,q,delta,eps\nGaussian(1),2,,1e-5,1\nGaussian,,0.1,1e-5,1\n")
    assert "scale must be left out where the mechanism states it" in twice.reason
    assert "mechanism must be a law with its scale" in nothing.reason
    with pytest.raises(ClaimsFileError, match="did you mean sigma"):
        read(tmp_path, "sigmaa,delta,eps\n1,2,3\n")
    with pytest.raises(ClaimsFileError, match="each column once"):
        read(tmp_path, "mechanism,quantity,eps,epsilon\nGaussian(1),delta,1,1\n")
    (object_,) = read(tmp_path, json.dumps({"mechanism": "Gaussian(1)", "eps": 1, "epsilon": 1}), "a.json")
    assert isinstance(object_, Unread)


@pytest.mark.parametrize("cell", ["2,5", "1.1 ± 0.1", "1.1+/-0.1", "2).compose(3"])
def test_a_scale_that_is_not_one_number_is_refused(tmp_path, cell):
    """Inside of a call ``2,5`` is a location and a scale of 5, beside which a loss below the truth of 2.5 is right."""
    header = "mechanism,sigma,delta,eps\n"
    (wrong,) = read(tmp_path, f'{header}Gaussian,"{cell}",1e-5,1\n')
    assert "must be one number" in wrong.reason
    (promise,) = read(tmp_path, 'rho,delta,eps\n"0,5",1e-5,5\n')
    assert "rho must be one number" in promise.reason
    (sound,) = read(tmp_path, f'{header}Gaussian,"sqrt(2)",1e-5,1\n')
    assert sound.mechanism == "Gaussian(sqrt(2))"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Gaussian(2,5).compose(3)", Kind.NOT_UNDERSTOOD),
        ("Laplace(1,5)", Kind.NOT_UNDERSTOOD),
        ("zCDP(0,5)", Kind.NOT_UNDERSTOOD),
        ("Gaussian(1, 5)", Kind.SOUND),
        ("Gaussian(0,5)", Kind.SOUND),
        ("N(0,1) vs N(1,1)", Kind.SOUND),
        ("DPSGD(noise=5, rate=0.01, T=2)", Kind.SOUND),
    ],
)
def test_a_comma_that_may_be_a_point_is_asked_about(text, kind):
    assert judge(Claim(text, "epsilon", (("delta", "1e-5"),), "4.5")).kind is kind


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("Gaussian(noise_multiplier=1)", "Gaussian(sigma=1)"),
        ("Gaussian(std=2).subsample(q=0.1).compose(steps=3)", "Gaussian(sigma=2).subsample(rate=0.1).compose(3)"),
        ("Laplace(b=2)", "Laplace(scale=2)"),
        ("RR(epsilon=1).shuffle(9)", "RR(eps=1).guarantee(adjacency=replace).shuffle(9)"),
        ("Gaussian(sigma=1)", "Gaussian(sigma=1)"),
    ],
)
def test_parameters_have_other_names(text, instead):
    assert chain(text) == instead


@pytest.mark.parametrize(
    ("mechanism", "quantity", "at", "value", "kind"),
    [
        ("Gaussian(noise_multiplier=1)", "eps", {"delta": "1e-5"}, "4.37717810", Kind.RIGHT),
        ("Gaussian(noise_multiplier=1)", "eps", {"delta": "1e-5"}, "4.3", Kind.UNSOUND),
        ("Pair(Gaussian(0, 1), Gaussian(1, 1))", "delta", {"epsilon": "1"}, "0.126936737507", Kind.RIGHT),
        ("Pair(Gaussian(0, 1), Gaussian(1, 1))", "epsilon", {"delta": "1e-5"}, "4.37717809569", Kind.RIGHT),
        ("Pair(Laplace(0, 1), Laplace(1, 1))", "epsilon", {"delta": "0"}, "0.99", Kind.UNSOUND),
        ("Pair(Laplace(0, 1), 3)", "epsilon", {"delta": "0"}, "1", Kind.NOT_UNDERSTOOD),
        ("Pair(Laplace(0, 1), Laplace(1, 1))", "rho", {}, "1", Kind.NOT_UNDERSTOOD),
        ("ExponentialMechanism(1)", "epsilon", {"delta": "0"}, "1", Kind.RIGHT),
        ("AboveThreshold(1).compose(3)", "epsilon", {"delta": "0"}, "3", Kind.SOUND),
        ("ExponentialMechanism(1)", "epsilon", {"delta": "0"}, "0.9", Kind.UNSOUND),
        ("PermuteAndFlip(1)", "epsilon", {"delta": "0"}, "0.9", Kind.UNSOUND),
        ("RandomizedResponse(1).shuffle(1000)", "epsilon", {"delta": "1e-6"}, "0.6", Kind.SOUND),
        ("TradeOffDP((1 - sqrt(t))**2)", "epsilon", {"delta": "1e-5"}, "11.6", Kind.SOUND),
        ("RenyiDP(alpha/5)", "epsilon", {"delta": "1e-5"}, "2.82", Kind.RIGHT),
        ("Gaussian(1).to_gdp()", "epsilon", {"delta": "1e-5"}, "5", Kind.NOT_UNDERSTOOD),
        ("Laplace(1)", "mu", {}, "1.03006399763", Kind.RIGHT),
        ("Laplace(1)", "mu", {}, "1.02", Kind.UNSOUND),
        ("TruncatedLaplace(1, 5)", "mu", {}, "3", Kind.UNSOUND),
        ("TruncatedLaplace(1, 5)", "mu", {}, "inf", Kind.RIGHT),
    ],
)
def test_what_users_write_is_judged(mechanism, quantity, at, value, kind):
    assert judge(Claim(mechanism, quantity, tuple(at.items()), value)).kind is kind


def test_whatever_the_engine_raises_is_a_verdict(monkeypatch):
    def fails(claim, tolerance=None):
        raise KeyError("no such thing")

    monkeypatch.setattr("theorems.regress.running.judge", fails)
    found = decided(Claim("Laplace(1)", "epsilon", (), "1"), None, 0)
    assert found.kind is Kind.UNDECIDED
    assert "KeyError" in found.reason


def test_no_row_of_nonsense_ends_a_run(tmp_path):
    draw = random.Random(5)
    words = (
        "Gaussian",
        "Laplace",
        "(",
        ")",
        "1",
        "-1",
        "0",
        "1e9",
        "nan",
        ".",
        ",",
        "subsample",
        "compose",
        "Pair",
        "=",
        "q",
        "é",
        "\x00",
        '"',
    )
    places = ("", "0", "1", "-1", "nan", "inf", "1e-300", "1e300", "x", "1/2")
    with (tmp_path / "a.jsonl").open("w", encoding="utf-8") as file:
        for _ in range(150):
            cells = {
                "mechanism": "".join(draw.choices(words, k=draw.randint(0, 8))),
                "quantity": draw.choice(
                    ("epsilon", "delta", "renyi", "mu", "rho", "scale", "advantage", "eps", "", "tv")
                ),
                "value": draw.choice(places),
                "delta": draw.choice(places),
                "order": draw.choice(places),
            }
            file.write(json.dumps(cells) + "\n")
        file.write(json.dumps({"mechanism": "Laplace(1)", "quantity": "epsilon", "delta": 0, "value": 1}) + "\n")
    found = list(regress(tmp_path / "a.jsonl", limit=5))
    assert len(found) == 151
    assert found[-1]["verdict"] == "right"


@pytest.mark.parametrize("order", ["0.1", "0.5", "0.9", "2", "16"])
def test_orders_below_1_are_orders(order):
    """Of the first truth the others are right to all digits, of 1e-6 less none is."""
    alpha = float(order)
    rates = math.exp(1.2) / (1 + math.exp(1.2)), 1 / (1 + math.exp(1.2))
    response = math.log(sum(p**alpha * (1 - p) ** (1 - alpha) for p in rates)) / (alpha - 1)
    for mechanism, truth in (("Gaussian(2).compose(3)", 3 * alpha / 8), ("RR(1.2)", response)):
        for share, kind in ((1, Kind.RIGHT), (1 - 1e-6, Kind.UNSOUND), (1 + 1e-6, Kind.SOUND)):
            assert judge(Claim(mechanism, "rdp", (("alpha", order),), f"{truth * share:.15g}")).kind is kind


def test_below_order_1_both_directions_of_a_sample_count():
    def found(mechanism, order, way, value="0.01"):
        return judge(Claim(mechanism, "rdp", (("alpha", order),), value, adjacency=way))

    ends = {way: found("Gaussian(0.7).subsample(0.3)", "0.1", way).reference for way in ("", "add", "remove")}
    assert ends[""].lower == ends["add"].lower > ends["remove"].upper
    for way in ("add", "remove"):  # of order 1/2 both are alike
        assert found("Gaussian(1).subsample(0.01)", "0.5", way, "4.141571762256e-5").kind is Kind.RIGHT


def test_a_round_number_that_is_the_truth_is_not_open():
    assert judge(Claim("Gaussian(2)", "rdp", (("alpha", "8"),), "0.999999")).kind is Kind.RIGHT
