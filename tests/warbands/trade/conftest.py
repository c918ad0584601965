import pytest

from warbands.rosters import services
from warbands.trade import hiring


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
