"""The sentence language: everything legal can be said, read and printed; what is not is refused by word and place."""

import pytest
from hypothesis import given

from rules.engine.facts import DERIVED
from rules.engine.legal import LEGAL
from rules.engine.sentences import SentenceError, describe, parse, question, say_clause
from rules.engine.vocabulary import FACT_ENGLISH, FACT_QUESTIONS, TOLD_FACTS, Fact, Matter, Verb
from tests.engine.strategies import sentences


@given(effect=sentences())
def test_parse_and_print_are_inverse(effect):
    assert parse(str(effect)) == effect


@given(effect=sentences())
def test_every_sentence_is_said_in_plain_english(effect):
    said = describe(effect)
    assert said.endswith(".")
    assert said[0] == said[0].upper()
    assert not any(str(fact) in said for fact in Fact if "_" in fact)


@given(effect=sentences())
def test_it_reads_exactly_when_its_parameters_are_given(effect):
    assert effect.reads(dict.fromkeys(effect.parameters, 3))
    assert effect.reads({}) is not bool(effect.parameters)


@given(effect=sentences())
def test_every_clause_has_a_question(effect):
    if effect.clause:
        assert question(effect.clause.condition).endswith("?")
        assert say_clause(effect.clause)


def test_every_sentence_of_the_book_says_what_it_says(rulebook):
    for rule in rulebook.rules.values():
        for effect in rule.effects:
            assert parse(str(effect)) == effect
            assert describe(effect)


@pytest.mark.parametrize(
    ("text", "word", "index"),
    [
        ("", "", 0),
        ("frightens fear", "frightens", 0),
        ("causes", "", 1),
        ("causes dread", "dread", 1),
        ("causes water", "water", 1),
        ("ignores rout", "rout", 1),
        ("adds attacks", "", 2),
        ("adds attacks many", "many", 2),
        ("adds attacks 1/0", "1/0", 2),
        ("rolls fear 2d6", "2d6", 2),
        ("needs Wulfen!", "Wulfen!", 1),
        ("lends leadership against orc", "against", 2),
        ("causes fear against", "", 3),
        ("causes fear against O'Malley", "O'Malley", 3),
        ("lends leadership for neighbours", "neighbours", 3),
        ("lends leadership for friends within far", "far", 5),
        ("must charge when hungry", "hungry", 3),
        ("must charge when warband likes orc", "likes", 4),
        ("causes fear once per battle", "once", 2),
        ("rerolls rout once a battle", "a", 3),
        ("rerolls rout once per day", "day", 4),
        ("must charge now", "now", 2),
        ("must charge when foe_in_reach unless able", "unless", 4),
        ("adds rout 1 for warband for friends", "for", 5),
    ],
)
def test_a_refusal_names_the_word_and_its_place(text, word, index):
    with pytest.raises(SentenceError) as refusal:
        parse(text)
    assert (refusal.value.word, refusal.value.index) == (word, index)
    assert len(refusal.value.message) > 10


def test_every_word_occurs_in_a_legal_sentence():
    assert {verb for verb, _ in LEGAL} == set(Verb)
    assert {matter for _, matter in LEGAL} == set(Matter)


def test_every_fact_has_its_words_and_a_way_to_be_known():
    assert set(FACT_QUESTIONS) == set(FACT_ENGLISH) == set(DERIVED) == set(Fact)
    assert set(Fact) >= TOLD_FACTS
