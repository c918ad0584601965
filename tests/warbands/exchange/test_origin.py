"""A warband that was read from a file says so: from where, when, and what of it could not be read."""

import re

import pytest
from django.urls import reverse

from tests.warbands.exchange.test_other_tools import CONFIRM, filled
from tests.warbands.factories import UserFactory
from warbands.exchange.document import document_of
from warbands.models import Origin, Sharing, Warband
from warbands.rosters.keeping import duplicate_warband
from warbands.rosters.sharing import share

TOOLHEIM = b"""
warband: "Iron Crows (Reikland)"
gc: 12
objective: "Steal the bell"
shards: 3
heros:
  - hero: "Otto (Mercenary Captain) [20XP]"
    stats: "M4, WS4, BS4, S3, T3, W1, I4, A1, Ld8"
    weapons: "Sword, Moon Rocket"
    rules: "Leader"
    secret: "Never trusts Konrad"
henchmen:
  - group: "The Menagerie (2x Dancing Bears)"
    weapons: "Claws of Paper"
    secret: "Bears of Konrad"
"""
ROSTER = b"""<roster xmlns="http://www.battlescribe.net/schema/rosterSchema" name="Crows" gameSystemName="Mordheim">
<forces><force catalogueName="Reikland"><selections>
<selection name="Mercenary Captain" customName="Otto" type="model" number="1">
<selections><selection name="Sun Blaster" type="upgrade" number="1"/></selections>
<customNotes>Never trusts Konrad</customNotes>
</selection></selections></force></forces></roster>"""


@pytest.fixture(params=[(TOOLHEIM, "crows.yaml", "Toolheim"), (ROSTER, "crows.ros", "BattleScribe")])
def sample(request):
    return request.param


@pytest.fixture
def made(as_owner, send, sample):
    data, name, _ = sample
    as_owner.post(CONFIRM, filled(send(as_owner, data, name)))
    warband = Warband.objects.get()
    share(warband=warband, version=warband.version, sharing=Sharing.PUBLIC)
    return warband


def page(client, warband):
    return client.get(reverse("warbands:details", args=[warband.public_id])).content.decode()


def test_everybody_who_sees_it_is_told_where_it_comes_from_and_what_is_missing(as_owner, as_anonymous, made, sample):
    for client in (as_owner, as_anonymous):
        told = page(client, made)
        assert re.search(rf"Read in from .*a file of {sample[2]}</b> on \d", told)
        assert "What of it could not be read" in told
        assert any(words in told for words in ("Otto: Moon Rocket", "Otto: Sun Blaster"))


def test_what_may_be_private_is_for_its_owner_alone(as_owner, as_anonymous, as_outsider, made, sample):
    assert "Konrad" in as_owner.get(made.get_absolute_url()).content.decode() or "Konrad" in page(as_owner, made)
    names = ("warband", "details", "paper", "cards", "text", "file", "history", "rating", "legality", "treasury")
    for client in (as_anonymous, as_outsider):
        for name in names:
            told = client.get(reverse(f"warbands:{name}", args=[made.public_id]), {"blank": 0, "notes": "on"})
            assert told.status_code == 200
            assert "Konrad" not in told.content.decode(), name
            assert "Steal the bell" not in told.content.decode(), name


def test_who_was_left_out_is_told_and_nothing_he_had_is_lost(as_owner, send):
    posts = filled(send(as_owner, TOOLHEIM, "crows.yaml"))
    del posts["keep"]
    as_owner.post(CONFIRM, posts)
    origin = Origin.objects.get()
    assert "Left out: 2 × The Menagerie (Dancing Bears): Claws of Paper" in origin.unread
    assert "The Menagerie: secret: Bears of Konrad" in origin.private
    assert "Wyrdstone shards: 3" in origin.unread
    assert "Objective: Steal the bell" in origin.private


def test_the_notes_of_a_warrior_become_his_notes(as_owner, send):
    as_owner.post(CONFIRM, filled(send(as_owner, ROSTER, "crows.ros")))
    assert Warband.objects.get().warriors.get().notes.startswith("Never trusts Konrad")


def test_a_document_of_ours_leaves_its_mark_too(as_owner, send, warband, priest):
    warband.possessions.create(slug="no-longer-sold")
    document = document_of(warband)
    send(as_owner, document)
    made = Warband.objects.exclude(pk=warband.pk).get()
    told = page(as_owner, made)
    assert "Read in from a file of Muster’s own" in told
    assert "<li>no-longer-sold</li>" in told
    assert document_of(made) == document
    assert "Read in from" not in page(as_owner, warband)


def test_all_of_a_whole_file_could_be_read(as_owner, send, warband, priest):
    send(as_owner, document_of(warband))
    assert "All of it could be read." in page(as_owner, Warband.objects.exclude(pk=warband.pk).get())


def test_a_copy_lacks_the_same_and_says_so(owner, made):
    copy = duplicate_warband(warband=made, owner=owner, name="The copy")
    first, second = (Origin.objects.get(warband=row) for row in (made, copy))
    assert (second.tool, second.at, second.unread, second.private) == (
        first.tool,
        first.at,
        first.unread,
        first.private,
    )


def test_the_mark_costs_the_roster_nothing(as_owner, made, django_assert_max_num_queries):
    with django_assert_max_num_queries(10):
        as_owner.get(made.get_absolute_url())


def test_names_in_a_mark_are_never_markup(as_anonymous, rulebook):
    warband = Warband.objects.create(owner=UserFactory(), warband_type_id="lizardmen", name="X", sharing=Sharing.PUBLIC)
    Origin.objects.create(warband=warband, tool="Toolheim", unread=["<script>alert(1)</script>"])
    assert "<script>alert" not in page(as_anonymous, warband)
