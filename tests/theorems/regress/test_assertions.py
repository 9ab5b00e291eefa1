"""What tests of accountants assert: read as they are written, right where they are, and passed over where they may mean something else."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from theorems.regress import ClaimsFileError, Kind, judge
from theorems.regress.rows import rows

R, S, U = Kind.RIGHT, Kind.SOUND, Kind.UNSOUND
RUN = "accountant = rdp.RdpAccountant(orders=[2, 8])\naccountant.compose(GaussianDpEvent(2.0), 3)"


def read(tmp_path, body, arguments="self", decorator=""):
    path = tmp_path / "accountant_test.py"
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    path.write_text(f"class Test:\n  {decorator}\n  def test_it({arguments}):\n{lines}", encoding="utf-8")
    try:
        return list(rows(path))
    except ClaimsFileError:
        return []


def kinds(claims):
    return [judge(each).kind for each in claims]


@pytest.mark.parametrize(
    ("body", "mechanism", "found"),
    [
        (
            "v = m.compute_rdp(0.1, 2, 10, 5)\nself.assertAlmostEqual(v, 0.07737, places=5)",
            "Gaussian(2).subsample(0.1).compose(10)",
            [R],
        ),
        ("self.assertEqual(m.compute_rdp(1, 10, 1, 20), 0.1)", "Gaussian(10)", [R]),
        ("self.assertEqual(m.compute_rdp(1, 10, 1, 20), 0.09)", "Gaussian(10)", [U]),
        (
            "v = m.compute_rdp(q=0.01, noise_multiplier=2.5, steps=50, orders=(1.5, 100, np.inf))\n"
            "self.assertAllClose(v, [6.5007e-04, 1.6742e+02, np.inf], rtol=1e-4)",
            "Gaussian(2.5).subsample(0.01).compose(50)",
            [R, R, R],
        ),
        (
            "v = m.compute_rdp(0.01, 2.5, 50, [1.5, 100])\nself.assertAllClose(v, [6.4e-04, 1.66e+02])",
            "Gaussian(2.5).subsample(0.01).compose(50)",
            [U, U],
        ),
        (f"{RUN}\nnp.allclose(accountant._rdp, [0.75, 3.0])", "Gaussian(2.0).compose(3)", [R, R]),
        (f"{RUN}\nnp.allclose(accountant._rdp, [0.75, 2.9])", "Gaussian(2.0).compose(3)", [R, U]),
        (f"{RUN}\nself.assertLess(accountant.get_epsilon(1e-5), 4)", "Gaussian(2.0).compose(3)", [S]),
        (f"{RUN}\nself.assertLess(accountant.get_epsilon(1e-5), 3.5)", "Gaussian(2.0).compose(3)", [U]),
        (
            "s, q = 0.5, 0.2\na = PLDAccountant()\ne = PoissonSampledDpEvent(q, GaussianDpEvent(noise_multiplier=s))\n"
            "a.compose(SelfComposedDpEvent(e, 3))\nself.assertAlmostEqual(a.get_delta(1), 0.15594, delta=1e-3)",
            "Gaussian(0.5).subsample(0.2).compose(3)",
            [S],  # a bracket around the truth
        ),
        (
            "a = PLDAccountant()\na.compose(ComposedDpEvent([LaplaceDpEvent(1), LaplaceDpEvent(2)]))\n"
            "self.assertEqual(a.get_epsilon(0), 1.5)",
            "Laplace(1).compose(Laplace(2))",
            [R],
        ),
    ],
)
def test_what_a_test_asserts_is_read_as_it_is_written(tmp_path, body, mechanism, found):
    claims = read(tmp_path, body)
    assert {each.mechanism for each in claims} == {mechanism}
    assert kinds(claims) == found


@pytest.mark.parametrize(
    "body",
    [
        "v = m.compute_rdp(0.1, 2, 10, 5)\nv = 2 * v\nself.assertAlmostEqual(v, 0.15)",
        "v = m.compute_rdp(0.1, 2, 10, 5)\nv += m.compute_rdp(0.1, 2, 10, 5)\nself.assertAlmostEqual(v, 0.15)",
        "v = m.compute_rdp(0.1, 2, 10, [5, 6])\nself.assertAllClose(v, [0.07737])",
        "v = m.compute_rdp(0.1, sigma, 10, 5)\nself.assertAlmostEqual(v, 0.07737)",
        "v = m.compute_rdp(0.1, 2, 10, 5, 'replace')\nself.assertAlmostEqual(v, 0.07737)",
        "v = m.compute_rdp_sample_without_replacement(0.1, 2, 10, 5)\nself.assertAlmostEqual(v, 0.07737)",
        "for _ in range(2):\n    a.compose(GaussianDpEvent(2.0))\nself.assertEqual(a.get_epsilon(1e-5), 1)",
        "a = PLDAccountant(REPLACE_ONE)\na.compose(GaussianDpEvent(2.0))\nself.assertEqual(a.get_epsilon(1e-5), 1)",
        "a = PLDAccountant()\nself.assertEqual(a.get_epsilon(1e-5), 1)",
        "a = PLDAccountant()\na.compose(TreeDpEvent(2.0))\nself.assertEqual(a.get_epsilon(1e-5), 1)",
        "a = PLDAccountant()\na.compose(PoissonSampledDpEvent(0.1, SelfComposedDpEvent(GaussianDpEvent(2.0), 2)))\n"
        "self.assertEqual(a.get_epsilon(1e-5), 1)",
        "a = PLDAccountant()\na.compose(GaussianDpEvent(2.0))\na.compose(unknown)\nself.assertEqual(a.get_epsilon(1e-5), 1)",
        "v, order = m.compute_rdp(0.1, 2, 10, 5)\nself.assertAlmostEqual(v, 0.07737)",
        "a = b\nb = a\nself.assertEqual(a, 1)",
        "a = PLDAccountant()\na.compose()\nself.assertEqual(a.get_epsilon(1e-5), 1)",
    ],
)
def test_what_may_mean_something_else_is_passed_over(tmp_path, body):
    assert read(tmp_path, body) == []


def test_cases_of_a_test_that_fixes_a_part_of_the_run_itself_are_passed_over(tmp_path):
    decorator = "@parameterized.named_parameters(('one', 1.13, 19.74))"
    arguments = "self, noise_multiplier, eps"
    assert read(tmp_path, "step_counts, target_delta = 1600, 1e-6", arguments, decorator) == []
    (claim,) = read(tmp_path, "self.run(noise_multiplier, eps)", arguments, decorator)
    assert claim.mechanism == "Gaussian(1.13)"


@pytest.mark.skipif(find_spec("dp_accounting") is None, reason="dp-accounting is not installed")
def test_the_tests_that_come_with_dp_accounting_expect_nothing_below_the_truth():
    folder = Path(find_spec("dp_accounting").origin).parent
    claims = list(rows(folder / "rdp" / "rdp_privacy_accountant_test.py"))
    found = [kind for kind in kinds(claims) if kind is not Kind.NOT_UNDERSTOOD]  # no noise at all is no mechanism
    assert len(found) >= 6
    assert set(found) == {R, S}
