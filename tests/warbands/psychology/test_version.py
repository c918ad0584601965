"""The rules a verdict was made under: kept, named, and planned under again."""

import copy

import pytest

from rules.digests import digest_of
from rules.models import RulebookVersion
from tests.warbands.doors import asks_to_sign_in, is_hidden_from
from tests.warbands.psychology.conftest import address


@pytest.fixture
def record(taken, priest):
    return taken(priest, faces=[5, 6, 4], foe_causes_fear=True)


@pytest.fixture
def page(record):
    return address("record-version", record)


def changed_since():
    document = copy.deepcopy(RulebookVersion.objects.first().document)
    block = next(block for block in document["rules"] if block["slug"] == "cold-blooded")
    block["sentences"] = []
    return RulebookVersion.objects.create(digest=digest_of(document), document=document, why="Blood is warm")


def text(answer):
    return " ".join(answer.content.decode().split())


def test_a_verdict_leads_to_the_rules_it_was_made_under(as_owner, record, page):
    assert page in as_owner.get(record.get_absolute_url()).content.decode()
    said = text(as_owner.get(page))
    assert f"version {RulebookVersion.objects.first().short}" in said
    assert "These rules hold today" in said
    assert "3D6, drop the highest" in said
    assert "Under today’s rules" not in said


def test_it_is_planned_again_under_them_though_they_have_changed(as_owner, record, page):
    changed_since()
    said = text(as_owner.get(page))
    assert "The verdict stays what it was" in said
    then, now = said.split("Under today’s rules")
    assert "3D6, drop the highest" in then
    assert "<b>2D6</b>" in now


def test_who_has_left_is_not_planned_for(as_owner, record, page, priest):
    priest.removed_at = record.at
    priest.save()
    assert "no longer on the roster" in text(as_owner.get(page))


def test_readers_may_look_and_strangers_see_nothing(as_reader, record, page):
    assert as_reader.get(page).status_code == 200


def test_outsiders_are_kept_out(as_outsider, as_anonymous, record, page):
    is_hidden_from(as_outsider, page)
    asks_to_sign_in(as_anonymous, page)


def test_its_queries_are_counted(as_owner, record, page, django_assert_num_queries):
    as_owner.get(page)
    with django_assert_num_queries(10):
        as_owner.get(page)
