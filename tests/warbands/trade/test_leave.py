"""By leave of the arbiter: what the rules refuse, done with a reason that everybody reads; and veterans."""

import pytest

from warbands.legality.shown import legality_of
from warbands.models import LegalityOverride
from warbands.rosters import services
from warbands.rosters.services import RefusedError
from warbands.snapshots import changes_of
from warbands.trade import gear, hiring, market, veterans
from warbands.trade.ledger import gold_of, last_of, undo
from warbands.trade.visits import fought


@pytest.fixture
def watch(hires):
    return hires("warrior", size=3, name="The Watch")


def excepted(warband, rulebook):
    found = legality_of(warband, warband.warriors.all(), changes_of(warband), rulebook)
    return [(finding.code, finding.about, reason) for finding, reason in found.excepted]


class TestByLeave:
    def test_what_his_list_does_not_have_is_bought_for_each_and_the_roster_says_by_whose_leave(
        self, crowns, watch, owner, rulebook
    ):
        before = gold_of(crowns)
        entry = market.buy_by_leave(
            warband=crowns, warrior=watch, by=owner, item="long-bow", reason="My arbiter allowed it"
        )
        assert before - gold_of(crowns) == 3 * 15
        assert entry.words == "The Watch: long bow × 3: My arbiter allowed it"
        assert excepted(crowns, rulebook) == [("wrong-equipment", "long-bow", "My arbiter allowed it")]

    def test_taken_back_it_is_let_stand_no_longer(self, crowns, watch, owner, rulebook):
        market.buy_by_leave(warband=crowns, warrior=watch, by=owner, item="long-bow", reason="My arbiter allowed it")
        undo(warband=crowns, entry=last_of(crowns).pk, by=owner)
        assert excepted(crowns, rulebook) == []
        assert LegalityOverride.objects.get().withdrawn_by == owner

    def test_what_was_given_costs_nothing(self, crowns, owner):
        before = gold_of(crowns)
        market.buy_by_leave(warband=crowns, by=owner, item="elven-cloak", price=0, reason="Found in the ruins")
        assert gold_of(crowns) == before
        assert crowns.possessions.get(warrior=None).slug == "elven-cloak"

    def test_dice_of_a_price_are_thrown_here_too(self, crowns, owner):
        entry = market.buy_by_leave(warband=crowns, by=owner, item="wardog", reason="A breeder", faces=[1, 2])
        assert entry.amount == -28

    def test_it_takes_a_reason_and_something_of_the_charts(self, crowns, watch, owner):
        with pytest.raises(RefusedError) as refused:
            market.buy_by_leave(warband=crowns, by=owner, item="sword", reason="  ")
        assert refused.value.field == "reason"
        for item in ("no-such-thing", "sword.no-such-metal", "sword.axe", "sword.brace"):
            with pytest.raises(RefusedError, match="No chart holds this"):
                market.buy_by_leave(warband=crowns, by=owner, item=item, reason="A gift")
        with pytest.raises(RefusedError, match="too few"):
            market.buy_by_leave(warband=crowns, by=owner, item="sword", price=5000, reason="A gift")

    def test_what_lies_in_the_stash_is_given_to_whom_it_is_not_for(self, crowns, watch, owner, rulebook):
        market.buy_for_stash(warband=crowns, by=owner, item="long-bow", quantity=3)
        row = crowns.possessions.get(warrior=None)
        with pytest.raises(RefusedError, match="is not on his equipment list"):
            gear.give(possession=row, to=watch, by=owner)
        entry = gear.give(possession=row, to=watch, by=owner, reason="A scenario")
        assert entry.words.endswith("to The Watch: A scenario")
        assert excepted(crowns, rulebook) == [("wrong-equipment", "long-bow", "A scenario")]

    def test_what_is_for_him_needs_no_leave_and_gets_none(self, crowns, watch, owner, rulebook):
        market.buy_for_stash(warband=crowns, by=owner, item="axe", quantity=3)
        entry = gear.give(possession=crowns.possessions.get(warrior=None), to=watch, by=owner, reason="A scenario")
        assert entry.facts == {}
        assert not LegalityOverride.objects.exists()


class TestVeterans:
    @pytest.fixture
    def seasoned(self, crowns, watch):
        return services.change_warrior(warrior=watch, version=watch.version, experience=3)

    def grow(self, row, owner, size):
        row.refresh_from_db()
        return hiring.change_warrior(warrior=row, by=owner, version=row.version, size=size)

    def test_who_joins_a_group_with_experience_takes_it_from_the_veterans(self, crowns, seasoned, owner):
        fought(warband=crowns, by=owner)
        veterans.roll(warband=crowns, by=owner, faces=[2, 3])
        before = gold_of(crowns)
        self.grow(seasoned, owner, 4)
        assert before - gold_of(crowns) == 25 + 2 * 3
        with pytest.raises(
            RefusedError, match="need 3 experience together, and the veterans at hand have 2"
        ) as refused:
            self.grow(seasoned, owner, 5)
        assert refused.value.field == "size"
        undo(warband=crowns, entry=last_of(crowns).pk, by=owner)
        self.grow(seasoned, owner, 4)

    def test_they_are_thrown_for_after_a_battle_and_once(self, crowns, seasoned, owner):
        with pytest.raises(RefusedError, match="after a battle"):
            veterans.roll(warband=crowns, by=owner)
        with pytest.raises(RefusedError, match="mark one as fought"):
            self.grow(seasoned, owner, 4)
        fought(warband=crowns, by=owner)
        with pytest.raises(RefusedError, match="throw for veterans first"):
            self.grow(seasoned, owner, 4)
        first = veterans.roll(warband=crowns, by=owner)
        with pytest.raises(RefusedError, match="thrown since the last battle"):
            veterans.roll(warband=crowns, by=owner)
        undo(warband=crowns, entry=first.pk, by=owner)
        assert veterans.roll(warband=crowns, by=owner, faces=[6, 6]).dice["faces"] == first.dice["faces"]

    def test_what_is_left_is_lost_with_the_next_battle(self, crowns, seasoned, owner):
        fought(warband=crowns, by=owner)
        veterans.roll(warband=crowns, by=owner, faces=[6, 6])
        fought(warband=crowns, by=owner)
        with pytest.raises(RefusedError, match="throw for veterans first"):
            self.grow(seasoned, owner, 4)

    def test_a_group_without_experience_needs_none(self, crowns, watch, owner):
        before = gold_of(crowns)
        self.grow(watch, owner, 4)
        assert before - gold_of(crowns) == 25
