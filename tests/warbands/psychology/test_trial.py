"""A warrior's tests: the page, the panel, the plan and the roll."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.warbands.doors import asks_to_sign_in, is_hidden_from
from tests.warbands.factories import HX, WarriorFactory, WarriorRuleFactory, full_warband
from tests.warbands.psychology.conftest import address, form
from warbands.models import TestRecord

FACES = {"face-1": "2", "face-2": "3", "face-3": "4", "how": "typed"}


@pytest.fixture
def url(priest):
    return address("test-kind", priest, "fear-charged")


def plan_of(warrior):
    return HX | {"HX-Target": f"plan-bench-{warrior.public_id}"}


class TestLooking:
    def test_all_kinds_are_listed_and_those_that_cannot_be_asked_say_why(self, as_owner, priest):
        page = as_owner.get(address("test", priest)).content.decode()
        for kind in ("Fear: charged", "Fear: to charge", "All Alone", "Recover his nerve", "Leadership"):
            assert f">{kind}</a>" in page
        assert "cannot be asked of him" in page
        assert "Stupidity</a>: " in page

    def test_what_he_tests_each_turn_comes_first(self, as_owner, troll, goblins, boss):
        for warrior, kind in ((troll, "Stupidity"), (goblins, "Animosity"), (boss, "Fear: charged")):
            page = as_owner.get(address("test", warrior)).content.decode()
            assert f'aria-current="true">{kind}</a>' in page

    def test_the_undead_are_exempt_and_the_page_says_by_what(self, as_owner, priest):
        WarriorRuleFactory(warrior=priest, rule_id="undead")
        page = as_owner.get(address("test-kind", priest, "all-alone")).content.decode()
        assert "Nothing to roll." in page
        assert "includes Immune to Psychology" in page
        assert 'value="roll"' not in page

    def test_the_plan_shows_whose_leadership_which_dice_and_the_chance(self, as_owner, url):
        page = as_owner.get(url).content.decode()
        assert '<span class="need" title="Leadership">7</span>' in page
        assert "3D6, drop the highest</b> · his own Leadership" in page
        assert "174 in 216 · 81 %" in page
        assert page.count('name="face-') == 3

    def test_reasons_lead_to_the_rules(self, as_owner, url):
        assert '<a href="/rules/cold-blooded/">Cold Blooded</a>: ' in as_owner.get(url).content.decode()

    def test_a_reason_that_rests_on_a_ruling_shows_its_question(self, as_owner, priest):
        told = {"told": "1", "opponents": "2", "opponents_down": "1", "state": "standing"}
        page = as_owner.get(address("test-kind", priest, "all-alone"), told).content.decode()
        assert "<summary>Ruling R-13</summary>Do enemies who are down count as opponents for All Alone?" in page

    def test_facts_in_the_address_show_the_plan_for_them(self, as_owner, reeds, priest):
        url = address("test-kind", reeds, "fear-charged")
        near = {"told": "1", "foe_causes_fear": "on", "state": "standing", f"near:{priest.public_id}:6": "on"}
        assert "his own Leadership" in as_owner.get(url).content.decode()
        page = as_owner.get(url, near).content.decode()
        assert "Tehenca’s Leadership" in page
        assert as_owner.get(url, near | {"member": "3"}).content.decode().count("<h1>The Reeds 3</h1>") == 1

    def test_the_member_stays_chosen_on_the_way_to_another_kind(self, as_owner, reeds):
        page = as_owner.get(address("test-kind", reeds, "fear-charged"), {"member": "3"}).content.decode()
        assert f'href="{address("test-kind", reeds, "all-alone")}?member=3"' in page

    @pytest.mark.parametrize("wrong", [{"opponents": "9"}, {"opponents": "x"}, {"state": "flying"}])
    def test_facts_in_the_address_that_cannot_be_are_told_so(self, as_owner, priest, wrong):
        told = {"told": "1", "opponents": "2", "opponents_down": "0", "state": "standing"} | wrong
        response = as_owner.get(address("test-kind", priest, "all-alone"), told)
        assert response.status_code == 200
        assert 'class="errorlist"' in response.content.decode()

    @pytest.mark.parametrize("kind", ["no-such-test", "rout", "flight", "stupidity-table"])
    def test_a_kind_nobody_asks_for_is_not_found(self, as_owner, priest, kind):
        assert as_owner.get(address("test-kind", priest, kind)).status_code == 404

    def test_whose_unit_left_the_lists_is_told_so(self, as_owner, priest, monkeypatch):
        from dataclasses import replace

        from rules import content
        from warbands.psychology import taking

        later = replace(content.current(), units={})
        monkeypatch.setattr(taking, "content_for", lambda warband: later)
        for headers in ({}, HX):
            page = as_owner.get(address("test", priest), headers=headers).content.decode()
            assert "no longer hold this unit" in page


class TestByHtmx:
    def test_the_panel_opens_in_the_roster_and_takes_the_focus(self, as_owner, url, priest):
        here = HX | {"HX-Current-URL": f"http://testserver{priest.warband.get_absolute_url()}"}
        response = as_owner.get(url, headers=here)
        panel = response.content.decode().lstrip()
        assert panel.startswith(f'<section class="bench" id="bench-{priest.public_id}"')
        assert 'data-focus="start"' in panel
        assert "HX-Push-Url" not in response

    def test_on_its_own_page_the_address_follows_the_kind(self, as_owner, url, priest):
        other = address("test-kind", priest, "all-alone")
        response = as_owner.get(other, headers=HX | {"HX-Current-URL": f"http://testserver{url}"})
        assert response["HX-Push-Url"] == other

    def test_a_changed_fact_brings_the_plan_alone_and_keeps_the_dice(self, as_owner, url, priest):
        told = {"told": "1", "state": "standing", "foe_causes_fear": "on", "face-1": "4", "face-3": "x"}
        plan = as_owner.get(url, told, headers=plan_of(priest)).content.decode().lstrip()
        assert plan.startswith(f'<div id="plan-bench-{priest.public_id}"')
        assert 'name="face-1" value="4"' in plan
        assert 'name="face-3" value="x"' in plan
        assert plan.count('hx-preserve="true"') == 3, "a box somebody is typing into stays as it is"
        assert 'hx-preserve="true"' not in as_owner.get(url, told, headers=HX).content.decode()

    def test_the_address_follows_the_facts(self, as_owner, url, priest):
        here = plan_of(priest) | {"HX-Current-URL": f"http://testserver{url}"}
        told = {"told": "1", "state": "knocked_down", "foe_causes_fear": "on", "face-1": "4"}
        address_now = urlsplit(as_owner.get(url, told, headers=here)["HX-Replace-Url"])
        assert address_now.path == url
        assert parse_qs(address_now.query) == {"told": ["1"], "state": ["knocked_down"], "foe_causes_fear": ["True"]}
        assert "knocked_down" in as_owner.get(f"{url}?{address_now.query}").content.decode()

    def test_what_was_told_as_nought_is_in_the_address_too(self, as_owner, priest):
        url = address("test-kind", priest, "all-alone")
        here = plan_of(priest) | {"HX-Current-URL": f"http://testserver{url}"}
        told = {"told": "1", "opponents": "2", "opponents_down": "0", "state": "standing"}
        assert "opponents_down=0" in as_owner.get(url, told, headers=here)["HX-Replace-Url"]

    def test_no_button_for_browsers_without_scripts_comes_by_htmx(self, as_owner, url):
        assert "<noscript>" in as_owner.get(url).content.decode()
        assert "<noscript>" not in as_owner.get(url, headers=HX).content.decode()

    def test_a_wrong_fact_is_named_in_the_plan(self, as_owner, priest):
        told = {"told": "1", "opponents": "99", "opponents_down": "0", "state": "standing"}
        plan = as_owner.get(address("test-kind", priest, "all-alone"), told, headers=plan_of(priest)).content.decode()
        assert "How many opponents he fights: " in plan


class TestRolling:
    def test_the_plain_form_leads_to_the_record(self, as_owner, url):
        response = as_owner.post(url, form(foe_causes_fear="on", state="standing", **FACES))
        record = TestRecord.objects.get()
        assert response.status_code == 302
        assert response["Location"] == record.get_absolute_url()
        assert record.faces == [2, 3, 4]
        assert record.facts["foe_causes_fear"] is True

    def test_htmx_gets_the_verdict_and_the_log_of_the_roster(self, as_owner, url):
        page = as_owner.post(url, form(foe_causes_fear="on", state="standing", **FACES), headers=HX).content.decode()
        assert '<div class="verdict" data-focus="start">' in page
        assert "<h3>Passed: 5 against 7</h3>" in page
        assert 'class="die out"' in page
        assert 'aria-label="4, discarded"' in page
        assert 'id="log-teaser" class="tests" hx-swap-oob="true"' in page
        assert "Tehenca: Fear: charged" in page

    def test_on_its_own_page_the_address_becomes_the_records(self, as_owner, url):
        here = HX | {"HX-Current-URL": f"http://testserver{url}"}
        response = as_owner.post(url, form(foe_causes_fear="on", state="standing", **FACES), headers=here)
        assert response["HX-Push-Url"] == TestRecord.objects.get().get_absolute_url()
        assert "log-teaser" not in response.content.decode()

    @pytest.mark.parametrize("headers", [{}, HX])
    def test_the_server_rolls_and_a_second_tap_rolls_nothing(self, as_owner, url, headers):
        sent = form(foe_causes_fear="on", state="standing")
        for _ in range(2):
            as_owner.post(url, sent, headers=headers)
        record = TestRecord.objects.get()
        assert len(record.faces) == 3
        assert not record.typed

    @pytest.mark.parametrize("faces", [("7", "1", "1"), ("x", "1", "1"), ("0", "1", "1"), ("1", "", "1"), ("", "", "")])
    @pytest.mark.parametrize("headers", [{}, HX])
    def test_wrong_faces_are_refused_beside_their_boxes_and_all_is_kept(self, as_owner, priest, faces, headers):
        typed = {f"face-{number}": face for number, face in enumerate(faces, 1)}
        url = address("test-kind", priest, "leadership")
        response = as_owner.post(url, form(how="typed", reason="A spell", **typed), headers=headers)
        page = response.content.decode()
        assert response.status_code == 422
        assert f'id="faces-bench-{priest.public_id}" class="error" role="alert">' in page
        assert f'aria-describedby="faces-bench-{priest.public_id}"' in page
        assert f'name="face-1" value="{faces[0]}" aria-label="Die 1" aria-invalid="true"' in page
        assert 'value="A spell"' in page
        assert not TestRecord.objects.exists()

    def test_a_box_too_few_is_told_in_words(self, as_owner, url):
        typed = {"face-1": "1", "face-2": "1"}
        page = as_owner.post(url, form(how="typed", foe_causes_fear="on", state="standing", **typed)).content.decode()
        assert "This roll takes 3 dice; you gave 2." in page

    def test_a_wrong_fact_is_refused_beside_its_field(self, as_owner, priest):
        url = address("test-kind", priest, "all-alone")
        sent = form(opponents="99", opponents_down="0", state="standing", **{"face-1": "2"})
        response = as_owner.post(url, sent, headers=HX)
        page = response.content.decode()
        assert response.status_code == 422
        assert 'value="99"' in page
        assert 'aria-invalid="true"' in page
        assert not TestRecord.objects.exists()

    def test_a_member_who_is_not_there_is_refused(self, as_owner, reeds):
        sent = form(member="9", foe_causes_fear="on", state="standing")
        assert as_owner.post(address("test-kind", reeds, "fear-charged"), sent).status_code == 422
        assert not TestRecord.objects.exists()

    def test_one_of_a_group_is_tested(self, as_owner, reeds):
        as_owner.post(
            address("test-kind", reeds, "fear-charged"), form(member="3", foe_causes_fear="on", state="standing")
        )
        assert TestRecord.objects.get().subject == "The Reeds 3"

    @pytest.mark.parametrize("key", ["", "twelve"])
    def test_a_form_without_its_key_is_refused(self, as_owner, url, key):
        response = as_owner.post(url, form(foe_causes_fear="on", state="standing") | {"key": key})
        assert response.status_code == 422
        assert "Open the test again" in response.content.decode()

    def test_where_nothing_is_tested_nothing_is_kept(self, as_owner, priest):
        response = as_owner.post(address("test-kind", priest, "stupidity"), form(state="standing"))
        assert response.status_code == 422
        assert not TestRecord.objects.exists()

    def test_without_scripts_changed_facts_are_shown_and_the_dice_stay(self, as_owner, priest):
        url = address("test-kind", priest, "leadership")
        response = as_owner.post(url, form(reason="A spell", **FACES) | {"how": "look"}, follow=True)
        page = response.content.decode()
        assert response.redirect_chain[0][1] == 302
        assert 'value="A spell"' in page
        assert 'name="face-2" value="3"' in page
        assert not TestRecord.objects.exists()

    def test_what_is_settled_is_put_in_the_log(self, as_owner, priest):
        WarriorRuleFactory(warrior=priest, rule_id="crazed")
        url = address("test-kind", priest, "all-alone")
        assert "Put it in the log" in as_owner.get(url).content.decode()
        sent = form(opponents="2", opponents_down="0", state="standing") | {"how": "note"}
        assert "Passed without rolling" in as_owner.post(url, sent, headers=HX).content.decode()

    def test_a_rule_that_asks_for_a_test_is_the_reason_in_the_record(self, as_owner, priest):
        as_owner.post(address("test-kind", priest, "leadership"), form(reason="<b>A spell</b>", **FACES))
        record = TestRecord.objects.get()
        assert record.facts["reason"] == "<b>A spell</b>"
        page = as_owner.get(record.get_absolute_url()).content.decode()
        assert "&lt;b&gt;A spell&lt;/b&gt;" in page
        assert "<b>A spell" not in page


class TestDoors:
    def test_others_find_nothing(self, as_outsider, priest, url):
        for hidden in (url, address("test", priest)):
            is_hidden_from(as_outsider, hidden, posts=form(foe_causes_fear="on", state="standing"))
        assert not TestRecord.objects.exists()

    def test_anonymous_is_asked_to_sign_in(self, as_anonymous, priest, url):
        for hidden in (url, address("test", priest)):
            asks_to_sign_in(as_anonymous, hidden)

    def test_a_warrior_is_found_only_below_his_own_warband(self, as_owner, priest):
        other = WarriorFactory(warband__owner=priest.warband.owner)
        url = address("test", other).replace(other.warband.public_id, priest.warband.public_id)
        assert as_owner.get(url).status_code == 404

    def test_who_left_is_not_tested(self, as_owner, priest, url):
        priest.removed_at = timezone.now()
        priest.save()
        assert as_owner.get(url).status_code == 404

    def test_names_are_never_markup(self, as_owner, priest, url):
        priest.name = "<script>alert(1)</script>"
        priest.save()
        page = as_owner.post(url, form(foe_causes_fear="on", state="standing"), follow=True).content.decode()
        assert "<script>alert" not in page + as_owner.get(url).content.decode()


def test_queries_stay_the_same_however_many_there_are(as_owner, owner):
    counts = set()
    for warriors in (5, 15):
        warband = full_warband(owner, warriors=warriors)
        url = address("test", warband.warriors.first())
        with CaptureQueriesContext(connection) as captured:
            as_owner.get(url)
        counts.add(len(captured))
    assert counts == {9}
