"""The Coq proofs beside a paper: those that it rests on and that still stand, with a page that says what is trusted."""

import re
import shutil
import subprocess
from dataclasses import replace

import pytest

from papers.errors import BuildError
from papers.paper import load
from papers.proofs import FOLDER, attach, supplement
from papers.result import Result
from papers.verdict import Account, judge
from theorems.kernel import known, record, texts
from theorems.kernel.place import BUILT_IN
from theorems.registry import registry

LIBRARY = registry()
TANH, QUADRATIC = "renyi.rr.tanh", "renyi.pure_dp.quadratic"
UNPROVED = next(id for id in LIBRARY if id not in record.read())


def about(*ids):
    """Return the account of a paper that rests on these entries alone."""
    paper = replace(load("hall_2013"), results={"Claim 1": Result("Claim 1", ids)})
    return Account(paper, (), ())


@pytest.fixture(scope="module")
def found():
    return supplement(about(TANH, UNPROVED), LIBRARY)


@pytest.fixture
def recorded(monkeypatch):
    """Put other verdicts in place of some that are recorded."""

    def put(*verdicts):
        changed = record.read() | {verdict.id: verdict for verdict in verdicts}
        monkeypatch.setattr(known, "_recorded", lambda file: changed)

    return put


def test_the_script_comes_with_its_statements_and_with_what_of_the_library_it_requires(found):
    script = (texts.PROOFS / "hyperbolic.v").read_text()
    assert found.files["scripts/Proofs_hyperbolic.v"].startswith(script.rstrip())
    assert {name for name in found.files if name.startswith("library/")} == {
        f"library/{name}.v" for name in texts.behind(script)
    }
    stated = found.files["statements/hyperbolic.v"]
    used = set(re.findall(r"Stated\.hyperbolic\.(\w+)", script))
    assert used == set(re.findall(r"Definition (\w+)", stated))
    assert "Print Assumptions all_of_hyperbolic." in found.files["Check.v"]
    assert found.left_out == {}


def test_the_page_names_what_is_proved_how_and_what_is_trusted(found):
    page = found.files["README.md"]
    title = LIBRARY.card(TANH).title
    assert f"| `{TANH}` | {title} | exact | `renyi_rr_tanh` | `scripts/Proofs_hyperbolic.v` |" in page
    assert "1 have a proof here of the very statement (exact)." in page
    for axiom in record.read()[TANH].axioms:
        assert f"`{axiom}`" in page
    for name in texts.DEFINITIONS:
        assert f"`library/{name}.v`" in page
    assert UNPROVED not in page
    assert "left out" not in page


def test_a_refuted_statement_and_one_by_limits_of_finite_ones_are_told_as_such():
    files = supplement(about("dp.group.printed", "dp.set"), LIBRARY).files
    assert re.search(r"\| `dp\.group\.printed` \|.*\| exact, refuted \|", files["README.md"])
    assert re.search(r"\| `dp\.set` \|.*\| countable \|", files["README.md"])
    assert "merge all points of a countable space from the n-th on" in files["README.md"]
    assert "checked_points_dp__group__printed : ~ Stated.points.dp__group__printed :=" in files["Check.v"]
    assert "the 63-bit integers of the machine" in files["README.md"]


def test_each_file_is_compiled_after_those_that_it_requires(found):
    order = re.findall(r"(\w+)\.v$", found.files["compile.sh"], re.MULTILINE)
    assert {f"{name}.v" for name in order} == {name.rpartition("/")[2] for name in found.files if name.endswith(".v")}
    assert order[-3:] == ["hyperbolic", "Proofs_hyperbolic", "Check"]
    sources = texts.sources()
    for name in order[:-3]:
        needed = texts.behind(sources[name])
        assert {one for one in needed if f"Import {one}" in sources[name]} <= set(order[: order.index(name)])


def test_it_is_the_same_every_time_and_what_an_earlier_build_left_goes(found, tmp_path):
    attach(supplement(about(TANH, "dp.set"), LIBRARY), tmp_path)
    (tmp_path / FOLDER / "notes.v").write_text("(* mine *)")
    written = attach(found, tmp_path)
    there = {path for path in (tmp_path / FOLDER).rglob("*") if path.is_file()}
    assert there == {*written, tmp_path / FOLDER / "notes.v"}
    before = {path: path.read_bytes() for path in there}
    attach(supplement(about(TANH, UNPROVED), LIBRARY), tmp_path)
    assert {path: path.read_bytes() for path in there} == before


def test_a_paper_without_accepted_entries_gets_no_folder(tmp_path):
    assert attach(supplement(about(UNPROVED), LIBRARY), tmp_path) == []
    assert list(tmp_path.iterdir()) == []


def test_a_verdict_about_another_statement_is_left_out_and_named(recorded):
    recorded(replace(record.read()[QUADRATIC], fingerprint="of another statement"))
    found = supplement(about(TANH, "dp.set"), LIBRARY)
    assert list(found.left_out) == [TANH]
    assert f"hyperbolic.v or its statement of {QUADRATIC} changed" in found.left_out[TANH]
    assert "scripts/Proofs_hyperbolic.v" not in found.files
    assert f"- `{TANH}`: hyperbolic.v or its statement" in found.files["README.md"]
    alone = supplement(about(TANH), LIBRARY)
    assert (alone.files, list(alone.left_out)) == ({}, [TANH])


@pytest.mark.parametrize("more", ["\n", "Axiom false : False.\n", None])
def test_a_proof_that_was_changed_or_is_gone_is_left_out_and_named(monkeypatch, tmp_path, more):
    shutil.copytree(texts.PROOFS, tmp_path / "proofs")
    file = tmp_path / "proofs" / "hyperbolic.v"
    file.write_text(file.read_text() + more) if more else file.unlink()
    monkeypatch.setattr("theorems.registry.BUILT_IN", replace(BUILT_IN, proofs=tmp_path / "proofs"))
    assert (supplement(about(TANH), LIBRARY).files, list(supplement(about(TANH), LIBRARY).left_out)) == ({}, [TANH])
    assert "scripts/Proofs_spaces.v" in supplement(about(TANH, "dp.set"), LIBRARY).files


def test_two_scripts_of_a_name_are_refused(monkeypatch, tmp_path):
    other = replace(BUILT_IN, record=tmp_path / "accepted.jsonl")
    shutil.copy(record.FILE, other.record)
    monkeypatch.setattr(type(LIBRARY), "place_of", lambda self, id: other if id == QUADRATIC else BUILT_IN)
    monkeypatch.setattr("papers.proofs._outdated", lambda name, place, verdicts, registry: "")
    with pytest.raises(BuildError, match=r"must not be called like those of the registry, got \['hyperbolic'\]"):
        supplement(about(TANH, QUADRATIC), LIBRARY)


@pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq is not installed")
@pytest.mark.slow
def test_the_folder_of_a_paper_compiles_with_coq_alone_and_says_what_it_assumes(tmp_path):
    found = supplement(judge(load("hall_2013"), LIBRARY), LIBRARY)
    attach(found, tmp_path)
    done = subprocess.run(["sh", tmp_path / FOLDER / "compile.sh"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    scripts = [name for name in found.files if name.startswith("scripts/")]
    assert done.stdout.count("Axioms:") == len(scripts) > 1
    for name in ("dp__trivial", "dp__set", "cylinder__rectangles__printed"):
        assert re.search(rf"^\w+\.{name} =", done.stdout, re.MULTILINE)


@pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq is not installed")
@pytest.mark.slow
def test_a_folder_in_which_a_statement_was_changed_does_not_compile(found, tmp_path):
    attach(found, tmp_path)
    stated = tmp_path / FOLDER / "statements" / "hyperbolic.v"
    stated.write_text(stated.read_text().replace("tanh (epsilon / 2)", "tanh (epsilon / 3)"))
    done = subprocess.run(["sh", tmp_path / FOLDER / "compile.sh"], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "scripts/Proofs_hyperbolic.v" in done.stderr
