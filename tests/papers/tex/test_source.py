r"""The macros in LaTeX source: found where they stand, and nowhere else."""

from fractions import Fraction
from pathlib import Path

import pytest

from papers.errors import PaperDataError
from papers.tex.source import MACROS, blanked, read
from papers.tex.typed import read_typed

STYLE = Path(__file__).parents[3] / "papers" / "tex" / "dpsym.sty"


def written(tmp_path, text, name="main.tex"):
    (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path / name


def test_each_use_has_its_line_its_typed_number_and_its_arguments(tmp_path):
    text = "a\n\\dpsym[\\le 5]{Laplace(2)\n  .epsilon(0)} \\dpsymclaim{x <= {1}}{x < 1}\n\\dpsymstatus {renyi.laplace}"
    found = read(written(tmp_path, text)).uses
    assert [(use.line, use.macro, use.typed, use.arguments) for use in found] == [
        (2, "dpsym", r"\le 5", ("Laplace(2) .epsilon(0)",)),
        (3, "dpsymclaim", None, ("x <= {1}", "x < 1")),
        (4, "dpsymstatus", None, ("renyi.laplace",)),
    ]
    assert found[0].where.endswith("main.tex:2")
    assert found[0].key == r"dpsym[\le 5]{Laplace(2) .epsilon(0)}"


@pytest.mark.parametrize(
    "hidden",
    [
        r"% \dpsym{1}",
        r"\verb|\dpsym{1}|",
        "\\begin{verbatim}\n\\dpsym{1}\n\\end{verbatim}",
        "\\begin{lstlisting}[language=TeX]\n\\dpsym{1}\n\\end{lstlisting}",
        "\\end{document}\n\\dpsym{1}",
        r"\dpsymbol{1}",
        r"\newcommand{\dpsym}[1]{}",
    ],
)
def test_what_tex_does_not_run_is_no_use(tmp_path, hidden):
    assert read(written(tmp_path, f"text\n{hidden}\n")).uses == ()


def test_a_percent_sign_that_is_escaped_hides_nothing(tmp_path):
    (use,) = read(written(tmp_path, r"50\% of \dpsym{1}")).uses
    assert use.arguments == ("1",)


def test_blanking_keeps_every_place():
    text = "a % b\n\\verb|x|\n\\begin{verbatim}\n1\n\\end{verbatim}c"
    assert len(blanked(text)) == len(text)
    assert blanked(text).count("\n") == text.count("\n")
    assert blanked(text).split() == ["a", "c"]


def test_inputs_are_followed_in_the_order_of_the_text_and_once(tmp_path):
    written(tmp_path, r"\dpsym{2} \input{main} \input{missing}", "part.tex")
    written(tmp_path, r"\dpsym{9}", "main.dpsym.tex")
    main = written(tmp_path, "\\dpsym{1}\n\\input{part}\n\\input{part}\\input{main.dpsym}\\dpsym{3}")
    assert [use.arguments[0] for use in read(main).uses] == ["1", "2", "3"]


@pytest.mark.parametrize(
    ("head", "narrow"),
    [
        (r"\documentclass{article}", False),
        (r"\documentclass[twocolumn]{article}", True),
        (r"\documentclass[conference]{IEEEtran}", True),
        (r"\documentclass[journal,onecolumn]{IEEEtran}", False),
        (r"\documentclass[sigconf]{acmart}", True),
        (r"\documentclass[manuscript]{acmart}", False),
        (r"\input{part}", False),
    ],
)
def test_the_column_is_that_of_the_class(tmp_path, head, narrow):
    assert (read(written(tmp_path, head)).column < 30) is narrow


def test_bibliographies_are_named(tmp_path):
    text = r"\bibliography{a, b} \addbibresource[x]{c.bib} % \bibliography{d}"
    assert read(written(tmp_path, text)).bibliographies == ("a", "b", "c.bib")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("\n\\dpsym 1", r"main.tex:2: \\dpsym must have its arguments in braces, got ' 1'"),
        (r"\dpsym{1", "main.tex:1: .*must close its braces"),
        (r"\newcommand\f[1]{\dpsym{#1}}", "must be written out, got one with #"),
    ],
)
def test_a_macro_without_its_arguments_is_an_error_with_its_place(tmp_path, text, complaint):
    with pytest.raises(PaperDataError, match=complaint):
        read(written(tmp_path, text))


@pytest.mark.parametrize(
    ("text", "relation", "value", "unit"),
    [
        ("49.32", "=", "49.32", "0.01"),
        ("= 49.30", "=", "49.3", "0.01"),
        (r"\le 50", "<=", "50", "1"),
        (r"$\leq 1.20\cdot 10^{-5}$", "<=", "0.000012", "0.0000001"),
        (r"\approx 3.1\times 10^2", "~", "310", "10"),
        (r"\ge \num{3e-6}", ">=", "0.000003", "0.000001"),
        ("10^{-6}", "=", "0.000001", "0.000001"),
        ("1{,}024", "=", "1024", "1"),
    ],
)
def test_a_typed_number_is_read_exactly(text, relation, value, unit):
    found = read_typed(text)
    assert (found.relation, found.value, found.unit) == (relation, Fraction(value), Fraction(unit))


@pytest.mark.parametrize("text", ["", "about 3", "3 pm 1", r"\ne 3", "1e99999", "1" * 80, "__import__('os')", "-3"])
def test_what_is_no_number_is_refused(text):
    with pytest.raises(PaperDataError, match="typed number must be a decimal"):
        read_typed(text)


def test_the_style_file_has_the_macros_that_are_read():
    style = STYLE.read_text(encoding="utf-8")
    for name, arguments in MACROS.items():
        assert rf"\NewExpandableDocumentCommand\{name}{{{arguments}}}" in style
