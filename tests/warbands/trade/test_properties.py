"""Whatever is done in whatever order: the gold is the sum of the ledger, and each thing is in one place."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from warbands.models import LedgerEntry, Possession, PossessionKind, Warrior
from warbands.rosters import services
from warbands.rosters.services import RefusedError
from warbands.trade import gear, hiring, market
from warbands.trade.ledger import adjust, gold_of, last_of, undo

UNITS = ["mercenary-captain", "champion", "youngblood", "warrior", "marksman"]
ITEMS = ["dagger", "sword", "axe", "bow", "shield", "light-armour", "long-bow", "pistol.brace"]

deeds = st.lists(
    st.tuples(
        st.sampled_from(["hire", "buy", "stash", "give", "store", "swap", "sell", "resize", "adjust", "undo"]),
        st.integers(0, 40),
        st.integers(0, 40),
        st.integers(1, 5),
    ),
    max_size=14,
)


def do(warband, by, what, first, second, many):  # noqa: C901 - one branch for each thing that can be done
    """One thing, or nothing where there is nobody to do it with."""
    warriors = list(warband.warriors.present())
    things = list(warband.possessions.present().filter(kind=PossessionKind.ITEM))
    warrior = warriors[first % len(warriors)] if warriors else None
    thing = things[second % len(things)] if things else None
    items = [ITEMS[first % len(ITEMS)], ITEMS[second % len(ITEMS)]]
    if what == "hire":
        unit = UNITS[first % len(UNITS)]
        size = many if unit in {"warrior", "marksman"} else 1
        hiring.hire(warband=warband, by=by, unit_type=f"reikland-mercenaries--{unit}", size=size, items=items[1:])
    elif what == "buy" and warrior:
        gear.buy(warrior=warrior, by=by, items=items)
    elif what == "stash":
        market.buy_for_stash(warband=warband, by=by, item=items[0], quantity=many)
    elif what == "give" and warrior and thing:
        gear.give(possession=thing, to=warrior, by=by)
    elif what == "store" and thing:
        gear.store(possession=thing, by=by)
    elif what == "swap" and thing:
        gear.swap(possession=thing, other=things[first % len(things)], by=by)
    elif what == "sell" and thing:
        gear.sell(possession=thing, by=by, quantity=many)
    elif what == "resize" and warrior:
        hiring.change_warrior(warrior=warrior, by=by, version=warrior.version, size=many)
    elif what == "adjust":
        adjust(warband=warband, by=by, amount=first - 20, reason="A find")
    elif what == "undo" and (last := last_of(warband)):
        undo(warband=warband, entry=last.pk, by=by)


def state(warband):
    """Everything that trade may change."""
    warriors = [(row.pk, row.size) for row in Warrior.objects.filter(warband=warband)]
    things = [(row.warrior_id, row.slug, row.quantity, row.price, row.free) for row in warband.possessions.present()]
    return gold_of(warband), sorted(warriors), sorted(things, key=str)


@pytest.mark.django_db
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(steps=deeds)
def test_gold_is_the_sum_of_the_ledger_never_negative_and_undoing_everything_gives_the_start(owner, steps):
    warband = services.create_warband(owner=owner, warband_type="reikland-mercenaries", name="Any")
    states: dict[int | None, tuple[object, ...]] = {None: state(warband)}
    for step in steps:
        before = state(warband)
        try:
            do(warband, owner, *step)
        except RefusedError:
            assert state(warband) == before
        running = 0
        for entry in warband.ledger.all():
            running += entry.amount
            assert running >= 0
        assert gold_of(warband) == running
        for row in Possession.objects.present().filter(warband=warband):
            assert row.warrior is None or row.quantity == row.warrior.size
        last = last_of(warband)
        key = last.pk if last else None
        assert states.setdefault(key, state(warband)) == state(warband)
    while last := last_of(warband):
        undo(warband=warband, entry=last.pk, by=owner)
    assert state(warband) == states[None]
    assert LedgerEntry.objects.filter(warband=warband).gold() == 500


@pytest.mark.django_db
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=15)
@given(size=st.integers(1, 5), items=st.lists(st.sampled_from(["dagger", "sword", "bow", "shield"]), max_size=4))
def test_a_group_costs_as_much_as_its_models_one_by_one(owner, size, items):
    together = services.create_warband(owner=owner, warband_type="reikland-mercenaries", name="Together")
    apart = services.create_warband(owner=owner, warband_type="reikland-mercenaries", name="Apart")
    unit = "reikland-mercenaries--warrior"
    items = [item for item in items if item != "bow"] + ["bow"] * (items.count("bow") > 0)
    hiring.hire(warband=together, by=owner, unit_type=unit, size=size, items=items)
    for _ in range(size):
        hiring.hire(warband=apart, by=owner, unit_type=unit, items=items)
    assert gold_of(together) == gold_of(apart)
