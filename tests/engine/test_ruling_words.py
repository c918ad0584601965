"""Every ruling in plain words."""

import pytest

from rules.engine.ruling_words import WORDS, choice_words, touched_by
from rules.engine.rulings import REGISTER


def test_every_ruling_has_words_for_each_choice_and_nothing_else_has():
    assert {ruling.key: set(ruling.choices) for ruling in REGISTER} == {
        key: set(words) for key, (_, words) in WORDS.items()
    }


@pytest.mark.parametrize("ruling", REGISTER, ids=lambda ruling: ruling.id)
def test_choices_can_be_told_apart_and_say_what_they_touch(ruling):
    words = [choice_words(ruling.key, choice) for choice in ruling.choices]
    assert len(set(words)) == len(words) >= 2
    assert all(word[0].isupper() or word[0].isdigit() for word in words)
    assert not set(words) & {"true", "false", *ruling.choices}
    assert touched_by(ruling.key)
    assert ruling.basis
    assert ruling.question.endswith("?")


def test_what_is_unknown_is_shown_as_it_is():
    assert choice_words("no_such_ruling", "maybe") == "maybe"
    assert choice_words("ld_cap", "12") == "12"
    assert touched_by("no_such_ruling") == ()
