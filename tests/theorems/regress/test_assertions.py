"""What tests of accountants assert: read as they are written, right where they are, and passed over where they may mean something else."""

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
            "s, q = 2.0, 0.2\na = PLDAccountant()\ne = PoissonSampledDpEvent(q, GaussianDpEvent(noise_multiplier=s))\n"
            "a.compose(SelfComposedDpEvent(e, 3))\nself.assertAlmostEqual(a.get_delta(0.2), 0.01776, delta=1e-3)",
            "Gaussian(2.0).subsample(0.2).compose(3)",
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


# a file of tests in the form of dp-accounting 0.6.0's rdp/rdp_privacy_accountant_test.py, and two of its tests with their numbers
AS_OTHERS_WRITE = """
import numpy as np
from absl.testing import absltest, parameterized
from dp_accounting import dp_event
from dp_accounting.rdp import rdp_privacy_accountant

def _rdp_of(event, count=1):
  accountant = rdp_privacy_accountant.RdpAccountant(orders=[2.71828])
  accountant.compose(event, count)
  return accountant._rdp[0]

class RdpPrivacyAccountantTest(absltest.TestCase, parameterized.TestCase):

  def test_epsilon_non_private_gaussian(self):
    accountant = rdp_privacy_accountant.RdpAccountant([3.14159])
    accountant.compose(dp_event.GaussianDpEvent(0))
    self.assertEqual(accountant.get_epsilon(1e-1), np.inf)

  def test_compose_self_composed(self):
    event = dp_event.GaussianDpEvent(3.14159)
    self.assertAlmostEqual(_rdp_of(dp_event.SelfComposedDpEvent(event, 6)), _rdp_of(event) * 6)

  def test_compute_rdp_poisson_sampled_gaussian(self):
    orders = [1.5, 2.5, 5, 50, 100, np.inf]
    noise_multiplier = 2.5
    sampling_probability = 0.01
    count = 50
    event = dp_event.SelfComposedDpEvent(
        dp_event.PoissonSampledDpEvent(
            sampling_probability, dp_event.GaussianDpEvent(noise_multiplier)
        ),
        count,
    )
    accountant = rdp_privacy_accountant.RdpAccountant(orders=orders)
    accountant.compose(event)
    self.assertTrue(
        np.allclose(
            accountant._rdp,
            [
                6.70579741e-04,
                1.08548710e-03,
                2.18075656e-03,
                2.38460375e-02,
                1.67416308e02,
                np.inf,
            ],
            rtol=1e-4,
        )
    )

if __name__ == '__main__':
  absltest.main()
"""


@pytest.mark.parametrize(("printed", "kind"), [("1.67416308e02", R), ("1.66416308e02", U)])
def test_a_whole_file_of_an_accountants_tests_expects_nothing_below_the_truth(tmp_path, printed, kind):
    path = tmp_path / "rdp_privacy_accountant_test.py"
    path.write_text(AS_OTHERS_WRITE.replace("1.67416308e02", printed), encoding="utf-8")
    claims = list(rows(path))
    assert [each.mechanism for each in claims] == ["Gaussian(0)", *["Gaussian(2.5).subsample(0.01).compose(50)"] * 6]
    # no noise at all is no mechanism
    assert kinds(claims) == [Kind.NOT_UNDERSTOOD, S, S, R, R, kind, R]
