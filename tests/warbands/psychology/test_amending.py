"""The re-roll that a rule allows, and corrections: nothing stored is changed, and nothing that fell is rolled anew."""

from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from rules.engine.plans import TrialKind
from tests.warbands.factories import WarriorRuleFactory
from warbands.models import TestRecord
from warbands.psychology import amending, taking
from warbands.psychology.amending import correct, reroll
from warbands.psychology.taking import RefusedError

SIGHT = "sisters-of-sigmar--blessed-sight"


@pytest.fixture(autouse=True)
def sixes(monkeypatch):
    """Whatever the app rolls here is a 6."""
    for module in (taking, amending):
        monkeypatch.setattr(module, "face", lambda: 6)


@pytest.fixture
def again(owner):
    def do(record, faces=None, *, rule=SIGHT, key=None):
        return reroll(record=record, rule=rule, by=owner, client_key=key or uuid4(), faces=faces)

    return do


@pytest.fixture
def corrected(owner):
    def do(record, reason="Misread", *, faces=None, option="", key=None, **answers):
        return correct(
            record=record,
            answers=answers,
            reason=reason,
            by=owner,
            client_key=key or uuid4(),
            faces=faces,
            option=option,
        )

    return do


class TestReroll:
    def test_the_second_result_stands(self, taken, again, augur):
        failed = taken(augur, faces=[6, 6])
        second = again(failed, [1, 2])
        assert second.reroll_of == failed
        assert second.verdict["passed"] is True
        assert second.verdict["offers"] == []
        assert second.facts == failed.facts
        failed.refresh_from_db()
        assert failed.verdict["passed"] is False

    def test_without_faces_the_server_rolls(self, taken, again, augur):
        second = again(taken(augur, faces=[6, 6]))
        assert second.faces == [6, 6]
        assert not second.typed

    def test_once_only(self, taken, again, augur):
        failed = taken(augur, faces=[6, 6])
        second = again(failed, [6, 5])
        assert again(failed, [1, 1]) == second
        with pytest.raises(RefusedError):
            again(second, [1, 1])

    def test_the_same_key_twice_is_the_same_record(self, taken, again, augur):
        key = uuid4()
        failed = taken(augur, faces=[6, 6])
        assert again(failed, [1, 1], key=key) == again(failed, [2, 2], key=key)

    def test_two_tabs_at_once_give_one_record(self, taken, again, augur, monkeypatch):
        failed = taken(augur, faces=[6, 6])
        first = again(failed, [1, 1])
        looks = [None]
        look = vars(TestRecord)["taken_again"].fget
        monkeypatch.setattr(TestRecord, "taken_again", property(lambda self: looks.pop() if looks else look(self)))
        assert again(failed, [6, 6]) == first

    def test_a_passed_test_is_not_taken_again(self, taken, again, augur):
        with pytest.raises(RefusedError, match="Nothing allows"):
            again(taken(augur, faces=[1, 1]), [1, 1])

    def test_a_rule_he_does_not_hold_allows_nothing(self, taken, again, augur, boss):
        for warrior, rule in ((augur, "frenzy"), (boss, SIGHT)):
            with pytest.raises(RefusedError, match="Nothing allows"):
                again(taken(warrior, faces=[6, 6]), [1, 1], rule=rule)

    def test_wrong_faces_are_refused(self, taken, again, augur):
        with pytest.raises(RefusedError) as refused:
            again(taken(augur, faces=[6, 6]), [1, 1, 1])
        assert refused.value.field == "faces"

    def test_where_the_rule_was_taken_since_nothing_else_is_planned(self, taken, again, augur):
        failed = taken(augur, faces=[6, 6])
        WarriorRuleFactory(warrior=augur, rule_id="undead")
        with pytest.raises(RefusedError, match="nothing is rolled here"):
            again(failed, [1, 1])


class TestCorrection:
    def test_it_is_a_record_of_its_own_that_gives_the_reason(self, taken, corrected, boss):
        old = taken(boss, faces=[6, 6])
        new = corrected(old, "  The charger was a ghoul  ", foe_causes_fear=True)
        assert new.corrects == old
        assert new.reason == "The charger was a ghoul"
        assert (new.faces, new.typed) == ([6, 6], True)
        assert TestRecord.objects.count() == 2

    @pytest.mark.parametrize("reason", ["", "   "])
    def test_it_needs_a_reason(self, taken, corrected, boss, reason):
        with pytest.raises(RefusedError) as refused:
            corrected(taken(boss, faces=[6, 6]), reason)
        assert refused.value.field == "reason"

    def test_the_database_insists_on_a_reason(self, taken, boss):
        old = taken(boss, faces=[6, 6])
        with pytest.raises(IntegrityError), transaction.atomic():
            TestRecord.objects.create(
                warband=old.warband, subject="x", kind=old.kind, version=old.version, client_key=uuid4(), corrects=old
            )

    def test_once_only_and_then_the_correction_is_corrected(self, taken, corrected, boss):
        old = taken(boss, faces=[6, 6])
        new = corrected(old, faces=[1, 1])
        with pytest.raises(RefusedError, match="corrected already"):
            corrected(old, faces=[2, 2])
        assert corrected(new, faces=[3, 3]).corrects == new

    def test_the_same_key_twice_is_the_same_record(self, taken, corrected, boss):
        key = uuid4()
        old = taken(boss, faces=[6, 6])
        assert corrected(old, faces=[1, 1], key=key) == corrected(old, faces=[2, 2], key=key)

    def test_whoever_comes_second_is_told(self, taken, corrected, boss, monkeypatch):
        old = taken(boss, faces=[6, 6])
        corrected(old, faces=[1, 1])
        blind = type("Nobody", (), {"exists": lambda _: False})()
        monkeypatch.setattr(TestRecord, "corrected_by", blind)
        with pytest.raises(RefusedError, match="just corrected"):
            corrected(old, faces=[2, 2])

    def test_dice_of_the_app_stay_as_they_fell(self, taken, corrected, boss):
        old = taken(boss)
        new = corrected(old, faces=[1, 1], foe_causes_fear=True)
        assert (new.faces, new.typed) == ([6, 6], False)

    def test_only_dice_that_are_missing_are_rolled(self, taken, corrected, boss, monkeypatch):
        monkeypatch.setattr(taking, "face", lambda: 2)
        old = taken(boss)
        WarriorRuleFactory(warrior=boss, rule_id="cold-blooded")
        assert corrected(old).faces == [2, 2, 6]

    def test_dice_fall_once_however_often_the_facts_change(self, taken, corrected, boss, monkeypatch):
        monkeypatch.setattr(taking, "face", lambda: 2)
        old = taken(boss, TrialKind.ALL_ALONE, opponents=2)
        none = corrected(old, opponents=1)
        assert (none.faces, none.verdict["outcome"]) == ([], "exempt")
        assert corrected(none, opponents=2).faces == [2, 2]

    def test_a_test_that_was_never_due_is_put_right(self, taken, corrected, boss):
        new = corrected(taken(boss, faces=[6, 6], foe_causes_fear=True), foe_causes_fear=False)
        assert new.verdict["outcome"] == "exempt"
        assert new.faces == []

    def test_a_test_that_was_due_after_all_may_be_typed(self, taken, corrected, boss):
        taken_by_rule = WarriorRuleFactory(warrior=boss, rule_id="crazed")
        settled = taken(boss, TrialKind.ALL_ALONE, opponents=2)
        taken_by_rule.withdrawn_at = timezone.now()
        taken_by_rule.save()
        assert corrected(settled, faces=[3, 3]).typed

    def test_typed_dice_may_be_typed_anew_and_are_checked(self, taken, corrected, boss):
        old = taken(boss, faces=[6, 6])
        with pytest.raises(RefusedError) as refused:
            corrected(old, faces=[7, 1])
        assert refused.value.field == "faces"
        assert corrected(old, faces=[1, 2]).faces == [1, 2]

    def test_typed_dice_are_not_made_up_where_more_are_needed(self, taken, corrected, boss):
        old = taken(boss, faces=[6, 6])
        WarriorRuleFactory(warrior=boss, rule_id="cold-blooded")
        with pytest.raises(RefusedError) as refused:
            corrected(old)
        assert refused.value.field == "faces"

    def test_another_option_may_be_what_happened(self, taken, corrected, boss):
        broken = taken(boss, TrialKind.ALL_ALONE, [6, 6], opponents=2)
        struck = taken(boss, TrialKind.PARTING_HITS, after=broken, option="unharmed")
        new = corrected(struck, option="out_of_action")
        assert new.verdict["outcome"] == "out_of_action"
        assert new.follows == broken
        assert corrected(new).verdict["outcome"] == "out_of_action"

    def test_a_re_roll_stays_one_and_offers_no_other(self, taken, again, corrected, augur):
        second = again(taken(augur, faces=[6, 6]), [6, 5])
        new = corrected(second, faces=[5, 5])
        assert new.reroll_of == second.reroll_of
        assert new.verdict["offers"] == []

    def test_of_a_test_taken_again_the_second_throw_is_corrected(self, taken, again, corrected, augur):
        failed = taken(augur, faces=[6, 6])
        again(failed, [6, 5])
        with pytest.raises(RefusedError, match="second throw"):
            corrected(failed, faces=[1, 1])

    def test_what_the_corrected_result_demands_is_open_anew(self, taken, corrected, troll):
        stupid = taken(troll, TrialKind.STUPIDITY, [6, 6])
        taken(troll, TrialKind.STUPIDITY_TABLE, [2], after=stupid)
        new = corrected(stupid, faces=[5, 5])
        assert new.demanded is None
        assert taken(troll, TrialKind.STUPIDITY_TABLE, [5], after=new).follows == new

    def test_it_is_judged_by_the_book_the_test_was_taken_under(self, taken, corrected, boss, monkeypatch):
        old = taken(boss, faces=[6, 6])
        monkeypatch.setattr(taking, "content_for", lambda warband: pytest.fail("today's book was asked"))
        assert corrected(old, faces=[1, 1]).version_id == old.version_id
