"""A folder with everything that is made of a paper: whole, the same every time, citing what it cites; and its log is read."""

import json
import re
import stat
from types import SimpleNamespace

import pytest

from papers import build as building
from papers.build import build, table_text
from papers.compiling import compile_pdf, complaints
from papers.errors import BuildError, PaperDataError
from papers.pages.document import numbers, tables
from papers.pages.evidence import entries
from papers.pages.typeset import code, plain, romanised, typeset
from papers.paper import load
from papers.verdict import judge
from theorems.bibliography import records
from theorems.registry import registry

LIBRARY = registry()
INPUT = re.compile(r"\\input\{(\w+)\}")


@pytest.fixture(scope="module", params=["lodrant_2019", pytest.param("flores_2023", marks=pytest.mark.slow)])
def account(request):
    return judge(load(request.param), LIBRARY)


@pytest.fixture(scope="module")
def built(account, tmp_path_factory):
    folder = tmp_path_factory.mktemp("built")
    build(account, LIBRARY, folder)
    return folder


def text_of(folder, name):
    return (folder / name).read_text(encoding="utf-8")


def files_of(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_everything_that_the_main_file_reads_is_there(built):
    main = text_of(built, "main.tex")
    read = INPUT.findall(main)
    assert {
        "preamble",
        "numbers",
        "summary",
        "mechanisms",
        "results",
        "tables",
        "figures",
        "errata",
        "evidence",
    } == set(read)
    assert all((built / f"{name}.tex").is_file() for name in read)
    drawn = re.findall(r"\\includegraphics\[[^]]*\]\{(\w+)\}", text_of(built, "figures.tex"))
    assert drawn
    assert all((built / f"{name}.pdf").is_file() for name in drawn)


@pytest.mark.slow
def test_a_build_is_the_same_every_time(account, built, tmp_path):
    build(account, LIBRARY, tmp_path)
    assert files_of(built) == files_of(tmp_path)


def test_the_bibliography_holds_what_is_cited_and_nothing_else(built):
    cited = set()
    for path in built.glob("*.tex"):
        for keys in re.findall(r"\\cite(?:\[\{.*?\}\])?\{([^}]*)\}", path.read_text(encoding="utf-8")):
            cited.update(keys.split(","))
    assert cited == set(records(built / "refs.bib"))


def test_every_source_file_is_plain_ascii_so_that_no_glyph_is_missing(built):
    for path in built.glob("*.tex"):
        assert path.read_text(encoding="utf-8").isascii(), path.name


def test_every_count_is_a_macro_that_agrees_with_the_record(account, built):
    macros = dict(re.findall(r"\\newcommand\{\\dpsym(\w+)\}\{(\d+)\}", text_of(built, "numbers.tex")))
    record = json.loads(text_of(built, "results.json"))
    assert int(macros["Results"]) == len(record["results"])
    assert int(macros["Errata"]) == len(json.loads(text_of(built, "errata.json"))["errata"])
    assert int(macros["FalseAsPrinted"]) == record["counts"]["false as printed"]
    assert set(re.findall(r"\\dpsym(\w+)", text_of(built, "main.tex"))) <= set(macros)


def test_every_entry_that_a_verdict_rests_on_is_told_with_the_digest_of_its_certificate(account, built):
    told = text_of(built, "evidence.tex")
    for result in account.paper.results.values():
        for id in result.entries:
            assert rf"\entry{{{code(id)}}}" in told
            assert LIBRARY.certificate(id).fingerprint[:16] in told


def test_every_verdict_and_label_stands_in_the_results(account, built):
    told = text_of(built, "results.tex")
    for judgement in account.judgements:
        assert plain(judgement.item.label) in told
        assert plain(judgement.verdict.value) in told


def test_a_source_that_stands_nowhere_is_an_error(account, tmp_path):
    with pytest.raises(BuildError, match="must stand in a bibliography, got nobody2000"):
        building._bibliography([r"\cite[{Theorem 1}]{nobody2000}"], LIBRARY)


def test_a_paper_without_tables_or_figures_says_so(account, monkeypatch, tmp_path):
    monkeypatch.setattr(building, "part", lambda key, name: None)
    with pytest.raises(BuildError, match=r"must have a tables\.py"):
        table_text(account, LIBRARY)
    with pytest.raises(BuildError, match=r"must have a figures\.py"):
        building.draw_figures(account, LIBRARY, tmp_path)


def test_tables_need_a_caption_each():
    two = "\n\n".join(["\\begin{tabular}{lp{24mm}}\n1 & 2\n\\end{tabular}"] * 2)
    shown = tables(two, ("One.", "Two."))
    assert shown.count(r"\fittable") == 2
    assert r"{l>{\raggedright\arraybackslash}p{24mm}}" in shown
    with pytest.raises(PaperDataError, match="a caption for each tabular, got 1 for 2"):
        tables(two, ("One.",))


def test_a_key_number_must_be_called_as_macros_are(account):
    assert r"\newcommand{\scale}{4.2}" in numbers(account, {"scale": "4.2"})
    with pytest.raises(PaperDataError, match="letters only"):
        numbers(account, {"scale_1": "4.2"})


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("e^eps <= 2", r"$e^{\varepsilon } \le 2$"),
        ("B_1^n", "$B_{1}^{n}$"),
        ("K' = K", "$K' = K$"),
        ("sigma_1^(-1/2)", r"$\sigma_{1}^{-1/2}$"),
        ("|a|_1 and 2^-j^2", "$|a|_{1}$ and $2^{-j}{}^{2}$"),
        ("delta1 -> oo", r"$\delta_{1} \to \infty$"),
        ("the Gamma law, Gamma(d)", r"the Gamma law, $\Gamma(d)$"),
        ("1.5e-05 +/- 2e3, 1e", r"$1.5 \cdot 10^{-5} \pm 2 \cdot 10^{3}$, 1e"),
        ("a person's e.g. eps-DP", r"a person's e.g. $\varepsilon$-DP"),
        ('"as is", 5 %', r"``as is'', 5 \%"),
        ("at d = 2, n = 3 it is 2 eps", r"at $d = 2$, $n = 3$ it is $2\,\penalty700 \varepsilon$"),
        ("min(sqrt d, sqrt(log(n/d)))", r"$\min (\sqrt{d},\allowbreak{} \sqrt{\log (n/d)})$"),
        ("floor(log2 d) + 1, E|a|^2 and E X/a", r"$\lfloor \log_2 d\rfloor  + 1$, $E|a|^{2}$ and $E\,\penalty700 X/a$"),
        ("(x_1 ... x_k)^(1/(2 (d - k)))", r"$(x_{1}\,\penalty700 \dots \,\penalty700 x_{k})^{1/(2 (d - k))}$"),
        ("an l1 ball (see (2.11) and Claim 8 eps)", r"an $\ell_{1}$ ball (see (2.11) and Claim 8 $\varepsilon$)"),
        ("sqrt log2(n/d) and sqrt log n, a = 2", r"$\sqrt{\log_2(n/d)}$ and $\sqrt{\log  n}$, $a = 2$"),
        ("x = sqrt(2k log n), x = sqrt(2q)", r"$x = \sqrt{2\,\penalty700 k\,\penalty700 \log  n}$, $x =$ sqrt(2q)"),
        ("a man, a plan f(x, y] in 7.9 s", r"a man, a plan $f$($x$, $y$] in 7.9 s"),
        ("expected/a_file.csv", r"\texttt{expected/\allowbreak{}a\char95{}\allowbreak{}file.\allowbreak{}csv}"),
        ("Splošna, López, Łódź", r"Splo\v{s}na, L\'{o}pez, \L{}\'{o}d\'{z}"),
        ("미분 프라이버시", "mibun peuraibeosi"),
    ],
)
def test_prose_is_set_with_its_formulas(written, shown):
    assert typeset(written) == shown


def test_a_character_that_cannot_be_printed_is_an_error():
    with pytest.raises(PaperDataError, match="CJK UNIFIED IDEOGRAPH"):
        typeset("差分")


def test_hangul_is_romanised_syllable_by_syllable():
    assert romanised("함수 데이터 abc") == "hamsu deiteo abc"


LOG = r"""
Overfull \hbox (0.7pt too wide) in paragraph at lines 2--21
Overfull \hbox (13.79604pt too wide) in alignment at lines 2--21
LaTeX Warning: Reference `tab:one' on page 1 undefined on input line 3.
LaTeX Warning: Citation `nobody' on page 1 undefined on input line 3.
Missing character: There is no ž in font cmr10!
LaTeX Warning: Label(s) may have changed. Rerun to get cross-references right.
"""


def test_a_log_is_read_for_what_a_reader_would_see():
    found = complaints(LOG, 'Warning--I didn\'t find a database entry for "nobody"')
    assert len(found) == 6
    assert not any("0.7pt" in line for line in found)
    assert complaints("Output written on main.pdf (1 page).") == []


def test_a_missing_program_is_named(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BuildError, match=r"pdflatex must be installed.*texlive-science"):
        compile_pdf(tmp_path)


@pytest.fixture
def programs(tmp_path, monkeypatch):
    """Return a function that puts a pdflatex and a bibtex on the path which do what they are told, and nothing else."""

    def planted(script):
        for name in ("pdflatex", "bibtex"):
            path = tmp_path / "bin" / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(f"#!/bin/sh\n{script}\n")
            path.chmod(path.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")

    return planted


def test_a_run_that_fails_tells_the_first_complaint(programs, tmp_path):
    programs("echo talk; echo '! Undefined control sequence.'; echo l.3; exit 1")
    with pytest.raises(BuildError, match=r"pdflatex must go through main.*! Undefined control sequence"):
        compile_pdf(tmp_path)


def test_a_log_with_complaints_is_an_error_and_one_without_gives_the_pdf(programs, tmp_path):
    programs("echo > main.aux; echo 'Overfull \\hbox (2.0pt too wide)' > main.log")
    with pytest.raises(BuildError, match="not fit to be handed on: Overfull"):
        compile_pdf(tmp_path)
    programs("echo > main.aux; echo fine > main.log")
    assert compile_pdf(tmp_path) == tmp_path / "main.pdf"


def test_protocols_are_asked_for_by_name(account, monkeypatch, tmp_path):
    """What tables.py may offer is found: captions, key numbers, printed mechanisms."""
    from papers.mechanism import PrintedMechanism

    one = PrintedMechanism("Theorem 1", "noise", "eps-DP", True, "eps", "b = 1/eps", ("laplace.pure_dp",))
    offered = SimpleNamespace(
        comparison=lambda account, registry: "\\begin{tabular}{l}\n1\n\\end{tabular}",
        CAPTIONS=("Ours.",),
        key_numbers=lambda account, registry: {"scale": "4.2"},
        printed_mechanisms=lambda account, registry: [one],
    )
    monkeypatch.setattr(building, "part", lambda key, name: offered if name == "tables" else None)
    build(account, LIBRARY, tmp_path)

    assert r"\fittable{Ours.}" in text_of(tmp_path, "tables.tex")
    assert r"\newcommand{\scale}{4.2}" in text_of(tmp_path, "numbers.tex")
    assert "Theorem 1" in text_of(tmp_path, "mechanisms.tex")
    assert r"\input{mechanisms}" in text_of(tmp_path, "main.tex")
    assert r"\input{figures}" not in text_of(tmp_path, "main.tex")


def test_hypotheses_follow_the_domain_in_one_sentence():
    shown = entries(["rdp.event.sharp", "laplace.moment"], registry())
    event, moment = shown.split("\\entry{")[1:]

    assert ", given that\\statement{" in event
    assert event.count("\nand\\statement{") == len(registry()["rdp.event.sharp"].hypotheses) - 1
    assert "given that" not in moment
