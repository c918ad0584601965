import pytest

from warbands.rosters import services
from warbands.trade import hiring
from warbands.trade.visits import fought


@pytest.fixture
def crowns(owner):
    """Reikland Mercenaries with their starting gold, and nobody yet."""
    return services.create_warband(owner=owner, warband_type="reikland-mercenaries", name="The Iron Crowns")


@pytest.fixture
def hires(crowns, owner):
    """Hire for the Iron Crowns, by the short slug of a unit."""

    def hire(unit, **options):
        return hiring.hire(warband=crowns, by=owner, unit_type=f"reikland-mercenaries--{unit}", **options).warrior

    return hire


@pytest.fixture
def captain(hires):
    return hires("mercenary-captain", items=["dagger"], name="Reinhold")


@pytest.fixture
def watch(hires):
    return hires("warrior", size=2, items=["dagger", "axe"], name="The Watch")


@pytest.fixture
def sword(crowns, owner):
    return hiring.hire(warband=crowns, by=owner, unit_type="hired-swords--pit-fighter", name="Grom").warrior


@pytest.fixture
def battle(crowns, owner):
    """Mark that the Iron Crowns fought a battle."""
    return lambda: fought(warband=crowns, by=owner)
