"""What goes out as a document comes back in exactly as it was."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tests.warbands.factories import UserFactory, WarbandFactory, WarriorFactory, WarriorRuleFactory
from warbands.exchange.checking import SCHEMA_TEXT, read_document
from warbands.exchange.document import document_of
from warbands.exchange.reading_in import read_in
from warbands.fortunes import advances, experience, harms, promoting
from warbands.fortunes.injuries import injuries
from warbands.fortunes.recording import take_back
from warbands.models import (
    EntryKind,
    Fortune,
    LedgerEntry,
    LegalityOverride,
    Possession,
    Sharing,
    Warband,
    Warrior,
    WarriorRule,
)
from warbands.rosters.services import RefusedError

LEFT_OUT = {
    Warband: {
        "public_id",
        "owner",
        "version",
        "client_key",
        "created",
        "changed",
        "sharing",
        "link_hash",
        "deleted_at",
    },
    Warrior: {"public_id", "warband", "version", "client_key", "created", "changed"},
    WarriorRule: {"by", "withdrawn_by"},
    Possession: {"warband"},
    LedgerEntry: {"warband", "by", "client_key"},
    Fortune: {"warband", "by", "client_key"},
    LegalityOverride: {"warband", "by", "withdrawn_by"},
}
"""Whose it is, who may see it and what became of its row: not the warband's own."""

CARRIED = {
    Warband: {"warband_type", "name", "notes"},
    Warrior: {"unit_type", "name", "size", "promoted", "experience", "notes", "position", "removed_at"},
    WarriorRule: {"warrior", "rule", "taken", "arguments", "reason", "at", "withdrawn_at"},
    Possession: {
        "warrior",
        "kind",
        "slug",
        "made",
        "brace",
        "quantity",
        "price",
        "free",
        "fixed",
        "created",
        "gone_at",
    },
    Fortune: {
        *("warrior", "kind", "slug", "words", "reason", "experience", "figures", "misses", "leaves"),
        *("modifiers", "rules", "facts", "undoes", "at"),
    },
    LegalityOverride: {"code", "about", "who", "text", "reason", "at", "withdrawn_at"},
    LedgerEntry: {"amount", "kind", "words", "lines", "dice", "facts", "changes", "warrior", "undoes", "at"},
}


@pytest.mark.parametrize("model", list(CARRIED))
def test_every_field_is_carried_or_left_out_on_purpose(model):
    fields = {field.name for field in model._meta.concrete_fields} - {"id"}  # noqa: SLF001 - Django's own name
    assert fields == CARRIED[model] | LEFT_OUT[model]


def test_the_schema_is_one():
    Draft202012Validator.check_schema(json.loads(SCHEMA_TEXT))


text = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30)
name = text.map(lambda words: f"A{words}")
moments = st.datetimes(datetime(2020, 1, 1), datetime(2025, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - it adds the zone
perhaps = st.none() | moments
units = st.sampled_from(["skink-priest", "skink-great-crest", "kroxigor"])
rules = st.fixed_dictionaries(
    {
        "told": st.sampled_from([("stupidity", {}), ("hatred", {"target": "orc-mob"}), ("leader", {"radius": 12})]),
        "taken": st.booleans(),
        "reason": name,
        "at": moments,
        "withdrawn_at": perhaps,
    }
)
warriors = st.fixed_dictionaries(
    {
        "unit": units,
        "name": name,
        "notes": text,
        "experience": st.integers(0, 999),
        "removed_at": perhaps,
        "rules": st.lists(rules, max_size=3),
    }
)
things = st.fixed_dictionaries(
    {
        "who": st.integers(0, 9),
        "kind": st.sampled_from(["item", "upgrade", "spell"]),
        "slug": st.sampled_from(["sword", "dagger", "mutations--blackblood", "no-longer-sold"]),
        "made": st.sampled_from(["", "gromril-weapon"]),
        "brace": st.booleans(),
        "quantity": st.integers(1, 20),
        "price": st.integers(0, 500),
        "free": st.booleans(),
        "fixed": st.booleans(),
        "gone_at": perhaps,
        "created": moments,
    }
)


allowed = st.fixed_dictionaries(
    {
        "about": st.sampled_from(["", "close_combat", "lizardmen--skink-brave"]),
        "who": st.integers(0, 9),
        "text": name,
        "reason": name.filter(lambda words: words.splitlines() == [words]),
        "at": moments,
        "withdrawn_at": perhaps,
    }
)


def _let_stand(warband, men, overrides):
    """Overrides, each of a code of its own: the same is not let stand twice."""
    for number, one in enumerate(overrides):
        fields = {key: value for key, value in one.items() if key not in {"who", "at"}}
        who = men[one["who"] % len(men)].public_id if men and one["who"] < 8 else ""
        row = LegalityOverride.objects.create(warband=warband, code=f"code-{number}", who=who, **fields)
        LegalityOverride.objects.filter(pk=row.pk).update(at=one["at"])


def _build(owner, told, belongings, spent, undone, notes, overrides):
    warband = WarbandFactory(owner=owner, name="Roundabout", notes=notes)
    men: list[Warrior] = []
    for one in told:
        fields = {key: value for key, value in one.items() if key != "rules"}
        men.append(WarriorFactory(warband=warband, **fields))
        for given_rule in one["rules"]:
            rule, arguments = given_rule["told"]
            change = WarriorRuleFactory(
                warrior=men[-1],
                rule_id=rule,
                arguments={} if given_rule["taken"] else arguments,
                **{key: given_rule[key] for key in ("taken", "reason", "withdrawn_at")},
            )
            WarriorRule.objects.filter(pk=change.pk).update(at=given_rule["at"])
    _let_stand(warband, men, overrides)
    held = []
    for one in belongings:
        who = men[one["who"] % len(men)] if men and one["who"] < 8 else None
        fields = {key: value for key, value in one.items() if key not in {"who", "created"}}
        if who is None:
            fields["kind"] = "item"
        held.append(Possession.objects.create(warband=warband, warrior=who, **fields))
        Possession.objects.filter(pk=held[-1].pk).update(created=one["created"])
    LedgerEntry.objects.create(warband=warband, kind=EntryKind.OPENING, amount=500, words="Starting gold")
    last = None
    for number, amount in enumerate(spent):
        changes = []
        if held:
            row = held[number % len(held)]
            seen = {"warrior": row.warrior_id, "quantity": row.quantity, "gone": row.gone_at is not None}
            changes = [{"row": "possession", "pk": row.pk, "was": None if number % 2 else seen, "now": seen}]
        last = LedgerEntry.objects.create(
            warband=warband,
            kind=EntryKind.BUY,
            amount=-amount,
            words="Bought",
            lines=[{"words": "Sword", "each": amount, "times": 1}],
            changes=changes,
            dice={"for": "price:x", "faces": [1, 6], "typed": True, **({"from": last.pk} if last else {})},
            facts={"sought": "sword", "found": number % 2 == 0} if number else {},
            warrior=men[0] if men else None,
            by=owner,
        )
    if undone and last:
        LedgerEntry.objects.create(
            warband=warband, kind=EntryKind.UNDO, amount=-last.amount, words="Taken back", undoes=last
        )
    return warband


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    told=st.lists(warriors, max_size=5),
    belongings=st.lists(things, max_size=5),
    spent=st.lists(st.integers(0, 100), max_size=4),
    undone=st.booleans(),
    notes=text,
    overrides=st.lists(allowed, max_size=3),
)
def test_any_warband_comes_back_exactly(rulebook, told, belongings, spent, undone, notes, overrides):
    warband = _build(UserFactory(), told, belongings, spent, undone, notes, overrides)
    first = document_of(warband)
    copy = read_in(document=read_document(json.dumps(first)), owner=UserFactory())
    assert document_of(copy) == first
    assert copy.ledger.gold() == warband.ledger.gold()
    assert copy.sharing == Sharing.PRIVATE


def test_a_ledger_read_in_can_be_taken_back(as_owner, owner, warband, rulebook):
    from warbands.trade.hiring import hire
    from warbands.trade.ledger import last_of, undo

    hire(warband=warband, unit_type="lizardmen--skink-priest", by=owner)
    copy = read_in(document=read_document(json.dumps(document_of(warband))), owner=owner)
    assert copy.warriors.count() == 1
    undo(warband=copy, entry=last_of(copy).pk, by=owner)
    assert copy.warriors.count() == 0
    assert copy.ledger.gold() == warband.ledger.get(kind="opening").amount
    assert warband.warriors.count() == 1


def _copied(warband, owner):
    first = document_of(warband)
    copy = read_in(document=read_document(json.dumps(first)), owner=owner)
    assert document_of(copy) == first
    return copy


def test_every_injury_comes_back_with_what_it_left(owner, warband, rulebook):
    for number, one in enumerate(injuries(rulebook)):
        hero = WarriorFactory(warband=warband, name=f"Unlucky {number}")
        Possession.objects.create(warband=warband, warrior=hero, slug="sword")
        foe = "orc-mob" if one.asks and one.slug.endswith("all") else "The Ogre"
        for answer in (foe, "orc-mob"):
            try:
                harms.injure(warrior=hero, slug=one.slug, reason="A battle", by=owner, foe=answer, battles=2)
                break
            except RefusedError:
                continue
    assert warband.fortunes.count() > 10
    _copied(warband, owner)


def test_what_was_taken_back_and_who_was_promoted_comes_back(owner, warband, priest, reeds, rulebook):
    (gained,) = experience.gain(warband=warband, amounts={priest.public_id: 3}, reason="It lived", by=owner)
    take_back(event=gained, reason="It did not", by=owner)
    advances.advance(warrior=priest, what="stat:A", reason="Rolled", by=owner)
    Possession.objects.create(warband=warband, warrior=reeds, slug="dagger", quantity=4)
    unit = rulebook.units[reeds.unit_type_id]
    lists = promoting.open_lists(unit, rulebook)[: promoting.LISTS]
    promoting.promote(warrior=reeds, name="Talent", skill_lists=lists, reason="Rolled", by=owner)
    copy = _copied(warband, owner)
    made = copy.warriors.get(promoted=True)
    assert copy.fortunes.get(kind="promotion").facts["hero"] == made.public_id
    assert set(copy.fortunes.get(kind="promotion").facts["gear"]) <= set(made.possessions.values_list("pk", flat=True))
    take_back(event=copy.fortunes.get(kind="promotion"), reason="No", by=owner)
    assert copy.warriors.get(name="The Reeds").size == 4
    assert warband.warriors.get(name="The Reeds").size == 3


def test_a_group_of_henchmen_keeps_its_size(owner, reeds, warband):
    copy = read_in(document=read_document(json.dumps(document_of(warband))), owner=owner)
    assert copy.warriors.get().size == 4


def test_what_is_left_out_of_a_document_is_as_in_a_new_warband(owner):
    told = {"format": "muster-warband-1", "warband": {"list": "lizardmen", "name": "Bare"}, "warriors": []}
    copy = read_in(document=read_document(json.dumps(told)), owner=owner)
    assert (copy.name, copy.notes, copy.warriors.count(), copy.ledger.count()) == ("Bare", "", 0, 0)


def test_a_moment_to_come_becomes_now(owner, warband, priest):
    WarriorRuleFactory(warrior=priest, by=owner)
    told = document_of(warband)
    told["warriors"][0]["rules"][0]["at"] = (timezone.now() + timedelta(days=900)).isoformat()
    copy = read_in(document=read_document(json.dumps(told)), owner=owner)
    assert WarriorRule.objects.get(warrior__warband=copy).at <= timezone.now()
