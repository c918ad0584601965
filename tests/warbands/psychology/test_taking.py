"""Tests as they are taken and kept: each once, as it fell, with all it was decided by."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from rules.engine.plans import TrialKind
from tests.warbands.factories import WarriorRuleFactory
from warbands.models import TestRecord
from warbands.models.psychology import AppendOnlyError
from warbands.psychology import taking
from warbands.psychology.amending import reroll
from warbands.psychology.taking import Asked, RefusedError, prepare, take


def test_preparing_plans_and_keeps_nothing(priest):
    prepared = prepare(Asked(priest.warband, TrialKind.FEAR_CHARGED, priest))
    assert prepared.plan.target == 7
    assert prepared.plan.dice.word == "3D6, drop the highest"
    assert not TestRecord.objects.exists()


def test_a_test_is_kept_with_all_it_was_decided_by(taken, owner, priest, rulebook):
    record = taken(priest, faces=[2, 5, 4], foe_causes_fear=True)
    record.refresh_from_db()
    assert (record.warrior, record.by, record.kind) == (priest, owner, "fear_charged")
    assert record.subject == "Tehenca"
    assert record.facts == {"foe_causes_fear": True}
    assert record.faces == [2, 5, 4]
    assert record.typed
    assert record.plan == {"dice": "3D6, drop the highest", "target": 7, "provider": "", "chance": "29/36"}
    assert record.verdict["passed"] is True
    assert record.verdict["total"] == 6
    assert record.verdict["dropped"] == 1
    assert record.verdict["reasons"]
    assert record.version_id == rulebook.digest
    assert record.rulings == {}
    assert record.verdict["text"] in str(record)


def test_a_ruling_that_differs_and_the_reason_that_names_it_are_kept(taken, priest, monkeypatch):
    from rules.engine.rulings import Rulings

    monkeypatch.setattr(taking, "rulings_for", lambda _: Rulings.of({"aa_downed_tester": "test"}))
    record = taken(priest, TrialKind.ALL_ALONE, [6, 6, 6], opponents=3, opponents_down=1, state="knocked_down")
    assert record.rulings == {"aa_downed_tester": "test"}
    assert "R-14" in [reason["ruling"] for reason in record.verdict["reasons"]]


def test_without_faces_the_server_rolls(taken, priest, monkeypatch):
    monkeypatch.setattr(taking, "face", lambda: 3)
    record = taken(priest)
    assert record.faces == [3, 3, 3]
    assert not record.typed


def test_the_same_key_twice_is_the_same_record(taken, priest):
    key = uuid4()
    first = taken(priest, faces=[6, 6, 6], key=key)
    assert taken(priest, faces=[1, 1, 1], key=key) == first
    assert TestRecord.objects.count() == 1


def test_the_same_key_of_another_warband_is_another_record(taken, priest, boss):
    key = uuid4()
    taken(priest, faces=[6, 6, 6], key=key)
    taken(boss, faces=[1, 1], key=key)
    assert TestRecord.objects.count() == 2


@pytest.mark.parametrize("faces", [[], [1], [1, 2], [1, 2, 3, 4], [0, 1, 2], [7, 1, 1], [1, 2, -3]])
def test_faces_that_the_dice_cannot_show_are_refused(taken, priest, faces):
    with pytest.raises(RefusedError) as refused:
        taken(priest, faces=faces)
    assert refused.value.field == "faces"
    assert not TestRecord.objects.exists()


def test_where_nothing_is_tested_nothing_is_kept(taken, priest):
    with pytest.raises(RefusedError, match="nothing to roll"):
        taken(priest, TrialKind.STUPIDITY)
    assert not TestRecord.objects.exists()


def test_what_is_settled_without_dice_is_kept_so(taken, priest):
    WarriorRuleFactory(warrior=priest, rule_id="crazed")
    record = taken(priest, TrialKind.ALL_ALONE, opponents=2)
    assert record.faces == []
    assert not record.typed
    assert record.verdict["automatic"]
    assert record.verdict["passed"] is True


def test_an_option_is_kept_where_dice_lie_on_the_table(taken, boss):
    broken = taken(boss, TrialKind.ALL_ALONE, [6, 6], opponents=2)
    struck = taken(boss, TrialKind.PARTING_HITS, after=broken, option="out_of_action")
    assert struck.verdict["outcome"] == "out_of_action"
    assert struck.follows == broken


@pytest.mark.parametrize("option", ["", "eaten"])
def test_an_option_nobody_offered_is_refused(taken, boss, option):
    broken = taken(boss, TrialKind.ALL_ALONE, [6, 6], opponents=2)
    with pytest.raises(RefusedError) as refused:
        taken(boss, TrialKind.PARTING_HITS, after=broken, option=option)
    assert refused.value.field == "option"


def test_what_a_result_demands_is_taken_once(taken, troll):
    stupid = taken(troll, TrialKind.STUPIDITY, [6, 6])
    first = taken(troll, TrialKind.STUPIDITY_TABLE, [2], after=stupid)
    assert taken(troll, TrialKind.STUPIDITY_TABLE, [5], after=stupid) == first
    assert stupid.demanded == first


def test_what_a_result_demands_is_not_taken_once_that_no_longer_holds(taken, augur, owner):
    failed = taken(augur, TrialKind.ALL_ALONE, [6, 6], opponents=2)
    reroll(record=failed, rule="sisters-of-sigmar--blessed-sight", by=owner, client_key=uuid4(), faces=[1, 1])
    with pytest.raises(RefusedError, match="no longer holds"):
        taken(augur, TrialKind.PARTING_HITS, after=failed, option="unharmed")


def test_all_the_way_from_standing_alone_to_running(taken, boss):
    broken = taken(boss, TrialKind.ALL_ALONE, [6, 6], opponents=2)
    struck = taken(boss, TrialKind.PARTING_HITS, after=broken, option="knocked_down")
    ran = taken(boss, TrialKind.FLIGHT, [3, 4], after=struck)
    assert ran.verdict["total"] == 7
    assert "7 inches" in ran.verdict["text"]


def test_each_model_of_a_group_is_tested_by_itself(taken, reeds):
    third = taken(reeds, faces=[1, 1, 1], member=3)
    assert third.subject == "The Reeds 3"
    assert third.trial["who"] == f"{reeds.public_id}.3"
    assert taken(reeds, faces=[1, 1, 1], member=2).repeats == 0
    assert taken(reeds, faces=[1, 1, 1], member=3).repeats == 1


def test_a_model_is_followed_though_his_group_has_changed(taken, goblins):
    offended = taken(goblins, TrialKind.ANIMOSITY, [1], member=1)
    goblins.size = 1
    goblins.save()
    assert taken(goblins, TrialKind.ANIMOSITY_TABLE, [3], member=1, after=offended).verdict["outcome"] == "wud_yoo_say"


def test_repeats_of_an_evening_are_counted_by_warrior_and_kind(taken, priest, reeds):
    first, second, third = (taken(priest, faces=[1, 1, 1]) for _ in range(3))
    assert [first.repeats, second.repeats, third.repeats] == [0, 1, 2]
    assert taken(priest, TrialKind.LEADERSHIP, [1, 1, 1]).repeats == 0
    assert taken(reeds, faces=[1, 1, 1], member=1).repeats == 0


def test_a_test_of_another_evening_is_no_repeat(taken, priest):
    old = taken(priest, faces=[1, 1, 1])
    TestRecord.objects.filter(pk=old.pk).update(at=timezone.now() - timedelta(hours=3))
    assert taken(priest, faces=[1, 1, 1]).repeats == 0


def test_a_record_is_never_changed_or_deleted(taken, priest):
    record = taken(priest, faces=[1, 1, 1])
    record.subject = "Somebody else"
    with pytest.raises(AppendOnlyError):
        record.save()
    with pytest.raises(AppendOnlyError):
        record.delete()
    record.refresh_from_db()
    assert record.subject == "Tehenca"


def test_a_warrior_who_left_is_not_tested(taken, priest):
    priest.removed_at = timezone.now()
    priest.save()
    with pytest.raises(RefusedError, match="no longer on the roster"):
        taken(priest)


def test_two_forms_at_once_give_one_record(taken, priest, monkeypatch):
    """The second comes while the first is being kept: only the database sees that they are one."""
    key = uuid4()
    first = taken(priest, faces=[6, 6, 6], key=key)
    looks = [None]
    look = taking.of_key
    monkeypatch.setattr(taking, "of_key", lambda warband, key: looks.pop() if looks else look(warband, key))
    assert taken(priest, faces=[1, 1, 1], key=key) == first
    assert TestRecord.objects.count() == 1


def test_the_rout_test_is_the_warbands(owner, warband, priest, reeds):
    asked = Asked(warband, TrialKind.ROUT, answers={f"out:{reeds.public_id}": 2})
    record = take(asked=asked, by=owner, client_key=uuid4(), faces=[1, 1, 6])
    assert record.warrior is None
    assert record.subject == "The Cold Coil"
    assert record.verdict["passed"] is True
    assert record.plan["provider"] == "Tehenca"


def test_a_rout_by_choice_needs_no_dice(owner, warband, priest, reeds):
    asked = Asked(warband, TrialKind.VOLUNTARY_ROUT, answers={f"out:{reeds.public_id}": 2})
    record = take(asked=asked, by=owner, client_key=uuid4())
    assert record.faces == []
    assert record.verdict["passed"] is False
