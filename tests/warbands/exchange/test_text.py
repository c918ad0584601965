import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.warbands.doors import asks_to_sign_in, is_hidden_from
from tests.warbands.factories import HX, WarriorFactory, WarriorRuleFactory, full_warband
from warbands.exchange.text import as_text
from warbands.exchange.written import written


@pytest.fixture(params=["text", "file"])
def url(request, warband):
    return reverse(f"warbands:{request.param}", args=[warband.public_id])


def test_it_reads_like_a_roster(warband, priest, reeds):
    WarriorRuleFactory(warrior=priest, rule_id="hatred", arguments={"target": "orc-mob"}, reason="An old feud")
    WarriorRuleFactory(warrior=reeds, rule_id="cold-blooded", taken=True, reason="Warm")
    WarriorFactory(warband=warband, unit="kroxigor", name="Mountain")
    lines = as_text(written(warband)).splitlines()
    assert lines[:5] == [
        "The Cold Coil (Lizardmen)",
        "Rating 65, 6 warriors, 2 out of action bring a Rout test, 160 gc",
        "",
        "HEROES",
        "",
    ]
    assert lines[5] == "Tehenca: Skink Priest, 20 xp"
    assert lines[6].startswith("M6 WS3 ")
    assert "Hatred (Orc Mob)" in lines[7]
    assert "4 × The Reeds: Skink Brave, 0 xp" in lines
    assert "Without effect: Cold Blooded (Taken away by hand: Warm)" in lines
    assert "Mountain: Kroxigor" in lines
    assert "Never trust Konrad" not in "\n".join(lines)


def test_who_left_is_not_in_it_and_an_empty_warband_is_one(warband, reeds):
    reeds.removed_at = reeds.created
    reeds.save()
    assert as_text(written(warband)) == "The Cold Coil (Lizardmen)\nRating 0, 0 warriors, 500 gc\n"


def test_the_page_has_it_to_copy_and_as_a_file(as_owner, warband, priest):
    page = as_owner.get(reverse("warbands:text", args=[warband.public_id])).content.decode()
    assert 'data-copy="The Cold Coil (Lizardmen)\n' in page
    assert reverse("warbands:file", args=[warband.public_id]) in page


def test_the_file_is_plain_text_of_the_warbands_name(as_owner, warband, priest):
    response = as_owner.get(reverse("warbands:file", args=[warband.public_id]))
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="the-cold-coil.txt"'
    assert "Leader 6″" in response.content.decode()


@pytest.mark.parametrize("name", ["☠☠☠", '"; x="', "../../etc", "line\r\nbreak"])
def test_no_name_breaks_out_of_the_header(as_owner, warband, name):
    warband.name = name
    warband.save()
    header = as_owner.get(reverse("warbands:file", args=[warband.public_id]))["Content-Disposition"]
    assert header.count('"') == 2
    assert "/" not in header
    assert "\n" not in header


def test_names_are_never_markup(as_owner, warband):
    WarriorFactory(warband=warband, name='"><script>alert(1)</script>')
    assert "<script>alert" not in as_owner.get(reverse("warbands:text", args=[warband.public_id])).content.decode()


def test_readers_get_it_without_notes(as_reader, url, priest):
    priest.notes = "Owes me nine crowns"
    priest.save()
    response = as_reader.get(url)
    assert response.status_code == 200
    assert "nine crowns" not in response.content.decode()
    assert as_reader.get(url, headers=HX).status_code == 200


def test_others_find_nothing(as_outsider, url):
    is_hidden_from(as_outsider, url)


def test_anonymous_is_asked_to_sign_in(as_anonymous, url):
    asks_to_sign_in(as_anonymous, url)


@pytest.mark.parametrize("name", ["text", "file", "paper", "cards"])
def test_queries_do_not_grow_with_the_warband(as_owner, owner, name):
    counts = set()
    for many in (5, 15):
        warband = full_warband(owner, warriors=many)
        with CaptureQueriesContext(connection) as captured:
            as_owner.get(reverse(f"warbands:{name}", args=[warband.public_id]))
        counts.add(len(captured))
    assert counts == {9}  # session, user, warband, digest, warriors, gear, what befell them, rules by hand, gold
