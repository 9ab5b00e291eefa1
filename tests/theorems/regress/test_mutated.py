"""Rows and documents that were broken at random: whatever they hold, each row has a record, and those after it are judged as before."""

import json
import random
from contextlib import suppress

import pytest

from theorems.regress import ClaimsFileError
from theorems.regress.rows import rows
from theorems.regress.running import regress
from theorems.regress.verdict import Kind

SEED, ROWS, EVERY, LIMIT = 11, 2_000, 50, 1.0
CONTROL = {"mechanism": "Laplace(2)", "quantity": "epsilon", "delta": "0", "value": "0.5"}
CLAIMS = (
    CONTROL,
    {
        "mechanism": "Gaussian(sigma=1).subsample(0.01).compose(100)",
        "quantity": "epsilon",
        "delta": "1e-5",
        "value": "2",
    },
    {"mechanism": "Gaussian(1) vs Gaussian(2)", "quantity": "delta", "epsilon": "1", "value": "0.1"},
    {"mechanism": "RR(1).shuffle(100)", "quantity": "epsilon", "delta": "1e-6", "value": "0.9"},
    {"mechanism": "DiscreteGaussian(2).compose(3)", "quantity": "rho", "value": "0.375", "adjacency": "replace"},
    {"mechanism": "ZCDP(1/2).compose(2)", "quantity": "epsilon", "delta": "1e-5", "value": "5 +- 1", "unit": "bits"},
    {
        "mechanism": "Laplace(scale=2, sensitivity=1)",
        "quantity": "renyi",
        "order": "2.5",
        "lower": "0.1",
        "upper": "0.3",
    },
    {"mechanism": "Gaussian(sigma)", "quantity": "scale", "epsilon": "1", "delta": "1e-5", "value": "3.73"},
    {"noise_multiplier": "1.1", "batch_size": "256", "n": "60,000", "epochs": "2", "delta": "10^-5", "eps": "<= 1"},
    {"rho": "0.5", "delta": "1e-5", "epsilon": "5"},
)
PIECES = (
    *(
        "(",
        ")",
        ",",
        ".",
        "-",
        "=",
        "|",
        "&",
        "\\",
        '"',
        "'",
        "{",
        "}",
        "%",
        "^",
        "\x00",
        "\ud800",
        "ε",
        "∞",
        "\n",
        " ",
    ),
    *(
        "0",
        "1e-300",
        "1e300",
        "-1",
        "nan",
        "inf",
        "1/0",
        "9" * 900,
        "1e99999",
        "compose",
        "subsample",
        "guarantee",
        "**",
    ),
    *(
        "Pair",
        "vs",
        "__class__",
        "lambda",
        "sigma",
        "adjacency",
        "replace",
        "to_approx",
        "shuffle(10)",
        "compose(10**9)",
    ),
)
DOCUMENTS = {
    ".md": "delta = 1e-5, N = 60000\n\n| σ | batch size | epochs | ε (MA) |\n|---|---|---|---|\n| 1.1 | 256 | 2 | **3** |\n| 2 | 9 | 1 | 1 |\n",
    ".tex": r"\begin{table}\caption{$\delta = 10^{-5}$, $q = 0.1$}\begin{tabular}{c|c}\hline $\sigma$ & \multicolumn{1}{c}{$\varepsilon$} "
    r"\\ \hline \multirow{2}{*}{2} & $\leq 1$ \\ & 2.3$^\dagger$ \\ \end{tabular}\end{table}",
    ".py": "@parameterized.named_parameters(('a', 1.0, 1e-5, 4.4), {'sigma': 2})\ndef test(self, sigma, delta, expected_eps):\n  pass\n",
}


def mutated(text, draw):
    """Return a text with one to three places of it cut, doubled or replaced."""
    for _ in range(draw.randint(1, 3)):
        start = draw.randint(0, len(text))
        end = min(len(text), start + draw.choice((0, 0, 1, 1, 3, 8)))
        text = text[:start] + draw.choice((draw.choice(PIECES), text[start:end] * 2, "")) + text[end:]
    return text


def mutant(draw):
    """Return a row of which a cell, the name of a column, or both are broken."""
    cells = dict(draw.choice(CLAIMS))
    name = draw.choice(list(cells))
    cell = cells.pop(name)
    cells[mutated(name, draw) if draw.random() < 0.1 else name] = (
        mutated(cell, draw) if draw.random() < 0.9 else draw.choice(([], {}, None, True, 1.5, 10**400))
    )
    return cells


@pytest.mark.slow
def test_no_broken_row_ends_a_run_or_changes_what_is_said_of_others(tmp_path):
    draw, path = random.Random(SEED), tmp_path / "claims.jsonl"
    broken = [CONTROL if row % EVERY == 0 else mutant(draw) for row in range(ROWS + 1)]
    path.write_text("\n".join(map(json.dumps, broken)), encoding="utf-8")
    found = list(regress(path, jobs=2, limit=LIMIT, out=tmp_path / "out.jsonl"))
    assert [row["row"] for row in found] == list(range(1, ROWS + 2))
    assert {row["verdict"] for row in found} == {kind.value for kind in Kind}
    assert all(row["verdict"] == "right" for row in found[::EVERY])
    gave_up = [row for row in found if "gave up" in row["reason"]]
    assert not gave_up, [(broken[row["row"] - 1], row["reason"]) for row in gave_up[:3]]


@pytest.mark.parametrize("suffix", DOCUMENTS)
def test_a_broken_document_is_read_or_refused(tmp_path, suffix):
    draw, path = random.Random(SEED), tmp_path / f"document{suffix}"
    read = 0
    for _ in range(300):
        path.write_text(mutated(DOCUMENTS[suffix], draw), encoding="utf-8", errors="replace")
        with suppress(ClaimsFileError):
            read += len(list(rows(path)))
    assert read > 50
