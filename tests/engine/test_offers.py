"""What may come next in a sentence: exactly what the reader of sentences takes, and never a dead end."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.offers import begins, may_follow
from rules.engine.sentences import parse
from rules.engine.vocabulary import Verb
from tests.engine.strategies import sentences


def words(line, **further):
    return [offer.word for offer in may_follow(line, **further).words]


def test_a_sentence_begins_with_a_verb():
    assert words("") == list(map(str, Verb))
    assert words("ro") == ["rolls"]


def test_after_a_verb_stands_what_it_can_speak_of():
    assert "rout" not in words("ignores ")
    assert {"psychology", "all_alone"} <= set(words("ignores "))
    hints = {offer.word: offer.says for offer in may_follow("ignores ").words}
    assert hints["water"] == "treats water as open ground"


def test_dice_numbers_and_parameters_where_they_belong():
    assert words("rolls all_alone ") == ["3d6-high", "3d6-low"]
    assert "{luck}" in words("adds attacks ", parameters=("luck",))
    assert "X" in words("adds attacks ", parameters=("X",))
    assert may_follow("adds attacks ").wanted == "a number"
    assert "{luck}" not in words("ignores ", parameters=("luck",))


def test_tags_where_somebody_is_named():
    offers = may_follow("causes fear against go", tags={"goblin", "ghoul", "gorger"}, parameters=("target",))
    assert [offer.word for offer in offers.words] == ["goblin", "gorger"]
    assert offers.wanted
    assert words("causes fear against ", tags={"goblin"}, parameters=("target",)) == ["{target}", "goblin"]


def test_it_says_when_the_sentence_may_end():
    assert may_follow("rolls all_alone 3d6-high").complete
    assert may_follow("rolls all_alone 3d6-high ").complete
    assert may_follow("rolls all_alone 3d6-high").after
    assert not may_follow("rolls all_al").after
    assert not may_follow("rolls all_alone ").complete
    assert {"for", "when", "unless"} <= set(words("rolls all_alone 3d6-high "))
    assert "once" not in words("rolls all_alone 3d6-high ")
    assert "when he charges" in {offer.says for offer in may_follow("adds attacks 1 when ").words}


def test_after_a_wrong_word_nothing_is_offered():
    assert may_follow("lends tea ").words == ()
    assert may_follow("ignores rout ").words == ()


@given(sentences())
def test_every_beginning_of_a_legal_sentence_offers_its_next_word(effect):
    written = str(effect).split()
    for number, word in enumerate(written):
        before = written[:number]
        offers = may_follow(" ".join([*before, ""]).lstrip())
        assert begins(before)
        assert offers.wanted or word in [offer.word for offer in offers.words]


@given(st.lists(st.integers(0, 30), max_size=8))
def test_whatever_is_picked_from_the_offers_is_never_refused(picks):
    line = ""
    for pick in picks:
        offers = may_follow(line, tags={"goblin"}, parameters=("luck",))
        if not offers.words:
            break
        line += f"{offers.words[pick % len(offers.words)].word} "
        assert begins(line.split())
        if may_follow(line).complete:
            parse(line)


@pytest.mark.parametrize("line", ["   ", "\t", "é", "{", "zz-zz zz-zz", "needs ", "0" * 500, "needs \x00"])
def test_odd_lines_are_no_trouble(line):
    may_follow(line, tags={"goblin"})
