"""Rows with the columns of Opacus, TensorFlow Privacy, dp-accounting and of papers: read as they are, or refused with a word that helps."""

import pytest

from theorems.regress import Claim, Kind, judge, reference
from theorems.regress.claim import Unread
from theorems.regress.decimals import read_number
from theorems.regress.rows import claim_of, rows

_RUN = {"noise_multiplier": "1.1", "steps": "1000", "sample_rate": "0.01", "delta": "1e-5"}
_SAMPLED = "Gaussian(1.1).subsample(0.01).compose(1000)"
_BATCHES = "Gaussian(1.1).subsample(8/1875).compose(3516)"
_GAUSSIAN = {"mechanism": "Gaussian", "sigma": "2", "delta": "1e-5"}


@pytest.mark.parametrize(
    ("cells", "mechanism"),
    [
        ({**_RUN, "epsilon": "2"}, _SAMPLED),
        ({**_RUN, "epsilon": "2", "accountant": "rdp", "seed": "3", "lr": "0.1", "max_grad_norm": "1"}, _SAMPLED),
        ({**_RUN, "epsilon": "2", "alpha": "16"}, _SAMPLED),
        ({**_RUN, "sample_rate": "1%", "steps": "1,000", "eps": "2"}, "Gaussian(1.1).subsample(1/100).compose(1000)"),
        ({"z": "1.1", "q": "0.01", "T": "1000", "δ": "1e-5", "ε": "2"}, _SAMPLED),
        ({"sigma": "1.1", "q": "0.01", "epochs": "10", "delta": "1e-5", "eps": "2"}, _SAMPLED),
        ({"N": "60000", "batch_size": "256", "sigma": "1.1", "epochs": "15", "delta": "1e-5", "eps": "2"}, _BATCHES),
        ({"n": "60,000", "lot_size": "256", "sigma": "1.1", "steps": "3516", "delta": "1e-5", "eps": "2"}, _BATCHES),
        ({"mechanism": "DP-SGD", **_RUN, "epsilon": "2"}, _SAMPLED),
        ({"mechanism": "gaussian_mechanism", "sigma": "2", "delta": "1e-5", "eps": "2"}, "Gaussian(2)"),
        ({"rho": "0.5", "delta": "1e-5", "epsilon": "2"}, "ZCDP(0.5)"),
        ({"mu": "0.5", "delta": "1e-5", "epsilon": "2"}, "GDP(0.5)"),
    ],
)
def test_the_columns_of_the_field_tell_a_mechanism_and_its_epsilon(cells, mechanism):
    found = claim_of(cells)
    assert isinstance(found, Claim), found
    assert (found.mechanism, found.quantity, found.at, found.value) == (mechanism, "epsilon", (("delta", "1e-5"),), "2")


@pytest.mark.parametrize(
    ("cell", "value", "direction", "bracket"),
    [
        ("<= 2", "2", "upper", None),
        ("≥2", "2", "lower", None),
        ("~ 2.0", "2.0", "exact", None),
        ("2 ± 0.1", "2", "exact", ("1.9", "2.1")),
        ("2x10^-1", "2e-1", "exact", None),
    ],
)
def test_what_a_cell_says_of_its_number_is_kept(cell, value, direction, bracket):
    found = claim_of({**_GAUSSIAN, "epsilon": cell})
    assert (found.value, found.direction, found.bracket) == (value, direction, bracket)


@pytest.mark.parametrize("delta", ["1e-5", "10^-5", "1e−5", "1/100000", "10**-5"])
def test_a_delta_is_the_same_number_however_it_is_written(delta):
    found = claim_of({**_GAUSSIAN, "delta": delta, "epsilon": "1.99309140"})
    assert judge(found).kind is Kind.RIGHT
    assert judge(claim_of({**_GAUSSIAN, "delta": delta, "epsilon": "1.98309140"})).kind is Kind.UNSOUND


@pytest.mark.cases(3 / 5)
@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("gaussian(2)", "Gaussian(2)"),
        ("Gaussian(σ=2)", "Gaussian(2)"),
        ("Gaussian(variance=4)", "Gaussian(2)"),
        ("SubsampledGaussian(sigma=1, q=0.01).compose(10)", "Gaussian(1).subsample(0.01).compose(10)"),
        pytest.param(
            "Gaussian(1).poisson(0.01).self_compose(10)",
            "Gaussian(1).subsample(0.01).compose(10)",
            marks=pytest.mark.slow,
        ),
        ("Laplace(scale=1, sensitivity=2)", "Laplace(1/2)"),
        ("rho-zCDP(0.5)", "ZCDP(0.5)"),
        ("randomised_response(1)", "RR(1)"),
        ("RR(1).shuffled(n=1000)", "RR(1).shuffle(1000)"),
        ("exponential_mechanism(epsilon=1)", "ExponentialMechanism(1)"),
    ],
)
def test_names_of_the_field_are_names_of_the_grammar(text, same):
    found = claim_of({"mechanism": text, "quantity": "epsilon", "delta": "1e-5"})
    first, second = reference(found), reference(Claim(same, "epsilon", (("delta", "1e-5"),)))
    assert (first.lower, first.upper) == (second.lower, second.upper)


@pytest.mark.parametrize(
    "text", ["Gaussian(0, 1) vs Gaussian(1, 1)", "Gaussian(0,1) || Gaussian(1,1)", "(Gaussian(0,1), Gaussian(1,1))"]
)
def test_two_laws_are_a_pair_and_which_is_first_matters(text):
    claim = Claim(text, "delta", (("epsilon", "1"),), "0.126936737506")
    assert judge(claim).kind is Kind.RIGHT
    other = Claim("Laplace(0, 1) vs Laplace(0, 2)", "delta", (("epsilon", "0.1"),))
    swapped = Claim("Laplace(0, 2) vs Laplace(0, 1)", "delta", (("epsilon", "0.1"),))
    assert reference(other).upper < reference(swapped).lower or reference(swapped).upper < reference(other).lower


def test_a_divergence_of_kullback_and_leibler_is_that_of_order_1():
    assert judge(Claim("Gaussian(sigma=2)", "kl", (), "0.125")).kind is Kind.RIGHT
    assert judge(Claim("Gaussian(sigma=2)", "kl", (), "0.1234")).kind is Kind.UNSOUND


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ({"sigma": "1", "batch_size": "256", "delta": "1e-5", "eps": "1"}, "batch_size and dataset_size together"),
        ({"sigma": "1", "batch_size": "9", "n": "8", "delta": "1e-5", "eps": "1"}, "batch_size must be in"),
        ({"sigma": "1", "epochs": "3", "delta": "1e-5", "eps": "1"}, "epochs must stand beside a sampling rate"),
        ({"sigma": "1", "q": "x", "delta": "1e-5", "eps": "1"}, "rate must be a number, got 'x'"),
        ({"sigma": "1", "q": "0.1", "epochs": "1e99999", "delta": "1e-5", "eps": "1"}, "epochs must be a number"),
        ({"sigma": "1", "q": "1e-30060000", "steps": "2", "delta": "1e-5", "eps": "1"}, "rate must be a number"),
        ({"sigma": "1", "q": "0.1", "steps": "10^9999", "delta": "1e-5", "eps": "1"}, "count must be a number"),
        ({"sigma": "1", "q": "0.1", "steps": "10^999", "delta": "1e-5", "eps": "1"}, "count must be 0 or between"),
        ({"sigma": "1", "n": "1/0", "delta": "1e-5", "eps": "1"}, "records must be a number"),
    ],
)
def test_what_is_missing_is_named(cells, reason):
    found = claim_of(cells)
    assert isinstance(found, Unread)
    assert reason in found.reason


@pytest.mark.parametrize(
    ("adjacency", "said"),
    [
        ("REPLACE_ONE", "is taken as that of one record replaced"),
        ("bounded", "is taken as that of one record replaced"),
        ("ADD_OR_REMOVE_ONE", ""),
        ("zero-out", ""),
        ("", ""),
    ],
)
def test_whose_sensitivity_it_is_is_said_where_a_record_is_replaced(adjacency, said):
    found = judge(Claim("Gaussian(1)", "epsilon", (("delta", "1e-5"),), "4.38", adjacency=adjacency))
    assert found.kind is Kind.RIGHT
    assert ("sensitivity" in found.reason) == bool(said)
    assert said in found.reason


def test_zeroing_out_is_no_relation_of_answers():
    found = judge(Claim("RR(1)", "epsilon", (("delta", "1e-5"),), "1", adjacency="zero-out"))
    assert found.kind is Kind.NOT_UNDERSTOOD


def test_a_table_with_columns_that_say_nothing_of_privacy_is_read(tmp_path):
    path = tmp_path / "runs.csv"
    path.write_text("seed,sigma,q,steps,delta,eps,accuracy\n1,1.1,0.01,1000,1e-5,2,0.9\n2,1.1,1%,10,1e-5,x,0.9\n")
    first, second = rows(path)
    assert first.mechanism == _SAMPLED
    assert judge(second).kind is Kind.NOT_UNDERSTOOD


@pytest.mark.parametrize("text", ["1/0", "1/2/3", "/2", "1/-2", "1//2"])
def test_what_is_no_ratio_is_refused(text):
    with pytest.raises(ValueError, match="decimal text"):
        read_number("delta", text)
