"""Whatever is recorded in whatever order: the warrior follows from his rows, and taking all back gives the start."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.content import current
from tests.warbands.factories import UserFactory, WarbandFactory, WarriorFactory
from warbands.fortunes import harms
from warbands.fortunes.advances import advance
from warbands.fortunes.experience import gain
from warbands.fortunes.recording import take_back
from warbands.holdings import of_warrior
from warbands.models import FortuneKind, Possession
from warbands.profiles import profile_of
from warbands.rosters.rating import rating_of
from warbands.rosters.services import RefusedError, restore_warrior
from warbands.snapshots import changes_of

DEEDS = st.lists(
    st.one_of(
        st.tuples(st.just("gain"), st.integers(-5, 9)),
        st.tuples(st.just("advance"), st.sampled_from(["stat:WS", "stat:A", "skill:step-aside", "stat:S"])),
        st.tuples(
            st.just("injure"),
            st.sampled_from(["chest-wound", "horrible-scars", "deep-wound", "robbed", "captured", "dead"]),
        ),
        st.tuples(st.just("befall"), st.sampled_from(["dead", "retired", "captured", "returned"])),
        st.tuples(st.just("miss"), st.integers(1, 3)),
        st.tuples(st.just("take back"), st.integers(0, 5)),
    ),
    max_size=10,
)


def state(warband, row):
    content, changes = current(), changes_of(warband)
    mine = changes.get(row.pk, ())
    row.refresh_from_db()
    return (
        row.experience,
        row.removed_at is None,
        row.size,
        profile_of(content.units[row.unit_type_id], mine, content),
        of_warrior(row, mine, content),
        rating_of(warband.warriors.all(), changes, content),
        row.possessions.present().count(),
    )


def do(warband, row, deed, value, owner):
    common = {"warrior": row, "reason": "So it fell", "by": owner}
    match deed:
        case "gain":
            gain(warband=warband, amounts={row.public_id: value}, reason="So it fell", by=owner)
        case "advance":
            advance(what=value, **common)
        case "injure":
            harms.injure(slug=value, battles=2, **common)
        case "befall":
            harms.befall(fate=value, **common)
        case "miss":
            harms.miss(battles=value, **common)
        case "take back":
            if found := list(row.fortunes.standing().exclude(kind=FortuneKind.OPENING)):
                take_back(event=found[value % len(found)], reason="By mistake", by=owner)


@pytest.mark.usefixtures("rulebook")
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(deeds=DEEDS)
def test_taking_everything_back_gives_the_start(deeds):
    owner = UserFactory()
    warband = WarbandFactory(owner=owner, warband_type_id="reikland-mercenaries")
    row = WarriorFactory(warband=warband, unit="champion", experience=8)
    Possession.objects.create(warband=warband, warrior=row, slug="sword")
    start = state(warband, row)
    for deed, value in deeds:
        try:
            do(warband, row, deed, value, owner)
        except RefusedError:
            continue
        if row.fortunes.exists():
            row.refresh_from_db()
            assert row.experience == sum(row.fortunes.standing().values_list("experience", flat=True))
    events = sorted(
        row.fortunes.standing().exclude(kind=FortuneKind.OPENING), key=lambda one: (one.experience > 0, -one.pk)
    )
    for event in events:  # what took experience away goes first, so that nobody falls below nothing
        take_back(event=event, reason="All of it", by=owner)
    row.refresh_from_db()
    if row.removed_at:
        restore_warrior(warrior=row, by=owner)
    assert state(warband, row) == start
