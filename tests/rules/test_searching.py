"""The forms of a word, and what is taken as a query."""

import pytest

from rules.searching import asked, forms


@pytest.mark.parametrize(
    ("word", "other"),
    [("halberds", "halberd"), ("elves", "elf"), ("wolf", "wolves"), ("bugmans", "bugman's"), ("axes", "axe")],
)
def test_a_word_stands_for_its_other_number(word, other):
    assert forms(word)[0] == word
    assert other in forms(word)


@pytest.mark.parametrize("word", ["glass", "orc", "is"])
def test_what_is_no_plural_stands_for_itself(word):
    assert forms(word) == (word,)


def test_a_query_is_cut_and_cleaned(rf):
    assert asked(rf.get("/", {"q": " a\x00b "})) == "ab"
    assert len(asked(rf.get("/", {"q": "x" * 500}))) == 80
    assert asked(rf.get("/")) == ""
