"""Printed tables of the field, read as they are printed: which number is right, which is rounded or loose, which is below the truth.

The numbers are those of the sources; an accountant's claim is never below the truth where it is a bound, and a limit can be.
"""

import pytest

from theorems.regress import ClaimsFileError, Kind, judge
from theorems.regress.claim import Unread
from theorems.regress.rows import rows

R, S, U = Kind.RIGHT, Kind.SOUND, Kind.UNSOUND

# Abadi et al. (CCS 2016), Section 5.1 and Figure 2
ABADI = r"""
\begin{table}
\caption{The $\varepsilon$ of some epochs for $q = 0.01$, $\sigma = 4$, $\delta = 10^{-5}$.}
\begin{tabular}{l|cc} \hline
 & \multicolumn{2}{c}{$\varepsilon$} \\
Epoch $E$ & strong composition & moments accountant \\ \hline
100 & 9.34 & \textbf{1.26} \\
400 & 24.22 & \textbf{2.55} \\ \hline
\end{tabular}
\end{table}
"""

# Bu, Dong, Long, Su (Harvard Data Science Review 2020), Figure 4, and the README beside its programs (15 epochs)
BU = r"""
\begin{table*}
\caption{MNIST~\cite{x}, 60,000 examples, batch size 256, $\delta=10^{-5}$: moments accountant (MA) and central limit (CLT).}
\begin{tabularx}{\linewidth}{@{}rrrrr@{}}
\toprule
Epochs & $\sigma$ & \multicolumn{2}{c}{$\varepsilon$} & $\mu$ \\ \cmidrule(lr){3-4}
 & & MA & CLT & \\ \midrule
15 & \multirow{2}{*}{1.3} & 1.1912 & 0.8345 & \\ % Poisson samples
20 & & 1.34 & & \\
20 & 1.06 & & 1.34 & 0.35 \\
70 & 0.7 & 8.68 & & \\
70 & 0.638 & & 8.68 & 1.78 \\
\bottomrule
\end{tabularx}
\end{table*}
"""

# tensorflow/privacy, tutorials/README.md, 2019 and later
TUTORIAL = """
Privacy epsilon is reported at delta=1e-5; accuracy is averaged over 10 runs (`--N=60000 --batch_size=256`).

| Learning rate | Noise multiplier | Clipping threshold | Number of microbatches | Number of epochs | Privacy eps | Accuracy |
| ------------- | ---------------- | -----------------  | ---------------------- | ---------------- | ----------- | -------- |
| 0.1           |                  |                    | __256__                | 20               | no privacy  | 99.0%    |
| 0.25          | 1.3              | 1.5                | __256__                | 15               | 1.19        | 95.0%    |
| __0.15__      | __1.1__          | __1.0__            | __256__                |__60__            | 3.01        | 96.6%    |
| 0.25          | 0.7              | 1.5                | __256__                | 45               | 7.10        | 97.0%    |
"""
LATER = """
Privacy epsilon is reported at delta=1e-5.

| Noise multiplier | Number of microbatches | Number of epochs | Privacy eps |
|:----------------:|------------------------|-----------------:|-------------|
| 1.12             | 256                    | 60               | 2.92        |
| 0.6              | 256                    | 30               | 9.74        |
| 1.2              | 256                    | 10               | 1.20        |
"""

# Mironov, Talwar, Zhang (2019): the RDP of sampled Gaussian noise, as the tests of dp-accounting and of TensorFlow Privacy expect it
RDP = r"""
# Poisson samples

The RDP of 50 steps, q = 0.01, noise multiplier 2.5.

| orders | RDP |
| ------ | --- |
| 1.5 | 6.70579741e-04 |
| 2.5 | 1.08548710e-03 |
| 5 | 2.18075656e-03 |
| 50 | 2.38460375 x 10<sup>-2</sup> |
| 100 | $1.67416308\times 10^{2}$ |

With 10 steps, q = 10% and σ = 2:

| $\alpha$ | RDP |
|:-:|-:|
| 5 | **0.07737** |
"""

# tensorflow/privacy, compute_dp_sgd_privacy_test.py (2023 and 2019) and compute_noise_from_budget_test.py; google/differential-privacy,
# pld/accountant_test.py
SUITE = """
class Test(parameterized.TestCase):

  @parameterized.named_parameters(
      ('Test0', 60000, 150, 1.3, 15, 1e-5, 0.7242234026109595, 19.0),
      ('Test1', 100000, 100, 1.0, 30, 1e-7, 1.4154988495444845, 13.0),
  )
  def test_compute_dp_sgd_privacy(self, n, batch_size, noise_multiplier, epochs, delta, expected_eps, expected_order):
    pass

  @parameterized.named_parameters(
      ('Test0', 60000, 150, 0.941870567, 15, 1e-5, 1.3),
      ('Test1', 100000, 100, 1.70928734, 30, 1e-7, 1.0),
  )
  def test_compute_noise(self, n, batch_size, target_epsilon, epochs, delta, expected_noise):
    pass

  @parameterized.named_parameters(
      {'testcase_name': 'base', 'sensitivity': 1, 'epsilon': 1, 'delta': 0.78760074, 'num_queries': 1, 'expected_std': 1/3},
      {'testcase_name': 'more', 'sensitivity': 6, 'epsilon': 1, 'delta': 0.78760074, 'num_queries': 25, 'expected_std': 10})
  def test_get_smallest_gaussian_noise(self, epsilon, delta, num_queries, sensitivity, expected_std):
    pass

  @parameterized.parameters((1, 2), (3, 4))
  def test_something_else(self, first, second):
    pass

  def test_without_cases(self):
    pass
"""

# pytorch/opacus, opacus/tests/accountants_test.py: the accountants "rdp" (three rows) and "gdp"
OPACUS = """noise_multiplier,sample_rate,epochs,target_delta,epsilon
1.5,0.04,90,1e-5,7.32911117143
1.416,0.04,90,1e-5,8
1.3562,0.04,80,1e-5,8
1.3232421875,0.04,90,1e-5,8
"""


def read(tmp_path, suffix, text, given=None):
    path = tmp_path / f"printed{suffix}"
    path.write_text(text, encoding="utf-8")
    return list(rows(path, given))


@pytest.mark.cases(1 / 6)
@pytest.mark.parametrize(
    ("suffix", "text", "given", "kinds"),
    [
        (".tex", ABADI, None, [S, S, S, S]),
        # sampling never lowers the mu of the noise itself, so that mu of the limit is below every true one
        (".tex", BU, None, [S, U, S, U, U, S, U, U]),
        (".md", TUTORIAL, None, [None, S, S, S]),
        (".md", LATER, {"n": "60000", "batch_size": "256"}, [S, S, S]),
        (".md", RDP, None, [S, S, R, R, R, R]),
        # 1/3 is the rounded answer of its rounded delta: below the truth by 2e-9 of it
        pytest.param(".py", SUITE, None, [S, S, S, S, U, R], marks=pytest.mark.slow),
        (".csv", OPACUS, None, [S, S, S, U]),
    ],
)
def test_what_a_source_prints_is_judged_as_it_is_printed(tmp_path, suffix, text, given, kinds):
    found = read(tmp_path, suffix, text, given)
    assert [None if isinstance(each, Unread) else judge(each).kind for each in found] == kinds


def test_a_line_of_a_header_above_others_and_a_cell_of_several_rows_are_read(tmp_path):
    first, second, third, *_ = read(tmp_path, ".tex", BU)
    assert first.name == "table 1 row 1 (ma)"
    assert second.name == "table 1 row 1 (clt)"
    assert first.mechanism == second.mechanism == "Gaussian(1.3).subsample(8/1875).compose(3516)"
    assert third.mechanism == "Gaussian(1.3).subsample(8/1875).compose(4688)"


def test_a_number_above_the_truth_is_what_a_false_twin_below_it_is_not(tmp_path):
    claims = read(tmp_path, ".tex", ABADI.replace("1.26", "0.93"))
    assert [judge(each).kind for each in claims] == [S, U, S, S]


@pytest.mark.parametrize(
    ("caption", "mechanism"),
    [
        ("q = 0.1 and 10 steps at $\\delta = 10^{-5}$", "Gaussian(2).subsample(0.1).compose(10)"),
        ("q = 10%, 1,000 iterations, delta: 1e-5.", "Gaussian(2).subsample(1/10).compose(1000)"),
        ("sampling rate 256/60000, T = 10^3, δ=10⁻⁵", "Gaussian(2).subsample(256/60000).compose(1000)"),
        ("lot size of 600, N=60000, 100 epochs, δ = 1e-5", "Gaussian(2).subsample(1/100).compose(10000)"),
        ("Laplace noise, 3 compositions, delta = 1e-5", "Laplace(2).compose(3)"),
        ("discrete Laplace noise, delta = 1e-5", "DiscreteLaplace(2)"),
        ("lots of L = 0.01N, delta = 1e-5", "Gaussian(2)"),
        ("q = 0.1 first, and q = 0.2 later; delta = 1e-5", "Gaussian(2)"),
    ],
)
def test_what_a_caption_says_of_all_rows(tmp_path, caption, mechanism):
    (found,) = read(tmp_path, ".md", f"{caption}\n\n| σ | ε |\n|---|---|\n| 2 | 1 |\n")
    assert (found.mechanism, found.at[0][0], float(found.at[0][1])) == (mechanism, "delta", 1e-5)


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ("σ | m | ε", "columns that are known, got 'm'"),
        ("σ | ε per step", "columns that are known, got 'eps per step'"),
        ("σ | σ | ε", "each column once, got scale, scale"),
        ("σ | (ε, δ)", "columns that are known"),
        ("σ | ε (uniform)", "columns that are known, got 'eps (uniform)'"),
    ],
)
def test_a_table_that_may_mean_something_else_is_refused(tmp_path, header, reason):
    table = f"delta = 1e-5\n\n| {header} |\n|{'---|' * (header.count('|') + 1)}\n| 2 {'| 1 ' * header.count('|')}|\n"
    (found,) = read(tmp_path, ".md", f"{table}\n\n| σ | ε (δ = 1e-5) |\n|--|--|\n")
    assert isinstance(found, Unread)
    assert reason in found.reason


@pytest.mark.parametrize(
    ("caption", "reason"),
    [
        ("Laplace and Gaussian noise", "must have a column mechanism, as its caption names gaussian and laplace"),
        ("The exponential mechanism", "must have a column mechanism, as its caption names exponential"),
        ("Samples without replacement", "must have a column adjacency"),
    ],
)
def test_a_caption_of_something_else_than_poisson_samples_of_one_law_is_refused(tmp_path, caption, reason):
    table = "delta = 1e-5\n\n| σ | ε |\n|---|---|\n| 2 | 1 |\n"
    (found,) = read(tmp_path, ".md", f"{caption}, {table}")
    assert reason in found.reason
    (claim,) = read(tmp_path, ".md", table)
    assert claim.mechanism == "Gaussian(2)"


@pytest.mark.parametrize(
    ("cell", "value", "direction", "bracket"),
    [
        (r"$\mathbf{\leq 2.3}$", "2.3", "upper", None),
        (r"2.3$^{\dagger}$", "2.3", "exact", None),
        (r"$2.3 \pm 0.1$", "2.3", "exact", ("2.2", "2.4")),
        (r"$2\cdot 10^{-1}$", "2e-1", "exact", None),
        ("[2.2, 2.4]", "", "exact", ("2.2", "2.4")),
        ("2.2--2.4", "", "exact", ("2.2", "2.4")),
        (r"$\infty$", "inf", "exact", None),
    ],
)
def test_marks_around_a_number_are_taken_off(tmp_path, cell, value, direction, bracket):
    (found,) = read(
        tmp_path,
        ".tex",
        rf"\begin{{tabular}}{{cc}}$\sigma$ & $\varepsilon$, $\delta=10^{{-5}}$ \\ 2 & {cell} \\\end{{tabular}}",
    )
    assert (found.value, found.direction, found.bracket) == (value, direction, bracket)


@pytest.mark.parametrize(
    ("suffix", "text", "message"),
    [
        (".md", "| accuracy | loss |\n|---|---|\n| 1 | 2 |\n", "at least one claim"),
        (".tex", r"\begin{tabular}{", "at least one claim"),
        (".py", "def (", "must be readable as .py"),
        (".py", "(" * 300, "must be readable as .py"),
    ],
)
def test_a_document_without_claims_is_one_line(tmp_path, suffix, text, message):
    with pytest.raises(ClaimsFileError, match=message) as error:
        read(tmp_path, suffix, text)
    assert "\n" not in str(error.value)


def test_what_is_given_beside_a_file_holds_where_a_row_says_nothing(tmp_path):
    first, second = read(tmp_path, ".csv", "sigma,q,eps\n2,0.1,1\n2,,1\n", {"target_delta": "1e-5", "q": "0.2"})
    assert (first.mechanism, first.at) == ("Gaussian(2).subsample(0.1)", (("delta", "1e-5"),))
    assert second.mechanism == "Gaussian(2).subsample(0.2)"
    with pytest.raises(ClaimsFileError, match="did you mean sigma"):
        read(tmp_path, ".csv", "sigma,delta,eps\n2,0.1,1\n", {"sigmaa": "1"})
