"""Whatever is done in whatever order: the gold is the sum of the ledger, and each thing is in one place."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from warbands.models import LedgerEntry, LegalityOverride, Possession, PossessionKind, Warrior
from warbands.rosters import services
from warbands.rosters.services import RefusedError
from warbands.trade import gear, hiring, market, swords, upkeep, veterans
from warbands.trade.fees import Given
from warbands.trade.ledger import adjust, gold_of, last_of, undo
from warbands.trade.searching import search
from warbands.trade.visits import fought, visit_of

UNITS = ["mercenary-captain", "champion", "youngblood", "warrior", "marksman"]
ITEMS = ["dagger", "sword", "axe", "bow", "shield", "light-armour", "long-bow", "pistol.brace", "duelling-pistol"]
RARE = ["lucky-charm", "duelling-pistol", "elven-cloak", "gromril-weapon"]
BOUGHT = ["lucky-charm", "duelling-pistol", "sword.gromril-weapon", "warhorse"]
SWORDS = ["pit-fighter", "ogre-bodyguard", "nicodemus", "elf-ranger", "dwarf-troll-slayer", "kislev-ranger"]
WAYS = ["sword+axe", "axe+axe", "double-handed-weapon"]
LEAVE = "The arbiter allows it"


def _hire(warband, by, first, second, many):
    unit = UNITS[first % len(UNITS)]
    size = many if unit in {"warrior", "marksman"} else 1
    items = [ITEMS[second % len(ITEMS)]]
    hiring.hire(warband=warband, by=by, unit_type=f"reikland-mercenaries--{unit}", size=size, items=items)


def _sword(warband, by, first, second, many):
    short, ways = SWORDS[first % len(SWORDS)], [WAYS[second % len(WAYS)]]
    terms = swords.Terms(Given(wyrdstone=many - 1), instead=many == 5)
    reason = LEAVE if many > 2 else ""
    unit = f"hired-swords--{short}"
    hiring.hire(warband=warband, by=by, unit_type=unit, ways=ways, terms=terms, reason=reason)


def _warrior(warband, number):
    warriors = list(warband.warriors.present())
    return warriors[number % len(warriors)] if warriors else None


def _thing(warband, number):
    things = list(warband.possessions.present().filter(kind=PossessionKind.ITEM))
    return things[number % len(things)] if things else None


def _buy(warband, by, first, second, _many):
    items = [ITEMS[first % len(ITEMS)], ITEMS[second % len(ITEMS)]]
    gear.buy(warrior=_warrior(warband, first), by=by, items=items)


def _rearm(warband, by, first, second, many):
    reason = LEAVE if many > 2 else ""
    swords.rearm(warrior=_warrior(warband, first), by=by, ways=[WAYS[second % len(WAYS)]], reason=reason)


def _by_leave(warband, by, first, second, many):
    warrior = _warrior(warband, first) if many % 2 else None
    price = second if many < 4 else None
    item = (ITEMS + BOUGHT)[second % len(ITEMS + BOUGHT)]
    market.buy_by_leave(
        warband=warband, by=by, warrior=warrior, item=item, quantity=many, price=price, reason=LEAVE if first else ""
    )


def _search(warband, by, first, second, many):
    search(warband=warband, by=by, warrior=_warrior(warband, first), item=RARE[second % len(RARE)], bonus=many)


def _give(warband, by, first, second, many):
    to, thing = _warrior(warband, first), _thing(warband, second)
    gear.give(possession=thing, to=to, by=by, reason=LEAVE if many > 3 else "")


def _resize(warband, by, first, second, many):
    warrior = _warrior(warband, first)
    hiring.change_warrior(warrior=warrior, by=by, version=warrior.version, size=many, armed=bool(second % 2))


def _along(warband, by, first, _second, many):
    key = str(_thing(warband, first).pk)
    hiring.hire(warband=warband, by=by, unit_type="reikland-mercenaries--warrior", size=many, stash=[key])


def _undo(warband, by, *_numbers):
    if last := last_of(warband):
        undo(warband=warband, entry=last.pk, by=by)


DEEDS = {
    "hire": _hire,
    "sword": _sword,
    "buy": _buy,
    "rearm": _rearm,
    "by leave": _by_leave,
    "stash": lambda band, by, first, _, many: market.buy_for_stash(
        warband=band, by=by, item=(ITEMS + BOUGHT)[first % len(ITEMS + BOUGHT)], quantity=many
    ),
    "give": _give,
    "store": lambda band, by, _, second, __: gear.store(possession=_thing(band, second), by=by),
    "swap": lambda band, by, first, second, _: gear.swap(
        possession=_thing(band, second), other=_thing(band, first), by=by
    ),
    "sell": lambda band, by, _, second, many: gear.sell(possession=_thing(band, second), by=by, quantity=many),
    "resize": _resize,
    "along": _along,
    "adjust": lambda band, by, first, second, _: adjust(
        warband=band, by=by, amount=(first - 20) * (second + 1), reason="A find"
    ),
    "fought": lambda band, by, *_: fought(warband=band, by=by),
    "search": _search,
    "pay": lambda band, by, *_: upkeep.pay(warband=band, by=by),
    "let go": lambda band, by, first, *_: upkeep.let_go(warrior=_warrior(band, first), by=by),
    "veterans": lambda band, by, *_: veterans.roll(warband=band, by=by),
    "undo": _undo,
}
NEEDS_A_WARRIOR = {"buy", "rearm", "search", "give", "resize", "let go"}
NEEDS_A_THING = {"give", "store", "swap", "sell", "along"}

deeds = st.lists(
    st.tuples(st.sampled_from(sorted(DEEDS)), st.integers(0, 40), st.integers(0, 40), st.integers(1, 5)), max_size=18
)


def do(warband, by, what, first, second, many):
    """One thing, or nothing where there is nobody to do it with."""
    if (what in NEEDS_A_WARRIOR and not _warrior(warband, 0)) or (what in NEEDS_A_THING and not _thing(warband, 0)):
        return
    DEEDS[what](warband, by, first, second, many)


def state(warband):
    """Everything that trade may change."""
    warriors = [(row.pk, row.size, row.removed_at is None) for row in Warrior.objects.filter(warband=warband)]
    things = [
        (row.warrior_id, row.slug, row.made, row.quantity, row.price, row.free, row.fixed)
        for row in warband.possessions.present()
    ]
    excepted = [(row.key, row.reason) for row in LegalityOverride.objects.standing().filter(warband=warband)]
    visit = visit_of(warband)
    known = (visit.number, sorted(visit.found.items()), sorted(visit.searchers, key=str), veterans.left_of(visit))
    return gold_of(warband), sorted(warriors), sorted(things, key=str), sorted(excepted), known


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
