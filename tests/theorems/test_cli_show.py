"""The commands that look: list, show, derive, graph and table, on a planted registry."""

import json
from dataclasses import replace

import pytest
from planted_registry import SOUND, call, x
from sympy import Le

from theorems.card import Card


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize(
    "line",
    [
        "check --full --frozen",
        "check --jobs 0",
        "check --jobs two",
        "list --status true",
        "show",
        "show kl.sharp --latex --json",
        "derive KL(p,q) --latex --json",
        "graph --format svg",
        "graph --format png",
        "graph --out picture.svg",
        "nothing",
    ],
)
def test_mistakes_in_a_command_exit_with_2_and_no_traceback(sound, line):
    result = call(sound, *line.split())
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.splitlines()[-1].startswith("Error: ")


def test_list_shows_ids_statuses_and_titles(sound):
    result = call(sound, "list", "--steps")
    assert result.exit_code == 0
    assert [line.split()[:2] for line in result.stdout.splitlines()] == [
        [id, sound.own_status(id).value] for id in sound
    ]
    assert "About renyi.laplace" in result.stdout


def test_list_filters_by_words_and_by_status(sound):
    for arguments, ids in [
        (["PROPOSITION", "mironov2017"], ["renyi.laplace"]),
        (["--steps", "--status", "refuted"], ["kl.printed"]),
        (["about", "--status", "sampled"], ["kl.repaired"]),
        (["absent"], []),
    ]:
        assert [entry["id"] for entry in json.loads(call(sound, "list", "--json", *arguments).stdout)] == ids
    assert call(sound, "list", "absent").stderr == "no entry\n"


def test_list_leaves_steps_out_unless_they_are_asked_for(sound, monkeypatch):
    monkeypatch.setattr(Card, "is_step", property(lambda card: card.id.startswith("kl.")))
    shown = call(sound, "list")
    assert [line.split()[0] for line in shown.stdout.splitlines()] == ["renyi.definition", "renyi.laplace"]
    assert shown.stderr == "2 theorems; 3 steps with --steps\n"
    assert len(call(sound, "list", "--steps").stdout.splitlines()) == 5
    assert call(sound, "list", "sharp").stdout.split()[:3] == ["kl.sharp", "proved", "(step)"]


def test_list_finds_what_names_no_source(sound):
    listed = [line.split()[0] for line in call(sound, "list", "--unsourced").stdout.splitlines()]
    assert "renyi.laplace" not in listed
    assert "kl.printed" in listed


def test_show_tells_everything_in_words(sound):
    text = call(sound, "show", "renyi.laplace").stdout
    for line in (
        "renyi.laplace",
        "About renyi.laplace",
        "  x <= x + 1",
        "  x: in (0, oo)",
        "  Ilya Mironov. Rényi DP. 2017. Proposition 6, v3 [mironov2017]",
        "  claimed once everything it rests on is taken into account: renyi.definition",
        "  conditional on renyi.definition",
        "  derive (dpsym): proved, 3 looked at",
        "      piecewise linear; conditions: none",
        "  quadrature (mechanism): sampled, 16 looked at, worst margin 1.2e-15",
        "  uses: renyi.definition",
    ):
        assert line in text.splitlines()
    assert all(len(line) <= 80 for line in text.splitlines())


@pytest.mark.cases(3 / 5)
@pytest.mark.parametrize(
    ("id", "lines"),
    [
        ("kl.printed", ["refuted: false: there is a certified counterexample", "corrected by: kl.repaired"]),
        ("kl.printed", ["    fails at alpha = 2, b = 1/3"]),
        ("kl.repaired", ["corrects: kl.printed", "sharpened by: kl.sharp", "One factor is missing in print."]),
        ("kl.sharp", ["sharpens: kl.repaired"]),
        ("renyi.definition", ["used by: renyi.laplace", "claimed: stated, no check speaks for it"]),
    ],
)
def test_show_tells_the_links_and_the_witness(sound, id, lines):
    assert {f"  {line}" for line in lines} <= set(call(sound, "show", id).stdout.splitlines())


def test_show_leaves_out_what_is_not_there(sound):
    text = call(sound, "show", "renyi.definition").stdout
    assert not {"Hypotheses", "Sources", "Checks", "Note"} & set(text.splitlines())


def test_show_of_an_outdated_entry_does_not_show_what_was_found_about_another(sound, load):
    library = load(*SOUND[:4], replace(SOUND[4], statement=Le(x, x + 2, evaluate=False)))
    text = call(library, "show", "kl.sharp").stdout
    assert "its certificate is about another statement" in text
    assert "quadrature" not in text


def test_show_as_json_and_as_latex(sound):
    record = json.loads(call(sound, "show", "renyi.laplace", "--json").stdout)
    assert record["statement"] == "x <= x + 1"
    assert record["domain"] == {"x": "in (0, oo)"}
    assert [check["leg"] for check in record["checks"]] == ["dpsym", "mechanism"]
    assert record["sources"][0]["locator"] == "Proposition 6"
    assert call(sound, "show", "renyi.laplace", "--latex").stdout.endswith("\\end{theorem}\n")


def test_graph_writes_to_standard_output_or_to_a_file_by_its_ending(sound, tmp_path):
    assert call(sound, "graph").stdout.startswith("digraph")
    assert len(json.loads(call(sound, "graph", "--format", "json").stdout)["nodes"]) == 5
    for name, start in [("g.dot", b"digraph"), ("g.json", b"{"), ("g.png", b"\x89PNG"), ("g.PDF", b"%PDF")]:
        result = call(sound, "graph", "--out", str(tmp_path / name))
        assert (result.exit_code, result.output) == (0, "")
        assert (tmp_path / name).read_bytes().startswith(start)


def test_table_of_some_or_of_all_to_standard_output_or_a_file(sound, tmp_path):
    assert call(sound, "table", "kl.sharp").stdout.count(r"\\[\jot] %") == 1
    assert call(sound, "table", "--out", str(tmp_path / "t.tex")).output == ""
    assert (tmp_path / "t.tex").read_text().count(r"\\[\jot] %") == 5
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_a_file_that_cannot_be_written_is_one_line(sound, tmp_path):
    result = call(sound, "table", "--out", str(tmp_path / "absent" / "t.tex"))
    assert result.exit_code == 2
    assert result.stderr == f"Error: file {tmp_path}/absent/t.tex must be writable, got: No such file or directory\n"


def test_derive_answers_first_and_prints_each_step_on_request():
    formula = "Renyi(alpha, Laplace(0, b), Laplace(1, b))"
    answer = call(None, "derive", formula)
    assert answer.exit_code == 0
    first, second, third = answer.stdout.splitlines()
    assert first == formula
    assert second.startswith("  = log(")
    assert third == "  where 1 - 2*alpha != 0"
    assert "from the definition in 6 steps" in answer.stderr
    lines = call(None, "derive", formula, "-v").stdout.splitlines()
    assert lines[0].startswith("Renyi(alpha, Laplace(0, b), Laplace(1, b))  [")
    assert lines[1].lstrip().startswith("1. ")
    assert "2*alpha - 1" in lines[-1]


def test_derive_tells_a_guarantee_in_five_lines_and_the_rest_on_request():
    formula = "Laplace(10).compose(3).to_pure()"
    answer = call(None, "derive", formula).stdout.splitlines()
    assert len(answer) <= 5
    assert answer[0].startswith("eps = 0.3")
    assert [line.split(":")[0] for line in answer[2:]] == ["sources", "entries"]
    assert "Proof" in call(None, "derive", formula, "-v").stdout
    assert "Other routes" not in call(None, "derive", formula, "-v").stdout
    assert "Other routes" in call(None, "derive", formula, "--routes").stdout
    assert "--routes is for a guarantee" in call(None, "derive", "KL(Laplace(0, b), Laplace(1, b))", "--routes").stderr


def test_derive_takes_the_question_as_a_session_types_it():
    answer = call(None, "derive", "Laplace(b).renyi(alpha)").stdout
    assert answer == call(None, "derive", "Renyi(alpha, Laplace(0, b), Laplace(1, b))").stdout
    assert "HockeyStick(1, Gaussian(0, 4), Gaussian(2, 4))" in call(None, "derive", "Gaussian(4).profile(1, 2)").stdout
    both = call(None, "derive", "Exponential(b).max_divergence()")
    assert "greater of both directions" in both.stderr
    assert both.stdout.count("MaxDivergence(") == 2
    assert "MaxDivergence(Exponential(1, b), Exponential(0, b))" in both.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "proof"), [("epsilon(delta)", "to_approx(delta)"), ("profile(eps=1)", "to_approx(eps=1)")]
)
def test_derive_shows_the_proof_behind_a_number_of_a_guarantee(number, proof):
    chain = "ZCDP(rho).compose(k)"
    assert call(None, "derive", f"{chain}.{number}").stdout == call(None, "derive", f"{chain}.{proof}").stdout


@pytest.mark.parametrize(
    ("formula", "reason"),
    [
        ("Laplace(b).kl(1, 2)", "must ask kl of nothing"),
        ("Laplace(b).renyi()", "must ask renyi of one parameter"),
        ("ZCDP(rho).epsilon(order=2)", "called wrongly"),
        ("Gaussian(1).epsilon(0.1).epsilon(2)", "stands behind a number"),
        ("Gaussian(1).compose(3).tradeoff(0.1)", "a bare number has no proof"),
        ("Gaussian(1).entropy()", "is not a method"),
    ],
)
def test_derive_of_a_wrong_question_says_what_is_wrong(formula, reason):
    result = call(None, "derive", formula)
    assert result.exit_code == 2
    assert reason in result.stderr.splitlines()[-1]


def test_derive_as_latex_and_as_json():
    formula = "Renyi(alpha, Gaussian(0, sigma), Gaussian(1, sigma))"
    assert call(None, "derive", formula, "--latex").stdout.startswith("\\begin{align*}\n")
    record = json.loads(call(None, "derive", formula, "--json").stdout)
    assert record["expression"] == "alpha/(2*sigma**2)"
    assert set(record) == {"head", "expression", "conditions", "value", "strategy", "steps"}
    assert record["steps"]


@pytest.mark.parametrize("formula", ["alpha + 1", "Laplace(0, b)", "KL(Laplace(0, b), Laplace(1, b)) <= 1"])
def test_derive_of_what_is_no_divergence_names_what_is_expected(formula):
    result = call(None, "derive", formula)
    assert result.exit_code == 2
    assert "formula must be a divergence of two laws (" in result.stderr
    assert all(name in result.stderr for name in ("HockeyStick", "KL", "MaxDivergence", "Renyi", "TradeOff"))


@pytest.mark.parametrize(
    "formula",
    [
        "__import__('os').system('touch planted')",
        "open('planted', 'w')",
        "(lambda: 1)()",
        "Renyi(alpha, Laplace(0, -1), Laplace(1, b))",
        "Renyi(alpha, Laplace(0, 0.0), Laplace(1, b))",
        "Renyi(",
        "",
        "nothing",
    ],
)
def test_derive_never_evaluates_text_and_refuses_it_on_one_line(formula, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = call(None, "derive", formula)
    assert result.exit_code == 2
    assert result.stderr.startswith("Error: ")
    assert len(result.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []
