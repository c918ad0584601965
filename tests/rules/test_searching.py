"""What a query finds: numbers of a word, slips of the pen, and where in the order."""

import pytest

from rules.searching import Wanted, asked, meant

TEXTS = ("halberd", "an elf with a bow", "wolves of the north", "bugman's ale", "two axes", "armour", "glass")


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("halberds", "halberd"),
        ("elves", "an elf with a bow"),
        ("wolf", "wolves of the north"),
        ("bugmans", "bugman's ale"),
        ("axe", "two axes"),
        ("NORTH wolves", "wolves of the north"),
        ("glass", "glass"),
    ],
)
def test_a_word_stands_for_its_other_number(query, found):
    assert [text for text in TEXTS if Wanted(query).is_in(text)] == [found]


@pytest.mark.parametrize("query", ["", " ", "halberd bow", "axis"])
def test_what_has_not_every_word_is_not_found(query):
    assert not any(Wanted(query).is_in(text) for text in TEXTS)


@pytest.mark.parametrize(
    ("query", "instead"),
    [("halbred", "halberd"), ("armor", "armour"), ("elf boww", "elf bow"), ("halberd", ""), ("xyzzy", ""), ("", "")],
)
def test_a_slip_is_mended_by_what_stands_there(query, instead):
    assert meant(query, TEXTS) == instead


def test_names_come_before_texts():
    wanted = Wanted("swords")
    assert [wanted.rank(name) for name in ("sword breaker", "broadsword", "parry")] == [0, 1, 2]


def test_a_query_is_cut_and_cleaned(rf):
    assert asked(rf.get("/", {"q": " a\x00b "})) == "ab"
    assert len(asked(rf.get("/", {"q": "x" * 500}))) == 80
    assert asked(rf.get("/")) == ""
