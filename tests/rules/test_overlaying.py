"""House rules laid over a published content, without a database: what they add, whom they touch, what is refused."""

from typing import Any

import pytest

from rules.content import Content
from rules.engine.rulebook import Held
from rules.overlaying import overlaid, refusals
from rules.values import Overlay
from tests.rules.factories import small_document

SLUG = "house-x--plague-marked"
MARKED: dict[str, Any] = {
    "slug": SLUG,
    "name": "Plague-marked",
    "text": "Only in The Red Winter. It spreads.",
    "sentences": ["adds leadership -1"],
    "includes": [{"rule": "immune-to-psychology"}],
}


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    return Content.of_document(small_document(tmp_path_factory.mktemp("book")))


def laid(book, *blocks):
    return overlaid(book, Overlay("a-digest", {block["slug"]: block for block in blocks}))


def test_a_house_rule_is_a_rule_like_any_other_and_marked_by_its_name(book):
    found = laid(book, MARKED)
    entry = found.entries[SLUG]
    assert entry.name == found.label(Held(SLUG)) == "Plague-marked (house rule)"
    assert entry.sentences_english == ("Adds -1 to Leadership.",)
    assert [link.slug for link in entry.parts] == ["immune-to-psychology"]
    opened = {one.rule.slug for one in found.rulebook.opened((Held(SLUG),))}
    assert opened == {SLUG, "immune-to-psychology"}


def test_the_published_content_stays_what_it_was_and_lends_its_lists(book):
    found = laid(book, MARKED)
    assert SLUG not in book.rulebook.rules
    assert SLUG not in book.entries
    assert found.units is book.units
    assert found.problems == ()


def test_it_has_a_digest_of_its_own_and_names_the_version_below_it(book):
    found = laid(book, MARKED)
    assert found.published == book.published == book.digest
    assert found.digest not in {book.digest, "a-digest"}
    assert overlaid(book, Overlay("another", {})).digest != found.digest
    assert overlaid(book, Overlay()) is book


def test_one_under_a_published_slug_stands_in_its_place(book):
    ours = {"slug": "leader", "name": "Leader", "text": "Ours.", "sentences": ["adds leadership 1"]}
    found = laid(book, ours)
    assert found.label(Held("leader")) == "Leader (house rule)"
    assert [str(effect) for effect in found.rulebook.rules["leader"].effects] == ["adds leadership 1"]
    assert len(found.entries) == len(book.entries)


def test_one_that_no_longer_reads_is_told_and_does_nothing(book):
    found = laid(book, {**MARKED, "sentences": ["adds leadership against nobody-at-all"]})
    assert found.rulebook.rules[SLUG].effects == ()
    assert [problem.slug for problem in found.problems] == [SLUG]


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({}, None),
        ({"sentences": ["sets psychology 3"]}, "nothing sets psychology"),
        ({"includes": [{"rule": "gone"}]}, "There is no rule “gone”."),
        ({"slug": "immune-to-psychology"}, "Then it would include itself"),
    ],
)
def test_what_does_not_bind_is_refused_in_words(book, changed, words):
    found = refusals(book, {**MARKED, **changed})
    assert not found if words is None else words in found[0]
