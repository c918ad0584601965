"""Experience: added with a reason, for several at once, once for each form; and the advances it makes due."""

from uuid import uuid4

import pytest

from rules.content import current
from tests.warbands.factories import WarbandFactory, WarriorFactory
from warbands.fortunes.experience import due_of, gain
from warbands.fortunes.recording import take_back
from warbands.models import AppendOnlyError, FortuneKind
from warbands.rosters.rating import rating_of
from warbands.rosters.services import RefusedError, change_warrior
from warbands.snapshots import changes_of


def due(row):
    row.refresh_from_db()
    content = current()
    return due_of(row, content.units[row.unit_type_id], row.fortunes.standing(), content)


def test_experience_is_the_beginning_and_the_sum_of_what_came(priest, owner):
    first, second = gain(warband=priest.warband, amounts={priest.public_id: 3}, reason="Won", by=owner)[0], None
    second = gain(warband=priest.warband, amounts={priest.public_id: -1}, reason="Counted wrong", by=owner)[0]
    priest.refresh_from_db()
    assert priest.experience == 22
    assert [(one.kind, one.experience) for one in priest.fortunes.all()] == [
        ("opening", 20),
        ("experience", 3),
        ("experience", -1),
    ]
    take_back(event=first, reason="By mistake", by=owner)
    priest.refresh_from_db()
    assert priest.experience == 19
    assert second.by == owner


def test_several_gain_at_once_and_the_same_form_counts_once(warband, priest, reeds, owner):
    key = uuid4()
    for _ in range(2):
        gain(warband=warband, amounts={priest.public_id: 2, reeds.public_id: 1}, reason="Won", by=owner, client_key=key)
    priest.refresh_from_db()
    reeds.refresh_from_db()
    assert (priest.experience, reeds.experience) == (22, 1)


def test_the_rating_follows(warband, priest, reeds, owner):
    def rating():
        return rating_of(warband.warriors.all(), changes_of(warband), current())

    before = rating()
    gain(warband=warband, amounts={priest.public_id: 2, reeds.public_id: 1}, reason="Won", by=owner)
    assert rating() == before + 2 + 4


def test_a_reason_is_asked_for_and_nobody_falls_below_nothing(warband, priest, reeds, owner):
    with pytest.raises(RefusedError, match="Say why"):
        gain(warband=warband, amounts={priest.public_id: 2}, reason=" ", by=owner)
    with pytest.raises(RefusedError, match="Nobody gains"):
        gain(warband=warband, amounts={priest.public_id: 0}, reason="Won", by=owner)
    with pytest.raises(RefusedError, match="between 0 and"):
        gain(warband=warband, amounts={priest.public_id: 1, reeds.public_id: -1}, reason="Won", by=owner)
    priest.refresh_from_db()
    assert priest.experience == 20


def test_who_gains_none_is_refused_by_name(owner):
    warband = WarbandFactory(owner=owner, warband_type_id="undead")
    zombie = WarriorFactory(warband=warband, unit="zombie")
    with pytest.raises(RefusedError, match="gains no experience"):
        gain(warband=warband, amounts={zombie.public_id: 1}, reason="Won", by=owner)


def test_an_advance_is_due_for_each_box_crossed_since_he_joined(warband, priest, owner):
    assert due(priest).number == 0  # a priest begins with 20, which never earned him anything
    gain(warband=warband, amounts={priest.public_id: 4}, reason="Won", by=owner)
    assert due(priest).words == "1 advance due"
    assert due(priest).next == 28


def test_henchmen_have_boxes_of_their_own(warband, reeds, owner):
    gain(warband=warband, amounts={reeds.public_id: 5}, reason="Won", by=owner)
    assert due(reeds).crossed == 2
    gain(warband=warband, amounts={reeds.public_id: 9}, reason="Won", by=owner)
    assert due(reeds).next is None


def test_where_the_book_has_no_table_nothing_is_said(priest, owner):
    content = current()
    assert due_of(priest, None, [], content) is None


def test_a_total_that_is_typed_is_recorded(priest, owner):
    change_warrior(warrior=priest, version=priest.version, experience=23, by=owner)
    priest.refresh_from_db()
    last = priest.fortunes.last()
    assert (priest.experience, last.kind, last.experience, last.by) == (23, FortuneKind.EXPERIENCE, 3, owner)


def test_what_happened_is_never_changed(priest, owner):
    event = gain(warband=priest.warband, amounts={priest.public_id: 3}, reason="Won", by=owner)[0]
    with pytest.raises(AppendOnlyError):
        event.save()
    with pytest.raises(AppendOnlyError):
        event.delete()


def test_taking_back_twice_is_the_same_as_once_and_asks_why(priest, owner):
    event = gain(warband=priest.warband, amounts={priest.public_id: 3}, reason="Won", by=owner)[0]
    with pytest.raises(RefusedError, match="Say why"):
        take_back(event=event, reason="", by=owner)
    first = take_back(event=event, reason="By mistake", by=owner)
    assert take_back(event=event, reason="Once more", by=owner) == first
    for one in (first, priest.fortunes.first()):
        with pytest.raises(RefusedError, match="cannot be taken back"):
            take_back(event=one, reason="Why not", by=owner)
