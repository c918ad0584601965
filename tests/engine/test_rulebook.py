"""What holdings come to: composites, aliases, repeats and caps (psychology-spec, section 10)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.rulebook import From, Held, Inclusion, Parameter, Rule, Rulebook, UnknownRuleError, arguments
from rules.engine.sentences import parse
from tests.engine.strategies import holdings

MR = Rule("mr", "Resistance", (parse("adds enemy_casting -X"),), (Parameter("X"),), cap=3)
AMULET = Rule("amulet", "Amulet", includes=(Inclusion("mr", arguments({"X": 1})),))
CHEST = Rule("chest", "Chest", includes=(Inclusion("amulet"), Inclusion("mr", arguments({"X": 1}))))
PLAIN = Rule("plain", "Plain")
KNOT = Rule("knot", "Knot", includes=(Inclusion("plain"),))
BOOK = Rulebook({one.slug: one for one in (MR, AMULET, CHEST, PLAIN, KNOT)}, {"old-plain": "plain"})


def slugs(*held):
    return [one.rule for one in BOOK.expand(held)]


def one_set(x):
    return Held("mr", arguments({"X": x}))


def test_repeats_add_nothing_directly_by_alias_or_through_a_composite():
    assert slugs(Held("plain"), Held("old-plain"), Held("knot"), Held("plain")) == ["knot", "plain"]


def test_what_adds_up_is_held_once_for_each_separate_set():
    assert slugs(one_set(1), one_set(1)) == ["mr", "mr"]


def test_a_composite_held_twice_counts_once_even_where_a_part_adds_up():
    assert slugs(Held("amulet"), Held("amulet")) == ["amulet", "mr"]
    assert slugs(Held("amulet"), Held("amulet"), one_set(1)) == ["amulet", "mr", "mr"]


def test_a_composite_within_a_composite_is_the_same_composite():
    assert slugs(Held("chest"), Held("amulet")).count("mr") == 2


def test_unknown_rules_are_left_out():
    assert slugs(Held("forgotten"), Held("plain")) == ["plain"]
    assert BOOK.get("forgotten") is None
    with pytest.raises(UnknownRuleError):
        BOOK.resolve("forgotten")


def test_an_alias_leads_to_its_rule():
    assert BOOK.resolve("old-plain") is PLAIN


def test_a_circle_of_composites_comes_to_an_end():
    book = Rulebook({"a": Rule("a", "A", includes=(Inclusion("b"),)), "b": Rule("b", "B", includes=(Inclusion("a"),))})
    assert {one.rule for one in book.expand([Held("a")])} == {"a", "b"}


def test_where_a_rule_comes_from_is_kept():
    (whole, part) = BOOK.expand([Held("knot", origin=From.EQUIPMENT, origin_name="rope")])
    assert (whole.via, part.via, part.origin, part.origin_name) == ("", "knot", From.EQUIPMENT, "rope")


def test_what_belongs_to_a_weapon_is_not_the_models():
    opened = BOOK.opened((Held("plain", weapon="club"), Held("knot", weapon="rope"), Held("amulet")))
    assert [one.rule.slug for one in opened] == ["amulet", "mr"]


def test_a_sentence_whose_parameter_is_missing_is_not_read():
    (opened,) = BOOK.opened((Held("mr"),))
    assert opened.effects == ()
    assert opened.unread == MR.effects


def test_a_rulebook_with_another_rule_knows_it_at_once():
    book = BOOK.with_rules(Rule("plain", "Other"), Rule("new", "New"))
    assert [one.rule.name for one in book.opened((Held("plain"), Held("new")))] == ["New", "Other"]
    assert BOOK.resolve("plain") is PLAIN


@given(data=st.data())
def test_expanding_again_changes_nothing(data, rulebook):
    once = rulebook.expand(data.draw(holdings(rulebook, most=6)))
    assert rulebook.expand(once) == once


@given(data=st.data())
def test_the_order_of_what_is_held_does_not_matter(data, rulebook):
    held = data.draw(holdings(rulebook, most=6))
    assert rulebook.expand(data.draw(st.permutations(held))) == rulebook.expand(held)


@given(data=st.data())
def test_holding_everything_twice_adds_nothing_but_what_adds_up(data, rulebook):
    held = data.draw(holdings(rulebook, most=4))
    adds_up = {rule.slug for rule in rulebook.rules.values() if rule.cap is not None}
    twice = [one for one in rulebook.expand(held + held) if one.rule not in adds_up]
    assert twice == [one for one in rulebook.expand(held) if one.rule not in adds_up]
