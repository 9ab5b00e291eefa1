"""The registry: validated at load; statuses, neighbours and words read from what it holds."""

from dataclasses import replace

import pytest
from planted_registry import entry as planted
from planted_registry import told, x
from sympy import Interval, Le, oo

from theorems.certificate import certify, write
from theorems.entry import Cite
from theorems.errors import EntryError, UnknownIdError
from theorems.kernel.record import Verdict
from theorems.outcome import DPSYM
from theorems.registry import Registry
from theorems.status import Status

SAMPLED, REFUTED, DERIVED = told(Status.SAMPLED), told(Status.REFUTED), told(Status.PROVED, DPSYM)


@pytest.fixture
def load(tmp_path):
    """Return a loader of entries with a bibliography of two works, certificates in a folder of its own."""
    bibliography = tmp_path / "refs.bib"
    bibliography.write_text("@article{known,\n title = {A},\n}\n@book{other:2024, title = {see @misc{hidden, b}}}\n")
    return lambda *entries: Registry(entries, tmp_path / "certificates", bibliography)


@pytest.fixture
def certified(load):
    """Return a loader that runs every check too."""

    def loaded(*entries):
        library = load(*entries)
        for entry in entries:
            write(*certify(entry), library.folder)
        return library

    return loaded


def test_a_duplicate_id_is_refused(load):
    with pytest.raises(EntryError, match=r"theorem id must be unique, got 'a\.b' twice"):
        load(planted("a.b"), planted("a.c"), planted("a.b", title="Another"))


def test_a_link_to_no_entry_is_refused(load):
    with pytest.raises(EntryError, match=r"links of a\.b must name entries of the registry, got 'a\.z'"):
        load(planted("a.b", uses=("a.z",)))


def test_a_circle_is_refused(load):
    with pytest.raises(EntryError, match="circle"):
        load(planted("a.b", uses=("a.c",)), planted("a.c", uses=("a.b",)))


def test_a_case_of_no_entry_and_a_circle_of_cases_are_refused(load):
    with pytest.raises(EntryError, match=r"links of a\.b must name entries of the registry, got 'a\.z'"):
        load(planted("a.b", specializes="a.z"))
    with pytest.raises(EntryError, match="specializes must not run in a circle"):
        load(planted("a.b", specializes="a.c"), planted("a.c", specializes="a.b"))


def test_the_cases_of_a_statement_are_found_from_it(load):
    library = load(planted("a.b"), planted("a.c", specializes="a.b"), planted("a.d", specializes="a.b"))
    assert library.cases == {"a.b": ("a.c", "a.d")}


@pytest.mark.parametrize("key", ["unknown", "hidden", "know", ""])
def test_a_source_that_the_bibliography_lacks_is_refused(load, key):
    with pytest.raises(EntryError, match=r"sources of a\.b must stand in refs\.bib, got \["):
        load(planted("a.b", cites=(Cite("known", "1"), Cite(key, "2"))))


def test_sources_of_the_bibliography_are_taken(load):
    assert len(load(planted("a.b", cites=(Cite("known", "1"), Cite("other:2024", "2"))))) == 1


def test_it_is_a_mapping_in_the_order_given(load):
    library = load(planted("b.x"), planted("a.x"))
    assert list(library) == ["b.x", "a.x"]
    assert library["a.x"].title == "About a.x"
    assert "a.y" not in library


def test_an_unknown_id_names_the_nearest(load):
    library = load(planted("renyi.laplace"), planted("kl.gaussian"))
    lookups = ("__getitem__", "certificate", "own_status", "effective_status", "ancestors", "used_by", "is_believed")
    for lookup in lookups:
        with pytest.raises(UnknownIdError, match=r"got 'renyi\.laplce'; the nearest is 'renyi\.laplace'"):
            getattr(library, lookup)("renyi.laplce")


def test_an_unknown_id_is_a_key_error_and_an_empty_registry_has_no_nearest(load):
    with pytest.raises(KeyError) as caught:
        load()["a.b"]
    assert str(caught.value) == "theorem id must be in the registry, got 'a.b'"


def test_search_wants_every_word_in_any_case_in_id_title_note_or_source(load):
    library = load(
        planted("renyi.laplace", title="Rényi divergence", cites=(Cite("known", "Proposition 6"),)),
        planted("kl.laplace", note="limit of the Rényi divergence"),
    )
    assert library.search("LAPLACE rényi") == ["renyi.laplace", "kl.laplace"]
    assert library.search("proposition 6") == ["renyi.laplace"]
    assert library.search("gauss") == []
    assert len(library.search("")) == 2


def test_own_status_is_what_the_certificate_holds(certified):
    library = certified(
        planted("a.none"), planted("a.one", SAMPLED), planted("a.two", DERIVED, SAMPLED), planted("a.not", REFUTED)
    )
    assert [library.own_status(id) for id in library] == [Status.CLAIMED, Status.SAMPLED, Status.PROVED, Status.REFUTED]


def test_without_a_certificate_an_entry_is_claimed(load):
    assert load(planted("a.b", DERIVED, SAMPLED)).own_status("a.b") is Status.CLAIMED


@pytest.mark.parametrize(
    "changes",
    [
        {"statement": Le(x, x + 2, evaluate=False)},
        {"domain": {x: Interval(0, oo)}},
        {"hypotheses": (Le(x, 5),)},
        {"checks": (SAMPLED, DERIVED, REFUTED)},
        {"uses": ("a.base",)},
    ],
)
def test_it_is_stale_once_the_mathematics_changed(certified, load, changes):
    entry, base = planted("a.b", DERIVED, SAMPLED), planted("a.base")
    assert certified(entry, base).own_status("a.b") is Status.PROVED
    assert load(replace(entry, **changes), base).own_status("a.b") is Status.STALE


@pytest.mark.parametrize("changes", [{"title": "Renamed"}, {"cites": (Cite("known", "2"),)}, {"note": "A remark"}])
def test_it_is_not_stale_after_a_change_of_prose_or_source(certified, load, changes):
    entry = planted("a.b", DERIVED, SAMPLED)
    certified(entry)
    assert load(replace(entry, **changes)).own_status("a.b") is Status.PROVED


def test_a_damaged_certificate_is_stale(certified):
    library = certified(planted("a.b", DERIVED, SAMPLED))
    (library.folder / "a.jsonl").write_text('{"id": "a.b"')
    assert library.own_status("a.b") is Status.STALE


def test_what_rests_on_a_weaker_entry_is_no_stronger(certified):
    library = certified(
        planted("a.top", DERIVED, SAMPLED, uses=("a.middle",)),
        planted("a.middle", DERIVED, SAMPLED, uses=("a.base",)),
        planted("a.base", SAMPLED),
    )
    assert [library.effective_status(id) for id in library] == [Status.SAMPLED] * 3
    assert library.own_status("a.top") is Status.PROVED
    assert library.conditional_on("a.top") == ()


@pytest.mark.parametrize(("refuted", "effective"), [(False, Status.PROVED), (True, Status.CONFLICT)])
def test_what_the_kernel_accepts_rests_on_no_other_entry(certified, monkeypatch, refuted, effective):
    library = certified(
        planted("a.top", DERIVED, SAMPLED, uses=("a.middle",)),
        planted("a.middle", DERIVED, SAMPLED, uses=("a.base",)),
        planted("a.base", SAMPLED),
    )
    verdict = Verdict("a.middle", "planted", "exact", refuted, (), "", "", "", False)
    monkeypatch.setattr("theorems.registry.accepted", lambda card, _: verdict if card.id == "a.middle" else None)
    assert library.effective_status("a.middle") is effective
    assert library.effective_status("a.top") is (Status.CLAIMED if refuted else effective)
    assert library.foundations("a.top") == ({"a.middle", "a.base"} if refuted else {"a.middle"})
    assert library.ancestors("a.top") == {"a.middle", "a.base"}


@pytest.mark.parametrize("base", [(), (REFUTED,), (REFUTED, SAMPLED)])
def test_what_rests_on_nothing_or_on_something_false_is_claimed_and_says_on_what(certified, base):
    library = certified(planted("a.top", DERIVED, SAMPLED, uses=("a.base",)), planted("a.base", *base))
    assert library.effective_status("a.top") is Status.CLAIMED
    assert library.conditional_on("a.top") == ("a.base",)


def test_a_refuted_entry_is_refuted_whatever_it_rests_on(certified):
    library = certified(planted("a.top", REFUTED, uses=("a.base",)), planted("a.base"))
    assert library.effective_status("a.top") is Status.REFUTED


def test_ancestors_and_users(load):
    library = load(planted("a.top", uses=("a.mid",)), planted("a.mid", uses=("a.base",)), planted("a.base"))
    assert library.ancestors("a.top") == {"a.mid", "a.base"}
    assert library.used_by("a.base") == ("a.mid",)
    assert library.used_by("a.top") == ()


def test_corrections_and_improvements(load):
    library = load(
        planted("a.false"),
        planted("a.repaired", corrects="a.false"),
        planted("a.sharp", sharpens="a.repaired"),
        planted("a.sharper", sharpens="a.repaired"),
    )
    assert library.corrections == {"a.false": "a.repaired"}
    assert library.improvements == {"a.repaired": ("a.sharp", "a.sharper")}
    assert [library.is_believed(id) for id in library] == [False, True, True, True]
