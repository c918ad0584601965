"""A copy of a warband keeps what befell its warriors, and what is taken back there changes nothing here."""

from rules.content import current
from warbands.fortunes.advances import advance
from warbands.fortunes.experience import gain
from warbands.fortunes.harms import befall, injure
from warbands.fortunes.recording import take_back
from warbands.profiles import profile_of
from warbands.rosters.keeping import duplicate_warband
from warbands.rosters.rating import rating_of
from warbands.snapshots import changes_of


def profiles(warband):
    content, changes = current(), changes_of(warband)
    rows = warband.warriors.present()
    return [profile_of(content.units[row.unit_type_id], changes.get(row.pk, ()), content) for row in rows]


def rating(warband):
    return rating_of(warband.warriors.all(), changes_of(warband), current())


def test_a_copy_is_as_its_original(warband, priest, reeds, owner):
    gain(warband=warband, amounts={priest.public_id: 3, reeds.public_id: 2}, reason="Won", by=owner)
    advance(warrior=priest, what="stat:WS", reason="Rolled 7", by=owner)
    injure(warrior=priest, slug="survives-against-the-odds", reason="Docks", by=owner)
    injure(warrior=priest, slug="nervous-condition", reason="Docks", by=owner)
    befall(warrior=reeds, fate="captured", reason="Docks", by=owner)
    copy = duplicate_warband(warband=warband, owner=owner, name="Twins")
    assert (profiles(copy), rating(copy)) == (profiles(warband), rating(warband))
    twin = copy.warriors.get(name="Tehenca")
    assert twin.experience == 24
    assert twin.fortunes.standing().filter(slug="nervous-condition").exists()
    take_back(event=twin.fortunes.get(slug="survives-against-the-odds"), reason="By mistake", by=owner)
    twin.refresh_from_db()
    priest.refresh_from_db()
    assert (twin.experience, priest.experience) == (23, 24)
