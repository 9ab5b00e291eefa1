"""The bibliography is in one form, and each entry says where it is from, in one numbering a work."""

import re
from collections import defaultdict
from dataclasses import replace

import pytest

from theorems.bibliography import fields, kind, records, reference
from theorems.registry import BIBLIOGRAPHY, registry

LIBRARY = registry()
WORKS = {key: (kind(record), fields(record)) for key, record in records(BIBLIOGRAPHY).items()}
ORDER = [
    *("author", "title", "journal", "booktitle", "series", "volume", "number", "edition", "pages", "publisher"),
    *("school", "type", "howpublished", "note", "year", "eprint", "archiveprefix"),
]
NEEDED = {
    "article": {"journal"},
    "inproceedings": {"booktitle"},
    "incollection": {"booktitle", "pages", "publisher"},
    "book": {"publisher"},
    "mastersthesis": {"school"},
    "misc": set(),
}
UNSOURCED = {
    "amplification.poisson.linear.printed": "a rule of thumb, of no print",
    "amplification.poisson.delta.printed": "a misreading of the rule for eps",
}
"""Entries that name neither a source nor a proof, and why; nothing may join them."""


@pytest.mark.parametrize("key", WORKS)
def test_a_work_is_in_the_form_of_all_others(key):
    of, has = WORKS[key]
    assert {"author", "title"} | NEEDED[of] <= set(has)
    assert list(has) == sorted(has, key=ORDER.index)
    assert set(has) & {"year", "note"}
    # a place to find it: pages or a volume, an eprint, or where it was published
    assert set(has) & {"pages", "volume", "eprint", "publisher", "school", "howpublished", "note"}
    assert re.fullmatch(r"\d+-\d+", has.get("pages", "1-2"))
    assert re.fullmatch(r"\d{4}", has.get("year", "2000"))
    assert re.fullmatch(r"[A-Z][a-z]+", has.get("edition", "Second"))
    assert re.fullmatch(r"\d{4}\.\d{4,5}", has.get("eprint", "1234.5678"))
    assert (has.get("archiveprefix") == "arXiv") is ("eprint" in has)
    assert "arXiv" not in has.get("note", "")


def test_no_work_stands_under_two_keys():
    titles = [re.sub(r"\W", "", f"{has['title']} {has.get('year')}".lower()) for _, has in WORKS.values()]
    assert len(titles) == len(set(titles))


def test_a_work_is_cited_by_one_numbering():
    versions = defaultdict(set)
    for id in LIBRARY:
        for cite in LIBRARY.card(id).cites:
            if re.search(r"\d", cite.locator):
                versions[cite.key].add(cite.version)
    assert {key: found for key, found in versions.items() if len(found) > 1} == {}


def test_the_version_of_a_citation_is_one_of_the_eprint():
    for id in LIBRARY:
        for cite in LIBRARY.card(id).cites:
            if cite.version:
                assert re.fullmatch(rf"arXiv:{re.escape(WORKS[cite.key][1]['eprint'])}(v\d+)?", cite.version), id


def test_each_entry_names_a_work_or_a_proof():
    assert {id for id in LIBRARY if not LIBRARY.card(id).has_source} == set(UNSOURCED)


def test_without_work_note_and_proof_there_is_no_source():
    card = LIBRARY.card("database.distance")
    assert card.has_source
    assert not replace(card, note="Over three values.").has_source


@pytest.mark.parametrize("key", WORKS)
def test_a_work_is_told_without_marks_of_tex(key):
    assert not re.search(r"[\\{}]|``", re.sub(r"\$[^$]*\$", "", reference(key, BIBLIOGRAPHY)))
