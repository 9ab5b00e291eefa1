"""`dpsym tex`: what holds is written beside the paper, what does not is an error with file, line and both values."""

import shutil
import subprocess
import sys

import pytest
from click.testing import CliRunner

from papers import cli
from papers.compiling import complaints
from papers.tex.claims import complaint as refused
from papers.tex.claims import domain, relation
from papers.tex.document import check
from papers.tex.numbers import bound, complaint, meant
from papers.tex.shown import Desk
from papers.tex.source import Use
from papers.tex.typed import read_typed
from theorems.registry import registry

LIBRARY = registry()
DESK = Desk(LIBRARY, 32.0)
LOSS = "Gaussian(sigma=5).compose(1000).epsilon(1e-6)"  # 49.3192766607


def call(*arguments):
    return CliRunner().invoke(cli.main, ["tex", *map(str, arguments)], obj=LIBRARY)


def shown(macro, *arguments, typed=None):
    return DESK.shown(Use("main.tex", 1, macro, typed, arguments))


@pytest.mark.parametrize(
    ("formula", "typed", "holds"),
    [
        (LOSS, "49.32", True),
        (LOSS, "49.319277", True),
        (LOSS, "49.31", False),  # below the truth
        (LOSS, "49.319276", False),
        (LOSS, "49.33", False),  # out of step: 49.32 is proved
        (LOSS, "53", False),
        (LOSS, r"\le 53", True),
        (LOSS, r"\le 49", False),
        (LOSS, r"\approx 49.3", True),
        (LOSS, r"\approx 49.5", False),
        (LOSS, r"\ge 49.3", True),
        (LOSS, r"\ge 49.4", False),
        ("Gaussian(1).delta(1)", "0.127", True),
        ("Gaussian(1).delta(1)", "0.126", False),
        ("Laplace(3).compose(2).to_pure()", "0.667", True),
        ("Laplace(3).compose(2).to_pure()", "0.666", False),
        ("Laplace(2).compose(2).to_pure()", "1", True),  # exactly
        ("Gaussian(2).compose(8).to_zcdp()", "1", True),
        ("Gaussian(2).compose(8).to_zcdp()", "0.99", False),
        ("log(3)/2", "0.5494", True),
        ("log(3)/2", "0.5493", False),
        ("KL(Laplace(0, 1), Laplace(1, 1))", "0.368", True),
        ("KL(Laplace(0, 1), Laplace(1, 1))", "0.367", False),
    ],
)
def test_a_typed_number_holds_or_is_told_with_both_values(formula, typed, holds):
    found = complaint(meant(formula), read_typed(typed))
    assert (found == "") is holds
    assert holds or " is " in found


def test_the_complaint_has_the_bound_and_says_what_to_write():
    found = complaint(meant(LOSS), read_typed("49.31"))
    assert found.startswith("the bound is 49.3192766607: what is typed is below the truth by 0.00927")
    assert found.endswith("write 49.32")


def test_a_number_is_not_below_the_truth():
    assert bound(meant(LOSS).number) >= bound(meant("Gaussian(sigma=5).compose(1000).to_approx(delta=1e-6)").number)
    assert shown("dpsym", LOSS).latex == r"\ensuremath{49.32}"
    assert shown("dpsym", "Gaussian(1).delta(6)").latex.startswith(r"\ensuremath{")
    assert r"\cdot 10^{-" in shown("dpsym", "Gaussian(1).delta(6)").latex


@pytest.mark.parametrize(
    ("claim", "where", "reason"),
    [
        ("Renyi(alpha, RR(eps)) <= alpha*eps**2/2", "alpha > 1, 0 < eps <= 8", ""),
        ("Renyi(alpha, RR(eps)) <= alpha*eps**2/3", "alpha > 1, eps <= 8", "it fails at alpha = "),
        ("1 + eps <= exp(eps)", "", ""),
        ("1 + eps + eps**2 <= exp(eps)", "eps < 1", "it fails at epsilon = "),
        ("log(3) < 11/10", "", ""),
        ("log(3) < 1", "", "it is fails"),
    ],
)
def test_a_claim_is_proved_or_refuted_with_a_witness(claim, where, reason):
    stated = relation(claim)
    found = refused(stated, domain(where, stated))
    assert found.startswith(reason) if reason else found == ""


@pytest.mark.parametrize(
    ("where", "range_"),
    [
        ("eps > 1", "Interval.open(1, oo)"),
        ("1 <= eps", "Interval(1, oo)"),
        ("eps <= 8", "Interval.Lopen(0, 8)"),
        ("0 < eps < 8", "Interval.open(0, 8)"),
        ("8 >= eps > 1/2", "Interval.Lopen(1/2, 8)"),
        ("eps > 1, eps < 2", "Interval.open(1, 2)"),
    ],
)
def test_a_domain_is_read(where, range_):
    stated = relation("1 + eps <= exp(eps)")
    ((_, found),) = domain(where, stated).items()
    assert str(found) == range_


@pytest.mark.parametrize(
    ("macro", "arguments", "said"),
    [
        ("dpsym", ("Gaussian(2).compose(10)",), "must end in a question"),
        ("dpsym", ("__import__('os')",), "not allowed in a formula"),
        ("dpsym", ("Laplace(-1).epsilon(0)",), "noise scale b must be positive"),
        ("dpsym", ("Laplace(2)",), "must be a number, a divergence or a guarantee"),
        ("dpsymclaim", ("eps + 1", ""), "claim must compare two formulas"),
        ("dpsymclaim", ("eps <= 2", "alpha > 1"), "must name symbols of the claim"),
        ("dpsymclaim", ("eps <= 2", "eps in R"), "the word in is not allowed"),
        ("dpsymclaim", ("eps <= 2", "eps"), "domain must be ranges"),
        ("dpsymtheorem", ("renyi.laplas",), "the nearest is 'renyi.laplace'"),
        ("dpsymproof", ("1 + 1",), "proof must be of a divergence or a guarantee"),
        ("dpsymtable", ("k", "a & Laplace(2).epsilon(0)"), "columns of a table"),
        ("dpsymtable", ("k = 1", "Laplace(2).epsilon(0)"), "rows of a table"),
    ],
)
def test_what_cannot_be_looked_up_is_a_problem_that_says_why(macro, arguments, said):
    assert said in shown(macro, *arguments).problem


def test_a_false_entry_may_not_be_stated_and_a_status_not_be_wished():
    false = next(iter(LIBRARY.corrections))
    assert "is refuted" in shown("dpsymtheorem", false).problem
    assert shown("dpsymtheorem", "renyi.laplace").problem == ""
    typed = shown("dpsymstatus", "renyi.laplace").latex
    assert shown("dpsymstatus", "renyi.laplace", typed=typed).problem == ""
    assert "wished is typed" in shown("dpsymstatus", "renyi.laplace", typed="wished").problem


def test_an_entry_is_asked_for_its_delta_where_an_eps_is_given():
    assert "0.12694" in shown("dpsymtable", "k = 1", "a & Gaussian(1).compose(k).delta(1)").latex


def paper(folder, body, head=r"\documentclass{article}\usepackage{dpsym}"):
    folder.mkdir(exist_ok=True)
    main = folder / "main.tex"
    main.write_text(f"{head}\n\\begin{{document}}\n{body}\n\\end{{document}}\n", encoding="utf-8")
    return main


def test_a_paper_that_holds_is_written_and_one_that_does_not_says_where(tmp_path):
    main = paper(tmp_path, rf"$\dpsym[49.32]{{{LOSS}}}$")
    assert call(main, "--check").exit_code == 1  # nothing is written yet
    assert call(main).exit_code == 0
    assert call(main, "--check").exit_code == 0
    side = (tmp_path / "main.dpsym.tex").read_text()
    assert rf"\dpsymset{{dpsym[49.32]{{{LOSS}}}}}{{\ensuremath{{49.32}}}}" in side
    main.write_text(main.read_text().replace("sigma=5", "sigma=6"))
    result = call(main)
    assert result.exit_code == 1
    assert result.stdout.startswith(f"{main}:3: dpsym[49.32]{{Gaussian(sigma=6)")
    assert r"\dpsymfail{dpsym[49.32]{Gaussian(sigma=6)" in (tmp_path / "main.dpsym.tex").read_text()


def test_a_file_of_another_is_not_replaced(tmp_path):
    main = paper(tmp_path, r"\dpsym{log(3)}")
    (tmp_path / "main.dpsym.tex").write_text("mine")
    result = call(main)
    assert result.exit_code == 2
    assert "unless --force is given" in result.stderr


def test_sources_that_the_paper_has_not_are_written_for_it(tmp_path):
    main = paper(tmp_path, "\\dpsymcite{renyi.laplace}\n\\bibliography{mine,main.dpsym}")
    (tmp_path / "mine.bib").write_text("@misc{mironov2017renyi, title = {Mine}}\n")
    assert call(main).exit_code == 0
    written = (tmp_path / "main.dpsym.bib").read_text()
    assert "flores2023" in written
    assert "mironov2017renyi" not in written
    main.write_text(main.read_text().replace(",main.dpsym", ""))
    result = call(main)
    assert result.exit_code == 2
    assert "main.tex:3: source flores2023 must be in a bibliography of the paper: add main.dpsym" in result.stderr


def test_what_was_looked_at_before_is_not_looked_at_again(tmp_path):
    main, known, asked = paper(tmp_path, r"\dpsym{log(3)}"), {}, []

    class Counting(Desk):
        def shown(self, use):
            asked.append(use.key)
            return super().shown(use)

    first = check(main, lambda source: Counting(LIBRARY, source.column), known)
    again = check(main, lambda source: Counting(LIBRARY, source.column), known)
    assert again.shown == first.shown
    assert asked == ["dpsym{log(3)}"]


needs_latex = pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs pdflatex")


def compiled(main):
    command = ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "main"]
    for _ in range(2):
        done = subprocess.run(command, cwd=main.parent, capture_output=True, check=False)
    return done.returncode, (main.parent / "main.log").read_text(encoding="utf-8", errors="replace")


BODY = rf"""\section{{A loss of \dpsym[49.32]{{{LOSS}}}}}
$\dpsym{{{LOSS}}}$ and $\dpsym[\le 50]{{Gaussian(sigma=5)
 .compose(1000).epsilon(1e-6)}}$.
\dpsymeq[eq:one]{{TradeOff(t, Laplace(0, b), Laplace(1, b))}}
\dpsymeq{{Renyi(alpha, Gaussian(0, sigma1), Gaussian(1, sigma2))}}
\dpsymclaimeq{{Renyi(alpha, RR(eps)) <= alpha*eps**2/2}}{{alpha > 1, eps <= 8}}
\dpsymproof{{Renyi(alpha, Laplace(0, b), Laplace(1, b))}}
As in \eqref{{eq:one}}."""


@needs_latex
@pytest.mark.slow
@pytest.mark.parametrize("options", ["{article}", "[twocolumn]{article}"])
def test_a_paper_compiles_without_a_complaint(tmp_path, options):
    main = paper(tmp_path, BODY, rf"\documentclass{options}\usepackage{{dpsym}}")
    assert call(main).exit_code == 0
    status, log = compiled(main)
    assert status == 0
    assert complaints(log) == []
    assert "Warning" not in log.replace("LaTeX Warning: Label(s) may have changed", "")


_OF_ACM = ("xstring.sty", "totpages.sty", "hyperxmp.sty", "libertine.sty", "zi4.sty", "manyfoot.sty")
"""Of what the class of the ACM loads, the files that other packages of Debian have than that of the class."""


@needs_latex
@pytest.mark.slow
@pytest.mark.parametrize("options", ["[conference]{IEEEtran}", "[sigconf,nonacm]{acmart}"])
def test_what_is_printed_fits_the_columns_of_a_publisher(tmp_path, options):
    wanted = [options[options.index("{") + 1 : -1] + ".cls", *(_OF_ACM if "acm" in options else ())]
    if subprocess.run(["kpsewhich", *wanted], capture_output=True).returncode:
        pytest.skip(
            "the class, or what it loads, is not installed: texlive-publishers, -plain-generic and -fonts-extra"
        )
    front = r"\title{T}\author{A}\affiliation{\institution{I}\city{C}\country{D}}\maketitle" if "acm" in options else ""
    claim = r"Of two answers one knows that \dpsymclaim{KL(RR(eps)) <= eps**2/2}{0 < eps <= 4} as long as they are few."
    main = paper(tmp_path, front + BODY + claim, rf"\documentclass{options}\usepackage{{dpsym}}")
    assert call(main).exit_code == 0
    status, log = compiled(main)
    assert status == 0
    assert complaints(log) == []


@needs_latex
@pytest.mark.slow
def test_a_paper_with_a_wrong_number_does_not_compile(tmp_path):
    main = paper(tmp_path, rf"$\dpsym[49.31]{{{LOSS}}}$")
    assert call(main).exit_code == 1
    status, log = compiled(main)
    assert status != 0
    assert "main.tex:3: the bound is 49.3192766607" in log.replace("\n", "")
    # nor one whose number was changed since
    main.write_text(main.read_text().replace("49.31", "49.32"))
    assert compiled(main)[0] != 0
    assert call(main).exit_code == 0
    assert compiled(main)[0] == 0


@pytest.mark.slow
def test_a_watch_goes_on_when_the_paper_is_half_typed(tmp_path):
    main, part = paper(tmp_path, r"\input{part}"), tmp_path / "part.tex"
    part.write_text(r"\dpsym[1{Laplace(1)")
    command = [sys.executable, "-c", "from papers.cli import main; main()", "tex", "--watch", main.name]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=tmp_path, stdout=pipe, stderr=subprocess.STDOUT, text=True) as watch:
        lines = iter(watch.stdout.readline, "")
        assert "part.tex:1:" in next(line for line in lines if "Error" in line)
        part.write_text(r"\dpsym[0.9]{Laplace(1).epsilon(0)}")
        assert "below the truth" in next(line for line in lines if "dpsym[0.9]" in line)
        part.write_text(r"\dpsym[1]{Laplace(1).epsilon(0)}")
        assert next(line for line in lines if "looked at" in line)
        assert "none wrong" in next(line for line in lines if "looked at" in line)
        watch.terminate()
