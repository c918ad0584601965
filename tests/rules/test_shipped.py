"""The shipped rules, lists and catalogue: complete, bound and counted, so that nothing falls to text unnoticed."""

import pytest

from rules.content import Content
from rules.loading.load import document_from_files

SEED = """All Alone; Animals; Animosity; Aquatic; Armour (Chaos Dwarf); Berserkers; Bestial; Cause Fear; Cold Blooded;
Crazed; Drudgery; Fear; Frenzy; Hard Head; Hard to Kill; Hatred; Immune to Poison; Immune to Psychology; Jungle Born;
Large Target; Leader; Magic User; May Not Run; Nasty Reputation; No Pain; Pack Leader; Scaly Skin; Seafaring; Stupidity;
Undead; Wizard"""


@pytest.fixture(scope="module")
def book():
    return Content.of_document(document_from_files())


def test_everything_binds(book):
    assert [str(problem) for problem in book.problems] == []


def test_the_counts_are_what_they_were(book):
    statuses = [entry.status for entry in book.entries.values()]
    counted = {status: statuses.count(status) for status in ("modelled", "reminder", "text")}
    assert counted == {"modelled": 244, "reminder": 459, "text": 16}
    assert (len(book.warbands), sum(len(listed.units) for listed in book.warbands.values())) == (29, 183)
    assert (len(book.items), len(book.skills), len(book.spells), len(book.hired_swords)) == (262, 211, 189, 90)


def test_every_entry_of_the_seed_is_there_under_its_name(book):
    names = {entry.name for entry in book.entries.values()}
    names |= {alias.name for entry in book.entries.values() for alias in entry.aliases}
    assert [name for name in SEED.replace("\n", " ").split("; ") if name not in names] == []


def test_what_is_not_modelled_says_why(book):
    assert [entry.slug for entry in book.entries.values() if entry.status != "modelled" and not entry.reason] == []


def test_every_rule_names_its_source(book):
    assert [entry.slug for entry in book.entries.values() if not entry.sources] == []


def test_every_rule_has_a_line_for_its_chip(book):
    assert [entry.slug for entry in book.entries.values() if not entry.summary] == []


def test_no_sentence_reads_as_a_form_with_gaps(book):
    said = [line for entry in book.entries.values() for line in entry.sentences_english]
    assert [line for line in said if "{" in line or "}" in line] == []


def test_every_unit_holds_only_rules_that_read(book):
    assert [unit.slug for unit in book.units.values() if unit.unread] == []


def test_a_spell_list_and_its_casters_name_each_other(book):
    for listed in book.spell_lists.values():
        casters = {unit.slug for unit in book.units.values() if unit.spells == listed.slug}
        assert set(listed.users) & book.units.keys() == casters, listed.slug


def test_items_of_one_kind_are_those_of_its_group(book):
    for item in book.items.values():
        if kind := dict(item.at_most).get("of_kind"):
            assert item.slug in book.groups[kind].items
